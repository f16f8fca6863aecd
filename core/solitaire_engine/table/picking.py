"""From cards picked up and a place to put them to a move: what is possible, and what to say where nothing is.

A move of any kind goes from a pile to a pile for the player: cards are carried, a buried
card is drawn, and a plugin's move goes the way of its first effect. Cards that are removed
together are picked one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..cards import DOWN, card_text
from ..effects import Take
from ..position import Move, Position
from ..refusals import why_no_lift
from ..rules import Rules
from ..sentences import joined


@dataclass(frozen=True, slots=True)
class Pick:
    """What is picked: the top `count` cards of a pile, 0 for as many as can go, or top cards of several piles."""

    piles: tuple[int, ...]
    count: int = 0

    @property
    def pile(self) -> int:
        """The first pile."""
        return self.piles[0]


def way_of(rules: Rules, move: Move) -> tuple[int, int] | None:
    """The piles that a move goes from and to, by index; None for one that goes no such way."""
    if move.kind in ("cards", "draw"):
        return rules.index[move.source], rules.index[move.target]
    if move.kind == "extra" and move.effects and isinstance(take := move.effects[0], Take):
        return rules.index[take.source], rules.index[take.target]
    return None


def moves_from(rules: Rules, legal: Iterable[Move], pick: Pick) -> dict[int, list[Move]]:
    """The moves of what is picked, by the pile they go to."""
    found: dict[int, list[Move]] = {}
    if len(pick.piles) != 1:
        return found
    for move in legal:
        way = way_of(rules, move)
        if way is None or way[0] != pick.pile:
            continue
        if pick.count and move.kind != "extra" and move.count != pick.count:
            continue
        found.setdefault(way[1], []).append(move)
    return found


def moves_to(rules: Rules, legal: Sequence[Move], pick: Pick, target: int) -> list[Move]:
    """The moves of what is picked to a pile; several only where the player must choose.

    One card that cannot go may stand for the cards that hang on it and can.
    """
    moves = moves_from(rules, legal, pick).get(target, [])
    if not moves and pick.count == 1:
        moves = moves_from(rules, legal, Pick(pick.piles)).get(target, [])
    carried = [move for move in moves if move.kind == "cards"]
    if carried:
        # As many as can go: what is left behind can be chosen by number or with the mouse.
        return [max(carried, key=lambda move: move.count)]
    return moves


def removals_with(rules: Rules, legal: Iterable[Move], piles: Iterable[int]) -> list[frozenset[int]]:
    """The sets of piles, all of `piles` among them, whose top cards may be removed together."""
    wanted = frozenset(piles)
    sets = [frozenset(rules.index[name] for name in move.piles) for move in legal if move.kind == "remove"]
    return [each for each in sets if wanted <= each]


def removal(rules: Rules, piles: Iterable[int]) -> Move:
    """The move that removes the top cards of some piles."""
    return Move("remove", piles=tuple(rules.names[pile] for pile in sorted(piles)))


def targets(rules: Rules, legal: Sequence[Move], pick: Pick) -> frozenset[int]:
    """The piles where what is picked may go, and those whose top card may be removed with it."""
    found = set(moves_from(rules, legal, pick))
    if not found and pick.count == 1:
        found = set(moves_from(rules, legal, Pick(pick.piles)))
    for piles in removals_with(rules, legal, pick.piles):
        found |= piles
    return frozenset(found - set(pick.piles))


def may_go(rules: Rules, legal: Sequence[Move], pile: int, count: int = 0) -> bool:
    """Whether a legal move takes the top `count` cards of a pile, 0 for any number."""
    return bool(moves_from(rules, legal, Pick((pile,), count)) or removals_with(rules, legal, (pile,)))


def why_no_pick(rules: Rules, position: Position, legal: Sequence[Move], pile: int, count: int) -> str:
    """Why cards cannot be picked up, in a sentence; empty if they can."""
    if may_go(rules, legal, pile, count):
        return ""
    card = position.piles[pile][-1] if position.piles[pile] else DOWN
    if _goes_by_extras(rules, pile) and card < DOWN:
        listed = "; x lists the moves" if any(move.kind == "extra" for move in legal) else ""
        return f"no move takes the {card_text(card)} now{listed}"
    return why_no_lift(rules, position, pile, max(count, 1)) or ""


def why_no_way(rules: Rules, position: Position, legal: Sequence[Move], pick: Pick, target: int) -> str:
    """Why a card that only a plugin's moves take cannot go to a pile; empty where other moves take cards, too."""
    if not _goes_by_extras(rules, pick.pile):
        return ""
    card, names = position.piles[pick.pile][-1], rules.names
    ways = joined([names[pile] for pile in sorted(moves_from(rules, legal, pick))], "or")
    return f"no move takes the {card_text(card)} to {names[target]}{f'; it can go to {ways}' if ways else ''}"


def _goes_by_extras(rules: Rules, pile: int) -> bool:
    """Whether nothing but a plugin's moves takes cards off a pile of the tableau, a cell or a reserve."""
    kind, mode = rules.group(pile).kind, rules.lift_mode[rules.group_of[pile]]
    return bool(rules.extra_moves) and mode == "none" and kind in ("tableau", "cell", "reserve")


def most_held(rules: Rules, position: Position, legal: Sequence[Move], pile: int) -> int:
    """How many cards are picked up where no number is given: the most that some move takes, else those that
    hang together; 0 for none."""
    counts = [move.count for moves in moves_from(rules, legal, Pick((pile,))).values() for move in moves]
    if counts:
        return max(1, max(counts))
    count = 0
    while count < len(position.piles[pile]) and why_no_lift(rules, position, pile, count + 1) is None:
        count += 1
    return count or (1 if position.piles[pile] and position.piles[pile][-1] < DOWN else 0)


def removal_wanted(rules: Rules, legal: Sequence[Move], piles: Iterable[int]) -> tuple[bool, bool]:
    """Whether the top cards of these piles may be removed now, and whether more could go with them."""
    wanted = frozenset(piles)
    sets = removals_with(rules, legal, wanted)
    return wanted in sets, any(each != wanted for each in sets)
