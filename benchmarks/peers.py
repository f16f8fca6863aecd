"""The compiled solver beside Freecell Solver (fc-solve), and beside the solver in Python, in one run.

    .venv/bin/python -m benchmarks.peers [PART ...] [--rounds N] [--unseen] [--survey] [--quick]

Parts: freecell, bakers, one-cell, antares, klondike, speed, bytes; all of them unless some are
named. The deals are read beforehand; then ours and theirs solve the same ones in turn, round
after round, and the processor time of each call is measured around the call alone.

- Ours: `Native.solve` under the plan of the solver, from a position in bytes to the list of moves.
  Tables and lists keep their memory from one deal to the next and are cleared within the call.
- Theirs: `freecell_solver_user_solve_board` from a board in text, and two calls that fetch the
  moves as one list. Freeing that list and `freecell_solver_user_recycle` do not count.

Ours sends cards home by itself where that is proved to be safe; `by hand` are the moves but for
those, `all` are those that fc-solve counts, too. Every solution of ours is replayed in the engine
in the first round, and verdicts that contradict each other are told: both end with exit code 1.

Part freecell has deals ms:1-3000, which ours was tuned on among others. With `--unseen` it has ten thousand
drawn from ms:40000-1000000 instead, which nothing was tuned on: for one run, at the end.

fc-solve's library comes with Debian's packages freecell-solver-bin and libfreecell-solver0.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from time import process_time

from benchmarks.sides import (
    BAKERS,
    COMPLETE,
    ENDS,
    FASTEST,
    FIRST,
    FREECELL,
    ONE_CELL,
    QUOTAS,
    SORTED,
    SORTED_META,
    Deal,
    Ours,
    Result,
    Scan,
    Theirs,
    deals_of,
    faults,
)

from solitaire_engine.catalog import default_catalog
from solitaire_engine.rules import Rules
from solitaire_engine.solver import Options
from solitaire_engine.solver.evaluation import Evaluation, Weights
from solitaire_engine.solver.search import best_first
from solitaire_engine.solver.ways import Ways
from solitaire_engine_native.backend import POSITIONS
from solitaire_engine_native.portfolio import Entry

UNSEEN_SEED, UNSEEN, UNSEEN_FROM = 20_261_201, 10_000, range(40_000, 1_000_001)
KLONDIKE_SECONDS = 5.0
MUST = {"freecell": 1.0, "bakers": 1.0, "one-cell": 1.0, "antares": 1.3, "klondike": 90, "speed": 25, "bytes": 64}

Side = Callable[[Deal], Result]


def told(side: str, results: Sequence[Result], seconds: Sequence[float]) -> str:
    """A side's line: what it decided, how long that took in the median round, and how long solutions are."""
    counts = {verdict: sum(result.verdict == verdict for result in results) for verdict in ("won", "lost", "open")}
    won = [result for result in results if result.verdict == "won"]
    each = statistics.median(result.seconds for result in results)
    line = (
        f"  {side}: {counts['won']:,} won, {counts['lost']:,} lost, {counts['open']:,} open; "
        f"{statistics.median(seconds):.3f} s ({min(seconds):.3f}-{max(seconds):.3f}), "
        f"{statistics.median(seconds) / len(results) * 1e6:,.0f} us a deal, the median deal {each * 1e6:,.0f} us"
    )
    if won:
        line += f"; length: median {statistics.median(r.moves for r in won):g} of all moves"
        if any(result.by_hand != result.moves for result in won):
            line += f", {statistics.median(r.by_hand for r in won):g} by hand"
    return line


