"""What a position looks worth: a weighted sum of features that are read off the tables.

Smaller is better. Nothing depends on it but the order of the search. Most of it is a sum
over piles, each worked out once and kept by the pile's cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from ..cards import DOWN, FACE
from ..position import Position
from ..rules import Rules

MOST_KEPT = 60_000
"""Piles whose worth is kept in mind before all are forgotten."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each feature counts.

    `home`: a card not home. `pair`: a card on one that it is not built on, and `spread`
    more for each card under it. `loose`: a card built on one that it does not move with.
    `cell`: a cell in use. `empty`: an empty tableau pile, which counts for good. `over`: a
    card lying over one that is wanted at home next. `above`: a card above one that goes
    home earlier. `hidden`: a face-down card. `talon`: a card of stock or waste, which
    counts for good where they need not be used up. `depth`: a move made, in quarters.
    """

    home: int = 8
    pair: int = 5
    spread: int = 2
    loose: int = 0
    cell: int = 9
    empty: int = 8
    over: int = 2
    above: int = 1
    hidden: int = 3
    talon: int = 1
    depth: int = 17


class Evaluation:
    """The worth of the positions of one variant under some weights, in quarters."""

    def __init__(self, rules: Rules, weights: Weights) -> None:
        self._rules, self.weights = rules, weights
        self._kinds = [rules.group(pile).kind for pile in range(len(rules.names))]
        self._counted = [pile for pile in rules.away if self._kinds[pile] != "discard"]
        # What need not go away is there to be used: a card of it is worth keeping.
        spare = frozenset(rules.away) - frozenset(rules.must_be_empty)
        self._home = [0 if pile in spare else weights.home for pile in range(len(rules.names))]
        self._talon = [-weights.talon if pile in spare else weights.talon for pile in range(len(rules.names))]
        if rules.stock in spare and any(rules.group(pile).kind == "foundation" for pile in rules.deal_targets):
            # Each card dealt begins another row of cards that go home after it: one is worth more than a card home.
            self._talon[rules.stock] = -weights.home * 8 // 5
        self._lying = [pile for pile in self._counted if self._kinds[pile] in ("tableau", "reserve")]
        self._kept: dict[int, list[dict[bytes, int]]] = {}
        self._size = 0
        self._levels: dict[int, list[int]] = {}
        self._wanted: dict[tuple[bytes, int], tuple[int, ...]] = {}

    def __call__(self, position: Position) -> int:
        """The worth of a position; smaller is better."""
        piles, base = position.piles, position.base
        kept = self._kept.get(base)
        if kept is None:
            kept = self._new_tables(base)
        total = 0
        for pile in self._counted:
            cards = piles[pile]
            value = kept[pile].get(cards)
            if value is None:
                value = self._pile(pile, cards, base)
                if self._size >= MOST_KEPT:
                    self._forget()
                    kept = self._new_tables(base)
                kept[pile][cards] = value
                self._size += 1
            total += value
        if self.weights.over:
            total += 4 * self.weights.over * self._over(piles, base)
        return total

    def _new_tables(self, base: int) -> list[dict[bytes, int]]:
        by_unit: dict[tuple[int, int], dict[bytes, int]] = {}
        rules = self._rules
        kept = [by_unit.setdefault((rules.unit_of[p], rules.group_of[p]), {}) for p in range(len(rules.names))]
        self._kept[base] = kept
        return kept

    def _forget(self) -> None:
        self._kept.clear()
        self._size = 0

    def _over(self, piles: tuple[bytes, ...], base: int) -> int:
        """How many cards lie over those that are wanted at home next."""
        home = b"".join([piles[pile][-1:] or b"\xff" for pile in self._rules.home])
        key = (home, base)
        wanted = self._wanted.get(key)
        if wanted is None:
            if len(self._wanted) >= MOST_KEPT:
                self._wanted.clear()
            wanted = self._wanted[key] = self._wanted_next(piles, base)
        table = b"\xff".join([piles[pile] for pile in self._lying]) + b"\xff"
        over = 0
        for card in wanted:
            place = table.find(card)
            if place < 0:
                place = table.find(card | DOWN)
                if place < 0:
                    continue
            over += table.find(255, place) - place - 1
        return over

    def _wanted_next(self, piles: tuple[bytes, ...], base: int) -> tuple[int, ...]:
        """The cards that a foundation could take now, wherever they are, those that start one while one is empty."""
        rules = self._rules
        tables = rules.tables(base)
        wanted: set[int] = set()
        for pile in rules.home:
            if rules.group(pile).kind != "foundation":
                continue
            unit = rules.unit_of[pile]
            cards = piles[pile]
            takes = tables.takes[unit][cards[-1]] if cards else tables.start[unit]
            wanted.update(card for card in range(52) if takes >> card & 1)
        at_home = b"".join([piles[pile] for pile in rules.home])
        return tuple(card for card in sorted(wanted) if at_home.count(card) < rules.pack.count(card))

    def _pile(self, pile: int, cards: bytes, base: int) -> int:
        """What one pile adds."""
        weights, kind = self.weights, self._kinds[pile]
        worth = 4 * self._home[pile] * len(cards)
        if kind == "cell":
            return worth + 4 * weights.cell * len(cards)
        if kind in ("stock", "waste"):
            return worth + 4 * self._talon[pile] * len(cards)
        if not cards:
            return -4 * weights.empty if kind == "tableau" else 0
        rules = self._rules
        tables = rules.tables(base)
        build, hang = tables.build[rules.unit_of[pile]], tables.hang[rules.group_of[pile]]
        if base not in self._levels:
            self._levels[base] = home_levels(rules, base)
        levels = self._levels[base]
        lowest = levels[cards[0] & FACE]
        for place, (under, card) in enumerate(pairwise(cards), 1):
            if not build[card] >> under & 1 and kind == "tableau":
                worth += 4 * weights.pair + weights.spread * place
            elif hang is not None and not hang[card] >> under & 1:
                worth += 4 * weights.loose
            level = levels[card & FACE]
            if level > lowest:
                worth += 4 * weights.above
            else:
                lowest = level
        return worth + 4 * weights.hidden * sum(card >= DOWN for card in cards)


def home_levels(rules: Rules, base: int) -> list[int]:
    """How many cards must be home before each card can be, on its shortest way; 0 where it has none."""
    tables = rules.tables(base)
    levels = [0] * 128
    units = [u for u, unit in enumerate(rules.units) if rules.groups[unit.group].kind == "foundation"]
    cards = set(rules.pack)
    found = {card for card in cards if any(tables.start[u] >> card & 1 for u in units)}
    edge, level = set(found), 0
    while edge:
        level += 1
        onto = sum(1 << card for card in edge)
        edge = {card for card in cards - found if any(tables.build[u][card] & onto for u in units)}
        found |= edge
        for card in edge:
            levels[card] = level
    return levels
