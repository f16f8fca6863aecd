"""The game as a program that imports the engine sees it: deal, legal moves, push, undo, redo, share codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.playing import CATALOG, SIX, board, card_counts, new_game, walk

import solitaire_engine as se
from solitaire_engine.catalog import parse_share
from solitaire_engine.deals import parse_deal
from solitaire_engine.errors import DealError, IllegalMove, PositionError, SolitaireError, UnknownVariant
from solitaire_engine.game import Game, deal, from_position
from solitaire_engine.position import Move, Position

# --- Dealing


def test_a_game_is_dealt_by_name_and_number() -> None:
    game = se.deal("antares", 7)
    assert isinstance(game, Game)
    assert str(game) == str(game.position) == str(deal("Antares", "7")) == str(deal("antares", parse_deal("7")))
    assert game.start == game.position
    assert not game.moves and not game.undone and game.positions == (game.start,)


def test_without_a_number_deal_one_is_dealt() -> None:
    assert deal("freecell").position == deal("freecell", 1).position


def test_parameters_are_given_by_name() -> None:
    game = deal("klondike", 7, draw=1, redeals="2")
    assert [game.rules.variant.values[name] for name in ("draw", "redeals", "gap", "back")] == ["1", "2", "K", "top"]
    game.push("deal")
    assert len(game.position.piles[game.rules.waste]) == 1


def test_a_path_of_a_file_stands_for_a_variant() -> None:
    path = CATALOG.find("lifts").file
    assert deal(str(path), 7).position == deal("lifts", 7, catalog=CATALOG).position


@pytest.mark.parametrize(
    ("variant", "number", "params", "error", "sentence"),
    [
        ("antres", 7, {}, UnknownVariant, "there is no variant 'antres'; did you mean 'antares'?"),
        ("antares", "x", {}, DealError, "'x' is not a deal"),
        ("antares", "ms:0", {}, DealError, "there is no deal 'ms:0'"),
        ("antares", -1, {}, DealError, "there is no deal '-1'"),
        ("klondike", 7, {"draw": 2}, SolitaireError, "draw=2 is not offered; choices: 1, 3"),
        ("klondike", 7, {"drw": 1}, SolitaireError, "klondike has no parameter 'drw'"),
        ("agnes_aces", 7, {"draw": 1}, SolitaireError, "agnes_aces has no parameter 'draw'; it has no parameters"),
        ("hand_runs", "ms:1", {}, DealError, "this game has another pack"),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_a_sentence(
    variant: str, number: str | int, params: dict[str, object], error: type[SolitaireError], sentence: str
) -> None:
    with pytest.raises(error) as caught:
        deal(variant, number, catalog=CATALOG, **params)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_game_may_start_from_a_position() -> None:
    dealt = walk(deal("klondike", 7, draw=1), "a while", 20)
    game = from_position("klondike", str(dealt), draw=1)
    assert game.position == dealt.position
    assert list(game.legal_moves) == list(dealt.legal_moves)
    assert game.share_code == "" and game.deal is None
    with pytest.raises(PositionError, match="missing cards"):
        from_position("klondike", "t1: KS")


# --- Legal moves


def test_legal_moves_are_counted_listed_and_asked_about() -> None:
    game = board(CATALOG.rules("freecell"), "c1: 7C; t1: 9D 8S; t2: TS; f1: AS")
    moves = game.legal_moves
    assert len(moves) == len(list(moves)) == len(set(moves))
    assert list(moves) == list(moves), "they may be listed more than once"
    assert all(move in moves and str(move) in moves for move in moves)
    for text in ("t1 t2 2", "t1 t2", "c1 t", "c1 c", "t1 t 2"):
        assert text in moves, text
    for nothing in (
        "c1 t1",
        "t1 t2 1",
        "t9 t1",
        "deal",
        "",
        "mate",
        Move("cards", "t1", "t9", 1),
        Move("deal"),
        5,
        None,
    ):
        assert nothing not in moves, nothing
    assert repr(moves) == f"<{len(moves)} legal moves: {', '.join(map(str, moves))}>"


def test_legal_moves_belong_to_the_position_they_were_asked_for() -> None:
    game = board(CATALOG.rules("freecell"), "t1: 9D 8S; t2: TS")
    before = game.legal_moves
    game.push("t1 t2 2")
    assert "t1 t2 2" in before and "t1 t2 2" not in game.legal_moves


def test_a_game_without_a_legal_move_has_none() -> None:
    game = board(CATALOG.rules("scorpion"), "f1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS")
    assert len(game.legal_moves) == 0 and not list(game.legal_moves)


# --- Pushing, undoing, redoing


def test_a_move_is_made_as_a_value_or_as_text_and_given_back() -> None:
    game = board(CATALOG.rules("freecell"), "t1: 9D 8S; t2: TS")
    assert game.push("t1 t2") == Move("cards", "t1", "t2", 2)
    assert game.push(Move("cards", "t2", "c1", 1)) == Move("cards", "t2", "c1", 1)
    assert list(map(str, game.moves)) == ["t1 t2 2", "t2 c1"]
    assert game.position == game.positions[-1] and len(game.positions) == 3


@pytest.mark.parametrize("move", ["t1 t3 2", Move("cards", "t1", "t3", 2), "t1 nowhere", Move("extra", text="rotate")])
def test_an_illegal_move_raises_the_reason_and_leaves_the_game_as_it_was(move: str | Move) -> None:
    game = board(CATALOG.rules("freecell"), "t1: 9D 8S; t2: TS; t3: JC")
    game.push("t1 t2 2")
    game.push("t2 c1")
    game.pop()
    before = (game.position, game.moves, game.undone, game.positions)
    with pytest.raises(IllegalMove) as caught:
        game.push(move)
    assert str(caught.value) == game.why_not(move) != ""
    assert (game.position, game.moves, game.undone, game.positions) == before


def test_there_is_nothing_to_undo_at_the_start_and_nothing_to_redo_at_the_end() -> None:
    game = deal("antares", 7)
    with pytest.raises(IllegalMove, match=r"^there is no move to undo$"):
        game.pop()
    with pytest.raises(IllegalMove, match=r"^there is no move to redo$"):
        game.redo()
    game.push(next(iter(game.legal_moves)))
    with pytest.raises(IllegalMove, match=r"^there is no move to redo$"):
        game.redo()
    assert len(game.moves) == 1


def test_undo_gives_the_moves_back_last_first_and_redo_first_first() -> None:
    game = walk(deal("antares", 7), "some moves", 6)
    made = game.moves
    assert [game.pop() for _ in made] == list(reversed(made))
    assert game.undone == made and not game.moves
    assert [game.redo() for _ in made] == list(made)
    assert game.moves == made and not game.undone


def test_another_move_after_an_undo_forgets_what_was_undone_and_the_same_move_does_not() -> None:
    game = board(CATALOG.rules("freecell"), "t1: 9D 8S; t2: TS")
    for text in ("t1 c1", "t1 t2", "c1 t2"):
        game.push(text)
    game.pop()
    game.pop()
    game.push("t1 t2")
    assert list(map(str, game.undone)) == ["c1 t2"], "the game goes on as it went"
    game.pop()
    game.push("t1 c2")
    assert not game.undone
    assert list(map(str, game.moves)) == ["t1 c1", "t1 c2"]


def test_restart_undoes_everything_and_all_can_be_redone() -> None:
    game = walk(deal("klondike", 7), "some moves", 9)
    made, last = game.moves, game.position
    game.restart()
    assert game.position == game.start and not game.moves and game.undone == made
    while game.undone:
        game.redo()
    assert game.position == last and game.moves == made


UNDONE = {
    "a card that turned up lies face down again": ("klondike", {}, "t1: #5C #9D QC; t2: KD", "t1 t2",
        "t1: #5C 9D; t2: KD QC"),
    "a run that went home lies in the tableau again": ("scorpion", {},
        "t1: #3C KS QS JS TS 9S 8S 7S 6S; t2: 5S 4S 3S 2S AS", "t2 t1 5",
        "f1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS; t1: 3C"),
    "cards dealt to the reserves are back in the stock, in their order": ("agnes_aces", {},
        "s: 2C 3C 4C; r2: KH", "deal", "r1: 4C; r2: KH 3C; r3: 2C"),
    "the waste is there again, and the redeal too": ("klondike", {"redeals": "1"},
        "w: 2C 3C 4C", "redeal", "s: #4C #3C #2C; redeals: 1"),
    "the base is open again": ("chosen", {}, "t1: 5C 9S", "t1 f2", "f2: 9S; t1: 5C; base: 9"),
    "a gap that the reserve filled is a gap again, its card face down": ("reserve_gaps", {},
        "f1: 4H; r1: #3C 9D; t1: 7S; t2: 8D; t3: QD; t4: QH", "t1 t2",
        "f1: 4H; r1: 3C; t1: 9D; t2: 8D 7S; t3: QD; t4: QH; base: 4"),
    "cards removed together are back on their piles": ("pairs", {},
        "t7: #2D; t11: 9S; t12: 4H", "remove t11 t12", "d1: 9S 4H; t7: 2D"),
    "a drawn card is buried again, and the draw is left": ("redeals", {},
        "t1: 2S 9H 8C; f1: AS; redeals: 2", "draw t1 f1 3", "f1: AS 2S; t1: 9H 8C; redeals: 3"),
}  # fmt: skip


@pytest.mark.parametrize(("variant", "values", "text", "move", "after"), UNDONE.values(), ids=UNDONE)
def test_one_undo_takes_a_move_back_with_all_that_followed_from_it(
    variant: str, values: dict[str, str], text: str, move: str, after: str
) -> None:
    game = board(CATALOG.rules(variant, values), text)
    before, shown = game.position, str(game)
    game.push(move)
    assert len(game.moves) == 1
    # Piles in the engine's order; the text of a position is the same for the same position.
    assert str(game) == str(Position.parse(after, game.rules.names))
    game.pop()
    assert game.position == before and str(game) == shown
    game.redo()
    assert str(game) == str(Position.parse(after, game.rules.names))


def test_a_shuffle_is_undone_and_comes_out_the_same_when_it_is_redone_or_replayed() -> None:
    game = new_game(CATALOG.rules("odd_words"), "7")
    start = game.position
    game.push("mix the-reserve")
    once = game.position
    game.push("mix the-reserve")
    twice = game.position
    assert len({start.state, once.state, twice.state}) == 3
    assert len({position.piles[game.rules.index["r1"]] for position in (start, once, twice)}) == 3
    game.pop()
    game.pop()
    assert game.position == start
    game.push("mix the-reserve")
    assert game.position == once
    again = new_game(game.rules, "7")
    again.push("mix the-reserve")
    again.push("mix the-reserve")
    assert again.position == twice
    assert card_counts(twice) == card_counts(start)


def test_a_redeal_with_a_shuffle_is_the_same_whenever_it_is_made_again() -> None:
    game = new_game(CATALOG.rules("redeals"), "7")
    game.push("redeal")
    dealt = game.position
    game.pop()
    game.push("t1 c1")
    game.push("redeal")
    assert game.position != dealt, "another card lay in the cell"
    game.restart()
    game.push("redeal")
    assert game.position == dealt and dealt.redeals == 1


# --- Share codes


@pytest.mark.parametrize(
    ("name", "number", "params", "code"),
    [
        ("Antares", 7, {}, "antares:7"),
        ("klondike", "ms:42", {"draw": 1}, "klondike?draw=1:ms:42"),
        ("klondike", "MS:042", {"draw": 1, "redeals": 0}, "klondike?draw=1&redeals=0:ms:42"),
        ("klondike", 7, {"draw": 3, "gap": "K"}, "klondike:7"),
        ("klondike_draw_one", 7, {}, "klondike_draw_one:7"),
        ("klondike_draw_one", 7, {"draw": 3}, "klondike_draw_one?draw=3:7"),
        ("wasp", 7, {}, "wasp:7"),
        ("wasp", 7, {"gap": "K"}, "wasp?gap=K:7"),
    ],
)
def test_a_share_code_gives_the_same_game_again(name: str, number: str, params: dict[str, object], code: str) -> None:
    game = deal(name, number, catalog=CATALOG, **params)
    assert game.share_code == code
    parts = parse_share(code)
    again = deal(parts.variant, parts.deal, catalog=CATALOG, **parts.values)
    assert again.position == game.position
    assert again.rules.variant.hash == game.rules.variant.hash
    assert again.rules.variant.values == game.rules.variant.values


def test_the_share_code_of_a_file_leads_to_that_file_even_if_it_is_called_like_a_game(tmp_path: Path) -> None:
    file = tmp_path / "freecell.yaml"
    file.write_text("schema: 1\nname: Mine\nextends: antares\n", "utf-8")
    game = deal(str(file), 7)
    parts = parse_share(game.share_code)
    assert (parts.variant, parts.deal) == (str(file), "7")
    assert deal("freecell", 7).share_code == "freecell:7"


def test_moves_do_not_change_the_share_code() -> None:
    game = walk(deal("freecell", "ms:617"), "moves", 5)
    assert game.share_code == "freecell:ms:617"


# --- Any series of pushes, undos and redos, against the plainest model of a history


class Histories(RuleBasedStateMachine):
    """A list of positions and a place in it, beside the game."""

    @initialize(variant=st.sampled_from([*SIX, "odd_words", "reserve_gaps"]), number=st.integers(0, 10**6))
    def begin(self, variant: str, number: int) -> None:
        self.game = new_game(CATALOG.rules(variant), str(number))
        self.model = [str(self.game)]
        self.place = 0

    @rule(pick=st.integers(0, 2**16))
    def push(self, pick: int) -> None:
        moves = list(self.game.legal_moves)
        if moves:
            ahead = self.game.undone[:1]
            move = self.game.push(moves[pick % len(moves)])
            if ahead != (move,):
                del self.model[self.place + 1 :]
                self.model.append(str(self.game))
            self.place += 1

    @precondition(lambda self: self.place > 0)
    @rule()
    def pop(self) -> None:
        self.game.pop()
        self.place -= 1

    @precondition(lambda self: self.place + 1 < len(self.model))
    @rule()
    def redo(self) -> None:
        self.game.redo()
        self.place += 1

    @rule()
    def restart(self) -> None:
        self.game.restart()
        self.place = 0

    @invariant()
    def the_game_is_where_the_model_is(self) -> None:
        assert str(self.game) == self.model[self.place]
        assert len(self.game.moves) == self.place
        assert len(self.game.undone) == len(self.model) - 1 - self.place
        assert list(map(str, self.game.positions)) == self.model[: self.place + 1]


Histories.TestCase.settings = hypothesis_settings(max_examples=40, stateful_step_count=25, deadline=None)
TestHistories = Histories.TestCase
