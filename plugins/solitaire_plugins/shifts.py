"""Antares' shifts: groups that cross between two halves of the tableau.

Without this word only single cards cross between groups of tableau piles. With it,
whatever its own pile lets go may cross, and only the lead card must fit where it lands.
"""

from __future__ import annotations

from collections.abc import Iterable

from solitaire_engine.hooks import hookimpl
from solitaire_engine.words import Transfer, Word


@hookimpl
def solitaire_words() -> Iterable[Word]:
    """The transfer word `shifts`."""
    return [Transfer(name="shifts", most=None, rule="a group that may be moved where it lies")]
