"""docs/web_protocol.md says what the server does, message by message and address by address."""

from __future__ import annotations

import re
from pathlib import Path

from tests.webbing import Page, Said, serving

from solitaire_engine import saves
from solitaire_engine.web import api, measuring, rooms, sockets
from solitaire_engine.web import serving as listening
from solitaire_engine.web import site as sites
from solitaire_engine.web.app import ROUTES
from solitaire_engine.web.seats import Player
from solitaire_engine.web.site import Site

DOCS = Path(__file__).parents[1] / "docs"
DOC = (DOCS / "web_protocol.md").read_text("utf-8")


def part(heading: str) -> str:
    """The text under a heading, up to the next one of its level or above."""
    level = heading.partition(" ")[0]
    text = DOC.split(f"\n{heading}\n")[1]
    return re.split(rf"\n#{{1,{len(level)}}} ", text)[0]


def test_every_address_is_told_and_no_other() -> None:
    told = set(re.findall(r"`(?:GET |POST )?(/[^`?\s]*)", DOC.split("\n## The socket of a game")[0]))
    told |= {"/ws/{id}", "/ws/odds"}
    for path in {re.sub(r":\w+", "", route.path) for route in ROUTES}:
        assert path.replace("{name}", "{file}") in told, path


def test_every_message_of_the_page_is_told_and_no_other(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, site):
        room = site.rooms.get(client.begin("antares"))
        assert room is not None
        asks = set(Player(room, site.rooms, lambda message: None).asks)
    rows = [row.split("|")[1] for row in part("### From the page").splitlines() if row.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} - {"t"} == asks


def test_every_field_of_a_message_of_the_server_is_told(tmp_path: Path) -> None:
    text = part("### From the server")
    with serving(tmp_path) as (client, site), client.page(client.begin("klondike")) as page:
        _talk(page, site)
        heard = page.heard
    kinds = {said["t"] for said in heard}
    assert kinds >= {"state", "step", "say", "targets", "choose", "hint", "moves", "rules", "status"}
    missing = {f"{said['t']}: {name}" for said in heard for name in _names(said) if not re.search(rf"\b{name}\b", text)}
    assert not missing


def _talk(page: Page, site: Site) -> None:
    for ask in ("deal", "more", "hint", "moves", "rules", "undo", "undo", "state"):
        page.ask(ask)
    page.ask("watch", on=False)
    for pile in page.state["piles"]:
        page.ask("pick", pile=pile["name"], count=1)


def _names(said: Said) -> set[str]:
    """The names of the fields of a message, and of those of the maps in it that have fixed ones."""
    names = set(said) - {"t"}
    for inner in ("game", "plan", "counts", "can", "status", "settings", "message"):
        if isinstance(said.get(inner), dict):
            names |= set(said[inner])
    for inner in ("events", "piles", "moves", "marks", "sections"):
        if isinstance(said.get(inner), list):
            names |= {name for each in said[inner] for name in each}
    return names


def test_the_limits_that_players_are_told_are_those_of_the_server() -> None:
    page = (DOCS / "browser.md").read_text("utf-8")
    rows = dict(
        row.strip("| ").split(" | ") for row in page.splitlines() if row.startswith("| ") and "at most" not in row
    )
    assert rows == {
        "connections at once": f"{listening.MOST_CONNECTIONS}; one that asks for nothing is closed after "
        f"{listening.HEADERS:g} seconds",
        "sockets at once, at one game": f"{sockets.MOST_SOCKETS}, {rooms.MOST_SEATS}",
        "messages of a socket": f"{sockets.PACE:g} a second, {sockets.BURST:g} at once; "
        f"{listening.LARGEST // 1024} kB each",
        "requests that do something": f"{sites.POSTS:g} a second, {sites.POSTS_AT_ONCE:g} at once; "
        f"{api.LARGEST // 1000} kB each",
        "searches for winnable deals at once": f"{api.MOST_SEARCHES}",
        "solvers beside tables at once": f"{rooms.MOST_ADVISERS}; who asked first gives way",
        "games in memory": f"{rooms.MOST_ROOMS}, the others in their saves",
        "unfinished games that are kept": f"{saves.KEPT}; older ones count as finished",
        "deals of one estimate": f"{measuring.MOST_DEALS:,}, up to {measuring.LONGEST:g} seconds each",
    }
