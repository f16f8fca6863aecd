"""The dealing of the Agnes games: one card on every reserve pile, empty or not.

The last deal has fewer cards than piles and serves the first of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solitaire_engine.hooks import hookimpl
from solitaire_engine.words import Args, StockDeal, Word


def _counts(stock: int, targets: int, args: Args) -> Sequence[int]:
    each = args["each"]
    assert isinstance(each, int)
    left = stock
    counts: list[int] = []
    for _ in range(targets):
        counts.append(min(each, left))
        left -= counts[-1]
    return counts


@hookimpl
def solitaire_words() -> Iterable[Word]:
    """The stock deal word `reserve_deal`."""
    return [StockDeal(name="reserve_deal", counts=_counts, keys={"each": 1}, rule="whether empty or not")]
