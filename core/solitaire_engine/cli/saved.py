"""`saves`: the games that can be resumed, and which of them is meant."""

from __future__ import annotations

import json
from pathlib import Path

from ..errors import SolitaireError
from ..saves import SavedGame, SaveFolder
from ..sentences import counted
from ..stats import clock_text
from .listing import fitted, print_table, terminal_width


def list_saves(as_json: bool) -> None:
    """Print the unfinished games with their numbers, for ``play --resume``."""
    games = SaveFolder().begun()
    if as_json:
        print(json.dumps([_facts(number, game) for number, game in enumerate(games, 1)], indent=2, ensure_ascii=False))
        return
    if not games:
        print("There is no unfinished game; begin one, as with: solitaire play antares")
        return
    rows = [
        (str(number), game.name, str(game.moves), clock_text(game.sitting.seconds), _when(game), _deal(game))
        for number, game in enumerate(games, 1)
    ]
    print_table(fitted([("", "game", "moves", "time", "played last", "deal"), *rows], 1, terminal_width()))
    print("\nTo go on with one: solitaire play --resume NUMBER")


def _facts(number: int, game: SavedGame) -> dict[str, object]:
    sitting = game.sitting
    return {
        "number": number,
        "variant": game.variant,
        "name": game.name,
        "moves": game.moves,
        "seconds": sitting.seconds,
        "hints": sitting.hints,
        "played_last": game.when.isoformat(timespec="seconds"),
        "share_code": game.share_code or None,
        "daily": sitting.daily or None,
        "id": sitting.id,
        "file": str(game.path),
    }


def chosen_save(text: str, folder: SaveFolder) -> Path | None:
    """The file that a number of the list, or the name of a file of the folder, means; None for other texts.

    SolitaireError for a number that the list has not got.
    """
    if not text.isascii() or not text.isdecimal():
        return next((game.path for game in folder.unfinished() if text in (game.path.stem, game.path.name)), None)
    games = folder.begun()
    # Cut, for Python refuses to convert thousands of digits.
    number = int(text[:6])
    if not 1 <= number <= len(games) or len(text) > 6:
        numbers = {0: "there is none at all", 1: "the only one is 1"}.get(len(games), f"they are 1 to {len(games)}")
        raise SolitaireError(f"there is no unfinished game {text[:20]}; {numbers}; see: solitaire saves")
    return games[number - 1].path


def about(game: SavedGame) -> str:
    """An unfinished game in a sentence: "A game of Antares (1 move) from 2030-01-31 18:05"."""
    return f"A game of {game.name} ({counted(game.moves)}) from {_when(game)}"


def _deal(game: SavedGame) -> str:
    return f"daily {game.sitting.daily}" if game.sitting.daily else game.share_code or "-"


def _when(game: SavedGame) -> str:
    return f"{game.when:%Y-%m-%d %H:%M}"
