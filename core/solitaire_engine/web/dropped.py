"""Variant files that come through the page: checked like any other, and kept by what is in them.

A file runs no code, here as anywhere, and names plugins only that are installed. Each is kept in a
folder of its own, named after its content, for the games that are played by it.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..catalog import Catalog
from ..checking import check_source
from ..errors import Problem, SolitaireError
from ..records import why_unwritable
from ..rules import Rules
from ..scanning import SUFFIXES, is_id, like_id
from ..variant import load_variant
from ..yamltext import MAX_BYTES
from .scrubbing import scrubbed

KEPT: Final = 200
"""So many files are kept, whether they are still played or not."""
USUAL: Final = "my_game"
"""What a file is called that has no name."""


@dataclass(frozen=True, slots=True)
class Read:
    """What became of a file: its problems, or, where it has none, its path and its rules."""

    name: str
    problems: tuple[dict[str, object], ...]
    warnings: tuple[str, ...] = ()
    path: Path | None = None
    rules: Rules | None = None


class Dropped:
    """The folder of such files."""

    def __init__(self, folder: Path, catalog: Catalog) -> None:
        self.folder, self.catalog = folder, catalog

    def read(self, text: str, name: str = "", *, keep: bool = True) -> Read:
        """Check a file; a good one is kept if it is to be played. `name`: what it was called. Raises SolitaireError."""
        id = id_of(name)
        data = text.encode("utf-8", "surrogatepass")
        if len(data) > MAX_BYTES:
            size = _told(
                f"the file is larger than {MAX_BYTES // 1024} kB", "a variant is a few dozen lines; shorten it"
            )
            return Read(id, (size,))
        folder = self.folder / hashlib.sha256(data).hexdigest()[:24]
        path = folder / f"{id}.yaml"
        try:
            # A game may be played by the same file already, and it stays.
            keep_always = path.is_file()
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError as error:
            raise SolitaireError(f"the file cannot be kept: {why_unwritable(error, self.folder)}") from error
        read = self._checked(path)
        if not (keep_always or (keep and read.rules is not None)):
            # Another game may be played by the same text under another name.
            with contextlib.suppress(OSError):
                path.unlink()
                folder.rmdir()
        return read

    def _checked(self, path: Path) -> Read:
        try:
            find, host = self.catalog.beside(path), self.catalog.host
            problems = tuple(_problem(problem, path) for problem in check_source(path, find, host))
            if not problems:
                variant = load_variant(path, find, host)
                return Read(variant.name, (), tuple(map(scrubbed, variant.warnings)), path, Rules(variant, host))
        except SolitaireError as error:
            problems = (_told(scrubbed(str(error))),)
        return Read(path.stem, problems)

    def tidy(self, used: Iterable[Path]) -> None:
        """Forget the oldest files beyond `KEPT`, but not those in `used`, as far as that can be done."""
        played = {path.parent for path in used}
        with contextlib.suppress(OSError):
            folders = sorted(self.folder.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
            for folder in folders[KEPT:]:
                if folder not in played:
                    shutil.rmtree(folder, ignore_errors=True)


def id_of(name: str) -> str:
    """The id of a game whose file has a name that may be anything."""
    stem = re.split(r"[\\/]", name)[-1]
    for suffix in SUFFIXES:
        stem = stem[: -len(suffix)] if stem.lower().endswith(suffix) else stem
    return stem if is_id(stem) else like_id(stem) or USUAL


def _problem(problem: Problem, path: Path) -> dict[str, object]:
    """A problem with its place; that of a parent's file names the file."""
    own = Path(problem.file) == path
    return {
        "line": problem.line,
        "col": problem.col,
        "place": problem.path,
        "text": scrubbed(problem.message),
        "hint": scrubbed(problem.way_out),
        "file": "" if own else Path(problem.file).name,
    }


def _told(text: str, hint: str = "") -> dict[str, object]:
    return {"line": 0, "col": 0, "place": "", "text": text, "hint": hint, "file": ""}
