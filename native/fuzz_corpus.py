"""Writes what the fuzzer begins with: real tables and positions of some games, a file each.

    python native/fuzz_corpus.py FOLDER

A file has the number of words of the tables (4 bytes, little-endian), the words, one byte that picks
searches and shortcuts, and a position. See src/cpp/fuzz.cpp.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.testing import walk
from solitaire_engine_native.tables import position_of, tables_of

GAMES = (
    "freecell", "klondike", "spider", "scorpion", "yukon", "pyramid", "golf", "tri_peaks", "canfield", "aces_up",
    "la_belle_lucie", "cruel", "agnes_bernauer", "bisley", "calculation", "monte_carlo", "osmosis", "windmill",
    "forty_thieves", "sultan", "gypsy", "duchess", "elevens",
)  # fmt: skip
"""Some with each kind of pile and of rule: stocks, redeals, covers, fills, removals, grids, chosen bases, copies."""
STEPS = 12


def input_of(game: str) -> bytes:
    """One game's tables with a position some moves after a deal."""
    rules = default_catalog().rules(game)
    tables = tables_of(rules)
    position = walk(Game(rules, parse_deal("1")), 1, STEPS).position
    return (len(tables) // 8).to_bytes(4, "little") + tables + b"\x03" + position_of(position)


def main(arguments: Sequence[str]) -> int:
    """Write the files; 2 without a folder."""
    if len(arguments) != 1:
        print("usage: python native/fuzz_corpus.py FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        (folder / f"{game}.bin").write_bytes(input_of(game))
    print(f"{len(GAMES)} inputs in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
