"""Which searches are tried one after the other, and with how much each.

The plan is read off the tables of a game, never its name. At the end of every plan stands a
search that looks at everything that is left, which alone can prove a deal lost.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from typing import Final

from solitaire_engine.rules import Rules
from solitaire_engine.solver import portfolio
from solitaire_engine.solver.evaluation import Weights
from solitaire_engine.tables import Tables

BEST, DEPTH, BEAM = 0, 1, 2
"""How a search goes on: with what looks best, with everything, or level by level."""
NARROW: Final = 10
"""Added to how, for a search that leaves out what seldom helps. It proves nothing."""

Entry = tuple[int, int, int, list[int]]
"""How, the most positions (0: all that may be stored), the width of a beam or the slack, the weights, for `_native`."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One search: `share` is the most positions that it may store, None for all that may be; `width` that of a beam.

    `narrow`: it leaves out what seldom helps, and proves nothing. `slack`: a best-first search that has come to a
    position goes on from there as long as the best way on is no more than that worse than the best that waits. It
    jumps about less, which saves time, and its solutions are somewhat longer.
    """

    how: int
    weights: Weights
    share: int | None = None
    width: int = 0
    narrow: bool = False
    slack: int = 0

    @property
    def entry(self) -> Entry:
        """As the compiled search takes it."""
        return (self.how + NARROW * self.narrow, self.share or 0, self.width or self.slack, list(astuple(self.weights)))


LOOSE: Final = Weights(79, 16, 6, 3, 39, 29, 9, 15, 2, 1, 128)
"""For games in which everything lies open and groups move in any order, found by trying on deals of Antares."""
ORDER: Final = Weights(15, 20, 7, 5, 33, 31, 5, 4, 14, 5, 69)
"""For games in which everything lies open: what lies in order counts more. Found by trying on deals of FreeCell."""
ROOM: Final = Weights(14, 9, 6, 2, 29, 29, 6, 4, 10, 5, 53)
"""The same, where room counts more than order."""

GENEROUS_CELLS: Final = 3
"""Cells with which a game built in two colours or more is seldom lost."""


def attempts(rules: Rules) -> list[Attempt]:
    """The searches in turn for a game."""
    groups = rules.groups
    if any(group.accept == "run" for group in groups) or rules.variant.win.sorted is not None:
        return _with_runs()
    hidden = any(not placement.up for step in rules.variant.deal for placement in step.placements)
    if rules.stock >= 0 or (hidden and not rules.cells):
        return _with_stock()
    tables = rules.tables(max(rules.variant.base, 0))
    if any(group.kind == "tableau" and tables.hang[number] is None for number, group in enumerate(groups)):
        return _loose()
    return _generous() if _is_generous(rules, tables) else _tight()


def _is_generous(rules: Rules, tables: Tables) -> bool:
    """Whether nearly every deal can be won: there are several cells, and most cards may lie on two others or more."""
    cards = set(rules.pack)
    return len(rules.cells) >= GENEROUS_CELLS and any(
        2 * sum(build[card].bit_count() >= 2 for card in cards) > len(cards)
        for unit, build in zip(rules.units, tables.build, strict=True)
        if rules.groups[unit.group].kind == "tableau"
    )


def _generous() -> list[Attempt]:
    """Everything is known, and nearly every deal can be won: search after search that finds, and proofs last.

    Which searches and how much of each is what decided twelve thousand deals of FreeCell in the least time, half of
    them Microsoft's 1 to 6000. The last three were chosen on the hundred deals that the first four miss, of 46,000 of
    our own and Microsoft's 1-6000 and 24001-39000.
    """
    return [
        Attempt(BEST, ORDER, 4_000, slack=1_000),
        Attempt(BEST, ROOM, 3_000, narrow=True, slack=100),
        Attempt(BEST, replace(ROOM, depth=17), 3_000, slack=1_000),
        Attempt(BEST, portfolio.DEEP, 4_000, narrow=True, slack=100),
        Attempt(BEST, ROOM, 24_000, slack=100),
        Attempt(BEST, ORDER, 4_000, slack=100),
        Attempt(BEST, replace(ORDER, depth=25), 40_000, narrow=True),
        *_proofs(),
    ]


def _tight() -> list[Attempt]:
    """Everything is known, and many a deal is lost: what two short searches miss is mostly lost, and soon proved so."""
    return [
        Attempt(BEST, ORDER, 1_500, slack=1_000),
        Attempt(BEST, ROOM, 1_000, narrow=True, slack=100),
        *_proofs(),
    ]


def _loose() -> list[Attempt]:
    """Everything is known, and groups of cards move in any order."""
    return [
        Attempt(BEST, LOOSE, 4_000, slack=1_000),
        Attempt(BEST, portfolio.DEEP, 2_000),
        Attempt(BEST, LOOSE, 2_000, narrow=True),
        Attempt(BEST, portfolio.OPEN, 1_000),
        *_proofs(),
    ]


def _proofs() -> list[Attempt]:
    """The end of every plan where all is known."""
    return [
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
