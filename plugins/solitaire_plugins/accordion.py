"""Accordion and its relatives: one long row that closes up as piles are put together.

Which piles may go together depends on how far apart they lie once the row has closed up,
so the moves come from the hook for extra moves, and winning is a word. The variant has a
group `row` with a place for each card of the pack.

The word for winning also tells the kind of game: in a game won by `one_pile` a pile goes
on the pile next to it, or the third one, on its left; in a game won by `two_left` cards
between two that are alike are removed to the group `discard`.
"""

from __future__ import annotations

from collections.abc import Iterable

from solitaire_engine.cards import card_text, rank_of, suit_of
from solitaire_engine.effects import Effect, ExtraMove, Take
from solitaire_engine.hooks import hookimpl
from solitaire_engine.view import View
from solitaire_engine.words import Win, Word

STEPS = (1, 3)


def _filled(game: View) -> list[str]:
    """The places that hold cards; the row is always closed up, so they come first."""
    return [place for place in game.piles("row") if game.cards(place)]


def _alike(game: View, one: str, other: str) -> bool:
    """Whether the top cards of two piles have the same rank or suit."""
    a, b = game.cards(one)[-1], game.cards(other)[-1]
    return rank_of(a) == rank_of(b) or suit_of(a) == suit_of(b)


def one_pile(game: View) -> bool:
    """Whether all cards lie in one pile."""
    return len(_filled(game)) == 1


def two_left(game: View) -> bool:
    """Whether only the first and the last card are left."""
    return len(_filled(game)) == 2


def _closing(game: View, empty: set[str]) -> list[Effect]:
    """Move every pile to the left over the places in `empty`."""
    filled = [place for place in _filled(game) if place not in empty]
    places = game.piles("row")
    return [
        Take(len(game.cards(source)), source, target)
        for source, target in zip(filled, places, strict=False)
        if source != target
    ]


@hookimpl
def solitaire_words() -> Iterable[Word]:
    """The win words `one_pile` and `two_left`."""
    return [
        Win(
            name="one_pile",
            won=one_pile,
            rule="all cards lie in one pile",
        ),
        Win(
            name="two_left",
            won=two_left,
            rule="only the first and the last card are left",
        ),
    ]


@hookimpl
def solitaire_extra_moves(game: View) -> Iterable[ExtraMove]:
    """Piles put together, or cards removed between two that are alike."""
    filled = _filled(game)
    if "discard" in game.groups:
        yield from _squeezes(game, filled)
        return
    for at, source in enumerate(filled):
        for step in STEPS:
            if at < step or not _alike(game, source, filled[at - step]):
                continue
            target = filled[at - step]
            pile = game.cards(source)
            text = f"{card_text(pile[-1])} {card_text(game.cards(target)[-1])}"
            yield ExtraMove(text, (Take(len(pile), source, target), *_closing(game, {source})))


def _squeezes(game: View, filled: list[str]) -> Iterable[ExtraMove]:
    discard = game.piles("discard")[0]
    for at in range(len(filled)):
        for width in (1, 2):
            after = at + width + 1
            if after >= len(filled) or not _alike(game, filled[at], filled[after]):
                continue
            between = filled[at + 1 : after]
            words = " ".join(card_text(game.cards(place)[-1]) for place in between)
            gone = tuple(Take(1, place, discard) for place in between)
            yield ExtraMove(f"squeeze {words}", (*gone, *_closing(game, set(between))))
