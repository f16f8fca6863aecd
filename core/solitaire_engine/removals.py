"""Removing cards together: pairs, sets and single cards that leave for the discard pile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from .cards import DOWN, card_text, rank_of
from .definitions import Removal
from .position import Move, Position
from .rules import Rules
from .sentences import joined, number, rank_phrase, ranks_phrase, the

Free = list[tuple[int, int]]
"""Pairs of a pile's index and its top card."""


def free_cards(rules: Rules, position: Position, removal: Removal) -> Free:
    """The cards that a removal may take: face up, uncovered, and let go by their piles."""
    return [
        (pile, position.piles[pile][-1])
        for pile in range(len(rules.names))
        if _why_not_free(rules, position, pile, removal) is None
    ]


def _why_not_free(rules: Rules, position: Position, pile: int, removal: Removal) -> str | None:
    cards, group, name = position.piles[pile], rules.group(pile), rules.names[pile]
    if not cards:
        return f"{name} is empty"
    if removal.sources is not None and group.name not in removal.sources:
        return f"cards are not removed from {the(group)}"
    if group.kind in ("foundation", "discard") or rules.lift_mode[rules.group_of[pile]] == "none":
        return f"cards are not removed from {the(group)}"
    if cards[-1] >= DOWN:
        return f"the top card of {name} lies face down"
    if rules.is_covered(pile, position.piles):
        return f"{name} is covered"
    return None


def removals(rules: Rules, position: Position) -> list[Move]:
    """Every legal removal, each set of piles once."""
    found: dict[tuple[int, ...], Move] = {}
    for removal in rules.variant.removals:
        free = free_cards(rules, position, removal)
        for piles in _sets(rules, position, removal, free):
            if piles not in found:
                found[piles] = Move("remove", piles=tuple(rules.names[pile] for pile in piles))
    return [found[piles] for piles in sorted(found)]


def _sets(rules: Rules, position: Position, removal: Removal, free: Free) -> Iterator[tuple[int, ...]]:
    if removal.total is not None and removal.most > 2:
        top = dict(free)
        for piles in _sums(rules, removal, free, (), removal.total):
            if _fits(rules, position, removal, [(pile, top[pile]) for pile in piles]):
                yield piles
        return
    for size in range(removal.least, removal.most + 1):
        for chosen in combinations(free, size):
            if _fits(rules, position, removal, chosen):
                yield tuple(pile for pile, _ in chosen)


def _sums(rules: Rules, removal: Removal, free: Free, so_far: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
    """Sets of any size that add up: the search stops where the sum is passed."""
    if left == 0 and removal.least <= len(so_far):
        yield so_far
    if left <= 0 or len(so_far) == removal.most:
        return
    for index, (pile, card) in enumerate(free):
        yield from _sums(rules, removal, free[index + 1 :], (*so_far, pile), left - rank_of(card) - 1)


def _fits(rules: Rules, position: Position, removal: Removal, chosen: Sequence[tuple[int, int]]) -> bool:
    """Whether the chosen cards, each free, are such a set."""
    cards = [card for _, card in chosen]
    ranks = [rank_of(card) for card in cards]
    if not removal.least <= len(cards) <= removal.most:
        return False
    if removal.total is not None and sum(ranks) + len(ranks) != removal.total:
        return False
    if removal.ranks and sorted(ranks) != sorted(removal.ranks):
        return False
    if removal.same_rank and len(set(ranks)) > 1:
        return False
    if removal.pair is not None and not rules.together(removal.pair, cards[0], cards[1]):
        return False
    if removal.match is not None and not all(rules.together(removal.match, a, b) for a, b in combinations(cards, 2)):
        return False
    if removal.beaten is not None and not _beaten(rules, position, removal, chosen[0]):
        return False
    return not removal.adjacent or all(touching(rules, a, b) for (a, _), (b, _) in combinations(chosen, 2))


def _beaten(rules: Rules, position: Position, removal: Removal, one: tuple[int, int]) -> bool:
    """Whether another free card that matches is higher, the ace being highest."""
    assert removal.beaten is not None
    pile, card = one
    height = (rank_of(card) - 1) % 13
    return any(
        other != pile and (rank_of(top) - 1) % 13 > height and rules.together(removal.beaten, card, top)
        for other, top in free_cards(rules, position, removal)
    )


def touching(rules: Rules, one: int, other: int) -> bool:
    """Whether two piles of a grid are neighbours, also at a corner."""
    group = rules.group_of[one]
    rows = rules.groups[group].rows
    if group != rules.group_of[other] or not rows:
        return False
    width, start = rows[0], rules.span[group].start
    (y1, x1), (y2, x2) = divmod(one - start, width), divmod(other - start, width)
    return one != other and abs(y1 - y2) <= 1 and abs(x1 - x2) <= 1


def why_no_removal(rules: Rules, position: Position, names: Sequence[str]) -> str | None:
    """Why the top cards of these piles may not be removed together, or None if they may."""
    if not rules.variant.removals:
        return "in this game no cards are removed from the table"
    unknown = [name for name in names if name not in rules.index]
    if unknown:
        return f"there is no pile {unknown[0]!r}"
    if not names:
        return "name the piles whose top cards are to be removed"
    if len(set(names)) < len(names):
        return "one card of a pile goes at a time"
    piles = [rules.index[name] for name in names]
    reasons: list[str] = []
    for removal in rules.variant.removals:
        blocked = next((why for pile in piles if (why := _why_not_free(rules, position, pile, removal))), None)
        if blocked is not None:
            reasons.append(blocked)
            continue
        chosen = [(pile, position.piles[pile][-1]) for pile in piles]
        if _fits(rules, position, removal, chosen):
            return None
        reasons.append("")
    if all(reasons):
        return reasons[0]
    cards = joined([card_text(position.piles[pile][-1]) for pile in piles])
    verb = "go" if len(piles) > 1 else "goes"
    return f"{cards} cannot be removed: {wanted(rules)} {verb if len(rules.variant.removals) == 1 else 'go'}"


def wanted(rules: Rules) -> str:
    """Which sets of cards are removed, as the subject of a sentence."""
    return joined([removal_phrase(removal) for removal in rules.variant.removals], "or")


def removal_phrase(removal: Removal) -> str:
    """One kind of set: "two cards that add up to 13", "a king"."""
    together = {"suit": " of one suit", "color": " of one colour", "alternate": " of different colours"}
    match = together.get(removal.match.name, f" ({removal.match.rule})") if removal.match else ""
    touch = " that touch" if removal.adjacent else ""
    span = f"{number(removal.least)} to {number(removal.most)}"
    count = number(removal.least) if removal.least == removal.most else span
    if removal.beaten is not None:
        those = together.get(removal.beaten.name, f" ({removal.beaten.rule})").replace(" one ", " its own ")
        return f"a card lower than another one{those} in sight"
    if removal.ranks:
        return (
            (rank_phrase(removal.ranks[0]) if len(removal.ranks) == 1 else joined_ranks(removal.ranks)) + match + touch
        )
    if removal.same_rank:
        return f"{count} cards of the same rank{match}{touch}"
    if removal.pair is not None:
        return f"{removal.pair.rule or removal.pair.name}{match}{touch}"
    if removal.least == removal.most == 1 and removal.total is not None:
        return ranks_phrase([removal.total - 1])
    return f"{count} cards{match}{touch} that add up to {number(removal.total or 0)}"


def joined_ranks(ranks: Sequence[int]) -> str:
    """ "a jack, a queen and a king"."""
    return joined([rank_phrase(rank) for rank in ranks])
