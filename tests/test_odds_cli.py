"""The command `odds`, and the document that describes it."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.pages import blocks, tried
from tests.program import COMMAND, environment, run

from solitaire_engine.cli import main
from solitaire_engine.odds import estimate, wilson

ROOT = Path(__file__).parents[1]
GAME = str(ROOT / "tests" / "data" / "odds" / "three_ranks.yaml")
DOCUMENT = (ROOT / "docs" / "odds.md").read_text("utf-8")

# 140 and 60 are what the exhaustive search of so small a game gives, whoever does it.
TOLD = r"""
Three Ranks - three_ranks, rules [0-9a-f]{16}
deals 1-200, each within 200,000 positions; version \S+, solver python \d+
winnable  140
lost      60
unknown   0
win rate  between 63.32 % and 75.93 % with 95 % confidence
decided   all 200 deals; 140 are winnable \(70.00 %\)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the deals 1-200 are known."""
    folder = tmp_path_factory.mktemp("odds")
    done = run(folder, "odds", GAME, "--deals", "200", "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(TOLD.lstrip("\n"), done.stdout)
    return folder


Command = Callable[..., tuple[int, str, str]]


def caller(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command in this process, which is quicker: its exit code, and what it writes to stdout and stderr."""
    monkeypatch.chdir(folder)
    for name, value in environment(folder).items():
        monkeypatch.setenv(name, value)

    def call(*args: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["solitaire", *args])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        assert isinstance(end.value.code, int)
        return end.value.code, out, err

    return call


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command in an empty folder."""
    return caller(tmp_path, monkeypatch, capsys)


@pytest.fixture
def again(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command where the deals 1-200 are known."""
    return caller(folder, monkeypatch, capsys)


def test_the_text_says_how_much_was_known_already(again: Command) -> None:
    code, out, err = again("odds", GAME, "--deals", "101-110")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "10 deals of these were known from earlier runs"


def test_json_has_everything_that_was_measured(again: Command) -> None:
    told = json.loads(again("odds", GAME, "--deals", "200", "--json", "--confidence", "99.5")[1])
    low, high = wilson(140, 200, 0.995)
    assert (told["low"], told["high"], told["rate_of_decided"], told["confidence"]) == (low, high, 0.7, 0.995)
    assert (told["winnable"], told["lost"], told["unknown"], told["count"], told["reused"]) == (140, 60, 0, 200, 200)
    assert told["limits"] == {"positions": 200000, "seconds": None, "memory": None}
    assert (told["variant"], told["params"], told["deals"]) == ("three_ranks", {}, "1-200")


def test_csv_is_a_line_of_names_and_one_of_values(folder: Path) -> None:
    args = ("--deals", "200", "--csv", "--limit", "2k", "--seconds", "9", "--memory", "512M")
    (row,) = csv.DictReader(run(folder, "odds", GAME, *args, "-p", "cells=0", "--jobs", "1").stdout.splitlines())
    assert (row["winnable"], row["lost"], row["unknown"], row["params"]) == ("21", "179", "0", "cells=0")
    assert (row["limits_positions"], row["limits_seconds"], row["limits_memory"]) == ("2000", "9.0", str(512 << 20))


