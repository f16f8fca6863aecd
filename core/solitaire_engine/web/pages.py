"""The page under its addresses, and its files."""

from __future__ import annotations

import gzip
from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..catalog import ShareCode, is_path
from ..deals import parse_deal, random_deal
from ..errors import SolitaireError
from ..table.choices import Setup
from .room import Room
from .rooms import values_of
from .scrubbing import scrubbed
from .site import site_of
from .telling import Json, path_of

FOR_EVER: Final = "private, max-age=31536000, immutable"
ASK_AGAIN: Final = "private, no-cache"


def _accepts_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def page(request: Request, start: Json, status: int = HTTPStatus.OK) -> Response:
    """The page, with what it begins with."""
    site = site_of(request)
    looks = {"theme": site.settings.theme, "four_colors": site.settings.four_colors}
    body = site.assets.page({**start, "looks": looks})
    headers = {"Vary": "Accept-Encoding"}
    if _accepts_gzip(request):
        body = gzip.compress(body, 6)
        headers["Content-Encoding"] = "gzip"
    return Response(body, status, headers, "text/html; charset=utf-8")


async def shell(request: Request) -> Response:
    """``/``, ``/new``, ``/stats``, ``/odds``, ``/rules/...``: the page looks at its address."""
    part = request.url.path.strip("/").partition("/")[0]
    return page(request, {"page": part or "home"})


def _table(request: Request, room: Room) -> Response:
    return page(request, {"page": "table", "id": room.id, "state": room.state()})


def _lost(request: Request, error: str, status: int = HTTPStatus.NOT_FOUND) -> Response:
    return page(request, {"page": "home", "error": scrubbed(error)}, status)


async def game(request: Request) -> Response:
    """``/game/{id}``."""
    try:
        room = await site_of(request).rooms.open(request.path_params["id"])
    except SolitaireError as error:
        return _lost(request, str(error))
    if room is None:
        return _lost(request, "This game is not here any more. Choose another one.")
    async with room.lock:
        return _table(request, room)


async def play(request: Request) -> Response:
    """``/play/{variant}/{deal}``: a share link."""
    site = site_of(request)
    try:
        code = named(request)
        room = await site.rooms.play(ShareCode(code.variant, code.values, str(parse_deal(request.path_params["deal"]))))
    except SolitaireError as error:
        return _lost(request, str(error))
    async with room.lock:
        return _table(request, room)


async def any_deal(request: Request) -> Response:
    """``/play/{variant}``: to some deal of it, with the parameters that are usual here."""
    site = site_of(request)
    try:
        code = named(request)
        setup = await site.rooms.run(lambda: Setup.of(site.catalog, site.settings, code.variant))
        setup.values.update(code.values)
        share = ShareCode(setup.variant, await site.rooms.run(lambda: setup.rules().variant.changed_values), "")
    except SolitaireError as error:
        return _lost(request, str(error))
    query = "&".join(f"{name}={value}" for name, value in share.values.items())
    return RedirectResponse(f"/play/{share.variant}/{random_deal()}{f'?{query}' if query else ''}", 303)


def named(request: Request) -> ShareCode:
    """The game that an address names, by the catalogue's id: nobody is led to a file of this machine."""
    name = request.path_params["variant"]
    if is_path(name):
        raise SolitaireError("a link names a game of the catalogue")
    return ShareCode(site_of(request).catalog.find(name).id, values_of(request.query_params), "")


async def static(request: Request) -> Response:
    """``/static/{version}/{name}``."""
    assets = site_of(request).assets
    version, name = request.path_params["version"], request.path_params["name"]
    lasts = version == assets.known_version
    found = assets.get(name)
    if found is None:
        return Response("There is no such file.\n", HTTPStatus.NOT_FOUND, media_type="text/plain")
    headers = {
        "Cache-Control": FOR_EVER if lasts else ASK_AGAIN,
        "ETag": found.tag,
        "Vary": "Accept-Encoding",
    }
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if found.packed and _accepts_gzip(request):
        return Response(found.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=found.type)
    return Response(found.body, headers=headers, media_type=found.type)


def where(room: Room) -> Json:
    """A game's id and address, as answers of the API have them."""
    return {"id": room.id, "path": path_of(room.session.game, room.id)}