def in_turn(
    sides: Mapping[str, tuple[Side, Sequence[Deal]]], rounds: int, replay: Mapping[str, Side]
) -> dict[str, list[list[Result]]]:
    """What each side says of its deals, round after round.

    Those of `replay` go first, in a round of their own that is not measured.
    """
    for name, side in replay.items():
        for deal in sides[name][1]:
            side(deal)
    found: dict[str, list[list[Result]]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, (side, deals) in sides.items():
            found[name].append([side(deal) for deal in deals])
    return found


def compare(title: str, ours: Ours, theirs: Theirs, deals: Sequence[Deal], rounds: int, must: float) -> None:
    """Both sides on the same deals in turn, and the ratios."""
    names = ("ours", theirs.name)
    print(f"{title}, {len(deals):,} deals, {rounds} rounds in turn")
    found = in_turn({names[0]: (ours, deals), names[1]: (theirs, deals)}, rounds, {names[0]: ours.replayed})
    totals = {name: [sum(r.seconds for r in results) for results in found[name]] for name in names}
    for name in names:
        print(told(name, found[name][-1], totals[name]))
    one, other = found[names[0]][-1], found[names[1]][-1]
    for deal, mine, its in zip(deals, one, other, strict=True):
        if {mine.verdict, its.verdict} == {"won", "lost"} and (mine.verdict == "lost" or theirs.complete is not None):
            faults.append(f"{deal.name} of {title}: ours says {mine.verdict}, fc-solve {its.verdict}")
    ratios = [mine / its for mine, its in zip(totals[names[0]], totals[names[1]], strict=True)]
    print(
        f"  time, ours to theirs: {statistics.median(ratios):.2f} "
        f"(rounds {min(ratios):.2f}-{max(ratios):.2f}; asked: at most {must:g})"
    )


def freecell(quick: bool, rounds: int, unseen: bool) -> None:
    """Microsoft's FreeCell, against the fastest preset."""
    ours = Ours("freecell")
    if unseen:
        numbers = sorted(random.Random(UNSEEN_SEED).sample(UNSEEN_FROM, UNSEEN))
        title = f"freecell, random.Random({UNSEEN_SEED}).sample(range(40000, 1000001), {UNSEEN})"
    else:
        numbers = list(range(1, 61 if quick else 3001))
        title = f"freecell ms:1-{numbers[-1]}"
    # A deal that is lost would keep a preset that is not complete for ever; no deal that is won needs as many.
    theirs = Theirs(FREECELL, FASTEST, 2_000_000, None)
    compare(title, ours, theirs, deals_of(ours.rules, numbers), rounds, MUST["freecell"])


def bakers(quick: bool, rounds: int) -> None:
    """Baker's Game, decided completely, against the best of fc-solve's pairs of a preset and a complete scan."""
    ours, last = Ours("bakers_game"), 30 if quick else 300
    theirs = Theirs(BAKERS, (), 2_000, SORTED)
    compare(f"bakers_game ms:1-{last}", ours, theirs, deals_of(ours.rules, range(1, last + 1)), rounds, MUST["bakers"])


def one_cell(quick: bool, rounds: int) -> None:
    """FreeCell with one cell, all but one deal decided; ours under the limit that it has where nobody sets one."""
    ours, last = Ours("freecell", {"cells": "1"}, positions=POSITIONS), 10 if quick else 300
    theirs = Theirs(ONE_CELL, ("-l", "eo"), 128_000, SORTED_META, 250_000)
    deals = deals_of(ours.rules, range(1, last + 1))
    compare(f"freecell cells=1 ms:1-{last}", ours, theirs, deals, rounds, MUST["one-cell"])


def antares(quick: bool, rounds: int) -> None:
    """Antares against FreeCell, ours alone."""
    numbers = range(1, 31 if quick else 1001)
    sides = {game: Ours(game) for game in ("antares", "freecell")}
    pairs = {game: (ours, deals_of(ours.rules, numbers, boards=False)) for game, ours in sides.items()}
    print(f"antares and freecell ms:1-{numbers[-1]}, ours alone, {rounds} rounds in turn")
    found = in_turn(pairs, rounds, {"antares": sides["antares"].replayed})
    totals = {game: [sum(r.seconds for r in results) for results in found[game]] for game in sides}
    for game in sides:
        print(told(game, found[game][-1], totals[game]))
    ratios = [mine / its for mine, its in zip(totals["antares"], totals["freecell"], strict=True)]
    print(f"  time, antares to freecell: {statistics.median(ratios):.2f} (asked: at most {MUST['antares']:g})")


def klondike(quick: bool) -> None:
    """Klondike, draw 3, all cards known, any number of redeals, cards may come back from home."""
    ours = Ours("klondike", seconds=0.5 if quick else KLONDIKE_SECONDS)
    deals = deals_of(ours.rules, range(1, 6 if quick else 101), boards=False)
    print(f"klondike ms:1-{len(deals)}, ours alone, {ours.seconds:g} s of processor time each")
    results = [ours.replayed(deal) for deal in deals]
    print(told("klondike", results, [sum(result.seconds for result in results)]))
    decided = sum(result.verdict != "open" for result in results)
    print(f"  decided: {decided / len(results):.0%} (asked: at least {MUST['klondike']:g} %)")


def speed(quick: bool, rounds: int) -> None:
    """Positions stored a second by the first search of each, compiled and in Python."""
    most = 2_000 if quick else 20_000
    for game, numbers in (("freecell", range(1, 21)), ("klondike", range(1, 4))):
        ours = Ours(game)
        deals = deals_of(ours.rules, numbers, boards=False)
        weights = ours.plan[0][3]
        search: list[Entry] = [(0, most, 0, weights)]
        ratios: list[float] = []
        rates: tuple[list[float], list[float]] = [], []
        for _ in range(rounds):
            stored, taken = [0, 0], [0.0, 0.0]
            for deal in deals:
                begun = process_time()
                stored[0] += ours.native.solve(deal.ours, search)[2]
                taken[0] += process_time() - begun
                ways = Ways(ours.rules, deal.start, Options())
                packed = ways.packer.pack(ways.settled(deal.start))
                begun = process_time()
                stored[1] += best_first(ways, packed, Evaluation(ours.rules, Weights(*weights)), most, _never).stored
                taken[1] += process_time() - begun
            for side in range(2):
                rates[side].append(stored[side] / taken[side])
            ratios.append(rates[0][-1] / rates[1][-1])
        print(
            f"{game}: {statistics.median(rates[0]):,.0f} positions stored a second, in Python "
            f"{statistics.median(rates[1]):,.0f}: {statistics.median(ratios):.0f} times as many "
            f"(asked: at least {MUST['speed']:g})"
        )


def _never(stored: int, table: object) -> str:
    return ""


def size(quick: bool) -> None:
    """The most bytes that a position takes in the complete search, where nothing is forgotten.

    Tables double as they grow, so each deal is stopped at many sizes and the worst is told.
    """
    for game, values, number in (
        ("freecell", {}, 11982),
        ("freecell", {"cells": "1"}, 27),
        ("bakers_game", {}, 223),
        ("klondike", {}, 5),
    ):
        ours = Ours(game, values)
        (deal,) = deals_of(ours.rules, [number], boards=False)
        complete: list[Entry] = [(1, 0, 0, ours.plan[-1][3])]
        worst, most, stored = 0.0, 20_000, 0
        while most <= (30_000 if quick else 1_000_000):
            _, reason, stored, _, taken, *_ = ours.native.solve(deal.ours, complete, positions=most)
            if stored >= 20_000:
                worst = max(worst, taken / stored)
            if not reason:
                break
            most = most * 21 // 20
        name = " ".join([game, *(f"{key}={value}" for key, value in values.items())])
        print(
            f"{name} {deal.name}, looking at everything, 20,000 to {stored:,} positions: "
            f"at most {worst:.1f} bytes each (asked: {MUST['bytes']:g})"
        )


def survey(name: str, game: Sequence[str], rules: Rules, last: int, may_miss: int) -> None:
    """fc-solve's pairs of a scan for a number of iterations and a complete one for the rest, the fastest first.

    What a preset says is lost goes to the complete scan, too: with meta moves it has not seen
    everything. Each scan runs once; with fewer iterations it takes its time in proportion.
    """
    deals = deals_of(rules, range(1, last + 1))
    print(f"{name} ms:1-{last}: what fc-solve takes, one round")

    def once(arguments: Sequence[str], iterations: int) -> list[Result]:
        scan = Scan([*game, *arguments], iterations)
        results = [scan(deal) for deal in deals]
        scan.close()
        label = " ".join(arguments) or "no scan named"
        print(told(label, results, [sum(result.seconds for result in results)]), flush=True)
        return results

    ends = {complete: once(complete, max(ENDS)) for complete in COMPLETE}
    reference = ends[COMPLETE[0]]
    rows: dict[str, tuple[float, int, int]] = {}
    for first in FIRST:
        starts = once(first, max(QUOTAS))
        for quota in QUOTAS:
            tried = [cut(start, quota) for start in starts]
            for complete, rest in ends.items():
                for most in ENDS:
                    both = [(start, cut(end, most)) for start, end in zip(tried, rest, strict=True)]
                    seconds = sum(one.seconds + (two.seconds if one.verdict != "won" else 0) for one, two in both)
                    still = sum(one.verdict != "won" and two.verdict == "open" for one, two in both)
                    label = f"{' '.join(first) or 'no scan named'} for {quota:,}, then {' '.join(complete)}"
                    if still <= may_miss:
                        rows[label] = min(rows.get(label, (seconds, most, still)), (seconds, most, still))
    for complete, results in ends.items():
        clash = [
            deal.name
            for deal, one, other in zip(deals, reference, results, strict=True)
            if {one.verdict, other.verdict} == {"won", "lost"}
        ]
        if clash:
            print(f"  {' '.join(complete)} contradicts {' '.join(COMPLETE[0])} in {', '.join(clash)}")
    for label, (seconds, most, still) in sorted(rows.items(), key=lambda row: row[1])[:12]:
        print(f"  {seconds:.3f} s, {still} open: {label} for at most {most:,}")


def cut(result: Result, iterations: int) -> Result:
    """What a scan would have said after fewer iterations."""
    if result.stored <= iterations:
        return result
    return Result("open", result.seconds * iterations / result.stored, stored=iterations)


def main() -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parts = ("freecell", "bakers", "one-cell", "antares", "klondike", "speed", "bytes")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(parts)}; all unless told")
    parser.add_argument("--rounds", type=int, default=5, help="alternations; the medians are told")
    parser.add_argument("--unseen", action="store_true", help="freecell has ten thousand deals that nobody looked at")
    parser.add_argument("--survey", action="store_true", help="try fc-solve's scans for bakers and one-cell instead")
    parser.add_argument("--quick", action="store_true", help="few deals and one round, to see that it runs")
    chosen = parser.parse_args()
    for part in chosen.parts:
        if part not in parts:
            parser.error(f"there is no part {part!r}; parts: {', '.join(parts)}")
    quick, rounds = chosen.quick, 1 if chosen.quick else chosen.rounds
    wanted = chosen.parts or (["freecell"] if chosen.unseen else list(parts))
    if chosen.survey:
        last, catalog = 10 if quick else 300, default_catalog()
        if "bakers" in wanted:
            survey("bakers_game", BAKERS, catalog.rules("bakers_game"), last, 0)
        if "one-cell" in wanted:
            survey("freecell cells=1", ONE_CELL, catalog.rules("freecell", {"cells": "1"}), last, 1)
        return
    runs: dict[str, Callable[[], None]] = {
        "freecell": lambda: freecell(quick, rounds, chosen.unseen),
        "bakers": lambda: bakers(quick, rounds),
        "one-cell": lambda: one_cell(quick, rounds),
        "antares": lambda: antares(quick, rounds),
        "klondike": lambda: klondike(quick),
        "speed": lambda: speed(quick, rounds),
        "bytes": lambda: size(quick),
    }
    for part in parts:
        if part in wanted:
            runs[part]()
            sys.stdout.flush()
    for fault in faults:
        print(fault)
    if faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
