"""Solving in another process while the caller waits: the answers are the solver's, whatever becomes of the process."""

from __future__ import annotations

import os
import signal
import sys
import threading

import pytest
from tests.playing import new_game

import solitaire_engine as se
from solitaire_engine.advice.prover import Prover
from solitaire_engine.solver import Limits, Options, solve
from solitaire_engine.winnable import winnable_deal

CATALOG = se.default_catalog()
SHORT = Options(shorten=False)


def test_the_answer_is_the_solvers_own() -> None:
    game = new_game(CATALOG.rules("freecell"), "ms:1")
    with Prover() as prover:
        for limits in (Limits(positions=20_000), Limits(positions=3)):
            here, there = (
                solve(game.rules, game.position, limits, SHORT),
                prover.solve(game.rules, game.position, limits, SHORT),
            )
            assert (there.verdict, there.moves, there.reason) == (here.verdict, here.moves, here.reason)


def test_the_work_is_done_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def here(*_: object, **__: object) -> None:
        raise AssertionError("solved in this process")

    monkeypatch.setattr("solitaire_engine.advice.prover.solve", here)
    with Prover() as prover:
        found = winnable_deal(CATALOG.rules("freecell"), start=1, solver=prover.solve)
    assert str(found) == "1"


def test_who_stops_waiting_is_answered_at_once_and_may_ask_again() -> None:
    game = new_game(CATALOG.rules("spider"), "7")
    quick = new_game(CATALOG.rules("freecell"), "ms:1")
    limits = Limits(positions=None)
    asked = threading.Event()
    with Prover() as prover:
        timer = threading.Timer(0.3, asked.set)
        timer.start()
        answer = prover.solve(game.rules, game.position, limits, SHORT, stop=asked.is_set)
        timer.join()
        assert (answer.verdict, answer.reason) == ("unknown", "stopped")
        assert prover.solve(quick.rules, quick.position, limits, SHORT).verdict == "winnable"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_a_process_that_is_killed_leaves_the_solver_here() -> None:
    game = new_game(CATALOG.rules("spider"), "7")
    with Prover() as prover:
        timer = threading.Timer(0.3, lambda: os.kill(prover.process_id, signal.SIGKILL))
        timer.start()
        answer = prover.solve(game.rules, game.position, Limits(positions=2_000), SHORT, stop=None)
        timer.join()
        again = prover.solve(game.rules, game.position, Limits(positions=2_000), SHORT)
    assert (
        answer.positions
        == again.positions
        == solve(game.rules, game.position, Limits(positions=2_000), SHORT).positions
    )
