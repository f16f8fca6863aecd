"""The command `stats`: what it prints of the games that were played, and that it forgets none unasked."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.program import environment
from tests.test_stats import ONE, PAGE, call, counted, game

from solitaire_engine import statstore
from solitaire_engine.saves import SaveFolder
from solitaire_engine.statstore import Played, StatsFile


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A data folder with some games."""
    file = StatsFile(tmp_path / "data" / statstore.FILE_NAME)
    games: Sequence[Played] = [
        replace(ONE, id="1", state="won", seconds=185, moves=120, hints=0),
        replace(ONE, id="2", state="won", seconds=245, moves=131, hints=0),
        replace(ONE, id="3", state="abandoned", seconds=30, moves=12, hints=3),
        replace(ONE, id="4", params=""),
        replace(ONE, id="5", variant="antares", params="", name="Antares", state="won", seconds=600, moves=99),
        replace(ONE, id="6", variant="gone", params="", name="Gone"),
    ]
    for one in games:
        file.put(one)
    yield tmp_path


def test_the_table_has_a_row_for_each_kind_of_game_and_fits_80_columns(folder: Path) -> None:
    lines = call(folder, "stats").stdout.splitlines()
    assert lines[:5] == [
        "game             played  won  %     streak  best  time   avg    moves  avg",
        "antares          1       1    100%  1 won   1     10:00  10:00  99     99",
        "gone             1       0    -     none    0     -      -      -      -",
        "klondike         1       0    -     none    0     -      -      -      -",
        "klondike?draw=1  3       2    67%   1 lost  2     3:05   3:35   120    126",
    ]
    assert max(map(len, lines)) <= 80


def test_the_rows_are_in_the_order_of_the_names_that_they_show(folder: Path) -> None:
    file = StatsFile(folder / "data" / statstore.FILE_NAME)
    file.put(replace(ONE, id="7", variant="/a/zebra.yaml", params="", name="Zebra"))
    file.put(replace(ONE, id="8", variant="/z/beetle.yaml", params="", name="Beetle"))
    names = [line.split()[0] for line in call(folder, "stats").stdout.splitlines()[1:8] if line]
    assert names[:6] == ["antares", "beetle.yaml", "gone", "klondike", "klondike?draw=1", "zebra.yaml"]


def test_one_game_is_told_in_full_under_each_choice_or_under_one(folder: Path) -> None:
    assert call(folder, "stats", "Klondike").stdout.count("played ") == 2
    for name in ("klondike?draw=1", "klondike_draw_one", "Klondike?Draw=1", "klondike?draw=1:7"):
        told = call(folder, "stats", name).stdout
        assert told == (
            "Klondike - draw=1\n"
            "  played            3\n"
            "  won               2 of 3 finished (67%)\n"
            "  lost              1\n"
            "  unfinished        0\n"
            "  streak            1 lost\n"
            "  longest streaks   2 won, 1 lost\n"
            "  time, games won   best 3:05, average 3:35\n"
            "  moves, games won  best 120, average 126\n"
            "  finished games    average time 2:33, average moves 88\n"
            "  hints used        3\n"
        )
    assert call(folder, "stats", "gone").stdout.startswith("Gone\n")
    wrong = call(folder, "stats", "klondkie")
    assert wrong.exit_code == 1
    assert wrong.stderr == "solitaire: there is no variant 'klondkie'; did you mean 'klondike'?\n"
    assert call(folder, "stats", "freecell").stdout == (
        "No game of freecell has been played yet; begin one: solitaire play freecell\n"
    )


def test_json_has_everything(folder: Path) -> None:
    facts = json.loads(call(folder, "stats", "--json").stdout)
    assert facts["file"] == str(folder / "data" / statstore.FILE_NAME)
    assert [one["variant"] for one in facts["games"]] == ["antares", "gone", "klondike", "klondike"]
    assert facts["games"][3] == {
        "variant": "klondike", "params": {"draw": "1"}, "name": "Klondike", "played": 3, "won": 2, "lost": 1,
        "unfinished": 0, "streak": -1, "longest_won": 2, "longest_lost": 1, "best_seconds": 185.0,
        "average_seconds": 215.0, "best_moves": 120, "average_moves": 125.5,
        "finished_average_seconds": pytest.approx(153.333, abs=0.01),
        "finished_average_moves": pytest.approx(87.667, abs=0.01), "hints": 3,
    }  # fmt: skip


def test_reset_forgets_only_what_was_named_and_only_when_it_is_confirmed(folder: Path) -> None:
    asked = "Forget the results of 3 games of klondike?draw=1 for good? [y/N] "
    for typed, code in (("n\n", 1), ("\n", 1), ("", 1), ("y\n", 0)):
        done = call(folder, "stats", "klondike?draw=1", "--reset", typed=typed)
        assert done.exit_code == code and done.stdout.startswith(asked)
        assert len(counted(folder)) == (3 if code == 0 else 6)
    assert done.stdout.endswith("Forgotten: 3 games.\n")
    assert call(folder, "stats", "klondike?draw=1", "--reset").stdout == "There is nothing to forget.\n"
    assert call(folder, "stats", "--reset", "--yes").stdout == "Forgotten: 3 games.\n"
    assert call(folder, "stats").stdout.startswith("No game has been played yet; begin one")
    assert json.loads(call(folder, "stats", "--json").stdout)["games"] == []


def test_without_an_answer_reset_says_what_to_add(folder: Path) -> None:
    done = call(folder, "stats", "--reset")
    assert done.stderr == "solitaire: nothing was forgotten, for nobody answered; add --yes to be sure\n"


def test_looking_at_no_statistics_makes_no_file(tmp_path: Path) -> None:
    assert call(tmp_path, "stats").stdout.startswith("No game has been played yet; begin one")
    assert call(tmp_path, "stats", "--reset").stdout == "There is nothing to forget.\n"
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("command", re.findall(r"`solitaire ((?:stats|saves|play)[^`]*)`", PAGE.replace("\n", " ")))
def test_the_commands_of_the_page_do_what_they_say(folder: Path, command: str) -> None:
    games = SaveFolder(folder / "data" / "games")
    for number in (1, 2):
        begun = game(deal=str(number))
        begun.push("deal")
        games.begin(begun).update(begun)
    result = call(folder, *shlex.split(command), typed="y\n")
    assert (result.exit_code, result.stderr) == (0, "") and result.stdout


def test_the_table_of_the_page_is_what_is_printed(folder: Path) -> None:
    StatsFile(folder / "data" / statstore.FILE_NAME).delete([("gone", ""), ("klondike", "")])
    (shown,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert call(folder, "stats").stdout.startswith(f"{shown}\n")


@pytest.mark.parametrize("args", [["--version"], ["list", "agnes"], ["play", "klondike:7"]])
def test_the_database_is_not_loaded_before_there_is_something_to_count(tmp_path: Path, args: list[str]) -> None:
    code = (
        "import sys; from solitaire_engine.cli import app\n"
        f"try: app({args!r})\n"
        "except SystemExit: print('sqlite3' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(tmp_path), input=b"quit\n", capture_output=True, check=True
    )
    assert done.stderr == b"False\n"
