"""Small questions to the compiled rules that several parts of a rules page ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from .cards import DOWN, rank_of
from .definitions import DEALT, BuildRule, Group
from .refusals import starters
from .rules import Rules
from .sentences import capital, cards, joined, rank_phrase, the
from .tables import Unit
from .tabulate import Masks

ACE, KING = 0, 12
_BASE = -1
"""A base rank that is not settled beforehand, among ranks."""

# Building


def masks_of(rules: Rules, unit: Unit) -> Masks:
    """Which cards may be put on which in a unit, as far as that does not depend on a base rank still to come."""
    base = max(rules.variant.base, DEALT) if unit.build.minds_base else 0
    return rules.tables(base).build[rules.units.index(unit)]


def builds_nothing(rules: Rules, unit: Unit) -> bool:
    """Whether no card may be put on any other."""
    return not any(masks_of(rules, unit))


def builds_anything(rules: Rules, unit: Unit) -> bool:
    """Whether every card may be put on every other."""
    masks, whole = masks_of(rules, unit), sum(1 << card for card in set(rules.pack))
    return all(masks[card] == whole for card in set(rules.pack))


def steps_of(rules: Rules, unit: Unit) -> set[tuple[int, int]]:
    """The pairs (rank, rank under it) of which some cards may lie on one another."""
    masks = masks_of(rules, unit)
    return {(rank_of(card), rank_of(under)) for card in rules.pack for under in rules.pack if masks[card] >> under & 1}


def _dead_ranks(rules: Rules, build: BuildRule) -> set[int]:
    """The ranks that take nothing by a building rule, among them `_BASE`."""
    if build.either:
        return set[int].intersection(*(_dead_ranks(rules, rule) for rule in build.either))
    base = {_BASE if rules.base_varies else rules.variant.base} if build.dead_base else set[int]()
    return {*build.dead} | base


def _dead_clause(rules: Rules, build: BuildRule) -> str:
    """On what nothing may be put; where rules are joined, also on what nothing may be put by one of them."""
    everywhere = _dead_ranks(rules, build)
    clauses = [_on(everywhere)] if everywhere else []
    for rule in build.either:
        if more := _dead_ranks(rules, rule) - everywhere:
            clauses.append(f"{_on(more)} when building {rule.phrase}")
    return f"nothing may be put {', nor '.join(clauses)}" if clauses else ""


def _on(ranks: set[int]) -> str:
    """ "on a king or a card of the base rank"."""
    named = [rank_phrase(rank) for rank in sorted(ranks - {_BASE})]
    return f"on {joined([*named, *(['a card of the base rank'] if _BASE in ranks else [])], 'or')}"


def corner_clause(rules: Rules, unit: Unit) -> str:
    """What happens where the ranks end: "a king may not be put on an ace"; nothing where no card could ask."""
    build = unit.build
    on = _dead_ranks(rules, build)
    dead = _dead_clause(rules, build)
    if build.wrap and build.step > 1:
        return ", and ".join(part for part in ("the ranks go round from king to ace", dead) if part)
    steps, ranks = steps_of(rules, unit), rules.ranks
    if not {ACE, KING} <= set(ranks) or any((card - under) % 13 not in (1, 12) for card, under in steps):
        return dead
    down = any((rank, rank + 1) in steps for rank in ranks) and ACE not in on
    up = any((rank + 1, rank) in steps for rank in ranks) and KING not in on
    king, ace = (KING, ACE) in steps, (ACE, KING) in steps
    if down and up:
        both = "a king may be put on an ace, and an ace on a king"
        neither = "a king may not be put on an ace, nor an ace on a king"
        one = f"{'a king' if king else 'an ace'} may be put on {'an ace' if king else 'a king'}, but not the reverse"
        ends = both if king and ace else one if king or ace else neither
    else:
        ends = f"a king may {'' if king else 'not '}be put on an ace" if down else ""
        ends = f"an ace may {'' if ace else 'not '}be put on a king" if up else ends
    return ", and ".join(part for part in (ends, dead) if part)


def starter(rules: Rules, unit: Unit) -> str:
    """What may start the unit's empty piles: "a king", "any card", "no card", "a card of the base rank"."""
    first = rules.units.index(unit)
    base = rules.variant.base
    if rules.base_varies:
        base = 0
        if rules.tables(0).start[first] != rules.tables(1).start[first]:
            return unit.start.word.rule if unit.start.word and unit.start.word.rule else "certain cards"
    mask = rules.tables(base).start[first]
    if mask == sum(1 << card for card in set(rules.pack)):
        return "any card"
    return starters(rules, unit.start, mask)


