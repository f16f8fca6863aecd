"""`rules`, `show` and `replay`: games as text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from ..catalog import default_catalog, parse_share
from ..describe import rules_page
from ..errors import SolitaireError
from ..game import Game
from ..interchange import FORMATS, write_board
from ..reading import way_out
from ..records import load_record
from ..sentences import counted
from ..settings import Settings, load_settings
from ..stuck import is_stuck
from ..text.board import board_text
from ..text.console import Console
from ..text.look import look_of
from ..text.starting import record_path, rules_of
from ..text.tell import tell
from .listing import tell_hidden
from .playing import Wanted, param_values, shown_game


def _console(settings: Settings, ascii: bool) -> Console:
    return Console(sys.stdin, sys.stdout, look_of(sys.stdout, settings, ascii=ascii))


def show_rules(name: str, params: Sequence[str]) -> None:
    """Print the rules page of a game."""
    catalog = default_catalog()
    code = parse_share(name)
    rules = rules_of(code, catalog, param_values(params))
    tell_hidden(rules.variant.file)
    _console(load_settings(), False).say(rules_page(rules).rstrip("\n"))


def show_game(wanted: Wanted, program: str | None = None) -> None:
    """Print the board of a deal, a record or a position, and the same as one line; or only as a `program` reads it."""
    if program is not None and program.lower() not in FORMATS:
        raise typer.BadParameter(f"{program!r} is not offered; {way_out(program, list(FORMATS))}", param_hint="--as")
    settings = load_settings()
    assert wanted.game is not None
    game = shown_game(wanted, wanted.game, default_catalog(), settings)
    tell_hidden(game.rules.variant.file)
    console = _console(settings, wanted.ascii)
    if program is not None:
        console.show(write_board(game.rules, game.position, program.lower()).rstrip("\n"))
        return
    console.say(_title(game))
    for warning in game.rules.variant.warnings:
        console.say(f"Note: {warning}.")
    console.show(f"\n{board_text(game.rules, game.position, console.look)}\n")
    console.show(f"position: {game.position}")


def _title(game: Game) -> str:
    moves = f", after {counted(len(game.moves))}" if game.moves else ""
    return f"{game.rules.variant.name} - {game.share_code or 'from a position'}{moves}"


def replay_record(path: Path, most: int | None, ascii: bool, any_rules: bool) -> None:
    """Print every move of a record with what it did, then the board and how the game stands."""
    settings, catalog = load_settings(), default_catalog()
    if record_path(str(path), catalog) is None and not path.exists():
        raise SolitaireError(f"{path}: there is no such file; name a game record")
    game = load_record(path, catalog, any_rules=any_rules)
    console = _console(settings, ascii)
    made = len(game.moves)
    number = made if most is None else min(most, made)
    console.say(f"{game.rules.variant.name} - {game.share_code or 'from a position'}, {counted(made)}")
    for at, (move, before) in enumerate(zip(game.moves[:number], game.positions, strict=False)):
        told = tell(game.rules, before, move, game.positions[at + 1])
        console.say(f"{at + 1:4}. {move!s:10} {told}")
    while len(game.moves) > number:
        game.pop()
    console.show(f"\n{board_text(game.rules, game.position, console.look)}\n")
    console.say(_state(game, made))


def _state(game: Game, made: int) -> str:
    at = len(game.moves)
    if at < made:
        return f"After {at} of {counted(made)}."
    if game.is_won:
        return f"Won in {counted(made)}. Every move is legal."
    if is_stuck(game.rules, game.position):
        return f"Lost after {counted(made)}: no move brings the game on. Every move is legal."
    return f"Not finished after {counted(made)}. Every move is legal."
