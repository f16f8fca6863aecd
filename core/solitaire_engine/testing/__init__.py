"""For tests of variants and plugins: small boards, legal and refused moves, random play, plugins not yet installed.

    >>> from solitaire_engine.testing import assert_legal, assert_plays, assert_refused, board
    >>> game = board("freecell", "t1: 7H; t2: 8S; t3: 9S")
    >>> assert_legal(game, "t1 t2", "t1 c1")
    >>> assert_refused(game, "t1 t3", "takes a red 8")
    >>> move = assert_plays(game, "t1 t2", "t2: 8S 7H; t3: 9S")

Whatever does not hold is an AssertionError that says what was found instead. Nothing here
needs pytest; `deals`, `positions` and `games` need hypothesis, which is imported when one
of them is. docs/testing.md shows all of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .boards import assert_legal, assert_only, assert_plays, assert_refused, board, check_case, rules_of
from .hosts import Distribution, Point, catalog_with, host_with, make_plugin, point, rules_from
from .walks import assert_sound, card_counts, check_variant, conceivable_moves, moves_of_walk, walk

if TYPE_CHECKING:
    from .strategies import deals, games, positions

__all__ = [
    "Distribution", "Point", "assert_legal", "assert_only", "assert_plays", "assert_refused", "assert_sound", "board",
    "card_counts", "catalog_with", "check_case", "check_variant", "conceivable_moves", "deals", "games", "host_with",
    "make_plugin", "moves_of_walk", "point", "positions", "rules_from", "rules_of", "walk",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in ("deals", "games", "positions"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import strategies

    return getattr(strategies, name)
