"""An application that is loaded while the server answers already: the engine is no small thing to start with."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from ..errors import SolitaireError

FIRST: Final = 0.02
"""Seconds that the first answers have for themselves, before the rest is loaded beside them."""


class Whole(Protocol):
    """What is loaded: an application that begins and ends."""

    async def begin(self) -> None:
        """Start what runs beside the requests."""
        ...

    async def end(self) -> None:
        """Keep every game, and end what runs."""
        ...

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer."""
        ...


class Late:
    """Answers as what `make` makes does, as soon as that is there; nothing is made before the server runs.

    `failure` is why it cannot be made; `ends` is called then.
    """

    def __init__(self, make: Callable[[], Whole], ends: Callable[[], None]) -> None:
        self._make, self._ends = make, ends
        self._loading: asyncio.Task[Whole] | None = None
        self.failure = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or begin and end with the server."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        assert self._loading is not None, "the server has begun"
        try:
            whole = await asyncio.shield(self._loading)
        except SolitaireError:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1011})
            else:
                await PlainTextResponse("The server cannot start.\n", 500)(scope, receive, send)
            return
        await whole(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self._loading = asyncio.create_task(self._load())
        self._loading.add_done_callback(self._look)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        if not self._loading.cancel() and not self.failure:
            await self._loading.result().end()
        await send({"type": "lifespan.shutdown.complete"})

    async def _load(self) -> Whole:
        await asyncio.sleep(FIRST)
        whole = await asyncio.to_thread(self._make)
        await whole.begin()
        return whole

    def _look(self, loading: asyncio.Task[Whole]) -> None:
        """Where nothing can be served, nothing is."""
        error = None if loading.cancelled() else loading.exception()
        if error is None:
            return
        self.failure = str(error) or type(error).__name__
        if not isinstance(error, SolitaireError):
            sys.excepthook(type(error), error, error.__traceback__)
        self._ends()
