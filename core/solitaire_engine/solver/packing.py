"""Positions as bytes: the whole position, blind to the order of piles that are alike, and of
cards that are out of play.

A packed position is its own key: two positions are one if their bytes are equal, so no
proof rests on a digest. It holds everything that play depends on, and `unpack` gives the
position back, alike piles in the order of their cards.
"""

from __future__ import annotations

from ..position import Position
from ..rules import Rules
from ..tabulate import Masks

SEPARATOR = b"\xff"
"""Stands between two piles; no card has this number."""

Spans = tuple[tuple[int, int], ...]
"""Ranges of piles, first and end."""


class Packer:
    """Packs the positions of one game, all of them reached from `start`."""

    def __init__(self, rules: Rules, start: Position, alike: bool = True) -> None:
        """`alike`: whether piles that differ in nothing but their places are one, and so are the orders in
        which cards lie that are out of play."""
        self._names, self._base, self._state = start.names, start.base, start.state
        self._counts = (
            rules.counts_redeals or rules.variant.redeal is not None or rules.base_varies or rules.uses_chance
        )
        self._count = len(start.piles)
        self._redeals = start.redeals
        self._stock = rules.stock
        always, dealt = alike_spans(rules) if alike else ((), ())
        self._always = _parts(always, self._count)
        self._dealt = _parts(tuple(sorted(always + dealt)), self._count)
        self._plain = self._always == self._dealt
        self._sunk = sunk_piles(rules) if alike else ()

    def pack(self, position: Position) -> bytes:
        """The position as bytes, by which it can be told from every other one."""
        _, piles, redeals, base, state, _ = position
        if self._sunk:
            piles = self._sorted_below(piles)
        lying: list[bytes] = []
        for part, alike in self._always if self._plain or piles[self._stock] else self._dealt:
            lying += sorted(piles[part]) if alike else piles[part]
        packed = SEPARATOR.join(lying)
        return packed + b"\xff%d %d %d" % (redeals, base, state) if self._counts else packed

    def _sorted_below(self, piles: tuple[bytes, ...]) -> tuple[bytes, ...]:
        """The piles, with the cards below the top in order of number where they never matter again."""
        lying = list(piles)
        for pile, below in self._sunk:
            cards = lying[pile]
            lying[pile] = bytes(sorted(cards[:below])) + cards[below:] if below else bytes(sorted(cards))
        return tuple(lying)

    def unpack(self, packed: bytes) -> Position:
        """A position that packs to these bytes."""
        piles = packed.split(SEPARATOR)
        if self._counts:
            redeals, base, state = map(int, piles.pop().split())
            return Position(self._names, tuple(piles), redeals, base, state)
        return Position(self._names, tuple(piles), self._redeals, self._base, self._state)


def sunk_piles(rules: Rules) -> tuple[tuple[int, int], ...]:
    """Piles of cards that never leave again and that can lie in different orders: foundations, of which
    only the top card and the number of cards matter (-1), and the discard pile, of which none does (0)."""
    if is_seen_by_plugins(rules):
        return ()
    drawn = _drawn_in_order(rules)
    tables = rules.tables(max(rules.variant.base, 0))
    sunk: list[tuple[int, int]] = []
    for pile in rules.home:
        group = rules.group(pile)
        if pile in drawn or rules.lift_mode[rules.group_of[pile]] != "none":
            continue
        if group.lock or group.follow or group.accept == "run":
            continue
        unit = rules.unit_of[pile]
        if group.kind == "discard":
            sunk.append((pile, 0))
        elif is_mixed(tables.build[unit], tables.takes[unit]):
            sunk.append((pile, -1))
    return tuple(sunk)


def is_mixed(build: Masks, takes: Masks) -> bool:
    """Whether by these masks a card may be put on different cards, or different ones on it."""
    return any(mask & (mask - 1) for masks in (build, takes) for mask in masks)


def is_seen_by_plugins(rules: Rules) -> bool:
    """Whether a plugin is asked about positions, and so may tell piles apart by name and cards by their order."""
    variant = rules.variant
    redeals = variant.redeal is not None and variant.redeal.word is not None
    return bool(rules.extra_moves or rules.after_move or variant.win.word or redeals)


def _drawn_in_order(rules: Rules) -> set[int]:
    """The piles whose cards are gathered for a redeal, or fill gaps, in their order."""
    return set(rules.gathered).union(*(rules.fillers[group] for group in rules.fill_groups))


def _parts(spans: Spans, count: int) -> tuple[tuple[slice, bool], ...]:
    """All `count` piles in slices, and whether the piles of each are alike."""
    parts: list[tuple[slice, bool]] = []
    at = 0
    for first, end in spans:
        if at < first:
            parts.append((slice(at, first), False))
        parts.append((slice(first, end), True))
        at = end
    if at < count:
        parts.append((slice(at, count), False))
    return tuple(parts)


def alike_spans(rules: Rules) -> tuple[Spans, Spans]:
    """Ranges of piles that may change places, always and only once the stock is used up.

    Piles of a unit are under one set of rules. What may still tell them apart: a plugin
    that sees them by name, a shape or grid in which they lie, foundations that follow one
    another, the order in which they are gathered, dealt to, or drawn on to fill gaps.
    """
    if is_seen_by_plugins(rules):
        return (), ()
    placed = _drawn_in_order(rules)
    deal = rules.stock_deal
    dealt_to = set(rules.deal_targets)
    if deal is not None and (deal.close_up or rules.redeals):
        placed |= dealt_to
    always: list[tuple[int, int]] = []
    dealt: list[tuple[int, int]] = []
    for unit in rules.units:
        group = rules.groups[unit.group]
        piles = range(unit.first, unit.end)
        if len(piles) < 2 or group.rows or group.covers or group.follow or placed.intersection(piles):
            continue
        (dealt if dealt_to.intersection(piles) else always).append((unit.first, unit.end))
    return tuple(always), tuple(dealt)
