"""What the page asks for in JSON: the catalogue, rules, unfinished games, statistics, new games, variant files."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path
from typing import Final, cast

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..catalog import is_path, parse_share
from ..deals import parse_deal, random_deal
from ..describe import rules_sections
from ..errors import DealError, SolitaireError
from ..game import Game
from ..rules import Rules
from ..sittings import Sitting
from ..table.choices import Setup
from ..text.starting import rules_of
from ..yamltext import MAX_BYTES
from .measuring import params_of
from .pages import named, where
from .scrubbing import scrubbed
from .site import Site, site_of
from .statistics import statistics
from .telling import Json, rules_part

LARGEST: Final = 300_000
"""Bytes of a body."""
LOOK: Final = 0.2
"""Seconds between two looks whether the page still waits."""
MOST_SEARCHES: Final = 2

Answer = Callable[[Request], Awaitable[Response]]


class Unfit(Exception):
    """A request that cannot be answered: the status and a sentence."""

    def __init__(self, status: HTTPStatus, text: str) -> None:
        super().__init__(text)
        self.status = status


def told(answer: Answer) -> Answer:
    """An answer whose errors are told in JSON."""

    async def answering(request: Request) -> Response:
        try:
            if request.method == "POST" and not site_of(request).posts.take():
                raise Unfit(HTTPStatus.TOO_MANY_REQUESTS, "too much is asked for at once; wait a moment")
            return await answer(request)
        except Unfit as error:
            return JSONResponse({"error": str(error)}, error.status)
        except SolitaireError as error:
            return JSONResponse({"error": scrubbed(str(error))}, HTTPStatus.BAD_REQUEST)

    return answering


async def body_of(request: Request) -> Json:
    """The object that a request sends; Unfit if it is none, or too long."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Unfit(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "a body must be application/json")
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > LARGEST:
            raise Unfit(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a body may have {LARGEST // 1000} kB at most")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Unfit(HTTPStatus.BAD_REQUEST, "a body must be a JSON object")
    return cast(Json, found)


def text_of(body: Json, name: str, usual: str = "") -> str:
    """A text of a body."""
    value = body.get(name, usual)
    if not isinstance(value, str):
        raise Unfit(HTTPStatus.BAD_REQUEST, f"{name} must be a text")
    return value


def flag_of(body: Json, name: str, usual: bool = False) -> bool:
    """A truth value of a body."""
    value = body.get(name, usual)
    if not isinstance(value, bool):
        raise Unfit(HTTPStatus.BAD_REQUEST, f"{name} must be true or false")
    return value


# What there is


@told
async def catalog(request: Request) -> Response:
    """Every game by name."""
    site = site_of(request)
    entries = await site.rooms.run(lambda: site.catalog.entries)
    games = [
        {"id": each.id, "name": each.name, "family": each.family, "aliases": list(each.aliases)}
        for each in sorted(entries, key=lambda entry: entry.name.casefold())
    ]
    return JSONResponse({"games": games})


@told
async def one_game(request: Request) -> Response:
    """One game: what it is, and what can be chosen."""
    site = site_of(request)
    code = named(request)
    return JSONResponse(await site.rooms.run(lambda: _game(site, code.variant)))


def _game(site: Site, name: str) -> Json:
    setup = Setup.of(site.catalog, site.settings, name)
    rules = setup.rules()
    variant = rules.variant
    meta = variant.meta
    return {
        "id": variant.id,
        "name": variant.name,
        "family": meta.family,
        "aliases": list(variant.aliases),
        "meta": {
            "inventor": meta.inventor,
            "year": meta.year,
            "difficulty": meta.difficulty,
            "skill": meta.skill,
            "minutes": meta.minutes,
        },
        "params": [
            {
                "name": param.name,
                "text": param.text,
                "default": param.default,
                "choices": list(param.choices),
                "value": variant.values[param.name],
            }
            for param in variant.params
        ],
        "about": _about(rules),
    }


def _about(rules: Rules) -> str:
    """What a game is about, in a sentence or two of its rules page."""
    sections = {section.key: section.sentences for section in rules_sections(rules)}
    return scrubbed(" ".join([*sections.get("win", ()), *sections.get("pack", ())][:2]))


@told
async def rules(request: Request) -> Response:
    """The rules page of a game of the catalogue."""
    site = site_of(request)
    code = named(request)
    return JSONResponse(await site.rooms.run(lambda: rules_part(rules_of(code, site.catalog, {}))))


@told
async def games(request: Request) -> Response:
    """The unfinished games, by the rule of the command `saves`."""
    site = site_of(request)
    saved = await site.rooms.run(site.folder.begun)
    listed = [
        {
            "id": each.sitting.id,
            "name": each.name,
            "share": "" if not each.share_code or is_path(parse_share(each.share_code).variant) else each.share_code,
            "moves": each.moves,
            "when": each.when.isoformat(timespec="seconds"),
            "daily": each.sitting.daily,
            "seconds": round(each.sitting.seconds, 1),
        }
        for each in saved
    ]
    return JSONResponse({"games": listed})


@told
async def stats(request: Request) -> Response:
    """How often each game was played and won, and every game that was."""
    site = site_of(request)
    return JSONResponse(await site.rooms.run(lambda: statistics(site.folder)))


# New games


async def _setup(site: Site, body: Json) -> Setup:
    """The game that a body describes."""
    share = text_of(body, "share").strip()
    if share:
        code = parse_share(share)
        if is_path(code.variant):
            raise SolitaireError("a share code names a game of the catalogue; drop a file on the page instead")
        setup = Setup(site.catalog, code.variant, dict(code.values), _deal(code.deal))
    else:
        variant, like = text_of(body, "variant"), site.rooms.get(text_of(body, "from"))
        if is_path(variant):
            raise SolitaireError("name a game of the catalogue; drop a file on the page instead")
        if variant:
            setup = Setup(site.catalog, site.catalog.find(variant).id, {})
        elif like is not None:
            setup = Setup.like(site.catalog, like.session.game)
        else:
            raise Unfit(HTTPStatus.BAD_REQUEST, "variant must name a game")
        if body.get("params") is not None:
            setup.values = params_of(body.get("params"))
        setup.deal = _deal(text_of(body, "deal"))
    setup.daily = flag_of(body, "daily")
    setup.winnable = flag_of(body, "winnable")
    await site.rooms.run(setup.rules)
    return setup


def _deal(text: str) -> str:
    """A deal as a page may name it: nothing that is looked for among the files of this machine."""
    text = text.strip()
    if text.lower() == "random":
        return str(random_deal())
    if not text:
        return ""
    try:
        return str(parse_deal(text))
    except DealError:
        if any(mark in text for mark in ("/", "\\", ":")):
            raise
        return str(parse_deal(f"deck:{text}")) if len(text.split()) > 2 or "," in text else str(parse_deal(text))


@told
async def code(request: Request) -> Response:
    """The share code of what is set up."""
    site = site_of(request)
    setup = await _setup(site, await body_of(request))
    text = await site.rooms.run(lambda: setup.code)
    return JSONResponse({"share": "" if is_path(parse_share(text).variant) else text})


@told
async def begin(request: Request) -> Response:
    """A new game."""
    site = site_of(request)
    body = await body_of(request)
    setup = await _setup(site, body)
    if not setup.winnable:
        begun = await site.rooms.run(setup.begin)
    else:
        begun = await _looked_for(request, site, setup)
    if begun is None:
        raise Unfit(HTTPStatus.CONFLICT, "the search was broken off")
    return await _begun(site, body, *begun, proved=setup.winnable)


async def _looked_for(request: Request, site: Site, setup: Setup) -> tuple[Game, Sitting | None] | None:
    """The game if it is proved winnable; the search ends when the page does not wait for it any more."""
    if site.searches >= MOST_SEARCHES:
        raise Unfit(HTTPStatus.TOO_MANY_REQUESTS, "other searches are running; wait for one of them, or play any deal")
    stop = threading.Event()
    site.searches += 1
    try:
        search = asyncio.get_running_loop().run_in_executor(None, setup.begin, stop.is_set)
        while not search.done():
            await asyncio.wait([search], timeout=LOOK)
            if await request.is_disconnected():
                stop.set()
        return await search
    finally:
        stop.set()
        site.searches -= 1


async def _begun(site: Site, body: Json, game: Game, sitting: Sitting | None, *, proved: bool) -> Response:
    """A room for a new game, in place of the one that the page comes from; `proved`: it is known to be winnable."""
    room = await site.rooms.begin(game, sitting)
    if proved:
        room.counsel.prove()
    old = site.rooms.get(text_of(body, "from"))
    if old is not None and old is not room:
        await old.give_up()
    return JSONResponse(where(room), HTTPStatus.CREATED)


# Variant files


@told
async def yaml_text(request: Request) -> Response:
    """The file of a game: of one that is played, or of the catalogue."""
    site = site_of(request)
    id = request.path_params.get("id")
    if id is None:
        path = site.catalog.find(request.query_params.get("variant", "")).file
    else:
        room = site.rooms.get(id)
        if room is None:
            raise Unfit(HTTPStatus.NOT_FOUND, "this game is not at a table")
        path = Path(room.session.game.rules.variant.file)
    return JSONResponse(await site.rooms.run(lambda: _file(path)))


def _file(path: Path) -> Json:
    try:
        with path.open("rb") as stream:
            return {"name": path.name, "text": stream.read(MAX_BYTES).decode("utf-8-sig", "replace")}
    except OSError as error:
        raise SolitaireError(f"{path.name}: the file cannot be read ({error.strerror})") from error


@told
async def yaml_read(request: Request) -> Response:
    """A file from the page: what is wrong with it, or a game by its rules."""
    site = site_of(request)
    body = await body_of(request)
    text, name, deal = text_of(body, "text"), text_of(body, "name"), text_of(body, "deal")
    wants = flag_of(body, "begin", True)
    read = await site.rooms.run(lambda: site.dropped.read(text, name, keep=wants))
    answer: Json = {"ok": not read.problems, "problems": read.problems, "warnings": read.warnings, "name": read.name}
    if read.rules is None or not wants:
        return JSONResponse(answer)
    made = read.rules
    start = parse_deal(_deal(deal)) if deal else random_deal()
    try:
        game = await site.rooms.run(lambda: Game(made, start))
    except DealError:
        # The deck of another game, or a numbering that does not fit this one.
        game = await site.rooms.run(lambda: Game(made, random_deal()))
    room = await site.rooms.begin(game, Sitting(counts=False))
    old = site.rooms.get(text_of(body, "from"))
    if old is not None and not old.session.save.sitting.counts:
        # What was tried out before is not to be gone on with.
        await old.put_away()
    return JSONResponse({**answer, **where(room)}, HTTPStatus.CREATED)
