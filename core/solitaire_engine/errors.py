"""The errors of the engine: one base class, and the problems a variant file can have.

Everything the engine refuses is a `SolitaireError` whose text is one sentence a
person can act on; a caller that catches it never needs to look at a traceback.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


class SolitaireError(Exception):
    """Base of every error the engine raises on purpose."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in a variant file.

    `line` and `col` are counted from 1; 0 means that the file as a whole is meant.
    `path` names the place inside the document, such as ``piles.tableau.build``.
    `way_out` says what would be right: allowed words, or the nearest one.
    """

    file: str
    line: int
    col: int
    path: str
    message: str
    way_out: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.col}" if self.line else self.file
        text = f"{place}: {self.path}: {self.message}" if self.path else f"{place}: {self.message}"
        return f"{text}; {self.way_out}" if self.way_out else text


class VariantError(SolitaireError):
    """A variant file that cannot be used; `problems` has all of them, in file order.

    `root` is the document as far as it can be read all the same, for finding what else is wrong with it.
    """

    def __init__(self, problems: Iterable[Problem], root: object = None) -> None:
        self.root = root
        self.problems = tuple(sorted(set(problems), key=lambda p: (p.file, p.line, p.col, p.path, p.message)))
        super().__init__("\n".join(str(p) for p in self.problems))


class UnknownVariant(SolitaireError):
    """No variant of that name; the text lists the nearest names."""


class IllegalMove(SolitaireError):
    """A move that the rules refuse; the text is the reason, in one sentence."""


class MoveTextError(IllegalMove):
    """A move text that names no move of this game."""


class PositionError(SolitaireError):
    """A position text that does not describe a position of the game."""


class DealError(SolitaireError):
    """A deal that does not exist or a deck that is not the game's pack."""


class RecordError(SolitaireError):
    """A game record that cannot be read or does not replay."""


class PluginError(SolitaireError):
    """A plugin that is missing, broken or in conflict; the text names its distribution."""


class SettingsError(SolitaireError):
    """A settings file with an unknown key or value."""


class StatsError(SolitaireError):
    """A file of statistics that cannot be read or written, or is something else."""


class OddsError(SolitaireError):
    """Odds that cannot be measured: workers with other rules, a database that cannot be used, no cluster."""


class SolverError(SolitaireError):
    """A solver that is asked for by a name that none has."""
