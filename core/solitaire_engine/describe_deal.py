"""How a rules page tells the opening deal: which piles get how many cards, and which way up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import NamedTuple

from .cards import RANK_NAMES, SUIT_NAMES, rank_of, suit_of
from .definitions import DealStep, Group
from .rules import Rules
from .sentences import card_name, cards, joined, number, ordinal, pile_word, some_piles

LONG = 4
"""So many piles that each get one card more than the last are told as "and so on"."""


class Share(NamedTuple):
    """What one pile gets: `amount` cards, of which the first `down` lie face down."""

    group: Group
    place: int
    amount: int
    down: int = 0


def stock_at_first(rules: Rules) -> int:
    """How many cards the opening deal leaves for the stock."""
    return len(rules.pack) - sum(len(step.placements) for step in rules.variant.deal)


def opening_deal(rules: Rules) -> Iterator[str]:
    """The sentences that tell how the cards are laid out."""
    told: list[str] = []
    joinable = False
    face_up: dict[tuple[str, int], bool] = {}
    for step in rules.variant.deal:
        clause = _clause(rules, step, face_up)
        if not clause:
            continue
        # Two short steps share a sentence; a step with a list or a remark of its own stands alone.
        plain = not any(mark in clause for mark in ";:") and clause.count(",") < 2
        if joinable and plain:
            told[-1] += f"; then {clause}"
            joinable = False
        else:
            told.append(clause)
            joinable = plain
        for placed in step.placements:
            pile = placed.group, placed.place
            face_up[pile] = placed.up and face_up.get(pile, True)
    for index, sentence in enumerate(told):
        first = "Finally deal" if 2 <= index == len(told) - 1 else "Then deal" if index else "Deal"
        yield f"{first}{'' if sentence.startswith(',') else ' '}{sentence}."
    left = stock_at_first(rules)
    if left:
        face = "its top card face up" if rules.group(rules.stock).face_up else "face down"
        what = f"The remaining {cards(left)} form" if left > 1 else "The last card forms"
        yield f"{what if told else f'All {cards(left)} form'} the stock, {face}."
    elif not any(_whole(rules) in sentence for sentence in told):
        yield f"That is {_whole(rules)}."


def _whole(rules: Rules) -> str:
    return "the whole pack" if rules.variant.packs == 1 else "all of both packs"


def _clause(rules: Rules, step: DealStep, face_up: Mapping[tuple[str, int], bool]) -> str:
    """One step, to follow "Deal"; `face_up` has the piles with cards and whether all of those lie face up."""
    shares = _shares(rules, step)
    if not shares:
        return ""
    total = sum(share.amount for share in shares)
    down = sum(share.down for share in shares)
    facing = "" if 0 < down < total else "face down" if down else "face up"
    order = ""
    if len(shares) > 1 and max(share.amount for share in shares) > 1:
        order = ", one pile after the other" if step.by_piles else ", in rows from the left"
    everything = total == len(rules.pack)
    even = len({share.amount for share in shares}) == 1
    if step.taken:
        say = cards if len(shares) == 1 else number
        named = _named_cards(rules, [placed.card for placed in step.placements if placed.card is not None])
        clause = f"{named}, taken out of the pack beforehand, face up"
        clause += f" {_each_of(shares, 'to')}" if total == 1 else f", {spread(shares, '', 'to', say=say)}"
    elif everything or step.rest:
        what = "all remaining cards" if not everything else _whole(rules)
        what += f" {facing}" if facing else ""
        clause = f"{what}{order}: {spread(shares, '', 'to')}"
    elif even:
        more = all((share.group.name, share.place) in face_up for share in shares)
        # What lies on face-up cards needs no word about its own face.
        silent = more and facing == "face up" and all(face_up[share.group.name, share.place] for share in shares)
        clause = spread(shares, "" if silent else facing, "to", more) + order
    else:
        said = f" {facing}" if facing else ""
        clause = f"{said}{order}{',' if order else ''} {spread(shares, '', 'to')}".strip()
    if not facing:
        clause += f"; {_faces(shares)}"
    if step.kings_down:
        clause += "; kings are then moved to the bottom of their piles"
    if step.plays:
        clause += "; a card that a foundation takes goes there instead"
    if step.unlike:
        clause += "; a card of a rank that a pile already has is passed over for the next that it has not"
    if step.sets_base:
        its = "its rank" if total == 1 else "the rank of the first"
        clause += f"; {its} becomes the base, the rank with which every foundation begins"
    return clause


def _named_cards(rules: Rules, named: Sequence[int]) -> str:
    """ "the four aces", "the ace of spades and the king of hearts"."""
    whole = [
        rank for rank in rules.ranks if sorted(card for card in rules.pack if rank_of(card) == rank) == sorted(named)
    ]
    if whole:
        name = RANK_NAMES[whole[0]]
        return f"the {number(len(named))} {name}{'es' if name.endswith('x') else 's'}"
    return joined([card_name(card) if count == 1 else _both(card) for card, count in Counter(named).items()])


def _both(card: int) -> str:
    """ "both kings of clubs", of two packs."""
    rank = RANK_NAMES[rank_of(card)]
    return f"both {rank}{'es' if rank.endswith('x') else 's'} of {SUIT_NAMES[suit_of(card)]}"


def _shares(rules: Rules, step: DealStep) -> list[Share]:
    """What each pile gets in a step, in the order of the piles."""
    groups = {group.name: group for group in rules.groups}
    amounts: dict[tuple[str, int], tuple[int, int]] = {}
    for placed in step.placements:
        amount, down = amounts.get((placed.group, placed.place), (0, 0))
        amounts[placed.group, placed.place] = amount + 1, down + (not placed.up)
    ranked = sorted(amounts, key=lambda pile: (step.groups.index(pile[0]), pile[1]))
    return [Share(groups[name], place, *amounts[name, place]) for name, place in ranked]


def spread(
    shares: Sequence[Share], facing: str, preposition: str, more: bool = False, say: Callable[[int], str] = cards
) -> str:
    """Who gets how many cards: "six cards face up to each of the first four tableau piles and five to each of ...".

    `facing` is "face up", "face down" or nothing. `more` says that all these piles have cards
    already: "one more card to each FreeCell pile". `say` words the first number. Every share
    must have cards.
    """
    facing = f" {facing}" if facing else ""
    amounts = [share.amount for share in shares]
    if len(set(amounts)) == 1:
        what = say(amounts[0])
        if more:
            what = what.replace(" ", " more ", 1)
        return f"{what}{facing} {_each_of(shares, preposition, more)}"
    if len({share.group.name for share in shares}) == 1 and (listed := _rising(shares, facing, preposition)):
        return listed
    parts: list[str] = []
    runs = [list(run) for _, run in groupby(shares, key=lambda share: share.amount)]
    whole = len(shares) == shares[0].group.count and len({share.group.name for share in shares}) == 1
    for run in runs:
        what = number(run[0].amount) if parts else say(run[0].amount) + facing
        rest = bool(parts) and whole and run is runs[-1] and len(runs) == 2
        parts.append(f"{what} {_each_of(run, preposition, rest=rest)}")
    return joined(parts)


def _each_of(shares: Sequence[Share], preposition: str, known: bool = False, rest: bool = False) -> str:
    """ "to each of the four Scorpion piles and the four FreeCell piles", "to the reserve"."""
    runs = [list(run) for _, run in groupby(shares, key=lambda share: share.group)]
    if known and len(runs) == 1 and 1 < len(shares) == shares[0].group.count:
        return f"{preposition} each {shares[0].group.noun}"
    names = [(len(run), some_piles(run[0].group, [share.place for share in run], rest)) for run in runs]
    parts = [name for count, name in names if count == 1]
    if several := [name for count, name in names if count > 1]:
        parts.append(f"each of {joined(several)}")
    return joined([f"{preposition} {part}" for part in parts])


def _rising(shares: Sequence[Share], facing: str, preposition: str) -> str:
    """ "one card to the first tableau pile, two to the second, and so on up to seven", or nothing if it is not so."""
    steps = [after.amount - before.amount for before, after in pairwise(shares)]
    first = 0 if len(set(steps)) == 1 else 1
    tail = set(steps[first:])
    if len(shares) - first < LONG or tail not in ({1}, {-1}):
        return ""
    named = [
        f"{cards(share.amount) + facing if not index else number(share.amount)} {preposition} "
        f"the {ordinal(share.place)}{f' {share.group.noun}' if not index else ''}"
        for index, share in enumerate(shares[: first + 2])
    ]
    return f"{', '.join(named)}, and so on {'up' if tail == {1} else 'down'} to {number(shares[-1].amount)}"


def _faces(shares: Sequence[Share]) -> str:
    """Which cards lie face up and which face down, where both occur in a step."""
    words = {pile_word(share.group) for share in shares}
    pile = "" if len(shares) == 1 else f" of each {words.pop() if len(words) == 1 else 'pile'}"
    ups = max(share.amount - share.down for share in shares if share.down)
    downs = max(share.down for share in shares)
    last = all(share.down == max(0, share.amount - ups) for share in shares)
    first = all(share.down == min(downs, share.amount) for share in shares)
    others = "any others" if min(share.amount for share in shares) <= min(ups, downs) > 1 else "the others"
    if last and not (first and downs < ups):
        return f"{_counted_cards('last', ups)}{pile} {'lies' if ups == 1 else 'lie'} face up, {others} face down"
    if first:
        return f"{_counted_cards('first', downs)}{pile} {'lies' if downs == 1 else 'lie'} face down, {others} face up"
    group = shares[0].group
    if len(shares) == len(group.covers) and all(bool(group.covers[s.place]) == (s.down == s.amount) for s in shares):
        return "the cards of the last row lie face up, the others face down"
    if len({share.group.name for share in shares}) == 1:
        shares = [share._replace(group=briefly(share.group)) for share in shares]
    runs = [
        list(run) for _, run in groupby(shares, key=lambda share: (share.group, share.down, share.down == share.amount))
    ]
    hidden = [share for share in shares if share.down]
    if len(hidden) >= LONG and {b.down - a.down for a, b in pairwise(hidden)} in ({1}, {-1}):
        one, two, end = (
            f"{_counted_cards('first', share.down)} {_each_of([share], 'of')}"
            for share in (hidden[0], hidden[1], hidden[-1])
        )
        return f"{one}, {two} and so on to {end} lie face down, all others face up"
    parts = [
        f"{'all cards' if run[0].down == run[0].amount else _counted_cards('first', run[0].down)} {_each_of(run, 'of')}"
        for run in runs
        if run[0].down
    ]
    single = len(parts) == 1 and downs == 1
    return f"{joined(parts)} {'lies' if single else 'lie'} face down, all others face up"


def briefly(group: Group) -> Group:
    """The group with piles that are called just that, for a sentence in which it is known."""
    return replace(group, noun="pile", plural="piles") if pile_word(group) == "pile" else group


def _counted_cards(which: str, count: int) -> str:
    return f"the {which} card" if count == 1 else f"the {which} {cards(count)}"