def test_every_deal_can_be_exported(folder: Path, again: Command) -> None:
    (folder / "deals.csv").write_text("what was there before", "utf-8")
    code, _, err = again("odds", GAME, "--deals", "11-50", "--export", "deals.csv")
    assert (code, err) == (0, "")
    with (folder / "deals.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == ["deal", "verdict", "length", "positions", "seconds", "reason"]
    assert [row["deal"] for row in rows] == [str(number) for number in range(11, 51)]
    found = estimate(GAME, "11-50", database=folder / "data" / "odds.sqlite3")
    assert found.reused == 40
    assert sum(row["verdict"] == "winnable" for row in rows) == found.counts.winnable


BAD = [
    (("odds",), 2, "missing argument"),
    (("odds", "no_such_game"), 1, "there is no variant 'no_such_game'"),
    (("odds", "antares:7"), 2, "odds are those of many deals: --deals instead of :7"),
    (("odds", GAME, "--deals", "7-3"), 1, "'7-3' has no deals"),
    (("odds", GAME, "--deals", "ms:1-9"), 1, "ms:1 orders one full pack of 52 cards or two"),
    (("odds", GAME, "--jobs", "0"), 2, "--jobs"),
    (("odds", GAME, "--jobs", "2", "--dask", "tcp://127.0.0.1:1"), 2, "leave --jobs or --dask out"),
    (("odds", GAME, "--deals", "0"), 1, "'0' means no deals"),
    (("odds", GAME, "--limit", "few"), 2, "'few' is not a number of positions"),
    (("odds", GAME, "--confidence", "100"), 2, "write percent between 0 and 100"),
    (("odds", GAME, "--confidence", "nan"), 2, "write percent between 0 and 100"),
    (("odds", GAME, "--json", "--csv"), 2, "as JSON or as CSV, not as both"),
    (("odds", GAME, "--compare", "guessed"), 2, "there is only: --compare published"),
    (("odds", GAME, "--compare", "published"), 1, "no figure was published for three_ranks"),
    (("odds", GAME, "-p", "cells=9"), 1, "cells"),
    (("odds", GAME, "--export", "nowhere/deals.csv"), 1, "deals.csv: the deals cannot be written"),
    (("odds", GAME, "--export", "."), 1, "this is a folder"),
]


@pytest.mark.parametrize(("args", "code", "told"), BAD)
def test_what_is_wrong_is_said_in_one_line_before_anything_is_measured(
    tmp_path: Path, command: Command, args: tuple[str, ...], code: int, told: str
) -> None:
    ended, out, err = command(*args)
    assert (ended, out, err.count("\n")) == (code, "", 1)
    assert err.startswith("solitaire: ")
    assert told in err
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_of_results_is_said_in_one_line_and_left_alone(tmp_path: Path, command: Command) -> None:
    kept = tmp_path / "data" / "odds.sqlite3"
    kept.parent.mkdir()
    kept.write_bytes(b"no database at all" * 100)
    code, out, err = command("odds", GAME, "--export", "deals.csv")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"solitaire: {kept}: this file is no database of results")
    assert kept.read_bytes() == b"no database at all" * 100
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_on_a_terminal_a_bar_shows_the_pace_and_the_result_goes_where_it_was_sent(tmp_path: Path) -> None:
    # Not every system has it.
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "odds", GAME, "--deals", "150", "--jobs", "1"],
        env=environment(tmp_path, TERM="xterm", COLUMNS="110"),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=theirs,
        encoding="utf-8",
    )
    os.close(theirs)
    seen = bytearray()
    try:
        while part := os.read(ours, 65536):
            seen += part
    except OSError:
        pass  # what Linux says at the end of a terminal
    finally:
        os.close(ours)
    out = process.communicate(timeout=60)[0]
    assert process.returncode == 0
    assert out.startswith("Three Ranks - three_ranks, ")
    drawn = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen.decode())
    assert re.search(r"Three Ranks .* \d+/150 .*deals/s, \d+:\d\d left, \d+\.\d\d % to \d+\.\d\d %", drawn)


def test_nothing_that_measures_is_imported_by_other_commands(tmp_path: Path) -> None:
    code = (
        "import sys; sys.argv = ['solitaire', '--version']\n"
        "from solitaire_engine.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(sorted({'sqlite3', 'multiprocessing', 'rich', 'distributed'} & set(sys.modules)))\n"
    )
    done = subprocess.run([COMMAND[0], "-c", code], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# The document


def documented() -> list[str]:
    lines = [line for text in blocks("sh", DOCUMENT) for line in text.splitlines()]
    inline = re.findall(r"`(solitaire odds [^`]+)`", " ".join(DOCUMENT.split()))
    return [line for line in [*lines, *inline] if line.startswith("solitaire ")]


@pytest.mark.parametrize("line", documented())
def test_a_command_of_the_document_is_understood(line: str, tmp_path: Path, command: Command) -> None:
    shutil.copy(GAME, tmp_path / "my_game.yaml")
    words = shlex.split(line)[1:]
    if "--dask" in words:
        words[words.index("--dask") :] = []
    # The last of an option given twice stands: nobody has the time for a thousand deals.
    code, out, err = command(*words, "--deals", "2", "--limit", "5", "--jobs", "1")
    assert (code, err) == (0, "")
    assert out


def test_the_output_in_the_document_is_what_is_printed(tmp_path: Path) -> None:
    (shown,) = blocks("text", DOCUMENT)
    command, output = shown.split("\n", 1)
    done = run(tmp_path, *shlex.split(command.removeprefix("$ "))[1:])
    versions = re.compile(r"version \S+, solver python \d+")
    assert versions.sub("", done.stdout) == versions.sub("", output)


def test_the_python_in_the_document_gives_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLITAIRE_DATA", str(tmp_path))
    assert tried("\n".join(blocks("python", DOCUMENT)), "docs/odds.md") > 6


def test_every_option_of_the_command_is_in_the_document(command: Command) -> None:
    shown = command("odds", "--help")[1]
    options = set(re.findall(r"--[a-z]+", shown)) - {"--help"}
    assert {"--deals", "--dask"} < options
    assert options == {option for option in options if option in DOCUMENT}


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)]+)\)", DOCUMENT))
def test_a_link_of_the_document_leads_somewhere(target: str) -> None:
    assert (ROOT / "docs" / target).exists() or target.startswith("https://")
