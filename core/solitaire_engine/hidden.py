"""What a player cannot know yet: cards that lie face down and were never seen, shuffles to come.

A player is held to remember every card that once lay face up, so a stock that was seen
card by card before it was turned over is known. A single card that was never seen is
known, too, for it is the one that is missing. Two alike are told apart only where all
cards like them lay face up at the same time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from .cards import DOWN, FACE
from .definitions import UNLIMITED
from .position import Position
from .rules import Rules

BACK: Final = DOWN | 63
"""Stands for a card that nobody has seen: face down, and like no card of any pack."""


def hides(rules: Rules, position: Position, history: Sequence[Position] = ()) -> bool:
    """Whether anything that can decide the game stays hidden from the player in `position`.

    `history`: the positions before, the oldest first; `position` may be its last. What
    plugins' hooks will do is not known before they do it, and not told here.
    """
    return _shuffles(rules, position) or bool(unseen(position, history))


def unseen(position: Position, history: Sequence[Position] = ()) -> frozenset[int]:
    """The cards, face up, that lie face down in `position` where the player cannot tell them apart.

    `history` as in `hides`. What was seen before cards were last shuffled does not count.
    """
    down = {card & FACE for pile in position.piles for card in pile if card >= DOWN}
    copies = Counter(card & FACE for card in b"".join(position.piles))
    for past in (position, *reversed(history)):
        if len(down) < 2 or past.state != position.state:
            break
        shown = Counter(b"".join(past.piles))
        down = {card for card in down if shown[card] < copies[card]}
    return frozenset(down) if len(down) > 1 else frozenset()


def _shuffles(rules: Rules, position: Position) -> bool:
    """Whether a redeal that shuffles, or whose plugin may shuffle, is still allowed."""
    redeal = rules.variant.redeal
    if redeal is None or not (redeal.shuffle or redeal.word is not None):
        return False
    return redeal.times == UNLIMITED or position.redeals < redeal.times


def masked(position: Position, cards: frozenset[int]) -> Position:
    """The position with `BACK` for each of `cards` that lies face down: what the player sees of it."""
    if not cards:
        return position
    backs = {card | DOWN for card in cards}
    return position._replace(
        piles=tuple(bytes(BACK if card in backs else card for card in pile) for pile in position.piles)
    )


def imagined(position: Position, cards: frozenset[int]) -> Position:
    """A position in which each of `cards` that lies face down lies where another of them may lie.

    It is the same for all positions that look alike to the player, so what is worked out
    from it gives nothing away.
    """
    if not cards:
        return position
    backs = {card | DOWN for card in cards}
    # Sorted, so that the last to be dealt are the highest: those are the hardest to play.
    rest = sorted(card for card in b"".join(position.piles) if card in backs)
    order = iter(rest)
    return position._replace(
        piles=tuple(bytes(next(order) if card in backs else card for card in pile) for pile in position.piles)
    )
