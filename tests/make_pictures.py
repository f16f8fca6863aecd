"""Makes the two pictures of the README: the same game in the terminal and in a browser.

    python -m tests.make_pictures            both
    python -m tests.make_pictures terminal   one of them

Run it after a change of how the tables look, and look at the pictures; tests say when they are behind.
The browser's needs chromium and the Python package playwright.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.driver import Server, chromium, open_player
from tests.playing import CATALOG
from tests.tabling import session_of

from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.settings import Settings
from solitaire_engine.tui.app import TableApp
from solitaire_engine.tui.looks import Looks

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DOCS = Path(__file__).parents[1] / "docs"
TERMINAL = DOCS / "table_terminal.svg"
BROWSER = DOCS / "table_browser.png"
LARGEST = 200_000
"""Bytes of a picture."""

VARIANT, DEAL = "antares", "7"
MOVES = ("t4 t6 4", "t4 f", "t3 t7 5", "t2 c1")
HELD = "t1"
"""The pile whose top card is held in the pictures, so that the places that take it are lit."""

COLUMNS, ROWS = 100, 30
WIDTH, HEIGHT = 1200, 740
FELT = "#2c7f54"
"""One colour, for shades of it are two thirds of a picture's bytes."""


def played() -> Game:
    """The game of the pictures."""
    game = Game(CATALOG.rules(VARIANT), parse_deal(DEAL))
    for move in MOVES:
        game.push(move)
    return game


def terminal(folder: Path) -> str:
    """The table in the terminal, as SVG; `folder` is where its game is kept."""
    app = TableApp(session_of(folder, played()), CATALOG, Settings(), Looks())
    drawn = ""

    async def draw() -> None:
        nonlocal drawn
        async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
            await pilot.pause()
            await pilot.press(*HELD)
            await pilot.pause()
            drawn = app.export_screenshot(title="solitaire play antares", simplify=True)

    asyncio.run(draw())
    # Fonts are not fetched from other hosts, and nothing else names one.
    return re.sub(r"@font-face\s*\{[^}]*\}\s*|<!--.*?-->\s*", "", drawn, flags=re.DOTALL)


def browser(folder: Path, window: Browser) -> bytes:
    """The table in a browser, as PNG; `folder` is the server's."""
    server = Server(folder)
    path = server.keep(played())
    server.start()
    try:
        context, player = open_player(window, server, viewport={"width": WIDTH, "height": HEIGHT})
        player.open(path)
        player.page.evaluate(
            "felt => ['--felt-1', '--felt-2'].forEach(name => document.documentElement.style.setProperty(name, felt))",
            FELT,
        )
        player.keys(*HELD)
        player.wait_marked("held")
        player.rest()
        # A pile that keys name has the cursor, which the mouse does not show.
        player.page.evaluate("document.activeElement.blur()")
        drawn = player.page.screenshot()
        context.close()
    finally:
        server.kill()
    return drawn


def browser_alone(folder: Path) -> bytes:
    """The same, with a browser that is started for it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        window = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        drawn = browser(folder, window)
        window.close()
    return drawn


def words(svg: str) -> list[str]:
    """What is written in a picture of the terminal, line by line."""
    return [unescape(text).replace("\xa0", " ") for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def main(arguments: Sequence[str]) -> int:
    """Write the pictures that are named, all without a name."""
    with tempfile.TemporaryDirectory() as folder:
        if not arguments or "terminal" in arguments:
            TERMINAL.write_text(terminal(Path(folder)), encoding="utf-8")
        if not arguments or "browser" in arguments:
            BROWSER.write_bytes(browser_alone(Path(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
