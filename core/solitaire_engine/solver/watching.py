"""Watching a search: the clock, the memory of the process, and the wish to stop."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from .answers import Limits

STATM = Path("/proc/self/statm")
BYTES_A_POSITION = 190
"""What a stored position takes beside the table, where the system does not tell; measured generously."""
HEADROOM = 256 * 1024
"""Bytes that may be taken between two looks."""


class Watch:
    """Says when a search must end. Made when it begins; reads the memory the process has then."""

    def __init__(self, limits: Limits, stop: Callable[[], bool] | None, progress: Callable[[int], None] | None) -> None:
        self._limits, self._stop, self._progress = limits, stop, progress
        self.begun = perf_counter()
        self._resident = resident_size() if limits.memory is not None else None
        self.before = 0
        """Positions stored by the attempts before."""

    def __call__(self, stored: int, table: int) -> str:
        """Why to stop, or nothing; `stored` positions of this attempt, `table` bytes of its table."""
        self.tell(self.before + stored)
        reason = self.why_over()
        memory = self._limits.memory
        if not reason and memory is not None and self._taken(stored, table) >= memory:
            return "memory"
        return reason

    def is_over(self) -> bool:
        """Whether the time is up, or somebody wants an end."""
        return bool(self.why_over())

    def tell(self, stored: int) -> None:
        """Tell whoever wants to know that so many positions are stored."""
        if self._progress is not None:
            self._progress(stored)

    def why_over(self) -> str:
        """Why there is to be an end: "stopped" where somebody wants it, "seconds" where the time is up."""
        if self._stop is not None and self._stop():
            return "stopped"
        limit = self._limits.seconds
        return "seconds" if limit is not None and self.seconds >= limit else ""

    def _taken(self, stored: int, table: int) -> int:
        """The bytes taken now, or as soon as the table grows if that is near."""
        now = resident_size()
        if now is None or self._resident is None:
            taken = table + stored * BYTES_A_POSITION
        else:
            taken = max(now - self._resident, 0)
        entries = table // 16
        # A table that is three fifths full is copied into one of at least twice its size.
        grows = stored * 5 > entries * 3 - 5 * 4096
        return taken + HEADROOM + (2 * table if grows else 0)

    @property
    def seconds(self) -> float:
        """The time since the beginning."""
        return perf_counter() - self.begun


def resident_size() -> int | None:
    """The bytes of memory that the process has now; None where the system does not tell."""
    try:
        pages = int(STATM.read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * PAGE


def _page_size() -> int:
    if sys.platform == "win32":
        return 4096
    import resource

    return resource.getpagesize()


PAGE = _page_size()
