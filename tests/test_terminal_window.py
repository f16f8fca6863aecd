"""The table in windows of every size and on terminals of every kind, the real program on a real terminal."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals on Windows", allow_module_level=True)

from tests.program import COMMAND
from tests.terminals import Terminal

FIRST_MOVE = "JC AC TH 4D from t4 to t6."
WIDE = "double_antares:7"
"""A game that is too wide for a window of 40 columns."""


def test_a_window_may_be_too_small_and_grow_again_with_the_game_going_on(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", WIDE, size=(40, 12)) as terminal:
        found = re.search(r"needs (\d+)x(\d+), have 40x12", terminal.until("needs "))
        assert found is not None
        needs = int(found[1]), int(found[2])
        terminal.resize(*needs)
        terminal.until(f" {WIDE.partition(':')[0].replace('_', ' ').title()}")
        assert "needs" not in terminal.settled(), "the size that it says it needs is enough"
        terminal.resize(80, 24)
        whole = terminal.until("? help")
        assert max(map(len, whole.split("\n"))) > 70
        terminal.type(":t1 c1\r")
        terminal.until("from t1 to c1.")
        terminal.resize(needs[0] - 1, needs[1])
        terminal.until(f"needs {needs[0]}x{needs[1]}, have {needs[0] - 1}x{needs[1]}")
        terminal.type("u")
        terminal.resize(200, 60)
        large = terminal.until("Undone: t1 c1.")
        assert len(large.split("\n")[0]) > 190 and large.split("\n")[59].startswith(" ? help")
        terminal.type("q")
        assert terminal.ends() == 0 and terminal.is_as_before


@pytest.mark.parametrize("redirected", ["{} < /dev/null", "{} | cat"], ids=["stdin", "stdout"])
def test_without_a_terminal_on_both_sides_there_are_lines_of_text(redirected: str, tmp_path: Path) -> None:
    line = redirected.format(shlex.join((*COMMAND, "play", "antares:7")))
    with Terminal(tmp_path, command=("/bin/sh", "-c", line)) as terminal:
        terminal.until("Type help for the commands")
        if "cat" in redirected:
            terminal.type("t4 t6 4\nquit\n")
            terminal.until(FIRST_MOVE)
        assert terminal.ends() == 0
        assert b"\x1b[?1049h" not in terminal.written


@pytest.mark.parametrize(
    ("args", "env"),
    [(("--ascii",), {}), ((), {"PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1", "TERM": "vt100"})],
    ids=["asked for", "an old terminal"],
)
def test_plain_characters_are_all_that_is_written_where_a_terminal_has_no_others(
    args: tuple[str, ...], env: dict[str, str], tmp_path: Path
) -> None:
    with Terminal(tmp_path, "play", "antares:7", *args, env=env) as terminal:
        terminal.until("? help")
        terminal.type("t4t6")
        terminal.until(FIRST_MOVE)
        # A part of a name, a message that is too long for its row, a page, and a dialog with lists and boxes.
        terminal.type("f")
        terminal.until("4D")
        terminal.type("c")
        terminal.until("ile c")
        terminal.resize(40, 24)
        terminal.type(":t1 t6\r")
        terminal.until("The 9H cannot go on")
        terminal.resize(80, 24)
        for key, shown in (("?", "Keys and mouse"), ("n", "Agnes"), ("m", "Moves: go to")):
            terminal.type(key)
            terminal.until(shown)
            terminal.type("\x1b")
            terminal.until(lambda text, shown=shown: shown not in text)  # type: ignore[misc]
        assert terminal.written.isascii(), {character for character in terminal.written.decode() if character > "~"}
        assert b"\\u" not in terminal.written, "nothing that had to be written in another way"
        if env:
            assert not re.search(rb"[34]8;[25];", terminal.written), "only the colours that it has"
        terminal.type("q")
        assert terminal.ends() == 0
