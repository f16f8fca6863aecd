"""Every legal move of a position, read off the tables of `rules`.

`legal_moves` walks the tables for speed; `refusals.why_not` asks the same tables one
question after the other and has a sentence for the first that says no. The conformance
tests hold the two together over every variant, move by move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .cards import DOWN
from .extras import extra_moves
from .position import Move, Position
from .refusals import (
    why_no_cards,
    why_no_deal,
    why_no_draw,
    why_no_draw_at_all,
    why_no_place,
    why_no_redeal,
)
from .removals import removals
from .routes import MANY
from .rules import Rules
from .words import LiftMode


class Targets(NamedTuple):
    """What is open to cards, by unit.

    `tops`: the mask of the top cards of piles that are open to more. `takes`: the cards
    that could go to one of its piles, or start an empty one, if nothing else forbids it.
    `gaps`: the empty piles. `only`: for units whose gaps some groups must fill first, those
    groups while they have cards. `any`: what any unit takes. `alike`: whether the piles of a
    unit are known to be alike, so that one gap stands for all and nothing is gained by
    bringing a whole pile to another; empty where that is not known.
    """

    tops: list[int]
    takes: list[int]
    gaps: list[list[int]]
    only: dict[int, tuple[int, ...]]
    any: int
    alike: Sequence[bool]


DEAL = Move("deal")
REDEAL = Move("redeal")


def legal_moves(rules: Rules, position: Position) -> list[Move]:
    """Every legal move: by source pile, then by the number of cards, then a deal, a redeal, plugins' moves."""
    if position.base < 0 and rules.base_from:
        return [rules.card_move(*way, 1) for way in base_choices(rules, position)]
    found = card_moves(rules, position, rules.givers, open_targets(rules, position))
    if rules.variant.removals:
        found.extend(removals(rules, position))
    if rules.stock >= 0 and why_no_deal(rules, position) is None:
        found.append(DEAL)
    if rules.redeals and why_no_redeal(rules, position) is None:
        found.append(REDEAL)
    if rules.variant.redeal is not None and rules.variant.redeal.merci:
        found.extend(draws(rules, position))
    if rules.extra_moves:
        found.extend(extra_moves(rules, position))
    return found


def card_moves(
    rules: Rules, position: Position, givers: Sequence[tuple[int, LiftMode]], targets: Targets
) -> list[Move]:
    """The legal moves of cards from the piles of some groups to some piles; `targets` as `open_targets` gives them."""
    found: list[Move] = []
    piles = position.piles
    tables = rules.tables(position.base)
    build, start = tables.build, tables.start
    tops, takes, gaps, only, anything, alike = targets
    cells = rules.empty_cells(piles)
    for group, mode in givers:
        hang = tables.hang[group]
        limit = rules.limits[group]
        carry = carry_to_gap = MANY
        if limit is not None:
            empty = rules.empty_piles(group, piles)
            carry = limit[cells][empty]
            carry_to_gap = limit[cells][max(empty - 1, 0)]
        heaviest = max(carry, carry_to_gap)
        for source in rules.span[group]:
            pile = piles[source]
            if not pile or pile[-1] >= DOWN or (rules.has_covers and rules.is_covered(source, piles)):
                continue
            lead = pile[-1]
            if anything >> lead & 1 and (mode != "pile" or len(pile) == 1):
                for unit, gap_open in rules.single_targets[group]:
                    if not takes[unit] >> lead & 1:
                        continue
                    hit = build[unit][lead] & tops[unit]
                    if hit:
                        _onto(rules, piles, unit, hit, source, 1, found)
                    if gap_open and gaps[unit] and start[unit] >> lead & 1 and group in only.get(unit, (group,)):
                        if alike and len(pile) == 1 and alike[unit] and rules.unit_of[source] == unit:
                            continue
                        for target in gaps[unit]:
                            if rules.particular[unit] and why_no_place(rules, piles, target, pile[-1:]):
                                continue
                            found.append(rules.card_move(source, target, 1))
            if rules.run_targets:
                _runs(rules, position, source, found)
            if mode == "top" or len(pile) == 1:
                continue
            # Most piles end in cards that do not hang together, which is seen without counting them.
            together = heaviest > 1 and (hang is None or hang[lead] >> pile[-2] & 1)
            most = held(pile, hang, heaviest) if together else 1
            for count in range(2, most + 1) if mode == "tail" else (len(pile),) if most == len(pile) else ():
                lead = pile[-count]
                if not anything >> lead & 1:
                    continue
                for unit, gap_open, crossing in rules.group_targets[group]:
                    if count > crossing or not takes[unit] >> lead & 1:
                        continue
                    hit = build[unit][lead] & tops[unit]
                    if hit and count <= carry:
                        _onto(rules, piles, unit, hit, source, count, found)
                    if gap_open and gaps[unit] and start[unit] >> lead & 1 and group in only.get(unit, (group,)):
                        if alike and len(pile) == count and alike[unit] and rules.unit_of[source] == unit:
                            continue
                        into = rules.units[unit].group
                        if count > (carry_to_gap if into == group else carry):
                            continue
                        maximum = rules.maximum[into]
                        if maximum and count > maximum:
                            continue
                        for target in gaps[unit]:
                            if rules.particular[unit] and why_no_place(rules, piles, target, pile[-count:]):
                                continue
                            found.append(rules.card_move(source, target, count))
    return found


