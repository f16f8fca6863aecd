"""How well the solver solves, as lines on standard output, beside what is asked of it.

    .venv/bin/python benchmarks/solver.py [--quick] [--only PART ...]

Parts: freecell, antares, proof, speed, memory. Counts of positions and lengths are the
same on every machine. Speeds are in positions stored a second of processor time, and beside
them as a ratio to a fixed loop of plain Python that runs in turn with what is measured.
Memory is the growth of a fresh process's resident size to its peak, which Linux tells.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from time import process_time

from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.solver import Answer, Limits, Options, solve
from solitaire_engine.solver.evaluation import Evaluation
from solitaire_engine.solver.portfolio import favourites
from solitaire_engine.solver.search import best_first
from solitaire_engine.solver.ways import Ways

REFERENCE_LOOPS = 1_000_000
WITHIN = 100_000
PROOF = "ms:11982"
PROVE_WITHIN = 1_000_000
MUST_MEDIAN, MUST_SPEED, MUST_LENGTH, MUST_BYTES = 1_000, 40_000, 70, 400


def reference() -> float:
    """The processor time of a fixed loop of plain Python, in seconds."""
    begun = process_time()
    total = 0
    for number in range(REFERENCE_LOOPS):
        total ^= number * 3
    return process_time() - begun


def answers(game: str, deals: Sequence[str], positions: int, shorten: bool) -> list[Answer]:
    """The solver's answers to some deals of a game."""
    rules = default_catalog().rules(game)
    limits, options = Limits(positions), Options(shorten=shorten, solver="python")
    return [solve(rules, Game(rules, parse_deal(deal)).position, limits, options) for deal in deals]


def solved(game: str, last: int) -> None:
    """All deals from ms:1 on, each within a number of positions."""
    found = answers(game, [f"ms:{n}" for n in range(1, last + 1)], WITHIN, shorten=True)
    won = [answer for answer in found if answer.verdict == "winnable"]
    stored = [answer.positions for answer in found]
    print(
        f"{game} ms:1-{last}: {len(won)} of {last} solved within {WITHIN:,} positions each (asked: all); "
        f"positions: median {statistics.median(stored):,.0f}, most {max(stored):,}"
        + (f" (asked: median at most {MUST_MEDIAN:,})" if game == "freecell" else "")
    )
    print(
        f"{game} ms:1-{last}: median length {statistics.median(a.length for a in won):g} moves by hand, "
        f"{statistics.median(a.found for a in won):g} before shortening, "
        f"{statistics.median(len(a.moves) for a in won):g} with those that go home by themselves"
        + (f" (asked: at most {MUST_LENGTH} by hand)" if game == "freecell" else "")
    )


def proof() -> None:
    """The one lost deal among Microsoft's first 32,000."""
    (answer,) = answers("freecell", [PROOF], PROVE_WITHIN, shorten=False)
    print(
        f"freecell {PROOF}: {answer.verdict} after {answer.positions:,} positions (asked: lost within {PROVE_WITHIN:,})"
    )


def speed(last: int) -> None:
    """Positions that the first search stores a second, in turn with the reference loop."""
    for game, deals in (("freecell", [f"ms:{n}" for n in range(1, last + 1)]), ("klondike", ["1", "2", "3"])):
        rules = default_catalog().rules(game)
        weights = favourites(rules)[0]
        loops: list[float] = []
        stored, taken = 0, 0.0
        for number, deal in enumerate(deals):
            if number % 10 == 0:
                loops.append(reference())
            start = Game(rules, parse_deal(deal)).position
            ways = Ways(rules, start, Options())
            packed = ways.packer.pack(ways.settled(start))
            begun = process_time()
            stored += best_first(ways, packed, Evaluation(rules, weights), 20_000, lambda stored, table: "").stored
            taken += process_time() - begun
        asked = f" (asked: {MUST_SPEED:,})" if game == "freecell" else ""
        print(
            f"{game}: {stored / taken:,.0f} positions stored a second{asked}; "
            f"{stored / taken * statistics.median(loops):,.0f} in the time of the reference loop"
        )


GROWTH = """
import re, sys
from pathlib import Path
from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.solver.answers import Limits, Options
from solitaire_engine.solver.evaluation import Evaluation
from solitaire_engine.solver.portfolio import favourites
from solitaire_engine.solver.search import best_first, depth_first
from solitaire_engine.solver.watching import Watch, resident_size
from solitaire_engine.solver.ways import Ways
game, deal, kind, positions, cap = sys.argv[1:]
rules = default_catalog().rules(game)
start = Game(rules, parse_deal(deal)).position
ways = Ways(rules, start, Options())
watch = Watch(Limits(None, memory=int(cap) or None), None, None)
before = resident_size()
search = {"best": best_first, "depth": depth_first}[kind]
packed = ways.packer.pack(ways.settled(start))
outcome = search(ways, packed, Evaluation(rules, favourites(rules)[0]), int(positions), watch)
peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) * 1024
print(outcome.stored, peak - before, outcome.reason)
"""


def grown(game: str, deal: str, kind: str, positions: int, cap: int) -> tuple[int, int, str]:
    """Positions stored, bytes grown and why it ended, of one search in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-c", GROWTH, game, deal, kind, str(positions), str(cap)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    stored, size, *reason = run.stdout.split()
    return int(stored), int(size), " ".join(reason)


def memory(positions: int) -> None:
    """Bytes a stored position, and whether a limit of memory is kept."""
    for game, deal in (("freecell", PROOF), ("klondike", "3"), ("spider", "1")):
        for kind in ("best", "depth"):
            stored, size, _ = grown(game, deal, kind, positions, 0)
            print(
                f"{game}, {kind}-first: {size / stored:.0f} bytes a stored position of {stored:,} (asked: {MUST_BYTES})"
            )
    for megabytes in (20, 60):
        stored, size, reason = grown("spider", "1", "best", 10**9, megabytes * 10**6)
        print(
            f"spider under a limit of {megabytes} MB: {size / 1e6:.1f} MB at most, {stored:,} positions, "
            f"ended by {reason}"
        )


def main() -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer deals and positions, to see that it runs")
    parser.add_argument("--only", nargs="+", metavar="PART", help="some of freecell, antares, proof, speed, memory")
    chosen = parser.parse_args()
    last, positions = (10, 20_000) if chosen.quick else (200, 200_000)
    parts: dict[str, Callable[[], None]] = {
        "freecell": lambda: solved("freecell", last),
        "antares": lambda: solved("antares", last),
        "proof": proof,
        "speed": lambda: speed(last),
        "memory": lambda: memory(positions),
    }
    wanted = chosen.only or [part for part in parts if not (chosen.quick and part == "proof")]
    unknown = [part for part in wanted if part not in parts]
    if unknown:
        parser.error(f"there is no part {unknown[0]!r}; parts: {', '.join(parts)}")
    for part in wanted:
        parts[part]()


if __name__ == "__main__":
    main()
