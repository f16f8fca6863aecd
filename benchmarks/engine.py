"""How fast the engine plays and loads, as one table on standard output.

    .venv/bin/python benchmarks/engine.py [--seconds S] [--all | VARIANT ...]

Play: positions from seeded random walks; for each the legal moves once, then the
position after every one of them. Positions are never changed, so going back to the
parent is to keep it: that is the engine's undo, and it is in the figure.
Load: from the YAML file to the first list of legal moves, first in a fresh process
(cold), then again and again in one process by catalogues that have kept nothing (warm).
Machines differ and other programs get in the way, so the figures also stand as ratios
to a fixed loop of plain Python that runs in turn with what is measured.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import perf_counter

from solitaire_engine.apply import apply
from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.deals import Deal
from solitaire_engine.game import Game
from solitaire_engine.host import default_host
from solitaire_engine.moves import legal_moves
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules

SIX = ("antares", "agnes_aces", "agnes_bernauer", "freecell", "klondike", "scorpion")
"""The games that are measured unless others are asked for."""
WALKS = 20
"""Deals 1 to 20 are walked through, at random but the same in every run."""
STEPS = 60
"""The most moves of a walk."""
REFERENCE_LOOPS = 100_000
COLD_RUNS = 3
MUST_PLAY = {"antares": 50_000}
"""Child positions a second that are asked of a variant."""
MUST_LOAD_MS = 20.0


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured for one variant."""

    variant: str
    positions: int
    children: int
    play: float
    """Child positions a second."""
    play_ratio: float
    """Child positions for every run of the reference loop."""
    plugins: float
    """Milliseconds to find and load the plugins, once a process."""
    cold: float
    """Milliseconds to load the variant in a fresh process, after the plugins."""
    warm: float
    """Milliseconds to load in a process that has loaded before."""
    load_ratio: float
    """`warm` over the time of the reference loop."""


def reference() -> None:
    """The loop that stands for the machine's speed: integers, a list, a bytes slice."""
    table = [False] * 128
    pile = bytes(range(52))
    value = 1
    for _ in range(REFERENCE_LOOPS):
        value = (value * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
        table[value & 127] = pile[value % 52 :] > pile


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def in_turn(work: Callable[[], object], budget: float) -> tuple[float, float]:
    """Median seconds of `work` and of the reference loop, run in turn for about `budget` seconds."""
    ours: list[float] = []
    references: list[float] = []
    end = perf_counter() + budget
    while len(ours) < 5 or perf_counter() < end:
        ours.append(seconds(work))
        references.append(seconds(reference))
    return statistics.median(ours), statistics.median(references)


def load(variant: str) -> Rules:
    """The rules of a variant read anew, with the tables that the first list of moves needs."""
    rules = Catalog([bundled_folder()], default_host()).rules(variant)
    legal_moves(rules, Game(rules, Deal("1")).start)
    return rules


def walk(rules: Rules) -> list[Position]:
    """Positions of random play, the same in every run."""
    found: list[Position] = []
    for number in range(1, WALKS + 1):
        chance = random.Random(number)
        position = Game(rules, Deal(str(number))).start
        for _ in range(STEPS):
            found.append(position)
            moves = legal_moves(rules, position)
            if not moves:
                break
            position = apply(rules, position, chance.choice(moves))
    return found


def expand(rules: Rules, positions: Sequence[Position]) -> int:
    """Make every child of every position; gives their number."""
    made = 0
    for position in positions:
        for move in legal_moves(rules, position):
            apply(rules, position, move)
            made += 1
    return made


def cold_load(variant: str) -> tuple[float, float]:
    """Milliseconds in a process of its own to find the plugins and to load a variant, each the best of a few."""
    command = [sys.executable, str(Path(__file__)), "--cold", variant]
    texts = [subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(COLD_RUNS)]
    plugins, loads = zip(*(map(float, text.split()) for text in texts), strict=True)
    return min(plugins), min(loads)


def measure(variant: str, budget: float) -> Row:
    """One row of the table, from about `budget` seconds of play and a quarter of that of loading."""
    rules = load(variant)
    positions = walk(rules)
    children = expand(rules, positions)
    play, beside_play = in_turn(lambda: expand(rules, positions), budget)
    warm, beside_load = in_turn(lambda: load(variant), budget / 4)
    plugins, cold = cold_load(variant)
    return Row(
        variant=variant,
        positions=len(positions),
        children=children,
        play=children / play,
        play_ratio=children / (play / beside_play),
        plugins=plugins,
        cold=cold,
        warm=warm * 1000,
        load_ratio=warm / beside_load,
    )


def table(rows: Sequence[Row]) -> str:
    """The rows in Markdown."""
    heads = ("positions", "children", "children/s", "children/reference", "cold, ms", "warm, ms", "warm/reference")
    lines = [f"| variant | {' | '.join(heads)} |", "|---" + "|--:" * len(heads) + "|"]
    lines += [
        f"| {r.variant} | {r.positions:,} | {r.children:,} | {r.play:,.0f} | {r.play_ratio:,.0f}"
        f" | {r.cold:.1f} | {r.warm:.1f} | {r.load_ratio:.2f} |"
        for r in rows
    ]
    return "\n".join(lines)


def shortfalls(rows: Sequence[Row]) -> list[str]:
    """What was asked and not reached."""
    slow = [
        f"{r.variant}: {r.play:,.0f} child positions a second, {MUST_PLAY[r.variant]:,} are asked"
        for r in rows
        if r.variant in MUST_PLAY and r.play < MUST_PLAY[r.variant]
    ]
    late = [
        f"{r.variant}: {r.cold:.1f} ms to load, under {MUST_LOAD_MS:g} are asked" for r in rows if r.cold > MUST_LOAD_MS
    ]
    return slow + late


def main() -> int:
    """Measure, print, and give 1 if something asked was not reached."""
    parser = argparse.ArgumentParser(description="Measure how fast the engine plays and loads.")
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="ids of the catalogue; six games without any")
    parser.add_argument("--all", action="store_true", help="measure the whole catalogue")
    parser.add_argument("--seconds", type=float, default=3.0, help="time for play, each variant (default 3)")
    parser.add_argument("--cold", metavar="VARIANT", help="only print the milliseconds of plugins and of one load")
    options = parser.parse_args()
    if options.cold:
        # The catalogue imports it only when it loads the first variant; imports are not what is measured here.
        import_module("solitaire_engine.variant")
        print(seconds(default_host) * 1000, seconds(lambda: load(options.cold)) * 1000)
        return 0
    known = sorted(Catalog([bundled_folder()], default_host()).files())
    asked: list[str] = known if options.all else options.variants or list(SIX)
    for id in asked:
        if id not in known:
            parser.error(f"there is no variant {id!r}; see: solitaire list")
    rows = [measure(variant, options.seconds) for variant in asked]
    loop = min(seconds(reference) for _ in range(5)) * 1000
    plugins = min(row.plugins for row in rows)
    print(f"Python {platform.python_version()}, {platform.system()}, {os.cpu_count()} cores")
    print(f"reference loop {loop:.1f} ms, plugins {plugins:.1f} ms\n\n{table(rows)}")
    failed = shortfalls(rows)
    print("", *failed, sep="\n" if failed else "")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
