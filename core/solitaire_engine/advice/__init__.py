"""Advice on the next move, worked out beside play: by the solver where that is fair, else by a rule of thumb."""

from .adviser import Adviser
from .answers import BY_THEMSELVES, HIDDEN, LIMITS, NO_SOLVER, THINKING, Advice, How

__all__ = ["BY_THEMSELVES", "HIDDEN", "LIMITS", "NO_SOLVER", "THINKING", "Advice", "Adviser", "How"]
