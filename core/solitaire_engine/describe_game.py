"""How a rules page tells what concerns the whole game: the pack, crossings, removals, redeals, points, winning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from .cards import RANK_NAMES, SUIT_NAMES, make_pack, suit_of
from .definitions import UNLIMITED, Group, Removal
from .describe_parts import is_the_tableau, moves_groups, named_groups, places
from .removals import removal_phrase
from .rules import Rules
from .sentences import capital, card_name, cards, full_stop, joined, number, plural_of, the, times


def the_place(rules: Rules, group: Group) -> str:
    """All piles of a group as a place: "the tableau", "the Scorpion piles"."""
    return "the tableau" if is_the_tableau(rules, group) else f"the {plural_of(group)}"


# The pack


def pack(rules: Rules) -> str:
    """How many packs and cards, which ranks, what is left out, and how often each card where it is not once a pack."""
    variant = rules.variant
    copies = Counter(variant.pack)
    first, last = rules.ranks[0], rules.ranks[-1]
    suits = sorted({suit_of(card) for card in copies}, reverse=True)
    size = f"{len(variant.pack)} cards"
    if len(suits) < 4:
        return f"The game is played with {size}, {_few_suits(rules, suits, copies)}."
    # Low cards are stripped from a pack whose ace ranks high as well, so the ace may stand apart from the rest.
    ranks = [rank for rank in range(first, last + 1) if rank in rules.ranks]
    ace_apart = first == 0 and len(ranks) > 1 and ranks[1] > 1
    span = ""
    if len(rules.ranks) < 13:
        ends = (ranks[1], first) if ace_apart else (first, last)
        span = f", from {RANK_NAMES[ends[0]]} to {RANK_NAMES[ends[1]]}"
    full = Counter(make_pack(variant.packs, ranks=rules.ranks))
    missing = sorted((full - copies).elements())
    left_out = f", {joined([card_name(card) for card in missing])} left out" if missing else ""
    packs = f"{number(variant.packs)}{' stripped' if span else ''} pack{'' if variant.packs == 1 else 's'}"
    whole = f"{packs} of {size}" if variant.packs == 1 else f"{packs} shuffled together, {size} in all"
    return f"The game is played with {whole}{span}{left_out}."


def _few_suits(rules: Rules, suits: list[int], copies: Counter[int]) -> str:
    """ "in two suits, spades and hearts: each card four times"."""
    names = joined([SUIT_NAMES[suit] for suit in suits])
    by_count: dict[int, list[str]] = {}
    for suit in suits:
        by_count.setdefault(copies[rules.ranks[0] * 4 + suit], []).append(SUIT_NAMES[suit])
    often = joined([f"each of the {joined(named)} {times(count)}" for count, named in by_count.items()])
    if len(by_count) == 1:
        often = f"each card {times(next(iter(by_count)))}"
    of = f"all of them {names}" if len(suits) == 1 else f"in {number(len(suits))} suits, {names}"
    return f"{of}: {often}"


# Crossings


def crossings(rules: Rules) -> Iterator[str]:
    """What may cross between groups of tableau piles."""
    tableau = [g for g, group in enumerate(rules.groups) if group.kind == "tableau" and group.count]
    pairs = [
        (a, b)
        for a, b in combinations(tableau, 2)
        if (rules.routes[a][b].most and moves_groups(rules, a)) or (rules.routes[b][a].most and moves_groups(rules, b))
    ]
    for crossing in rules.variant.crossings:
        inside = [g for g, group in enumerate(rules.groups) if group.name in crossing.between]
        pairs = [pair for pair in pairs if not (pair[0] in inside and pair[1] in inside)]
        names = joined([f"the {plural_of(rules.groups[g])}" for g in inside])
        between = f"between {names}, in either direction" if len(inside) == 2 else f"between any two of {names}"
        most = crossing.word.most
        who = crossing.word.rule or f"a group {'' if most is None else f'of at most {cards(most)} '}that may be moved"
        fits = "only the card at its head, on which the others lie, must fit the pile it goes to"
        yield f"{capital(who)} may cross {between}; {fits}."
        yield from _loosened(rules, inside)
    if not rules.variant.crossings and len(pairs) > 1:
        yield "Only single cards may cross between piles of different kinds."
        return
    for a, b in pairs:
        both = f"the {plural_of(rules.groups[a])} and the {plural_of(rules.groups[b])}"
        yield f"Only single cards may cross between {both}."


def _loosened(rules: Rules, inside: list[int]) -> Iterator[str]:
    """Where a group may come to lie that cannot be moved on as a whole."""
    hang = rules.tables(0).hang
    strict: list[str] = []
    for target in inside:
        mine = hang[target]
        others = [g for g in inside if g != target and rules.routes[g][target].most > 1 and moves_groups(rules, g)]
        if mine is not None and any(hang[g] != mine for g in others):
            strict.append(the(rules.groups[target]))
    if strict:
        so_far = "only as far as it forms a sequence of the kind built there"
        yield f"A group that has come to {joined(strict, 'or')} can be moved on {so_far}."


# Removals and redeals


def removing(rules: Rules) -> Iterator[str]:
    """Which cards leave the table, and from where."""
    removals = rules.variant.removals
    if not removals:
        return
    shared = len({removal.sources for removal in removals}) == 1
    for removal in removals:
        alone = removal.most == 1
        how = "by itself" if alone else "together"
        place = "" if shared else f" from {_sources(rules, removal)}"
        yield f"{capital(removal_phrase(removal))} may be removed{place} {how}."
    if any(removal.total is not None for removal in removals):
        yield f"An ace counts as one, a jack as {number(11)}, a queen as {number(12)} and a king as {number(13)}."
    if any(removal.beaten is not None for removal in removals):
        yield "Aces rank above kings here."
    if any(removal.adjacent for removal in removals):
        yield "Cards touch if they are neighbours in a row, in a column or across a corner."
    if shared:
        yield f"Only top cards may be removed, from {_sources(rules, removals[0])}."
    else:
        yield "Only top cards may be removed."


def _sources(rules: Rules, removal: Removal) -> str:
    groups = [
        group
        for g, group in enumerate(rules.groups)
        if removal.sources is None or group.name in removal.sources
        if group.kind not in ("foundation", "discard") and rules.lift_mode[g] != "none" and group.count
    ]
    return joined(places(rules, groups), "or")


def redealing(rules: Rules) -> Iterator[str]:
    """How the tableau is gathered and dealt again."""
    redeal = rules.variant.redeal
    if redeal is None:
        return
    if not redeal.times:
        yield "There is no redeal."
    else:
        gathered = joined([the_place(rules, group) for group in named_groups(rules, redeal.gather)])
        dealt = "gathered, shuffled and dealt again" if redeal.shuffle else "gathered and dealt again without shuffling"
        often = "any number of times" if redeal.times == UNLIMITED else times(redeal.times)
        if redeal.word is not None:
            yield full_stop(capital(redeal.word.rule or redeal.word.name))
            yield f"This may be done {often}."
            return
        yield f"At any time the cards of {gathered} may be {dealt}, face up; this may be done {often}."
        if redeal.by_piles:
            each = f"{cards(redeal.each)} to each pile, one pile after the other"
            yield f"They are dealt {each}; cards left over go on the last pile."
        else:
            yield "They are dealt one by one to the piles in turn."
    if redeal.merci:
        last = "after the last redeal" if redeal.times else "at any time"
        yield (
            f"{capital(times(redeal.merci))}, {last}, a card that lies under others may be drawn out and moved"
            " as if it lay on top."
        )


# Points and winning


def scoring(rules: Rules) -> Iterator[str]:
    """What the points are given for."""
    score = rules.variant.score
    if score is None:
        return
    homes, backs = (
        joined(list(dict.fromkeys(the(group) for group in rules.groups if group.kind in kinds)), "or")
        for kinds in (("foundation", "discard"), ("foundation",))
    )
    events = [
        (score.home, f"each card that goes to {homes}"),
        (score.back if backs else 0, f"each card that comes back from {backs}"),
        (score.turn, "each card of the tableau that is turned up"),
        (score.waste, "each card that goes from the waste to the tableau"),
        (score.redeal, "each redeal"),
    ]
    told = [f"{who} {'scores' if points > 0 else 'costs'} {_points(abs(points))}" for points, who in events if points]
    yield f"The score begins at {_points(score.start)}."
    if told:
        yield f"{capital(joined(told))}."
    if score.floor is not None:
        yield f"The score never falls below {'nought' if score.floor == 0 else _points(score.floor)}."


def _points(points: int) -> str:
    if points < 0:
        return f"minus {_points(-points)}"
    return f"{'nought' if not points else number(points)}{'' if not points else ' point' if points == 1 else ' points'}"


def winning(rules: Rules) -> str:
    """What has to be reached."""
    win = rules.variant.win
    home = [group for group in rules.groups if group.kind in ("foundation", "discard") and group.count]
    homes = joined(list(dict.fromkeys(the_place(rules, group) for group in home)), "or")
    if win.empty is not None:
        places_of = named_groups(rules, win.empty)
        names = [the_place(rules, group) for group in places_of]
        several = len(names) > 1 or (places_of[0].count > 1 and names != ["the tableau"])
        return f"The game is won when {joined(names)} {'are' if several else 'is'} empty."
    if win.left is not None:
        few = f"no more than {cards(win.left)} are" if win.left > 1 else f"no more than {cards(win.left)} is"
        left = few if win.left else "no cards are"
        stock = "the stock is empty and " if rules.stock >= 0 else ""
        return f"The game is won when {stock}{left} left outside {homes or 'the table'}."
    if win.sorted is not None:
        lying = named_groups(rules, win.sorted)
        build = lying[0].builds[0].phrase
        where = joined([the_place(rules, group) for group in lying])
        rest = f", and all other cards are on {homes}" if homes else ""
        whole = f"every pile of {where} that is not empty holds one complete sequence of {cards(len(rules.ranks))}"
        return f"The game is won when {whole}, built {build}{rest}."
    if win.word is not None:
        return f"The game is won when {win.word.rule or f'the word {win.word.name!r} of a plugin says so'}."
    return f"The game is won when all {len(rules.pack)} cards are on {homes}."
