"""The native solver driven by hand: from the engine's rules and positions to its words, and back.

What is here is the tests' own reading of what the extension answers; the back end of the package has another.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tests.solver_truth import wins

from solitaire_engine.position import Move, Position
from solitaire_engine.rules import Rules
from solitaire_engine_native._native import Native
from solitaire_engine_native.tables import position_of, tables_of, why_not

Search = tuple[int, int, int, list[int]]
"""A search as `Native.solve` takes it: how, the most positions it may store, a beam's width or a slack, the weights."""
Step = tuple[int, int, int, int, int]

BEST, DEPTH, BEAM = 0, 1, 2
NARROW = 10
"""Added to a search that leaves out what is seldom needed."""
OPEN = [8, 5, 2, 0, 9, 8, 2, 1, 3, 1, 17]
BURIED = [37, 0, 0, 0, -2, 6, 5, 6, 20, 2, 1]
SEARCHES: dict[str, list[Search]] = {
    "best": [(BEST, 0, 0, OPEN)],
    "best with slack": [(BEST, 0, 60, OPEN)],
    "depth": [(DEPTH, 0, 0, OPEN)],
    "wide beam": [(BEAM, 0, 100_000, OPEN)],
    "one after the other": [
        (BEST, 20, 9, BURIED), (NARROW + BEST, 30, 200, BURIED), (BEAM, 50, 8, OPEN), (DEPTH, 30, 0, OPEN),
        (BEAM, 0, 2, OPEN), (DEPTH, 0, 0, BURIED),
    ],
    "beam": [(BEAM, 0, 8, BURIED)],
    "narrow best": [(NARROW + BEST, 0, 0, BURIED)],
    "narrow depth": [(NARROW + DEPTH, 0, 0, OPEN)],
    "narrow beam": [(NARROW + BEAM, 0, 50, OPEN)],
}  # fmt: skip
"""Every kind of search by itself, and several of which the last one looks at everything."""
FINDING = ("beam", "narrow best", "narrow depth", "narrow beam")
"""Those that find but do not prove."""
OPTIONS = list(itertools.product((True, False), repeat=2))
"""`safe_home` and `alike`."""


class Found(NamedTuple):
    """What a search answers; `verdict` as the engine calls it."""

    verdict: str
    reason: str
    stored: int
    made: int
    moves: tuple[Move, ...]


@cache
def native_of(rules: Rules) -> Native:
    """The native solver of a game that is not declined; made once."""
    return Native(tables_of(rules))


def taken(rules: Rules) -> bool:
    """Whether the native solver takes the game."""
    return not why_not(rules)


def read_position(rules: Rules, written: bytes) -> Position:
    """What `tables.position_of` wrote; points are not part of it."""
    piles: list[bytes] = []
    at = 11
    for _ in rules.names:
        size = written[at]
        piles.append(written[at + 1 : at + 1 + size])
        at += 1 + size
    assert at == len(written)
    redeals, state = (int.from_bytes(part, "little") for part in (written[1:3], written[3:11]))
    return Position(rules.names, tuple(piles), redeals, written[0] - 1, state)


def moves_of(rules: Rules, steps: Sequence[Step]) -> Iterator[Move]:
    """The engine's moves for the steps of a solution."""
    for act, source, target, count, piles in steps:
        if act == 3:
            names = tuple(name for pile, name in enumerate(rules.names) if piles >> pile & 1)
            yield Move("remove", piles=names)
        elif act in (1, 2):
            yield Move("deal" if act == 1 else "redeal")
        else:
            assert act in (0, 4), f"no move of a solution: {act}"
            yield Move("cards" if act == 0 else "draw", rules.names[source], rules.names[target], count)


def searched(
    rules: Rules,
    position: Position,
    plan: list[Search],
    *,
    positions: int = 0,
    memory: int = 0,
    safe_home: bool = True,
    alike: bool = True,
) -> Found:
    """The answer of a plan; its moves are not tried here."""
    won, reason, stored, made, _, _, _, steps = native_of(rules).solve(
        position_of(position), plan, positions=positions, memory=memory, safe_home=safe_home, alike=alike
    )
    verdict = "winnable" if won else "unknown" if reason else "lost"
    return Found(verdict, reason, stored, made, tuple(moves_of(rules, steps)))


def what_is_wrong(rules: Rules, position: Position, winnable: bool, positions: int, memory: int = 0) -> list[str]:
    """What is wrong with the answers about a position, a line for each search and set of options.

    A deal that can be won may have more than `positions` to look at, and so may any deal where
    `memory` makes a search look at some again: there an answer may be missing, and so it may
    from a search that only finds.
    """
    wrong: list[str] = []
    for (name, plan), (safe_home, alike) in itertools.product(SEARCHES.items(), OPTIONS):
        found = searched(rules, position, plan, positions=positions, memory=memory, safe_home=safe_home, alike=alike)
        if found.verdict == "unknown" and (name in FINDING or found.reason == "memory" or found.stored >= positions):
            continue
        if found.verdict == ("winnable" if winnable else "lost"):
            if not winnable or wins(rules, position, found.moves):
                continue
            found = found._replace(reason=f"by moves that do not win: {', '.join(map(str, found.moves))}")
        wrong.append(f"{name}, safe_home {safe_home}, alike {alike}: {found.verdict} {found.reason}".rstrip())
    return wrong
