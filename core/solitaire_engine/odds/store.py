"""Results that are kept: one SQLite file, to which any number of runs may write at once.

A row is what one solver made of one deal within some limits. Every deal is committed as
soon as it is known, so that a run that is killed loses only what it was working on.
"""

from __future__ import annotations

import contextlib
import math
import sqlite3
from collections.abc import Generator, Iterable, Sequence
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Final

from ..errors import OddsError
from ..records import why_unwritable
from ..saves import DATA_VARIABLE, data_folder
from ..solver.answers import Limits
from .deciding import Outcome, Task

FILE_NAME: Final = "odds.sqlite3"
APPLICATION: Final = 0x736F6C6F
"""What SQLite's header says whose file it is: "solo" in ASCII."""
SCHEMA: Final = 2
"""1 named the solver by its version alone, when there was one."""

_MAGIC: Final = b"SQLite format 3\0"
_PATIENCE: Final = 30.0
"""Seconds to wait for another process that is writing."""
_LOOKED_UP: Final = 500
"""So many deals are asked for at a time."""
_TABLE: Final = """
    CREATE TABLE {name} (
        rules TEXT NOT NULL,             -- the hash of the resolved rules
        solver TEXT NOT NULL,            -- the solver and its version
        deal TEXT NOT NULL,
        most_positions REAL NOT NULL,    -- the limits, infinite where there was none
        most_seconds REAL NOT NULL,
        most_memory REAL NOT NULL,
        verdict TEXT NOT NULL CHECK (verdict IN ('winnable', 'lost', 'unknown')),
        length INTEGER NOT NULL,
        positions INTEGER NOT NULL,
        seconds REAL NOT NULL,
        reason TEXT NOT NULL,
        PRIMARY KEY (rules, solver, deal, most_positions, most_seconds, most_memory)
    ) WITHOUT ROWID
"""


def database_path() -> Path:
    """Where results are kept unless another file is named: beside the saved games."""
    return data_folder() / FILE_NAME


