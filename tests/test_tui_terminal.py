"""The table on a pseudo-terminal, as a process of its own: it starts, is played, resized and ended in every way."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals on Windows", allow_module_level=True)

from tests.playing import CATALOG
from tests.program import COMMAND
from tests.terminals import Terminal, keys_of

from solitaire_engine.records import load_record
from solitaire_engine.saves import SaveFolder
from solitaire_engine.tui.launch import can_show

FIRST = "╭5♣"
"""The first card of deal 7."""
PER_50_MOVES = 150_000
"""Bytes."""


def opened(folder: Path, *args: str, **options: object) -> Terminal:
    terminal = Terminal(folder, "play", *(args or ("antares:7",)), **options)  # type: ignore[arg-type]
    terminal.until(FIRST)
    return terminal


def test_it_starts_plays_and_quits_and_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with opened(tmp_path) as terminal:
        terminal.type("t4t6")
        terminal.until("JC AC TH 4D from t4 to t6.")
        terminal.type("q")
        assert terminal.ends() == 0 and terminal.is_as_before
        assert terminal.errors == ""
        assert "The game is kept. To go on: solitaire play --resume" in terminal.text
    assert [saved.moves for saved in SaveFolder(tmp_path / "data" / "games").unfinished()] == [1]


@pytest.mark.parametrize(
    ("how", "code"),
    [("keys", 130), (signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)],
    ids=["Ctrl-C", "SIGINT", "SIGTERM", "SIGHUP"],
)
def test_whatever_ends_it_the_terminal_is_restored_and_the_game_kept(
    how: str | signal.Signals, code: int, tmp_path: Path
) -> None:
    with opened(tmp_path) as terminal:
        terminal.type("t4t6")
        terminal.until("from t4 to t6.")
        if isinstance(how, str):
            terminal.type("\x03")
        else:
            terminal.process.send_signal(how)
        assert terminal.ends() == code
        assert terminal.is_as_before, terminal.written[-400:]
        assert "Traceback" not in terminal.errors
    [saved] = SaveFolder(tmp_path / "data" / "games").unfinished()
    assert [str(move) for move in load_record(saved.path, CATALOG).moves] == ["t4 t6 4"]


def test_the_mouse_drags_clicks_and_double_clicks(tmp_path: Path) -> None:
    with opened(tmp_path) as terminal:
        terminal.until("? help")
        terminal.press(terminal.place("J♣"))
        terminal.until("J♣━━━┓")
        goal = terminal.place("Q♥")
        terminal.move(goal)
        terminal.release(goal)
        terminal.until("JC AC TH 4D from t4 to t6.")
        for _ in range(2):
            terminal.click("A♦")
        terminal.until("AD from t4 to f1.")
        terminal.click("9♥")
        terminal.until("9♥━━━┓")
        terminal.click("any")
        terminal.until("9H from t1 to c1.")
        terminal.type("q")
        assert terminal.ends() == 0


def test_a_won_game_is_celebrated_and_put_away(tmp_path: Path) -> None:
    almost = "f1: AC..QC; f2: AD..KD; f3: AH..KH; f4: AS..KS; t1: KC"
    with Terminal(tmp_path, "play", "antares", "--position", almost) as terminal:
        terminal.until("▸K♣───╮")
        terminal.type("f")
        assert "1 move, 0:0" in terminal.until("You won!")
        terminal.type("q")
        assert terminal.ends() == 0 and terminal.is_as_before
    assert not SaveFolder(tmp_path / "data" / "games").unfinished()
    assert len(list((tmp_path / "data" / "games" / "finished").iterdir())) == 1


def test_a_closed_terminal_ends_it_without_a_word(tmp_path: Path) -> None:
    with opened(tmp_path) as terminal:
        terminal.type("t4t6")
        terminal.until("from t4 to t6.")
        os.close(terminal.slave)
        os.close(terminal.master)
        assert terminal.process.wait(20) != 0
        assert "Traceback" not in terminal.errors
    assert [saved.moves for saved in SaveFolder(tmp_path / "data" / "games").unfinished()] == [1]


def test_a_killed_game_is_offered_by_the_next_play(tmp_path: Path) -> None:
    with opened(tmp_path) as terminal:
        terminal.type("t4t6")
        terminal.until("from t4 to t6.")
        terminal.process.kill()
        terminal.process.wait()
    with Terminal(tmp_path, "play", "antares", "--deal", "8") as terminal:
        terminal.until("1 unfinished game: solitaire saves.")
        assert "An unfinished game" not in terminal.text, "who names a deal is not asked"
        terminal.type("q")
        assert terminal.ends() == 0
    with Terminal(tmp_path, "play", "antares") as terminal:
        terminal.until("An unfinished game")
        terminal.type("r")
        terminal.until("Resumed after 1 move.")
        assert FIRST in terminal.settled()
        terminal.type("q")
        assert terminal.ends() == 0


def test_a_fault_says_where_the_log_is_and_keeps_the_game(tmp_path: Path) -> None:
    code = (
        "from solitaire_engine.table.session import Session\n"
        "Session.undo = lambda self: {}['undo']\n"
        "from solitaire_engine.cli import main\nmain()\n"
    )
    (tmp_path / "faulty.py").write_text(code, "utf-8")
    with opened(tmp_path, command=(COMMAND[0], "faulty.py")) as terminal:
        terminal.type("t4t6")
        terminal.until("from t4 to t6.")
        terminal.type("u")
        assert terminal.ends() == 1 and terminal.is_as_before
        told = re.fullmatch(
            r"solitaire: internal error, please report it: KeyError: 'undo'; the game is kept; the log is (.*\.log)\n",
            terminal.errors,
        )
        assert told is not None, terminal.errors
        assert "Traceback" in Path(told[1]).read_text("utf-8")
    assert [saved.moves for saved in SaveFolder(tmp_path / "data" / "games").unfinished()] == [1]


def test_another_size_of_the_window_gives_another_table_at_any_time(tmp_path: Path) -> None:
    # What a shell has exported is not the size of the window.
    with opened(tmp_path, size=(40, 12), env={"COLUMNS": "30", "LINES": "9"}) as terminal:
        assert "╭5♣╮" in terminal.settled()
        terminal.resize(80, 24)
        terminal.until("╭5♣───╮")
        terminal.resize(20, 8)
        terminal.until("needs 23x5, have 20x")
        terminal.resize(200, 60)
        terminal.until("╭5♣─────╮")
        terminal.type("q")
        assert terminal.ends() == 0


def test_fifty_moves_write_little_and_nothing_flickers(tmp_path: Path) -> None:
    solution = load_record(Path(__file__).parent / "data" / "screens" / "antares_won.txt", CATALOG)
    with Terminal(tmp_path, "play", "antares:1", env={"COLORTERM": "truecolor"}) as terminal:
        terminal.until("? help")
        terminal.settled()
        before = len(terminal.written)
        for number, move in enumerate(solution.moves[:50], 1):
            terminal.type(keys_of(move))
            terminal.until(f" {number} move")
        written = terminal.written[before:]
        assert len(written) < PER_50_MOVES
        assert b"\x1b[2J" not in written, "the screen is never cleared"
        terminal.type("q")
        terminal.ends()


def test_without_colours_none_is_written(tmp_path: Path) -> None:
    with opened(tmp_path, env={"NO_COLOR": "1"}) as terminal:
        terminal.type("t4n")
        terminal.until("New game")
        terminal.settled()
        codes = {part for found in re.findall(rb"\x1b\[([0-9;]*)m", terminal.written) for part in found.split(b";")}
        assert not codes & {b"38", b"48", *(b"%d" % n for n in (*range(30, 38), *range(40, 48), *range(90, 108)))}
        terminal.type("\x1b")


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"TERM": ""}], ids=["dumb", "unset"])
def test_a_terminal_that_can_do_nothing_gets_lines_of_text(env: dict[str, str], tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "antares:7", env=env) as terminal:
        terminal.until("Type help for the commands")
        assert b"\x1b[?1049h" not in terminal.written
        terminal.type("quit\n")
        assert terminal.ends() == 0


def test_text_means_lines_on_any_terminal(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "antares:7", "--text") as terminal:
        terminal.until("Type help for the commands")
        assert b"\x1b[?1049h" not in terminal.written


@pytest.mark.parametrize(
    ("terminal", "environ", "windows", "expected"),
    [
        (True, {"TERM": "xterm"}, False, True),
        (True, {"TERM": "dumb"}, False, False),
        (True, {}, False, False),
        (True, {}, True, True),
        (False, {"TERM": "xterm"}, False, False),
    ],
)
def test_a_table_needs_a_terminal(terminal: bool, environ: dict[str, str], windows: bool, expected: bool) -> None:
    class Stream:
        def isatty(self) -> bool:
            return terminal

    assert can_show(Stream(), Stream(), environ, windows) is expected  # type: ignore[arg-type]


def test_nothing_of_the_table_is_loaded_before_it_opens(tmp_path: Path) -> None:
    code = "import sys, solitaire_engine.cli.playing; print([m for m in sys.modules if m.startswith('textual')])"
    done = subprocess.run([COMMAND[0], "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.strip() == "[]"
