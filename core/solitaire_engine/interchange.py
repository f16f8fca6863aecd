"""Positions as texts of other programs, so that their answers and ours can be compared.

    >>> import solitaire_engine as se
    >>> from solitaire_engine.interchange import read_board, to_fc_solve
    >>> game = se.deal("freecell", "ms:1")
    >>> print(to_fc_solve(game.rules, game.position).splitlines()[0])
    JD KD 2S 4C 3S 6D 6S
    >>> read_board(game.rules, to_fc_solve(game.rules, game.position)) == game.position
    True

The texts say where cards lie, and nothing of the rules: both programs must be told to play
the same game. docs/interchange.md shows how.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from .errors import PositionError
from .fcsolve import from_fc_solve, looks_like_fc_solve, to_fc_solve
from .notation import parse_position
from .position import Position
from .reading import named, way_out
from .rules import Rules
from .solvitaire import from_solvitaire, to_solvitaire

__all__ = [
    "FORMATS", "from_fc_solve", "from_solvitaire", "read_board", "to_fc_solve", "to_solvitaire", "write_board",
]  # fmt: skip

_SHOWN: Final = re.compile(r"(?i)(?:^|\n)[ \t]*position:[ \t]*([^\s][^\n]*)\s*$")
"""The last line of what `show` prints; a record, which may have such a line too, has moves after it."""
FORMATS: Final[Mapping[str, Callable[[Rules, Position], str]]] = {
    "fc-solve": to_fc_solve,
    "solvitaire": to_solvitaire,
}
"""What writes a position as another program reads it, by the program's name."""


def read_board(rules: Rules, text: str) -> Position:
    """The position that a text describes: ours, a board of fc-solve or a deal of Solvitaire, whichever it is.

    What the command `show` prints is one too: its last line, which begins with ``position:``, counts.
    PositionError says what is wrong and where; see `parse_position`, `from_fc_solve` and
    `from_solvitaire`.
    """
    if shown := _SHOWN.search(text):
        return parse_position(rules, shown[1])
    if text.lstrip()[:1] in ("{", "["):
        return from_solvitaire(rules, text)
    if looks_like_fc_solve(text):
        return from_fc_solve(rules, text)
    return parse_position(rules, text)


def write_board(rules: Rules, position: Position, program: str) -> str:
    """The position as a text of one of `FORMATS`; PositionError if it has no such program, or cannot say it."""
    if program not in FORMATS:
        raise PositionError(f"there is no format {named(program)}; {way_out(program, list(FORMATS))}")
    return FORMATS[program](rules, position)
