"""Games outlive pages, servers and their crashes; they are the same games as in the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.browser.driver import nearly_won
from tests.playing import CATALOG
from tests.program import run
from tests.webbing import Client, Page, Process, Said, serving, wait_for

from solitaire_engine.saves import SaveFolder
from solitaire_engine.settings import Settings
from solitaire_engine.table.session import Session
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
    with serving(tmp_path) as (client, site):
        assert client.ask("/api/games").json["games"] == [], "looking is not playing"
        assert len(list(site.folder.finished.iterdir())) == 1


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
            assert page.state["status"]["verdict"] == "winnable", "the search has proved it"
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
    monkeypatch.setattr("solitaire_engine.web.app.EVERY", 0.05)
    with serving(tmp_path) as (client, site):
        id = client.begin("klondike", "7")
        with client.page(id) as page:
            # Before anybody sat down there is nothing to open it again from.
            monkeypatch.setattr(rooms, "KEPT", -1.0)
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


def test_what_is_known_of_a_deal_that_was_looked_for_holds_for_its_beginning(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, _), client.page(client.begin("freecell", "", winnable=True)) as page:
        move = page.ask("moves")["moves"] or [{"text": page.ask("hint")["move"]}]
        assert page.ask("type", text=move[0]["text"])["status"]["verdict"] == ""
        assert page.ask("undo")["status"]["verdict"] == "winnable"


def elsewhere(folder: Path) -> Session:
    """The newest game of a data folder, resumed by another process."""
    saves = SaveFolder(folder / "data" / "games")
    return Session(*saves.resume(None, CATALOG), saves, Settings())


def test_a_game_that_is_ended_elsewhere_is_kept_and_counted_once(tmp_path: Path) -> None:
    game, moves = nearly_won("freecell", "ms:7", 2)
    saves = SaveFolder(tmp_path / "data" / "games")
    saves.begin(game).update(game)
    with serving(tmp_path) as (client, site):
        id = client.ask("/play/freecell/ms:7").start["id"]
        with client.page(id) as page:
            assert page.ask("type", text=str(moves[0]))["t"] == "step"
            room = site.rooms.get(id)
            assert room is not None
            wait_for(lambda: not room.is_behind and not room.lock.locked())
            assert elsewhere(tmp_path).play(moves[1])
        wait_for(lambda: room.is_left and not room.lock.locked())
        assert site.folder.unfinished() == []
        kind = client.ask("/api/stats").json["kinds"][0]
        assert (kind["played"], kind["won"], kind["unfinished"]) == (1, 1, 0)
        with client.page(id) as page:
            assert page.state["status"]["won"], "the page shows how it has ended"
    assert [path.suffix for path in saves.finished.iterdir()] == [".solitaire"]


def test_a_page_that_is_open_goes_on_from_where_a_game_was_left_elsewhere(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, site):
        with client.page(client.begin("klondike", "7")) as page:
            page.ask("deal")
            room = site.rooms.get(page.id)
            assert room is not None
            wait_for(lambda: not room.is_behind and not room.lock.locked())
            other = elsewhere(tmp_path)
            assert other.play(other.legal[0])
            answer = page.ask("deal")
            assert answer["t"] == "say" and "played elsewhere" in answer["text"]
            assert page.heard[-2]["t"] == "state" and page.heard[-2]["counts"]["moves"] == 2
            assert page.ask("undo")["counts"]["moves"] == 1
        assert len(site.folder.unfinished()) == 1


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda text: text[: len(text) // 2], "The saved game of klondike"),
        (lambda text: f"{text}t1 t2\n", "The saved game of Klondike, deal 7, cannot be gone on with (line 11: "),
        (
            lambda text: text.replace("\nend:", "\nt1 t2 9\nend:"),
            "The saved game of Klondike, deal 7, cannot be gone on with (line 10: the move 't1 t2 9' is not possible",
        ),
        (lambda text: text.replace("variant", "varant"), "The saved game of Klondike, deal 7, cannot be gone on with"),
        (lambda text: f"\udcff{text}", "this is not UTF-8 text"),
    ],
)
def test_a_damaged_save_is_told_by_its_game_with_the_way_out_and_kept(
    tmp_path: Path, damage: Callable[[str], str], told: str
) -> None:
    with serving(tmp_path) as (client, site):
        with client.page(client.begin("klondike", "7")) as page:
            page.ask("deal")
            page.ask("deal")
        id = page.id
    path = site.folder.unfinished()[0].path
    damaged = damage(path.read_text("utf-8")).encode("utf-8", "surrogateescape")
    path.write_bytes(damaged)
    with serving(tmp_path) as (client, _):
        answer = client.ask(f"/game/{id}")
        assert answer.status == 404 and told in answer.start["error"]
        kept = path.with_name(f"{path.name}.broken")
        assert kept.read_bytes() == damaged
        for error in (answer.start["error"], client.ask(f"/game/{id}").start["error"]):
            assert error.endswith(f"It is kept as {kept.name}; its deal can be begun again.")


def test_the_share_link_of_a_damaged_game_deals_it_again_and_says_so(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, site), client.page(client.begin("klondike", "7")) as page:
        page.ask("deal")
    path = site.folder.unfinished()[0].path
    path.write_text(f"{path.read_text('utf-8')}t1 t2\n", "utf-8")
    with serving(tmp_path) as (client, _):
        state = client.ask("/play/klondike/7").start["state"]
        assert state["counts"]["moves"] == 0 and state["message"]["bad"]
        assert "Klondike, deal 7, cannot be gone on with" in state["message"]["text"]
        assert state["message"]["text"].endswith("This is the deal from its beginning.")


def test_a_daily_deal_and_a_game_of_a_file_are_found_again_though_nothing_was_played(tmp_path: Path) -> None:
    text = "schema: 1\nname: Queens\nextends: klondike\npiles:\n  tableau: {gap: Q}\n"
    with Process(tmp_path, "serve", "--no-open", "--port", "0") as server:
        daily = server.client.begin("freecell", "", daily=True)
        own = server.client.ask("/api/yaml", {"text": text, "name": "queens.yaml"}).json["id"]
        server.process.kill()
        server.process.wait()
    with Process(tmp_path, "serve", "--no-open", "--port", "0") as server:
        with server.client.page(daily) as page:
            assert page.state["game"]["daily"]
        with server.client.page(own) as page:
            assert page.state["game"]["name"] == "Queens"
        assert server.client.ask("/api/games").json["games"] == [], "nothing was played"


def test_games_of_a_file_that_were_only_looked_at_leave_no_files_behind(tmp_path: Path) -> None:
    text = "schema: 1\nname: Queens\nextends: klondike\npiles:\n  tableau: {gap: Q}\n"
    with serving(tmp_path) as (client, site):
        id = ""
        for _ in range(3):
            id = client.ask("/api/yaml", {"text": text, "name": "queens.yaml", "from": id}).json["id"]
        assert len(site.folder.unfinished()) == 1 and not site.folder.finished.exists()
