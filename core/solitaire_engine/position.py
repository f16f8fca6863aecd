"""A position, and a move: frozen values that know no rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from .cards import RANKS, card_text, parse_card, parse_rank, rank_of, suit_of
from .effects import Effect
from .errors import PositionError

MoveKind = Literal["cards", "deal", "redeal", "remove", "draw", "extra"]


@dataclass(frozen=True, slots=True)
class Move:
    """One action of the player: cards from pile to pile, a deal, a redeal, or a plugin's move.

    `source` and `target` are pile names. ``str(move)`` is its text in records, and
    `notation.parse_move` reads it back: ``t5 t1 3``, ``w f1`` (one card), ``deal``,
    ``redeal``, ``remove t1 t5`` (the top cards of `piles` leave the table), ``draw t5 t1 3``
    (one card, the third from the top, out of its pile), or a plugin's own word.
    """

    kind: MoveKind
    source: str = ""
    target: str = ""
    count: int = 0
    text: str = ""
    effects: tuple[Effect, ...] = ()
    piles: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.kind == "remove":
            return f"remove {' '.join(self.piles)}"
        if self.kind == "draw":
            return f"draw {self.source} {self.target} {self.count}"
        if self.kind == "cards":
            return f"{self.source} {self.target}" + (f" {self.count}" if self.count > 1 else "")
        return self.text or self.kind


class Position(NamedTuple):
    """Where every card lies, and the counters. Two positions are equal if play from them is.

    `piles` has one `bytes` for each name in `names`: card numbers as in `cards`, lowest
    card first; the stock's last card is dealt next. `redeals` counts the redeals used,
    where they are limited. `base` is the foundations' base rank, -1 while none is known.
    `state` is the generator's state for reshuffles, `score` the points so far.

    Positions are never changed: a move gives a new one that shares the piles it did not
    touch, so undo is exact, and a history of any length is cheap.
    """

    names: tuple[str, ...]
    piles: tuple[bytes, ...]
    redeals: int = 0
    base: int = 0
    state: int = 0
    score: int = 0

    def __str__(self) -> str:
        """One line: the piles that hold cards, then the counters that are not zero."""
        parts = [
            f"{name}: {' '.join(map(card_text, pile))}"
            for name, pile in zip(self.names, self.piles, strict=True)
            if pile
        ]
        if self.base:
            parts.append(f"base: {RANKS[self.base] if self.base > 0 else 'none'}")
        if self.redeals:
            parts.append(f"redeals: {self.redeals}")
        if self.state:
            parts.append(f"state: {self.state}")
        if self.score:
            parts.append(f"score: {self.score}")
        return "; ".join(parts)

    @classmethod
    def parse(cls, text: str, names: Iterable[str]) -> Position:
        """The position that ``str`` wrote; `names` are the game's piles.

        A run of one suit may be written ``AS..7S``. PositionError says which part is
        wrong. Whether the cards are those of the pack is for the rules to say.
        """
        known = tuple(names)
        piles: dict[str, bytes] = {}
        counters: dict[str, int] = {}
        for part in text.replace("\n", ";").split(";"):
            if not part.strip():
                continue
            name, colon, value = (piece.strip() for piece in part.partition(":"))
            if not colon:
                raise PositionError(f"{part.strip()!r} has no colon; write a pile and its cards, as in t1: KS QH")
            if name in piles or name in counters:
                raise PositionError(f"{name} stands twice in the position")
            if name in known:
                piles[name] = _parse_pile(name, value)
            elif name in ("redeals", "base", "state", "score"):
                counters[name] = _parse_counter(name, value)
            else:
                raise PositionError(f"there is no pile {name!r}; this game has {', '.join(known)}")
        return cls(
            known,
            tuple(piles.get(name, b"") for name in known),
            counters.get("redeals", 0),
            counters.get("base", 0),
            counters.get("state", 0),
            counters.get("score", 0),
        )


def _parse_counter(name: str, value: str) -> int:
    if name == "base":
        if value == "none":
            return -1
        try:
            return parse_rank(value)
        except ValueError as error:
            raise PositionError(f"base: {error}") from error
    digits = value.removeprefix("-") if name == "score" else value
    if not digits.isdecimal() or len(digits) > 20:
        raise PositionError(f"{name}: {value!r} is not a whole number")
    return int(value)


def _parse_pile(name: str, text: str) -> bytes:
    cards: list[int] = []
    for word in text.split():
        first, dots, last = word.partition("..")
        try:
            card = parse_card(first)
            if not dots:
                cards.append(card)
                continue
            end = parse_card(last)
        except ValueError as error:
            raise PositionError(f"{name}: {error}") from error
        if suit_of(card) != suit_of(end) or rank_of(card) > rank_of(end):
            raise PositionError(f"{name}: {word!r} is no run of one suit upwards")
        cards.extend(range(card, end + 1, 4))
    return bytes(cards)
