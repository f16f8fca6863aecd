"""Which searches are tried one after the other, and with how much each.

The plan is read off the tables of a game, never its name. At the end of every plan stands a
search that looks at everything that is left, which alone can prove a deal lost.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Final

from solitaire_engine.rules import Rules
from solitaire_engine.solver import portfolio
from solitaire_engine.solver.evaluation import Weights

BEST, DEPTH, BEAM = 0, 1, 2
"""How a search goes on: with what looks best, with everything, or level by level."""
NARROW: Final = 10
"""Added to how, for a search that leaves out what seldom helps. It proves nothing."""

Entry = tuple[int, int, int, list[int]]
"""How, the most positions (0: all that may be stored), the width of a beam, and the weights, for `_native`."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One search: `share` is the most positions that it may store, None for all that may be; `width` that of a beam.

    `narrow`: it leaves out what seldom helps, and proves nothing.
    """

    how: int
    weights: Weights
    share: int | None = None
    width: int = 0
    narrow: bool = False

    @property
    def entry(self) -> Entry:
        """As the compiled search takes it."""
        return (self.how + NARROW * self.narrow, self.share or 0, self.width, list(astuple(self.weights)))


LOOSE: Final = Weights(78, 17, 4, 3, 39, 27, 7, 14, 1, 2, 65)
"""For games in which everything lies open and groups move in any order, found by trying on deals of Antares."""


def attempts(rules: Rules) -> list[Attempt]:
    """The searches in turn for a game."""
    groups = rules.groups
    if any(group.accept == "run" for group in groups) or rules.variant.win.sorted is not None:
        return _with_runs()
    hidden = any(not placement.up for step in rules.variant.deal for placement in step.placements)
    if rules.stock >= 0 or (hidden and not rules.cells):
        return _with_stock()
    hang = rules.tables(max(rules.variant.base, 0)).hang
    loose = any(group.kind == "tableau" and hang[number] is None for number, group in enumerate(groups))
    return _open(LOOSE, portfolio.OPEN) if loose else _open(portfolio.OPEN, LOOSE)


def _open(first: Weights, other: Weights) -> list[Attempt]:
    """Everything is known and little is needed.

    The first four, and how much each may store, are what decided FreeCell's deals 1 to 6000 of Microsoft's in the
    least time, judged on the half not chosen by. What all of them miss is mostly lost, and soon proved so.
    """
    return [
        Attempt(BEST, first, 4_000),
        Attempt(BEST, portfolio.DEEP, 2_000),
        Attempt(BEST, first, 2_000, narrow=True),
        Attempt(BEST, other, 1_000),
        Attempt(DEPTH, portfolio.OPEN, 60_000),
        Attempt(BEST, portfolio.OPEN, 200_000),
        Attempt(BEST, portfolio.DEEP, 200_000),
        Attempt(DEPTH, portfolio.DEEP),
    ]


def _with_stock() -> list[Attempt]:
    """Cards lie hidden or come one by one: narrow searches and beams find what best-first alone does not."""
    return [
        Attempt(BEST, portfolio.BURIED, 4_000),
        Attempt(BEST, portfolio.OPEN, 3_000),
        Attempt(BEST, portfolio.BURIED, 30_000, narrow=True),
        Attempt(BEAM, portfolio.BURIED, 60_000, width=100),
        Attempt(DEPTH, portfolio.BURIED, 100_000),
        Attempt(BEST, portfolio.BURIED, 150_000, narrow=True),
        Attempt(BEAM, portfolio.BURIED, 500_000, width=1_000),
        Attempt(DEPTH, portfolio.BURIED),
    ]


def _with_runs() -> list[Attempt]:
    """Whole runs are put together: of many ways on, beams keep the promising ones."""
    return [
        Attempt(BEST, portfolio.RUNS, 4_000),
        Attempt(BEST, portfolio.SUITED, 4_000),
        Attempt(BEST, portfolio.BURIED, 4_000),
        Attempt(BEAM, portfolio.RUNS, 100_000, width=100),
        Attempt(BEAM, portfolio.SUITED, 100_000, width=100),
        Attempt(BEST, portfolio.RUNS, 100_000),
        Attempt(BEAM, portfolio.SUITED, 700_000, width=1_000),
        Attempt(DEPTH, portfolio.RUNS),
    ]


def plan(rules: Rules) -> list[Entry]:
    """The same as the compiled search takes it."""
    return [attempt.entry for attempt in attempts(rules)]
