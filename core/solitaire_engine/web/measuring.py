"""The estimate on the page of odds: one at a time, in processes of its own, told to all who look on."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, cast

from ..catalog import Catalog, is_path
from ..errors import SolitaireError
from ..text.starting import game_id
from .scrubbing import scrubbed
from .telling import Json

OFTEN: Final = 0.25
"""Seconds between two messages."""
MOST_DEALS: Final = 100_000
SECONDS: Final = 2.0
"""How long the solver looks at a deal unless the page says otherwise."""
LONGEST: Final = 60.0
ALONE: Final = 10.0
"""Seconds that an estimate goes on when the last page is gone that looked on: one that is loaded again comes back."""

Tell = Callable[[Json], None]


class _Stopped(Exception):
    """The estimate is not wanted any more."""


class Odds:
    """The estimate that runs, or ran last."""

    def __init__(self, catalog: Catalog, alone: float = ALONE) -> None:
        """`alone`: how long an estimate goes on that nobody looks at."""
        self.catalog, self.alone = catalog, alone
        self._tells: list[Tell] = []
        self._stop: threading.Event | None = None
        self._task: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        # Two pages that start at once would end the same estimate, and begin two.
        self._turn = asyncio.Lock()
        self._last: Json = {"t": "odds", "running": False, "text": "", "bad": False, "done": 0}

    @property
    def is_running(self) -> bool:
        """Whether something is measured now."""
        return self._task is not None and not self._task.done()

    @contextmanager
    def listening(self, tell: Tell) -> Generator[None]:
        """Tell somebody how it goes from now on."""
        if self._timer is not None:
            # Who leaves again has the whole time anew.
            self._timer.cancel()
            self._timer = None
        tell(self._last)
        self._tells.append(tell)
        try:
            yield
        finally:
            self._tells.remove(tell)
            if not self._tells:
                self._timer = asyncio.get_running_loop().call_later(self.alone, self._leave)

    def _leave(self) -> None:
        """End the estimate, for nobody has come back to it."""
        if self.is_running:
            self._ending = asyncio.create_task(self._end_alone())

    async def _end_alone(self) -> None:
        async with self._turn:
            if not self._tells and self.is_running:
                await self._end()
                self._last = {
                    **self._last,
                    "text": "It stopped when no page looked on any more; what was found is kept.",
                }

    async def hear(self, said: Json, tell: Tell) -> None:
        """Start or stop, as the page says."""
        number = said.get("n")
        if said.get("t") == "stop":
            await self.stop()
            tell({**self._last, "n": number})
            return
        if said.get("t") != "start":
            tell({"t": "say", "n": number, "text": "The odds can be started and stopped.", "bad": True})
            return
        async with self._turn:
            await self._end()
            stop = self._stop = threading.Event()
            self._last = {"t": "odds", "running": True, "text": "", "bad": False, "done": 0}
            self._task = asyncio.create_task(self._run(said, stop))
            tell({**self._last, "n": number})

    async def stop(self) -> None:
        """End the estimate that runs."""
        async with self._turn:
            await self._end()

    async def _end(self) -> None:
        if self._stop is not None:
            self._stop.set()
        if self._task is not None:
            await self._task
        self._stop = self._task = None

    async def _run(self, said: Json, stop: threading.Event) -> None:
        loop = asyncio.get_running_loop()
        told = 0.0

        def tell(message: Json) -> None:
            """From the thread that measures."""
            nonlocal told
            if stop.is_set():
                raise _Stopped
            now = time.monotonic()
            if now - told >= OFTEN:
                told = now
                loop.call_soon_threadsafe(self._tell, message)

        try:
            self._tell(await asyncio.to_thread(_measured, self.catalog, said, tell))
        except _Stopped:
            self._tell({**self._last, "running": False})
        except SolitaireError as error:
            self._tell({**self._last, "running": False, "text": scrubbed(str(error)), "bad": True})
        except Exception:
            # The page can start another one.
            logging.getLogger(__name__).exception("an estimate has failed")
            text = "The server has failed at this; its log says how."
            self._tell({**self._last, "running": False, "text": text, "bad": True})

    def _tell(self, message: Json) -> None:
        self._last = message
        for tell in tuple(self._tells):
            tell(message)


def _measured(catalog: Catalog, said: Mapping[str, object], tell: Tell) -> Json:
    """Measure what the page wants; gives the last message."""
    # Imported here, for the solver is not loaded before it is needed.
    from ..odds.estimating import Estimate, Progress, make_job, measure
    from ..odds.published import Published, published_for
    from ..odds.ranges import parse_range
    from ..odds.store import Store, database_path
    from ..solver.answers import Limits
    from ..text.odds import is_inside, is_open

    name, deals = said.get("variant"), said.get("deals", "100")
    if not isinstance(name, str) or is_path(name):
        raise SolitaireError("name a game of the catalogue")
    if not isinstance(deals, str | int):
        raise SolitaireError("deals are a number, or a range such as 1-1000")
    wanted = parse_range(str(deals))
    if len(wanted) > MOST_DEALS:
        raise SolitaireError(f"at most {MOST_DEALS:,} deals are measured here; solitaire odds takes more")
    seconds = said.get("seconds", SECONDS)
    if not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST:
        raise SolitaireError(f"the seconds for a deal lie between 0 and {LONGEST:g}")
    limits = Limits(positions=200_000, seconds=float(seconds), memory=512 * 2**20)
    job = make_job(game_id(name, catalog), params_of(said.get("params")), wanted, limits)
    job = replace(job, jobs=_processes())
    figure: Published | None = None
    with contextlib.suppress(SolitaireError):
        figure = published_for(job.rules)

    def compared(estimate: Estimate) -> Json | None:
        if figure is None:
            return None
        low, high = figure.interval
        inside = None if not estimate.counts.deals or is_open(estimate, figure) else is_inside(estimate, figure)
        return {"percent": figure.percent, "low": low, "high": high, "source": figure.game, "inside": inside}

    def message(estimate: Estimate, progress: Progress | None) -> Json:
        low, high = estimate.interval
        counts = estimate.counts
        return {
            "t": "odds",
            "running": progress is not None,
            "variant": estimate.variant,
            "name": estimate.name,
            "params": estimate.values,
            "label": ", ".join([estimate.name, *(f"{key}={value}" for key, value in estimate.values.items())]),
            "wanted": len(wanted),
            "done": counts.deals,
            "winnable": counts.winnable,
            "lost": counts.lost,
            "unknown": counts.unknown,
            "low": low,
            "high": high,
            "confidence": estimate.confidence,
            "rate": estimate.rate_of_decided,
            "solver": estimate.solver,
            "reused": estimate.reused,
            "pace": progress.pace if progress is not None else 0.0,
            "left": progress.seconds_left if progress is not None else None,
            "published": compared(estimate),
            "text": "",
            "bad": False,
        }

    with Store(database_path()) as store:
        return message(measure(job, store, lambda progress: tell(message(progress.estimate, progress))), None)


def _processes() -> int:
    """As many as there are processors but one, which the tables keep."""
    return max((os.cpu_count() or 2) - 1, 1)


def params_of(params: object) -> dict[str, str]:
    """Parameters as a page sends them; SolitaireError if they are none."""
    if params is None:
        return {}
    values = cast(dict[object, object], params) if isinstance(params, dict) else {None: None}
    if not all(isinstance(name, str) and isinstance(value, str) for name, value in values.items()):
        raise SolitaireError("params are names and values, both texts")
    return cast(dict[str, str], values)
