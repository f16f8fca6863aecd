"""The games in progress, each in a file of its own that is written anew after every move.

Any number of processes may share the folder without a lock. A new game gets a name that
nobody else has, and who resumes a game first renames its file to such a name: where two
processes want the same game only one gets it, and where the process that was playing it
is still alive, its next move writes its own file again, so that both go on unharmed.
Nothing is ever deleted: what is over goes to the folder ``finished``, and what cannot be read
is renamed.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Final

from .catalog import Catalog, ShareCode
from .errors import RecordError
from .folders import DATA_VARIABLE as DATA_VARIABLE
from .folders import data_folder as data_folder
from .game import Game
from .records import (
    TEMPORARY,
    DamagedRecord,
    Record,
    parse_record,
    read_record,
    read_text,
    record_values,
    replace_file,
    save_record,
    why_unwritable,
)
from .sentences import counted
from .sittings import Sitting, sitting_of

SUFFIX: Final = ".solitaire"
KEPT: Final = 100
"""So many unfinished games are kept; the oldest beyond them count as finished."""

_JUST_DEALT: Final = b"\nmoves:\nend:\n"
"""How a record without moves ends."""
_STALE: Final = 3600
"""Seconds after which a half-written file is one that a killed process left behind."""


class _Taken(RecordError):
    """The file of a game is not there any more: another process has renamed it."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """An unfinished game: its file, the variant's id and name, the number of moves made, when the last was made.

    `share_code`: as of a `Game`, empty where it began from a position. `deal`: its text, or empty.
    `file`: that of the variant, where its id does not find it.
    `sitting`: how long it was played and the like, as far as the file tells.
    """

    path: Path
    variant: str
    name: str
    moves: int
    when: datetime
    share_code: str
    deal: str
    sitting: Sitting
    file: str = ""


class Save:
    """The file of one game in progress, made by `SaveFolder.begin` and `SaveFolder.resume`."""

    def __init__(self, folder: SaveFolder, path: Path, sitting: Sitting, *, exists: bool) -> None:
        """`exists`: whether the file is there, as that of a resumed game is."""
        self.folder = folder
        self.path = path
        self.sitting = sitting
        """What is kept beside the moves; who changes it does so before `update`."""
        self.durable = True
        """Whether what is written outlives a power cut; who says no for speed says yes, and updates again, soon."""
        self._exists = exists

    @property
    def is_there(self) -> bool:
        """Whether the game has a file among the unfinished ones."""
        return self._exists

    @property
    def is_taken(self) -> bool:
        """Whether another process has resumed the game, or put it away: the file has another name now."""
        return self._exists and _is_gone(self.path)

    def update(self, game: Game, *, unplayed: bool = False) -> None:
        """Write the game; to be called after every move, undo and redo.

        A game of which no move was ever made leaves no file, unless it is to be found again `unplayed`. Raises
        RecordError where the disk fails; the game is unharmed, and the next call tries again.
        """
        if not (self._exists or unplayed or _was_played(game)):
            return
        _make_folder(self.folder.path)
        save_record(game, self.path, self.sitting.note, durable=self.durable)
        if not self._exists:
            self._exists = True
            self.folder.tidy(keep=self.path)

    def finish(self, game: Game) -> None:
        """Write the game for the last time and put its file among the finished ones: it is won, or given up.

        Raises RecordError. A game that is played on after all counts as unfinished again. One that was written
        though nothing was played leaves no file.
        """
        if self._exists and not _was_played(game):
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
                self._exists = False
                return
        self.update(game)
        if not self._exists:
            return
        _make_folder(self.folder.finished)
        try:
            replace_file(self.path, self.folder.finished / self.path.name)
        except OSError as error:
            reason = why_unwritable(error, self.folder.finished)
            raise RecordError(f"{self.path}: the finished game cannot be put away: {reason}") from error
        self._exists = False


class SaveFolder:
    """A folder with the games in progress: ``games`` in the data folder unless another is given."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = data_folder() / "games" if folder is None else folder

    @property
    def finished(self) -> Path:
        """The folder of the games that are over."""
        return self.path / "finished"

    def begin(self, game: Game, sitting: Sitting | None = None) -> Save:
        """A file for a new game, which is written at its first move.

        `sitting`: where the game is known by one already. A game that begins from a position does not count.
        """
        id = re.sub(r"[^A-Za-z0-9_-]", "_", game.rules.variant.id)[:40]
        stem = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{id}"
        sitting = sitting or Sitting(counts=game.deal is not None)
        return Save(self, self.path / f"{stem}-{token_hex(4)}{SUFFIX}", sitting, exists=False)

    def unfinished(self) -> list[SavedGame]:
        """The games in progress, the one played last first; files that are no records are left out."""
        games: list[SavedGame] = []
        for path, modified in self._files():
            with contextlib.suppress(RecordError):
                text = read_text(path)
                games.append(_saved(path, text, datetime.fromtimestamp(modified / 1e9).astimezone()))
        return games

    def begun(self) -> list[SavedGame]:
        """The unfinished games of which a move stands; others have nothing to go on with."""
        return [game for game in self.unfinished() if game.moves]

    def resume(self, path: Path | None, catalog: Catalog, *, any_rules: bool = False) -> tuple[Game, Save]:
        """The game of a file, or of the newest one, and where it is saved from now on.

        A file of this folder is renamed to a name that is this process's own; a file
        from elsewhere, or a finished game, stays as it is. A damaged file of this
        folder is kept under another name that ends in ``.broken``.

        Raises RecordError, which then names both names and the next game that is good.
        """
        if path is not None:
            return self._resume_one(path, catalog, any_rules)
        for newest, _ in self._files():
            try:
                return self._resume_one(newest, catalog, any_rules)
            except _Taken:
                continue
        raise RecordError(f"{self.path}: there is no unfinished game; begin one, as with: solitaire play antares")

    def _resume_one(self, path: Path, catalog: Catalog, any_rules: bool) -> tuple[Game, Save]:
        own = path.suffix == SUFFIX and path.absolute().parent == self.path.absolute()
        try:
            text = read_text(path)
            game = read_record(text, str(path), catalog, any_rules=any_rules)
            if not own:
                return game, self.begin(game, _sitting_elsewhere(text, game))
            claimed = self._claim(path)
            if (now := read_text(claimed)) != text:
                game = read_record(now, str(claimed), catalog, any_rules=any_rules)
            sitting = sitting_of(now) or Sitting(counts=game.deal is not None)
            return game, Save(self, claimed, sitting, exists=True)
        except RecordError as error:
            if not own:
                raise
            if _is_gone(path):
                raise _Taken(f"{path}: the game is not there, or was just resumed elsewhere; resume another") from error
            kept = _put_aside(path) if isinstance(error, DamagedRecord) else ""
            raise RecordError(f"{error}{kept}{self._offer(path, catalog)}") from error

    def _claim(self, path: Path) -> Path:
        """Rename a file to a name of our own; the name it then has."""
        stem = re.sub(r"-[0-9a-f]{8}$", "", path.stem)
        claimed = path.with_name(f"{stem}-{token_hex(4)}{SUFFIX}")
        try:
            path.rename(claimed)
        except OSError:
            # It is gone, as the next reading will tell, or the folder cannot be written, as `update` will.
            return path
        return claimed

    def _offer(self, failed: Path, catalog: Catalog) -> str:
        """The next game that can be resumed, as the end of a message."""
        for saved in self.unfinished():
            if saved.path == failed:
                continue
            with contextlib.suppress(RecordError):
                read_record(read_text(saved.path), str(saved.path), catalog)
                return f"; the next unfinished game is {saved.path} ({saved.name}, {counted(saved.moves)})"
        return "; there is no other unfinished game"

    def tidy(self, keep: Path) -> None:
        """Put the oldest games beyond `KEPT` among the finished ones, but not `keep`; clear half-written files away.

        What cannot be done is left for the next time.
        """
        for path, _ in [file for file in self._files() if file[0] != keep][KEPT - 1 :]:
            with contextlib.suppress(OSError):
                self.finished.mkdir(exist_ok=True)
                path.replace(self.finished / path.name)
        for path in self.path.glob(TEMPORARY):
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < time.time() - _STALE:
                    path.unlink()

    def _files(self) -> list[tuple[Path, int]]:
        """The files of unfinished games and when each was written, in nanoseconds; the newest first.

        Those of which nothing was ever played come last.
        """
        try:
            paths = [path for path in self.path.iterdir() if path.suffix == SUFFIX]
        except FileNotFoundError:
            return []
        except OSError as error:
            way = f"choose another folder with {DATA_VARIABLE}"
            raise RecordError(f"{self.path}: the saved games cannot be read ({error.strerror}); {way}") from error
        return sorted(_dated(paths), key=lambda file: (_is_played(file[0]), file[1], file[0].name), reverse=True)


