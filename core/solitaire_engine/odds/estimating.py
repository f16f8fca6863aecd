"""The win rate of a game: which deals are asked, what is known of them already, who solves the rest, what comes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Final

from ..catalog import default_catalog, is_path
from ..deals import parse_deal
from ..distributions import engine_version
from ..game import Game, check_plain
from ..rules import Rules
from ..solver.answers import Limits
from .cluster import Cluster
from .crew import Crew
from .deciding import Outcome, Task, decide
from .ranges import DealRange, parse_range
from .statistics import CONFIDENCE, Counts
from .store import Store, database_path

_PART: Final = 10_000
"""So many deals are looked up before their outcomes are counted and let go."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What was measured, and what came out.

    `variant` is the id, `values` has the parameters that differ from their defaults, `rules`
    is the hash of the resolved rules. `reused` deals were known before. `positions` were stored for
    all of them and `seconds` is the time all searches took, those of earlier runs and other
    processes included. `accidents` are unknown deals that no limit has stopped: they are not kept,
    and the next run tries them again. `solver`: who was asked, with its version, as in "python 2".
    """

    variant: str
    name: str
    values: dict[str, str]
    rules: str
    deals: DealRange
    limits: Limits
    counts: Counts
    confidence: float = CONFIDENCE
    reused: int = 0
    positions: int = 0
    seconds: float = 0.0
    accidents: tuple[Outcome, ...] = ()
    engine: str = field(default_factory=engine_version)
    solver: str = ""

    @property
    def rate_of_decided(self) -> float | None:
        """The share of winnable deals among those decided, from 0 to 1; None where none was."""
        return self.counts.rate_of_decided

    @property
    def interval(self) -> tuple[float, float]:
        """Where the win rate lies, as `Counts.interval` says: the unknown deals widen it on both sides."""
        return self.counts.interval(self.confidence)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    `estimate` has all that is known so far, of `wanted` deals; `fresh` ones were solved in `seconds` by this run.
    """

    estimate: Estimate
    wanted: int
    fresh: int
    seconds: float

    @property
    def pace(self) -> float:
        """Deals solved in a second; 0 while there are none."""
        return self.fresh / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at this pace; None while there is none."""
        left = self.wanted - self.estimate.counts.deals
        return left / self.pace if self.pace else None


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be measured and how.

    `jobs` is the number of worker processes, None for this process alone; `dask` the address
    of a scheduler, which comes before `jobs`. `fresh`: nothing that is known is used.
    """

    rules: Rules
    task: Task
    deals: DealRange
    jobs: int | None = None
    dask: str | None = None
    fresh: bool = False
    confidence: float = CONFIDENCE


Watch = Callable[[Progress], None]


def estimate(
    variant: str,
    deals: int | str = 100,
    *,
    limits: Limits | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    database: str | Path | None = None,
    fresh: bool = False,
    confidence: float = CONFIDENCE,
    progress: Watch | None = None,
    solver: str = "",
    **params: object,
) -> Estimate:
    """How often a game can be won, from solving deals of it.

    `variant` is a name of the catalogue or the path of a YAML file, `params` are its parameters.
    `deals` is a number, or a range as in ``"1-1000"``, ``"ms:1-1000"``, ``"pysol:1-50"``.
    `limits` hold for each deal, those of the solver unless given: 200,000 positions in Python.
    `solver` is the name of one, as in `Options`. `jobs` worker
    processes share the work (None: it is done in this process), or the cluster whose dask
    scheduler is at `dask`. What is found is kept in the file `database`, a text or a path, by
    default beside the saved games, and used by later calls unless `fresh` is true. `progress`
    is told now and then how far it is.

    Raises SolitaireError: an unknown game or deal, a database that cannot be used, no cluster.
    TypeError for limits that are none. After KeyboardInterrupt all that was done is kept.
    """
    # Checked for those whose editor does not.
    if not isinstance(limits, Limits | None):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"limits are solver.Limits, as in limits=Limits(positions=100_000), and not {limits!r}")
    check_plain(variant, "estimate", "...")
    values = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in params.items()}
    job = make_job(variant, values, parse_range(str(deals)), limits, solver)
    job = replace(job, jobs=jobs, dask=dask, fresh=fresh, confidence=confidence)
    with Store(Path(database) if database else database_path()) as store:
        return measure(job, store, progress)


