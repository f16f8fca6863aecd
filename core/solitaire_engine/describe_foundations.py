"""How a rules page tells what the foundations take, and whether they give it back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .cards import RANK_NAMES, rank_of
from .definitions import CHOSEN, Group
from .describe_parts import corner_clause, dealt_to, destinations, gates, named_groups, places, starter, steps_of
from .rules import Rules
from .sentences import an, capital, cards, joined, lifted, piles_of, plural_of, some_piles, the
from .tables import Unit


def foundation_rules(rules: Rules, number_of: int) -> Iterator[str]:
    """The sentences about a group of foundations, given by its number."""
    group = rules.groups[number_of]
    if group.accept == "run":
        yield from _runs(rules, number_of)
    elif group.accept == "none":
        yield f"Nothing may be put on {piles_of(group)}."
    else:
        if rules.variant.base == CHOSEN and number_of == min(
            g for g, o in enumerate(rules.groups) if o.kind == group.kind
        ):
            yield from _chosen_base(rules)
        for index in rules.units_of_group[number_of]:
            yield from _building(rules, group, rules.units[index])
        if group.accept == "group":
            yield "Several cards may go there together; only the card at their head must fit."
        if group.follow:
            yield f"A {group.noun} takes a card only once the one before it has a card of that rank."
    yield from gates(rules, group)
    if group.accept != "run" or rules.lift_mode[number_of] != "none":
        yield _take_back(rules, number_of)


def _chosen_base(rules: Rules) -> Iterator[str]:
    yield "The first card that is played to a foundation settles the base, the rank with which every foundation begins."
    if rules.variant.base_from is not None:
        allowed = places(rules, named_groups(rules, rules.variant.base_from))
        yield f"It must come from {joined(allowed, 'or')}, and nothing else may be done before."


def _runs(rules: Rules, number_of: int) -> Iterator[str]:
    """Foundations that take nothing but complete runs."""
    group = rules.groups[number_of]
    unit = rules.units[rules.units_of_group[number_of].start]
    chain, steps = _chain(rules, group, unit), steps_of(rules, unit)
    what = "set" if steps and all(card == under for card, under in steps) else "run"
    if what == "set":
        run = f"complete set of {cards(group.maximum)} of the same rank"
    elif chain and unit.build.match is not None:
        run = f"complete run {unit.build.match.rule}, from {RANK_NAMES[chain[-1]]} down to {RANK_NAMES[chain[0]]}"
    else:
        run = f"complete run of {cards(group.maximum)}, which from its top card down is built {unit.build.phrase}"
    each = f"{capital(piles_of(group))} takes" if group.count == 1 else f"Each of {piles_of(group)} takes"
    yield f"{each} one {run}."
    if group.auto:
        yield f"As soon as such a {what} lies at the top of a tableau pile, it goes to {the(group)} by itself."
    else:
        target = the(group) if group.count == 1 else an(f"empty {group.noun}")
        yield f"Such a {what}, once it can be moved, may be put on {target}."
    nothing_back = rules.lift_mode[number_of] == "none"
    yield f"Nothing else may be put there{', and nothing comes back' if nothing_back else ''}."


def _building(rules: Rules, group: Group, unit: Unit) -> Iterator[str]:
    first = rules.span[unit.group].start
    mine = [pile - first for pile in range(unit.first, unit.end)]
    subject, one = capital(some_piles(group, mine)), len(mine) == 1
    if group.maximum == 1:
        each = subject if one else f"Each of {some_piles(group, mine)}"
        yield f"{each} takes {starter(rules, unit)} and nothing else."
        return
    built = f"built {unit.build.phrase}{', one card at a time' if group.accept == 'single' else ''}"
    chain = _chain(rules, group, unit)
    if chain:
        end = f", from {RANK_NAMES[chain[0]]} to {RANK_NAMES[chain[-1]]}"
        yield f"{subject} {'is' if one else 'are'} {built}{end}{_round(chain, unit)}."
        return
    begins = starter(rules, unit)
    dealt = dealt_to(rules, group)
    from_base = rules.base_varies and begins not in ("any card", "no card")
    clause = corner_clause(rules, unit)
    if from_base:
        steps = steps_of(rules, unit)
        goes_on = "a king is followed by an ace" if (0, 12) in steps else "an ace is followed by a king"
        clause = goes_on if {(0, 12), (12, 0)} & steps and len(steps) < 14 else clause
    each = subject if one else f"Each of {some_piles(group, mine)}"
    full = f", until it holds {cards(group.maximum)}" if from_base and group.maximum else ""
    starts = "" if all(dealt[place] for place in mine) and not from_base else f" begins with {begins} and"
    yield f"{each}{starts} is {built}{full}{f'; {clause}' if clause else ''}."
    if not full and 0 < group.maximum < len(rules.pack):
        yield f"{'It' if one else f'Each {group.noun}'} holds at most {cards(group.maximum)}."


def _chain(rules: Rules, group: Group, unit: Unit) -> list[int]:
    """The ranks of a full foundation from its first card on; empty where they are not settled beforehand."""
    rule = unit.build
    if rule.direction is None or rules.base_varies or group.lock:
        return []
    mask = rules.tables(rules.variant.base).start[rules.units.index(unit)]
    started = {rank_of(card) for card in set(rules.pack) if mask >> card & 1}
    if len(started) != 1:
        return []
    steps = steps_of(rules, unit)
    chain = list(started)
    while len(chain) < (group.maximum or len(rules.pack)):
        following = [card for card, under in steps if under == chain[-1]]
        if len(following) > 1:
            return []
        if following and following[0] in chain:
            return []  # it goes round more than once
        if not following:
            break
        chain += following
    return chain if len(chain) > 1 else []


def _round(chain: list[int], unit: Unit) -> str:
    """What to say where the ranks of a foundation pass the king or the ace."""
    rises = [after > before for before, after in pairwise(chain)]
    if len(set(rises)) == 1:
        return ""
    if unit.build.step > 1:
        return ", the ranks going round from king to ace"
    return f"; {'a king is followed by an ace' if sum(rises) * 2 > len(chain) else 'an ace is followed by a king'}"


def _take_back(rules: Rules, number_of: int) -> str:
    group, mode = rules.groups[number_of], rules.lift_mode[number_of]
    goes = destinations(rules, number_of)
    if mode == "none":
        return f"Nothing comes back from the {plural_of(group)}."
    if mode == "top":
        return f"The top card of {the(group)} may {f'come back {goes}' if goes else 'be moved again'}."
    return f"{capital(lifted(mode, group))}{f', {goes}' if goes else ''}."
