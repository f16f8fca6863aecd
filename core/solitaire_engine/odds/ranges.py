"""Ranges of deals: 1-1000, ms:1-1000, pysol:1-50."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..deals import Deal, parse_deal
from ..errors import DealError

MOST = 1_000_000
"""Deals in a range; whoever wants more divides it."""

_RANGE = re.compile(r"\s*(?P<kind>[A-Za-z]+\s*:\s*(?:[Mm][Ss])?)?\s*(?P<first>[0-9]+)\s*(?:-\s*(?P<last>[0-9]+)\s*)?")
_FORMS = "write how many, as in 1000, or from which to which, as in 1-1000, ms:1-1000 or pysol:1-50"


@dataclass(frozen=True, slots=True)
class DealRange:
    """Consecutive deals of one numbering, `first` to `last`, both included; `prefix` is that of deal texts."""

    prefix: str
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __iter__(self) -> Iterator[str]:
        """The deal texts, each canonical."""
        return (f"{self.prefix}{number}" for number in range(self.first, self.last + 1))

    def __str__(self) -> str:
        return f"{self.prefix}{self.first}-{self.last}"


def parse_range(text: str) -> DealRange:
    """The deals that a text names; a plain number N is 1-N of the engine's own. DealError says what is wrong.

    >>> str(parse_range("1000")), str(parse_range("MS:7-9"))
    ('1-1000', 'ms:7-9')
    """
    found = _RANGE.fullmatch(text)
    if found is None:
        raise DealError(f"{text!r} is no range of deals; {_FORMS}")
    kind, first, last = found["kind"] or "", found["first"], found["last"]
    if last is None:
        if kind:
            raise DealError(f"{text!r} is one deal; {_FORMS}")
        first, last = "1", first
        if not last.strip("0"):
            raise DealError(f"{text!r} means no deals, and at least one is needed; {_FORMS}")
    # Both ends are read as deals are, so that the same numbers exist.
    low, high = parse_deal(f"{kind}{first}"), parse_deal(f"{kind}{last}")
    deals = DealRange(_prefix(low), _number(low), _number(high))
    if deals.last < deals.first:
        raise DealError(f"{text!r} has no deals, for the last comes before the first; {_FORMS}")
    if len(deals) > MOST:
        raise DealError(f"{text!r} has {len(deals):,} deals, and at most {MOST:,} are taken; divide it")
    return deals


def _prefix(deal: Deal) -> str:
    return deal.text.rstrip("0123456789")


def _number(deal: Deal) -> int:
    return int(deal.text[len(_prefix(deal)) :])
