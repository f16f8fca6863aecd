"""Who may use the table in a browser, and what a stranger, a foreign page or a broken frame can do: nothing."""

from __future__ import annotations

import contextlib
import json
import os
import socket as socket_module
import stat
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from tests.webbing import PATIENCE, TOKEN, Client, serving, wait_for
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from solitaire_engine.errors import SolitaireError
from solitaire_engine.web.guard import POLICY
from solitaire_engine.web.passes import FILE_NAME, Pass, host_of, kept_token, names_of
from solitaire_engine.web.site import Bucket

EVERYWHERE = ("/", "/play/antares/7", "/game/0123456789abcdef", "/api/catalog", "/static/x/app.js", "/nothing")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Generator[Client]:
    """A server that all tests here may share."""
    with serving(tmp_path_factory.mktemp("guard")) as (client, _):
        yield client


@pytest.mark.parametrize("path", EVERYWHERE)
def test_who_has_no_cookie_is_turned_away(client: Client, path: str) -> None:
    answer = client.ask(path, headers={"Cookie": None})
    assert answer.status == 403
    assert "solitaire serve" in answer.text
    assert client.ask(path, headers={"Cookie": f"solitaire-{client.port}={'x' * 43}"}).status == 403
    assert TOKEN not in answer.text


def test_the_page_that_turns_away_says_where_the_link_is(client: Client) -> None:
    answer = client.ask("/play/antares/7?a=<b>", headers={"Cookie": None})
    assert answer.headers["content-type"].startswith("text/html")
    assert "printed" in answer.text and "<b>" not in answer.text


def test_the_link_gives_the_cookie_and_is_seen_no_more(client: Client) -> None:
    answer = client.ask(f"/play/klondike/7?draw=1&token={TOKEN}", headers={"Cookie": None})
    assert answer.status == 303
    assert answer.headers["location"] == "/play/klondike/7?draw=1"
    cookie = answer.headers["set-cookie"]
    assert f"solitaire-{client.port}={TOKEN}" in cookie
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie


def test_a_link_with_a_wrong_token_is_turned_away_even_with_the_cookie(client: Client) -> None:
    assert client.ask("/?token=wrong").status == 403


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "/%2fevil.example/"])
def test_a_link_never_leads_to_another_host(client: Client, path: str) -> None:
    location = client.ask(f"{path}?token={TOKEN}", headers={"Cookie": None}).headers["location"]
    assert location.startswith("/") and location[1:2] not in ("/", "\\")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "", "a b", "[::1"])
@pytest.mark.parametrize("path", ["/", f"/?token={TOKEN}", "/api/catalog"])
def test_a_name_that_somebody_else_directs_here_is_refused(client: Client, host: str, path: str) -> None:
    answer = client.ask(path, headers={"Host": host.format(port=client.port)})
    assert answer.status == 400
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("host", ["localhost:{port}", "127.0.0.1:{port}", "[::1]:{port}", "LOCALHOST", "localhost:99"])
def test_this_machine_is_asked_under_its_own_names_also_through_a_tunnel(client: Client, host: str) -> None:
    name = host.format(port=client.port)
    assert client.ask("/", headers={"Host": name, "Origin": f"http://{name.lower()}"}).status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1", "http://127.0.0.1:1", None])
def test_another_page_can_change_nothing(client: Client, origin: str | None) -> None:
    begin = client.ask("/api/begin", {"variant": "antares"}, {"Origin": origin})
    assert begin.status == 403
    if origin is not None:
        assert client.ask("/api/catalog", headers={"Origin": origin}).status == 403


def test_a_server_for_others_is_asked_by_address_or_by_a_name_that_was_allowed() -> None:
    wanted = Pass(TOKEN, 1, True, names_of(["table.example"]))
    assert (
        wanted.takes_host("192.168.0.7:1") and wanted.takes_host("[fe80::1]:1") and wanted.takes_host("table.example")
    )
    assert not wanted.takes_host("evil.example")
    alone = Pass(TOKEN, 1)
    assert not alone.takes_host("192.168.0.7:1") and not alone.takes_host("table.example")


