"""Between the engine and the compiled search: tables and positions go over, verdicts and moves come back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Final
from weakref import WeakKeyDictionary

from solitaire_engine.position import Move, Position
from solitaire_engine.rules import Rules
from solitaire_engine.solver import Limits, Options, Searched, SolverBackEnd, Verdict

from ._native import Native  # pyright: ignore[reportMissingModuleSource]
from .portfolio import Entry, plan
from .tables import position_of, tables_of, why_not

NAME: Final = "native"
VERSION: Final = 2
"""Raised whenever a position may get another answer or length within the same limits: results that are kept name it."""
POSITIONS: Final = 2_000_000
"""The positions that a search may store where nobody sets a limit, in less time than Python takes for 200,000."""

CARDS, DEAL, REDEAL, REMOVE, DRAW = range(5)
"""What a step of the compiled search does."""
DEALS: Final = {DEAL: Move("deal"), REDEAL: Move("redeal")}

Step = tuple[int, int, int, int, int]
"""What is done, from which pile, to which, how many cards, and a bit for each pile of a removal."""


class Solvers:
    """The compiled solver of each game and its plan, made once for as long as the game's rules are in use."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[Rules, tuple[Native, list[Entry]]] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def of(self, rules: Rules) -> tuple[Native, list[Entry]]:
        """The solver of a game and the searches that it tries."""
        with self._lock:
            found = self._known.get(rules)
            if found is None:
                found = self._known[rules] = (Native(tables_of(rules)), plan(rules))
            return found


_SOLVERS: Final = Solvers()


def search(
    rules: Rules,
    position: Position,
    limits: Limits,
    options: Options,
    stop: Callable[[], bool],
    progress: Callable[[int], None],
) -> Searched:
    """Solve a position that is not won. The GIL is free meanwhile, and any number of threads may search at once."""
    if limits.positions == 0:
        return Searched("unknown", reason="positions")
    native, searches = _SOLVERS.of(rules)
    won, reason, positions, _, _, _, _, steps = native.solve(
        position_of(position),
        searches,
        positions=limits.positions or 0,
        seconds=-1.0 if limits.seconds is None else limits.seconds,
        # A limit of nothing is one all the same; to the search 0 means none.
        memory=0 if limits.memory is None else max(limits.memory, 1),
        stop=stop,
        progress=progress,
        safe_home=options.safe_home,
        alike=options.alike,
    )
    verdict: Verdict = "winnable" if won else "unknown" if reason else "lost"
    return Searched(verdict, tuple(moves_of(rules, steps)), positions, reason)


def moves_of(rules: Rules, steps: list[Step]) -> Iterator[Move]:
    """The engine's moves for the steps of a solution."""
    for act, source, target, count, piles in steps:
        if act == CARDS:
            yield rules.card_move(source, target, count)
        elif act == REMOVE:
            names = tuple(name for pile, name in enumerate(rules.names) if piles >> pile & 1)
            yield Move("remove", piles=names)
        elif act == DRAW:
            yield Move("draw", rules.names[source], rules.names[target], count)
        else:
            yield DEALS[act]


def back_end() -> SolverBackEnd:
    """The solver, as the engine takes it."""
    return SolverBackEnd(NAME, str(VERSION), why_not, search, POSITIONS)
