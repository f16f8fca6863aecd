"""Our win rates beside those that Blake and Gent published, found by the compiled solver.

    .venv/bin/python -m benchmarks.published_rates [PRESET ...] [--deals N] [--positions N] [--jobs J] [--kept FILE]

For each game, the engine's own deals from 1 on are solved within a limit of positions alone, so
that every machine gets the same counts. Every solution is played through in the engine. Prints
the Markdown table that stands in docs/odds.md; with names of Solvitaire's presets only their rows,
with --deals fewer or more deals of each. With --kept the verdicts go into a file, a line of JSON
each, and a run that was stopped goes on from there. Ends with exit code 1 if a published figure
lies outside our 99.5 % interval, which the unknown deals widen on both sides, or if more than 5 %
are unknown.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.odds.published import Published, all_published
from solitaire_engine.odds.statistics import Counts
from solitaire_engine.solver import Limits, Options
from solitaire_engine.solver.backends import Offer, choose
from solitaire_engine.solver.solving import solve_by

CONFIDENCE: Final = 0.995
MOST_UNKNOWN: Final = 0.05
SOLVER: Final = "native"
OPTIONS: Final = Options(solver=SOLVER, shorten=False)
BEGIN: Final = "<!-- begin: printed by benchmarks/published_rates.py -->"
END: Final = "<!-- end: printed by benchmarks/published_rates.py -->"
HEAD: Final = (
    "| game | deals | positions | won | lost | unknown | our 99.5 % interval | published | inside |",
    "|---|--:|--:|--:|--:|--:|--:|--:|---|",
)


@dataclass(frozen=True, slots=True)
class Sample:
    """How a game is measured: Solvitaire's name of its rules, how many deals, and the most positions of each."""

    preset: str
    deals: int
    positions: int

    @property
    def published(self) -> Published:
        """The figure, and our game with the same rules."""
        (found,) = (entry for entry in all_published() if entry.preset == self.preset and entry.variant)
        return found


SAMPLES: Final = (
    Sample("bakers-game", 1_000, 2_000_000),
    Sample("seahaven-towers", 1_000, 2_000_000),
    Sample("fan", 1_000, 2_000_000),
    Sample("free-cell-2-cell", 1_000, 2_000_000),
    Sample("king-albert", 1_000, 2_000_000),
    Sample("beleaguered-castle", 1_000, 2_000_000),
    Sample("canfield", 300, 6_000_000),
    Sample("klondike", 300, 40_000_000),
)
"""The quick ones first."""


@dataclass(frozen=True, slots=True)
class Row:
    """What was found: the first so many deals, within so many positions each."""

    sample: Sample
    counts: Counts

    @property
    def interval(self) -> tuple[float, float]:
        """Ours, both ends from 0 to 1."""
        return self.counts.interval(CONFIDENCE)

    @property
    def inside(self) -> bool:
        """Whether the published rate lies in it."""
        low, high = self.interval
        return low <= self.sample.published.rate <= high

    @property
    def faults(self) -> list[str]:
        """What is not as it should be, a sentence each."""
        published, (low, high), counts = self.sample.published, self.interval, self.counts
        found: list[str] = []
        if not self.inside:
            found.append(f"{published.share}: {published.percent:.3f} % is not between {low:.2%} and {high:.2%}")
        if counts.unknown > MOST_UNKNOWN * counts.deals:
            found.append(f"{published.share}: {counts.unknown} of {counts.deals} deals are unknown")
        return found

    def __str__(self) -> str:
        """A row of the table."""
        published, (low, high), counts = self.sample.published, self.interval, self.counts
        cells = (
            f"`{published.share}`", f"1-{counts.deals:,}", f"{self.sample.positions:,}", f"{counts.winnable:,}",
            f"{counts.lost:,}", f"{counts.unknown:,}", f"{100 * low:.2f}-{100 * high:.2f} %",
            f"{published.percent:.3f} %", "yes" if self.inside else "no",
        )  # fmt: skip
        return f"| {' | '.join(cells)} |"


