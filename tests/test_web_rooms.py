"""Games outlive pages, servers and their crashes; they are the same games as in the terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.program import run
from tests.webbing import Client, Page, Process, Said, serving, wait_for

from solitaire_engine.web import room as room_module
from solitaire_engine.web import rooms


def cards(state: Said) -> dict[str, list[str]]:
    """The cards of each pile."""
    return {pile["name"]: pile["cards"] for pile in state["piles"]}


def played(page: Page) -> dict[str, list[str]]:
    """Make some moves; what then lies there."""
    for move in ("deal", "deal", "deal"):
        assert page.ask("type", text=move)["t"] == "step"
    page.ask("undo")
    return cards(page.ask("state"))


def test_a_game_is_the_same_after_a_reload_and_after_another_start_of_the_server(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, _):
        id = client.begin("klondike", "7")
        with client.page(id) as page:
            before = played(page)
        with client.page(id) as page:
            assert cards(page.state) == before and page.state["can"]["redo"]
    with serving(tmp_path) as (client, _):
        with client.page(id) as page:
            assert cards(page.state) == before
            assert page.state["can"]["redo"] and page.state["counts"]["moves"] == 2
        assert client.ask("/play/klondike/7").start["id"] == id
        assert [game["id"] for game in client.ask("/api/games").json["games"]] == [id]


def test_a_game_of_which_no_move_stands_is_listed_no_more_than_by_saves(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, site):
        with client.page(client.begin("klondike", "7")) as page:
            page.ask("deal")
            assert len(client.ask("/api/games").json["games"]) == 1
            page.ask("undo")
        assert client.ask("/api/games").json["games"] == site.folder.begun() == []
        assert len(site.folder.unfinished()) == 1


def test_a_server_that_is_killed_loses_no_move_that_was_shown(tmp_path: Path) -> None:
    with Process(tmp_path, "serve", "--no-open", "--port", "0") as server:
        id = server.client.begin("klondike", "7")
        with server.client.page(id) as page:
            before = played(page)
            server.process.kill()
            server.process.wait()
        port, token = server.client.port, server.client.token
    with Process(tmp_path, "serve", "--no-open", "--port", str(port)) as server:
        assert server.client.token == token, "the open page is let in again"
        with server.client.page(id) as page:
            assert cards(page.state) == before


def test_a_game_of_the_browser_is_offered_in_the_terminal_and_the_other_way_round(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, _):
        with client.page(client.begin("klondike", "7")) as page:
            page.ask("deal")
        id = page.id
    assert "Klondike" in run(tmp_path, "saves").stdout
    text = run(tmp_path, "play", "--resume", "--text", typed="deal\nquit\n").stdout
    assert "Klondike" in text
    with serving(tmp_path) as (client, _), client.page(id) as page:
        assert page.state["counts"]["moves"] == 2


def test_a_game_that_is_won_or_put_away_can_still_be_looked_at(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, site):
        id = client.begin("klondike", "7")
        with client.page(id) as page:
            page.ask("deal")
        room = site.rooms.get(id)
        assert room is not None
        wait_for(lambda: room.is_left and not room.lock.locked())
        room.is_away = True
        room.session.save.finish(room.session.game)
    with serving(tmp_path) as (client, _):
        assert client.ask("/api/games").json["games"] == []
        with client.page(id) as page:
            assert page.state["counts"]["moves"] == 1


def test_a_new_game_gives_the_old_one_up(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, _):
        id = client.begin("klondike", "7")
        with client.page(id) as page:
            assert not page.state["status"]["stake"]
            assert page.ask("deal")["status"]["stake"] or page.ask("state")["status"]["stake"]
            other = client.begin("klondike", "8", **{"from": id})
            assert other != id
        kind = client.ask("/api/stats").json["kinds"][0]
        assert kind["lost"] == 1 and [game["outcome"] for game in kind["games"]] == ["lost"]


def test_another_deal_of_the_same_rules_needs_no_name(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, _):
        id = client.begin("klondike", "7", params={"draw": "1"})
        answer = client.ask("/api/begin", {"from": id, "deal": "9"})
        with client.page(answer.json["id"]) as page:
            assert page.state["game"]["share"] == "klondike?draw=1:9"


def test_a_daily_deal_and_a_winnable_deal_can_be_asked_for(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, _):
        with client.page(client.begin("freecell", "", daily=True)) as page:
            assert re.fullmatch(r"\d{4}-\d\d-\d\d", page.state["game"]["daily"])
        with client.page(client.begin("freecell", "", winnable=True)) as page:
            verdict = page.ask("watch", on=True)["status"]["verdict"]
            while verdict in ("", "..."):
                verdict = page.until("status")["status"]["verdict"]
            assert verdict.startswith("winnable")


@pytest.mark.parametrize(
    ("body", "share"),
    [
        ({"variant": "klondike", "params": {"draw": "1"}, "deal": "ms:7"}, "klondike?draw=1:ms:7"),
        ({"variant": "klondike"}, "klondike"),
        ({"share": "antares:7"}, "antares:7"),
        ({"share": " antares:random "}, None),
        ({"variant": "antares", "deal": "7 8"}, None),
        ({"variant": "antares", "params": {"a": "b"}}, None),
        ({"variant": "klondike", "params": {"draw": "\ud800"}}, None),
        ({"variant": "nothing"}, None),
        ({}, None),
    ],
)
def test_the_share_code_of_what_is_set_up_is_told_or_what_is_wrong(
    tmp_path: Path, body: Said, share: str | None
) -> None:
    with serving(tmp_path) as (client, _):
        answer = client.ask("/api/code", body)
        if share is not None:
            assert answer.json == {"share": share}
        elif answer.status != 200:
            assert answer.status == 400 and answer.json["error"]


def test_rooms_that_nobody_needs_are_closed_and_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "KEPT", -1.0)
    monkeypatch.setattr("solitaire_engine.web.app.EVERY", 0.05)
    with serving(tmp_path) as (client, site):
        id = client.begin("klondike", "7")
        with client.page(id) as page:
            page.ask("deal")
            assert site.rooms.get(id) is not None, "somebody is there"
        wait_for(lambda: site.rooms.get(id) is None)
        with client.page(id) as page:
            assert page.state["counts"]["moves"] == 1


def test_the_clock_stands_still_when_nobody_does_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "IDLE", 0.1)
    monkeypatch.setattr("solitaire_engine.web.app.EVERY", 0.05)
    with serving(tmp_path) as (client, _), client.page(client.begin("klondike")) as page:
        assert page.state["status"]["running"]
        assert not page.until("status")["status"]["running"]
        assert page.ask("deal")["status"]["running"]


def test_so_many_solvers_run_at_once_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_ADVISERS", 1)
    with serving(tmp_path) as (client, site):
        ids = [client.begin("freecell", f"ms:{number}") for number in (1, 2)]
        for id in ids:
            with client.page(id) as page:
                page.ask("hint")
        asked = [room for room in site.rooms.all() if room.asked]
        assert [room.id for room in asked] == ids[1:]


def test_a_client_that_only_asks_leaves_no_file(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, site):
        assert isinstance(client, Client)
        client.ask("/play/antares/7")
        assert site.folder.unfinished() == []
