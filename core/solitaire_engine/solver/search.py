"""The searches: best-first, which finds, and depth-first, which looks at everything in little memory.

Both are complete: where either ends without a win and without meeting a limit, there is
none. A position is stored once, as its packed bytes.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush

from .evaluation import Evaluation
from .ways import Ways

CHECK_EVERY = 512
"""Stored positions between two looks at the clock, the memory and the wish to stop."""


@dataclass(slots=True)
class Outcome:
    """How a search ended: with the packed positions of a win, with a limit (`reason`), or with neither."""

    path: list[bytes] = field(default_factory=list[bytes])
    stored: int = 0
    reason: str = ""


Watch = Callable[[int, int], str]
"""Asked with the positions stored and the size of the table in bytes; gives the reason to stop, or nothing."""


def best_first(ways: Ways, start: bytes, evaluation: Evaluation, budget: int, watch: Watch) -> Outcome:
    """Look at what looks best next, and follow an improvement at once; at most `budget` positions are stored."""
    pack, unpack, won = ways.packer.pack, ways.packer.unpack, ways.won
    depth_weight = evaluation.weights.depth
    keys, parents, depths = [start], array("q", [-1]), array("H", [0])
    seen = {start}
    first = unpack(start)
    if won(first):
        return Outcome([start], 1)
    waiting = _Waiting()
    index, begin, worth = 0, 0, evaluation(first)
    next_check = CHECK_EVERY
    while True:
        if len(keys) >= budget:
            return Outcome(stored=len(keys), reason="positions")
        position = unpack(keys[index])
        children = ways.children(position)
        away = ways.away(position)
        depth = min(depths[index] + 1, 65535)
        better: int | None = None
        for number in range(begin, len(children)):
            child = ways.end(children[number], away)
            key = pack(child)
            if key in seen:
                continue
            seen.add(key)
            keys.append(key)
            parents.append(index)
            depths.append(depth)
            if won(child):
                return Outcome(_path(keys, parents), len(keys))
            value = evaluation(child) + depth_weight * depth
            if value < worth:
                if number + 1 < len(children):
                    waiting.push(worth, index, number + 1)
                better = value
                index = len(keys) - 1
                break
            waiting.push(value, len(keys) - 1, 0)
            if len(keys) >= budget:
                return Outcome(stored=len(keys), reason="positions")
        if len(keys) >= next_check:
            next_check = len(keys) + CHECK_EVERY
            reason = watch(len(keys), seen.__sizeof__())
            if reason:
                return Outcome(stored=len(keys), reason=reason)
        if better is not None:
            worth, begin = better, 0
            continue
        if not waiting:
            return Outcome(stored=len(keys))
        worth, index, begin = waiting.pop()


def _path(keys: list[bytes], parents: array[int]) -> list[bytes]:
    """The packed positions from the start to the last one stored."""
    path: list[bytes] = []
    index = len(keys) - 1
    while index >= 0:
        path.append(keys[index])
        index = parents[index]
    path.reverse()
    return path


class _Waiting:
    """Positions that wait, by worth; of equals the last that came is the next."""

    def __init__(self) -> None:
        self._by_worth: dict[int, array[int]] = {}
        self._worths: list[int] = []

    def push(self, worth: int, index: int, begin: int) -> None:
        # Two numbers in one: no position has so many children.
        entry = index << 16 | begin
        there = self._by_worth.get(worth)
        if there is None:
            self._by_worth[worth] = array("q", [entry])
            heappush(self._worths, worth)
        else:
            there.append(entry)

    def pop(self) -> tuple[int, int, int]:
        worth = self._worths[0]
        there = self._by_worth[worth]
        entry = there.pop()
        if not there:
            del self._by_worth[worth]
            heappop(self._worths)
        return worth, entry >> 16, entry & 0xFFFF

    def __bool__(self) -> bool:
        return bool(self._worths)


def depth_first(ways: Ways, start: bytes, evaluation: Evaluation, budget: int, watch: Watch) -> Outcome:
    """Look at everything, at each position at what looks best first; at most `budget` positions are stored."""
    pack, unpack, won = ways.packer.pack, ways.packer.unpack, ways.won
    seen = {start}
    if won(unpack(start)):
        return Outcome([start], 1)
    path = [start]
    frames: list[list[bytes]] = []
    next_check = CHECK_EVERY
    while True:
        if len(seen) >= budget:
            return Outcome(stored=len(seen), reason="positions")
        new: list[tuple[int, int, bytes]] = []
        position = unpack(path[-1])
        away = ways.away(position)
        for way in ways.children(position):
            child = ways.end(way, away)
            key = pack(child)
            if key in seen:
                continue
            seen.add(key)
            if won(child):
                return Outcome([*path, key], len(seen))
            new.append((-evaluation(child), -len(new), key))
            if len(seen) >= budget:
                return Outcome(stored=len(seen), reason="positions")
        # The best is taken from the end.
        new.sort()
        frames.append([key for *_, key in new])
        if len(seen) >= next_check:
            next_check = len(seen) + CHECK_EVERY
            reason = watch(len(seen), seen.__sizeof__())
            if reason:
                return Outcome(stored=len(seen), reason=reason)
        while frames and not frames[-1]:
            frames.pop()
            path.pop()
        if not frames:
            return Outcome(stored=len(seen))
        path[len(frames) :] = []
        path.append(frames[-1].pop())