def section(rows: Iterable[Row]) -> str:
    """What stands in docs/odds.md between its two markers, and with them."""
    rows = list(rows)
    return "\n".join((BEGIN, "", *HEAD, *map(str, rows), "", *notes(rows), END))


def notes(rows: Iterable[Row]) -> list[str]:
    """What is to be said below the table: of which games deals are missing, and what is not as it should be."""
    rows = list(rows)
    meant = {sample.preset: sample.deals for sample in SAMPLES}
    short = [
        f"`{row.sample.published.share}` ({row.counts.deals:,} of {meant[row.sample.preset]:,})"
        for row in rows
        if row.counts.deals < meant[row.sample.preset]
    ]
    found = [f"- Not all deals were run of {name}." for name in short]
    found += [f"- Not as it should be: {fault}." for row in rows for fault in row.faults]
    return [*found, ""] if found else []


class Kept:
    """Verdicts in a file, each under what it depends on; in memory alone without one."""

    def __init__(self, file: Path | None = None) -> None:
        self._file, self._lock = file, Lock()
        self._known: dict[str, str] = {}
        if file is not None and file.exists():
            for line in file.read_text("utf-8").splitlines():
                key, verdict = json.loads(line)
                self._known[key] = verdict

    def get(self, key: str) -> str | None:
        """The verdict, if it is there."""
        return self._known.get(key)

    def keep(self, key: str, verdict: str) -> None:
        """Write it down."""
        with self._lock:
            self._known[key] = verdict
            if self._file is not None:
                with self._file.open("a", encoding="utf-8") as file:
                    print(json.dumps([key, verdict]), file=file)


def measured(sample: Sample, jobs: int = 1, kept: Kept | None = None) -> Row:
    """A game's row, its deals solved in so many threads; PluginError if the solver fails or says what is not so."""
    kept = kept or Kept()
    published = sample.published
    rules = default_catalog().rules(published.variant, published.values)
    offer = offered(choose(rules, SOLVER).offer)
    limits = Limits(sample.positions)
    back_end = offer.back_end
    searched = f"{rules.variant.hash} {back_end.name} {back_end.version} {sample.positions}"

    def verdict(number: int) -> str:
        key = f"{searched} {number}"
        found = kept.get(key)
        if found is None:
            start = Game(rules, parse_deal(str(number))).start
            found = solve_by(offer, rules, start, limits, OPTIONS).verdict
            kept.keep(key, found)
        return found

    with ThreadPoolExecutor(jobs) as threads:
        verdicts = list(threads.map(verdict, range(1, sample.deals + 1)))
    return Row(sample, Counts(*map(verdicts.count, ("winnable", "lost", "unknown"))))


def offered(offer: Offer | None) -> Offer:
    """The compiled solver, which must take the game; SystemExit if it does not."""
    if offer is None:
        raise SystemExit("the compiled solver declines the game")
    return offer


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and tell by the exit code whether all is as it should be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("presets", metavar="PRESET", nargs="*", help="Solvitaire's names; all eight unless given")
    parser.add_argument("--deals", type=int, help="so many deals of each game")
    parser.add_argument("--positions", type=int, help="the most positions of each deal, for all games")
    parser.add_argument("--jobs", type=int, default=2, help="so many threads (2)")
    parser.add_argument("--kept", metavar="FILE", type=Path, help="where verdicts are kept, and taken from")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.presets) - {sample.preset for sample in SAMPLES}:
        parser.error(f"not measured: {', '.join(sorted(unknown))}")
    rows: list[Row] = []
    kept = Kept(asked.kept)
    print("\n".join(HEAD), flush=True)
    for sample in SAMPLES:
        if asked.presets and sample.preset not in asked.presets:
            continue
        meant = Sample(sample.preset, asked.deals or sample.deals, asked.positions or sample.positions)
        row = measured(meant, asked.jobs, kept)
        print(row, flush=True)
        rows.append(row)
    print("", *notes(rows), sep="\n")
    return 1 if any(row.faults for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
