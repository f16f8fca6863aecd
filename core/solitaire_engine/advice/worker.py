"""The process in which the solver runs for an adviser, seen from inside.

It solves the newest position that it was sent, and gives up on an older one as soon as
the solver asks whether to go on. It ends when its input does.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import threading
from functools import partial
from time import monotonic
from typing import BinaryIO, Final

from ..errors import SolitaireError
from ..faults import one_line
from ..rules import Rules
from ..solver import Answer, Limits, Options, solve
from .helper import Found, Looked, Start, Task

NICE: Final = 5
"""So much the process stands back behind the program that the player sees."""
LONGEST: Final = 500
"""Letters of the reason why nothing can be solved."""
TELL: Final = 0.2
"""Seconds after which it is told again how far a search is."""
LOOK_AROUND: Final = 2.0
"""Seconds after which a process without work looks whether its parent is still there."""


class Worker:
    """Reads tasks in a thread of its own while the solver works."""

    def __init__(self, tasks: BinaryIO, answers: BinaryIO) -> None:
        self._tasks, self._answers = tasks, answers
        self._parent = os.getppid()
        self._news = threading.Condition()
        self._newest = Task(0, None)

    def run(self) -> None:
        """Work until the input ends, which ends the process."""
        start = pickle.load(self._tasks)
        assert isinstance(start, Start)
        if os.name == "posix" and os.getppid() != start.parent:
            # Only one that ended meanwhile is no parent; a program between the two would be.
            os.kill(start.parent, 0)
        limits, options = start.limits, start.options
        rules: Rules | str
        try:
            rules = start.recipe.rules()
        except SolitaireError as error:
            # Why it can solve nothing, such as a plugin that fails in this process alone.
            rules = one_line(str(error), LONGEST)
        threading.Thread(target=self._read, daemon=True).start()
        done = 0
        while True:
            with self._news:
                while self._newest.number == done:
                    self._news.wait(LOOK_AROUND)
                    self._end_if_alone()
                task = self._newest
            done = task.number
            if task.position is not None:
                if isinstance(rules, str):
                    answer = Answer("unknown", reason=rules)
                else:
                    answer = self._solve(rules, task, limits, options)
                self._say(Found(task.number, answer))

    def _say(self, value: Found | Looked) -> None:
        self._answers.write(pickle.dumps(value))
        self._answers.flush()

    def _solve(self, rules: Rules, task: Task, limits: Limits, options: Options) -> Answer:
        assert task.position is not None
        told = monotonic()

        def tell(positions: int) -> None:
            nonlocal told
            if monotonic() - told >= TELL:
                told = monotonic()
                self._say(Looked(task.number, positions))

        try:
            stop = partial(self._is_stale, task)
            return solve(rules, task.position, task.limits or limits, options, stop=stop, progress=tell)
        except MemoryError:
            return Answer("unknown", reason="memory")
        except SolitaireError as error:
            # Such as a solver that is asked for and not there.
            return Answer("unknown", reason=one_line(str(error), LONGEST))
        except Exception as error:
            # Whatever goes wrong with one position, the next may be solved.
            return Answer("unknown", reason=f"the solver failed ({type(error).__name__}: {error})")

    def _is_stale(self, task: Task) -> bool:
        self._end_if_alone()
        return self._newest.number != task.number

    def _end_if_alone(self) -> None:
        """End if the parent is gone: somebody else may hold the other end of the input open."""
        if os.getppid() != self._parent:
            os._exit(0)

    def _read(self) -> None:
        # Nothing that comes in broken can be mended here.
        with contextlib.suppress(Exception):
            while isinstance(task := pickle.load(self._tasks), Task):
                with self._news:
                    self._newest = task
                    self._news.notify()
        os._exit(0)


def main() -> None:
    """Talk over the standard streams. What plugins print goes nowhere."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.nice(NICE)
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    with contextlib.suppress(BrokenPipeError):
        Worker(sys.stdin.buffer, answers).run()
