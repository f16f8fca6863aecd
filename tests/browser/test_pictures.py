"""The README's pictures show the tables as they are."""

from __future__ import annotations

import base64
from pathlib import Path

from playwright.sync_api import Browser
from tests import make_pictures
from tests.make_pictures import BROWSER, LARGEST, TERMINAL

COMMAND = "python -m tests.make_pictures"

# The share of pixels that differ much; letters, which each machine draws in its own way, are few of them.
_DIFFERENCE = """async ([one, other]) => {
    const pixels = await Promise.all([one, other].map(async data => {
        const image = new Image();
        image.src = 'data:image/png;base64,' + data;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
        canvas.drawImage(image, 0, 0);
        return canvas.getImageData(0, 0, image.width, image.height).data;
    }));
    if (pixels[0].length !== pixels[1].length) return 1;
    let differ = 0;
    for (let at = 0; at < pixels[0].length; at += 4)
        differ += [0, 1, 2].some(color => Math.abs(pixels[0][at + color] - pixels[1][at + color]) > 40);
    return differ / (pixels[0].length / 4);
}"""


def test_the_picture_of_the_terminal_is_what_the_terminal_shows(tmp_path: Path) -> None:
    kept = TERMINAL.read_text(encoding="utf-8")
    assert make_pictures.words(make_pictures.terminal(tmp_path)) == make_pictures.words(kept), f"run {COMMAND} terminal"
    assert len(kept.encode()) < LARGEST
    assert "http" not in kept.replace("http://www.w3.org/", "")


def test_the_picture_of_the_browser_is_what_the_browser_shows(browser: Browser, tmp_path: Path) -> None:
    kept = BROWSER.read_bytes()
    assert len(kept) < LARGEST
    made = make_pictures.browser(tmp_path, browser)
    page = browser.new_page()
    differ: float = page.evaluate(_DIFFERENCE, [base64.b64encode(picture).decode() for picture in (kept, made)])
    page.close()
    assert differ < 0.02, f"run {COMMAND} browser"