def test_a_host_that_is_allowed_is_a_name() -> None:
    with pytest.raises(SolitaireError, match="a host is written as a name alone"):
        names_of(["http://table.example/"])


@pytest.mark.parametrize(
    ("header", "host"), [("a.b:1", "a.b"), ("[::1]:5", "::1"), ("A", "a"), ("a/b", ""), ("a:b", ""), ("a.:1", "a")]
)
def test_the_host_is_read_without_its_port(header: str, host: str) -> None:
    assert host_of(header) == host


def test_every_answer_forbids_scripts_and_frames_of_others(client: Client) -> None:
    answers = [client.ask(path) for path in EVERYWHERE]
    answers += [client.ask("/", headers={"Cookie": None}), client.ask(f"/?token={TOKEN}")]
    answers += [client.ask("/", headers={"Host": "evil.example"}), client.ask("/api/begin", {}, {"Origin": None})]
    for answer in answers:
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in answer.headers


def test_the_policy_allows_nothing_inline_and_no_other_host() -> None:
    parts = {name: what for name, _, what in (part.strip().partition(" ") for part in POLICY.split(";"))}
    assert parts["default-src"] == "'none'"
    assert parts["script-src"] == parts["style-src"] == parts["connect-src"] == "'self'"
    assert parts["frame-ancestors"] == parts["base-uri"] == "'none'"
    assert "unsafe" not in POLICY and "*" not in POLICY and "http" not in POLICY


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"x" * 300_001, {}, 413),
        (b'{"variant": "antares"}', {"Content-Type": "text/plain"}, 415),
        (b"{", {}, 400),
        (b"[]", {}, 400),
        (b"[" * 100_000, {}, 400),
        (b'{"variant": 7}', {}, 400),
        (b'{"variant": "antares", "params": ["a"]}', {}, 400),
        (b'{"variant": "antares", "winnable": "yes"}', {}, 400),
        (b'\xff\xfe{"variant": 1}', {}, 400),
    ],
)
def test_a_body_that_is_none_is_refused_in_a_sentence(
    client: Client, body: bytes, headers: dict[str, str], status: int
) -> None:
    answer = client.ask("/api/begin", body, headers)
    assert answer.status == status
    assert answer.json["error"]


def test_who_asks_for_too_much_has_to_wait(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, site):
        site.posts = Bucket(0.001, 3)
        told = [client.ask("/api/code", {"variant": "antares"}).status for _ in range(4)]
        assert told == [200, 200, 200, 429]
        assert client.ask("/").status == 200


# Sockets


def opened(client: Client, id: str, **headers: str | None) -> ClientConnection:
    """A socket that is closed by the test."""
    wanted = {name: value for name, value in {**client.usual, **headers}.items() if value is not None}
    return connect(f"ws://{client.host}/ws/{id}", additional_headers=wanted).__enter__()


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": None},
        {"Origin": None},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ],
)
def test_a_socket_is_opened_for_the_tables_own_page_alone(client: Client, headers: dict[str, str | None]) -> None:
    id = client.begin("antares")
    with pytest.raises(InvalidStatus) as refused:
        opened(client, id, **headers)
    assert refused.value.response.status_code == 403


def test_a_socket_is_not_opened_under_a_name_that_somebody_else_directs_here(client: Client) -> None:
    headers = {**client.usual, "Origin": f"http://evil.example:{client.port}"}
    url = f"ws://evil.example:{client.port}/ws/{client.begin('antares')}"
    with socket_module.create_connection(("127.0.0.1", client.port)) as there, pytest.raises(InvalidStatus) as refused:
        connect(url, sock=there, additional_headers=headers).__enter__()
    assert refused.value.response.status_code == 403


