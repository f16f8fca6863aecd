"""The process in which the solver runs for an adviser, seen from the side that asks.

It is a plain child that talks over its standard streams, in pickled values. It shares no
terminal and no signals with its parent, so Ctrl-C there does not reach it, and it ends
when the other end of its input is closed, whatever closed it: `Helper.close`, the end of
the program, or a kill.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ..catalog import default_catalog, in_catalog
from ..errors import SolitaireError
from ..position import Position
from ..rules import Rules
from ..solver.answers import Answer, Limits, Options

_CODE: Final = "import sys; sys.path[:] = sys.argv[1:]; from solitaire_engine.advice.worker import main; main()"
_NO_WINDOW: Final = 0x08000000
_NEW_GROUP: Final = 0x00000200
"""Windows' flags: the child shows no window, and Ctrl-C does not reach it."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to make the same rules in another process: the game's name or path, its parameters, the rules' hash."""

    name: str
    values: Mapping[str, str]
    hash: str

    def rules(self) -> Rules:
        """The rules; SolitaireError if they cannot be made, or have come out different."""
        rules = default_catalog().rules(self.name, self.values)
        if rules.variant.hash != self.hash:
            raise SolitaireError(f"the rules of {self.name} are not the same in another process")
        return rules


def recipe_of(rules: Rules) -> Recipe:
    """The recipe for rules that come from the default catalogue or from a file."""
    variant = rules.variant
    return Recipe(variant.id if in_catalog(variant) else variant.file, dict(variant.values), variant.hash)


@dataclass(frozen=True, slots=True)
class Start:
    """What the process is told first: which game it is, how far and how to look, and who its parent is."""

    recipe: Recipe
    limits: Limits
    parent: int
    options: Options


@dataclass(frozen=True, slots=True)
class Task:
    """A position to be solved; None asks the solver to stop. A newer task always ends the older.

    `limits`: how far to look, where that is not as far as for other tasks.
    """

    number: int
    position: Position | None
    limits: Limits | None = None


@dataclass(frozen=True, slots=True)
class Looked:
    """So many positions have been stored for a task that is not answered yet."""

    number: int
    positions: int


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to a task."""

    number: int
    answer: Answer


class Helper:
    """A running solver process."""

    def __init__(
        self,
        recipe: Recipe,
        limits: Limits,
        hear: Callable[[Found | None], None],
        options: Options | None = None,
        looked: Callable[[Looked], None] | None = None,
    ) -> None:
        """Start it. `hear` is called in a thread with each answer, and with None when the process has ended.

        `looked` is told there now and then how far the solver is. Raises OSError where no process can be started.
        """
        self._process = _start()
        self._hear, self._looked = hear, looked
        self.ended = False
        atexit.register(self.close)
        self._reader = threading.Thread(target=self._read, name="solver answers", daemon=True)
        self._reader.start()
        self.send(Start(recipe, limits, os.getpid(), options or Options()))

    @property
    def process_id(self) -> int:
        """The number that the system has given the process."""
        return self._process.pid

    def send(self, value: Start | Task) -> None:
        """Send a value; that the process has ended is told to `hear` alone."""
        assert self._process.stdin is not None
        # ValueError: the pipe is closed already.
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(pickle.dumps(value))
            self._process.stdin.flush()

    def close(self) -> None:
        """End the process at once, and wait until it has ended."""
        atexit.unregister(self.close)
        self._process.kill()
        self._process.wait()
        if threading.current_thread() is not self._reader:
            self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        # What a process says that dies in the middle of it can be anything.
        with contextlib.suppress(Exception):
            while isinstance(said := pickle.load(self._process.stdout), Found | Looked):
                if isinstance(said, Found):
                    self._hear(said)
                elif self._looked is not None:
                    self._looked(said)
        self.ended = True
        self._hear(None)


def _start() -> subprocess.Popen[bytes]:
    """The process, which finds its modules where this one does."""
    if not sys.executable:
        raise OSError("there is no Python interpreter to start")
    windows = sys.platform == "win32"
    return subprocess.Popen(
        [sys.executable, "-c", _CODE, *sys.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        creationflags=_NO_WINDOW | _NEW_GROUP if windows else 0,
        start_new_session=not windows,
    )
