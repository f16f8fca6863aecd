"""Cards as small integers, and their text.

A card is ``rank * 4 + suit`` (0..51): rank 0 is the ace, 12 the king; suits are
0 clubs, 1 diamonds, 2 hearts, 3 spades, the order of Microsoft's deal numbers.
A face-down card is the same number plus `DOWN`. The tables of `rules` have bits
for 0..51 only, so a face-down card fits nowhere without being asked about.
The two copies of a card in a double pack are the same number: no rule of patience
tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
DOWN: Final = 64
FACE: Final = 63
"""``card & FACE`` is the card whichever way it lies."""

RANK_NAMES: Final = (
    "ace", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
RED: Final = (False, True, True, False)


def rank_of(card: int) -> int:
    """The rank, 0 (ace) to 12 (king), of a card either way up."""
    return (card & FACE) >> 2


def suit_of(card: int) -> int:
    """The suit, 0..3 (clubs, diamonds, hearts, spades), of a card either way up."""
    return card & 3


def is_red(card: int) -> bool:
    """Whether the card is a diamond or a heart."""
    return RED[card & 3]


def is_down(card: int) -> bool:
    """Whether the card lies face down."""
    return card >= DOWN


def card_text(card: int) -> str:
    """``AS``, ``TD``; face down ``#TD``. The inverse of `parse_card`."""
    name = RANKS[(card & FACE) >> 2] + SUITS[card & 3]
    return "#" + name if card >= DOWN else name


def parse_card(text: str) -> int:
    """The card named by ``AS``, ``7h``, ``10D`` or, face down, ``#TD``.

    Raises ValueError with the text if it names no card.
    """
    body = text.strip()
    down = body.startswith("#")
    body = body[1:] if down else body
    rank, suit = body[:-1].upper(), body[-1:].upper()
    if rank == "10":
        rank = "T"
    if len(rank) != 1 or rank not in RANKS or not suit or suit not in SUITS:
        raise ValueError(f"{text!r} is not a card; write a rank {RANKS} and a suit {SUITS}, as in AS or TD")
    card = RANKS.index(rank) * 4 + SUITS.index(suit)
    return card + DOWN if down else card


def parse_rank(text: str) -> int:
    """The rank 0..12 named by ``A``, ``10``, ``T``, ``king``...; ValueError if none."""
    word = text.strip()
    if word == "10":
        return 9
    if len(word) == 1 and word.upper() in RANKS:
        return RANKS.index(word.upper())
    if word.lower() in RANK_NAMES:
        return RANK_NAMES.index(word.lower())
    raise ValueError(f"{text!r} is not a rank; the ranks are A 2 3 4 5 6 7 8 9 10 J Q K")


def cards_text(cards: Iterable[int]) -> str:
    """Cards separated by spaces."""
    return " ".join(card_text(card) for card in cards)


def make_pack(packs: int = 1, suits: Sequence[int] = (0, 1, 2, 3), ranks: Sequence[int] = range(13)) -> bytes:
    """The cards of a game in a fixed order: pack after pack, ranks upwards, suits within a rank.

    With fewer than four suits each pack still has 13 cards for every one of four
    places, the named suits repeated in turn: Spider in one suit is played with
    eight times 13 spades, not with two packs cut to a quarter.
    """
    one = [rank * 4 + suits[place % len(suits)] for rank in ranks for place in range(4)]
    return bytes(one * packs)
