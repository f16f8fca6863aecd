"""What everybody can use: axe-core finds nothing serious, what happens is announced, and the page is light."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.driver import Player, axe

SERIOUS = ("serious", "critical")
LIGHTEST = 150_000
"""Bytes that a table may take on its way."""
LITTLE_WORK = 0.3
"""Seconds of one processor that the page's thread may take for a table."""

PAGES = {
    "table": ("/play/klondike/51", ""),
    "new game": ("/play/klondike/51", "n"),
    "rules": ("/play/klondike/51", "i"),
    "moves": ("/play/klondike/51", "m"),
    "file": ("/play/klondike/51", "e"),
    "settings": ("/play/klondike/51", "o"),
    "keys": ("/play/klondike/51", "?"),
    "games": ("/new", ""),
    "statistics": ("/stats", ""),
    "odds": ("/odds", ""),
    "rules page": ("/rules/klondike", ""),
}

FIRST = ("table", "new game", "file", "games", "odds")
"""Looked at in every run; the others take their parts from these."""


@pytest.mark.parametrize(
    "name", [name if name in FIRST else pytest.param(name, marks=pytest.mark.long) for name in PAGES]
)
def test_axe_finds_nothing_serious(player: Player, name: str) -> None:
    source = axe().read_text(encoding="utf-8")
    path, key = PAGES[name]
    player.open(path)
    if key:
        player.keys(key)
        player.page.wait_for_selector("dialog[open], .panel:not([hidden])")
    player.page.wait_for_load_state("networkidle")
    # What only fades in has no colours yet.
    player.page.wait_for_timeout(250)
    assert serious(player, source) == []


@pytest.mark.long
@pytest.mark.parametrize("theme", ["dark", "contrast"])
def test_axe_finds_nothing_serious_in_other_themes(player: Player, theme: str) -> None:
    source = axe().read_text(encoding="utf-8")
    player.page.add_init_script(f"localStorage.setItem('solitaire-look', '{{\"theme\": \"{theme}\"}}')")
    player.open("/play/klondike/51")
    player.keys("n")
    player.page.wait_for_selector(".details h3")
    player.page.wait_for_timeout(250)
    assert serious(player, source) == []


def serious(player: Player, source: str) -> list[str]:
    """What axe-core finds that is serious, in a line each."""
    # Through the debugger, for the page's policy lets no script in that is not the server's own.
    player.page.evaluate(source)
    found: dict[str, Any] = player.page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['help']}: {node['html'][:160]}"
        for each in found["violations"]
        if each["impact"] in SERIOUS
        for node in each["nodes"]
    ]


def test_what_happens_is_announced(player: Player) -> None:
    player.open("/play/antares/52")
    status = player.page.locator(".message")
    expect(status).to_have_attribute("role", "status")
    card = player.cards("t1")[-1]
    player.drag("t1", "c1")
    expect(status).to_have_text(f"{card} from t1 to c1.")
    pile = player.page.locator("#pile-c1")
    names = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "10"}
    suits = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    expect(pile).to_have_accessible_name(f"cell c1: {names.get(card[0], card[0])} of {suits[card[1]]}")


def test_a_table_is_light_and_little_work(player: Player) -> None:
    # How soon it is seen depends on what else the machine does: benchmarks/web_paint.py measures that.
    cdp = player.page.context.new_cdp_session(player.page)
    cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
    cdp.send("Network.enable")
    sizes: list[int] = []
    cdp.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    player.open("/play/antares/53")
    player.page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes) < LIGHTEST
    measured: dict[str, Any] = cdp.send("Performance.getMetrics")
    worked = {each["name"]: each["value"] for each in measured["metrics"]}
    assert 0 < worked["TaskDuration"] < LITTLE_WORK


def test_no_other_host_is_asked(player: Player) -> None:
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    player.open("/play/antares/54")
    player.keys("n")
    player.page.wait_for_selector(".details h3")
    assert asked
    assert all(url.startswith((player.base, "data:")) for url in asked)
