"""My Plugin: a word for variant files, and a game that uses it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from solitaire_engine.cards import rank_of
from solitaire_engine.hooks import hookimpl
from solitaire_engine.words import Build, Word


def two_apart(card: int, under: int) -> bool:
    """Whether `card` may be put on `under`: two ranks higher or lower, of any suit."""
    return abs(rank_of(card) - rank_of(under)) == 2


@hookimpl
def solitaire_words() -> Iterable[Word]:
    """The building rule `my_plugin`. Choose another name for it as you like, in the game's file too."""
    return [Build(name="my_plugin", fits=two_apart, rule="two ranks up or down")]


@hookimpl
def solitaire_variants() -> Iterable[Path]:
    """The folder with the games of this plugin."""
    return [Path(__file__).parent / "variants"]