class Store:
    """The results in a file, made if there is none; to be used in a ``with`` statement, by one thread.

    Every method raises OddsError, which names the file, where it cannot be read or written,
    is damaged, or is not one of ours; a file that is not ours is left as it is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        _check_header(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = why_unwritable(error, path.parent.parent)
            raise OddsError(f"{path.parent}: the folder for results cannot be made: {reason}") from error
        with self._told():
            self._db = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
        try:
            with self._told():
                self._open()
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def _open(self) -> None:
        """Make the table in a new file, then let readers and a writer work at once."""
        if self._number("application_id") != APPLICATION:
            with self._transaction():
                # Asked again, for now nobody else can be making it.
                if self._number("application_id") != APPLICATION:
                    if self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                        raise _foreign(self.path)
                    self._db.execute(_TABLE.format(name="results"))
                    self._db.execute(f"PRAGMA user_version = {SCHEMA}")
                    self._db.execute(f"PRAGMA application_id = {APPLICATION}")
        if self._number("user_version") == 1:
            with self._transaction():
                if self._number("user_version") == 1:
                    self._renew()
        if self._number("user_version") != SCHEMA:
            found = self._number("user_version")
            way = f"use that version, move the file away, or choose another folder with {DATA_VARIABLE}"
            raise OddsError(f"{self.path}: another version of the program made these results (format {found}); {way}")
        self._db.execute("PRAGMA journal_mode = WAL")
        # The death of a process loses nothing that was committed; that of the machine may lose the last commits.
        self._db.execute("PRAGMA synchronous = NORMAL")

    def _renew(self) -> None:
        """Name the solver of results of schema 1: it was the one in Python."""
        self._db.execute(_TABLE.format(name="renewed"))
        columns = "deal, most_positions, most_seconds, most_memory, verdict, length, positions, seconds, reason"
        self._db.execute(f"INSERT INTO renewed SELECT rules, 'python ' || solver, {columns} FROM results")
        self._db.execute("DROP TABLE results")
        self._db.execute("ALTER TABLE renewed RENAME TO results")
        self._db.execute(f"PRAGMA user_version = {SCHEMA}")

    def _number(self, pragma: str) -> int:
        return int(self._db.execute(f"PRAGMA {pragma}").fetchone()[0])

    @contextlib.contextmanager
    def _transaction(self) -> Generator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    @contextlib.contextmanager
    def _told(self) -> Generator[None]:
        """Turn what SQLite says into a sentence that names the file and the way out."""
        try:
            yield
        except sqlite3.Error as error:
            raise OddsError(f"{self.path}: {_reason(error)}") from error

    def known(self, task: Task, deals: Iterable[str]) -> dict[str, Outcome]:
        """What is known of deals and need not be asked again, by deal.

        A winnable or lost deal is so within any limits; of an unknown one that is known only
        where every limit was at least as high then as it is now.
        """
        found: dict[str, Outcome] = {}
        texts = iter(deals)
        while part := list(islice(texts, _LOOKED_UP)):
            found |= self._known(task, part)
        return found

    def _known(self, task: Task, deals: Sequence[str]) -> dict[str, Outcome]:
        places = ", ".join("?" * len(deals))
        query = f"""
            SELECT deal, verdict, length, positions, seconds, reason FROM results
            WHERE rules = ? AND solver = ? AND deal IN ({places}) AND (
                verdict != 'unknown' OR most_positions >= ? AND most_seconds >= ? AND most_memory >= ?)
            ORDER BY verdict = 'unknown' DESC, most_positions
        """
        values = (task.hash, task.solver, *deals, *_bounds(task.limits))
        with self._told():
            rows = self._db.execute(query, values).fetchall()
        # A decided one comes last, and so stands.
        return {row[0]: Outcome(*row) for row in rows}

    def keep(self, task: Task, outcomes: Iterable[Outcome], *, instead: bool = False) -> None:
        """Write outcomes in one transaction; those that were accidents are left out, to be tried again.

        `instead`: what is known of the same deals within other limits is taken out.
        """
        final = [outcome for outcome in outcomes if outcome.is_final]
        if not final:
            return
        bounds = _bounds(task.limits)
        with self._told(), self._transaction():
            if instead:
                keys = [(task.hash, task.solver, outcome.deal) for outcome in final]
                self._db.executemany("DELETE FROM results WHERE rules = ? AND solver = ? AND deal = ?", keys)
            rows = [(task.hash, task.solver, outcome.deal, *bounds, *outcome[1:]) for outcome in final]
            self._db.executemany(f"INSERT OR REPLACE INTO results VALUES ({', '.join('?' * 11)})", rows)


def _bounds(limits: Limits) -> tuple[float, float, float]:
    """The limits as numbers that can be compared."""
    return _bound(limits.positions), _bound(limits.seconds), _bound(limits.memory)


def _bound(limit: float | None) -> float:
    return math.inf if limit is None else float(limit)


def _check_header(path: Path) -> None:
    """Refuse a file that is no database, or another program's, before SQLite touches it."""
    try:
        with path.open("rb") as stream:
            head = stream.read(100)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        way = f"name another file, or choose another folder with {DATA_VARIABLE}"
        raise OddsError(f"{path}: the results cannot be read ({error.strerror}); {way}") from error
    if not head:
        return
    # Whose it is stands in bytes 68 to 71 (https://www.sqlite.org/fileformat.html); 0 is nobody's yet.
    owner = int.from_bytes(head[68:72], "big")
    if not head.startswith(_MAGIC) or owner not in (0, APPLICATION):
        raise _foreign(path)


def _foreign(path: Path) -> OddsError:
    way = f"move it away, or choose another folder with {DATA_VARIABLE}"
    return OddsError(f"{path}: this file is no database of results and was left as it is; {way}")


def _reason(error: sqlite3.Error) -> str:
    text = str(error)
    if "locked" in text or "busy" in text:
        return "another process keeps the results locked; wait for it, or end it"
    if "full" in text:
        return "the disk is full; make room, then go on with the same command"
    if "readonly" in text or "unable to open" in text:
        return f"the results cannot be written ({text}); choose another folder with {DATA_VARIABLE}"
    way = f"move it away and start anew, or choose another folder with {DATA_VARIABLE}"
    return f"the results are damaged ({text}); {way}"
