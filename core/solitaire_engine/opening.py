"""The opening deal carried out: from a deck in dealing order to the first position."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import DOWN, rank_of
from .deals import Deal, start_state
from .definitions import Placement
from .position import Position
from .refusals import why_no_place
from .rules import Rules

KING = 12


def opening(rules: Rules, deal: Deal) -> Position:
    """The position after the opening deal, before anything follows of itself."""
    variant = rules.variant
    order = list(deal.order(rules.pack))
    piles: list[list[int]] = [[] for _ in rules.names]
    base = max(variant.base, -1)
    for step in variant.deal:
        for placed in step.placements:
            if placed.card is not None:
                # Cards that a step asks for by name are set aside before anything is dealt.
                order.remove(placed.card)
    for step in variant.deal:
        for placed in step.placements:
            pile = rules.index[rules.pile_names[placed.group][placed.place]]
            card = placed.card if placed.card is not None else order.pop(_next(placed, order, piles[pile]))
            if placed.plays:
                pile = _home_for(rules, card, piles, base, pile)
                if base < 0 and pile in rules.home:
                    base = rank_of(card)
            piles[pile].append(card if placed.up else card + DOWN)
            if placed.sets_base:
                base = rank_of(card)
        if step.kings_down:
            for pile in rules.piles_of(step.groups):
                piles[pile].sort(key=lambda card: rank_of(card) != KING)
    if order:
        # The stock lies face down with the next card on top, which is last in a pile.
        piles[rules.stock].extend(card + DOWN for card in reversed(order))
    state = start_state(deal.text) if rules.uses_chance else 0
    score = variant.score.start if variant.score else 0
    return Position(rules.names, tuple(bytes(pile) for pile in piles), 0, base, state, score)


def _next(placed: Placement, order: Sequence[int], pile: Sequence[int]) -> int:
    """Where in the pack the next card is: the first, or the first of a rank the pile has not got."""
    if not placed.unlike:
        return 0
    have = {rank_of(card) for card in pile}
    return next((i for i, card in enumerate(order) if rank_of(card) not in have), 0)


def _home_for(rules: Rules, card: int, piles: Sequence[Sequence[int]], base: int, pile: int) -> int:
    """The foundation that takes the card, else the pile it was meant for."""
    tables = rules.tables(base)
    for home in rules.home:
        unit = rules.unit_of[home]
        takes = tables.build[unit][card] >> piles[home][-1] if piles[home] else tables.start[unit] >> card
        full = 0 < rules.maximum[rules.group_of[home]] <= len(piles[home])
        lying = [bytes(cards) for cards in piles] if rules.particular[unit] else []
        if takes & 1 and not full and not (lying and why_no_place(rules, lying, home, bytes((card,)))):
            return home
    return pile
