"""Noticing that files are saved, by asking now and then; it needs nothing of the system that another lacks."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from .errors import SolitaireError
from .heads import read_head
from .offers import Beside, Finder
from .scanning import LONGEST_CHAIN, is_id
from .yamlnodes import Scalar

EVERY: Final = 0.3
"""Seconds between two looks: soon enough for somebody who saves and looks up, and no load."""

_Stamp = tuple[int, int, int] | None


def stamp_of(path: Path) -> _Stamp:
    """What changes when a file is written or replaced; None where it is not there."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def lineage(path: Path, find: Finder) -> tuple[Path, ...]:
    """A variant's file and those of its parents, as far as they can be read.

    A parent that is not there yet counts as one beside its child: so it is noticed when it is written.
    """
    files = [path]
    while len(files) <= LONGEST_CHAIN:
        try:
            head = read_head(files[-1])
        except SolitaireError:
            break
        extends = head.get("extends")
        parent = find(extends.text) if isinstance(extends, Scalar) else None
        if parent is None and isinstance(extends, Scalar) and is_id(extends.text):
            if extends.text != files[-1].stem:
                files.append(files[-1].parent / f"{extends.text}.yaml")
            break
        if parent is None or parent in files:
            break
        files.append(parent)
        find = find.beside(parent) if isinstance(find, Beside) else find
    return tuple(files)


class FileWatch:
    """Some files, and whether one of them was saved since one last asked."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._stamps: dict[Path, _Stamp] = {}
        self.follow(files)

    def follow(self, files: Iterable[Path]) -> None:
        """Watch these files instead; those that were watched already go on from where they are."""
        self._stamps = {path: self._stamps.get(path, stamp_of(path)) for path in files}

    @property
    def gone(self) -> tuple[Path, ...]:
        """The files that were there and are not now: a moment ago deleted, or about to be replaced by an editor."""
        return tuple(path for path, stamp in self._stamps.items() if stamp is not None and stamp_of(path) is None)

    def changed(self) -> bool:
        """Whether a file was written or came back since the last time; one that is gone has not changed."""
        now = {path: stamp_of(path) for path in self._stamps}
        new = {path: stamp for path, stamp in now.items() if stamp is not None and stamp != self._stamps[path]}
        self._stamps.update(new)
        return bool(new)
