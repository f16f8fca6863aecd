"""How soon the cards of a table are seen in a browser, and how much is sent for it, from a server that is warm.

    .venv/bin/python -m benchmarks.web_paint [--times N] [--game ADDRESS] [--rest SECONDS]

Each time is a new window with an empty cache. What counts is the later of two moments: the first paint of anything that
is more than a background, and the end of the frame with the cards, which the page marks itself ("cards-painted").
In turn with the table an empty page of the same server is measured, the one that asks for the link: what the browser
and the machine take in any case. A browser is busy with itself when it opens a window; `--rest` lets it come to rest
before.

Ends with exit code 1 if the median is over 300 ms or a table takes 150 kB or more. Needs chromium and the Python
package playwright.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, Request, sync_playwright
from tests.browser.driver import Player, Server, chromium, open_player

MOST_MS, MOST_BYTES = 300, 150_000
CARDS = "cards-painted"
_ENTRY = "name => performance.getEntriesByName(name)[0]?.startTime ?? 0"


@dataclass(frozen=True, slots=True)
class Seen:
    """One table: milliseconds to its first paint and to its cards, and bytes that were sent for it."""

    first: float
    cards: float
    bytes: int


def when(page: Page, name: str) -> float:
    """Milliseconds from the request of a page to the moment of that name, which is waited for."""
    page.wait_for_function(_ENTRY, arg=name)
    found: float = page.evaluate(_ENTRY, name)
    return found


def see_table(browser: Browser, server: Server, path: str, rest: float) -> Seen:
    """Open a table in a new window."""
    context, player = open_player(browser, server)
    requests: list[Request] = []
    player.page.on("requestfinished", lambda request: requests.append(request))
    player.page.wait_for_timeout(rest * 1000)
    # Nothing is asked of the page before all is over: looking on takes time of what is looked at.
    player.page.goto(server.base + path, wait_until="networkidle")
    sizes = [size["responseHeadersSize"] + size["responseBodySize"] for size in (each.sizes() for each in requests)]
    first, cards = (when(player.page, name) for name in ("first-contentful-paint", CARDS))
    context.close()
    return Seen(first, max(first, cards), sum(sizes))


def see_nothing(browser: Browser, server: Server, path: str, rest: float) -> float:
    """Open the page for those who have no link, which is little more than its text; milliseconds to its first paint."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    player = Player(context.new_page(), server.base)
    player.page.wait_for_timeout(rest * 1000)
    player.page.goto(server.base + path, wait_until="networkidle")
    first = when(player.page, "first-contentful-paint")
    context.close()
    return first


def main() -> int:
    """Measure and judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--game", default="/play/antares/7")
    parser.add_argument("--rest", type=float, default=0.0, help="seconds that a new window is left alone before")
    asked = parser.parse_args()
    tables: list[Seen] = []
    empty: list[float] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        server = Server(Path(folder))
        server.start()
        try:
            see_table(browser, server, asked.game, asked.rest)
            for _ in range(asked.times):
                empty.append(see_nothing(browser, server, asked.game, asked.rest))
                tables.append(see_table(browser, server, asked.game, asked.rest))
        finally:
            server.kill()
            browser.close()
    cards, most = sorted(seen.cards for seen in tables), max(seen.bytes for seen in tables)
    middle, least = statistics.median(cards), statistics.median(empty)
    print(f"cards painted: {middle:.0f} ms (from {cards[0]:.0f} to {cards[-1]:.0f}), {most:,} bytes")
    print(f"first paint:   {statistics.median(seen.first for seen in tables):.0f} ms")
    print(f"an empty page: {least:.0f} ms (from {min(empty):.0f} to {max(empty):.0f})")
    print(f"the cards take {middle / least:.1f} times as long as an empty page")
    return int(middle > MOST_MS or most >= MOST_BYTES)


if __name__ == "__main__":
    sys.exit(main())
