"""What hints say while the solver thinks, when it gave up, in lost games, and of deals that were proved winnable."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.playing import CATALOG, new_game
from tests.program import run
from tests.test_advice import LONG, WINNABLE, asked, rules_of
from tests.test_texthints import Table

from solitaire_engine.advice import Advice, Adviser
from solitaire_engine.advice.prover import Prover
from solitaire_engine.autoplay import Mode
from solitaire_engine.game import Game
from solitaire_engine.rules import Rules
from solitaire_engine.settings import Settings
from solitaire_engine.solver import Limits, Options, solve
from solitaire_engine.text import advising
from solitaire_engine.winnable import KEPT, PROOFS, Proofs, winnable_deal


@pytest.fixture
def adviser_for() -> Iterator[Callable[..., Adviser]]:
    """Makes advisers that are closed when the test is over."""
    made: list[Adviser] = []

    def make(rules: Rules, limits: Limits | None = None, auto: Mode = "off") -> Adviser:
        made.append(Adviser(rules, limits=limits or Limits(), auto=auto))
        return made[-1]

    yield make
    for adviser in made:
        adviser.close()


@pytest.fixture(autouse=True)
def nothing_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test know what another one has found."""
    monkeypatch.setattr(PROOFS, "_kept", ())


def until(adviser: Adviser, wanted: Callable[[Advice], bool]) -> Advice:
    """The advice as soon as it is as wanted."""
    end = time.monotonic() + LONG
    while True:
        advice = adviser.answer(0)
        assert advice is not None and time.monotonic() < end
        if wanted(advice):
            return advice
        time.sleep(0.01)


# While it thinks, and after it


def test_while_the_solver_thinks_it_is_said_how_many_positions_it_has_looked_at(
    adviser_for: Callable[..., Adviser],
) -> None:
    game = new_game(CATALOG.rules("spider"), "1")
    adviser = adviser_for(game.rules, Limits(positions=None))
    adviser.ask(game.position, game.positions, peek=True)
    first = until(adviser, lambda advice: advice.positions > 0)
    assert re.match(r"Unknown so far, for the solver has looked at [\d,]+ positions and is still", first.sentence)
    assert until(adviser, lambda advice: advice.positions > first.positions).verdict == "unknown"


@pytest.mark.parametrize(
    ("limits", "where"),
    [
        (Limits(positions=30), "the solver gave up after 30 positions."),
        (Limits(positions=None, seconds=0.3), "the solver gave up at its limit of time after "),
    ],
)
def test_what_was_given_up_is_said_with_how_far_it_went_and_stays_so(
    adviser_for: Callable[..., Adviser], limits: Limits, where: str
) -> None:
    game = new_game(CATALOG.rules("spider"), "1")
    adviser = adviser_for(game.rules, limits)
    advice = asked(adviser, game, peek=True)
    assert advice.sentence.startswith(f"Unknown: no way to win was found, and {where}")
    adviser.ask(game.position, (), peek=True)
    # Nothing is solved again.
    assert asked(adviser, game, peek=True) == advice


# Lost games


def astray(rules: Rules) -> tuple[Game, int]:
    """A game that was winnable at first and is lost now, and after how many moves it could be won last."""
    for number in range(1, 60):
        game = new_game(rules, str(number))
        last = -1
        while game.legal_moves and len(game.moves) < 12:
            if solve(rules, game.position).verdict == "lost":
                if last > 1 and len(game.moves) - last > 1:
                    return game, last
            else:
                last = len(game.moves)
            game.push(min(game.legal_moves, key=str))
    raise AssertionError("there is no such game")


def test_in_a_lost_game_it_is_found_out_how_many_moves_to_take_back(adviser_for: Callable[..., Adviser]) -> None:
    game, last = astray(rules_of("few_cells", {"cells": "1"}))
    adviser = adviser_for(game.rules)
    assert asked(adviser, game).verdict == "lost"
    advice = until(adviser, lambda advice: advice.undo is not None)
    assert advice.undo is not None and advice.undo == len(game.moves) - last
    assert f"; undo {advice.undo} goes back to where it could still be won." in advice.sentence
    for _ in range(advice.undo):
        game.pop()
    assert asked(adviser, game).how == "solution"


