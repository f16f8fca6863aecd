"""`odds`: how often a game can be won, with a bar that shows how far it is."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import typer

from ..catalog import default_catalog, is_path, parse_share
from ..errors import OddsError
from ..odds.estimating import Estimate, Job, Progress, make_job, measure, outcomes_of
from ..odds.published import Published, published_for
from ..odds.ranges import parse_range
from ..odds.store import Store, database_path
from ..records import TEMPORARY, replace_file, why_unwritable
from ..text.odds import estimate_csv, estimate_json, estimate_text, percent, write_outcomes
from ..text.starting import rules_of
from .group import INTERRUPTED
from .limits import limits_of
from .listing import tell_hidden
from .playing import param_values
from .watching import Watch

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

PUBLISHED = "published"


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks for, limits and numbers as they were typed."""

    game: str
    params: Sequence[str]
    deals: str
    limit: str | None
    seconds: str | None
    memory: str | None
    confidence: float
    jobs: int | None
    dask: str | None
    fresh: bool
    compare: str | None
    export: Path | None
    json: bool
    csv: bool
    solver: str = ""


def show_odds(asked: Asked) -> int:
    """Measure, print the estimate, and give the exit code."""
    if asked.json and asked.csv:
        raise typer.BadParameter("the result is printed as JSON or as CSV, not as both", param_hint="--csv")
    if asked.compare not in (None, PUBLISHED):
        raise typer.BadParameter(f"there is only: --compare {PUBLISHED}", param_hint="--compare")
    if not 0 < asked.confidence < 100:
        raise typer.BadParameter("write percent between 0 and 100, as in 95 or 99.5", param_hint="--confidence")
    if asked.dask is not None and asked.jobs is not None:
        way = "the cluster has as many workers as were started for it; leave --jobs or --dask out"
        raise typer.BadParameter(way, param_hint="--jobs")
    job = _job(asked)
    # Asked first: nobody wants to wait for a comparison that then cannot be made.
    published = published_for(job.rules) if asked.compare else None
    with _exporting(asked.export) as export, Store(database_path()) as store:
        estimate = _measured(job, store)
        if estimate is None:
            return INTERRUPTED
        if export is not None:
            with _writing(export), export.open("w", encoding="utf-8", newline="") as stream:
                write_outcomes(outcomes_of(job, estimate, store), stream)
    print(_told(asked, estimate, published))
    return 0


def _job(asked: Asked) -> Job:
    code = parse_share(asked.game)
    if code.deal:
        raise typer.BadParameter(f"odds are those of many deals: --deals instead of :{code.deal}", param_hint="GAME")
    limits = limits_of(asked.limit, asked.seconds, asked.memory)
    rules = rules_of(code, default_catalog(), param_values(asked.params))
    variant = rules.variant
    tell_hidden(variant.file)
    name = code.variant if is_path(code.variant) else variant.id
    deals, values = parse_range(asked.deals), dict(variant.changed_values)
    job = make_job(name, values, deals, None if asked.limit is None else limits, asked.solver)
    if asked.limit is None:
        job = replace(
            job, task=replace(job.task, limits=replace(job.task.limits, seconds=limits.seconds, memory=limits.memory))
        )
    jobs = asked.jobs or _processors()
    return replace(job, jobs=jobs, dask=asked.dask, fresh=asked.fresh, confidence=asked.confidence / 100)


def _processors() -> int:
    """How many processors this process may use."""
    import os

    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def _measured(job: Job, store: Store) -> Estimate | None:
    """The estimate; None after Ctrl-C, when it has been said that what is done is kept."""
    last: Progress | None = None
    try:
        # Ctrl-C waits until what was just found is written and counted.
        with Watch() as ctrl_c, _bar(job) as show:

            def watch(progress: Progress) -> None:
                nonlocal last
                last = progress
                if ctrl_c.stopped:
                    raise KeyboardInterrupt
                show(progress)

            return measure(job, store, watch)
    except KeyboardInterrupt:
        done = last.estimate.counts.deals if last is not None else 0
        kept = f"interrupted: {done:,} of {len(job.deals):,} deals are done and kept in {store.path}"
        print(f"solitaire: {kept}; the same command goes on", file=sys.stderr)
        return None


@contextlib.contextmanager
def _bar(job: Job) -> Generator[Callable[[Progress], None]]:
    """A bar on the terminal, with what is known so far; nothing where stderr is none."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[told]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=4) as bar:
        task = bar.add_task(job.rules.variant.name, total=len(job.deals), told="")
        yield lambda progress: _show(bar, task, progress)


def _show(bar: Bar, task: TaskID, progress: Progress) -> None:
    counts = progress.estimate.counts
    parts = [f"{progress.pace:.3g} deals/s"] if progress.pace else []
    if progress.seconds_left is not None:
        parts.append(f"{_clock(progress.seconds_left)} left")
    if counts.deals:
        low, high = progress.estimate.interval
        parts.append(f"{percent(low)} to {percent(high)}")
    bar.update(task, completed=counts.deals, told=", ".join(parts))


def _clock(seconds: float) -> str:
    """ "1:02:03"."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


@contextlib.contextmanager
def _exporting(path: Path | None) -> Generator[Path | None]:
    """A file beside the one to be written, which it replaces at the end: a failed run leaves no half of one.

    OddsError before anything is measured, if none can be written there.
    """
    if path is None:
        yield None
        return
    if path.is_dir():
        raise OddsError(f"{path}: this is a folder; name the file to write")
    temporary = path.with_name(TEMPORARY.replace("*", token_hex(8)))
    with _writing(path):
        temporary.open("x").close()
    try:
        yield temporary
        # It is empty where the run was broken off.
        if temporary.stat().st_size:
            with _writing(path):
                replace_file(temporary, path)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


@contextlib.contextmanager
def _writing(path: Path) -> Generator[None]:
    """Say of what goes wrong which file could not be written, and the way out."""
    try:
        yield
    except OSError as error:
        raise OddsError(f"{path}: the deals cannot be written: {why_unwritable(error, path.parent)}") from error


def _told(asked: Asked, estimate: Estimate, published: Published | None) -> str:
    if asked.json:
        return estimate_json(estimate, published)
    return estimate_csv(estimate, published) if asked.csv else estimate_text(estimate, published)
