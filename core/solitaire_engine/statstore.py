"""The file of statistics: one row for each game that was played, in SQLite.

Any number of processes may write at once. What `put` and `delete` have done when they return is on
the disk, whatever happens to the process afterwards; what they were doing when it was killed is as
if they had not begun. A file that is damaged, of a newer version or something else altogether is
never changed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeVar, cast

from .errors import StatsError
from .saves import DATA_VARIABLE, SaveFolder, data_folder

if TYPE_CHECKING:
    from sqlite3 import Connection, Error

FILE_NAME: Final = "statistics.sqlite3"
VERSION: Final = 1
WAIT: Final = 5.0
"""Seconds to wait for another process that is writing."""

State = Literal["playing", "abandoned", "won"]
T = TypeVar("T")

_MARK: Final = 0x50A71E01
"""The application id in the file's header, by which the file is known for ours."""
_HEADER: Final = 72
_MAGIC: Final = b"SQLite format 3\0"
_BUSY, _LOCKED = 5, 6
_CORRUPT, _FULL, _NOT_A_DATABASE = 11, 13, 26
"""Primary result codes of SQLite."""
_AWAY: Final = "move it away to begin new ones"

# The system forgets a process's locks on a file when any of its threads closes that file.
_ONE_AT_A_TIME: Final = threading.Lock()

