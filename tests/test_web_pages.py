"""The page under its addresses and its files: what begins where, what is kept by the browser, what is never told."""

from __future__ import annotations

import gzip
import http.client
import json
import statistics
import time
from collections.abc import Generator
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.webbing import Client, serving

from solitaire_engine.deals import MAX_NUMBER
from solitaire_engine.game import deal
from solitaire_engine.web.assets import FOLDER, INDEX, PLACE, START, TYPES, Assets
from solitaire_engine.web.scrubbing import MOST, scrubbed
from solitaire_engine.web.site import Site


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Client, Site]]:
    """A server with a page of its own, and its site."""
    folder = tmp_path_factory.mktemp("pages")
    static = folder / "static"
    (static / "parts").mkdir(parents=True)
    (static / INDEX).write_text(f'<link href="{PLACE}a.css">\n{START}\n', "utf-8")
    (static / "a.css").write_text("body { color: red }\n" * 50, "utf-8")
    (static / "parts" / "b.js").write_text("export const b = 1;\n", "utf-8")
    (static / "secret.txt").write_text("secret\n", "utf-8")
    with serving(folder, assets=Assets(static)) as both:
        yield both


@pytest.fixture
def client(both: tuple[Client, Site]) -> Client:
    """The server."""
    return both[0]


@pytest.mark.parametrize(
    ("path", "page"),
    [("/", "home"), ("/new", "new"), ("/stats", "stats"), ("/odds", "odds"), ("/rules/antares", "rules")],
)
def test_an_address_of_the_page_says_which_part_is_meant(client: Client, path: str, page: str) -> None:
    answer = client.ask(path)
    looks = {"theme": "dark", "four_colors": False}
    assert (answer.status, answer.start) == (200, {"page": page, "looks": looks})


def test_a_share_link_begins_its_deal_and_goes_on_with_it(client: Client) -> None:
    start = client.ask("/play/klondike/ms:42?draw=1").start
    assert start["page"] == "table"
    assert start["state"]["game"]["share"] == "klondike?draw=1:ms:42"
    assert start["state"]["game"]["path"] == "/play/klondike/ms:42?draw=1"
    with client.page(start["id"]) as page:
        page.ask("deal")
    again = client.ask("/play/Klondike/ms:42?draw=1").start
    assert again["id"] == start["id"] and again["state"]["counts"]["moves"] == 1


def test_a_link_without_a_deal_leads_to_some_deal(client: Client) -> None:
    location = client.ask("/play/klondike?draw=1").headers["location"]
    path, _, query = location.partition("?")
    assert query == "draw=1" and 0 <= int(path.removeprefix("/play/klondike/")) <= MAX_NUMBER


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/play/klondyke/7", "did you mean"),
        ("/play/antares/seven", "seven"),
        ("/play/klondike/7?draw=2", "draw=2 is not offered"),
        ("/play/klondike/7?a=b", "no parameter"),
        ("/game/0123456789abcdef", "not here any more"),
        ("/nothing/at/all", "nothing at this address"),
    ],
)
def test_an_address_that_leads_nowhere_gets_a_sentence_and_the_way_to_a_game(
    client: Client, path: str, told: str
) -> None:
    answer = client.ask(path)
    assert answer.status == 404
    assert answer.start["page"] == "home" and told in answer.start["error"]


@pytest.mark.parametrize("name", ["/etc/passwd.yaml", "../../x.yaml", "my_game.yaml", "a\\b", "C:\\x.yaml"])
def test_no_address_and_no_request_leads_to_a_file_of_the_machine(client: Client, tmp_path: Path, name: str) -> None:
    for part in ("play/{}/7", "api/rules/{}", "api/game/{}"):
        assert client.ask(f"/{part.format(quote(name, safe=''))}").status in (400, 404)
    for body in ({"variant": name}, {"share": f"{name}:7"}, {"variant": "antares", "deal": name}):
        assert client.ask("/api/begin", body).status == 400
    assert client.ask(f"/api/yaml?variant={quote(name)}").status == 400
    assert client.ask(f"/api/yaml/{quote(name, safe='')}").status == 404


def test_what_the_page_begins_with_cannot_end_its_element(tmp_path: Path) -> None:
    (tmp_path / INDEX).write_text(f"<p>{START}</p>", "utf-8")
    text = Assets(tmp_path).page({"error": "</script><script>alert(1)</script><!--"}).decode()
    assert text.count("</script>") == 1 and "<!--" not in text
    start = text.split('id="start">')[1].split("</script>")[0]
    assert json.loads(start)["error"].startswith("</script>")


# Files


