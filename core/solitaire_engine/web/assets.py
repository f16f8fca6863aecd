"""The files of the page, read once, under addresses that change with what is in them."""

from __future__ import annotations

import gzip
import hashlib
import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .joining import joined_modules, joined_sheet

FOLDER: Final = Path(__file__).parent / "static"
INDEX: Final = "index.html"
START: Final = '<script type="application/json" id="start">{}</script>'
"""What of the page is filled in by the server."""
PLACE: Final = "/static/@/"
SCRIPT: Final = "app.js"
SHEET: Final = "page.css"
"""What every page begins with: both are served with all that they import."""
TYPES: Final[Mapping[str, str]] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
"""What a file is, by its ending; others are not served."""
_BY_GZIP: Final = (".css", ".html", ".js", ".json", ".svg", ".webmanifest")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file. `packed` is the same by gzip, empty where that is no use."""

    type: str
    body: bytes
    packed: bytes

    @property
    def tag(self) -> str:
        """The file's ``ETag``."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:16]}"'


class Assets:
    """The files of a folder; read anew when one of them has changed, for those who work on the page."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self._stamp: tuple[tuple[str, int, int], ...] | None = None
        self._files: dict[str, Asset] = {}
        self._version = ""
        self._lock = threading.Lock()

    @property
    def version(self) -> str:
        """A name for the files as they are now."""
        with self._lock:
            self._look()
            return self._version

    @property
    def known_version(self) -> str:
        """The name that the files had when a page was asked for last, without another look at them."""
        with self._lock:
            if self._stamp is None:
                self._look()
            return self._version

    def get(self, name: str) -> Asset | None:
        """The file of that name, with ``/`` between folders; None where there is none."""
        with self._lock:
            if self._stamp is None:
                self._look()
            return self._files.get(name)

    def page(self, start: Mapping[str, object]) -> bytes:
        """The page, with what it begins with."""
        version = self.version
        index = self.get(INDEX)
        text = index.body.decode("utf-8") if index is not None else START
        # Nothing of it can end the element, nor begin a comment.
        told = json.dumps(start, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e")
        filled = text.replace(START, START.replace("{}", told), 1)
        return filled.replace(PLACE, f"/static/{version}/").encode()

    def _look(self) -> None:
        paths = sorted(path for path in self.folder.rglob("*") if path.suffix in TYPES and path.is_file())
        stamp = tuple((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in paths)
        if stamp == self._stamp:
            return
        bodies = _joined({path.relative_to(self.folder).as_posix(): path.read_bytes() for path in paths})
        self._files = {name: _packed(name, body) for name, body in bodies.items()}
        whole = hashlib.sha256("".join(f"{name} {each.tag} " for name, each in self._files.items()).encode())
        self._stamp, self._version = stamp, whole.hexdigest()[:12]


def _joined(bodies: dict[str, bytes]) -> dict[str, bytes]:
    """The files as they are served. SolitaireError where the script or the style sheet cannot be joined."""
    texts = {name: body.decode() for name, body in bodies.items() if name.endswith((".js", ".css"))}
    made = joined_modules(texts, SCRIPT) if SCRIPT in texts else {}
    if SHEET in texts:
        made[SHEET] = joined_sheet(texts, SHEET)
    return {**bodies, **{name: text.encode() for name, text in made.items()}}


def _packed(name: str, body: bytes) -> Asset:
    suffix = Path(name).suffix
    packed = gzip.compress(body, 9, mtime=0) if suffix in _BY_GZIP else b""
    return Asset(TYPES[suffix], body, packed if len(packed) < len(body) else b"")
