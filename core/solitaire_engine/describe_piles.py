"""How a rules page tells what cells, reserves and the tableau take, and what fills an empty pile."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .definitions import Group
from .describe_foundations import foundation_rules
from .describe_lifting import lifting, together
from .describe_parts import (
    builds_anything,
    builds_nothing,
    corner_clause,
    dealt_to,
    destinations,
    gates,
    moves_groups,
    named_groups,
    places,
    starter,
)
from .rules import Rules
from .sentences import an, capital, cards, counted_piles, joined, number, piles_of, plural_of, some_piles, the


def pile_rules(rules: Rules, number_of: int) -> Iterator[str]:
    """The sentences about a group of any kind but stock and waste, given by its number."""
    group = rules.groups[number_of]
    if not group.count:
        yield f"There are no {group.plural} in this game."
        return
    if group.kind == "foundation":
        yield from foundation_rules(rules, number_of)
        return
    if group.kind == "discard":
        removed = "Cards that are removed go to" if rules.variant.removals else "Cards on"
        yield f"{removed} {the(group)}{' and' if rules.variant.removals else ''} are out of play."
        return
    if group.kind == "cell":
        first = "" if dealt_to(rules, group) else ", empty at first"
        yield f"There {'is' if group.count == 1 else 'are'} {counted_piles(group)}{first}."
    yield from _lie(group)
    takes = group.accept != "none"
    if group.maximum == 1 and takes and group.kind == "cell":
        yield from _single_card(rules, number_of)
    else:
        if takes:
            yield from _building(rules, number_of)
        yield from lifting(rules, number_of)
        yield from _gaps(rules, number_of) if takes else _closed(rules, group)
    yield from gates(rules, group)


def _lie(group: Group) -> Iterator[str]:
    """How the piles of a shape or a grid lie."""
    if not group.rows:
        return
    if not group.covers:
        yield f"The {counted_piles(group)} lie in rows of {number(group.rows[0])}."
        return
    first, last = group.rows[0], group.rows[-1]
    steps = {after - before for before, after in pairwise(group.rows)}
    sizes = joined([number(row) for row in group.rows])
    if steps == {1}:
        sizes = f"{number(first)} to {number(last)}"
    sizes = f"{number(first)} piles down to {number(last)}" if steps == {-1} else f"{sizes} piles"
    rows = f"{number(len(group.rows))} rows of {sizes}"
    yield f"The {counted_piles(group)} lie in {rows}, each row overlapping the one before."


# What may be put there


def _single_card(rules: Rules, number_of: int) -> Iterator[str]:
    """Piles with room for one card, such as cells."""
    group = rules.groups[number_of]
    yield f"{'It' if group.count == 1 else f'Each {group.noun}'} holds one card."
    what = starter(rules, rules.units[rules.units_of_group[number_of].start])
    if what == "no card":
        yield f"{capital(_empty(group))} takes no card."
        return
    goes = destinations(rules, number_of) if rules.lift_mode[number_of] != "none" else ""
    later = f", which may later be moved {goes}" if goes else ", which stays there"
    yield f"{capital(_empty(group))} takes {'any single card' if what == 'any card' else f'only {what}'}{later}."


def _closed(rules: Rules, group: Group) -> Iterator[str]:
    """A group on which the player may put nothing."""
    deal = rules.stock_deal
    except_deal = " except by a deal from the stock" if deal is not None and group.name in deal.to else ""
    yield f"Nothing {'is' if except_deal else 'may be'} put on {the(group)}{except_deal}."


def _building(rules: Rules, number_of: int) -> Iterator[str]:
    group, start = rules.groups[number_of], rules.span[number_of].start
    for index in rules.units_of_group[number_of]:
        unit = rules.units[index]
        mine = [pile - start for pile in range(unit.first, unit.end)]
        piles = some_piles(group, mine)
        clause = corner_clause(rules, unit)
        if group.maximum != 1 and builds_nothing(rules, unit):
            yield f"There is no building on {piles if len(mine) < group.count else f'the {plural_of(group)}'}."
        elif builds_anything(rules, unit):
            yield f"On {piles} any card may be put on any other."
        elif not builds_nothing(rules, unit):
            is_built = f"{capital(piles)} {'is' if len(mine) == 1 else 'are'} built {unit.build.phrase}"
            yield f"{is_built}{f'; {clause}' if clause else ''}."


# Empty piles


def _empty(group: Group) -> str:
    """The subject of a sentence about an empty pile."""
    return f"the {group.noun}, when empty," if group.count == 1 else an(f"empty {group.noun}")


def _gaps(rules: Rules, number_of: int) -> Iterator[str]:
    """What may start an empty pile, from where, and what fills it of itself."""
    group = rules.groups[number_of]
    gap = group.gap
    what = starter(rules, rules.units[rules.units_of_group[number_of].start])
    subject = _empty(group)
    if gap.auto:
        fillers = [group for name in gap.auto for group in named_groups(rules, [name])]
        tops = [the(other) if other.count == 1 else f"the first {other.noun} that has cards" for other in fillers]
        top = "the top card" if gap.each == 1 else f"the top {cards(gap.each)}"
        yield f"{capital(subject)} is filled at once with {top} of {', or else of '.join(tops)}."
        subject = f"once {joined([piles_of(other) for other in fillers])} {_is(fillers)} empty, {subject}"
    if what == "no card":
        yield f"{capital(subject)} {'stays empty' if gap.auto else 'is not filled again'}."
        return
    several = _arriving(rules, number_of)
    if what == "any card":
        takes = f"any card{f', or any {several} that may be moved' if several else ''}"
    else:
        named = gap.word is not None and what == gap.word.rule
        head = "such a card" if named else "one of these" if len(gap.ranks) > 1 else "one"
        takes = f"only {what}{f', or a {several} headed by {head}' if several else ''}"
    if gap.sources is not None:
        allowed = joined(places(rules, named_groups(rules, gap.sources)), "or")
        takes += f", {'but' if what == 'any card' else 'and'} only from {allowed}"
    yield f"{capital(subject)} takes {takes}."
    if gap.first:
        firsts = named_groups(rules, gap.first)
        have = "has" if _is(firsts) == "is" else "have"
        only = joined([the(other) for other in firsts], "or")
        while_any = f"As long as {joined([f'the {plural_of(other)}' for other in firsts])} {have} cards"
        yield f"{while_any}, the card for it must come from {only}."


def _is(groups: list[Group]) -> str:
    return "is" if len(groups) == 1 and groups[0].count == 1 else "are"


def _arriving(rules: Rules, number_of: int) -> str:
    """What several cards that come to an empty pile together are called; nothing if they must come singly."""
    nouns = {
        together(rules, source)
        for source, routes in enumerate(rules.routes)
        if routes[number_of].most > 1 and routes[number_of].gap_open and moves_groups(rules, source)
        if rules.groups[source].count > 1 or source != number_of
    }
    return "group" if len(nouns) > 1 else "".join(nouns)
