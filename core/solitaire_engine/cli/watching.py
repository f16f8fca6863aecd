"""While a search runs: a line on the terminal that says how far it is, and Ctrl-C that stops it gently."""

from __future__ import annotations

import contextlib
import shutil
import signal
import sys
import threading
from collections.abc import Callable
from time import monotonic
from types import FrameType, TracebackType
from typing import Final, TextIO

EVERY: Final = 0.2
"""Seconds between two changes of the line: slow enough to be read, quick enough to look alive."""


PATIENCE: Final = 1.5
"""Seconds after a Ctrl-C that has not helped, as where a plugin never returns, until the way out is said."""


class Watch:
    """Within it Ctrl-C sets `stopped` instead of raising; a second one raises as ever.

    The line is written to stderr, and only where that is a terminal.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.live = self.stream.isatty()
        self.stopped = False
        self.begun = monotonic()
        self._length = 0
        self._next = self.begun + EVERY
        self._before: Callable[[int, FrameType | None], object] | int | None = None
        self._waiting: threading.Timer | None = None

    def __enter__(self) -> Watch:
        # Only the main thread may say what a signal does; elsewhere Ctrl-C does not arrive.
        with contextlib.suppress(ValueError):
            self._before = signal.signal(signal.SIGINT, self._interrupted)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self.clear()
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        if self.stopped:
            raise KeyboardInterrupt
        self.stopped = True
        self._waiting = threading.Timer(PATIENCE, self._tell_way_out)
        self._waiting.daemon = True
        self._waiting.start()

    def _tell_way_out(self) -> None:
        """Say how to end what goes on in spite of a Ctrl-C."""
        self.clear()
        self._write("solitaire: stopping, which takes a while; Ctrl-C once more breaks it off\n")

    @property
    def elapsed(self) -> float:
        """Seconds since the watch began."""
        return monotonic() - self.begun

    def stop(self) -> bool:
        """Whether the search should end, for the solver to ask."""
        return self.stopped

    def show(self, text: Callable[[], str]) -> None:
        """Replace the line, unless it was replaced a moment ago."""
        if not self.live or monotonic() < self._next:
            return
        self._next = monotonic() + EVERY
        # The last column is left free: some terminals begin a new line when it is filled.
        line = text()[: max(shutil.get_terminal_size().columns - 1, 0)]
        self._write(f"\r{line}{' ' * (self._length - len(line))}")
        self._length = len(line)

    def clear(self) -> None:
        """Take the line away, before anything else is written."""
        if self._length:
            self._write(f"\r{' ' * self._length}\r")
            self._length = 0

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            self.stream.write(text)
            self.stream.flush()
