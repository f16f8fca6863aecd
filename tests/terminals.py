"""The program on a terminal of its own, a pseudo-terminal: what is typed, what is written, what the screen shows."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte
from tests.program import COMMAND, environment

from solitaire_engine.position import Move

PATIENCE = 30.0
"""Seconds after which a program that does not answer is held to hang."""
AGAIN = 5
"""So often within that time something is done that a busy machine may miss."""


def running() -> dict[int, int]:
    """The processes of this machine that have not ended, each with the one that started it, by number."""
    found: list[list[str]] = []
    if Path("/proc/self/stat").exists():
        for path in Path("/proc").glob("[0-9]*/stat"):
            # It may have ended meanwhile. A name in brackets, which may have any characters, stands before the state.
            with contextlib.suppress(OSError):
                state, parent = path.read_text("utf-8", errors="replace").rpartition(")")[2].split()[:2]
                found.append([path.parent.name, parent, state])
    else:
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True)
        found = [line.split() for line in listed.stdout.splitlines()]
    return {int(number): int(parent) for number, parent, state in found if not state.startswith("Z")}


def keys_of(move: Move) -> str:
    """The keys that make a move: the piles' names, with capitals where a small letter means something else."""
    if move.kind != "cards":
        return " "
    source, target = (name[0].upper() + name[1:] if name[0] in "frd" else name for name in (move.source, move.target))
    return f"{source}{move.count if move.count > 1 else ''}{target}"


class Terminal:
    """A program in a terminal of some columns and rows; to be used in a with statement."""

    def __init__(
        self,
        folder: Path,
        *args: str,
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        self.columns, self.rows = size
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""
        self.master, slave = pty.openpty()
        self._set_size(slave, size)
        self.before = termios.tcgetattr(slave)
        with (folder / "stderr.txt").open("wb") as errors:
            self.process = subprocess.Popen(
                [*command, *args],
                env=environment(folder, **{"TERM": "xterm-256color", **(env or {})}),
                cwd=folder,
                stdin=slave,
                stdout=slave,
                stderr=errors,
                start_new_session=True,
                # The terminal is the program's own, so that closing it hangs the program up.
                preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            )
        self.folder, self.slave = folder, slave

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for end in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(end)

    def _set_size(self, end: int, size: tuple[int, int]) -> None:
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        """Make the window larger or smaller."""
        self._set_size(self.slave, (columns, rows))
        self.screen.resize(rows, columns)
        self.process.send_signal(signal.SIGWINCH)

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.master, text.encode())

    def place(self, shown: str) -> tuple[int, int]:
        """The column and row, from 1 on, of the second character of a text on the screen."""
        for y, line in enumerate(self.text.split("\n"), 1):
            if shown in line:
                return line.index(shown) + 2, y
        raise AssertionError(f"the screen does not show {shown!r}, but:\n{self.text}")

    def press(self, at: tuple[int, int], button: int = 0) -> None:
        """A button of the mouse goes down, as terminals report it: 0 the left one, 2 the right one."""
        self.type(f"\x1b[<{button};{at[0]};{at[1]}M")

    def move(self, at: tuple[int, int]) -> None:
        """The mouse moves with its left button down."""
        self.type(f"\x1b[<32;{at[0]};{at[1]}M")

    def release(self, at: tuple[int, int], button: int = 0) -> None:
        """A button goes up."""
        self.type(f"\x1b[<{button};{at[0]};{at[1]}m")

    def click(self, shown: str) -> None:
        """Click on a text."""
        at = self.place(shown)
        self.press(at)
        self.release(at)

    def read(self, seconds: float = 0.05) -> bool:
        """Take in what the program writes; False if nothing came within some seconds."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.written += data
        self._stream.feed(data)
        return bool(data)

    @property
    def text(self) -> str:
        """What the screen shows, without the spaces at the ends of its rows."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, shown: Callable[[str], bool] | str) -> str:
        """Wait until the screen shows a text, or what is asked for; gives what it shows."""
        end = time.monotonic() + PATIENCE
        asked = shown if callable(shown) else lambda text: shown in text
        while not asked(self.text):
            self.read()
            over = self.process.poll() is not None and not self.read(0.2)
            if (over and not asked(self.text)) or time.monotonic() > end:
                raise AssertionError(f"the screen does not show {shown!r}, but:\n{self.text}\n{self.errors[-2000:]}")
        return self.text

    def insist(self, act: Callable[[], None], shown: Callable[[str], bool] | str) -> str:
        """Do something, and again every few seconds, until the screen shows a text or what is asked for.

        For what a busy machine may miss: a key that comes while a window is still opening, and a change of
        size that comes while the one before is still drawn.
        """
        asked = shown if callable(shown) else lambda text: shown in text
        for _ in range(AGAIN):
            act()
            end = time.monotonic() + PATIENCE / AGAIN
            while not asked(self.text) and time.monotonic() < end:
                self.read()
            if asked(self.text):
                return self.text
        return self.until(shown)

    def settled(self, quiet: float = 0.25) -> str:
        """Wait until nothing more is written for a while."""
        while self.read(quiet):
            pass
        return self.text

    def ends(self) -> int:
        """Wait until the program has ended; gives its exit code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            self.read()
            if time.monotonic() > end:
                raise AssertionError(f"the program does not end; the screen:\n{self.text}")
        self.settled(0.1)
        return self.process.returncode

    def changes(self) -> int:
        """Wait until the program has stopped or ended; gives its status as `os.WIFSTOPPED` reads it."""
        end = time.monotonic() + PATIENCE
        while not (found := os.waitpid(self.process.pid, os.WUNTRACED | os.WNOHANG))[0]:
            self.read()
            assert time.monotonic() < end, f"the program goes on; the screen:\n{self.text}"
        self.settled(0.05)
        return found[1]

    def children(self) -> set[int]:
        """The processes that the program has started and that have not ended, by number."""
        return {number for number, parent in running().items() if parent == self.process.pid}

    @property
    def errors(self) -> str:
        """What was written to stderr."""
        return (self.folder / "stderr.txt").read_text("utf-8")

    @property
    def is_as_before(self) -> bool:
        """Whether the terminal is set as it was, its alternate screen left, its cursor shown, the mouse let go."""
        modes = termios.tcgetattr(self.slave) == self.before
        pairs = [(b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?25l", b"\x1b[?25h"), (b"\x1b[?1000h", b"\x1b[?1000l")]
        return modes and all(self.written.rfind(off) > self.written.rfind(on) for on, off in pairs)