def closed_with(socket: ClientConnection) -> int:
    """The code with which the server closes a socket."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            socket.recv(timeout=10)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("{", 1003),
        ("[]", 1003),
        ("null", 1003),
        ('{"n": 1}', 1003),
        ('{"t": 7}', 1003),
        ("[" * 60_000, 1003),
        (b'{"t": "undo"}', 1003),
        (b"\x00\xff", 1003),
        (json.dumps({"t": "type", "text": "x" * 70_000}), 1009),
    ],
)
def test_a_malformed_frame_closes_its_socket_and_no_other(client: Client, frame: str | bytes, code: int) -> None:
    id = client.begin("antares")
    with client.page(id) as page:
        socket = opened(client, id)
        socket.recv()
        socket.send(frame)
        assert closed_with(socket) == code
        assert page.ask("undo")["t"] == "say"


def test_who_sends_too_much_is_cut_off_alone(client: Client) -> None:
    id = client.begin("antares")
    with client.page(id) as page:
        socket = opened(client, id)
        with contextlib.suppress(ConnectionClosed):
            for _ in range(5000):
                socket.send('{"t": "zap"}')
        assert closed_with(socket) == 1008
        assert page.ask("moves")["t"] == "moves"


def test_a_request_that_does_not_come_to_its_end_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solitaire_engine.web.serving.HEADERS", 0.3)
    whole = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with serving(tmp_path) as (client, _), client.page(client.begin("antares")) as page:
        for first in (b"", whole):
            with socket_module.create_connection(("127.0.0.1", client.port), timeout=PATIENCE) as slow:
                slow.sendall(first + whole[:20])
                with contextlib.suppress(ConnectionResetError):
                    while slow.recv(65536):
                        pass
        time.sleep(1)
        assert page.ask("state")["t"] == "state", "a socket stays"


def test_so_many_connections_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solitaire_engine.web.serving.MOST_CONNECTIONS", 3)
    with serving(tmp_path) as (client, _), contextlib.ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(socket_module.create_connection(("127.0.0.1", client.port)))
        with pytest.raises(OSError):
            client.ask("/")
        stack.close()
        wait_for(lambda: served(client))


def served(client: Client) -> bool:
    """Whether a connection is taken."""
    try:
        return client.ask("/").status == 200
    except OSError:
        return False


def test_a_table_has_so_many_seats_and_no_more(client: Client) -> None:
    id = client.begin("antares")
    sockets = [opened(client, id) for _ in range(20)]
    late = opened(client, id)
    assert closed_with(late) == 4009
    for socket in sockets:
        socket.close()


def test_a_game_that_is_not_there_closes_the_socket_for_good(client: Client) -> None:
    socket = opened(client, "0123456789abcdef")
    assert json.loads(socket.recv())["t"] == "bye"
    assert closed_with(socket) == 4004


# The token


def test_the_token_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    token = kept_token(tmp_path / "data")
    if os.name != "nt":  # there the folder of the user is closed to others
        assert stat.S_IMODE((tmp_path / "data" / FILE_NAME).stat().st_mode) == 0o600
    assert kept_token(tmp_path / "data") == token
    assert len(token) >= 43


def test_a_new_token_makes_the_old_one_worthless(tmp_path: Path) -> None:
    old = kept_token(tmp_path)
    new = kept_token(tmp_path, new=True)
    assert new != old and kept_token(tmp_path) == new


@pytest.mark.parametrize("text", ["", "short", "x" * 40 + "\n\nmore", "\u00e4" * 43])
def test_a_token_file_that_holds_none_is_written_anew(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text, "utf-8")
    token = kept_token(tmp_path)
    assert token != text and kept_token(tmp_path) == token


def test_a_folder_where_no_token_can_be_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("", "utf-8")
    with pytest.raises(SolitaireError, match="the token cannot be kept"):
        kept_token(tmp_path / "data")
