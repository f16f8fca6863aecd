"""Many deals, one after the other or in several processes."""

from __future__ import annotations

import contextlib
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from types import FrameType
from typing import Final

from ..catalog import default_catalog
from ..deals import Deal
from ..errors import PluginError, SolitaireError
from ..game import Game
from ..rules import Rules
from ..settings import load_settings
from ..solver import Answer, Limits, Options, solve
from ..spawning import no_interrupt, serve
from .playing import Wanted
from .targets import rules_again

AHEAD: Final = 2
"""So many deals for each process are handed out before they can be begun, for none to wait for its next."""
_POLL: Final = 0.1
"""Seconds after which Ctrl-C is noticed."""
TIMES: Final = 2
"""So often a deal is handed out before it is given up, because its process dies each time."""
DIED: Final = "the process that looked at it has died"

Found = tuple[str, Answer]
"""The text of a deal, and what is known of it."""
Start = tuple[Wanted, str]
How = tuple[Limits, Options]


def solve_here(
    rules: Rules,
    deals: Iterable[str],
    limits: Limits,
    options: Options,
    stop: Callable[[], bool],
    progress: Callable[[int], None],
) -> Iterator[Found]:
    """Each deal with its answer, in order, until `stop` says so; the last one may be stopped."""
    for deal in deals:
        if stop():
            return
        yield deal, _answer(rules, deal, limits, options, stop, progress)


def solve_in_processes(
    start: Start,
    deals: Iterable[str],
    limits: Limits,
    options: Options,
    jobs: int,
    stop: Callable[[], bool],
    waiting: Callable[[], None],
) -> Iterator[Found]:
    """As `solve_here`, by `jobs` processes, each with its own rules; `waiting` is called while there is nothing new.

    Where a process dies its deals are dealt out again, and a deal that was lost so twice is unknown.
    """
    with _ending_in_order():
        yield from _solve_in_processes(start, deals, limits, options, jobs, stop, waiting)


@contextlib.contextmanager
def _ending_in_order() -> Generator[None]:
    """Let SIGTERM end this process as an exception does: what the pool has of the system is then given back."""
    before = None
    # Only the main thread may say what a signal does.
    with contextlib.suppress(ValueError):
        before = signal.signal(signal.SIGTERM, _terminated)
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGTERM, before)


def _terminated(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _solve_in_processes(
    start: Start,
    deals: Iterable[str],
    limits: Limits,
    options: Options,
    jobs: int,
    stop: Callable[[], bool],
    waiting: Callable[[], None],
) -> Iterator[Found]:
    halt = get_context("spawn").Event()
    pool = _pool(start, jobs, halt)
    left = iter(deals)
    handed: deque[_Handed] = deque()
    try:
        while not stop():
            while len(handed) < jobs * AHEAD and (deal := next(left, None)) is not None:
                handed.append(_hand_out(pool, deal, (limits, options), 1))
            if not handed:
                return
            first = handed[0]
            if not wait([first.future], _POLL).done:
                waiting()
            elif isinstance(first.future.exception(), BrokenProcessPool):
                pool.shutdown(wait=False, cancel_futures=True)
                if first.times == TIMES:
                    handed.popleft()
                    yield first.deal, Answer("unknown", reason=DIED)
                pool = _pool(start, jobs, halt)
                handed = deque(_again(pool, each, (limits, options)) for each in handed)
            else:
                handed.popleft()
                yield first.deal, first.future.result()
        halt.set()
        # Those that had begun say how far they were.
        for each in handed:
            if not each.future.cancel() and each.future.exception() is None:
                yield each.deal, each.future.result()
    finally:
        halt.set()
        pool.shutdown(cancel_futures=True)


@dataclass(frozen=True, slots=True)
class _Handed:
    """A deal that a pool of processes has, for the first time or the second."""

    deal: str
    future: Future[Answer]
    times: int


def _hand_out(pool: ProcessPoolExecutor, deal: str, how: How, times: int) -> _Handed:
    try:
        # The first deal starts the processes.
        with no_interrupt():
            return _Handed(deal, pool.submit(_solve_one, deal, *how), times)
    except BrokenProcessPool as error:
        # The pool has died since the last look at it, which is told as if it had taken the deal.
        future: Future[Answer] = Future()
        future.set_exception(error)
        return _Handed(deal, future, times)


def _again(pool: ProcessPoolExecutor, each: _Handed, how: How) -> _Handed:
    """The same deal in a new pool, unless the old one has answered it."""
    if each.future.done() and each.future.exception() is None:
        return each
    return _hand_out(pool, each.deal, how, min(each.times + 1, TIMES))


def _pool(start: Start, jobs: int, halt: Event) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_begin, initargs=(start, halt))


class _Worker:
    """What a process of the pool keeps from one deal to the next."""

    rules: Rules
    halt: Event
    problem: str = ""
    """Why it has no rules, where it has none."""


def _begin(start: Start, halt: Event) -> None:
    """Make a new process ready."""
    serve()
    _Worker.halt = halt
    try:
        _Worker.rules = rules_again(start, default_catalog(), load_settings())
    except SolitaireError as error:
        # A plugin may fail in this process alone. A pool whose processes cannot begin would tell nobody why.
        _Worker.problem = str(error)


def _solve_one(deal: str, limits: Limits, options: Options) -> Answer:
    if _Worker.problem:
        return Answer("unknown", reason=_Worker.problem)
    return _answer(_Worker.rules, deal, limits, options, _Worker.halt.is_set, None)


def _answer(
    rules: Rules,
    deal: str,
    limits: Limits,
    options: Options,
    stop: Callable[[], bool],
    progress: Callable[[int], None] | None,
) -> Answer:
    """What is known of a deal; a plugin that fails while it is dealt leaves it unknown, and the others go on."""
    try:
        position = Game(rules, Deal(deal)).position
    except PluginError as error:
        return Answer("unknown", reason=str(error))
    return solve(rules, position, limits, options, stop=stop, progress=progress)
