"""All rooms of the server, and the way to each of them.

A room without anybody is kept for a while, and what it held is in its save whatever happens: it is
opened again from there.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from ..catalog import Catalog, ShareCode
from ..deals import parse_deal
from ..errors import RecordError, SolitaireError
from ..game import Game
from ..records import read_text
from ..saves import SUFFIX, Save, SaveFolder
from ..settings import Settings
from ..sittings import Sitting, sitting_of
from ..table.session import Session
from ..text.starting import rules_of
from .remains import put_aside, remains, resumed
from .room import Room
from .telling import shared

T = TypeVar("T")

THREADS: Final = 8
MOST_SEATS: Final = 20
"""So many sockets at one game."""
MOST_ROOMS: Final = 200
KEPT: Final = 900.0
"""Seconds that a room without anybody is kept."""
MOST_ADVISERS: Final = 4
"""So many solver processes at once; whoever asked first of all loses his."""
OLD: Final = 200
"""So many finished games are looked through for one that is asked for by its id."""


class Rooms:
    """All rooms, and the way to each of them."""

    def __init__(self, folder: SaveFolder, catalog: Catalog, settings: Settings) -> None:
        self.folder, self.catalog, self.settings = folder, catalog, settings
        self.pool = ThreadPoolExecutor(THREADS, "table")
        # One at a time, as the file of statistics wants it, and so that no move of another game waits for the disk.
        self._writing = asyncio.Lock()
        self._rooms: dict[str, Room] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._opening = asyncio.Lock()

    async def run(self, work: Callable[[], T]) -> T:
        """Do something in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)

    def get(self, id: str) -> Room | None:
        """The room of a game, if it is open."""
        return self._rooms.get(id)

    def all(self) -> tuple[Room, ...]:
        """The rooms that are open."""
        return tuple(self._rooms.values())

    async def open(self, id: str) -> Room | None:
        """The room of a game, opened from its save if need be; None where there is none. May raise SolitaireError."""
        async with self._opening:
            if id in self._rooms:
                await self.freshen(self._rooms[id])
                return self._rooms[id]
            session = await self.run(lambda: self._session(self._resume(id)))
            return self._enter(session) if session is not None else None

    async def play(self, code: ShareCode) -> Room:
        """The room of a deal: one that is open, else the unfinished game of it, else a new one. SolitaireError."""
        async with self._opening:
            game = await self.run(lambda: Game(rules_of(code, self.catalog, {}), parse_deal(code.deal)))
            share = game.share_code
            alike = [room for room in self._rooms.values() if room.session.game.share_code == share]
            if alike:
                room = max(alike, key=lambda room: room.touched)
                await self.freshen(room)
                return room
            return self._enter(await self.run(lambda: self._deal(game, share)))

    def _deal(self, game: Game, share: str) -> Session:
        """A session at the unfinished game of a share code, else at a new one; that an old one is damaged is said."""
        faults: list[str] = []
        found = self._unfinished(share, faults)
        if found is None:
            faults += self._damaged(game)
        session = self._sit(*(found or self._new(game, None)))
        if faults and found is None:
            session.say(f"{faults[0].rstrip('.')}. This is the deal from its beginning.", bad=True)
        return session

    async def freshen(self, room: Room) -> None:
        """Where another process has gone on with a game of ours, or ended it, go on from there."""
        async with room.lock:
            await self.freshen_held(room)

    async def freshen_held(self, room: Room) -> bool:
        """The same for who holds the room's lock; whether there was something new."""
        if not room.session.save.is_taken:
            return False
        try:
            session = await self.run(lambda: self._session(self._resume(room.id)))
        except SolitaireError:
            session = None
        if session is None:
            return False
        await room.renew(session)
        return True

    async def begin(self, game: Game, sitting: Sitting | None = None) -> Room:
        """A room for a new game."""
        session = await self.run(lambda: self._sit(*self._new(game, sitting)))
        if session.save.sitting.daily or not shared(game):
            # Its address alone does not bring it back when the server is started anew.
            with contextlib.suppress(RecordError):
                await self.run(lambda: session.save.update(game, unplayed=True))
        return self._enter(session)

    def seat(self, game: Game, save: Save) -> Room:
        """A room for a game that is kept in `save`."""
        return self._enter(self._sit(game, save))

    def _sit(self, game: Game, save: Save) -> Session:
        """A session at a game; in a thread, for it looks whether the game can go on."""
        session = Session(game, save, self.folder, self.settings)
        session.look_for_the_end()
        return session

    def _session(self, found: tuple[Game, Save] | None) -> Session | None:
        return self._sit(*found) if found is not None else None

    def _enter(self, session: Session) -> Room:
        room = Room(session, self.pool)
        self._rooms[room.id] = room
        return room

    def _new(self, game: Game, sitting: Sitting | None) -> tuple[Game, Save]:
        return game, self.folder.begin(game, sitting)

    def _unfinished(self, share: str, faults: list[str]) -> tuple[Game, Save] | None:
        """The unfinished game of a share code, resumed; None where there is none that can be, with why in `faults`."""
        for saved in self.folder.unfinished():
            if saved.share_code == share:
                try:
                    return resumed(saved.path, self.folder, self.catalog)
                except RecordError as error:
                    faults.append(str(error))
        return None

    def _damaged(self, game: Game) -> list[str]:
        """What to say of files of the same deal that are no records any more."""
        faults: list[str] = []
        for left in remains(self.folder):
            named = left.path.suffix == SUFFIX and (left.variant, left.deal) == (game.rules.variant.id, str(game.deal))
            if named and (told := put_aside(left, self.folder, self.catalog)):
                faults.append(told)
        return faults

    def _resume(self, id: str) -> tuple[Game, Save] | None:
        """The game with an id, from its save, or from what is left of it when it is finished."""
        for saved in self.folder.unfinished():
            if saved.sitting.id == id:
                return resumed(saved.path, self.folder, self.catalog)
        for path in _newest(self.folder.finished):
            with contextlib.suppress(RecordError):
                sitting = sitting_of(read_text(path))
                if sitting is not None and sitting.id == id:
                    return self.folder.resume(path, self.catalog)
        for left in remains(self.folder):
            if left.id == id and (told := put_aside(left, self.folder, self.catalog)):
                raise RecordError(told)
        return None

    def catch_up(self, room: Room) -> None:
        """Let a room catch up, some time soon."""
        self._soon(self._in_turn(room.catch_up))

    def left(self, room: Room) -> None:
        """Nobody is in a room any more: what is to be written then is written some time soon."""
        room.touched = time.monotonic()
        self._soon(self._in_turn(room.leave))

    async def _in_turn(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        async with self._writing:
            await work()

    def _soon(self, work: Coroutine[None, None, None]) -> None:
        """Do something that nobody waits for, but the end of the server."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def make_way(self, asking: Room) -> None:
        """End the solver's process that was asked longest ago, if there are too many."""
        busy = sorted((room for room in self._rooms.values() if room.asked and room is not asking), key=_asked)
        for room in busy[: max(len(busy) - MOST_ADVISERS + 1, 0)]:
            await room.drop_adviser()

    async def sweep(self) -> None:
        """Let clocks stand still, and close rooms that nobody has been in for long, or that are too many."""
        for room in self.all():
            room.tick()
        empty = sorted((room for room in self.all() if not room.seats), key=lambda room: room.touched)
        spare = max(len(self._rooms) - MOST_ROOMS, 0)
        now = time.monotonic()
        for number, room in enumerate(empty):
            if (number < spare or now - room.touched > KEPT) and not room.lock.locked():
                del self._rooms[room.id]
                await room.drop_adviser()

    async def close(self) -> None:
        """Keep every game, and end what runs beside the server."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self.all():
            room.seats.clear()
            with contextlib.suppress(SolitaireError):
                await room.leave()
            await room.drop_adviser()
        self._rooms.clear()
        self.pool.shutdown()


def _asked(room: Room) -> float:
    return room.asked


def _newest(folder: Path) -> list[Path]:
    """The newest files of a folder of finished games; their names begin with the day on which they were begun."""
    try:
        paths = [path for path in folder.iterdir() if path.suffix == SUFFIX]
    except OSError:
        return []
    return sorted(paths, key=lambda path: path.name, reverse=True)[:OLD]


def values_of(query: Mapping[str, str]) -> dict[str, str]:
    """The parameters of a game in an address."""
    return {name: value for name, value in query.items() if name != "token"}
