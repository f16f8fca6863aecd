"""From a site to a server that answers: the address, the link, the browser, and an end in good order."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..errors import SolitaireError
from .guard import Guard
from .late import Late, Whole
from .passes import Pass, is_loopback, kept_token, names_of

LARGEST: Final = 65_536
"""Bytes of a frame."""
PORT: Final = 8765
"""The usual port: the same each time, so that a page that is open finds the server again."""
BACKLOG: Final = 128
GRACE: Final = 2
"""Seconds that answers may still take when the server ends."""
HEADERS: Final = 10.0
"""Seconds in which a connection has to ask for something."""
MOST_CONNECTIONS: Final = 700
"""So many connections at once: fewer than the files that a process usually may have open."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How to serve. `port`: None for the usual one, or any if that is taken; 0 for any.

    `names`: further names under which the server may be asked; `new_token`: links and cookies from
    before are good no more; `opens`: whether the browser is opened.
    """

    host: str = "127.0.0.1"
    port: int | None = PORT
    names: tuple[str, ...] = ()
    new_token: bool = False
    opens: bool = True


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens; SolitaireError says why it cannot."""
    if port is None:
        with contextlib.suppress(SolitaireError):
            return listen(host, PORT)
        port = 0
    if not host.strip():
        raise SolitaireError(
            "the host is empty; --host takes a name or an address, and left out means this machine alone"
        )
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, protocol, _, address = found[0]
        # With the protocol, for asyncio sends without delay only on sockets that name it: without, the body of an
        # answer waits for 40 ms until the browser has acknowledged its head.
        made = socket.socket(family, socket.SOCK_STREAM, protocol or socket.IPPROTO_TCP)
    except (OSError, UnicodeError, OverflowError) as error:
        raise SolitaireError(f"{host} is no address of this machine ({_why(error)}); leave --host out") from error
    try:
        if os.name != "nt":
            # There it would let two servers have the same port.
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        way = "--port 0 takes one that is free"
        raise SolitaireError(f"nothing can be served at port {port} of {host} ({_why(error)}); {way}") from error
    return made


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


class Brisk(H11Protocol):
    """Lets nobody without a pass take all connections: by many, or by requests that do not come to an end."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self.loop.call_later(HEADERS, self._look, None)

    def _look(self, before: object) -> None:
        """Close the connection if it has asked for nothing since the request `before`."""
        # One that has become a socket has another protocol.
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self.cycle is before and (before is None or self.cycle.response_complete):
            self.transport.abort()
        else:
            self.loop.call_later(HEADERS, self._look, self.cycle)


def server_of(app: ASGIApp) -> uvicorn.Server:
    """A server for an application, which is run with a socket that listens."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        http=Brisk,
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        # So many are accepted before the first of them is looked at.
        backlog=BACKLOG,
        loop="asyncio",
        lifespan="on",
        timeout_graceful_shutdown=GRACE,
    )
    return uvicorn.Server(config)


def serve(
    make: Callable[[], Whole], wish: Wish, folder: Path, path: str = "/", say: Callable[[str], None] = print
) -> int:
    """Serve what `make` makes until somebody ends it; gives the exit code.

    `folder`: where the token is kept. `path`: where the link leads to.
    """
    names = names_of(wish.names)
    with listen(wish.host, wish.port) as listening:
        port = int(listening.getsockname()[1])
        is_open = not is_loopback(wish.host)
        token = kept_token(folder, new=wish.new_token)
        link = f"http://{_shown(wish.host)}:{port}{path}?token={token}"
        say(f"The table is at {link}")
        say("Keep that link to yourself. Ctrl-C ends the server; games are kept.")
        if is_open:
            say("It listens to other machines too, and what is sent is not encrypted.")
        if wish.opens and can_open(os.environ, sys.platform):
            threading.Thread(target=_open, args=(link,), daemon=True).start()
        late = Late(make, lambda: setattr(server, "should_exit", True))
        server = server_of(Guard(late, Pass(token, port, is_open, names)))
        try:
            server.run(sockets=[listening])
        except KeyboardInterrupt:
            say("The server has ended.")
        if late.failure:
            raise SolitaireError(late.failure)
    return 0


def _open(link: str) -> None:
    # Imported here, and in a thread: it looks through the machine for browsers.
    import webbrowser

    webbrowser.open(link)


def _shown(host: str) -> str:
    """The host as a link has it."""
    if host in ("0.0.0.0", "::", ""):
        return "127.0.0.1" if host != "::" else "[::1]"
    return f"[{host}]" if ":" in host else host


def can_open(environ: Mapping[str, str], platform: str) -> bool:
    """Whether there is a screen that a browser can be opened on; one for terminals would take this one."""
    if platform in ("win32", "darwin"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))
