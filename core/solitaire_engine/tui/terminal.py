"""The terminal that the table is painted on: where output goes, what ends the program, whether it is still there."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import sys
from collections.abc import Callable
from typing import Any, ClassVar, Final

from textual.driver import Driver
from textual.scrollbar import ScrollBar, ScrollBarRender

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as shells have it."""
HUNG_UP: Final = 129
"""The exit code where the terminal is closed, as after SIGHUP."""
_SIGNALS: Final = ("SIGTERM", "SIGHUP", "SIGINT")


def catch_signals(leave: Callable[[int], object]) -> None:
    """Let the signals that end a program call `leave` with the exit code that shells have for them.

    To be called in the loop that runs; where the system has no such signals nothing happens.
    """
    loop = asyncio.get_running_loop()
    for name in _SIGNALS:
        number = getattr(signal, name, None)
        if number is not None:
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, leave, 128 + number)


def on_suspension(app: Any, call: Callable[[], object]) -> None:
    """Let Ctrl-Z call something before the program stops for a while; `app` is the program."""

    def suspended(_: object) -> None:
        call()

    app.app_suspend_signal.subscribe(app, suspended)


def use_plain_bars() -> None:
    """Let bars that scroll consist of coloured spaces, for terminals without other characters."""

    class PlainBars(ScrollBarRender):
        VERTICAL_BARS: ClassVar[list[str]] = [" "]
        HORIZONTAL_BARS: ClassVar[list[str]] = [" "]

    ScrollBar.renderer = PlainBars


class _Patient:
    """A stream that does not mind if nobody is there any more: the program is about to end then."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write, if anybody is there."""
        with contextlib.suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush, if anybody is there."""
        with contextlib.suppress(OSError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def on_stdout(usual: type[Driver]) -> type[Driver]:
    """A driver that writes to stdout where the usual one would write to stderr, which may go elsewhere."""

    def start(self: Any, *args: Any, **options: Any) -> None:
        usual.__init__(self, *args, **options)
        if getattr(self, "_file", None) is sys.__stderr__:
            self._file = _Patient(sys.__stdout__)

    return type("OnStdout", (usual,), {"__init__": start})


def terminal_is_gone() -> bool:
    """Whether the terminal was closed, which not every system tells by a signal."""
    try:
        os.get_terminal_size(sys.__stdin__.fileno() if sys.__stdin__ is not None else 0)
    except ValueError:
        return True
    except OSError as error:
        return error.errno == errno.EIO
    return False
