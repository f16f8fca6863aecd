"""What a plugin's hook sees of a game: a position by pile names, read only.

Cards are numbers as in `cards`, whose functions `rank_of`, `suit_of`, `is_red` and
`is_down` tell what a card is and which way up it lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .position import Position

__all__ = ["View"]


@dataclass(frozen=True, slots=True)
class View:
    """A position as hooks see it.

    `variant` is the id of the game, `values` the value of each of its parameters as
    text, `groups` the pile names of each group. Nothing in it can be changed.
    """

    variant: str
    position: Position
    groups: Mapping[str, tuple[str, ...]]
    values: Mapping[str, str]

    def cards(self, pile: str) -> bytes:
        """The cards of a pile, lowest first; KeyError if there is no such pile."""
        try:
            return self.position.piles[self.position.names.index(pile)]
        except ValueError:
            raise KeyError(pile) from None

    def top(self, pile: str) -> int | None:
        """The top card of a pile, None if it is empty; KeyError if there is no such pile."""
        cards = self.cards(pile)
        return cards[-1] if cards else None

    def tops(self, group: str) -> dict[str, int]:
        """The top card of each pile of a group that has one, by the pile's name; KeyError if there is no such group."""
        return {pile: self.cards(pile)[-1] for pile in self.piles(group) if self.cards(pile)}

    def piles(self, group: str) -> tuple[str, ...]:
        """The names of a group's piles; KeyError if there is no such group."""
        return self.groups[group]

    def empty(self, group: str) -> tuple[str, ...]:
        """The names of a group's empty piles; KeyError if there is no such group."""
        return tuple(pile for pile in self.piles(group) if not self.cards(pile))
