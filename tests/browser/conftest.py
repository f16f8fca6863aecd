"""A browser and a server for all tests of the page that one process runs."""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from tests.browser.driver import PATIENCE, Player, Server, chromium, no_browser, open_player

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def chrome() -> Iterator[tuple[Browser, AbstractEventLoop]]:
    """The browser of a whole run, with the event loop in which its library works."""
    api = pytest.importorskip("playwright.sync_api")
    if why := no_browser():
        pytest.skip(why)
    api.expect.set_options(timeout=PATIENCE)
    with api.sync_playwright() as playwright:
        # The sandbox needs rights that the root user of a container does not have.
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture
def browser(chrome: tuple[Browser, AbstractEventLoop]) -> Iterator[Browser]:
    """The browser.

    Its event loop counts as running only meanwhile: other tests in the same process have loops of their own.
    """
    browser, loop = chrome
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for tests that leave it as it is."""
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for one test alone."""
    server = Server(tmp_path_factory.mktemp("own"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def player(browser: Browser, server: Server) -> Iterator[Player]:
    """A player at a window of 1280x800; nothing may have gone wrong on the page in the end."""
    context, player = open_player(browser, server)
    yield player
    context.close()
    assert not player.errors


@pytest.fixture
def finger(browser: Browser, server: Server) -> Iterator[Player]:
    """A player at a phone of 360x640."""
    context, player = open_player(
        browser, server, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    yield player
    context.close()
    assert not player.errors