_TABLE: Final = """
CREATE TABLE games (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    id       TEXT NOT NULL UNIQUE,
    variant  TEXT NOT NULL,
    params   TEXT NOT NULL,
    name     TEXT NOT NULL,
    rules    TEXT NOT NULL,
    deal     TEXT NOT NULL,
    daily    TEXT NOT NULL,
    state    TEXT NOT NULL CHECK (state IN ('playing', 'abandoned', 'won')),
    seconds  REAL NOT NULL CHECK (seconds >= 0),
    moves    INTEGER NOT NULL CHECK (moves >= 0),
    hints    INTEGER NOT NULL CHECK (hints >= 0),
    begun    TEXT NOT NULL,
    changed  TEXT NOT NULL
)
"""
# A win is final: whatever is done with the game afterwards, and whoever else has a copy of it.
_PUT: Final = """
INSERT INTO games (id, variant, params, name, rules, deal, daily, state, seconds, moves, hints, begun, changed)
VALUES (:id, :variant, :params, :name, :rules, :deal, :daily, :state, :seconds, :moves, :hints, :now, :now)
ON CONFLICT (id) DO UPDATE SET state = excluded.state, seconds = max(seconds, excluded.seconds),
    moves = excluded.moves, hints = max(hints, excluded.hints), changed = excluded.changed
WHERE state <> 'won'
"""
_ROWS: Final = "SELECT id, variant, params, name, rules, deal, daily, state, seconds, moves, hints FROM games"


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played.

    `id`: its sitting's. `variant` and `params`: its `Kind`, the parameters as in a share code.
    `rules`: the hash of the variant. `daily`: the day whose deal it was, or empty. `seconds`,
    `moves`, `hints`: up to the win, or up to now.
    """

    id: str
    variant: str
    params: str
    name: str
    rules: str
    deal: str
    daily: str
    state: State
    seconds: float
    moves: int
    hints: int


class StatsFile:
    """The file with the games that were played: ``statistics.sqlite3`` in the data folder unless another is given.

    Nothing is opened or made before something is asked for. Every method may raise StatsError.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = data_folder() / FILE_NAME if path is None else path
        self._sound = False

    @classmethod
    def beside(cls, folder: SaveFolder) -> StatsFile:
        """The file that belongs to a folder of saved games."""
        return cls(folder.path.parent / FILE_NAME)

    def put(self, game: Played) -> None:
        """Keep a game, in place of what was known of the game with that id unless it was won already."""
        values = {name: getattr(game, name) for name in Played.__slots__}
        values["now"] = datetime.now(UTC).isoformat(timespec="seconds")

        def insert(connection: Connection) -> None:
            connection.execute(_PUT, values)

        self._run(insert)

    def games(self) -> list[Played]:
        """All games, in the order in which they were begun; none where there is no file."""
        if not self._is_there():
            return []
        every = f"{_ROWS} ORDER BY number"
        return self._run(lambda connection: [Played(*row) for row in connection.execute(every)], write=False)

    def times(self) -> dict[str, str]:
        """When each game was begun, by its id: ISO 8601, in UTC."""
        if not self._is_there():
            return {}
        return self._run(lambda connection: dict(connection.execute("SELECT id, begun FROM games")), write=False)

    def delete(self, kinds: Iterable[tuple[str, str]] | None) -> int:
        """Forget the games of these variants and parameters, or all; gives how many there were."""
        if not self._is_there():
            return 0
        chosen = None if kinds is None else list(kinds)

        def remove(connection: Connection) -> int:
            if chosen is None:
                return connection.execute("DELETE FROM games").rowcount
            one = "DELETE FROM games WHERE variant = ? AND params = ?"
            return sum(connection.execute(one, kind).rowcount for kind in chosen)

        return self._run(remove)

    def _is_there(self) -> bool:
        try:
            return self.path.exists()
        except (OSError, ValueError):
            return True

    def _run(self, work: Callable[[Connection], T], *, write: bool = True) -> T:
        """Do something as one transaction; where it writes, as soon as nobody else does."""
        try:
            import sqlite3
        except ImportError as error:
            raise StatsError(f"there are no statistics, for this Python has no SQLite ({error})") from error
        until = time.monotonic() + WAIT
        with _ONE_AT_A_TIME:
            while True:
                try:
                    self._look()
                    self.path.parent.mkdir(parents=True, exist_ok=True)
                    with closing(sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)) as connection:
                        return self._transaction(connection, work, write)
                except sqlite3.Error as error:
                    # Two processes that turn to the log at the same moment are not made to wait by SQLite itself.
                    if _code(error) not in (_BUSY, _LOCKED) or time.monotonic() >= until:
                        raise self._failure(error) from error
                except (OSError, ValueError) as error:
                    reason = error.strerror if isinstance(error, OSError) and error.strerror else error
                    raise self._unusable(str(reason)) from error
                time.sleep(0.02)

    def _look(self) -> None:
        """Refuse what is not ours before SQLite opens it, which may change a file that it only reads."""
        try:
            with self.path.open("rb") as stream:
                head = stream.read(_HEADER)
        except FileNotFoundError:
            return
        if not head:
            return
        if not head.startswith(_MAGIC):
            raise StatsError(f"{self.path}: this is no file of statistics; {_AWAY}")
        if head[68:72] != _MARK.to_bytes(4, "big"):
            raise StatsError(f"{self.path}: this is a database of another program; {_AWAY}")

    def _transaction(self, connection: Connection, work: Callable[[Connection], T], write: bool) -> T:
        connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            way = f"this solitaire-engine reads up to version {VERSION}; install a newer one"
            raise StatsError(f"{self.path}: the statistics are of version {version}, and {way}")
        if not version and not write:
            connection.execute("COMMIT")
            return self._transaction(connection, work, True)
        if not version:
            # The mark comes into the file together with the table, and before there is a log beside it.
            connection.execute(f"PRAGMA application_id = {_MARK}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute(_TABLE)
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("BEGIN IMMEDIATE")
        self._check(connection)
        result = work(connection)
        connection.execute("COMMIT")
        return result

    def _check(self, connection: Connection) -> None:
        """Look through the file once, so that a damaged one is not written to."""
        if not self._sound:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise self._damaged(cast(str, found))
            self._sound = True

    def _failure(self, error: Error) -> StatsError:
        """What SQLite says, in a sentence with a way out."""
        code = _code(error)
        if code in (_CORRUPT, _NOT_A_DATABASE):
            return self._damaged(str(error))
        if code in (_BUSY, _LOCKED):
            return StatsError(f"{self.path}: another process keeps the statistics locked; end it, and try again")
        if code == _FULL:
            return self._unusable("the disk is full; make room", "")
        return self._unusable(str(error))

    def _damaged(self, reason: str) -> StatsError:
        reason = " ".join(reason.split())
        return StatsError(f"{self.path}: the file of statistics is damaged ({reason}); {_AWAY}")

    def _unusable(self, reason: str, way: str = f"; choose another folder with {DATA_VARIABLE}") -> StatsError:
        return StatsError(f"{self.path}: the statistics cannot be used ({reason}){way}")


def _code(error: Error) -> int:
    """The primary result code; 0 where there is none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