def make_job(
    variant: str, values: dict[str, str], deals: DealRange, limits: Limits | None = None, solver: str = ""
) -> Job:
    """A job for this process, with its rules made and its first deal dealt; SolitaireError if that cannot be.

    Without `limits` the number of positions is that of the `solver` that answers.
    """
    # Imported here: the page with the odds of a game needs no solver.
    from ..solver.backends import choose
    from ..solver.solving import limits_for

    rules = default_catalog().rules(variant, values)
    # Workers may stand in another folder.
    game = str(Path(variant).resolve()) if is_path(variant) else variant
    for number in {deals.first, deals.last}:
        Game(rules, parse_deal(f"{deals.prefix}{number}"))
    choice = choose(rules, solver)
    pairs = tuple(sorted(values.items()))
    task = Task(game, pairs, rules.variant.hash, choice.identity, limits or limits_for(choice))
    return Job(rules, task, deals)


def measure(job: Job, store: Store, watch: Watch | None = None) -> Estimate:
    """Solve what is not known yet, keep it, and count."""
    tally = _Tally(job)
    left: list[str] = []
    deals = iter(job.deals)
    while part := list(islice(deals, _PART)):
        known = {} if job.fresh else store.known(job.task, part)
        tally.add(known.values())
        left.extend(deal for deal in part if deal not in known)
    tally.reused = tally.deals
    begun = perf_counter()
    _tell(watch, tally, begun)
    with _solver(job, len(left)) as run:
        for outcomes in run(left):
            store.keep(job.task, outcomes, instead=job.fresh)
            tally.add(outcomes)
            _tell(watch, tally, begun)
    return tally.estimate()


def outcomes_of(job: Job, estimate: Estimate, store: Store) -> Iterator[Outcome]:
    """The outcome of every deal of an estimate, in their order."""
    accidents = {outcome.deal: outcome for outcome in estimate.accidents}
    deals = iter(job.deals)
    while part := list(islice(deals, _PART)):
        found = store.known(job.task, part) | accidents
        yield from (found[deal] for deal in part if deal in found)


def _tell(watch: Watch | None, tally: _Tally, begun: float) -> None:
    if watch is not None:
        seconds = perf_counter() - begun
        watch(Progress(tally.estimate(), len(tally.job.deals), tally.deals - tally.reused, seconds))


@contextmanager
def _solver(job: Job, deals: int) -> Generator[Callable[[Iterable[str]], Iterator[Sequence[Outcome]]]]:
    """Who solves so many deals: nobody, a cluster, other processes, or this one."""
    if deals and job.dask is not None:
        with Cluster(job.task, job.dask) as cluster:
            yield cluster.run
    elif deals and job.jobs is not None:
        with Crew(job.task, min(job.jobs, deals)) as crew:
            yield crew.run
    else:
        yield lambda left: ([decide(job.task, deal)] for deal in left)


class _Tally:
    """Counts that grow."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.reused = 0
        self._verdicts: Counter[str] = Counter()
        self._reasons: Counter[str] = Counter()
        self._positions = 0
        self._seconds = 0.0
        self._accidents: list[Outcome] = []

    @property
    def deals(self) -> int:
        """How many have been counted."""
        return self._verdicts.total()

    def add(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            self._verdicts[outcome.verdict] += 1
            if outcome.verdict == "unknown":
                self._reasons[outcome.reason] += 1
            self._positions += outcome.positions
            self._seconds += outcome.seconds
            if not outcome.is_final:
                self._accidents.append(outcome)

    def estimate(self) -> Estimate:
        numbers = (self._verdicts[verdict] for verdict in ("winnable", "lost", "unknown"))
        counts = Counts(*numbers, reasons=dict(self._reasons.most_common()))
        variant = self.job.rules.variant
        return Estimate(
            variant.id, variant.name, variant.changed_values, variant.hash, self.job.deals, self.job.task.limits,
            counts, self.job.confidence, self.reused, self._positions, self._seconds, tuple(self._accidents),
            solver=self.job.task.solver,
        )  # fmt: skip
