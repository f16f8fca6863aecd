"""Every game of the catalogue on the same few deals with a small budget: which are won, and which never are.

    .venv/bin/python benchmarks/catalogue_wins.py [--deals N] [--limit POSITIONS] [--jobs K] [GAME ...] > docs/wins.md

Games of which no deal is won are tried again with a larger budget, and listed with what was found.
The counts depend on nothing but the arguments and the version of the solver.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.rules import Rules
from solitaire_engine.solver import Limits, Options, Verdict, solve

AGAIN, MORE = 3, 20
"""Games without a win are tried again on so many deals, with so many times the budget."""

HEAD = """# Games the solver wins

<!-- Made by python benchmarks/catalogue_wins.py > docs/wins.md -->

Each of the {games} games and presets of the catalogue, with its usual parameters, on its deals 1 to {deals}, with at
most {limit:,} positions stored for each deal. That is little: a deal that stays unknown says nothing about the game,
and these are no win rates (see [odds.md](odds.md) for those). What the table shows is that the solver plays every
game, and where it finds it hard. *Positions* is the median over all deals.
"""

OPTIONS = Options(shorten=False, solver="python")
"""The page is about the solver that everybody has."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of one game."""

    game: str
    name: str
    verdicts: Counter[Verdict] = field(default_factory=Counter["Verdict"])
    positions: float = 0


@lru_cache(maxsize=2)
def rules_of(game: str) -> Rules:
    """The rules of a game, made once in a process for deals that follow one another."""
    return default_catalog().rules(game)


def tried(task: tuple[str, int, int]) -> Found:
    """One game on its first deals, each within a limit of positions."""
    game, deals, limit = task
    rules = rules_of(game)
    answers = [
        solve(rules, Game(rules, parse_deal(str(deal))).position, Limits(limit), OPTIONS)
        for deal in range(1, deals + 1)
    ]
    verdicts = Counter[Verdict](answer.verdict for answer in answers)
    return Found(game, rules.variant.name, verdicts, statistics.median(answer.positions for answer in answers))


def table(found: Sequence[Found]) -> str:
    """The results as a table of Markdown."""
    rows = ["| game | won | lost | unknown | positions |", "|---|--:|--:|--:|--:|"]
    for each in sorted(found, key=lambda each: each.name):
        counts = each.verdicts
        rows.append(
            f"| {each.name} (`{each.game}`) | {counts['winnable']} | {counts['lost']} | {counts['unknown']} "
            f"| {each.positions:,.0f} |"
        )
    return "\n".join(rows)


def page(games: Sequence[str], deals: int, limit: int, jobs: int) -> str:
    """The whole page, worked out with `jobs` processes."""
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        found: list[Found] = []
        for number, each in enumerate(pool.imap_unordered(tried, [(game, deals, limit) for game in games]), 1):
            found.append(each)
            print(f"{number}/{len(games)} {each.game} {dict(each.verdicts)}", file=sys.stderr, flush=True)
        without = [each.game for each in found if not each.verdicts["winnable"]]
        again = list(pool.imap_unordered(tried, [(game, AGAIN, limit * MORE) for game in sorted(without)]))
    total = Counter[Verdict]()
    for each in found:
        total.update(each.verdicts)
    parts = [
        HEAD.format(games=len(found), deals=deals, limit=limit),
        f"In all {total['winnable']:,} deals were won, {total['lost']:,} proved lost, and {total['unknown']:,} stayed "
        f"unknown; in {len(found) - len(without)} games at least one deal was won.\n",
        f"## No win found\n\nOf these {len(without)} games no deal was won. They were tried again on deals 1 to "
        f"{AGAIN} with at most {limit * MORE:,} positions:\n\n{table(again)}\n" if without else "",
        f"## All games\n\n{table(found)}",
    ]  # fmt: skip
    return "\n".join(part for part in parts if part)


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="some games instead of all")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--limit", type=int, default=1_000)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    print(
        page(chosen.games or [entry.id for entry in default_catalog().entries], chosen.deals, chosen.limit, chosen.jobs)
    )


if __name__ == "__main__":
    main()
