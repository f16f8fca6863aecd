"""The sockets: frames in, frames out, for a game or for the odds, within limits.

What is wrong with a frame closes the socket that it came by, and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Coroutine
from typing import Final, cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..errors import SolitaireError
from .rooms import MOST_SEATS
from .scrubbing import scrubbed
from .seats import Player
from .serving import LARGEST
from .site import Bucket, site_of
from .telling import Json

PACE: Final = 60.0
"""Frames in a second that a socket may send for long."""
BURST: Final = 120.0
"""Frames that it may send at once."""
WAITING: Final = 512
"""Messages that a page may be behind with; one that takes nothing any more is given up."""
MOST_SOCKETS: Final = 400
BAD_FRAME, TOO_MANY_FRAMES, TOO_LONG, GONE, FULL = 1003, 1008, 1009, 4004, 4009
"""Why a socket is closed, as close codes."""

PATIENCE: Final = 2.0
"""Seconds that a socket may take to close."""

Ear = Callable[[Json], Coroutine[None, None, None]]

_GONE: Final = (WebSocketDisconnect, RuntimeError, OSError, TimeoutError)
"""What sending raises when there is nobody any more."""


class Line:
    """One socket: messages wait in order until they are sent."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self._out: asyncio.Queue[Json] = asyncio.Queue(WAITING)
        self._slow = asyncio.Event()

    def send(self, message: Json) -> None:
        """Send a message as soon as it can be; a page that is too far behind is given up."""
        try:
            self._out.put_nowait(message)
        except asyncio.QueueFull:
            self._slow.set()

    async def talk(self, hear: Ear) -> None:
        """Hear and send until there is a reason to end, and close."""
        sending, slow = asyncio.create_task(self._send()), asyncio.create_task(self._slow.wait())
        hearing = asyncio.create_task(self._hear(hear))
        try:
            done, _ = await asyncio.wait((sending, hearing, slow), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, hearing, slow):
                task.cancel()
        await asyncio.gather(sending, hearing, slow, return_exceptions=True)
        if slow in done:
            await self.close(TOO_MANY_FRAMES, "The page is too far behind.")
        elif hearing in done and (end := hearing.result()) is not None:
            await self.close(*end)

    async def close(self, code: int, text: str) -> None:
        """Say why, and close; who takes nothing any more is not waited for."""
        with contextlib.suppress(*_GONE):
            async with asyncio.timeout(PATIENCE):
                await self.socket.send_text(json.dumps({"t": "bye", "text": text}))
                await self.socket.close(code, text[:100])

    async def _send(self) -> None:
        with contextlib.suppress(*_GONE):
            while True:
                message = await self._out.get()
                await self.socket.send_text(json.dumps(message, separators=(",", ":")))

    async def _hear(self, hear: Ear) -> tuple[int, str] | None:
        """Hear until the page goes; a close code and a sentence where it has to go."""
        bucket = Bucket(PACE, BURST)
        while True:
            try:
                frame = await self.socket.receive()
            except RuntimeError:
                return None
            if frame["type"] != "websocket.receive":
                return None
            if not bucket.take():
                return TOO_MANY_FRAMES, "There were too many messages at once."
            said = _read(frame.get("text"))
            if said is None:
                return BAD_FRAME, "A message is a JSON object with t, in a text frame."
            # What was begun is brought to an end, whatever becomes of the socket meanwhile.
            await asyncio.shield(hear(said))


def _read(text: object) -> Json | None:
    """The object of a frame; None where it is none."""
    if not isinstance(text, str) or len(text) > LARGEST:
        return None
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    found = cast(Json, said)
    return found if isinstance(found.get("t"), str) else None


async def game_socket(socket: WebSocket) -> None:
    """``/ws/{id}``: a seat at the table of one game."""
    site = site_of(socket)
    await socket.accept()
    line = Line(socket)
    try:
        room = await site.rooms.open(socket.path_params["id"])
    except SolitaireError as error:
        await line.close(GONE, scrubbed(str(error)))
        return
    if room is None:
        await line.close(GONE, "This game is not here any more.")
        return
    if len(room.seats) >= MOST_SEATS or site.sockets >= MOST_SOCKETS:
        await line.close(FULL, "Too many pages are open; close some.")
        return
    player = Player(room, site.rooms, line.send)
    site.sockets += 1
    room.seats.append(player)
    try:
        async with room.lock:
            room.stir()
            line.send(room.state())
        await line.talk(player.hear)
    finally:
        site.sockets -= 1
        if player in room.seats:
            room.seats.remove(player)
        if not room.seats:
            site.rooms.left(room)


async def odds_socket(socket: WebSocket) -> None:
    """``/ws/odds``: the running estimate."""
    site = site_of(socket)
    await socket.accept()
    line = Line(socket)
    if site.sockets >= MOST_SOCKETS:
        await line.close(FULL, "Too many pages are open; close some.")
        return
    site.sockets += 1
    try:
        with site.odds.listening(line.send):
            await line.talk(lambda said: site.odds.hear(said, line.send))
    finally:
        site.sockets -= 1
