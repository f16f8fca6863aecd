"""What a worker does, wherever it runs: from the name of a game and a deal to a verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ..catalog import default_catalog
from ..deals import parse_deal
from ..distributions import engine_version
from ..errors import OddsError, SolitaireError, SolverError
from ..game import Game
from ..rules import Rules
from ..solver.answers import Limits, Options, Verdict


@dataclass(frozen=True, slots=True)
class Task:
    """The same for every deal of a run: whose deals are solved, and when a search gives up.

    `game` is a name of the catalogue or the path of a file, `values` the parameters as pairs
    of texts. `hash` is that of the rules and `solver` the solver with its version ("python 2"),
    both of the process that asks: a worker that has others refuses.
    """

    game: str
    values: tuple[tuple[str, str], ...]
    hash: str
    solver: str
    limits: Limits

    @property
    def options(self) -> Options:
        """How it is solved. Nobody plays these solutions, and to shorten one takes longer than to find it."""
        return Options(shorten=False, solver=self.solver.partition(" ")[0])


class Outcome(NamedTuple):
    """What became of one deal.

    `length` moves win a winnable one, as the search found them: needless ones and those that
    go home by themselves are counted too. `positions` were stored, in `seconds`; `reason` says
    why an unknown one is unknown: the name of a limit, or a sentence.
    """

    deal: str
    verdict: Verdict
    length: int = 0
    positions: int = 0
    seconds: float = 0.0
    reason: str = ""

    @property
    def is_final(self) -> bool:
        """Whether it is a property of the deal and the limits, and no accident that may be tried again."""
        return self.verdict != "unknown" or self.reason in ("positions", "seconds", "memory")


@lru_cache(maxsize=4)
def _rules(task: Task) -> Rules:
    return default_catalog().rules(task.game, dict(task.values))


def prepare(task: Task) -> None:
    """Make the rules, once in a process; OddsError or another SolitaireError if they cannot be the same."""
    from ..solver.backends import choose

    rules = _rules(task)
    try:
        solver = choose(rules, task.options.solver).identity
    except SolverError as error:
        solver = f"is not to be had ({error})"
    if rules.variant.hash != task.hash or task.solver != solver:
        here = f"hash {rules.variant.hash}, solver {solver} of version {engine_version() or 'unknown'}"
        wanted = f"hash {task.hash}, solver {task.solver}"
        way = "install the same version with the same files everywhere, and change no file during a run"
        raise OddsError(f"{task.game}: a worker has other rules or another solver ({here}; wanted: {wanted}); {way}")


def decide(task: Task, deal: str, stop: Callable[[], bool] | None = None) -> Outcome:
    """Solve one deal, until `stop` says otherwise; whatever goes wrong in the search is why an outcome is unknown."""
    from ..solver import solve

    rules = _rules(task)
    try:
        answer = solve(rules, Game(rules, parse_deal(deal)).position, task.limits, task.options, stop=stop)
    except SolitaireError as error:
        return Outcome(deal, "unknown", reason=str(error))
    except Exception as error:
        return Outcome(deal, "unknown", reason=f"the solver failed: {type(error).__name__}: {error}")
    # A solver that gave way to another has not said how far it would have come: that is an accident.
    reason = f"{answer.reason}; {answer.warning}" if answer.reason and answer.warning else answer.reason
    return Outcome(deal, answer.verdict, len(answer.moves), answer.positions, answer.seconds, reason)
