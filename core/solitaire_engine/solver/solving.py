"""Solving a position: who searches, one search after the other, and the solution made in the engine."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, get_args

from ..apply import apply
from ..errors import PluginError
from ..faults import reason_of, shown
from ..outcome import is_won
from ..position import Move, Position
from ..refusals import why_not
from ..rules import Rules
from ..solutions import line_of
from .answers import Answer, Limits, Options, Verdict
from .backends import PYTHON, Choice, Offer, Searched, choose
from .evaluation import Evaluation
from .portfolio import attempts
from .search import Outcome, best_first, depth_first
from .shortening import MOST_MADE, shorten
from .watching import Watch
from .ways import Ways

LEAST_MADE: Final = 3_000
"""Moves that may be made to shorten a solution that was found in no time."""
STORED_FOR_ONE: Final = 10
"""A back end stores so many positions while one move is tried: shortening takes no longer than finding."""


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

    `limits`: those of the solver that answers, unless given. `stop` is asked every few hundred
    positions whether to give up, `progress` is told then how many positions are stored. Where
    a plugin fails on the way the answer is unknown, and its reason says what failed; a plugin's
    solver that fails is left out, and the answer's `warning` says so. SolverError if there is
    none of the name that was asked for.
    """
    options = options or Options()
    choice = choose(rules, options.solver)
    own = limits or limits_for(choice)
    watch = Watch(own, stop, progress)
    warning = choice.note
    if choice.offer is not None:
        try:
            return _by_back_end(choice.offer, rules, position, own, options, watch)
        except PluginError as error:
            warning = f"{error}; {PYTHON} answered"
            own = limits_for(Choice(), own) if own.usual else own
    return replace(_in_python(rules, position, own, options, watch), warning=warning)


def limits_for(choice: Choice, limits: Limits | None = None) -> Limits:
    """Limits that nobody has set by positions, with as many as who answers may store."""
    return replace(limits or Limits(), positions=choice.positions, usual=True)


def solve_by(offer: Offer, rules: Rules, position: Position, limits: Limits, options: Options) -> Answer:
    """What a back end that takes the game answers by itself; PluginError for any fault of it."""
    return _by_back_end(offer, rules, position, limits, options, Watch(limits, None, None))


def _by_back_end(
    offer: Offer, rules: Rules, position: Position, limits: Limits, options: Options, watch: Watch
) -> Answer:
    """What a back end finds, played through and shortened here."""
    name = offer.back_end.name
    if is_won(rules, position):
        return Answer("winnable", positions=1, seconds=watch.seconds, solver=name)
    asked = _Asked(watch)
    try:
        found: object = offer.back_end.search(rules, position, limits, options, asked.stop, asked.progress)
    except KeyboardInterrupt:
        raise
    except MemoryError:
        return Answer("unknown", positions=asked.stored, seconds=watch.seconds, reason="memory", solver=name)
    except BaseException as error:  # also what derives from nothing better
        asked.raise_own()
        raise PluginError(f"{offer.blame} failed: {reason_of(error)}") from error
    asked.raise_own()
    checked = _checked(offer, found)
    if checked.verdict != "winnable":
        verdict, reason = checked.verdict, checked.reason
        if reason == "stopped":
            reason = asked.reason
        return Answer(verdict, positions=checked.positions, seconds=watch.seconds, reason=reason, solver=name)
    if not _plays(offer, rules, position, checked.moves):
        raise PluginError(f"{offer.blame} gave moves that do not win from {position}")
    most = min(MOST_MADE, max(LEAST_MADE, checked.positions // STORED_FOR_ONE))
    answer = _told(rules, position, list(checked.moves), most, checked.positions, options, watch)
    return replace(answer, solver=name)


class _Asked:
    """Asks for a back end whether to go on; what the caller's own functions raise is raised again after it."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._error: BaseException | None = None
        self.stored = 0
        self.reason = "stopped"

    def stop(self) -> bool:
        """Whether to give up, because somebody wants an end or the time is up."""
        try:
            if self._error is None and (over := self._watch.why_over()):
                self.reason = over
                return True
        except BaseException as error:
            self._error = error
        return self._error is not None

    def progress(self, stored: int) -> None:
        """Tell that so many positions are stored."""
        self.stored = stored
        try:
            self._watch.tell(stored)
        except BaseException as error:
            self._error = error

    def raise_own(self) -> None:
        if self._error is not None:
            raise self._error


def _checked(offer: Offer, found: object) -> Searched:
    """What a back end gave, if it can be an answer; PluginError if not."""
    if not isinstance(found, Searched) or found.verdict not in get_args(Verdict):
        raise PluginError(f"{offer.blame} gave {shown(found)}, which is no answer; give a Searched")
    if (found.verdict == "unknown") != bool(found.reason):
        wrong = (
            "says not why nothing is known" if found.verdict == "unknown" else f"gave a reason for {found.verdict!r}"
        )
        raise PluginError(f"{offer.blame} {wrong}")
    return found


def _plays(offer: Offer, rules: Rules, position: Position, moves: Sequence[Move]) -> bool:
    """Whether a back end's moves win; PluginError if they are no moves at all."""
    try:
        return _wins(rules, position, moves)
    except PluginError:
        raise
    except Exception as error:
        raise PluginError(f"{offer.blame} gave moves that cannot be made: {reason_of(error)}") from error


def _in_python(rules: Rules, position: Position, limits: Limits, options: Options, watch: Watch) -> Answer:
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
    moves = _moves_along(ways, position, outcome.path)
    answer = _told(rules, position, moves, MOST_MADE, outcome.stored, options, watch)
    if not _wins(rules, position, answer.moves):
        raise _Contradiction(f"the moves that the solver found do not win from {position}")
    return answer


def _told(
    rules: Rules, position: Position, moves: list[Move], most: int, stored: int, options: Options, watch: Watch
) -> Answer:
    """The answer of these moves, shortened as `options` say by making no more than `most` in trying."""
    length = found = 0
    if options.shorten:
        found = len(line_of(rules, position, moves).steps)
        moves = shorten(rules, position, moves, watch.is_over, most)
        length = len(line_of(rules, position, moves).steps)
    return Answer("winnable", tuple(moves), length, found, stored, watch.seconds)


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
