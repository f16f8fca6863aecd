"""How a rules page tells what the stock deals, how long it lasts, and what becomes of the waste."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .definitions import UNLIMITED, DealRule, Group
from .describe_deal import Share, briefly, spread, stock_at_first
from .describe_lifting import lifting
from .describe_parts import named_groups
from .reading import as_tuple
from .rules import Rules
from .sentences import cards, joined, number, ordinal, plural_of, some_piles, the, times

EMPTY_OR_NOT = "whether empty or not"
"""What every deal to several piles does, unless it waits for gaps to be filled."""
FEW = 6
"""So many deals of different sizes are told one by one."""


def stock_rules(rules: Rules, number_of: int) -> Iterator[str]:
    """The sentences about a group of kind stock or waste, given by its number."""
    group = rules.groups[number_of]
    if group.kind == "waste":
        yield from lifting(rules, number_of)
        yield f"Cards come to {the(group)} only from the stock."
        return
    if group.face_up:
        yield f"The top card of {the(group)} lies face up."
    if rules.lift_mode[number_of] != "none":
        yield from lifting(rules, number_of)
    if group.deal is None or not rules.deal_targets:
        if rules.lift_mode[number_of] == "none":
            yield f"Cards of {the(group)} only fill empty piles."
        return
    if group.deal.onto == "all":
        yield from _deals(rules, group.deal)
    else:
        yield from _deals_to_some(rules, group.deal)
    yield from _passes(rules, group.deal)
    yield from _redeals(group, rules.variant.redeal is not None)


def _schedule(rules: Rules, stock: int) -> list[tuple[int, ...]]:
    """What each pile gets in each deal, from a stock of that size until it is empty."""
    deals: list[tuple[int, ...]] = []
    while stock:
        deals.append(rules.deal_counts(stock))
        stock -= sum(deals[-1])
    return deals


def _shares(rules: Rules, counts: Sequence[int]) -> list[Share]:
    places = [(rules.group_of[pile], pile) for pile in rules.deal_targets]
    return [
        Share(rules.groups[group], pile - rules.span[group].start, count)
        for (group, pile), count in zip(places, counts, strict=True)
        if count
    ]


def _deals(rules: Rules, deal: DealRule) -> Iterator[str]:
    """What a deal does, when it may be made, how long the stock lasts."""
    size = stock_at_first(rules)
    schedule = _schedule(rules, size)
    first = _shares(rules, schedule[0])
    several = len(rules.deal_targets) > 1
    tail = f", {deal.word.rule}" if deal.word.rule else ""
    if several and not tail and deal.when == "always":
        tail = f", {EMPTY_OR_NOT}"
    when = "at any time"
    if deal.when == "no-gaps":
        when = "only while " + ("none of these piles is empty" if several else f"{the(first[0].group)} is not empty")
    what = spread(first, "face up", "on")
    if len(schedule) == 1:
        yield f"The stock is dealt once only: {what}{tail}."
        yield f"This deal may be made {when}."
        return
    if several:
        changing = len(set(schedule[:-1])) > 1
        yield f"{'The first' if changing else 'A'} deal puts {what}{tail}; it may be made {when}."
    else:
        yield f"{_one_by_one(rules, size, first)}{f'; it may be made {when}' if deal.when != 'always' else ''}."
    if len(schedule) < size:
        yield _duration(size, schedule, [_shares(rules, counts) for counts in schedule])


def _one_by_one(rules: Rules, size: int, first: Sequence[Share]) -> str:
    """A deal to a single pile, such as the waste."""
    amount = first[0].amount
    target = f"face up on to {some_piles(first[0].group, [first[0].place])}"
    if amount == 1:
        return f"A deal turns one card of the stock {target}"
    regular = all(sum(rules.deal_counts(stock)) == min(stock, amount) for stock in range(1, size + 1))
    fewer = ", or as many as are left," if regular else ""
    return f"A deal turns {cards(amount)} of the stock{fewer} {target}, one by one"


def _duration(size: int, schedule: Sequence[Sequence[int]], shares: Sequence[Sequence[Share]]) -> str:
    """How many deals the stock lasts for, and what is different about the last."""
    text = f"The {cards(size)} last for {number(len(schedule))} deals"
    sizes = [sum(counts) for counts in schedule]
    if len({tuple(counts) for counts in schedule[:-1]}) > 1:
        return f"{text}, of {joined([number(count) for count in sizes])} cards." if len(sizes) <= FEW else f"{text}."
    if sizes[-1] == sizes[0] or len(schedule[0]) == 1:
        return f"{text}."
    last = shares[-1]
    text += f"; the last deal has {'only one card' if sizes[-1] == 1 else cards(sizes[-1])}"
    if all(share.amount == 1 for share in last) and len({share.group.name for share in last}) == 1:
        only = len({share.group.name for share in shares[0]}) == 1
        group = briefly(last[0].group) if only else last[0].group
        return f"{text}, for {some_piles(group, [share.place for share in last])}."
    return f"{text}: {spread(last, '', 'on', say=number)}."


def _deals_to_some(rules: Rules, deal: DealRule) -> Iterator[str]:
    """A deal that serves only the piles that have cards, or only those that have none."""
    targets = named_groups(rules, deal.to)
    nouns = joined([f"{'empty ' if deal.onto == 'empty' else ''}{group.noun}" for group in targets])
    if deal.close_up:
        piles = joined([f"the {plural_of(group)}" for group in targets])
        yield f"Before a deal {piles} are closed up to the left, so that the empty ones come last."
    each = f"each {nouns}{'' if deal.onto == 'empty' else ' that has cards'}"
    amounts = set(rules.deal_counts(stock_at_first(rules)))
    what = cards(amounts.pop()) if len(amounts) == 1 else "cards"
    tail = f", {deal.word.rule}" if deal.word.rule else ", as far as the stock goes"
    yield f"A deal puts {what} face up on {each}{tail}; it may be made while there is such a pile."


def _passes(rules: Rules, deal: DealRule) -> Iterator[str]:
    """What changes when the stock is gone through again, where the file gives a number for each pass."""
    last = max((len(as_tuple(value)) for value in deal.args.values()), default=0)
    size = stock_at_first(rules)
    passes = range(1, last if rules.redeals == UNLIMITED else min(last, rules.redeals + 1))
    told = [f"the {ordinal(again)} time {number(max(rules.deal_counts(size, number=again)))}" for again in passes]
    if told:
        after = " and after" if last - 1 in passes and rules.redeals not in passes else ""
        yield f"That is for the first time through the stock; {joined(told)}{after}."


def _redeals(stock: Group, tableau_redeal: bool) -> Iterator[str]:
    """Whether and how often the waste is turned over."""
    if not stock.redeals:
        if not tableau_redeal:
            yield "There is no redeal."
        return
    often = "any number of times" if stock.redeals == UNLIMITED else times(stock.redeals)
    turned = "the waste may be turned over, without shuffling, to form a new stock"
    yield f"When the stock is empty, {turned}; this may be done {often}."
