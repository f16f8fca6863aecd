"""The same deals on other machines: a dask.distributed cluster, whose workers call the same function.

The package `distributed` is an extra and has no types: it is imported late, and by its name.
"""

from __future__ import annotations

import contextlib
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from queue import Empty, SimpleQueue
from time import monotonic
from types import ModuleType
from typing import Any, Final

from ..errors import OddsError, SolitaireError
from .crew import BEAT
from .deciding import Outcome, Task, decide, prepare

MOST: Final = 32
"""Deals in a batch at most."""
WANTED: Final = 1.0
"""Seconds of work that a batch should be: a journey costs milliseconds, and what is under way may be lost."""
AHEAD: Final = 2
"""Batches for each thread of the cluster: one in work, one waiting."""
_TIMEOUT: Final = "10s"
_PLACE: Final = re.compile(r"(?:\[[0-9A-Fa-f:.%]+\]|[^\s/:\[\]]+):[0-9]{1,5}")
_LOST: Final = "its worker died again and again"


def _distributed() -> ModuleType:
    try:
        return import_module("distributed")
    except ImportError as error:
        way = "install it with: pip install 'solitaire-engine[dask]'"
        raise OddsError(f"--dask needs the Python package distributed; {way}") from error


class Cluster:
    """A connection to the scheduler at `address`; to be used in a ``with`` statement, which ends it.

    A worker that dies costs nothing: the scheduler gives its batches to others. Batches that
    it gives up, since too many workers died of them, are asked for again deal by deal.
    OddsError where there is no package, no scheduler, or none any more.
    """

    def __init__(self, task: Task, address: str) -> None:
        self.task, self.address = task, address
        self._module = _distributed()
        try:
            # Before the client is made: one that fails this way takes long to be gone, and complains.
            _check_address(address)
            self._client: Any = self._module.Client(address, timeout=_TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            way = "start one with: dask scheduler"
            raise OddsError(f"--dask: there is no scheduler at {address} ({_line(error)}); {way}") from error
        self._pace = 0.0
        self._room = 1
        self._counted = 0.0

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            self._client.close(timeout=_TIMEOUT)

    def run(self, deals: Iterable[str]) -> Iterator[list[Outcome]]:
        """The outcomes of all deals, each once, as they come; now and then none."""
        left, single = deque(deals), deque[str]()
        under_way: dict[Any, tuple[str, ...]] = {}
        done: SimpleQueue[Any] = SimpleQueue()
        try:
            while left or single or under_way:
                for batch in self._batches(left, single, len(under_way)):
                    future = self._client.submit(work, self.task, batch, pure=False)
                    under_way[future] = batch
                    future.add_done_callback(done.put)
                outcomes: list[Outcome] = []
                for future in _waiting(done):
                    outcomes.extend(self._result(future, under_way.pop(future), single))
                yield outcomes
        except (OSError, self._module.CancelledError) as error:
            way = "what is done is kept; start the scheduler again, then the same command"
            raise OddsError(f"--dask: the cluster at {self.address} is lost ({_line(error)}); {way}") from error
        finally:
            with contextlib.suppress(Exception):
                self._client.cancel(list(under_way), force=True)

    def _batches(self, left: deque[str], single: deque[str], under_way: int) -> list[tuple[str, ...]]:
        """As many batches as the cluster has room for."""
        if not self._counted or monotonic() - self._counted > BEAT:
            if self._client.status != "running":
                raise self._module.CancelledError("the connection is closed")
            self._counted = monotonic()
            self._room = max(sum(self._client.nthreads().values()), 1) * AHEAD
        size = min(max(int(WANTED / self._pace), 1), MOST) if self._pace else 1
        batches: list[tuple[str, ...]] = []
        while (left or single) and under_way + len(batches) < self._room:
            count = min(size, len(left))
            batches.append((single.popleft(),) if single else tuple(left.popleft() for _ in range(count)))
        return batches

    def _result(self, future: Any, batch: Sequence[str], single: deque[str]) -> Iterator[Outcome]:
        """What a batch came to; OddsError if the workers cannot work at all."""
        if future.status == "cancelled":
            raise self._module.CancelledError(future.key)
        error = future.exception() if future.status == "error" else None
        if error is None:
            outcomes: list[Outcome] = future.result()
            self._pace = max(sum(outcome.seconds for outcome in outcomes) / len(outcomes), 1e-6)
            yield from outcomes
        elif isinstance(error, SolitaireError):
            raise OddsError(str(error)) from error
        elif not isinstance(error, self._module.KilledWorker):
            raise OddsError(f"--dask: the workers cannot solve deals ({_line(error)}); install this package there")
        elif len(batch) > 1:
            single.extend(batch)
        else:
            yield Outcome(batch[0], "unknown", reason=_LOST)


def _check_address(address: str) -> None:
    """ValueError for what cannot be the address of a scheduler."""
    scheme, _, place = address.rpartition("://")
    if not _PLACE.fullmatch(place):
        raise ValueError("an address has a host and a port, as in tcp://127.0.0.1:8786")
    if scheme:
        import_module("distributed.comm.registry").get_backend(scheme)


def work(task: Task, deals: Sequence[str]) -> list[Outcome]:
    """Solve deals one after the other, in a worker, to which every message is a journey.

    When nobody wants the batch any more, as after Ctrl-C, it is given up in the middle.
    """
    prepare(task)
    unwanted = _unwanted()
    return [decide(task, deal, unwanted) for deal in deals if not unwanted()]


def _unwanted() -> Callable[[], bool]:
    """Says whether the task of the worker that asks has been cancelled."""
    try:
        worker: Any = import_module("distributed").get_worker()
        key: Any = worker.get_current_task()
        tasks: Any = worker.state.tasks
    except (ValueError, AttributeError, KeyError):
        # No worker, or one of a version that says it otherwise: the batch is done to its end.
        return lambda: False

    def unwanted() -> bool:
        task = tasks.get(key)
        return task is None or task.state == "cancelled"

    return unwanted


def _waiting(done: SimpleQueue[Any]) -> Iterator[Any]:
    """The futures that are done; none after a short while."""
    with contextlib.suppress(Empty):
        yield done.get(timeout=BEAT)
        while True:
            yield done.get_nowait()


def _line(error: BaseException) -> str:
    """What an error says, on one line."""
    return " ".join(str(error).split()) or type(error).__name__
