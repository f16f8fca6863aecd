"""The primitive changes that a plugin may make to a position.

A plugin never edits a position: it returns effects, and the engine carries them out.
That is what keeps undo, replay, hints and solvers true for moves the engine has
never heard of. A value that cannot be meant is refused where it is made, so that the
error points into the plugin.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeGuard, cast, get_args

from .cards import DOWN, FACE
from .deals import Generator
from .errors import PluginError

__all__ = ["COMMANDS", "Effect", "ExtraMove", "Face", "Shuffle", "Take", "Turn"]

Face = Literal["as-is", "up", "down"]
"""Which way up cards come to lie."""

COMMANDS: Final = (
    "deal", "redeal", "undo", "redo", "hint", "moves", "why", "auto", "save", "rules", "help", "new", "restart",
    "share", "board", "quit", "exit",
)  # fmt: skip
"""What a player types at the table for other things than a plugin's move."""
_MOVE_TEXT: Final = re.compile(r"[A-Za-z0-9-]+( [A-Za-z0-9-]+)*")
_PILE_NAME: Final = re.compile(r"[tfcrswd]\d*", re.IGNORECASE)
_LONGEST_TEXT: Final = 60


@dataclass(frozen=True, slots=True)
class Take:
    """Move the top `count` cards from pile `source` to `target` (pile names such as ``t1``).

    `reverse` deals them one by one, so that the top card comes to lie lowest. `face`
    turns them all up or down. ValueError for anything else than these types.
    """

    count: int
    source: str
    target: str
    reverse: bool = False
    face: Face = "as-is"

    def __post_init__(self) -> None:
        if not _is_number(self.count) or self.count < 1:
            raise ValueError(f"Take: count must be a whole number from 1, not {self.count!r}")
        _check_pile("Take", "source", self.source)
        _check_pile("Take", "target", self.target)
        if self.face not in get_args(Face):
            raise ValueError(f"Take: face must be one of {', '.join(get_args(Face))}, not {self.face!r}")


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn the card at `index` (0 is the lowest) of pile `pile` over. ValueError for other types."""

    pile: str
    index: int

    def __post_init__(self) -> None:
        _check_pile("Turn", "pile", self.pile)
        if not _is_number(self.index) or self.index < 0:
            raise ValueError(f"Turn: index must be a whole number from 0, the lowest card, not {self.index!r}")


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffle pile `pile` with the game's own generator. ValueError for other types."""

    pile: str

    def __post_init__(self) -> None:
        _check_pile("Shuffle", "pile", self.pile)


Effect = Take | Turn | Shuffle
"""One of the changes that a position can have."""


@dataclass(frozen=True, slots=True)
class ExtraMove:
    """A move that no word describes: its text in records, and what it does.

    `text` is what a player types: words of letters, digits and hyphens, the first of
    them neither like a pile name (``t1``) nor one of `COMMANDS`. ValueError for a text
    or effects that cannot be meant.
    """

    text: str
    effects: tuple[Effect, ...]

    def __post_init__(self) -> None:
        text = self.text
        if not _is_text(text) or not _MOVE_TEXT.fullmatch(text) or len(text) > _LONGEST_TEXT:
            raise ValueError(
                f"ExtraMove: the text {text!r} cannot be typed as a move; "
                "write words of letters, digits and hyphens with one space between them"
            )
        first = text.split()[0]
        if _PILE_NAME.fullmatch(first) or first.lower() in COMMANDS:
            raise ValueError(f"ExtraMove: the text {text!r} begins with {first!r}, which means something else already")
        if not _are_effects(self.effects):
            raise ValueError(f"ExtraMove: {self.effects!r} must be a tuple of effects, as in (Take(1, 't1', 't2'),)")


def is_effect(value: object) -> TypeGuard[Effect]:
    """Whether a value from a plugin is an effect."""
    return isinstance(value, Take | Turn | Shuffle)


def _are_effects(value: object) -> bool:
    return isinstance(value, tuple) and value != () and all(map(is_effect, cast(tuple[object, ...], value)))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_pile(effect: str, key: str, value: object) -> None:
    if not _is_text(value) or not value:
        raise ValueError(f"{effect}: {key} must be the name of a pile such as 't1', not {value!r}")


def carry_out(index: Mapping[str, int], piles: list[bytes], state: int, effects: Iterable[Effect]) -> int:
    """Carry effects out on `piles`, whose places `index` gives by name; gives the generator's new state.

    Raises PluginError, with a clause, if an effect asks for a pile or cards that are not there.
    """
    for effect in effects:
        if isinstance(effect, Take):
            _take(index, piles, effect)
        elif isinstance(effect, Turn):
            pile = _place(index, effect.pile, effect)
            cards = bytearray(piles[pile])
            if effect.index >= len(cards):
                raise PluginError(f"{effect} turns a card of a pile that has {len(cards)}")
            cards[effect.index] ^= DOWN
            piles[pile] = bytes(cards)
        else:
            pile = _place(index, effect.pile, effect)
            piles[pile], state = Generator.shuffle(state, piles[pile])
    return state


def _take(index: Mapping[str, int], piles: list[bytes], effect: Take) -> None:
    source, target = _place(index, effect.source, effect), _place(index, effect.target, effect)
    if effect.count > len(piles[source]):
        raise PluginError(f"{effect} takes {effect.count} cards from {effect.source}, which has {len(piles[source])}")
    cards = piles[source][-effect.count :]
    piles[source] = piles[source][: -effect.count]
    if effect.reverse:
        cards = cards[::-1]
    if effect.face == "up":
        cards = bytes(card & FACE for card in cards)
    elif effect.face == "down":
        cards = bytes(card | DOWN for card in cards)
    piles[target] += cards


def _place(index: Mapping[str, int], name: str, effect: Effect) -> int:
    if name not in index:
        raise PluginError(f"{effect} names the pile {name!r}, which this game does not have")
    return index[name]
