"""How a rules page tells which cards may leave a pile, and how many at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .describe_parts import builds_anything, dealt_to, destinations, hides_cards, may_move, moves_groups
from .rules import Rules
from .sentences import ROOM_BY_CELLS, an, capital, cards, lifted, number, pile_word, the


def lifting(rules: Rules, number_of: int) -> Iterator[str]:
    """The sentences about what may leave the piles of a group, given by its number."""
    group, mode = rules.groups[number_of], rules.lift_mode[number_of]
    hang = rules.tables(0).hang[number_of]
    goes = destinations(rules, number_of) if group.kind != "tableau" else ""
    ends = f", {goes}." if goes else "."
    if mode != "none" and not moves_groups(rules, number_of):
        mode = "top"
    if not may_move(rules, number_of) and rules.variant.removals:
        # What leaves such piles is told with the removals.
        mode = "none"
    elif mode == "top" and _holds_one(rules, number_of):
        yield f"{'The' if group.count == 1 else 'Any'} card there may be moved{ends}"
    elif group.lift.word.rule and mode != "top":
        yield capital(group.lift.word.rule) + ends
    elif mode == "tail" and hang is not None:
        yield _sequences(rules, number_of) + ends
    else:
        yield capital(lifted(mode, group)) + ends
    if mode not in ("none", "top"):
        yield from _limit(rules, number_of)
    if group.covers:
        yield "No card may be played while a card of the next row lies on it."
    if hides_cards(rules, group) and rules.turns_up[rules.span[number_of].start]:
        whose = the(group) if group.count == 1 else f"its {pile_word(group)}"
        now = "with nothing lying on it" if group.covers else f"that becomes the top card of {whose}"
        yield f"A face-down card {now} is turned up at once."


def _holds_one(rules: Rules, number_of: int) -> bool:
    """Whether no pile of the group ever has more than one card."""
    group, deal = rules.groups[number_of], rules.stock_deal
    once = all(count == 1 for count in dealt_to(rules, group).values()) and group.kind != "waste"
    return once and group.accept == "none" and (deal is None or group.name not in deal.to)


def together(rules: Rules, number_of: int) -> str:
    """What cards that leave a group together are called."""
    hang = rules.tables(0).hang[number_of]
    if hang is not None:
        pairs = {(card >> 2, under >> 2) for card in rules.pack for under in rules.pack if hang[card] >> under & 1}
        return "set" if all(rank == under for rank, under in pairs) else "sequence"
    return "group" if rules.lift_mode[number_of] == "tail" else "pile"


def _sequences(rules: Rules, number_of: int) -> str:
    """Which cards may be moved together where they must hang together."""
    group, lift = rules.groups[number_of], rules.groups[number_of].lift
    build = lift.build
    a_pile = the(group) if group.count == 1 else an(pile_word(group))
    if build is None and not lift.word.by_build:
        return f"Cards at the top of {a_pile} may be moved together only as {lift.word.refusal or 'certain groups'}"
    units = rules.units_of_group[number_of]
    own = build is None and len(units) == 1 and group.accept != "none"
    alike = own and not builds_anything(rules, rules.units[units.start])
    order = f"a {together(rules, number_of)} {'of that kind' if alike else (build or group.builds[0]).phrase}"
    many = "Several" if group.limit is not None else "Any number of"
    what = f"{many} {'face-up ' if hides_cards(rules, group) else ''}cards"
    return f"{what} at the top of {a_pile} may be moved together, provided they form {order}"


def _limit(rules: Rules, number_of: int) -> Iterator[str]:
    """How many cards can be carried, in words and with an example from the table."""
    group, table = rules.groups[number_of], rules.limits[number_of]
    limit = group.limit
    if table is None or limit is None:
        return
    such = f"Such a {together(rules, number_of)} may have at most"
    total, gaps = len(table) - 1, len(table[0]) - 1
    numbers = {most for row in table for most in row}
    if len(numbers) == 1:
        yield f"{such} {cards(numbers.pop())}."
        return
    if not total:
        yield from _by_piles(such, table[0], group.noun)
        return
    cells = [other for other in rules.groups if other.kind == "cell" and other.count]
    names = " or ".join(dict.fromkeys(cell.plural for cell in cells))
    one = " or ".join(dict.fromkeys(cell.noun for cell in cells))
    by_cells = all(most == free + 1 for free, row in enumerate(table) for most in row)
    rule = ROOM_BY_CELLS if by_cells else limit.rule or "as many cards as the empty {cells} and piles give room for"
    said = rule.replace("{cells}", names).replace("{pile}", group.noun)
    if by_cells or not gaps:
        whole = {1: "it is", 2: "both are"}.get(total, f"all {number(total)} are")
        yield f"{such} {said}: {cards(table[total][0])} when {whole} empty."
    else:
        free = min(total, 2)
        room = f"{number(free)} empty {one if free == 1 else names} and one such {pile_word(group)}"
        yield f"{such} {said}: with {room}, for instance, {cards(table[free][1])}."


def _by_piles(such: str, most: Sequence[int], noun: str) -> Iterator[str]:
    """A limit in a game without cells: the numbers for one, two, ... other empty piles."""
    ways = [f"{cards(most[1])} while one other {noun} is empty"]
    ways.extend(f"{number(count)} while {number(piles)} are" for piles, count in enumerate(most[2:3], 2))
    yield f"{such} {', '.join(ways)}{', and so on' if len(most) > 3 else ''}."
    single = "only one card" if most[0] == 1 else f"at most {cards(most[0])}"
    yield f"While no other {noun} is empty, {single} may be moved at a time."
