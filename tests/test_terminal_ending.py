"""However the program ends on a real terminal: nothing is left running, the terminal is restored, the game goes on."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals on Windows", allow_module_level=True)

from tests.fake_plugins import write_distribution
from tests.playing import CATALOG
from tests.program import COMMAND
from tests.terminals import PATIENCE, Terminal, running

from solitaire_engine.records import load_record
from solitaire_engine.saves import SaveFolder

FIRST_MOVE = "JC AC TH 4D from t4 to t6."


def wait_until_gone(numbers: set[int]) -> None:
    """Wait until some processes have ended, which the system may need a moment for."""
    end = time.monotonic() + PATIENCE
    while left := numbers & set(running()):
        assert time.monotonic() < end, f"still running: {left}"


def moves_kept(folder: Path) -> list[list[str]]:
    """The moves of each unfinished game."""
    kept = SaveFolder(folder / "data" / "games").unfinished()
    return [[str(move) for move in load_record(saved.path, CATALOG).moves] for saved in kept]


def table_of(text: str) -> list[str]:
    """The rows of the table, without the mark of the cursor."""
    return text.replace("▸", "╭").split("\n")[1:-2]


def thinking(folder: Path) -> Terminal:
    """The program after a move, with the solver beside it at work."""
    terminal = Terminal(folder, "play", "antares:7")
    terminal.until("? help")
    terminal.type("t4t6")
    terminal.until(FIRST_MOVE)
    terminal.type("v")
    terminal.until("The solver looks on.")
    terminal.until(lambda _: len(terminal.children()) == 1)
    return terminal


@pytest.mark.parametrize(
    ("typed", "how", "code"),
    [
        ((("?", "Keys and mouse"),), "\x03", 130),
        ((("n", "Accordion"), ("agnes", "Agnes Two")), signal.SIGTERM, 143),
        (((":t1 c", "Move: t1 c_"),), signal.SIGHUP, 129),
    ],
    ids=["Ctrl-C in a page", "SIGTERM in a dialog", "SIGHUP while a move is typed"],
)
def test_it_ends_from_any_window_and_with_it_the_solver(
    typed: tuple[tuple[str, str], ...], how: str | signal.Signals, code: int, tmp_path: Path
) -> None:
    with thinking(tmp_path) as terminal:
        solver = terminal.children()
        for keys, shown in typed:
            terminal.type(keys)
            terminal.until(shown)
        if isinstance(how, str):
            terminal.type(how)
        else:
            terminal.process.send_signal(how)
        assert terminal.ends() == code
        assert terminal.is_as_before, terminal.written[-400:]
        assert terminal.errors == ""
        wait_until_gone(solver)
    assert moves_kept(tmp_path) == [["t4 t6 4"]]


def test_a_signal_before_the_first_picture_finds_the_terminal_in_order_too(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "antares:7") as terminal:
        while b"\x1b[?1049h" not in terminal.written:
            terminal.read()
            assert terminal.process.poll() is None
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.ends() == 143
        assert terminal.is_as_before, terminal.written[-400:]


def test_a_killed_game_is_offered_and_goes_on_where_it_stood_and_the_solver_died_with_it(tmp_path: Path) -> None:
    with thinking(tmp_path) as terminal:
        solver = terminal.children()
        terminal.type("t1c1")
        terminal.until("9H from t1 to c1.")
        terminal.type("u")
        terminal.until("Undone: t1 c1.")
        before = table_of(terminal.settled())
        terminal.process.kill()
        terminal.process.wait()
        wait_until_gone(solver)
    with Terminal(tmp_path, "play", "antares") as terminal:
        terminal.until("play the new deal")
        assert "go on with Antares 7, 1 move, " in terminal.text
        terminal.type("n")
        terminal.until(lambda text: "unfinished" not in text)
        terminal.type(":t1 c1\r")
        terminal.until("from t1 to c1.")
        terminal.type("q")
        assert terminal.ends() == 0
    assert moves_kept(tmp_path) == [["t1 c1"], ["t4 t6 4"]], "the game that was not wanted is kept as well"
    with Terminal(tmp_path, "play", "antares:7", "--resume") as terminal:
        terminal.until("Resumed after 1 move.")
        assert table_of(terminal.settled()) == before
        terminal.type("U")
        terminal.until("9H from t1 to c1.")
        terminal.type("u")
        terminal.until("Undone: t1 c1.")
        terminal.type("u")
        terminal.until("Undone: t4 t6 4.")
        terminal.type("q")
        assert terminal.ends() == 0


def test_a_closed_terminal_ends_the_solver_too(tmp_path: Path) -> None:
    with thinking(tmp_path) as terminal:
        solver = terminal.children()
        os.close(terminal.slave)
        os.close(terminal.master)
        assert terminal.process.wait(PATIENCE) == 129
        assert terminal.errors == ""
        wait_until_gone(solver)
    assert moves_kept(tmp_path) == [["t4 t6 4"]]


def test_ctrl_z_gives_the_terminal_back_and_fg_takes_it_again(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "antares:7") as terminal:
        terminal.until("? help")
        terminal.type("t4t6")
        terminal.until(FIRST_MOVE)
        before = terminal.settled().split("\n")[1:]
        terminal.type("\x1a")
        assert os.WIFSTOPPED(terminal.changes())
        assert terminal.is_as_before
        terminal.process.send_signal(signal.SIGCONT)
        terminal.until(lambda text: text.split("\n")[1:] == before)
        terminal.type("u")
        terminal.until("Undone: t4 t6 4.")
        terminal.type("q")
        assert terminal.ends() == 0 and terminal.is_as_before


def test_a_plugin_that_fails_in_the_middle_of_a_game_is_named_and_the_game_can_be_taken_back(tmp_path: Path) -> None:
    faulty = (
        "from solitaire_engine.hooks import hookimpl\n\n\n@hookimpl\ndef solitaire_extra_moves(game):\n"
        "    if game.cards('c3') and game.cards('c4'):\n        raise SystemExit('enough')\n    return []\n"
    )
    site = write_distribution(tmp_path / "site", "faulty-pack", points={"faulty": "faulty"}, modules={"faulty": faulty})
    (tmp_path / "trial.yaml").write_text("schema: 1\nname: Trial\nextends: freecell\nplugins: [faulty]\n", "utf-8")
    with Terminal(tmp_path, "play", "trial.yaml:7", env={"PYTHONPATH": str(site)}) as terminal:
        terminal.until("? help")
        terminal.type("t1c3")
        terminal.until("from t1 to c3.")
        terminal.type("t2c4")
        terminal.until("The plugin 'faulty' (faulty-pack 1.0): its hook solitaire_extra_moves failed:")
        terminal.type("u")
        terminal.until("Undone: t2 c4.")
        terminal.type("t3c1")
        terminal.until("from t3 to c1.")
        terminal.type("q")
        assert terminal.ends() == 0 and terminal.is_as_before
    [saved] = SaveFolder(tmp_path / "data" / "games").unfinished()
    assert saved.moves == 2


@pytest.mark.parametrize(
    ("where", "fault"),
    [
        ("session.Session.undo", "raise type('Odd', (BaseException,), {})('never seen')"),
        ("counsel.Counsel.ask", "raise RuntimeError('never seen')"),
    ],
    ids=["an error that no code expects", "an error beside the interface"],
)
def test_the_log_of_a_fault_says_where_it_happened(where: str, fault: str, tmp_path: Path) -> None:
    module, of, method = where.split(".")
    code = (
        f"from solitaire_engine.table.{module} import {of}\n\n\ndef breaks(self):\n    {fault}\n\n\n"
        f"{of}.{method} = breaks\nfrom solitaire_engine.cli import main\nmain()\n"
    )
    (tmp_path / "faulty.py").write_text(code, "utf-8")
    with Terminal(tmp_path, "play", "antares:7", command=(COMMAND[0], "faulty.py")) as terminal:
        terminal.until("? help")
        terminal.type("t4t6")
        terminal.until(FIRST_MOVE)
        terminal.type("uh")
        assert terminal.ends() == 1 and terminal.is_as_before
        assert terminal.errors.startswith("solitaire: internal error, please report it: ")
        assert "Traceback" not in terminal.errors and "never seen; the game is kept" in terminal.errors
    [log] = (tmp_path / "data" / "logs").iterdir()
    assert str(log) in terminal.errors and "in breaks" in log.read_text("utf-8")
    assert moves_kept(tmp_path) in ([["t4 t6 4"]], [[]])
