"""The application: addresses and what answers there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from http import HTTPStatus
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from ..errors import SolitaireError
from . import api, pages, sockets
from .site import Site

EVERY: Final = 5.0
"""Seconds between two looks at clocks and empty rooms."""

ROUTES: Final = (
    Route("/", pages.shell),
    Route("/new", pages.shell),
    Route("/stats", pages.shell),
    Route("/odds", pages.shell),
    Route("/rules/{variant}", pages.shell),
    Route("/play/{variant}", pages.any_deal),
    Route("/play/{variant}/{deal}", pages.play),
    Route("/game/{id}", pages.game),
    Route("/static/{version}/{name:path}", pages.static),
    Route("/api/catalog", api.catalog),
    Route("/api/game/{variant}", api.one_game),
    Route("/api/rules/{variant}", api.rules),
    Route("/api/games", api.games),
    Route("/api/stats", api.stats),
    Route("/api/begin", api.begin, methods=["POST"]),
    Route("/api/code", api.code, methods=["POST"]),
    Route("/api/yaml", api.yaml_text, methods=["GET"]),
    Route("/api/yaml", api.yaml_read, methods=["POST"]),
    Route("/api/yaml/{id}", api.yaml_text, methods=["GET"]),
    WebSocketRoute("/ws/odds", sockets.odds_socket),
    WebSocketRoute("/ws/{id}", sockets.game_socket),
)
"""Every address; docs/web_protocol.md tells what each is for."""


class Tables:
    """The application of a site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        handlers = {404: _missing, 405: _missing, 500: _failed}
        self._app = Starlette(routes=list(ROUTES), exception_handlers=handlers)
        self._app.router.redirect_slashes = False
        self._app.state.site = site
        self._sweeping: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Look after clocks and rooms from now on."""
        self._sweeping = asyncio.create_task(_sweep(self.site))

    async def end(self) -> None:
        """Keep every game, and end what runs."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)
        await self.site.odds.stop()
        await self.site.rooms.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        await self._app(scope, receive, send)


def _get_ready(site: Site) -> None:
    """What the first page would wait for: the names of all games, and the plugins; and old files go."""
    for entry in site.catalog.entries:
        # The first one that is good brings the plugins and the compiler with it.
        with contextlib.suppress(SolitaireError):
            site.catalog.rules(entry.id)
            break
    with contextlib.suppress(SolitaireError):
        site.dropped.tidy([Path(game.file) for game in site.folder.unfinished() if game.file])


async def _sweep(site: Site) -> None:
    is_ready = False
    while True:
        try:
            if not is_ready:
                is_ready = True
                await site.rooms.run(lambda: _get_ready(site))
            await site.rooms.sweep()
        except Exception:
            logging.getLogger(__name__).exception("looking after the rooms failed")
        await asyncio.sleep(EVERY)


async def _missing(request: Request, error: Exception) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": "there is nothing at this address"}, HTTPStatus.NOT_FOUND)
    return pages.page(request, {"page": "home", "error": "There is nothing at this address."}, HTTPStatus.NOT_FOUND)


async def _failed(request: Request, error: Exception) -> Response:
    """What went wrong is in the server's log; a stranger learns nothing of it."""
    return JSONResponse({"error": "the server has failed at this; its log says how"}, 500)