def test_a_file_is_kept_by_the_browser_for_ever_under_its_version(client: Client, both: tuple[Client, Site]) -> None:
    version = both[1].assets.version
    assert f"/static/{version}/a.css" in client.ask("/").text
    answer = client.ask(f"/static/{version}/a.css")
    assert answer.status == 200 and "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"] == TYPES[".css"]
    old = client.ask("/static/old/parts/b.js")
    assert old.status == 200 and old.headers["cache-control"] == "private, no-cache"
    assert client.ask("/static/old/parts/b.js", headers={"If-None-Match": old.headers["etag"]}).status == 304


def test_files_and_pages_are_packed_for_those_who_take_it(client: Client) -> None:
    packed = client.ask("/static/x/a.css", headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == client.ask("/static/x/a.css").body
    page = client.ask("/", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(page.body) == client.ask("/").body


@pytest.mark.parametrize(
    "name",
    ["secret.txt", "../secret.txt", "..%2f..%2fconftest.py", "/etc/passwd", "parts", "", "a.css%00", "%2e%2e/a.css"],
)
def test_nothing_but_the_pages_own_files_is_served(client: Client, name: str) -> None:
    assert client.ask(f"/static/x/{name}").status == 404


def test_a_changed_file_gets_another_version(tmp_path: Path) -> None:
    (tmp_path / INDEX).write_text(START, "utf-8")
    assets = Assets(tmp_path)
    before = assets.version
    assert assets.version == before
    (tmp_path / "a.css").write_text("a {}", "utf-8")
    assert assets.version != before and assets.get("a.css") is not None


def test_the_shipped_page_has_its_place_for_the_beginning_and_serves_all_that_it_has() -> None:
    text = (FOLDER / INDEX).read_text("utf-8")
    assert START in text and PLACE in text
    others = [path.name for path in FOLDER.rglob("*") if path.is_file() and path.suffix not in TYPES]
    assert not others, "TYPES in assets.py says what is served"


# The catalogue


def test_the_catalogue_and_a_game_of_it_are_told(client: Client) -> None:
    games = client.ask("/api/catalog").json["games"]
    names = [game["name"].casefold() for game in games]
    assert len(games) > 300 and names == sorted(names)
    game = client.ask("/api/game/klondike").json
    draw = next(param for param in game["params"] if param["name"] == "draw")
    assert draw["value"] == draw["default"] and set(draw["choices"]) == {"1", "3"}
    sections = client.ask("/api/rules/klondike?draw=1").json["sections"]
    assert all(section["sentences"] or section["items"] for section in sections)


# No path of the machine


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/home/somebody/games/x.solitaire: cannot be read", "x.solitaire: cannot be read"),
        ("in '/var/lib/a/b.yaml'; choose", "in 'b.yaml'; choose"),
        ("C:\\Users\\A B\\x.yaml: broken", "x.yaml: broken"),
        ("\\\\server\\share\\x.yaml", "x.yaml"),
        ("~/games/x: no", "x: no"),
        ("the folder /a/b/: no", "the folder a folder: no"),
        ("A/K or 10/J, and/or 3/4", "A/K or 10/J, and/or 3/4"),
        ("see http://127.0.0.1:8765/play/x/7", "see http://127.0.0.1:8765/play/x/7"),
        ("write a rank, as in a: 1/2", "write a rank, as in a: 1/2"),
    ],
)
def test_a_message_keeps_the_last_name_of_a_path_alone(text: str, told: str) -> None:
    assert scrubbed(text) == told


def test_a_long_message_is_cut() -> None:
    assert len(scrubbed("x" * 10_000)) == MOST


def test_a_save_that_cannot_be_written_is_told_without_its_folder(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, site):
        site.folder.path.parent.mkdir(parents=True, exist_ok=True)
        site.folder.path.write_text("no folder", "utf-8")
        move = next(iter(deal("antares", 7).legal_moves))
        with client.page(client.begin("antares", "7")) as page:
            warning = page.ask("type", text=str(move))["status"]["warning"]
            assert warning.startswith("The game is not kept: ")
            assert str(tmp_path) not in json.dumps([page.heard, page.ask("state")])


def test_answers_over_one_connection_wait_for_nothing(client: Client) -> None:
    """As they do where the body is held back until the browser has acknowledged the head, 40 ms later."""
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=20)
    taken: list[float] = []
    for _ in range(15):
        begun = time.perf_counter()
        connection.request("GET", "/static/x/a.css", headers=client.usual)
        assert connection.getresponse().read()
        taken.append(time.perf_counter() - begun)
    connection.close()
    assert statistics.median(taken) < 0.03
