"""The tables that a variant compiles to: their shapes, and putting them together for one base rank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .definitions import BuildRule, GapRule, Group
from .host import Host
from .routes import MANY
from .tabulate import Masks, build_masks, limit_table, pair_masks, start_mask


@dataclass(frozen=True, slots=True)
class Unit:
    """Neighbouring piles of a group, `first` up to but not including `end`, under exactly one
    building rule and one start."""

    group: int
    first: int
    end: int
    build: BuildRule
    start: GapRule


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables for one base rank, by unit (`build`, `start`, `takes`) or by group (`hang`).

    `takes` is `build` the other way round: for each card on top, which ones may be put on it.
    """

    build: tuple[Masks, ...]
    start: tuple[int, ...]
    hang: tuple[Masks | None, ...]
    takes: tuple[Masks, ...]


def compile_tables(
    units: Sequence[Unit], groups: Sequence[Group], pack: Iterable[int], order: Sequence[int], base: int, host: Host
) -> Tables:
    """The tables for a base rank (-1 while none is known); PluginError where a word fails."""
    cards = sorted(set(pack))
    seen: dict[BuildRule, Masks] = {}
    turned: dict[BuildRule, Masks] = {}

    def masks_of(rule: BuildRule) -> Masks:
        if rule not in seen:
            seen[rule] = build_masks(host, rule, cards, order, base)
        return seen[rule]

    hang: list[Masks | None] = []
    for group in groups:
        lift = group.lift
        if lift.build is not None:
            hang.append(masks_of(lift.build))
        elif lift.word.by_build:
            hang.append(masks_of(group.builds[0]))
        elif lift.word.hangs is not None:
            hang.append(pair_masks(host, lift.word, lift.word.hangs, cards))
        else:
            hang.append(None)
    build = tuple(masks_of(unit.build) for unit in units)
    start = tuple(start_mask(host, unit.start, base, cards) for unit in units)
    for unit, masks in zip(units, build, strict=True):
        if unit.build not in turned:
            turned[unit.build] = _turned(masks, cards)
    return Tables(build, start, tuple(hang), tuple(turned[unit.build] for unit in units))


def _turned(masks: Masks, cards: Sequence[int]) -> Masks:
    """Masks by the card that lies below instead of the one that is put on it."""
    found = [0] * 128
    for card in cards:
        left = masks[card]
        while left:
            under = left & -left
            found[under.bit_length() - 1] |= 1 << card
            left ^= under
    return found


def carrying(group: Group, cells: int, host: Host) -> tuple[tuple[int, ...], ...] | None:
    """The most cards by (empty cells, other empty piles of the group); None without a limit.

    Empty piles count only where they take any card: a gap that wants a king is no room
    for building a sequence over. `cells` is how many cells the game has.
    """
    if group.limit is None:
        return None
    table = limit_table(host, group.limit, cells, group.count if group.gap.anything else 0)
    return tuple(tuple(min(most, MANY) for most in row) for row in table)
