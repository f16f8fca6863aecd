"""Variant files dropped on the page: checked with places and suggestions, dealt at once, and never more than rules."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from tests.webbing import Client, Said, serving, wait_for

from solitaire_engine.saves import SaveFolder
from solitaire_engine.web.dropped import KEPT, USUAL, id_of
from solitaire_engine.web.site import Site

GOOD = "schema: 1\nname: Queens\nextends: klondike\npiles:\n  tableau: {gap: Q}\n"
BAD = "schema: 1\nname: Queens\nextends: klondyke\npiles:\n  tableau: {gap: Q, lft: any}\n"


@pytest.fixture
def both(tmp_path: Path) -> Generator[tuple[Client, Site]]:
    """A server and its site."""
    with serving(tmp_path) as both:
        yield both


@pytest.fixture
def client(both: tuple[Client, Site]) -> Client:
    """The server."""
    return both[0]


def sent(client: Client, text: str, **more: object) -> Said:
    """What is answered to a file."""
    answer = client.ask("/api/yaml", {"text": text, "name": "queens.yaml", **more})
    assert answer.status in (200, 201), answer.text
    told: Said = answer.json
    return told


def test_what_is_wrong_with_a_file_is_told_with_its_place_and_the_way_out(client: Client) -> None:
    told = sent(client, "schema: 1\nname: X\nextends: klondike\npiles:\n  tableau: {gap: Q, lft: any}\n")
    assert told["ok"] is False and "id" not in told
    (problem,) = told["problems"]
    assert (problem["line"], problem["col"], problem["place"]) == (5, 21, "piles.tableau.lft")
    assert "lft" in problem["text"] and "did you mean 'lift'?" in problem["hint"]


def test_a_good_file_is_dealt_at_once_and_another_text_of_it_deals_the_same_cards(client: Client) -> None:
    told = sent(client, GOOD, deal="7")
    with client.page(told["id"]) as page:
        game = page.state["game"]
        assert (game["name"], game["deal"], game["yaml"], game["share"]) == ("Queens", "7", True, "")
        assert game["path"] == f"/game/{told['id']}"
        cards = [pile["cards"] for pile in page.state["piles"]]
    again = sent(client, GOOD.replace("gap: Q", "gap: J"), deal=game["deal"], **{"from": told["id"]})
    with client.page(again["id"]) as page:
        assert [pile["cards"] for pile in page.state["piles"]] == cards
    assert client.ask(f"/api/yaml/{again['id']}").json == {
        "name": "queens.yaml",
        "text": GOOD.replace("gap: Q", "gap: J"),
    }


def test_a_mistake_and_its_cure(client: Client) -> None:
    assert not sent(client, BAD)["ok"]
    cured = BAD.replace("klondyke", "klondike").replace(", lft: any", "")
    assert sent(client, cured)["ok"]


def test_a_file_that_is_only_checked_begins_nothing(client: Client, both: tuple[Client, Site]) -> None:
    assert sent(client, GOOD, begin=False)["ok"]
    assert both[1].rooms.all() == ()
    assert not list(both[1].dropped.folder.rglob("*.yaml"))


def test_a_file_that_is_played_stays_however_often_it_is_checked(client: Client, both: tuple[Client, Site]) -> None:
    sent(client, GOOD, deal="7")
    sent(client, GOOD, begin=False)
    assert len(list(both[1].dropped.folder.rglob("*.yaml"))) == 1


def test_old_files_go_unless_an_unfinished_game_is_played_by_them(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, _):
        id = sent(client, GOOD, deal="7")["id"]
        with client.page(id) as page:
            page.ask("deal")
        kept = next((tmp_path / "data" / "dropped").rglob("*.yaml"))
    dropped = tmp_path / "data" / "dropped"
    for number in range(KEPT + 5):
        (dropped / f"{number}").mkdir()
    os.utime(kept.parent, (1, 1))
    with serving(tmp_path) as (client, _), client.page(id) as page:
        assert page.state["counts"]["moves"] == 1
        wait_for(lambda: len(list(dropped.iterdir())) == KEPT + 1)


def test_a_game_by_a_file_is_kept_and_found_again(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, _):
        id = sent(client, GOOD, deal="7")["id"]
        with client.page(id) as page:
            page.ask("deal")
        assert client.ask("/api/stats").json["kinds"] == [], "it counts nowhere"
    with serving(tmp_path) as (client, _), client.page(id) as page:
        assert page.state["game"]["name"] == "Queens" and page.state["counts"]["moves"] == 1


def test_the_game_that_was_tried_out_before_is_not_offered_any_more(client: Client) -> None:
    id = sent(client, GOOD, deal="7")["id"]
    with client.page(id) as page:
        page.ask("deal")
        assert len(client.ask("/api/games").json["games"]) == 1
        sent(client, GOOD + "# more\n", deal="7", **{"from": id})
    assert client.ask("/api/games").json["games"] == []


@pytest.mark.parametrize(
    "text",
    [
        "!!python/object/apply:os.system [true]",
        "schema: 1\nname: !!python/name:os.system x\n",
        "a: &a [*a]\n",
        "schema: 1\nname: X\nextends: klondike\nplugins: [os]\n",
        "schema: 1\nname: X\nextends: klondike\nplugins: [pip, shifts_of_mine]\n",
        "schema: 1\nname: X\nextends: ../../etc/passwd\n",
        "schema: 1\nname: X\nextends: /etc/passwd\n",
        "schema: 1\nname: X\nextends: queens\n",
        "{" * 5000,
        "\x00\x01",
        "",
        "just words",
        "\ud800",
        "a: " + "x" * 260_000,
    ],
)
def test_a_file_of_a_stranger_runs_nothing_and_reads_nothing_else(
    client: Client, both: tuple[Client, Site], text: str, tmp_path: Path
) -> None:
    told = sent(client, text)
    assert told["ok"] is False and told["problems"]
    shown = str(told)
    assert str(tmp_path) not in shown and "Traceback" not in shown and "root:" not in shown
    assert not list(both[1].dropped.folder.rglob("*.yaml")), "a file that is not good is not kept"


@pytest.mark.parametrize("word", ["alert_everybody", "__import__('os')"])
def test_a_word_that_no_installed_plugin_has_is_told_and_nothing_is_installed(client: Client, word: str) -> None:
    told = sent(client, f'schema: 1\nname: X\nextends: klondike\npiles:\n  tableau: {{gap: "{word}"}}\n')
    assert not told["ok"]
    assert told["problems"][0]["hint"]


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("queens.yaml", "queens"),
        ("C:\\games\\My Game.YAML", "my_game"),
        ("../../x.yml", "x"),
        ("", USUAL),
        ("\u00fc.yaml", USUAL),
        ("a" * 300 + ".yaml", "a" * 100),
        (".yaml", USUAL),
    ],
)
def test_a_file_may_be_called_anything(name: str, id: str) -> None:
    found = id_of(name)
    assert found == id or (len(name) > 200 and found == USUAL)


def test_the_file_of_a_game_of_the_catalogue_can_be_looked_at(client: Client) -> None:
    told = client.ask("/api/yaml?variant=antares").json
    assert told["name"] == "antares.yaml" and told["text"].startswith("schema: 1\nname: Antares\n")


def test_games_of_a_file_are_listed_without_its_path(client: Client, tmp_path: Path) -> None:
    id = sent(client, GOOD, deal="7")["id"]
    with client.page(id) as page:
        page.ask("deal")
        text = client.ask("/api/games").text + client.ask(f"/game/{id}").text + str(page.heard)
    assert str(tmp_path) not in text
    assert SaveFolder(tmp_path / "data" / "games").unfinished()[0].file
