"""Worker processes: each solves one deal at a time, and none that dies takes more with it than that deal.

Not `concurrent.futures`: there one dead worker breaks the whole pool, and nobody can tell
which of the deals in flight has killed it. Here each worker has a pipe of its own.
"""

from __future__ import annotations

import contextlib
import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Final

from ..errors import OddsError, SolitaireError
from ..spawning import no_interrupt, serve
from .deciding import Outcome, Task, decide, prepare

DEATHS: Final = 2
"""A deal that its worker has so often not survived is given up."""
BEAT: Final = 0.5
"""Seconds after which `Crew.run` gives way even if no deal is done."""
_READY: Final = "ready"
_NAME: Final = "odds"
"""What worker processes are called."""
_GRACE: Final = 5.0


class _Worker:
    """One process, the pipe to it, and the deal that it has been given."""

    def __init__(self, task: Task) -> None:
        # Spawned, as everywhere: a forked child would inherit locks, signals and the database.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self.pipe: Connection[object, object] = ours
        self.process: SpawnProcess = context.Process(target=_work, args=(theirs, task), daemon=True, name=_NAME)
        with no_interrupt():
            self.process.start()
        theirs.close()
        self.ready = False
        self.deal: str | None = None

    def begin(self, deal: str) -> None:
        self.deal = deal
        # That it has died in the meantime is heard of at the next turn.
        with contextlib.suppress(OSError):
            self.pipe.send(deal)

    def end(self) -> None:
        with contextlib.suppress(OSError):
            self.process.kill()
        self.process.join(_GRACE)
        self.pipe.close()


class Crew:
    """`jobs` worker processes for one task; to be used in a ``with`` statement, which ends them."""

    def __init__(self, task: Task, jobs: int) -> None:
        self.task, self.jobs = task, jobs
        self._workers: list[_Worker] = []
        self._deaths: dict[str, int] = {}
        self._stillborn = 0

    def __enter__(self) -> Crew:
        # A worker that runs its parent's script once more would start workers of its own. It is the parent that tells.
        if multiprocessing.current_process().name == _NAME:
            raise SystemExit(1)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def run(self, deals: Iterable[str]) -> Iterator[list[Outcome]]:
        """The outcomes of all deals, as they come; now and then none, so that the caller can do something else.

        OddsError if the workers cannot work at all.
        """
        left = deque(deals)
        while left or any(worker.deal is not None for worker in self._workers):
            while len(self._workers) < min(self.jobs, len(left) + self._busy()):
                self._workers.append(_Worker(self.task))
            for worker in self._workers:
                if worker.ready and worker.deal is None and left:
                    worker.begin(left.popleft())
            heard = wait([worker.pipe for worker in self._workers], BEAT)
            outcomes: list[Outcome] = []
            for worker in [worker for worker in self._workers if worker.pipe in heard]:
                outcomes.extend(self._hear(worker, left))
            yield outcomes

    def _busy(self) -> int:
        return sum(worker.deal is not None for worker in self._workers)

    def _hear(self, worker: _Worker, left: deque[str]) -> Iterator[Outcome]:
        """Take what a worker says, or that it is dead."""
        try:
            said = worker.pipe.recv()
        except (EOFError, OSError):
            yield from self._bury(worker, left)
            return
        if isinstance(said, SolitaireError):
            raise said
        worker.ready, self._stillborn = True, 0
        worker.deal = None
        if isinstance(said, Outcome):
            yield said

    def _bury(self, worker: _Worker, left: deque[str]) -> Iterator[Outcome]:
        self._workers.remove(worker)
        worker.end()
        if not worker.ready:
            self._stillborn += 1
            if self._stillborn > DEATHS:
                way = "a script must ask for odds with jobs inside of: if __name__ == '__main__'"
                raise OddsError(
                    f"the worker processes die before they begin (code {worker.process.exitcode}); {way}"
                ) from None
        deal = worker.deal
        if deal is None:
            return
        self._deaths[deal] = self._deaths.get(deal, 0) + 1
        if self._deaths[deal] < DEATHS:
            # First, so that a deal that kills is found out while there is much else to do.
            left.appendleft(deal)
        else:
            how = f"code {worker.process.exitcode}"
            yield Outcome(deal, "unknown", reason=f"its worker process died {DEATHS} times ({how})")


def _work(pipe: Connection[object, object], task: Task) -> None:
    """A worker's life: deals come in, outcomes go out, until there is nobody left to hear of them."""
    serve()
    with contextlib.suppress(EOFError, OSError):
        try:
            prepare(task)
        except SolitaireError as error:
            # As its text: not every error of the engine can be sent.
            pipe.send(OddsError(str(error)))
            return
        pipe.send(_READY)
        while True:
            deal = pipe.recv()
            assert isinstance(deal, str)
            pipe.send(decide(task, deal))
