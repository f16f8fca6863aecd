"""A room: one game at a table, and everybody who looks at it.

Work on a game is done in threads, for every change is written to the disk before it is shown; a
room does one thing at a time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final, Protocol, TypeVar

from ..position import Position
from ..settings import Hints
from ..table.counsel import WORKING, Counsel
from ..table.session import Session
from . import telling
from .scrubbing import scrubbed
from .telling import Json

T = TypeVar("T")

IDLE: Final = 60.0
"""Seconds without anything done after which the clock stands still."""
LOOK: Final = 0.2
"""Seconds between two looks whether the solver has an answer."""


class Seat(Protocol):
    """Somebody at a table."""

    visible: bool
    send: Callable[[Json], None]
    """Tells the page something, sooner or later."""

    def settle(self) -> None:
        """The position has changed: nothing is held any more."""
        ...

    def renew(self) -> None:
        """The room has another session."""
        ...


class Room:
    """One game and its seats. Whoever changes the game holds `lock`."""

    def __init__(self, session: Session, pool: ThreadPoolExecutor) -> None:
        self.session = session
        session.hurries = True
        self.pool = pool
        self.id = session.save.sitting.id
        self.lock = asyncio.Lock()
        self.seats: list[Seat] = []
        self.version = 0
        self.counsel = Counsel(session)
        self.asked = 0.0
        """When the solver was asked last; 0 where it was not."""
        self.touched = time.monotonic()
        self.running = self.is_away = False
        self.is_behind = False
        """Whether something is left for `catch_up`."""
        self.is_changed = False
        """Whether anything was played since the game was opened."""
        self.is_left = True
        """Whether everything is written as it should be when nobody is here."""
        self._looking: asyncio.Task[None] | None = None

    async def run(self, work: Callable[[], T]) -> T:
        """Do something in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)

    async def catch_up(self) -> None:
        """After the page has been told of a change: what takes as long as the disk does."""
        async with self.lock:
            if not self.is_behind:
                return
            self.is_behind = False
            session = self.session
            if session.save.is_taken:
                # Another process plays it now, and writes it.
                return
            known = session.warning, session.over
            await self.run(session.catch_up)
            if session.over:
                self.rest()
            if (session.warning, session.over) != known:
                self.tell_status()

    # What it tells

    def state(self) -> Json:
        """Everything."""
        session = self.session
        rules = session.game.rules
        counts = telling.counts_part(session)
        return {
            "t": "state",
            "v": self.version,
            "id": self.id,
            "game": telling.game_part(session, self.id),
            "plan": telling.plan_part(session.plan),
            "piles": telling.piles_part(rules, session.position, session.plan),
            "counts": counts,
            **self._about(),
        }

    def _about(self) -> Json:
        """What every step says anew."""
        session = self.session
        return {
            "can": telling.can_part(session),
            "status": self.status(),
            "settings": self.settings(),
            "message": telling.message(session.alarm or session.message, session.is_bad or bool(session.alarm)),
        }

    def status(self) -> Json:
        """How the game stands."""
        session = self.session
        return {
            "won": session.game.is_won,
            "over": session.over,
            "running": self.running,
            "warning": scrubbed(session.warning),
            "verdict": self.counsel.status,
            "stake": session.tally.is_at_stake,
        }

    def settings(self) -> Json:
        """What can be set at the table."""
        session = self.session
        return {
            "autoplay": session.autoplay,
            "hints": session.settings.hints,
            "watching": self.counsel.looks_on,
        }

    def step(self, why: str, number: int, before: Position) -> Json:
        """What has changed since the position `before`, which was there after `number` moves."""
        self.version += 1
        self.is_behind = self.is_changed = True
        session = self.session
        game = session.game
        positions = game.positions
        onward = len(positions) > number + 1 and positions[number] is before
        way = positions[number:] if onward else (before, session.position)
        return {
            "t": "step",
            "v": self.version,
            "why": why,
            "events": telling.events(game.rules, way),
            "piles": telling.changed_piles(game.rules, before, session.position),
            "counts": telling.counts_part(session),
            **self._about(),
        }

    def tell(self, message: Json, but: Seat | None = None) -> None:
        """Tell everybody, or everybody else."""
        for seat in tuple(self.seats):
            if seat is not but:
                seat.send(message)

    def tell_status(self, but: Seat | None = None) -> Json:
        """Tell everybody how it stands; gives the message."""
        told: Json = {
            "t": "status",
            "status": self.status(),
            "settings": self.settings(),
            "counts": telling.counts_part(self.session),
        }
        self.tell(told, but)
        return told

    # The clock

    def stir(self) -> None:
        """Somebody plays: the clock goes on, unless the game is over."""
        self.touched = time.monotonic()
        self.is_left = False
        if self.session.over or not any(seat.visible for seat in self.seats):
            self.rest()
            return
        self.session.save.sitting.touch()
        self.running = True

    def rest(self) -> None:
        """The clock stands still."""
        if self.running:
            self.session.save.sitting.pause()
            self.running = False

    def tick(self) -> None:
        """Let the clock stand still if nobody does anything."""
        if self.running and time.monotonic() - self.touched > IDLE and not self.lock.locked():
            self.rest()
            self.tell_status()

    # The solver

    def set_hints(self, hints: Hints) -> None:
        """Whether hints may know the face-down cards."""
        self.session.settings = replace(self.session.settings, hints=hints)

    def look(self) -> None:
        """Ask the solver about the position, if a verdict is wanted; in a thread, for it is loaded then."""
        if self.counsel.looks_on:
            self.asked = time.monotonic()
        self.counsel.watch()

    def follow_verdict(self) -> None:
        """Tell everybody the verdict as soon as it is there."""
        if self.counsel.status == WORKING and (self._looking is None or self._looking.done()):
            self._looking = asyncio.get_running_loop().create_task(self._wait_for_verdict())

    async def _wait_for_verdict(self) -> None:
        while self.counsel.looks_on and self.counsel.status == WORKING:
            await asyncio.sleep(LOOK)
            self.counsel.take()
        self.tell_status()

    async def drop_adviser(self) -> None:
        """End the solver's process."""
        self.asked = 0.0
        adviser = self.counsel.drop()
        if adviser is not None:
            await self.run(adviser.close)

    async def leave(self) -> None:
        """Nobody is here any more: what is not written yet is written."""
        async with self.lock:
            self.running = False
            # Somebody may have come meanwhile.
            if not (self.seats or self.is_away or self.is_left):
                self.is_left = True
                save = self.session.save
                # A finished game that was only looked at stays where it is.
                if not save.is_taken and (save.is_there or self.is_changed):
                    await self.run(self.session.leave)
                self.is_behind = False

    async def renew(self, session: Session) -> None:
        """Go on with the game as another process has left it; the lock is held. Everybody sees it."""
        looks_on = self.counsel.looks_on
        await self.drop_adviser()
        session.autoplay, session.settings = self.session.autoplay, self.session.settings
        session.hurries = True
        self.session, self.counsel = session, Counsel(session)
        self.counsel.looks_on = looks_on
        self.version += 1
        self.is_behind = self.is_changed = False
        if session.over or session.game.is_won:
            self.rest()
        for seat in self.seats:
            seat.renew()
        self.tell(self.state())

    async def give_up(self) -> None:
        """Another game is begun instead."""
        async with self.lock:
            await self.run(self.session.give_up)

    async def put_away(self) -> None:
        """The game is not to be gone on with, as one whose rules were only tried out."""
        async with self.lock:
            self.is_away = True
            await self.run(lambda: self.session.save.finish(self.session.game))
