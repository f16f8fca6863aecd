"""Writes the golden texts in ``data/playthroughs``: one short game for each variant and preset.

    python tests/make_playthroughs.py            all of them
    python tests/make_playthroughs.py klondike   those of the named games

Run it for a new variant, and after a change of the rules that is meant; then read what git
shows as changed, for these texts are what the tests compare with.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from solitaire_engine.apply import apply
from solitaire_engine.catalog import Catalog, Entry, bundled_folder
from solitaire_engine.errors import SolitaireError
from solitaire_engine.game import Game, deal
from solitaire_engine.host import default_host
from solitaire_engine.position import Move, Position

FOLDER = Path(__file__).parent / "data" / "playthroughs"
COMMAND = "python tests/make_playthroughs.py"
DEAL = "7"
STEPS = 12


def bundled() -> Catalog:
    """The games of this repository, without those of other installed plugins."""
    return Catalog([bundled_folder()], default_host())


def file_name(entry: Entry) -> str:
    """``klondike.txt``, and for a preset ``klondike-klondike_draw_one.txt``."""
    return f"{entry.file.stem}-{entry.id}.txt" if entry.preset else f"{entry.id}.txt"


def playthrough(entry: Entry, catalog: Catalog) -> str:
    """The golden text: the game and its deal, then positions with their legal moves, and the moves made."""
    game = deal(entry.id, DEAL, catalog=catalog)
    lines = [entry.id, f"deal {DEAL}", "", *_now(game)]
    for number, move in enumerate(_moves(game), 1):
        lines += ["", f"{number}. {move}", *_now(game)]
    return "\n".join(lines) + "\n"


def _now(game: Game) -> Iterator[str]:
    """The position, and what may be done there."""
    moves = list(map(str, game.legal_moves))
    yield str(game)
    yield f"{len(moves)} legal: {', '.join(moves)}" if moves else "no legal move"


def _moves(game: Game) -> Iterator[Move]:
    """Up to `STEPS` moves, each given after it is made, picked by a rule that must stay as it is.

    Only moves to positions not seen before count. At every fourth step a deal or a redeal is
    taken if there is one; else a move that brings a card home; else the move at place 5 x step,
    counted round and round through the list.
    """
    home = {game.rules.names[pile] for pile in game.rules.home}
    seen: set[Position] = {game.position}
    for step in range(1, STEPS + 1):
        new = [move for move in game.legal_moves if apply(game.rules, game.position, move) not in seen]
        if not new:
            return
        dealing = [move for move in new if move.kind in ("deal", "redeal") and step % 4 == 0]
        bringing = [move for move in new if move.kind == "remove" or (move.target in home and move.source not in home)]
        choice = dealing or bringing or new
        move = game.push(choice[5 * step % len(choice)])
        seen.add(game.position)
        yield move


def main(arguments: Sequence[str] | None = None) -> int:
    """The script: writes the files, and gives its exit code."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="Write the golden texts of the playthrough tests.")
    parser.add_argument("games", nargs="*", help="ids of variants and presets; all of them if none is given")
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder to write to")
    options = parser.parse_args(arguments)
    catalog = bundled()
    try:
        entries = [catalog.find(name) for name in options.games] or list(catalog.entries)
        texts = {file_name(entry): playthrough(entry, catalog) for entry in entries}
    except SolitaireError as error:
        print(error, file=sys.stderr)
        return 2
    options.to.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (options.to / name).write_text(text, encoding="utf-8", newline="\n")
        print(options.to / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
