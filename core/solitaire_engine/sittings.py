"""How one game is being played: its own name, the active time, the hints used.

A save keeps this as a line that readers of records take for a comment::

    # played: 5f2a91c0d4e70b36 for 312.4 s, 2 hints, the daily deal of 2030-01-31

so that a game that is resumed, on another day or from a copy, is still the same game.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from secrets import token_hex
from typing import Final

PAUSE: Final = 120.0
"""Seconds: who does nothing for longer is not playing, and none of that time counts."""

_HEAD: Final = "# played: "
_UNCOUNTED: Final = ", not counted"
_LINE: Final = re.compile(
    rf"^{_HEAD}([0-9a-f]{{16}}) for ([0-9]{{1,9}}\.[0-9]) s, ([0-9]{{1,6}}) hints"
    rf"(?:, the daily deal of ([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}))?({_UNCOUNTED})?[ \t\r]*$",
    re.MULTILINE,
)
_WITHIN: Final = 4096
"""So many characters at the beginning of a record are looked through for the line."""


def _new_id() -> str:
    return token_hex(8)


@dataclass(slots=True)
class Sitting:
    """What is known of one game besides its moves, whatever the number of times it is resumed.

    `id`: 16 hexadecimal digits that no other game has. `seconds`: the active time. `hints`: how many
    were given. `daily`: the day, as in 2030-01-31, whose deal it is, or empty. `counts`: whether the
    game belongs in the statistics. `clock`: seconds that only go forward.
    """

    id: str = field(default_factory=_new_id)
    seconds: float = 0.0
    hints: int = 0
    daily: str = ""
    counts: bool = True
    clock: Callable[[], float] = time.monotonic
    _last: float | None = None

    def touch(self) -> None:
        """The player has done something: the time since the last such call counts, unless it was a pause."""
        now = self.clock()
        if self._last is not None and 0 <= now - self._last <= PAUSE:
            self.seconds += now - self._last
        self._last = now

    @property
    def elapsed(self) -> float:
        """The active time up to now, for a clock that is looked at between two calls of `touch`."""
        gap = self.clock() - self._last if self._last is not None else 0.0
        return self.seconds + (gap if 0 <= gap <= PAUSE else 0.0)

    def pause(self) -> None:
        """Stop the clock until the next `touch`, as while the game is hidden."""
        self.touch()
        self._last = None

    @property
    def note(self) -> str:
        """The line for the save, to be read by `sitting_of`."""
        seconds = min(self.seconds, 999_999_999.0)
        day = f", the daily deal of {self.daily}" if self.daily else ""
        hints = min(self.hints, 999_999)
        return f"{_HEAD}{self.id} for {seconds:.1f} s, {hints} hints{day}{'' if self.counts else _UNCOUNTED}"


def sitting_of(text: str) -> Sitting | None:
    """The sitting that a record's text tells of; None where it tells of none, or not in these words."""
    found = _LINE.search(text[:_WITHIN])
    if found is None:
        return None
    id, seconds, hints, day, uncounted = found.groups()
    return Sitting(id, float(seconds), int(hints), day if day and _is_day(day) else "", not uncounted)


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
