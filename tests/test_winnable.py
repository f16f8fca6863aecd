"""Deals that can be won: found the same every time, proved, and nothing else is dealt."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from tests.program import COMMAND, environment, run, start
from typer.testing import CliRunner

from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import MAX_NUMBER, Deal
from solitaire_engine.game import Game
from solitaire_engine.rules import Rules
from solitaire_engine.saves import SaveFolder
from solitaire_engine.solver import Answer, Limits, solve
from solitaire_engine.winnable import winnable_deal

FILES = Path(__file__).parent / "data" / "advice"
FEW = str(FILES / "few_cells.yaml")
ONE_CELL = {"cells": "1"}
"""With these some deals are lost."""

pytestmark = pytest.mark.usefixtures("own_folders")


def rules(values: dict[str, str] | None = None) -> Rules:
    return default_catalog().rules(FEW, values)


def verdict(deal: str, values: dict[str, str] | None = None) -> str:
    """What the solver says of a deal when it has time."""
    game = Game(rules(values), Deal(deal))
    return solve(game.rules, game.position).verdict


def first(wanted: str, values: dict[str, str]) -> str:
    """The first deal of which the solver says that."""
    return next(text for text in map(str, range(1, 200)) if verdict(text, values) == wanted)


def test_the_first_deal_that_can_be_won_is_found() -> None:
    tried: list[tuple[Deal, str]] = []
    lost = int(first("lost", ONE_CELL))
    found = winnable_deal(
        rules(ONE_CELL), start=lost, progress=lambda deal, answer: tried.append((deal, answer.verdict))
    )
    assert found is not None and found == tried[-1][0]
    assert [int(deal.text) for deal, _ in tried] == list(range(lost, int(found.text) + 1))
    assert [answer for _, answer in tried[:-1]] == ["lost"] * (len(tried) - 1) and tried[-1][1] == "winnable"
    assert len(tried) > 1
    assert winnable_deal(rules(ONE_CELL), start=lost) == found


def test_no_time_is_spent_on_shortening_a_solution_that_nobody_is_shown() -> None:
    tried: list[Answer] = []
    assert winnable_deal(rules(), start=1, progress=lambda _, answer: tried.append(answer)) is not None
    assert tried[-1].moves and (tried[-1].found, tried[-1].length) == (0, 0)


def test_without_a_start_it_is_looked_for_anywhere() -> None:
    found = {winnable_deal(rules()) for _ in range(3)}
    assert len(found) == 3 and all(deal is not None and verdict(deal.text) == "winnable" for deal in found)


def test_after_so_many_tries_nothing_is_found() -> None:
    tried: list[Answer] = []
    nothing = Limits(positions=1)
    found = winnable_deal(rules(), start=1, tries=4, limits=nothing, progress=lambda _, answer: tried.append(answer))
    assert found is None and [answer.verdict for answer in tried] == ["unknown"] * 4


def test_the_numbers_begin_again_after_the_last() -> None:
    tried: list[str] = []
    nothing = Limits(positions=1)
    winnable_deal(rules(), start=MAX_NUMBER, tries=2, limits=nothing, progress=lambda deal, _: tried.append(deal.text))
    assert tried == [str(MAX_NUMBER), "0"]


def test_it_stops_when_it_is_told_to() -> None:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 2

    assert winnable_deal(rules(), start=1, tries=50, limits=Limits(positions=1), stop=stop) is None
    assert len(asked) < 10


# The command


def call(*args: str, typed: str = "") -> tuple[int, str, str]:
    from solitaire_engine.cli import app

    result = CliRunner().invoke(app, ["play", *args], input=typed)
    return result.exit_code, result.stdout, result.stderr


def test_play_deals_only_what_is_proved_winnable_and_says_so() -> None:
    for args, values in (((FEW,), {}), ((FEW, "-p", "cells=1"), ONE_CELL), ((FEW, "--deal", "random"), {})):
        code, said, errors = call(*args, "--winnable", typed="share\nquit\n")
        assert (code, errors) == (0, "")
        looks, proved, *_ = lines = said.splitlines()
        assert looks == "Looking for a deal that can be won; Ctrl-C stops."
        deal = proved.split()[1]
        assert proved == f"Deal {deal} is winnable (proved by the solver)."
        assert verdict(deal, values) == "winnable"
        assert lines[lines.index("> share") + 1].endswith(f":{deal}")


def test_a_deal_that_is_given_is_dealt_only_if_it_can_be_won(monkeypatch: pytest.MonkeyPatch) -> None:
    lost, winnable = first("lost", ONE_CELL), first("winnable", ONE_CELL)
    for args in ((f"{FEW}?cells=1:{winnable}",), (FEW, "-p", "cells=1", "--deal", winnable)):
        code, said, errors = call(*args, "--winnable", typed="quit\n")
        assert (code, errors) == (0, "")
        assert said.splitlines()[1] == f"Deal {winnable} is winnable (proved by the solver)."
        assert f":{winnable}" in said.splitlines()[2]
    code, said, errors = call(f"{FEW}?cells=1:{lost}", "--winnable", typed="quit\n")
    way = "to play it all the same, leave --winnable out"
    assert (code, errors) == (1, f"solitaire: deal {lost} is lost, as the solver has proved; {way}\n")
    assert "> " not in said and not SaveFolder().unfinished()
    monkeypatch.setattr("solitaire_engine.winnable.CHECKED", Limits(positions=1))
    code, said, errors = call(f"{FEW}:{winnable}", "--winnable")
    assert code == 1 and errors.startswith(f"solitaire: whether deal {winnable} can be won is unknown: the solver gave")
    assert errors.endswith(f"; {way}\n")


def test_a_position_that_is_given_is_looked_at_too() -> None:
    game = Game(rules(), Deal(first("winnable", {})))
    code, said, _ = call(FEW, "--position", str(game.position), "--winnable", typed="quit\n")
    assert code == 0 and said.splitlines()[1] == "This position is winnable (proved by the solver)."


def test_where_no_deal_is_found_that_is_said_and_nothing_is_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solitaire_engine.winnable.LIMITS", Limits(positions=2))
    monkeypatch.setattr("solitaire_engine.winnable.TRIES", 3)
    code, said, errors = call(FEW, "--winnable")
    assert code == 1 and "> " not in said
    assert errors == (
        "solitaire: none of 3 deals was proved winnable by looking at up to 2 positions of each (none of them is "
        "proved lost); try again, or play any deal without asking for a winnable one\n"
    )


def test_a_resumed_game_has_its_deal_already() -> None:
    code, _, errors = call("--resume", "--winnable")
    assert code == 2 and errors.startswith("solitaire: invalid value: a resumed game has its deal")


def test_new_winnable_deals_such_a_game_at_the_table(tmp_path: Path) -> None:
    said = run(tmp_path, "play", f"{FEW}:1", "--text", typed="new winnable\nshare\n").stdout.splitlines()
    at = said.index("> new winnable")
    assert said[at + 1] == "Looking for a deal that can be won; Ctrl-C stops."
    deal = said[at + 2].split()[1]
    assert said[at + 2] == f"Deal {deal} is winnable (proved by the solver)." and verdict(deal) == "winnable"
    assert said[said.index("> share") + 1].endswith(f":{deal}")


HARD = ("spider", "--deal", "1")
"""Nobody has an answer to this within the time of a test."""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_ctrl_c_ends_the_looking_with_130_and_says_so(tmp_path: Path) -> None:
    process = start(tmp_path, "play", *HARD, "--winnable", "--text")
    assert process.stdout is not None
    assert process.stdout.readline() == "Looking whether deal 1 can be won; Ctrl-C stops.\n"
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "solitaire: stopped looking; no game was begun\n")
    assert not SaveFolder(tmp_path / "data" / "games").unfinished()


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals on Windows")
def test_on_a_terminal_it_is_told_how_far_the_looking_is(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "play", *HARD, "--winnable", "--text"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(tmp_path, TERM="xterm"),
        cwd=tmp_path,
    )
    os.close(theirs)
    shown = b""
    while b"positions looked at" not in shown:
        shown += os.read(ours, 65_536)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    # What was told is cleared away.
    rest = os.read(ours, 65_536)
    assert rest.strip() == b"solitaire: stopped looking; no game was begun" and rest.startswith(b"\r")
    os.close(ours)