# The deal


def dealt_to(rules: Rules, group: Group) -> Counter[int]:
    """How many cards the opening deal puts on each pile of a group, by place."""
    placed = (placed for step in rules.variant.deal for placed in step.placements)
    return Counter(card.place for card in placed if card.group == group.name)


def hides_cards(rules: Rules, group: Group) -> bool:
    """Whether the opening deal lays cards of the group face down."""
    return any(not card.up for step in rules.variant.deal for card in step.placements if card.group == group.name)


# Ways


def destinations(rules: Rules, number_of: int) -> str:
    """Where cards of a group may go, other than to its own kind: "to a foundation or to the tableau"."""
    source = rules.groups[number_of]
    open_ways = [
        group
        for target, group in enumerate(rules.groups)
        if group.kind != source.kind and group.count and rules.routes[number_of][target].most
        if takes_something(rules, target) and (group.accept != "run" or moves_groups(rules, number_of))
    ]
    return joined([f"to {place}" for place in places(rules, open_ways)], "or")


def takes_something(rules: Rules, number_of: int) -> bool:
    """Whether the player can put any card on a pile of the group."""
    return any(
        not builds_nothing(rules, rules.units[u]) or starter(rules, rules.units[u]) != "no card"
        for u in rules.units_of_group[number_of]
    )


def may_move(rules: Rules, number_of: int) -> bool:
    """Whether cards of the group can go to any pile at all."""
    ways = enumerate(rules.routes[number_of])
    return any(route.most and rules.groups[t].count and takes_something(rules, t) for t, route in ways)


def places(rules: Rules, groups: Iterable[Group]) -> list[str]:
    """One pile of each group; "the tableau" for tableau piles of no other name, or for all of several kinds."""
    groups = list(groups)
    tableau = [group for group in rules.groups if group.kind == "tableau"]
    the_tableau = len(tableau) > 1 or any(is_the_tableau(rules, group) for group in tableau)
    whole = the_tableau and all(group in groups for group in tableau)
    named = ["the tableau" if whole and group.kind == "tableau" else the(group) for group in groups]
    return list(dict.fromkeys(named))


def named_groups(rules: Rules, names: Sequence[str]) -> list[Group]:
    """The groups of these names, in the order of the file."""
    return [group for group in rules.groups if group.name in names]


def is_the_tableau(rules: Rules, group: Group) -> bool:
    """Whether the group is all of the tableau and has no name of its own."""
    alone = [other for other in rules.groups if other.kind == "tableau"] == [group]
    return alone and group.noun == "tableau pile" and group.count > 1


def moves_groups(rules: Rules, number_of: int) -> bool:
    """Whether more than one card at a time may leave a pile of the group."""
    mode = rules.lift_mode[number_of]
    if mode in ("none", "top"):
        return False
    hang = rules.tables(0).hang[number_of]
    table = rules.limits[number_of]
    carried = table is None or any(most > 1 for row in table for most in row)
    return carried and (hang is None or any(hang[:DOWN]))


def gates(rules: Rules, group: Group) -> Iterator[str]:
    """Conditions that piles set to what may be put there: how many cards, when, from where, to where."""
    if group.accept == "single" and group.kind in ("tableau", "reserve"):
        yield "Cards are put there one at a time."
    if group.maximum > 1 and group.kind != "foundation":
        yield f"{capital(the(group))} holds at most {cards(group.maximum)}."
    if group.when != "always":
        yield f"Cards may be put there only {rules.when_phrase(group.when)}."
    if group.sources is not None:
        allowed = places(rules, named_groups(rules, group.sources))
        yield f"Only cards from {joined(allowed, 'or')} may go there."
    # Where cards go from other kinds of piles has been told with what may leave them.
    if group.targets is not None and group.kind == "tableau":
        yield f"From there cards may go only to {joined(places(rules, named_groups(rules, group.targets)), 'or')}."
    if group.lock == "pile":
        yield f"The first two cards of {the(group)} settle whether it goes up or down from then on."
    elif group.lock:
        yield f"The first {group.noun} to get a second card settles whether all of them go up or down."
