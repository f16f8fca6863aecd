"""The daily deal: for each day, variant and choice of parameters one deal that is the same for everybody.

Its number is taken from a text such as ``daily 2030-01-31 klondike?draw=1``: the first four bytes of
the SHA-256 of its UTF-8, read as a big-endian number, without the highest bit. After the day stands the
variant's id and, where any differ from the usual ones, the parameters in the order of their names, as
in a share code. A preset that only sets parameters is written as its game with these parameters.
The number is a deal like any other, so that its share code gives anybody the same deal on any day.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Final

from .catalog import Catalog, is_path
from .deals import Deal
from .definitions import Variant
from .errors import DealError
from .kinds import Kind, kind_of

_WORDS: Final = {"today": 0, "yesterday": -1}
_DAY: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


def daily_deal(variant: Variant, day: date, catalog: Catalog | None = None) -> Deal:
    """The deal of a day for a loaded variant with its parameters."""
    # Imported here: the program starts faster without it.
    import hashlib

    digest = hashlib.sha256(daily_text(kind_of(variant, catalog), day).encode()).digest()
    return Deal(str(int.from_bytes(digest[:4], "big") & 0x7FFFFFFF))


def daily_text(kind: Kind, day: date) -> str:
    """The text that the number is taken from; a file of one's own goes by its name without folder and ending."""
    id = Path(kind.variant).stem if is_path(kind.variant) else kind.variant
    return f"daily {day.isoformat()} {Kind(id, kind.params)}"


def parse_day(text: str, today: date | None = None) -> date:
    """The day that ``2030-01-31``, ``today`` or ``yesterday`` names; DealError otherwise.

    `today`: the player's own date unless given, so that nobody's day begins in the afternoon.
    """
    word = text.strip().lower()
    if word in _WORDS:
        return (today or date.today()) + timedelta(days=_WORDS[word])
    found, why = _DAY.fullmatch(word), ""
    try:
        if found is not None:
            return date(*map(int, found.groups()))
    except ValueError as error:
        why = f" ({error})"
    raise DealError(f"{text!r} is no date{why}; write the year, the month and the day, as in 2030-01-31")