def _saved(path: Path, text: str, when: datetime) -> SavedGame:
    """What a file tells without being replayed; RecordError if it is no record."""
    record = parse_record(text, str(path))
    variant = record.field("variant")
    sitting = sitting_of(text) or Sitting(counts="deal" in record.fields)
    code, deal, file = _share_code(record), record.field("deal"), record.field("file")
    return SavedGame(path, variant, record.field("name") or variant, len(record.moves), when, code, deal, sitting, file)


def _share_code(record: Record) -> str:
    deal = record.field("deal")
    named = record.field("file") or record.field("variant")
    return str(ShareCode(named, record_values(record), deal)) if deal else ""


def _sitting_elsewhere(text: str, game: Game) -> Sitting | None:
    """The sitting of a record that is none of our saves.

    A letter with half a game in it, or a game that is won, would say little about the player.
    """
    if (sitting := sitting_of(text)) is not None:
        return sitting
    return Sitting(counts=False) if _was_played(game) else None


def _dated(paths: Iterable[Path]) -> Iterator[tuple[Path, int]]:
    for path in paths:
        # Another process may have renamed it since.
        with contextlib.suppress(OSError):
            yield path, path.stat().st_mtime_ns


def _was_played(game: Game) -> bool:
    """Whether a move was ever made, taken back or not."""
    return bool(game.moves or game.undone)


def _is_played(path: Path) -> bool:
    """Whether a file may have moves, made or undone: whether it ends otherwise than that of a game just dealt."""
    try:
        with path.open("rb") as stream:
            stream.seek(max(path.stat().st_size - len(_JUST_DEALT), 0))
            return stream.read() != _JUST_DEALT
    except OSError:
        return True


def _is_gone(path: Path) -> bool:
    try:
        path.lstat()
    except OSError as error:
        return isinstance(error, FileNotFoundError)
    return False


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = why_unwritable(error, folder.parent)
        raise RecordError(f"{folder}: the folder for saved games cannot be made: {reason}") from error


def _put_aside(path: Path) -> str:
    """Rename a damaged file; what became of it, as a part of a message."""
    names = (path.with_name(f"{path.name}{f'.{number}' * (number > 1)}.broken") for number in count(1))
    broken = next(name for name in names if not name.exists())
    try:
        path.rename(broken)
    except OSError as error:
        return f"; {path.name} could not be put aside ({error.strerror})"
    return f"; {path.name} is kept as {broken}"
