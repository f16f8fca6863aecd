"""Odds: how often the deals of a game can be won, measured by solving many of them.

    >>> from solitaire_engine.odds import wilson
    >>> low, high = wilson(5, 10)
    >>> f"{low:.4f} {high:.4f}"
    '0.2366 0.7634'

`estimate` measures; what it finds is kept, so that it goes on where it was stopped.
"""

from .deciding import Outcome
from .estimating import Estimate, Progress, estimate
from .statistics import Counts, wilson

__all__ = ["Counts", "Estimate", "Outcome", "Progress", "estimate", "wilson"]
