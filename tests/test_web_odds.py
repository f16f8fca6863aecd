"""The odds page: an estimate that runs, with its interval, for all who look on."""

from __future__ import annotations

import json
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.webbing import Client, Said, serving, wait_for
from websockets.sync.client import ClientConnection, connect


@contextmanager
def looking(client: Client) -> Generator[ClientConnection]:
    """A socket of the odds."""
    with connect(f"ws://{client.host}/ws/odds", additional_headers=client.usual) as socket:
        yield socket


def heard(socket: ClientConnection) -> Any:
    """The next message."""
    return json.loads(socket.recv(timeout=30))


def finished(socket: ClientConnection) -> Said:
    """The message with which an estimate ends."""
    told: Said = {"running": True}
    while told["running"]:
        told = heard(socket)
    return told


@pytest.mark.usefixtures("own_folders")
def test_an_estimate_runs_and_tells_everybody_its_interval(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, _), looking(client) as socket, looking(client) as other:
        assert not heard(socket)["running"] and not heard(other)["running"]
        socket.send(json.dumps({"t": "start", "n": 1, "variant": "freecell", "deals": "ms:1-6", "seconds": 5}))
        told = finished(socket)
        assert (told["name"], told["wanted"], told["done"], told["bad"]) == ("FreeCell", 6, 6, False)
        assert told["winnable"] + told["lost"] + told["unknown"] == 6
        assert 0 <= told["low"] < told["high"] <= 1 and told["confidence"] == 0.95
        assert told["published"]["percent"] > 99 and told["published"]["inside"] is True
        assert told["solver"]
        assert finished(other) == {name: value for name, value in told.items() if name != "n"}
        socket.send(json.dumps({"t": "start", "n": 2, "variant": "freecell", "deals": "ms:1-6", "seconds": 5}))
        assert finished(socket)["reused"] == 6, "what was found is kept"


@pytest.mark.usefixtures("own_folders")
def test_an_estimate_can_be_stopped_and_another_one_ends_it(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, _), looking(client) as socket:
        heard(socket)
        for number, (variant, deals) in enumerate((("freecell", "100000"), ("antares", "90000")), 1):
            socket.send(json.dumps({"t": "start", "n": number, "variant": variant, "deals": deals, "seconds": 1}))
            while heard(socket).get("variant") != variant:
                pass
        socket.send(json.dumps({"t": "stop", "n": 3}))
        assert finished(socket)["done"] < 90_000


@pytest.mark.usefixtures("own_folders")
def test_two_that_are_started_at_once_leave_one(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, _), looking(client) as socket, looking(client) as other:
        heard(socket), heard(other)
        socket.send(json.dumps({"t": "start", "n": 1, "variant": "freecell", "deals": "100000", "seconds": 1}))
        while not heard(socket)["done"]:
            pass
        for each in (socket, other):
            each.send(json.dumps({"t": "start", "n": 2, "variant": "antares", "deals": "90000", "seconds": 1}))
        while heard(socket).get("n") != 2:
            pass
        while heard(other).get("n") != 2:
            pass
        while not heard(other)["done"]:
            pass
        other.send(json.dumps({"t": "stop", "n": 3}))
        while heard(other).get("n") != 3:
            pass
        with pytest.raises(TimeoutError):
            other.recv(timeout=2)


@pytest.mark.usefixtures("own_folders")
def test_an_estimate_ends_when_nobody_looks_on_any_more_and_not_when_a_page_is_loaded_again(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, site):
        site.odds.alone = 0.5
        with looking(client) as socket:
            heard(socket)
            socket.send(json.dumps({"t": "start", "n": 1, "variant": "freecell", "deals": "100000", "seconds": 1}))
            while not heard(socket)["done"]:
                pass
        with looking(client) as socket:
            assert heard(socket)["running"]
            time.sleep(1)
            assert heard(socket)["running"], "it goes on for the page that came back"
        wait_for(lambda: not site.odds.is_running)
        with looking(client) as socket:
            told = heard(socket)
            assert not told["running"] and told["done"] and "what was found is kept" in told["text"]


@pytest.mark.usefixtures("own_folders")
def test_who_leaves_an_estimate_again_has_the_whole_time_anew(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, site):
        site.odds.alone = 2
        with looking(client) as socket:
            heard(socket)
            socket.send(json.dumps({"t": "start", "n": 1, "variant": "freecell", "deals": "100000", "seconds": 1}))
            while not heard(socket)["done"]:
                pass
        with looking(client):
            time.sleep(1.5)
        time.sleep(1)
        assert site.odds.is_running, "the page was last seen less than two seconds ago"
        wait_for(lambda: not site.odds.is_running)


@pytest.mark.usefixtures("own_folders")
def test_an_estimate_that_fails_is_no_obstacle_to_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path) as (client, _), looking(client) as socket:
        heard(socket)
        with monkeypatch.context() as patch:
            patch.setattr("solitaire_engine.web.measuring._processes", lambda: 1 // 0)
            socket.send(json.dumps({"t": "start", "n": 1, "variant": "freecell", "deals": "ms:1-2"}))
            told = finished(socket)
            assert told["bad"] and "failed" in told["text"]
        socket.send(json.dumps({"t": "start", "n": 2, "variant": "freecell", "deals": "ms:1-2"}))
        assert finished(socket)["done"] == 2


@pytest.mark.usefixtures("own_folders")
@pytest.mark.parametrize(
    "fields",
    [
        {"variant": "nothing"},
        {"variant": "../x.yaml"},
        {"variant": 7},
        {"variant": "antares", "deals": "9-1"},
        {"variant": "antares", "deals": []},
        {"variant": "antares", "deals": "200000"},
        {"variant": "antares", "seconds": 1e9},
        {"variant": "antares", "seconds": "x"},
        {"variant": "antares", "params": {"a": 1}},
        {"variant": "antares", "params": {"a": "1"}},
    ],
)
def test_what_cannot_be_measured_is_told_in_a_sentence(tmp_path: Path, fields: Said) -> None:
    with serving(tmp_path) as (client, _), looking(client) as socket:
        heard(socket)
        socket.send(json.dumps({"t": "start", "n": 1, **fields}))
        told = finished(socket)
        assert told["bad"] and told["text"] and str(tmp_path) not in told["text"]
