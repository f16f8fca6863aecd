"""Who may use the table: the token in the link, the cookie that it becomes, the names under which the server is asked.

The token is made once and kept beside the games, for the owner of the file alone, so that a page
that is open finds its game again when the server is started anew.
"""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from ..errors import SolitaireError

FILE_NAME: Final = "web_token"
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{32,100}")
_DAYS: Final = 30


def kept_token(folder: Path, *, new: bool = False) -> str:
    """The token of the data folder `folder`, made if there is none, or if a new one is wanted; SolitaireError."""
    path = folder / FILE_NAME
    if not new:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            token = path.read_text("ascii").strip()
            if _TOKEN.fullmatch(token):
                return token
    token = token_urlsafe(32)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        # Never readable for others, not even for a moment.
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w", encoding="ascii", newline="\n") as stream:
            stream.write(f"{token}\n")
    except OSError as error:
        from ..records import why_unwritable

        raise SolitaireError(f"{path}: the token cannot be kept: {why_unwritable(error, folder)}") from error
    return token


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine's own."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def host_of(header: str) -> str:
    """The name or address in a ``Host`` header, without brackets and port, in small letters; empty if it is none."""
    found = re.fullmatch(r"(?:\[([0-9a-fA-F:.%]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?", header)
    return (found[1] or found[2]).lower().rstrip(".") if found else ""


@dataclass(frozen=True, slots=True)
class Pass:
    """What a request must have. `open`: the server listens not only to this machine. `names`: further host names."""

    token: str
    port: int
    open: bool = False
    names: frozenset[str] = frozenset()

    @property
    def cookie(self) -> str:
        """The cookie's name; a browser does not tell the ports of one host apart."""
        return f"solitaire-{self.port}"

    @property
    def set_cookie(self) -> str:
        """The header that sets it."""
        return f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={_DAYS * 86400}"

    def knows(self, token: str) -> bool:
        """Whether this is the token."""
        return hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode())

    def takes_host(self, header: str) -> bool:
        """Whether the server may be asked under this ``Host``: a name that somebody else may direct here is refused."""
        host = host_of(header)
        if not host or host in self.names or is_loopback(host):
            return bool(host)
        try:
            ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return False
        return self.open

    @staticmethod
    def takes_origin(origin: str, host: str) -> bool:
        """Whether an ``Origin`` is the server's own, asked under `host`."""
        return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


def names_of(names: Iterable[str]) -> frozenset[str]:
    """Host names as they are compared; SolitaireError for one that is none."""
    found = {host_of(name) for name in names}
    if "" in found:
        raise SolitaireError("a host is written as a name alone, as in table.example.org")
    return frozenset(found)
