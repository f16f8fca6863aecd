"""Looks for weights under which the compiled solver needs few positions, by hill climbing.

    .venv/bin/python -m benchmarks.tune [GAME] [DEALS] [--cap N] [--steps N] [--seed N] [...]

GAME is freecell unless told, DEALS a range as in ``ms:1-3000`` or ``1-400``. A plan of searches is
tried on every deal, under a cap of positions for all of them together; what is made smaller is
the positions a deal, one that is not decided counting as ``--miss`` of them. Without ``--plan`` the
plan is one best-first search with the weights that come first in the solver's own plan, which
are printed beside what is found. Nothing depends on time or on the machine: the same
arguments print the same weights.

Deals of Microsoft from 40,000 on are refused: they are kept for measuring (peers.py).
"""

from __future__ import annotations

import argparse
import ast
import math
import random
import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from time import process_time
from typing import TypeAlias

from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.solver.evaluation import Weights
from solitaire_engine_native._native import Native
from solitaire_engine_native.portfolio import NARROW
from solitaire_engine_native.portfolio import plan as own_plan
from solitaire_engine_native.tables import position_of, tables_of

Search: TypeAlias = tuple[int, int, int, list[int]]
"""How (0 best-first, 1 depth-first, 2 a beam; 10 more: narrow), its share of positions, its width, its weights."""

KEPT_FOR_MEASURING = 40_000
NAMES = [field.name for field in fields(Weights)]
CHUNK = 100
"""Deals that are tried before a plan is compared with the best one again."""


@dataclass(frozen=True)
class Score:
    """What a plan took on the deals."""

    cost: float
    """Positions a deal, with misses as they are counted."""
    decided: int
    length: float
    """The median of the moves by hand."""
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.cost:,.0f} a deal, {self.decided:,} decided, median length {self.length:g} by hand, "
            f"{self.seconds:.2f} s"
        )


class Trials:
    """Some deals of a game, and plans tried on them."""

    def __init__(self, game: str, deals: Sequence[str], cap: int, miss: int, made: bool) -> None:
        self.rules = default_catalog().rules(game)
        self.solver = Native(tables_of(self.rules))
        self.starts = [position_of(Game(self.rules, parse_deal(deal)).start) for deal in deals]
        self.cap, self.miss, self.made = cap, miss, made

    def costs(self, plan: Sequence[Search]) -> Iterator[tuple[int, int]]:
        """What each deal costs, and its moves by hand: 0 if it is lost, less if it is not decided."""
        for start in self.starts:
            won, reason, stored, made, _, by_hand, *_ = self.solver.solve(start, list(plan), positions=self.cap)
            spent = made if self.made else stored
            if won or not reason:
                yield spent, by_hand if won else 0
            else:
                yield self.miss, -1

    def beats(self, plan: Sequence[Search], best: Sequence[int]) -> list[int] | None:
        """The costs of a plan if they are less than the best ones; it is given up where it falls behind."""
        costs: list[int] = []
        # Behind in the sum so far, and by more than what chance among the few deals so far explains.
        for cost, _ in self.costs(plan):
            costs.append(cost)
            done = len(costs)
            if done % CHUNK == 0 and sum(costs) > sum(best[:done]) * (1 + 2 / math.sqrt(done)):
                return None
        return costs if sum(costs) < sum(best) else None

    def score(self, plan: Sequence[Search]) -> Score:
        """All deals under a plan."""
        begun = process_time()
        found = list(self.costs(plan))
        taken = process_time() - begun
        return Score(
            statistics.fmean(cost for cost, _ in found),
            sum(length >= 0 for _, length in found),
            statistics.median([length for _, length in found if length > 0] or [0]),
            taken,
        )


def changed(plan: Sequence[Search], chance: random.Random, only: Sequence[int]) -> list[Search]:
    """A plan that differs a little: in up to three weights of one search, in a share, a width, or how narrow it is."""
    found = [(how, share, width, list(weights)) for how, share, width, weights in plan]
    number = chance.randrange(len(found))
    how, share, width, weights = found[number]
    if share and chance.random() < 0.2:
        # The last search has what is left, which is written 0.
        share = max(200, round(share * chance.choice((0.5, 0.7, 0.85, 1.2, 1.5, 2))))
    elif width and chance.random() < 0.3:
        width = max(2, round(width * chance.choice((0.5, 0.7, 0.85, 1.2, 1.5, 2))))
    elif how % 10 != 1 and chance.random() < 0.05:
        how += NARROW if how < NARROW else -NARROW
    else:
        for place in chance.sample(only, min(len(only), chance.choice((1, 1, 2, 3)))):
            weights[place] = nudged(weights[place], chance)
    found[number] = how, share, width, weights
    return found


