"""docs/web_protocol.md says what the server does, message by message and address by address."""

from __future__ import annotations

import re
from pathlib import Path

from tests.webbing import Page, Said, serving

from solitaire_engine.web.app import ROUTES
from solitaire_engine.web.seats import Player
from solitaire_engine.web.site import Site

DOC = (Path(__file__).parents[1] / "docs" / "web_protocol.md").read_text("utf-8")


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
