"""What plugins do in play, moves and consequences, is undone, redone and replayed exactly, or refused aloud."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from tests.fake_plugins import data_host, host_with, plugin, point, rules_of, small_game

from solitaire_engine.cards import is_down
from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.deals import parse_deal
from solitaire_engine.effects import ExtraMove, Shuffle, Take, Turn
from solitaire_engine.errors import IllegalMove, PluginError
from solitaire_engine.game import Game
from solitaire_engine.notation import parse_position
from solitaire_engine.position import Move, Position
from solitaire_engine.records import read_record, record_text
from solitaire_engine.rules import Rules
from solitaire_engine.view import View

FREECELL = "schema: 1\nname: Trial\nextends: freecell\n"


@pytest.fixture(scope="module")
def catalog() -> Iterator[Catalog]:
    """The catalogue with the games of the made-up distribution acme-patience 1.2."""
    with data_host("acme") as host:
        yield Catalog([*host.variant_folders(), bundled_folder()], host)


def cards_of(position: Position) -> Counter[int]:
    return Counter(card & 63 for pile in position.piles for card in pile)


# Moves of a plugin


def test_a_plugins_moves_are_legal_where_the_variant_names_it_and_nowhere_else(catalog: Catalog) -> None:
    mixed = small_game(catalog.rules("mixed"), "t1: 5H; t2: #6S 9D")
    assert [str(move) for move in mixed.legal_moves] == ["mix t2", "Reverse t2", "turn-lowest t2"]
    assert not any(move.kind == "extra" for move in small_game(catalog.rules("klondike"), "t2: #6S 9D").legal_moves)


def test_a_plugins_move_is_typed_in_letters_of_either_size(catalog: Catalog) -> None:
    game = small_game(catalog.rules("mixed"), "t2: 6S 9D 2C")
    assert str(game.push("reverse  T2")) == "Reverse t2"
    assert str(game.position) == "t2: 2C 9D 6S"
    assert "Reverse t2" in game.legal_moves and "Reverse t3" not in game.legal_moves


def test_turning_and_reversing_are_followed_by_what_always_follows(catalog: Catalog) -> None:
    game = small_game(catalog.rules("mixed"), "t2: 6S 9D")
    game.push("turn-lowest t2")
    assert str(game.position) == "t2: #6S 9D"
    game.push("Reverse t2")
    assert str(game.position) == "t2: 9D 6S", "a face-down card on top turns up by itself"


def test_a_move_that_was_legal_once_is_refused_when_it_is_not(catalog: Catalog) -> None:
    rules = catalog.rules("mixed")
    move = next(iter(small_game(rules, "t2: 6S 9D").legal_moves))
    game = small_game(rules, "t2: 6S")
    assert "cannot be done now" in (game.why_not(move) or "")
    with pytest.raises(IllegalMove, match="cannot be done now"):
        game.push(move)


def test_mixing_uses_the_games_own_generator_and_undo_gives_it_back(catalog: Catalog) -> None:
    game = Game(catalog.rules("mixed"), parse_deal("7"))
    first = game.push("mix t7")
    mixed = game.position
    assert mixed.state != game.start.state and mixed.piles != game.start.piles
    game.pop()
    assert game.position == game.start
    assert game.redo() == first and game.position == mixed
    game.push("mix t7")
    assert game.position.state != mixed.state
    assert Game(game.rules, parse_deal("8")).start.state != game.start.state


def test_a_position_text_holds_the_generator_so_a_game_from_it_goes_on_in_the_same_way(catalog: Catalog) -> None:
    game = Game(catalog.rules("mixed"), parse_deal("7"))
    game.push("mix t5")
    again = Game(game.rules, parse_position(game.rules, str(game.position)))
    game.push("mix t6")
    again.push("mix t6")
    assert again.position == game.position


# Consequences


def test_what_follows_belongs_to_the_move_and_is_undone_with_it(catalog: Catalog) -> None:
    game = small_game(catalog.rules("swept"), "t1: AH AD 5H; t2: 6S")
    before = game.position
    game.push("t1 t2")
    assert str(game.position) == "f1: AD; f2: AH; t2: 6S 5H"
    assert game.moves == (Move("cards", "t1", "t2", 1),)
    after = game.position
    game.pop()
    assert game.position == before
    game.redo()
    assert game.position == after


def test_a_plugin_sees_the_consequences_of_those_named_before_it(tmp_path: Path) -> None:
    def to_first_cell(game: View) -> Iterable[Take]:
        return [Take(1, "t1", "c1")] if game.cards("t1") and not game.cards("c1") else []

    def on_to_second(game: View) -> Iterable[Take]:
        return [Take(1, "c1", "c2")] if game.cards("c1") and not game.cards("c2") else []

    host = host_with(
        point("first", plugin(hooks=[named(to_first_cell)])), point("then", plugin(hooks=[named(on_to_second)]))
    )
    rules = rules_of(f"{FREECELL}plugins: [first, then, first]\n", tmp_path, host)
    game = small_game(rules, "t1: 5H 4S; t2: 9D; t3: TS")
    game.push("t2 t3")
    assert str(game.position) == "c1: 5H; c2: 4S; t3: TS 9D"


def test_the_first_card_that_a_plugin_brings_home_decides_a_base_that_is_chosen(tmp_path: Path) -> None:
    def solitaire_extra_moves(game: View) -> Iterable[ExtraMove]:
        return [ExtraMove("home t1", (Take(1, "t1", "f1"),))] if game.cards("t1") else []

    def five_home(game: View) -> Iterable[Take]:
        return [Take(1, "t2", "f1")] if game.tops("tableau").get("t2") == 16 else []

    text = f"{FREECELL}base: chosen\nplugins: [odd]\n"
    hooks = [solitaire_extra_moves, named(five_home)]
    rules = rules_of(text, tmp_path, host_with(point("odd", plugin(hooks=hooks))))
    game = small_game(rules, "t1: 7H; t2: 9S; t3: 7S; base: none")
    game.push("home t1")
    assert str(game.position) == "f1: 7H; t2: 9S; t3: 7S; base: 7"
    assert "t3 f2" in game.legal_moves
    game = small_game(rules, "t1: 7H; t2: 5C 9S; t3: TH; base: none")
    game.push("t2 t3")
    assert str(game.position) == "f1: 5C; t1: 7H; t3: TH 9S; base: 5"


def named(function: Callable[..., object]) -> Callable[..., object]:
    """The function as the hook `solitaire_after_move`."""
    function.__name__ = "solitaire_after_move"
    return function


# Exactness


@pytest.mark.parametrize("name", ["mixed", "swept", "mixed_and_swept", "twice_dealt", "three_across"])
@pytest.mark.parametrize("seed", range(3))
def test_a_game_with_plugins_is_undone_redone_and_replayed_exactly(name: str, seed: int, catalog: Catalog) -> None:
    chance = random.Random(f"{name} {seed}")
    rules = catalog.rules(name)
    game = Game(rules, parse_deal(str(seed)))
    pack = Counter(rules.pack)
    positions = [game.position]
    for _ in range(60):
        moves = list(game.legal_moves)
        if not moves:
            break
        assert all(move in game.legal_moves for move in moves)
        # Moves of the plugin are many: without a choice of kind first hardly any other would be made.
        kind = chance.choice(sorted({move.kind for move in moves}))
        move = chance.choice([move for move in moves if move.kind == kind])
        game.push(str(move))
        positions.append(game.position)
        assert cards_of(game.position) == pack
    made = game.moves
    for position in reversed(positions):
        assert game.position == position
        assert parse_position(rules, str(position)) == position
        if game.moves:
            game.pop()
    for position in positions[1:]:
        game.redo()
        assert game.position == position
    again = read_record(record_text(game), "a record", catalog)
    assert again.moves == made and again.positions == tuple(positions)


def test_a_record_goes_by_the_rules_version_of_the_plugins_that_act_in_play(tmp_path: Path) -> None:
    def solitaire_after_move(game: View) -> Iterable[Take]:
        return []

    def hash_with(version: int) -> str:
        acting = plugin(hooks=[solitaire_after_move], solitaire_rules_version=version)
        return rules_of(f"{FREECELL}plugins: [acts]\n", tmp_path, host_with(point("acts", acting))).variant.hash

    assert hash_with(1) == hash_with(1)
    assert len({hash_with(1), hash_with(2)}) == 2


# Plugins that do wrong


def playing(tmp_path: Path, *hooks: Callable[..., object]) -> Game:
    """A small game whose plugin `odd` of odd-pack 1.0 has these hooks."""
    rules: Rules = rules_of(f"{FREECELL}plugins: [odd]\n", tmp_path, host_with(point("odd", plugin(hooks=hooks))))
    return small_game(rules, "t1: 5H; t2: 6S; t3: 9D 8S")


def moves_of(given: Callable[[], object]) -> Callable[..., object]:
    def solitaire_extra_moves() -> object:
        return given()

    return solitaire_extra_moves


def after_of(given: Callable[[], object]) -> Callable[..., object]:
    def solitaire_after_move() -> object:
        return given()

    return solitaire_after_move


def fails() -> object:
    raise LookupError("lost\nfor good")


def yields_and_fails() -> object:
    yield ExtraMove("mix", (Shuffle("t1"),))
    raise LookupError("later")


def without_end() -> object:
    while True:
        yield Shuffle("t1")


PLACE = r"\(tests/test_extras\.py:\d+\)"
WRONG_MOVES = [
    (fails, "failed: LookupError: lost for good"),
    (yields_and_fails, "failed: LookupError: later"),
    (without_end, "gave more than 10000 values and was stopped"),
    (lambda: 5, "gave 5, which is no list; put it in one"),
    (lambda: [Shuffle("t1")], r"gave Shuffle\(pile='t1'\), which is no ExtraMove"),
    (lambda: [ExtraMove("mix", (Shuffle("x9"),))], r"gave the move 'mix', but Shuffle.* names the pile 'x9', .*"),
    (
        lambda: [ExtraMove("grab", (Take(2, "t1", "t2"),))],
        r"gave the move 'grab', but Take.* takes 2 cards from t1, which has 1",
    ),
    (
        lambda: [ExtraMove("flip", (Turn("t1", 1),))],
        r"gave the move 'flip', but Turn\(pile='t1', index=1\) turns a card of a pile that has 1",
    ),
    (
        lambda: [ExtraMove("mix", (Shuffle("t1"),)), ExtraMove("MIX", (Shuffle("t2"),))],
        "gave the move 'MIX' more than once",
    ),
    (
        lambda: [ExtraMove("t1 t2", (Shuffle("t1"),))],
        "failed: ValueError: ExtraMove: the text 't1 t2' begins with 't1'.*",
    ),
]


@pytest.mark.parametrize(("given", "what"), WRONG_MOVES)
def test_a_hook_that_gives_impossible_moves_is_named_and_the_position_is_as_before(
    given: Callable[[], object], what: str, tmp_path: Path
) -> None:
    game = playing(tmp_path, moves_of(given))
    before = game.position
    with pytest.raises(PluginError) as caught:
        len(game.legal_moves)
    start = r"the plugin 'odd' \(odd-pack 1\.0\): its hook solitaire_extra_moves"
    assert re.fullmatch(rf"{start} {what} {PLACE}", str(caught.value))
    assert game.position == before
    game.push(Move("cards", "t1", "t2", 1))
    assert game.position != before, "moves of the game itself can still be made"


WRONG_CONSEQUENCES = [
    (fails, "failed: LookupError: lost for good"),
    (lambda: "up", "gave 'up', which is no list; put it in one"),
    (lambda: ["up"], "gave 'up', which is no effect; effects are Take, Turn and Shuffle"),
    (lambda: [ExtraMove("mix", (Shuffle("t1"),))], r"gave ExtraMove\(.*, which is no effect; .*"),
    (lambda: [Take(1, "t9", "t1")], "gave impossible effects after 't1 t2': Take.* names the pile 't9', which this .*"),
    (lambda: [Take(1, "t1", "t2")], "gave impossible effects after 't1 t2': Take.* takes 1 cards from t1, which has 0"),
    (lambda: [Shuffle("t3")], "never comes to an end: 1000 times it gave effects after 't1 t2'"),
    (without_end, "gave more than 10000 values and was stopped"),
]


@pytest.mark.parametrize(("given", "what"), WRONG_CONSEQUENCES)
def test_a_hook_that_fails_after_a_move_is_named_and_the_move_is_not_made(
    given: Callable[[], object], what: str, tmp_path: Path
) -> None:
    game = playing(tmp_path, after_of(given))
    before = game.position
    with pytest.raises(PluginError) as caught:
        game.push("t1 t2")
    start = r"the plugin 'odd' \(odd-pack 1\.0\): its hook solitaire_after_move"
    assert re.fullmatch(rf"{start} {what} {PLACE}", str(caught.value))
    assert game.position == before and game.moves == () and game.undone == ()
    assert "t1 t2" in game.legal_moves


def test_a_game_whose_plugin_fails_further_on_is_not_called_stuck(tmp_path: Path) -> None:
    game = playing(tmp_path, after_of(fails))
    assert not game.is_stuck


def test_a_hook_that_gives_none_gives_nothing(tmp_path: Path) -> None:
    game = playing(tmp_path, moves_of(lambda: None), after_of(lambda: None))
    assert all(move.kind == "cards" for move in game.legal_moves)
    game.push("t1 t2")
    assert str(game.position) == "t2: 6S 5H; t3: 9D 8S"


def test_two_plugins_that_never_come_to_an_end_together_are_both_named(tmp_path: Path) -> None:
    def there(game: View) -> Iterable[Take]:
        return [Take(1, "t3", "t8")] if len(game.cards("t3")) == 2 else []

    def back(game: View) -> Iterable[Take]:
        return [Take(1, "t8", "t3")] if game.cards("t8") else []

    host = host_with(point("there", plugin(hooks=[named(there)])), point("back", plugin(hooks=[named(back)])))
    game = small_game(rules_of(f"{FREECELL}plugins: [there, back]\n", tmp_path, host), "t1: 5H; t2: 6S; t3: 9D 8S")
    with pytest.raises(PluginError, match=r"'there' .* never comes to an end: .* together with the plugin 'back'"):
        game.push("t1 t2")


def test_two_plugins_with_one_text_for_a_move_are_both_named(tmp_path: Path) -> None:
    def give() -> object:
        return [ExtraMove("mix", (Shuffle("t3"),))]

    host = host_with(point("one", plugin(hooks=[moves_of(give)])), point("two", plugin(hooks=[moves_of(give)])))
    game = small_game(rules_of(f"{FREECELL}plugins: [one, two]\n", tmp_path, host), "t3: 9D 8S")
    with pytest.raises(PluginError, match=r"'two' .* more than once; the plugin 'one' \(one-pack 1\.0\) gives it too"):
        len(game.legal_moves)


def test_a_hook_cannot_change_what_it_sees(tmp_path: Path) -> None:
    def solitaire_extra_moves(game: View) -> Iterable[ExtraMove]:
        game.groups["tableau"] = ()  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
        return []

    game = playing(tmp_path, solitaire_extra_moves)
    with pytest.raises(PluginError, match="failed: TypeError"):
        len(game.legal_moves)


def test_a_view_tells_a_hook_the_game_its_choices_and_its_piles(tmp_path: Path) -> None:
    seen: list[View] = []

    def solitaire_after_move(game: View, move: Move) -> Iterable[Take]:
        seen.append(game)
        assert str(move) == "t1 t2"
        return []

    text = "schema: 1\nname: Trial\nextends: antares\nplugins: [shifts, odd]\n"
    host = host_with(point("odd", plugin(hooks=[solitaire_after_move])))
    game = small_game(rules_of(text, tmp_path, host, limit="supermove"), "t1: #7C 5H; t2: 6H; c2: AS")
    game.push("t1 t2")
    (view,) = seen
    assert (view.variant, view.values["limit"]) == ("trial", "supermove")
    assert view.position == game.position
    assert view.empty("cell") == ("c1", "c3", "c4")
    assert [is_down(card) for card in view.cards("t1")] == [False]
    assert view.tops("scorpion") == {"t1": 24, "t2": 18} and view.top("t3") is None
    with pytest.raises(KeyError):
        view.cards("t9")
    with pytest.raises(KeyError):
        view.piles("reserve")
