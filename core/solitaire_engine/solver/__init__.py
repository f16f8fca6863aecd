"""The solver: whether a position can be won, how, and how often deals can.

    >>> import solitaire_engine as se
    >>> from solitaire_engine.solver import solve
    >>> game = se.deal("freecell", "ms:1")
    >>> solve(game.rules, game.position).verdict
    'winnable'

It takes any compiled variant and knows none by name: moves and what follows of them come
from the engine, everything that cuts the search short is proved from the variant's tables.
Plugins may bring faster ones, which then answer in its place: see `SolverBackEnd`.
"""

from ..errors import SolverError
from .answers import Answer, Limits, Options, Verdict
from .backends import Searched, SolverBackEnd
from .solving import solve

__all__ = ["Answer", "Limits", "Options", "Searched", "SolverBackEnd", "SolverError", "Verdict", "solve"]
