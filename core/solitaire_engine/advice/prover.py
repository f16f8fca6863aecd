"""Solving beside an interface: the answer is waited for, while the work is another process's.

`Prover.solve` is called as `solver.solve` is, in a thread of its own, and leaves the rest of
the program free: a search in a thread of the same process would slow down every key.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Self

from ..position import Position
from ..rules import Rules
from ..solver import solve
from ..solver.answers import Answer, Limits, Options
from ..winnable import PROOFS
from .helper import Found, Helper, Task, recipe_of

LOOK_AROUND = 0.1
"""Seconds after which who waits is asked whether to go on."""


class Prover:
    """Solves positions of one game, one after the other. To be closed when it is no longer needed.

    Where no process can be started, or it ends in the middle of a search, the solver
    runs in the caller's thread.
    """

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._helper: Helper | None = None
        self._for: tuple[Rules, Limits, Options] | None = None
        self._found: Found | None = None
        self._sent = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def solve(
        self,
        rules: Rules,
        position: Position,
        limits: Limits | None = None,
        options: Options | None = None,
        *,
        stop: Callable[[], bool] | None = None,
    ) -> Answer:
        """The solver's answer; "unknown" with the reason "stopped" as soon as `stop` says so.

        A solution is remembered in `winnable.PROOFS`, for advice on the game.
        """
        answer = self._answer(rules, position, limits or Limits(), options or Options(), stop)
        if answer.verdict == "winnable":
            PROOFS.add(rules, position, answer.moves)
        return answer

    def _answer(
        self, rules: Rules, position: Position, limits: Limits, options: Options, stop: Callable[[], bool] | None
    ) -> Answer:
        helper = self._helper_for(rules, limits, options)
        if helper is None:
            return solve(rules, position, limits, options, stop=stop)
        self._sent += 1
        helper.send(Task(self._sent, position))
        with self._news:
            while self._found is None or self._found.number != self._sent:
                if stop is not None and stop():
                    helper.send(Task(self._sent + 1, None))
                    self._sent += 1
                    return Answer("unknown", reason="stopped")
                if helper.ended:
                    break
                self._news.wait(LOOK_AROUND)
            found, self._found = self._found, None
        if found is None or found.number != self._sent:
            return solve(rules, position, limits, options, stop=stop)
        return found.answer

    @property
    def process_id(self) -> int:
        """The number that the system has given the process, 0 where there is none."""
        return self._helper.process_id if self._helper is not None else 0

    def close(self) -> None:
        """End the process, if there is one."""
        helper, self._helper, self._for = self._helper, None, None
        if helper is not None:
            helper.close()

    def _helper_for(self, rules: Rules, limits: Limits, options: Options) -> Helper | None:
        """The process for these rules and limits; None where none can be started."""
        wanted = (rules, limits, options)
        if self._for is not None and self._for[0] is rules and self._for[1:] == wanted[1:]:
            return self._helper if self._helper is not None and not self._helper.ended else None
        self.close()
        self._for = wanted
        with contextlib.suppress(OSError):
            self._helper = Helper(recipe_of(rules), limits, self._hear, options)
        return self._helper

    def _hear(self, found: Found | None) -> None:
        with self._news:
            if found is not None:
                self._found = found
            self._news.notify_all()
