"""Which searches are tried one after the other, and with how much each.

No one setting is best for every deal: what one finds in a thousand positions another does
not find in a million. So several weights are tried with budgets that grow, and at the end
one search looks at everything that is left, which alone can prove a deal lost where the
budgets before were too small to come to an end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..rules import Rules
from .evaluation import Weights

OPEN = Weights()
"""For games in which everything lies open and room is what counts."""
BURIED = Weights(home=37, pair=0, spread=0, cell=-2, empty=6, over=5, above=6, hidden=20, talon=2, depth=1)
"""For games in which face-down cards and a stock have to be worked through."""
RUNS = Weights(home=8, pair=2, spread=2, loose=6, cell=9, empty=5, over=0, above=2, hidden=10, talon=5, depth=1)
"""For games in which whole runs are put together in the tableau."""
SUITED = Weights(home=8, pair=6, spread=2, loose=14, cell=9, empty=5, over=0, above=0, hidden=4, talon=1, depth=3)
"""For the same games where everything lies open."""
DEEP = replace(OPEN, pair=3, spread=0, over=5, above=3, depth=0)
"""Goes on where it is, however long the way has become."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One search: best-first under some weights, or one that looks at everything (`complete`)."""

    weights: Weights
    share: int
    """The most positions that it may store."""
    complete: bool = False


def attempts(rules: Rules, positions: int | None) -> list[Attempt]:
    """The searches in turn; `positions` is how many may be stored in all, None for any number."""
    first, *others = favourites(rules)
    plan = [Attempt(first, 4_000), *(Attempt(weights, 3_000) for weights in others)]
    plan.append(Attempt(first, 40_000))
    plan += [Attempt(weights, 20_000) for weights in others]
    used = sum(attempt.share for attempt in plan)
    left = None if positions is None else positions - used
    if left is None or left > 0:
        plan.append(Attempt(first, left or 1 << 62, complete=True))
    return plan


def favourites(rules: Rules) -> list[Weights]:
    """Weights by what is likely to work for a variant, told by its piles."""
    if any(group.accept == "run" for group in rules.groups) or rules.variant.win.sorted is not None:
        return [RUNS, SUITED, BURIED]
    hidden = any(not placement.up for step in rules.variant.deal for placement in step.placements)
    roomy = bool(rules.cells) or (hidden and rules.stock < 0)
    return [OPEN, BURIED, DEEP] if roomy else [BURIED, OPEN, DEEP]
