"""Saved games that cannot be read any more: which game it was is looked for in what is left, and told.

What is damaged is put aside under another name by `SaveFolder.resume`, and nothing of it is ever deleted.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..catalog import Catalog
from ..errors import RecordError
from ..game import Game
from ..records import read_record, read_text
from ..saves import SUFFIX, Save, SaveFolder
from ..sittings import sitting_of

MOST: Final = 200
"""So many files are looked through."""
_WITHIN: Final = 4096
"""So many bytes at the beginning of a file are."""
_FIELD: Final = re.compile(r"^(variant|name|deal): *(\S.{0,80}?)[ \t\r]*$", re.MULTILINE)
_NAMED: Final = re.compile(r"[0-9]{8}T[0-9]{6}Z-(.+)-[0-9a-f]{8}\.")
"""The name of a file, which has the variant's id."""
_WAY: Final = "its deal can be begun again."
_BROKEN: Final = re.compile(rf"{re.escape(SUFFIX)}(?:\.[0-9]+)?(?:\.broken)?$")


@dataclass(frozen=True, slots=True)
class Remains:
    """What can be read at the beginning of a saved game, damaged or not; each empty where it cannot."""

    path: Path
    id: str
    variant: str
    name: str
    deal: str

    @property
    def game(self) -> str:
        """The game, for a sentence."""
        name = self.name or self.variant
        return f"{name or 'a game'}{f', deal {self.deal},' if self.deal else ''}"


def remains(folder: SaveFolder) -> Iterator[Remains]:
    """What is left of the unfinished games, those that were put aside as damaged too; the newest first."""
    try:
        paths = sorted((path for path in folder.path.iterdir() if _BROKEN.search(path.name)), reverse=True)
    except OSError:
        return
    for path in paths[:MOST]:
        with contextlib.suppress(OSError):
            yield _left(path)


def _left(path: Path) -> Remains:
    """What is left in a file; OSError where it cannot be read."""
    with path.open("rb") as stream:
        text = stream.read(_WITHIN).decode("utf-8", "replace")
    fields: dict[str, str] = dict(_FIELD.findall(text))
    sitting = sitting_of(text)
    named = _NAMED.match(path.name)
    variant = fields.get("variant") or (named[1] if named else "")
    return Remains(path, sitting.id if sitting else "", variant, fields.get("name", ""), fields.get("deal", ""))


def resumed(path: Path, folder: SaveFolder, catalog: Catalog) -> tuple[Game, Save]:
    """The game of a file of the folder, to go on with; RecordError says to the player why that cannot be."""
    try:
        left = _left(path)
    except OSError:
        return folder.resume(path, catalog)
    try:
        return folder.resume(path, catalog)
    except RecordError as error:
        kept = _kept(left, folder)
        if kept is None or not isinstance(error.__cause__, RecordError):
            raise
        raise RecordError(_why_not(left, error.__cause__, kept)) from error


def put_aside(left: Remains, folder: SaveFolder, catalog: Catalog) -> str:
    """Put a damaged game aside, if that is not done yet; sentences for the player, none if it can be read after all."""
    if left.path.suffix != SUFFIX:
        return f"The saved game of {left.game} was damaged. It is kept as {left.path.name}; {_WAY}"
    try:
        read_record(read_text(left.path), left.path.name, catalog)
        return ""
    except RecordError as error:
        why = error
    try:
        folder.resume(left.path, catalog)
    except RecordError:
        return _why_not(left, why, _kept(left, folder) or left.path)
    return ""


def _why_not(left: Remains, why: RecordError, kept: Path) -> str:
    """That a game cannot be gone on with, and what became of its file."""
    line = re.sub(rf"^(?:.*[/\\])?{re.escape(left.path.name)}:(?:([0-9]+):)? ", _place, str(why))
    return f"The saved game of {left.game} cannot be gone on with ({line}). It is kept as {kept.name}; {_WAY}"


def _place(found: re.Match[str]) -> str:
    return f"line {found[1]}: " if found[1] else ""


def _kept(left: Remains, folder: SaveFolder) -> Path | None:
    """The file, under the name that it has since it was put aside; None where it is gone."""
    try:
        own = [path for path in folder.path.iterdir() if path.name.startswith(left.path.name)]
        return max(own, key=lambda path: path.stat().st_mtime_ns, default=None)
    except OSError:
        return None
