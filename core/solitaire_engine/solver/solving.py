"""Solving a position: one search after the other, and the solution made in the engine."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

from ..apply import apply
from ..errors import PluginError
from ..outcome import is_won
from ..position import Move, Position
from ..refusals import why_not
from ..rules import Rules
from ..solutions import line_of
from .answers import Answer, Limits, Options, Verdict
from .evaluation import Evaluation
from .portfolio import attempts
from .search import Outcome, best_first, depth_first
from .shortening import shorten
from .watching import Watch
from .ways import Ways


class _Contradiction(Exception):
    """The search is wrong about something; it is told, and no deal is called won by it."""


def solve(
    rules: Rules,
    position: Position,
    limits: Limits | None = None,
    options: Options | None = None,
    *,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Answer:
    """Whether `position` can be won, with all cards known, those face down too, and how.

    `stop` is asked every few hundred positions whether to give up, `progress` is told then
    how many positions are stored. Where a plugin fails on the way the answer is unknown,
    and its reason says what failed.
    """
    limits, options = limits or Limits(), options or Options()
    watch = Watch(limits, stop, progress)
    try:
        if is_won(rules, position):
            return Answer("winnable", positions=1, seconds=watch.seconds)
        ways = Ways(rules, position, options)
        outcome = _search(rules, ways, position, limits, watch)
        if outcome.path:
            return _solution(rules, ways, position, outcome, options, watch)
    except PluginError as error:
        return Answer("unknown", positions=watch.before, seconds=watch.seconds, reason=str(error))
    except _Contradiction as error:
        return Answer("unknown", positions=watch.before, seconds=watch.seconds, reason=f"{error}; please report it")
    verdict: Verdict = "unknown" if outcome.reason else "lost"
    return Answer(verdict, positions=outcome.stored, seconds=watch.seconds, reason=outcome.reason)


def _search(rules: Rules, ways: Ways, position: Position, limits: Limits, watch: Watch) -> Outcome:
    """One search after the other until one decides or a limit is met; counts what all of them stored."""
    start = ways.packer.pack(ways.settled(position))
    most = limits.positions
    for attempt in attempts(rules, most):
        budget = attempt.share if most is None else min(attempt.share, most - watch.before)
        if budget <= 0:
            break
        search = depth_first if attempt.complete else best_first
        with _no_collection():
            outcome = search(ways, start, Evaluation(rules, attempt.weights), budget, watch)
        watch.before += outcome.stored
        if outcome.reason != "positions":
            outcome.stored = watch.before
            return outcome
    return Outcome(stored=watch.before, reason="positions")


def _solution(rules: Rules, ways: Ways, position: Position, outcome: Outcome, options: Options, watch: Watch) -> Answer:
    """The answer with its moves, made one by one in the engine."""
    moves: list[Move] = _moves_along(ways, position, outcome.path)
    length = found = 0
    if options.shorten:
        found = len(line_of(rules, position, moves).steps)
        moves = shorten(rules, position, moves, watch.is_over)
        length = len(line_of(rules, position, moves).steps)
    if not _wins(rules, position, moves):
        raise _Contradiction(f"the moves that the solver found do not win from {position}")
    return Answer("winnable", tuple(moves), length, found, outcome.stored, watch.seconds)


def _moves_along(ways: Ways, start: Position, path: Sequence[bytes]) -> list[Move]:
    """The moves that lead from `start` along packed positions, the first of them that of `start`.

    Positions pack alike piles in one order, so each step is looked for among the ways on
    from where play really stands.
    """
    moves, position = ways.opening(start)
    for packed in path[1:]:
        away = ways.away(position)
        for way in ways.children(position):
            if ways.packer.pack(ways.end(way, away)) == packed:
                steps, position = ways.steps(way, away)
                moves += steps
                break
        else:
            raise _Contradiction(f"the solver found a way on that the engine does not know from {position}")
    return moves


def _wins(rules: Rules, start: Position, moves: Sequence[Move]) -> bool:
    """Whether all moves are legal one after the other, and the last one wins."""
    position = start
    for move in moves:
        if why_not(rules, position, move) is not None:
            return False
        position = apply(rules, position, move)
    return is_won(rules, position)


@contextmanager
def _no_collection() -> Generator[None]:
    """A search makes millions of small values and no cycles: looking for some would take a third of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
