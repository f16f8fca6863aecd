"""A server of tables for tests, in this process or in one of its own, and pages that talk to it."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from tests.playing import CATALOG
from tests.program import start
from websockets.sync.client import ClientConnection, connect

from solitaire_engine.saves import SaveFolder
from solitaire_engine.settings import Settings
from solitaire_engine.web.app import Tables
from solitaire_engine.web.assets import Assets
from solitaire_engine.web.guard import Guard
from solitaire_engine.web.late import Late
from solitaire_engine.web.passes import Pass, names_of
from solitaire_engine.web.serving import listen, server_of
from solitaire_engine.web.site import Site, make_site

TOKEN = "t" * 43
PATIENCE = 20.0
START = re.compile(r'<script type="application/json" id="start">(.*?)</script>')

Said = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """An answer over HTTP."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """What it says in JSON."""
        return json.loads(self.body)

    @property
    def text(self) -> str:
        """What it says as text."""
        return self.body.decode("utf-8")

    @property
    def start(self) -> Said:
        """What the page begins with."""
        found = START.search(self.text)
        assert found is not None, self.text[:300]
        start: Said = json.loads(found[1])
        return start


@dataclass(frozen=True)
class Client:
    """Who asks a server at a port, with the cookie."""

    port: int
    token: str = TOKEN

    @property
    def host(self) -> str:
        """What a browser would call it."""
        return f"127.0.0.1:{self.port}"

    @property
    def usual(self) -> dict[str, str]:
        """The headers of the table's own page."""
        return {"Cookie": f"solitaire-{self.port}={self.token}", "Origin": f"http://{self.host}"}

    def ask(
        self, path: str, body: object = None, headers: Mapping[str, str | None] | None = None, method: str = ""
    ) -> Answer:
        """One request; a `headers` value of None leaves that one out, a `body` of bytes is sent as it is."""
        wanted: dict[str, str | None] = {**self.usual, **(headers or {})}
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        if data is not None and "Content-Type" not in wanted:
            wanted["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.putrequest(
                method or ("GET" if data is None else "POST"),
                path,
                skip_host="Host" in wanted,
                skip_accept_encoding=True,
            )
            for name, value in wanted.items():
                if value is not None:
                    connection.putheader(name, value)
            if data is not None:
                connection.putheader("Content-Length", str(len(data)))
            connection.endheaders(data)
            found = connection.getresponse()
            return Answer(found.status, {k.lower(): v for k, v in found.getheaders()}, found.read())
        finally:
            connection.close()

    def begin(self, variant: str, deal: str = "7", **more: object) -> str:
        """A new game; gives its id."""
        answer = self.ask("/api/begin", {"variant": variant, "deal": deal, **more})
        assert answer.status == 201, answer.text
        id: str = answer.json["id"]
        return id

    def page(self, id: str) -> Page:
        """A page at the table of a game."""
        return Page(self, id)


class Page:
    """A page's socket; to be used in a with statement, which first takes in the state."""

    def __init__(self, client: Client, id: str) -> None:
        self.client, self.id = client, id
        self.heard: list[Said] = []
        """All that the server has said."""
        self.state: Said = {}
        self._number = 0

    def __enter__(self) -> Self:
        url = f"ws://{self.client.host}/ws/{self.id}"
        self._open = connect(url, additional_headers=self.client.usual, open_timeout=PATIENCE, close_timeout=2)
        self.socket: ClientConnection = self._open.__enter__()
        self.state = self.hear()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._open.__exit__(kind, error, at)

    def hear(self, seconds: float = PATIENCE) -> Said:
        """The next message."""
        said: Said = json.loads(self.socket.recv(timeout=seconds))
        self.heard.append(said)
        return said

    def until(self, kind: str) -> Said:
        """The next message of a kind."""
        while (said := self.hear())["t"] != kind:
            pass
        return said

    def ask(self, t: str, **fields: object) -> Said:
        """Ask, and give the answer; what comes before it is heard as well."""
        self._number += 1
        self.socket.send(json.dumps({"t": t, "n": self._number, **fields}))
        while (said := self.hear()).get("n") != self._number:
            pass
        return said


@contextmanager
def serving(
    folder: Path, *, names: tuple[str, ...] = (), is_open: bool = False, assets: Assets | None = None
) -> Generator[tuple[Client, Site]]:
    """A server in a thread of this process whose games are kept below `folder`."""
    site = make_site(CATALOG, Settings(), SaveFolder(folder / "data" / "games"), assets)
    with listen("127.0.0.1", 0) as listening:
        port = int(listening.getsockname()[1])
        late = Late(lambda: Tables(site), lambda: None)
        server = server_of(Guard(late, Pass(TOKEN, port, is_open, names_of(names))))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield Client(port), site
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the server does not end"


class Process:
    """The command as a server; to be used in a with statement."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.folder, self.args = folder, args

    def __enter__(self) -> Self:
        self.process: subprocess.Popen[str] = start(self.folder, *self.args)
        assert self.process.stdout is not None
        self.link = ""
        while not self.link:
            line = self.process.stdout.readline()
            assert line, self.process.communicate()[1]
            self.link = line.split()[-1] if "http://" in line else ""
        # Read here, for it may have come with the line before, and `communicate` would miss it then.
        self.note = self.process.stdout.readline()
        parts = urlsplit(self.link)
        assert parts.port is not None
        self.path = parts.path
        self.client = Client(parts.port, parse_qs(parts.query)["token"][0])
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def interrupt(self) -> tuple[int, str, str]:
        """Ctrl-C; gives the exit code and what was written since."""
        self.process.send_signal(signal.SIGINT)
        out, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, errors


def wait_for(what: Any, seconds: float = PATIENCE) -> None:
    """Wait until `what` gives something true."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.02)
