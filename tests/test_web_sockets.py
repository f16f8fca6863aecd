"""What a server does when pages are slow, vanish, or ask for what fails."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket
from tests.webbing import serving, wait_for

from solitaire_engine.table.choices import Setup
from solitaire_engine.table.hands import Hands
from solitaire_engine.web import sockets
from solitaire_engine.web.site import Bucket
from solitaire_engine.web.sockets import WAITING, Line


def test_who_asks_slowly_may_go_on_for_ever_and_who_rushes_may_not() -> None:
    now = 0.0
    bucket = Bucket(2.0, 4.0, lambda: now)
    assert [bucket.take() for _ in range(5)] == [True, True, True, True, False]
    now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    for _ in range(20):
        now += 0.5
        assert bucket.take()


def test_a_page_that_takes_nothing_any_more_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PATIENCE", 0.05)

    class Stuck:
        async def receive(self) -> dict[str, Any]:
            await asyncio.Event().wait()
            return {}

        async def send_text(self, text: str) -> None:
            await asyncio.Event().wait()

    async def talk() -> None:
        line = Line(cast(WebSocket, Stuck()))

        async def hear(said: dict[str, object]) -> None:
            raise AssertionError("nothing is said")

        talking = asyncio.create_task(line.talk(hear))
        await asyncio.sleep(0)
        for number in range(WAITING + 2):
            line.send({"t": "status", "number": number})
        await asyncio.wait_for(talking, 5)

    asyncio.run(talk())


def test_what_fails_is_told_and_the_table_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(hands: Hands) -> bool:
        raise ValueError(f"a fault in {tmp_path}")

    with serving(tmp_path) as (client, _), client.page(client.begin("klondike")) as page:
        monkeypatch.setattr(Hands, "stock", fails)
        answer = page.ask("deal")
        assert answer["bad"] and answer["text"] == "The server has failed at this; its log says how."
        assert page.ask("state")["t"] == "state"
    assert "a fault in" in caplog.text, "the log has it"


def test_what_fails_over_http_tells_nothing_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(setup: Setup, stop: Callable[[], bool] | None = None) -> None:
        raise ValueError(f"a fault in {tmp_path}")

    with serving(tmp_path) as (client, _):
        monkeypatch.setattr(Setup, "begin", fails)
        answer = client.ask("/api/begin", {"variant": "antares"})
        assert answer.status == 500 and str(tmp_path) not in answer.text
        assert client.ask("/").status == 200


def test_a_search_ends_when_the_page_does_not_wait_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def searches(setup: Setup, stop: Callable[[], bool] | None = None) -> None:
        assert stop is not None
        wait_for(stop)
        ended.set()

    monkeypatch.setattr(Setup, "begin", searches)
    with serving(tmp_path) as (client, site):
        lines = [f"{name}: {value}" for name, value in client.usual.items()]
        body = b'{"variant": "freecell", "winnable": true}'
        head = [f"POST /api/begin HTTP/1.1\r\nHost: {client.host}", *lines, "Content-Type: application/json"]
        request = "\r\n".join([*head, f"Content-Length: {len(body)}", "\r\n"]).encode() + body
        asking = [socket.create_connection(("127.0.0.1", client.port)) for _ in range(2)]
        for each in asking:
            each.sendall(request)
        wait_for(lambda: site.searches == 2)
        late = client.ask("/api/begin", {"variant": "freecell", "winnable": True})
        assert late.status == 429 and "other searches are running" in late.json["error"]
        for each in asking:
            each.close()
        wait_for(lambda: site.searches == 0)
    assert ended.is_set()


def test_a_move_is_brought_to_an_end_though_its_page_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()
    stock = Hands.stock

    def slow(hands: Hands) -> bool:
        begun.set()
        go_on.wait(10)
        return stock(hands)

    with serving(tmp_path) as (client, site):
        id = client.begin("klondike", "7")
        with client.page(id) as page:
            monkeypatch.setattr(Hands, "stock", slow)
            page.socket.send('{"t": "deal", "n": 1}')
            assert begun.wait(10)
            page.socket.socket.shutdown(socket.SHUT_RDWR)
            go_on.set()
        monkeypatch.setattr(Hands, "stock", stock)
        room = site.rooms.get(id)
        assert room is not None
        wait_for(lambda: not room.seats)
        with client.page(id) as page:
            assert page.state["counts"]["moves"] == 1