def nudged(weight: int, chance: random.Random) -> int:
    """A weight near another: by a step, by a factor, or none at all."""
    kind = chance.random()
    if kind < 0.4:
        near = weight + chance.choice((-3, -2, -1, 1, 2, 3))
    elif kind < 0.9:
        near = round(weight * chance.choice((0.5, 0.7, 0.8, 0.9, 1.1, 1.25, 1.4, 2))) + chance.choice((-1, 0, 1))
    else:
        near = chance.choice((0, -weight, chance.randint(0, 40)))
    return max(-400, min(400, near))


def anywhere(plan: Sequence[Search], chance: random.Random, only: Sequence[int]) -> list[Search]:
    """A plan whose weights are far from those of another."""
    found: list[Search] = []
    for how, share, width, weights in plan:
        far = list(weights)
        for place in only:
            far[place] = round(max(4, abs(weights[place])) * math.exp(chance.gauss(0, 0.8))) * (chance.random() < 0.85)
        found.append((how, share, width, far))
    return found


def told(plan: Sequence[Search]) -> str:
    """A plan as `--plan` reads it."""
    return "[" + ", ".join(str(search) for search in plan) + "]"


def climb(trials: Trials, plan: list[Search], steps: int, far: int, seed: int, only: Sequence[int]) -> list[Search]:
    """The best plan found: from the best of some that are far away, ever on to one near that is better."""
    chance = random.Random(seed)
    best = [cost for cost, _ in trials.costs(plan)]
    origin = plan
    for step in range(steps):
        tried = anywhere(origin, chance, only) if step < far else changed(plan, chance, only)
        if tried == plan:
            continue
        costs = trials.beats(tried, best)
        if costs is not None:
            plan, best = tried, costs
            print(f"step {step}: {sum(best) / len(best):,.0f} a deal: {told(plan)}", flush=True)
    return plan


def deals_of(text: str) -> list[str]:
    """The deals of a range; ValueError if it is none, or one of those kept for measuring."""
    found = re.fullmatch(r"(ms:|pysol:)?(\d+)-(\d+)", text)
    if found is None:
        raise ValueError(f"{text!r} is no range of deals; write one as in ms:1-3000 or 1-400")
    kind, first, last = found[1] or "", int(found[2]), int(found[3])
    if kind == "ms:" and last >= KEPT_FOR_MEASURING:
        raise ValueError(f"deals from ms:{KEPT_FOR_MEASURING} on are kept for measuring; tune on others")
    return [f"{kind}{number}" for number in range(first, last + 1)]


def main() -> None:
    """Climb, and print where it led."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", nargs="?", default="freecell")
    parser.add_argument("deals", nargs="?", default="ms:1-3000")
    parser.add_argument("--cap", type=int, default=3_000, help="positions a deal, all searches together")
    parser.add_argument("--miss", type=int, help="what a deal that is not decided counts; two caps unless told")
    parser.add_argument("--made", action="store_true", help="count the positions made, not those stored")
    parser.add_argument("--steps", type=int, default=300, help="plans that are tried")
    parser.add_argument("--far", type=int, default=40, help="how many of them are far from the first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--finer", type=int, default=1, help="multiply all weights first, to have finer steps")
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=NAMES, help=f"some of {', '.join(NAMES)}")
    parser.add_argument("--plan", help="where to begin: [(how, share, width, [11 weights]), ...], the last share 0")
    parser.add_argument("--own-plan", action="store_true", help="begin with the whole plan of the solver")
    parser.add_argument("--check", metavar="DEALS", help="other deals on which both plans are tried at the end")
    chosen = parser.parse_args()
    try:
        deals, others = deals_of(chosen.deals), deals_of(chosen.check) if chosen.check else []
    except ValueError as error:
        parser.error(str(error))
    miss = chosen.miss or 2 * chosen.cap
    trials = Trials(chosen.game, deals, chosen.cap, miss, chosen.made)
    present: list[Search] = own_plan(trials.rules)
    if not chosen.own_plan:
        present = [(0, 0, 0, list(present[0][3]))]
    begin: list[Search] = ast.literal_eval(chosen.plan) if chosen.plan else present
    begin = [(how, share, width, [chosen.finer * w for w in weights]) for how, share, width, weights in begin]
    only = [NAMES.index(name) for name in chosen.only or NAMES]
    print(f"weights: {', '.join(NAMES)}")
    print(f"the solver's: {trials.score(present)}: {told(present)}")
    if begin != present:
        print(f"begin: {trials.score(begin)}: {told(begin)}", flush=True)
    best = climb(trials, begin, chosen.steps, chosen.far, chosen.seed, only)
    print(f"best: {trials.score(best)}: {told(best)}")
    if others:
        trials = Trials(chosen.game, others, chosen.cap, miss, chosen.made)
        print(f"on {chosen.check}, the solver's: {trials.score(present)}")
        print(f"on {chosen.check}, the best: {trials.score(best)}")


if __name__ == "__main__":
    main()
