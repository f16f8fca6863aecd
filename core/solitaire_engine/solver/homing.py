"""Cards that may go home at once without harm: proved for a variant from its tables.

A solver that plays such cards home without looking at anything else must never lose a
game by it. What is shown for a card c that could go home now: take any series of moves
that wins with c left where it is, leave out the moves of c (and of the cards named
below), and what remains is legal and wins as well. That holds if

- c only ever lies at home on one card, and only c may lie on that: no other card loses its
  place, and where there are more packs than one, every copy of c has a place of its own;
- no card can come to lie on c any more, since all that are built on it are home; or,
  those that are not could go home themselves at any time and carry nothing;
- a pile that is shorter or empty only makes more moves possible: nothing fills gaps by
  force, no deal or group is closed by a gap, limits grow with empty piles and cells;
- nothing is dealt onto c, and c is no card of a waste that is dealt by several at once,
  where it would change which cards come to the top.

Where cards come back from the foundations, all the cards that could ever lie on c, on
those, and so on, and all that lie under them at home must be home as well. Then none of
them needs to move ever again.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..apply import apply
from ..cards import DOWN
from ..position import Move, Position
from ..refusals import why_no_cards
from ..rules import Rules
from .packing import is_mixed

NEVER = 1 << 52
"""A bit that no set of cards at home has: a card locked by it never goes home by itself."""
MOST_KEPT = 20_000
"""States of the foundations that are kept in mind before all are forgotten."""


class SafeHome:
    """Plays home what is safe, in positions of one variant; does nothing where nothing is proved."""

    def __init__(self, rules: Rules, waste: bool = True) -> None:
        """Read the tables; `why_not` says why nothing is proved, and is empty if it is.

        `waste`: whether cards of the waste are played home too, where they may be.
        """
        self._rules = rules
        self.why_not = why_unproved(rules)
        self._locks: dict[int, Locks | None] = {}
        self._kept: dict[bytes, int] = {}
        self._fillers = [pile for group in rules.fill_groups for pile in rules.fillers[group]]
        self.needs_empty_stock = _deals_onto_piles(rules)
        kinds = ["tableau", "cell", "reserve", *(["waste"] if waste and _deals_singly(rules) else [])]
        self.sources = tuple(i for i in rules.away if rules.group(i).kind in kinds)

    def is_closed(self, position: Position) -> bool:
        """Whether nothing is safe yet: cards are still to be dealt onto piles, or to fill gaps by force."""
        piles = position.piles
        if self.needs_empty_stock and piles[self._rules.stock]:
            return True
        return bool(self._fillers) and any(piles[pile] for pile in self._fillers)

    def locks(self, base: int) -> Locks | None:
        """What keeps each card from going home for a base rank; None where nothing is proved for it."""
        if base not in self._locks:
            self._locks[base] = _locks(self._rules, base)
        return self._locks[base]

    def away(self, position: Position) -> int:
        """The cards of which a copy is not home, as a mask; the same after a move that brings none home."""
        return self._away(position.piles)

    def may_settle(self, position: Position, source: int, away: int) -> bool:
        """Whether the card that a move out of `source` laid bare may be safe to play home.

        `position` is the one after the move. If the move brought no card home or back, and
        no card was safe before, no other can be.
        """
        pile = position.piles[source]
        if not pile:
            return False
        locks = self._locks.get(position.base)
        if locks is None:
            return True
        rest = locks.all[pile[-1]] & away
        return not rest or locks.opens(pile[-1], rest, away)

    def settle(self, position: Position) -> tuple[Position, list[Move]]:
        """The position after all safe cards have gone home, and the moves that brought them there."""
        made: list[Move] = []
        if self.why_not or position.base < 0:
            return position, made
        rules = self._rules
        if self.is_closed(position):
            return position, made
        locks = self.locks(position.base)
        if locks is None:
            return position, made
        while True:
            piles = position.piles
            away = self._away(piles)
            for source in self.sources:
                pile = piles[source]
                if not pile:
                    continue
                rest = locks.all[pile[-1]] & away
                if rest and not locks.opens(pile[-1], rest, away):
                    continue
                move = self._home_move(position, source)
                if move is not None:
                    position = apply(rules, position, move)
                    made.append(move)
                    break
            else:
                return position, made

    def _home_move(self, position: Position, source: int) -> Move | None:
        for target in self._rules.home:
            if why_no_cards(self._rules, position, source, target, 1) is None:
                return self._rules.card_move(source, target, 1)
        return None

    def _away(self, piles: tuple[bytes, ...]) -> int:
        """The cards of which a copy is not home."""
        home = b"".join([piles[pile] for pile in self._rules.home])
        away = self._kept.get(home)
        if away is None:
            away = NEVER
            for card in set(self._rules.pack):
                if home.count(card) < self._rules.pack.count(card):
                    away |= 1 << card
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[home] = away
        return away


@dataclass(frozen=True, slots=True)
class Locks:
    """What keeps a card from going home safely, for one base rank.

    `need`: the card that it lies on at home, as a mask; `over`: the cards that can come to
    lie on it elsewhere; `all`: those of which none may be away. `soon`: whether a card
    that waits to lie on it is no hindrance if it could go home itself.
    """

    need: list[int]
    over: list[int]
    all: list[int]
    soon: bool

    def opens(self, card: int, rest: int, away: int) -> bool:
        """Whether `rest`, the cards of `all` that are away, are no hindrance."""
        if not self.soon or card >= DOWN or rest & self.need[card]:
            return False
        while rest:
            low = rest & -rest
            waiting = low.bit_length() - 1
            if (self.need[waiting] | self.over[waiting]) & away:
                return False
            rest ^= low
        return True


def _locks(rules: Rules, base: int) -> Locks | None:
    """The locks for a base rank; None if with it a card has more than one place at home, or shares it."""
    if not _one_place(rules, base):
        return None
    need, over = home_tables(rules, base)
    returns = comes_back(rules)
    locks = [
        NEVER if card >= DOWN else (_reach(card, need, over) if returns else need[card] | over[card])
        for card in range(128)
    ]
    return Locks(need, over, locks, not returns and _hangs_as_built(rules, base, over) and _always_open(rules))


def why_unproved(rules: Rules) -> str:
    """Why no card of this variant is played home unasked; empty if some may be."""
    variant = rules.variant
    foundations = [group for group in rules.groups if group.kind == "foundation"]
    deal = rules.stock_deal
    checks = (
        (not foundations, "it has no foundations"),
        (bool(rules.extra_moves or rules.after_move), "a plugin has a say in its moves"),
        (variant.win.left is not None or variant.win.sorted is not None or variant.win.word is not None,
         "it is not won by bringing the cards home"),
        (bool(set(rules.must_be_empty) & set(rules.home)), "it is won by taking cards off the foundations"),
        (bool(variant.removals), "cards are removed together"),
        (any(pile in rules.home for group in rules.fill_groups for pile in rules.fillers[group]),
         "gaps are filled from its foundations"),
        (variant.redeal is not None, "the tableau is gathered and dealt again"),
        (any(group.accept != "single" for group in foundations), "its foundations take more than single cards"),
        (any(group.follow or group.lock for group in rules.groups), "what a foundation takes depends on others"),
        (any(group.when == "no-gaps" for group in rules.groups), "gaps close some of its piles"),
        (any(group.when in ("first-deal", "last-deal") for group in rules.groups),
         "a redeal opens or closes some of its piles, and needs cards to turn over"),
        (deal is not None and deal.when == "no-gaps", "gaps keep its stock from dealing"),
        (deal is not None and any(rules.group(i).kind == "foundation" for i in rules.deal_targets),
         "its stock deals to the foundations"),
        (not _limits_grow(rules), "a limit does not grow with empty piles"),
        (len(set(rules.pack)) < len(rules.pack) and len(foundations) > 1,
         "copies of a card may have different ways home"),
        (not _open_alike(rules), "its foundations differ in where cards come from, or when"),
    )  # fmt: skip
    return next((why for wrong, why in checks if wrong), "")


def home_tables(rules: Rules, base: int) -> tuple[list[int], list[int]]:
    """For each card, as masks: the cards that it may lie on at home, none for those that start a
    foundation; and the cards that can come to lie on it elsewhere."""
    tables = rules.tables(base)
    need, over, starters = [0] * 128, [0] * 128, 0
    for number, unit in enumerate(rules.units):
        kind = rules.groups[unit.group].kind
        if kind == "foundation":
            starters |= tables.start[number]
            need = [known | more for known, more in zip(need, tables.build[number], strict=True)]
        elif kind not in ("stock", "waste", "discard"):
            over = [known | more for known, more in zip(over, tables.takes[number], strict=True)]
    return [0 if starters >> card & 1 else mask for card, mask in enumerate(need)], over


def _one_place(rules: Rules, base: int) -> bool:
    """Whether every card lies at home on one card only, on which no other may lie, and every card
    that starts a foundation has one of its own."""
    tables = rules.tables(base)
    numbers = [u for u, unit in enumerate(rules.units) if rules.groups[unit.group].kind == "foundation"]
    build = tables.build[numbers[0]]
    if any(tables.build[u] != build for u in numbers):
        return False
    cards = sorted(set(rules.pack))
    if is_mixed(build, tables.takes[numbers[0]]):
        return False
    lying = {build[card].bit_length() - 1: card for card in cards if build[card]}
    # A card that starts a foundation is not to be laid on one as well, once it has gone all the way round.
    for u in numbers:
        most = rules.maximum[rules.units[u].group]
        for card in cards:
            if tables.start[u] >> card & 1 and build[card] and not 0 < most <= _way_round(lying, card):
                return False
    # Piles either share their starters or have none in common, and are as many as their starters.
    piles: dict[int, int] = {}
    for u in numbers:
        piles[tables.start[u]] = piles.get(tables.start[u], 0) + rules.units[u].end - rules.units[u].first
    if any(one != other and one & other for one in piles for other in piles):
        return False
    return all(sum(mask >> card & 1 for card in rules.pack) == count for mask, count in piles.items())


def _way_round(lying: dict[int, int], card: int) -> int:
    """How many cards are laid one on the other from `card` on until it comes again; 0 if it never does."""
    count, at = 1, lying.get(card)
    while at is not None and at != card:
        count, at = count + 1, lying.get(at)
    return count if at == card else 0


def _open_alike(rules: Rules) -> bool:
    """Whether all foundations take cards from the same piles, at the same times, and as many."""
    homes = _foundations(rules)
    others = [g for g in range(len(rules.groups)) if g not in homes]
    ways = {
        (rules.groups[h].when, rules.groups[h].maximum, tuple(rules.routes[g][h].most for g in others)) for h in homes
    }
    return len(ways) <= 1


def comes_back(rules: Rules) -> bool:
    """Whether cards may leave the foundations again."""
    return any(
        rules.lift_mode[g] != "none" and any(route.most for route in rules.routes[g]) for g in _foundations(rules)
    )


def _foundations(rules: Rules) -> list[int]:
    """The numbers of the groups of foundations."""
    return [g for g, group in enumerate(rules.groups) if group.kind == "foundation"]


def _reach(card: int, need: list[int], over: list[int]) -> int:
    """The cards that could ever lie on `card`, on those, and so on, and those under all of them at home."""
    found = 0
    waiting = need[card] | over[card]
    while waiting:
        low = waiting & -waiting
        found |= low
        other = low.bit_length() - 1
        waiting = (waiting | need[other] | over[other]) & ~found
    return found & ~(1 << card)


def _limits_grow(rules: Rules) -> bool:
    """Whether every limit lets at least as many cards go when there is more room."""
    for table in rules.limits:
        if table is None:
            continue
        by_cells = [list(column) for column in zip(*table, strict=True)]
        if any(list(row) != sorted(row) for row in (*table, *by_cells)):
            return False
    return True


def _hangs_as_built(rules: Rules, base: int, over: list[int]) -> bool:
    """Whether a card that moves with others on it carries only such as may be built on it."""
    tables = rules.tables(base)
    for group, mode in rules.givers:
        if mode == "top" or rules.groups[group].kind in ("cell", "waste", "foundation"):
            continue
        hang = tables.hang[group]
        if hang is None:
            return False
        for card in range(52):
            if any(hang[card] >> under & 1 and not over[under] >> card & 1 for under in range(52)):
                return False
    return True


def _always_open(rules: Rules) -> bool:
    """Whether every pile that gives cards may give them to the foundations at any time."""
    homes = _foundations(rules)
    if any(rules.groups[g].when != "always" for g in homes):
        return False
    return all(rules.routes[g][h].most >= 1 for g, _ in rules.givers for h in homes if g not in homes)


def _deals_onto_piles(rules: Rules) -> bool:
    """Whether the stock deals onto other piles than the waste."""
    return any(rules.group(i).kind != "waste" for i in rules.deal_targets)


def _deals_singly(rules: Rules) -> bool:
    """Whether the stock deals cards to the waste one by one, so that none hides another, and none carries those that
    are dealt onto it."""
    if rules.waste < 0 or rules.stock_deal is None:
        return False
    if rules.lift_mode[rules.group_of[rules.waste]] not in ("top", "none"):
        return False
    passes = range(max(rules.redeals, 0) + 1)
    stocks = range(1, len(rules.pack) + 1)
    return all(sum(rules.deal_counts(stock, number=number)) <= 1 for stock in stocks for number in passes)
