"""The commands `serve` and `play --web`, and that nobody else pays for them."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.program import environment, run
from tests.webbing import Process
from typer.testing import CliRunner

from solitaire_engine.cli import serving
from solitaire_engine.cli.commands import app
from solitaire_engine.errors import SolitaireError
from solitaire_engine.web import serving as server
from solitaire_engine.web.late import Late, Whole


def test_serve_says_where_the_table_is_and_ends_in_good_order(tmp_path: Path) -> None:
    with Process(tmp_path, "serve", "--no-open", "--port", "0") as served:
        assert served.link.startswith("http://127.0.0.1:")
        answer = served.client.ask(f"/?token={served.client.token}", headers={"Cookie": None, "Origin": None})
        assert answer.status == 303 and served.client.token in answer.headers["set-cookie"]
        assert served.client.ask("/api/catalog").status == 200
        code, out, errors = served.interrupt()
        assert (code, errors) == (0, "")
        assert "Ctrl-C" in served.note and out == "The server has ended.\n"


def test_serve_ends_also_while_somebody_plays(tmp_path: Path) -> None:
    with (
        Process(tmp_path, "serve", "--no-open", "--port", "0") as served,
        served.client.page(served.client.begin("klondike")) as page,
    ):
        page.ask("deal")
        assert served.interrupt()[0] == 0
    assert "Klondike" in run(tmp_path, "saves").stdout


def test_play_in_the_browser_leads_to_the_game(tmp_path: Path) -> None:
    with Process(tmp_path, "play", "--web", "klondike?draw=1:7") as served:
        start = served.client.ask(served.path).start
        assert start["state"]["game"]["share"] == "klondike?draw=1:7"
        with served.client.page(start["id"]) as page:
            page.ask("deal")
        assert served.interrupt()[0] == 0
    with Process(tmp_path, "play", "--web", "--resume") as served:
        assert served.client.ask(served.path).start["state"]["counts"]["moves"] == 1


def test_a_game_in_the_browser_takes_a_port_and_says_so_when_it_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        failed = run(tmp_path, "play", "--web", "--no-open", "--port", str(port), "antares:7")
    assert failed.returncode == 1 and failed.stderr.count("\n") == 1
    assert f"nothing can be served at port {port} of 127.0.0.1" in failed.stderr and "--port 0" in failed.stderr
    with Process(tmp_path, "play", "--web", "--no-open", "--port", str(port), "antares:7") as served:
        assert served.client.port == port
        assert served.client.ask(served.path).start["state"]["game"]["share"] == "antares:7"


@pytest.mark.usefixtures("own_folders")
@pytest.mark.parametrize(("args", "opens"), [((), True), (("--no-open",), False)])
def test_play_leaves_the_browser_alone_where_it_is_told_to(
    monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], opens: bool
) -> None:
    wishes: list[server.Wish] = []

    def serve(make: object, wish: server.Wish, *rest: object) -> int:
        wishes.append(wish)
        return 0

    monkeypatch.setattr(server, "serve", serve)
    assert CliRunner().invoke(app, ["play", "--web", "antares:7", *args]).exit_code == 0
    assert wishes == [server.Wish(port=None, opens=opens)]


def test_a_file_of_ones_own_is_played_in_the_browser_too(tmp_path: Path) -> None:
    (tmp_path / "queens.yaml").write_text("schema: 1\nname: Queens\nextends: klondike\n", "utf-8")
    with Process(tmp_path, "play", "--web", "queens.yaml:7") as served:
        start = served.client.ask(served.path).start
        assert start["state"]["game"]["name"] == "Queens" and start["state"]["game"]["share"] == ""


def test_a_new_token_is_made_when_it_is_asked_for(tmp_path: Path) -> None:
    with Process(tmp_path, "serve", "--no-open", "--port", "0") as served:
        old = served.client.token
    with Process(tmp_path, "serve", "--no-open", "--port", "0", "--new-token") as served:
        assert served.client.token != old


def test_a_port_that_is_taken_is_told_with_the_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        failed = run(tmp_path, "serve", "--no-open", "--port", str(port))
    assert failed.returncode == 1
    assert f"nothing can be served at port {port} of 127.0.0.1" in failed.stderr
    assert "--port 0" in failed.stderr and failed.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (("serve", "--port", "x"), 2, "a port is a number from 0 to 65535"),
        (("serve", "--port", "65536"), 2, "a port is a number"),
        (("serve", "--host", "no.such.host.invalid"), 1, "is no address of this machine"),
        (("serve", "--host", ""), 1, "the host is empty; --host takes a name or an address"),
        (("serve", "--allow-host", "a/b"), 1, "a host is written as a name alone"),
        (("play", "--web", "--text", "antares"), 2, "the browser does without --text"),
        (("play", "--web", "--watch", "antares"), 2, "--watch"),
        (("play", "--web", "antarse"), 1, "did you mean"),
        (("play", "--web", "--port", "x", "antares"), 2, "a port is a number from 0 to 65535"),
        (("play", "--port", "0", "antares"), 2, "add --web"),
        (("play", "--no-open", "antares"), 2, "add --web"),
    ],
)
def test_what_cannot_be_served_is_told_in_a_line(tmp_path: Path, args: tuple[str, ...], code: int, told: str) -> None:
    failed = run(tmp_path, *args)
    assert failed.returncode == code
    assert told in failed.stderr and failed.stderr.count("\n") == 1


def test_settings_that_are_wrong_end_the_server_with_their_sentence(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.yaml").write_text("theme: pink\n", "utf-8")
    failed = run(tmp_path, "serve", "--no-open", "--port", "0")
    assert failed.returncode == 1
    assert "theme" in failed.stderr and "Traceback" not in failed.stderr


def test_without_the_extra_the_way_to_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "NEEDED", ("starlette", "no_such_package_at_all"))
    with pytest.raises(SolitaireError, match=r"needs no_such_package_at_all; .*solitaire-engine\[web\]"):
        serving.check_installed()


@pytest.mark.parametrize(
    "code",
    [
        "import solitaire_engine",
        "from solitaire_engine.cli import commands",
        "from solitaire_engine.cli import playing",
        "from solitaire_engine.tui import app",
    ],
)
def test_nothing_else_loads_the_server(tmp_path: Path, code: str) -> None:
    asked = f"{code}; import sys; print([m for m in ('starlette', 'uvicorn', 'websockets') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", asked], env=environment(tmp_path), capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_the_server_answers_before_the_engine_is_loaded() -> None:
    asked = "import sys; import solitaire_engine.web.serving; print('solitaire_engine.game' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True).stdout == "False\n"


def test_what_cannot_be_loaded_ends_the_server(caplog: pytest.LogCaptureFixture) -> None:
    def fails() -> Whole:
        raise SolitaireError("there are no games")

    with server.listen("127.0.0.1", 0) as listening:
        late = Late(fails, lambda: setattr(made, "should_exit", True))
        made = server.server_of(late)
        thread = threading.Thread(target=made.run, kwargs={"sockets": [listening]})
        thread.start()
        thread.join(20)
        assert not thread.is_alive() and late.failure == "there are no games"


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "x"}, "linux", True),
        ({}, "darwin", True),
        ({}, "win32", True),
    ],
)
def test_a_browser_is_opened_where_there_is_a_screen(environ: dict[str, str], platform: str, expected: bool) -> None:
    assert server.can_open(environ, platform) == expected


@pytest.mark.parametrize(("port", "taken"), [(None, True), (None, False), (0, False)])
def test_the_usual_port_gives_way_to_another_where_it_need_not_be_that(
    port: int | None, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        usual = other.getsockname()[1]
        monkeypatch.setattr(server, "PORT", usual)
        if not taken:
            other.close()
        with server.listen("127.0.0.1", port) as listening:
            assert (listening.getsockname()[1] == usual) == (port is None and not taken)
