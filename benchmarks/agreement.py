"""The compiled solver against the one in Python, on the same deals of every game within the same number of positions.

    .venv/bin/python benchmarks/agreement.py [--deals N] [--limit POSITIONS] [--more K] [--seed S] [--jobs J]
                                             [--kept FILE] [GAME ...]

Both stop after so many positions, and each finds what the other may not have found by then. But
where both say something they must say the same, and every solution is replayed in the engine.
The compiled one is asked again with K times the positions: that too may contradict nothing.
The deals are drawn by the seed. Prints a table and fails if there is a contradiction.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules
from solitaire_engine.solver import Answer, Limits, Options, solve
from solitaire_engine_native.tables import why_not

LAST = 1_000_000
PYTHON, NATIVE = (Options(solver=name, shorten=False) for name in ("python", "native"))
COLUMNS = ("both won", "both lost", "only native", "only Python", "neither", "with more")
"""How many deals both decided, only one did, or none; and how many the compiled one decides with more positions."""

Verdicts = dict[str, str]
"""What Python said of a game's deals, by number."""


@dataclass
class Row:
    """What was found of one game."""

    game: str
    declined: str = ""
    counts: Counter[str] = field(default_factory=Counter[str])
    wrong: list[str] = field(default_factory=list[str])
    python: Verdicts = field(default_factory=dict[str, str])
    seconds: float = 0.0


@dataclass(frozen=True)
class Task:
    """One game, its deals, the limit and how many times it the other one; what is known of Python already."""

    game: str
    deals: tuple[int, ...]
    limit: int
    more: int
    python: Verdicts


@lru_cache(maxsize=2)
def rules_of(game: str) -> Rules:
    """The rules of a game, made once in a process."""
    return default_catalog().rules(game)


def compared(task: Task) -> Row:
    """Both solvers on the deals of one game."""
    rules = rules_of(task.game)
    row = Row(task.game, why_not(rules), python=dict(task.python))
    begun = time.process_time()
    for deal in () if row.declined else task.deals:
        position = Game(rules, parse_deal(str(deal))).position
        if str(deal) not in row.python:
            row.python[str(deal)] = solve(rules, position, Limits(positions=task.limit), PYTHON).verdict
        python = row.python[str(deal)]
        native, more = (
            native_verdict(row, rules, position, deal, limit) for limit in (task.limit, task.limit * task.more)
        )
        row.counts[column(python, native)] += 1
        row.counts["with more"] += more != "unknown"
        if len({python, native, more} - {"unknown"}) > 1:
            row.wrong.append(f"deal {deal}: Python {python}, native {native}, with more positions {more}")
    row.seconds = time.process_time() - begun
    return row


def native_verdict(row: Row, rules: Rules, position: Position, deal: int, limit: int) -> str:
    """What the compiled solver says; that another one had to answer for it is wrong."""
    answer: Answer = solve(rules, position, Limits(positions=limit), NATIVE)
    if answer.solver != "native" or answer.warning:
        row.wrong.append(f"deal {deal}: {answer.warning or answer.solver}")
        return "unknown"
    return answer.verdict


def column(python: str, native: str) -> str:
    """Where a deal is counted."""
    if python == native:
        return {"winnable": "both won", "lost": "both lost", "unknown": "neither"}[python]
    if python == "unknown":
        return "only native"
    return "only Python" if native == "unknown" else "contradictions"


def report(rows: Sequence[Row]) -> None:
    """The table, what is wrong, and a last line with sums."""
    taken = [row for row in rows if not row.declined]
    print(f"| game | {' | '.join(COLUMNS)} |\n|---|{'--:|' * len(COLUMNS)}")
    for row in taken:
        print(f"| {row.game} | {' | '.join(str(row.counts[name]) for name in COLUMNS)} |")
    sums: Counter[str] = Counter()
    for row in taken:
        sums.update(row.counts)
    print(f"| **all {len(taken)}** | {' | '.join(str(sums[name]) for name in COLUMNS)} |\n")
    for row in rows:
        if row.declined:
            print(f"{row.game}: declined, for {row.declined}")
        for sentence in row.wrong:
            print(f"WRONG {row.game}, {sentence}")


def main(arguments: Sequence[str]) -> int:
    """The command: 1 if the two contradict each other."""
    parser = argparse.ArgumentParser(description="Hold the compiled solver to the one in Python.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these (default: the whole catalogue)")
    parser.add_argument("--deals", type=int, default=200, help="how many of each game (default: 200)")
    parser.add_argument("--limit", type=int, default=1_000, help="positions that each may store (default: 1000)")
    parser.add_argument("--more", type=int, default=20, help="times as many for the second try (default: 20)")
    parser.add_argument("--seed", type=int, default=7, help="draws the deals (default: 7)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--kept", type=Path, help="keeps what Python says, which takes longest, for the next time")
    given = parser.parse_args(arguments)
    games = given.games or [entry.id for entry in default_catalog().entries]
    known: dict[str, Verdicts] = {}
    if given.kept is not None and given.kept.exists():
        known = json.loads(given.kept.read_text("utf-8"))
    tasks: list[Task] = []
    for game in games:
        deals = tuple(random.Random(f"{game} {given.seed}").sample(range(1, LAST), given.deals))
        key = f"{game} {given.limit}"
        tasks.append(Task(game, deals, given.limit, given.more, known.get(key, {})))
    rows: list[Row] = []
    with multiprocessing.Pool(given.jobs) as pool:
        for row in pool.imap(compared, tasks):
            rows.append(row)
            print(f"{len(rows)} of {len(tasks)}: {row.game}, {row.seconds:.1f} s", file=sys.stderr, flush=True)
            if given.kept is not None:
                known[f"{row.game} {given.limit}"] = row.python
                given.kept.write_text(json.dumps(known), "utf-8")
    report(rows)
    return 1 if any(row.wrong for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
