"""What changes from one position to another, as cards that fly from pile to pile, for those who animate it.

It is read off the two positions alone, so that it holds for moves of every kind, plugins'
ones too, and for undo. Nothing in it tells which card lies face down.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import DOWN, FACE
from ..position import Position


@dataclass(frozen=True, slots=True)
class Flight:
    """Cards that go together, by indexes of piles.

    They lay in `source` from index `at` on, and lie in `target` from `place` on; `cards` are as they
    lie there, the lowest first. `backwards`: the lowest of them was the topmost before.
    """

    source: int
    at: int
    target: int
    place: int
    cards: bytes
    backwards: bool = False


_Spot = tuple[int, int]
"""A pile and the index of a card in it."""


def flights(before: Position, after: Position) -> list[Flight]:
    """The cards that have gone elsewhere, by their target."""
    shuffled = before.state != after.state
    gone: dict[int, list[_Spot]] = defaultdict(list)
    come: list[tuple[int, int, int]] = []
    for pile, (old, new) in enumerate(zip(before.piles, after.piles, strict=True)):
        if old == new:
            continue
        same = _alike(old, new, shuffled)
        for at in range(same, len(old)):
            gone[old[at] & FACE].append((pile, at))
        come.extend((pile, place, new[place]) for place in range(same, len(new)))
    found: dict[_Spot, _Spot] = {}
    hidden: list[_Spot] = []
    last: _Spot = (-1, -1)
    for pile, place, card in come:
        if shuffled and card >= DOWN:
            # Where a card has gone that was shuffled in is nobody's business.
            hidden.append((pile, place))
            continue
        spots = gone[card & FACE]
        if spots:
            last = _likeliest(spots, pile, last)
            spots.remove(last)
            found[pile, place] = last
    rest = sorted(spot for spots in gone.values() for spot in spots)
    found.update(zip(hidden, rest, strict=False))
    return _joined(after, found)


def _alike(old: bytes, new: bytes, shuffled: bool) -> int:
    """How many cards at the bottom have stayed, whichever way up."""
    count = 0
    for one, other in zip(old, new, strict=False):
        if (one & FACE) != (other & FACE) or (shuffled and other >= DOWN):
            break
        count += 1
    return count


def _likeliest(spots: Sequence[_Spot], target: int, last: _Spot) -> _Spot:
    """Where a card came from, of the places where one like it has gone: beside the last one, from another pile."""
    for near in ((last[0], last[1] + 1), (last[0], last[1] - 1)):
        if near in spots:
            return near
    return next((spot for spot in spots if spot[0] != target), spots[0])


def _joined(after: Position, found: dict[_Spot, _Spot]) -> list[Flight]:
    """Flights of as many cards as lay and lie together."""
    flights: list[Flight] = []
    run: list[tuple[_Spot, _Spot]] = []
    for there in sorted(found):
        here = found[there]
        if run and not _goes_on(run, there, here):
            flights.append(_flight(after, run))
            run = []
        run.append((there, here))
    if run:
        flights.append(_flight(after, run))
    return flights


def _goes_on(run: Sequence[tuple[_Spot, _Spot]], there: _Spot, here: _Spot) -> bool:
    (pile, place), (source, at) = run[-1]
    if there != (pile, place + 1) or here[0] != source:
        return False
    step = here[1] - at
    return step in (1, -1) and (len(run) == 1 or step == at - run[-2][1][1])


def _flight(after: Position, run: Sequence[tuple[_Spot, _Spot]]) -> Flight:
    (target, place), (source, first) = run[0]
    _, (_, last) = run[-1]
    cards = after.piles[target][place : place + len(run)]
    return Flight(source, min(first, last), target, place, cards, last < first)
