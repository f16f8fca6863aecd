"""How soon a table is seen in a browser, and how much is sent for it, from a server that is warm.

    .venv/bin/python -m benchmarks.web_paint [--times N] [--game ADDRESS]

Each time is a new window with an empty cache. Ends with exit code 1 if the median of the first paint is over 300 ms or
a table takes 150 kB or more. Needs chromium and the Python package playwright.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.browser.driver import Server, chromium, open_player

MOST_MS, MOST_BYTES = 300, 150_000
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def measure(browser: Browser, server: Server, path: str) -> tuple[float, int]:
    """Milliseconds to the first paint, and bytes sent for it."""
    context, player = open_player(browser, server)
    debugger = context.new_cdp_session(player.page)
    debugger.send("Network.enable")
    sizes: list[int] = []
    debugger.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    player.open(path)
    player.page.wait_for_load_state("networkidle")
    painted: float = player.page.evaluate(PAINTED)
    context.close()
    return painted, sum(sizes)


def main() -> int:
    """Measure and judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--game", default="/play/antares/7")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        server = Server(Path(folder))
        server.start()
        try:
            measure(browser, server, arguments.game)
            found = [measure(browser, server, arguments.game) for _ in range(arguments.times)]
        finally:
            server.kill()
            browser.close()
    times, most = sorted(painted for painted, _ in found), max(size for _, size in found)
    middle = statistics.median(times)
    print(f"first paint: {middle:.0f} ms (from {times[0]:.0f} to {times[-1]:.0f}), {most:,} bytes")
    return int(middle > MOST_MS or most >= MOST_BYTES)


if __name__ == "__main__":
    sys.exit(main())
