"""A player at the page: a server in a process of its own, a real browser, and hands that click, drag and type."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from solitaire_engine.game import Game, deal
from solitaire_engine.position import Move
from solitaire_engine.saves import SaveFolder
from solitaire_engine.solver import Limits, solve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PATIENCE = 15_000
"""Milliseconds after which what was waited for does not come any more; a busy machine is slow."""

_LINK = re.compile(r"(http://127\.0\.0\.1:(\d+))/\S*token=\S+")

_CARDS = """pile => [...document.querySelectorAll('.card')].filter(card => card.pile === pile)
    .sort((one, other) => one.at - other.at).map(card => card.text)"""
_POINT = """([pile, at]) => {
    const cards = [...document.querySelectorAll('.card')].filter(card => card.pile === pile)
        .sort((one, other) => one.at - other.at);
    const box = (cards.at(at) ?? document.getElementById(`pile-${pile}`)).getBoundingClientRect();
    return [box.x + box.width * 0.5, box.y + Math.min(box.height, box.width) * 0.12];
}"""
_STILL = "() => !document.querySelector('.card.flying, .card.dragged')"


@dataclass(slots=True)
class Server:
    """`solitaire serve` with games of its own; it can be killed and comes back at the same address."""

    folder: Path
    port: int = 0
    base: str = ""
    link: str = ""
    cookie: tuple[str, str] = ("", "")
    process: subprocess.Popen[str] | None = field(default=None)

    def start(self, *options: str) -> None:
        """Start, and wait for the link."""
        env = os.environ | {
            "SOLITAIRE_DATA": str(self.folder / "data"),
            "SOLITAIRE_CONFIG": str(self.folder / "config"),
        }
        command = [sys.executable, "-m", "solitaire_engine", "serve", "--no-open", "--port", str(self.port), *options]
        self.process = subprocess.Popen(
            command, env=env, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        printed: list[str] = []
        for line in self.process.stdout:
            printed.append(line)
            if found := _LINK.search(line):
                self.link, self.base, self.port = found[0], found[1], int(found[2])
                self._let_in()
                return
        raise AssertionError(f"the server gave no link: {''.join(printed)}")

    def _let_in(self) -> None:
        """Follow the link as a browser does, and keep the cookie that it sets."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE / 1000)
        connection.request("GET", self.link.removeprefix(self.base))
        name, _, value = (connection.getresponse().getheader("set-cookie") or "").partition(";")[0].partition("=")
        connection.close()
        self.cookie = (name, value)

    def kill(self) -> None:
        """End it as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            if self.process.stdout is not None:
                self.process.stdout.close()
            self.process = None

    def keep(self, game: Game) -> str:
        """Put a game among the unfinished ones; gives the path of its page."""
        SaveFolder(self.folder / "data" / "games").begin(game).update(game)
        return f"/play/{game.rules.variant.id}/{game.deal}"


class Player:
    """One page, and what a player does there."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base
        self.errors: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self._heard(line.type, line.text))

    def _heard(self, kind: str, text: str) -> None:
        # What a network that is cut off on purpose makes the browser say is no fault.
        if kind == "error" and "WebSocket connection" not in text and "Failed to load resource" not in text:
            self.errors.append(text)

    def open(self, path: str) -> None:
        """Go to a page of the server; a table is there when its cards lie still."""
        self.page.goto(self.base + path)
        if path.startswith(("/play", "/game")):
            self.page.wait_for_selector(".table .card", state="attached")
            self.connected()

    def connected(self) -> None:
        """Wait until the page hears the server."""
        self.page.wait_for_function("() => document.querySelector('.table')?.dataset.wire === 'open'")

    def rest(self) -> None:
        """Wait until no card moves."""
        self.page.wait_for_function(_STILL)

    def cards(self, pile: str) -> list[str]:
        """The cards that are shown in a pile, the lowest first."""
        found: list[str] = self.page.evaluate(_CARDS, pile)
        return found

    def wait_cards(self, pile: str, cards: list[str]) -> None:
        """Wait until a pile shows just these cards."""
        self.page.wait_for_function(
            f"([pile, wanted]) => ({_CARDS})(pile).join() === wanted", arg=[pile, ",".join(cards)]
        )

    def point(self, pile: str, at: int = -1) -> tuple[float, float]:
        """A point of the window on a card's upper edge, or on an empty pile."""
        x, y = self.page.evaluate(_POINT, [pile, at])
        return x, y

    def click(self, pile: str, at: int = -1) -> None:
        """Click a card, -1 for the top one."""
        self.rest()
        self.page.mouse.click(*self.point(pile, at))

    def drag(self, pile: str, to: str, at: int = -1) -> None:
        """Drag a card, with those upon it, to another pile."""
        self.rest()
        self.page.mouse.move(*self.point(pile, at))
        self.page.mouse.down()
        x, y = self.point(to)
        self.page.mouse.move(x + 6, y + 12, steps=4)
        self.page.mouse.up()

    def keys(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def message(self) -> str:
        """The sentence below the table."""
        return self.page.locator(".message").inner_text()

    def wait_message(self, text: str) -> None:
        """Wait until the sentence below the table has this text in it."""
        self.page.wait_for_function(
            "text => document.querySelector('.message').textContent.toLowerCase().includes(text.toLowerCase())",
            arg=text,
        )

    def marked(self, kind: str) -> list[str]:
        """The piles that are lit: `target`, `held` or `hint`."""
        found: list[str] = self.page.evaluate(
            """kind => [...new Set([...document.querySelectorAll(`.card.${kind}`)].map(card => card.pile).concat(
                [...document.querySelectorAll(`.slot.${kind}`)].map(slot => slot.dataset.pile)))].sort()""",
            kind,
        )
        return found

    def wait_marked(self, kind: str) -> list[str]:
        """Wait until some piles are lit, and name them."""
        self.page.wait_for_selector(f".card.{kind}, .slot.{kind}", state="attached")
        return self.marked(kind)


def open_player(browser: Browser, server: Server, **options: Any) -> tuple[BrowserContext, Player]:
    """A new browser window that has been let in; `options` are those of a context of playwright."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
    name, value = server.cookie
    context.add_cookies([{"name": name, "value": value, "url": server.base}])
    return context, Player(context.new_page(), server.base)


def nearly_won(variant: str, deal_text: str, left: int) -> tuple[Game, tuple[Move, ...]]:
    """A game that can be won by `left` moves, and these moves."""
    game = deal(variant, deal_text)
    answer = solve(game.rules, game.position, Limits(positions=100_000))
    assert answer.verdict == "winnable"
    for move in answer.moves[:-left]:
        game.push(move)
    return game, tuple(answer.moves[-left:])


def no_browser() -> str:
    """Why there is no browser to test with; empty if there is one."""
    if not Path(chromium()).exists():
        return "there is no chromium; on Debian: apt-get install chromium"
    return ""


def chromium() -> str:
    """Where the browser is: what CHROMIUM says, else where Debian has it."""
    return os.environ.get("CHROMIUM", "/usr/bin/chromium")


def axe() -> Path:
    """The file of axe-core, from the folder that AXE_CORE names or from node_modules."""
    places = [Path(os.environ.get("AXE_CORE", "")), Path(__file__).parents[2] / "node_modules" / "axe-core"]
    for place in places:
        if (file := place / "axe.min.js").is_file():
            return file
    pytest.skip("there is no axe-core: npm install axe-core, or set AXE_CORE to its folder")
