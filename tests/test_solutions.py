"""Solutions as somebody plays them: moves by hand, cards that go home meanwhile, and all of it in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fake_plugins import host_with, plugin, point, rules_of

from solitaire_engine import solutions
from solitaire_engine.autoplay import Mode, autoplay
from solitaire_engine.deals import Deal
from solitaire_engine.errors import IllegalMove
from solitaire_engine.game import Game, deal, from_position
from solitaire_engine.opening import opening
from solitaire_engine.position import Move
from solitaire_engine.solutions import Step, line_of
from solitaire_engine.solver import Answer, Limits, solve
from solitaire_engine.text.look import Look
from solitaire_engine.text.solution import caution_text, effort_text, ending_text, solution_lines, verdict_text
from solitaire_engine.view import View
from solitaire_engine.words import Win

CELLS = str(Path(__file__).parent / "data" / "solving" / "small_cells.yaml")
STOCK = str(Path(__file__).parent / "data" / "solving" / "small_stock.yaml")
IN_ORDER = "t1: 4S 3S 2S AS 4C 3C 2C AC; t2: 4H 3H 2H AH; t3: 4D 3D 2D AD"


def cards(source: str, target: str) -> Move:
    return Move("cards", source, target, 1)


def suit_by_suit() -> list[Move]:
    """Moves that win from `IN_ORDER`."""
    ways = (("t1", "f1"), ("t2", "f2"), ("t3", "f3"), ("t1", "f4"))
    return [cards(source, home) for source, home in ways for _ in range(4)]


def pushed(game: Game, moves: list[Move]) -> Game:
    for move in moves:
        game.push(move)
    return game


@pytest.mark.parametrize(("variant", "number"), [(CELLS, n) for n in (1, 5, 9, 15, 41)] + [(STOCK, n) for n in (3, 32)])
def test_what_follows_a_move_is_what_goes_home_by_itself_in_play(variant: str, number: int) -> None:
    game = deal(variant, number)
    answer = solve(game.rules, game.position)
    line = line_of(game.rules, game.position, answer.moves)
    # A waste from which a card has gone by itself is dealt otherwise, so that some solutions win only without that.
    assert line.alone or variant == STOCK
    assert len(line.steps) < len(line.moves) or not line.alone
    for step in line.steps:
        game.push(step.move)
        if line.alone:
            assert autoplay(game, "safe") == list(step.followed)
    assert game.is_won
    assert line.positions == game.positions and line.moves == game.moves


def test_no_moves_are_a_line_even_where_a_plugin_cannot_say_what_is_won(tmp_path: Path) -> None:
    def fails(view: View) -> bool:
        raise RuntimeError(view)

    text = "schema: 1\nname: Trial\nplugins: [maker]\nwin: {by: trial}\npiles: {tableau: {kind: tableau, count: 4}}\n"
    maker = plugin(Win(name="trial", won=fails, rule="nobody knows when"))
    rules = rules_of(text + "deal: [{to: tableau, cards: rest}]\n", tmp_path, host_with(point("maker", maker)))
    start = opening(rules, Deal("1"))
    line = line_of(rules, start, ())
    assert (line.moves, line.positions) == ((), (start,))


def test_suits_may_lie_on_other_foundations_when_cards_go_home_by_themselves() -> None:
    game = from_position(CELLS, IN_ORDER)
    clubs, hearts, diamonds, spades = (
        [cards(source, home)] * 4 for source, home in (("t1", "f4"), ("t2", "f3"), ("t3", "f2"), ("t1", "f1"))
    )
    line = line_of(game.rules, game.position, [clubs[0], *hearts, *diamonds, *clubs[1:], *spades])
    first, second, *_ = line.steps
    assert line.alone and cards("t2", "f1") in first.followed
    assert second.move == cards("t2", "f1")
    assert pushed(game, list(line.moves)).is_won


def test_moves_that_only_win_as_they_stand_are_left_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = from_position(CELLS, IN_ORDER)
    moves = suit_by_suit()

    def meddle(game: Game, mode: Mode) -> list[Move]:
        return [game.push("t3 c1")] if len(game.moves) == 1 else []

    monkeypatch.setattr(solutions, "autoplay", meddle)
    line = line_of(game.rules, game.position, moves)
    assert not line.alone
    assert line.steps == tuple(map(Step, moves))
    assert ending_text(line) == "Won in 16 moves."
    assert caution_text(line).startswith("Play these moves with autoplay off: ")


def test_moves_that_cannot_be_played_are_refused() -> None:
    game = from_position(CELLS, IN_ORDER)
    with pytest.raises(IllegalMove):
        line_of(game.rules, game.position, [cards("t1", "t2")])


def test_no_moves_are_a_line_of_none() -> None:
    game = from_position(CELLS, IN_ORDER)
    line = line_of(game.rules, game.position, ())
    assert (line.steps, line.positions) == ((), (game.position,))


def lines_of(width: int, *, wrap: bool = True) -> list[str]:
    game = from_position(CELLS, IN_ORDER)
    line = line_of(game.rules, game.position, suit_by_suit())
    return "\n".join(solution_lines(game.rules, line, Look(width), wrap=wrap, boards=False)).split("\n")


@pytest.mark.parametrize("width", [20, 30, 60, 100])
def test_a_solution_is_wrapped_to_the_width_of_the_terminal(width: int) -> None:
    assert max(map(len, lines_of(width))) <= width
    assert " ".join(lines_of(width)).split() == " ".join(lines_of(width, wrap=False)).split()


def test_for_a_pipe_a_move_has_a_line_and_one_for_what_goes_by_itself() -> None:
    first, second, third, *_ = lines_of(40, wrap=False)
    assert first == "   1. t1 f1  AC from t1 to f1."
    assert second.strip() == "Then by itself: t2 f2 (AH), t3 f3 (AD), t1 f1 (2C)."
    assert third == "   2. t1 f1  3C from t1 to f1."


def test_what_follows_of_a_card_that_goes_home_is_told_with_it() -> None:
    game = deal(STOCK, 3)
    line = line_of(game.rules, game.position, solve(game.rules, game.position).moves)
    shown = "\n".join(solution_lines(game.rules, line, Look(), wrap=False, boards=False))
    turning = sum(
        before.piles[game.rules.index[move.source]][-2:-1] >= b"\x40"
        for move, before in zip(line.moves, line.positions, strict=False)
        if move.kind == "cards" and move.source != "w"
    )
    assert turning and shown.count(" turned up on ") == turning


@pytest.mark.parametrize(
    ("answer", "limits", "sentence"),
    [
        (Answer("winnable", (cards("t1", "f1"),), 1, 1), Limits(), "X is winnable: 1 move."),
        (
            Answer("winnable", (cards("t1", "f1"),), 1, 3),
            Limits(),
            "X is winnable: 1 move (3 before needless ones were dropped).",
        ),
        (Answer("winnable"), Limits(), "X is won already."),
        (Answer("lost", positions=1), Limits(), "X is lost: proved by looking at 1 position."),
        (Answer("lost", positions=1234), Limits(), "X is lost: proved by looking at 1,234 positions."),
        (
            Answer("unknown", reason="positions"),
            Limits(200_000),
            "Whether X can be won is unknown: no answer within 200,000 positions; to look further, add "
            "--limit 2000000.",
        ),
        (
            Answer("unknown", reason="seconds"),
            Limits(None, 1),
            "Whether X can be won is unknown: no answer within 1 second; to look longer, add --seconds 10.",
        ),
        (
            Answer("unknown", reason="memory"),
            Limits(None, None, 2**29),
            "Whether X can be won is unknown: no answer within 512 MB of memory; to look further, give it more with "
            "--memory.",
        ),
        (
            Answer("unknown", positions=3000, reason="stopped"),
            Limits(),
            "Whether X can be won is unknown: stopped after 3,000 positions.",
        ),
        (
            Answer("unknown", reason="the plugin 'x' failed"),
            Limits(),
            "Whether X can be won is unknown: the plugin 'x' failed.",
        ),
    ],
)
def test_every_verdict_is_a_sentence(answer: Answer, limits: Limits, sentence: str) -> None:
    assert verdict_text("X", answer, limits, answer.length) == sentence


def test_what_it_took_is_told_with_its_rate() -> None:
    assert effort_text(12_345, 0.5) == "12,345 positions in 0.50 seconds, 24,690 a second"
    assert effort_text(1, 0) == "1 position in 0.00 seconds"
