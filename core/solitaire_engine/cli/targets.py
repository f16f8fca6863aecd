"""What `solve` is asked to look at: one game, as far as it has got, or a range of deals."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from ..catalog import Catalog, ShareCode, parse_share
from ..errors import DealError, SolitaireError
from ..game import Game
from ..records import load_record
from ..rules import Rules
from ..saves import SaveFolder
from ..settings import Settings
from ..text.solution import plural
from ..text.starting import record_path
from .playing import Wanted, new_game

if TYPE_CHECKING:
    from ..odds.ranges import DealRange

_RANGE: Final = re.compile(r"(?i)\s*(?:[a-z]+\s*:\s*(?:ms)?)?\s*([0-9]{1,20})\s*-\s*([0-9]{1,20})\s*")
_POSITION: Final = re.compile(r"(?i)\s*(?!ms\b|pysol\b|deck\b)[a-z]+[0-9]*\s*:")
"""How a position begins, as in ``t1: KS``, and no deal does."""
_BOARD: Final = re.compile(r"(?i)\s*(?:[{]|(?![a-z]:[/\\])[a-z]+[0-9]*\s*:)")
"""How a position of any program begins, and no name of a file does, ``C:/board.txt`` included."""


@dataclass(frozen=True, slots=True)
class Target:
    """One game at the position to look at, or the deals of a range, of which `game` is the first.

    `start` is what `playing.new_game` takes to set `game` up again; empty for a record.
    """

    game: Game
    label: str
    deals: DealRange | None = None
    start: tuple[Wanted, str] | None = None


def range_of(text: str) -> DealRange | None:
    """The deals of a text such as ``1-200`` or ``ms:1-200``; None for any other. DealError if there are none such."""
    found = _RANGE.fullmatch(text)
    if found is None:
        return None
    # Imported here: one deal needs nothing of the odds.
    from ..odds.ranges import parse_range

    if int(found[2]) < int(found[1]):
        raise DealError(f"the range {text.strip()!r} ends before it begins; write the lower number first")
    return parse_range(text)


def target_of(wanted: Wanted, board: str | None, moves: int | None, catalog: Catalog, settings: Settings) -> Target:
    """What to look at. `board`: a position, or a file with one; `moves`: how far into a record."""
    name = wanted.game
    if name is None and not wanted.resume:
        raise typer.BadParameter("name what to solve, as in solitaire solve antares:7, or say --resume")
    if name is not None and _POSITION.match(name) and ";" in name:
        raise typer.BadParameter('a position needs its game before it, as in solitaire solve freecell "t1: KS QH; ..."')
    record = _last_game(wanted) if name is None or wanted.resume else record_path(name, catalog)
    if record is not None:
        if wanted.sets_up or board is not None:
            raise typer.BadParameter("a record has its deal and choices already")
        return _of_record(load_record(record, catalog, any_rules=wanted.any_rules), moves)
    if moves is not None:
        raise typer.BadParameter("only a record has moves", param_hint="--moves")
    assert name is not None
    return _of_name(*_with_board(wanted, name, board), catalog, settings)


def _last_game(wanted: Wanted) -> Path:
    saved = SaveFolder().unfinished()
    if wanted.game is not None:
        raise typer.BadParameter("name a game or say --resume, not both", param_hint="--resume")
    if not saved:
        raise SolitaireError("there is no unfinished game; name what to solve, as in solitaire solve antares:7")
    return saved[0].path


def _of_record(game: Game, moves: int | None) -> Target:
    made = len(game.moves)
    if moves is not None and moves > made:
        raise typer.BadParameter(f"the record has {plural(made)}", param_hint="--moves")
    while moves is not None and len(game.moves) > moves:
        game.pop()
    return Target(game, f"{_name_of(game)} after {plural(len(game.moves))}" if game.moves else _name_of(game))


def _with_board(wanted: Wanted, name: str, board: str | None) -> tuple[Wanted, str]:
    """The request with a position given as an argument, or after the game's name, put where positions belong."""
    code = parse_share(name)
    if board is None and _POSITION.match(code.deal):
        name, board = str(ShareCode(code.variant, code.values, "")), code.deal
    if board is None:
        return wanted, name
    if wanted.position is not None or wanted.position_file is not None:
        raise typer.BadParameter("the position is given twice")
    if _BOARD.match(board) or "\n" in board:
        return replace(wanted, position=board), name
    return replace(wanted, position_file=Path(board)), name


def _of_name(wanted: Wanted, name: str, catalog: Catalog, settings: Settings) -> Target:
    code = parse_share(name)
    deals = range_of(code.deal or wanted.deal or "")
    if deals is not None:
        first = next(iter(deals))
        if code.deal:
            name = str(ShareCode(code.variant, code.values, first))
        else:
            wanted = replace(wanted, deal=first)
    game = new_game(wanted, name, catalog, settings, default_deal="1")
    return Target(game, _name_of(game), deals, (wanted, name))


def _name_of(game: Game) -> str:
    return game.share_code or f"this position of {game.rules.variant.name}"


def rules_again(start: tuple[Wanted, str], catalog: Catalog, settings: Settings) -> Rules:
    """The rules of a target once more, in another process."""
    return new_game(*start, catalog, settings, default_deal="1").rules
