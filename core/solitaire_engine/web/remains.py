"""Saved games that cannot be read any more: which game it was is looked for in what is left, and told.

What is damaged is put aside under another name by `SaveFolder.resume`, and nothing of it is ever deleted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..catalog import Catalog
from ..errors import RecordError
from ..records import read_record, read_text
from ..saves import SUFFIX, SaveFolder
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
        try:
            with path.open("rb") as stream:
                text = stream.read(_WITHIN).decode("utf-8", "replace")
        except OSError:
            continue
        fields: dict[str, str] = dict(_FIELD.findall(text))
        sitting = sitting_of(text)
        named = _NAMED.match(path.name)
        variant = fields.get("variant") or (named[1] if named else "")
        yield Remains(path, sitting.id if sitting else "", variant, fields.get("name", ""), fields.get("deal", ""))


def put_aside(left: Remains, folder: SaveFolder, catalog: Catalog) -> str:
    """Put a damaged game aside, if that is not done yet; sentences for the player, none if it can be read after all."""
    if left.path.suffix != SUFFIX:
        return f"The saved game of {left.game} was damaged. It is kept as {left.path.name}; {_WAY}"
    before = set(folder.path.iterdir())
    try:
        read_record(read_text(left.path), left.path.name, catalog)
        return ""
    except RecordError as error:
        name = re.escape(left.path.name)
        why = re.sub(rf"^{name}: ", "", re.sub(rf"^{name}:([0-9]+): ", r"line \1: ", str(error)))
    try:
        folder.resume(left.path, catalog)
    except RecordError:
        kept = next(iter({*folder.path.iterdir()} - before), left.path)
        return f"The saved game of {left.game} cannot be gone on with ({why}). It is kept as {kept.name}; {_WAY}"
    return ""