def test_a_deal_that_was_lost_from_the_start_is_said_to_be_so(adviser_for: Callable[..., Adviser]) -> None:
    rules = rules_of("few_cells", {"cells": "1"})
    number = next(n for n in range(1, 60) if solve(rules, new_game(rules, str(n)).position).verdict == "lost")
    game = new_game(rules, str(number))
    game.push(min(game.legal_moves, key=str))
    adviser = adviser_for(rules)
    assert asked(adviser, game).verdict == "lost"
    advice = until(adviser, lambda advice: advice.undo is not None)
    assert advice.undo == 0 and ", not even from the beginning; play another deal." in advice.sentence


def test_that_a_game_is_lost_is_told_at_length_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "MOMENT", LONG)
    game, last = astray(rules_of("few_cells", {"cells": "1"}))
    undo = len(game.moves) - last
    table = Table(tmp_path, game, Settings())
    try:
        end = time.monotonic() + LONG
        said = [table.type("hint")[1]]
        while said[-1] != f"Still lost: undo {undo}." and time.monotonic() < end:
            said.append(table.type("hint")[1])
            time.sleep(0.05)
        assert said[-1] == f"Still lost: undo {undo}."
        assert sum(text.startswith("Lost: ") for text in said) in (1, 2)
        assert f"; undo {undo} goes back to where it could still be won." in "".join(said)
        table.type(f"undo {undo}")
        assert table.type("hint")[1].startswith("Winnable in about ")
    finally:
        table.play.hints.close()


# Deals that were proved winnable


def test_the_first_hint_in_a_deal_that_was_proved_winnable_knows_how_and_asks_no_solver(
    adviser_for: Callable[..., Adviser],
) -> None:
    rules = rules_of("few_cells")
    deal = winnable_deal(rules, start=1)
    assert deal is not None
    game = new_game(rules, str(deal))
    adviser = adviser_for(rules)
    while not game.is_won:
        advice = asked(adviser, game)
        assert (advice.verdict, advice.how) == ("winnable", "solution") and advice.move is not None
        game.push(advice.move)
    assert adviser.process_id is None


def test_a_fair_hint_does_not_know_the_proof_where_cards_are_hidden(adviser_for: Callable[..., Adviser]) -> None:
    rules = rules_of("few_turned")
    deal = winnable_deal(rules, start=1)
    game = new_game(rules, str(deal))
    adviser = adviser_for(rules)
    assert (asked(adviser, game).verdict, asked(adviser, game).how) == ("unknown", "rule of thumb")
    peeked = asked(adviser, game, peek=True)
    assert (peeked.verdict, peeked.peeks) == ("winnable", True)
    assert adviser.process_id is None


def test_what_another_process_has_proved_is_known_too(adviser_for: Callable[..., Adviser]) -> None:
    game = new_game(rules_of("few_cells"), WINNABLE["few_cells"])
    with Prover() as prover:
        assert prover.solve(game.rules, game.position, Limits(), Options(shorten=False)).verdict == "winnable"
    adviser = adviser_for(game.rules)
    assert asked(adviser, game).how == "solution" and adviser.process_id is None


def test_only_the_last_proofs_are_kept_and_those_of_other_rules_are_not_given() -> None:
    proofs, rules, others = Proofs(), rules_of("few_cells"), rules_of("few_halves")
    for number in range(KEPT + 2):
        proofs.add(rules, new_game(rules, str(number)).position, ())
    last = new_game(rules, str(KEPT + 1)).position
    proofs.add(rules, last, ())
    kept = proofs.of(rules)
    assert len(kept) == KEPT and kept[-1].position == last and proofs.of(others) == ()


@pytest.mark.parametrize("lines", [["hint"], ["new winnable", "hint"]])
def test_in_play_the_first_hint_of_a_winnable_game_says_that_it_is(tmp_path: Path, lines: list[str]) -> None:
    done = run(tmp_path, "play", "freecell", "--winnable", "--text", typed="\n".join([*lines, "quit", ""]))
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.split("> hint")[1].splitlines()
    assert said[1].startswith("Hint: ") and said[2].startswith("Winnable in about ")