def _runs(rules: Rules, position: Position, source: int, found: list[Move]) -> None:
    """Add the moves of complete runs from a pile, rare enough to be asked in full: they may have conditions."""
    for target in rules.run_targets[rules.group_of[source]]:
        length = rules.maximum[rules.group_of[target]]
        if len(position.piles[source]) >= length and why_no_cards(rules, position, source, target, length) is None:
            found.append(rules.card_move(source, target, length))


def held(pile: bytes, hang: list[int] | None, most: int) -> int:
    """How many cards of a pile's top hang together, at most `most`; the top card is face up."""
    count = 1
    size = min(len(pile), most)
    while count < size:
        under = pile[-count - 1]
        if under >= DOWN or (hang is not None and not hang[pile[-count]] >> under & 1):
            break
        count += 1
    return count


def draws(rules: Rules, position: Position) -> list[Move]:
    """The buried cards that may be drawn out of their piles, once no redeal is left."""
    found: list[Move] = []
    if why_no_draw_at_all(rules, position) is not None:
        return found
    for source in rules.gathered:
        for depth in range(2, len(position.piles[source]) + 1):
            for target in range(len(rules.names)):
                move = Move("draw", rules.names[source], rules.names[target], depth)
                if why_no_draw(rules, position, move) is None:
                    found.append(move)
    return found


def base_choices(rules: Rules, position: Position) -> list[tuple[int, int]]:
    """The ways, as (source, target), to choose the foundations' base where it must be chosen first."""
    return [
        (source, target)
        for source in rules.base_from
        for target in rules.home
        if why_no_cards(rules, position, source, target, 1) is None
    ]


def open_targets(rules: Rules, position: Position, alike: Sequence[bool] = ()) -> Targets:
    """Which piles are open to cards now, and to which; `alike` is for a solver that leaves out equal moves."""
    piles = position.piles
    tables = rules.tables(position.base)
    only: dict[int, tuple[int, ...]] = {}
    tops, takes = [0] * len(rules.units), [0] * len(rules.units)
    gaps: list[list[int]] = [[] for _ in rules.units]
    anything = 0
    for unit, first, end, maximum, when in rules.takers:
        if when != "always" and not rules.holds(when, position):
            continue
        must = rules.gap_first[unit]
        if must and any(piles[pile] for g in must for pile in rules.span[g]):
            only[unit] = must
        on = tables.takes[unit]
        mask = taken = 0
        for pile in range(first, end):
            cards = piles[pile]
            if not cards:
                gaps[unit].append(pile)
            elif not maximum or len(cards) < maximum:
                mask |= 1 << cards[-1]
                taken |= on[cards[-1]]
        if gaps[unit]:
            taken |= tables.start[unit]
        if alike and alike[unit]:
            del gaps[unit][1:]
        tops[unit], takes[unit] = mask, taken
        anything |= taken
    return Targets(tops, takes, gaps, only, anything, alike)


def _onto(
    rules: Rules, piles: tuple[bytes, ...], unit: int, hit: int, source: int, count: int, found: list[Move]
) -> None:
    """Add the moves onto those piles of a unit whose top card is in the mask `hit`."""
    at = rules.units[unit]
    maximum = rules.maximum[at.group]
    for target in range(at.first, at.end):
        cards = piles[target]
        if cards and hit >> cards[-1] & 1 and target != source and not (maximum and len(cards) + count > maximum):
            if rules.particular[unit] and why_no_place(rules, piles, target, piles[source][-count:]):
                continue
            found.append(rules.card_move(source, target, count))
