"""Which windows open over the table, and what stands in them. Loaded when the first one opens."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from ..catalog import Catalog
from ..describe import rules_sections
from ..position import Move
from ..saves import SavedGame
from ..sentences import counted
from ..stats import clock_text
from ..table.choices import Setup
from ..table.session import Session
from ..text.tell import told_move
from .dialogs import Choice, Page
from .keys import help_lines
from .newgame import NewGame

_MARGIN = 6
"""Columns that a window's frame and bar take."""
_WIDEST = 90
OFFERED = 3
"""So many unfinished games are offered when another one is begun."""


def help_window(width: int) -> Page:
    """All keys, for a screen of some columns."""
    return Page("Keys and mouse", help_lines(min(width - _MARGIN, _WIDEST)))


def rules_window(session: Session, width: int) -> Page:
    """The rules of the game that is played, for a screen of some columns."""
    lines: list[str] = []
    headings: list[int] = []
    for section in rules_sections(session.game.rules):
        lines += [""] if lines else []
        if section.heading:
            headings.append(len(lines))
            lines.append(section.heading)
        room = max(min(width - _MARGIN, _WIDEST), 16)
        lines += wrap(" ".join(section.sentences), room)
        for item in section.items:
            lines += wrap(item, room, initial_indent="- ", subsequent_indent="  ")
    return Page(session.game.rules.variant.name, lines, headings)


def moves_window(session: Session) -> Choice:
    """All moves, those undone as well; the answer is the number of moves that are to stand."""
    game = session.game
    moves = (*game.moves, *game.undone)
    rows = [("0", "the beginning"), *((str(n), f"{n:3}. {move}") for n, move in enumerate(moves, 1))]
    return Choice("Moves: go to", "", rows, start=len(game.moves))


def choice_of_moves(session: Session, title: str, moves: Sequence[Move]) -> Choice:
    """Some moves with what they do; the answer is the number of one, from 0."""
    rules, position = session.game.rules, session.position
    rows = [(str(n), f"{move}   {told_move(rules, position, move)}") for n, move in enumerate(moves)]
    return Choice(title, "", rows)


def new_game_window(session: Session, catalog: Catalog) -> NewGame:
    """What the next game is to be."""
    moves = len(session.game.moves) or len(session.game.undone)
    stake = f"The game of {counted(moves)} will count as lost." if session.tally.is_at_stake else ""
    return NewGame(catalog, session.settings, Setup.like(catalog, session.game), stake)


def unfinished_window(kept: Sequence[SavedGame], new: str) -> Choice:
    """Whether to go on with one of the unfinished games, the first of which are offered: its number from 0, or "new".

    `new`: the name of the game that was asked for.
    """
    shown = kept[:OFFERED]
    told = [f"{_with_deal(game)}, {counted(game.moves)}, {game.when:%Y-%m-%d %H:%M}" for game in shown]
    more = f"solitaire saves lists all {len(kept)}." if len(kept) > len(shown) else ""
    title = "An unfinished game" if len(kept) == 1 else f"{len(kept)} unfinished games"
    rows = [("new", f"play the new deal of {new}"), *((str(n), f"go on with {game}") for n, game in enumerate(told))]
    return Choice(title, more, rows, f"nr{'23456789'[: len(told) - 1]}")


def _with_deal(game: SavedGame) -> str:
    """The name of an unfinished game and which deal it is."""
    return f"{game.name} {f'daily {game.sitting.daily}' if game.sitting.daily else game.deal or '(a position)'}"


def won_window(session: Session) -> Choice:
    """The game is won."""
    game = session.game
    score = f", {session.position.score} points" if game.rules.variant.score is not None else ""
    text = f"{counted(len(game.moves))}, {clock_text(int(session.save.sitting.elapsed))}{score}."
    rows = [("new", "another game"), ("restart", "this deal again"), ("undo", "undo"), ("quit", "quit")]
    return Choice("You won!", text, rows, "nruq")


def stuck_window() -> Choice:
    """The game cannot go on."""
    rows = [("undo", "undo the last move"), ("restart", "this deal from the beginning"), ("new", "another game")]
    return Choice("Stuck", "No series of moves brings another card home.", rows, "urn")
