"""Hints in text play: the next move, what is known of the game, and no waiting and no process left behind."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.playing import new_game
from tests.program import answer, run, start
from tests.test_advice import FILES, LONG, WINNABLE, ends, is_alive, rules_of

from solitaire_engine.advice import Adviser
from solitaire_engine.game import Game
from solitaire_engine.hints import hint
from solitaire_engine.saves import SaveFolder
from solitaire_engine.settings import Settings
from solitaire_engine.solver import solve
from solitaire_engine.text import advising
from solitaire_engine.text.console import Console
from solitaire_engine.text.look import Look
from solitaire_engine.text.play import TextPlay

STILL = "Unknown so far, for the solver is still thinking: this is a rule of thumb. Ask again in a moment."


class Table:
    """A game in this process into which lines are typed."""

    def __init__(self, folder: Path, game: Game, settings: Settings) -> None:
        self.out = io.StringIO()
        saves = SaveFolder(folder / "games")
        console = Console(io.StringIO(), self.out, Look(ascii=True))
        self.play = TextPlay(game, saves.begin(game), saves, console, settings)
        self.play.view = "off"

    def type(self, line: str) -> list[str]:
        """What is said about a line."""
        begin = len(self.out.getvalue())
        assert self.play.obey(line)
        return self.out.getvalue()[begin:].splitlines()


Sit = Callable[..., Table]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Begins a game of one of the small variants, which is over with the test."""
    tables: list[Table] = []

    def begin(name: str, settings: Settings | None = None, deal: str = "") -> Table:
        game = new_game(rules_of(name), deal or WINNABLE[name])
        tables.append(Table(tmp_path, game, settings or Settings()))
        return tables[-1]

    yield begin
    for table in tables:
        table.play.hints.close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hints wait for the solver as long as it takes."""
    monkeypatch.setattr(advising, "MOMENT", LONG)


def move_of(said: list[str]) -> str:
    """The move that a hint tells."""
    found = re.match(r"Hint: ([^(]+)(?: \(|$)", said[0])
    assert found, said
    return found[1].strip()


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("settings", [Settings(), Settings(autoplay="safe"), Settings(think_ahead=False)], ids=repr)
def test_typing_what_the_hints_say_wins(sit: Sit, settings: Settings) -> None:
    table, left = sit("few_cells", settings), None
    while not table.play.game.is_won:
        move, known = table.type("hint")
        found = re.fullmatch(r"Winnable in about (\d+) moves?\.", known)
        assert found and (left is None or int(found[1]) == left - 1)
        left = int(found[1])
        table.type(move_of([move]))
    assert left == 1
    # A won game has a hint as any other position has, if anything can be moved at all.
    assert table.type("hint")


@pytest.mark.usefixtures("patient")
def test_a_peeking_hint_says_that_it_peeks_and_a_fair_one_does_not_look(sit: Sit) -> None:
    table = sit("few_turned")
    game = table.play.game
    thumb, unknown = table.type("hint")
    assert move_of([thumb]) == str(hint(game.rules, game.position, game.positions))
    assert unknown == "Unknown whether this can be won: a fair hint does not look at hidden cards; hint peek does."
    assert table.type("hint fair") == [thumb]
    peeked = table.type("hint peek")
    assert re.fullmatch(r"Winnable in about \d+ moves\. This peeks: it knows the hidden cards\.", peeked[1])
    assert table.type("hint") == [thumb]
    assert table.type("h peek") == peeked
    assert table.type("hint up") == ["No: 'up' means nothing here; write hint, hint peek or hint fair."]


@pytest.mark.usefixtures("patient")
def test_the_setting_makes_every_hint_peek(sit: Sit) -> None:
    table = sit("few_turned", Settings(hints="peek"))
    while not table.play.game.is_won:
        move, known = table.type("hint")
        assert known.startswith("Winnable in about ")
        table.type(move_of([move]))
    assert len(sit("few_turned", Settings(hints="peek")).type("hint fair")) == 2


@pytest.mark.usefixtures("patient")
def test_a_lost_game_is_said_to_be_lost(sit: Sit) -> None:
    rules = rules_of("few_cells")
    lost = next(
        text for text in map(str, range(1, 60)) if solve(rules, new_game(rules, text).position).verdict == "lost"
    )
    said = sit("few_cells", deal=lost).type("hint")
    assert said[1] == (
        "Lost: the solver has proved that no way wins, not even from the beginning; play another deal. This is a rule "
        "of thumb."
    )


def test_a_hint_does_not_wait_for_the_solver_and_a_later_one_has_its_answer(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "MOMENT", 0.0)
    table = sit("few_cells")
    game = table.play.game
    first = table.type("hint")
    assert first[1] == STILL and move_of(first) == str(hint(game.rules, game.position, game.positions))
    end = time.monotonic() + LONG
    while (later := table.type("hint"))[1] == STILL and time.monotonic() < end:
        time.sleep(0.01)
    assert later[1].startswith("Winnable in about ")


def test_nothing_thinks_before_the_first_hint_and_then_ahead_unless_it_may_not(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    ask = Adviser.ask

    def counted(adviser: Adviser, *args: Any, **more: Any) -> None:
        asked.append(True)
        ask(adviser, *args, **more)

    monkeypatch.setattr(Adviser, "ask", counted)
    for settings, expected in ((Settings(), [0, 1, 2]), (Settings(think_ahead=False), [0, 1, 1])):
        table = sit("few_cells", settings)
        counts: list[int] = []
        for line in (str(next(iter(table.play.game.legal_moves))), "hint", "undo"):
            table.type(line)
            counts.append(len(asked))
        assert counts == expected
        asked.clear()


# The process


def solver_of(process: subprocess.Popen[str]) -> int:
    """The process in which the solver runs for a game."""
    children = Path(f"/proc/{process.pid}/task").glob("*/children")
    (found,) = {int(child) for path in children for child in path.read_text("ascii").split()}
    return found


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("way", ["quit", "end of input", "SIGINT", "SIGTERM", "SIGKILL"])
def test_however_the_game_is_left_the_solver_is_gone(tmp_path: Path, way: str) -> None:
    process = start(tmp_path, "play", f"{FILES / 'few_cells.yaml'}:{WINNABLE['few_cells']}", "--text")
    assert process.stdin is not None
    assert answer(process, "hint").startswith("Hint: ")
    solver = solver_of(process)
    assert is_alive(solver)
    if way.startswith("SIG"):
        process.send_signal(getattr(signal, way))
    _, err = process.communicate("quit\n" if way == "quit" else "", timeout=60)
    assert err == ""
    assert process.returncode == {"quit": 0, "end of input": 0, "SIGINT": 130}.get(way, process.returncode)
    assert ends(solver)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_a_solver_that_is_killed_costs_nothing_but_the_verdict(tmp_path: Path) -> None:
    process = start(tmp_path, "play", "spider:1", "--text")
    assert process.stdin is not None
    assert answer(process, "hint peek").startswith("Hint: ")
    os.kill(solver_of(process), signal.SIGKILL)
    assert answer(process, "hint").startswith("Hint: ")
    out, err = process.communicate("quit\n", timeout=60)
    assert (process.returncode, err) == (0, "") and out.endswith("Goodbye.\n")


def test_hints_from_a_pipe_are_answered_at_once(tmp_path: Path) -> None:
    said = run(tmp_path, "play", "freecell:ms:1", "--text", typed="hint\nhint\nhint peek\nquit\n")
    assert (said.returncode, said.stderr) == (0, "")
    lines = said.stdout.splitlines()
    assert sum(line.startswith("Hint: ") for line in lines) == 3
    assert sum(line.startswith(("Winnable in about ", "Unknown so far, ")) for line in lines) == 3
