"""A judge of deals that leaves nothing out: it looks at every position that can be reached.

What may be left out of a search without changing its answer is what the solver must know and
may get wrong. So nothing is left out here: no position stands for another, no move is made
for the player, none is passed over. That is possible only for small packs, and a deal with
more positions than allowed is not judged.

The rules are those of the second program (`naive`), which shares none with the engine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple, TypeVar

from tests.naive import Naive
from tests.naive_words import as_list

State = TypeVar("State")


class Judgement(NamedTuple):
    """Whether a won position can be reached, and how many positions can be in all, the first one included.

    A game ends where it is won: what could be reached from there does not count.
    """

    winnable: bool
    positions: int


def explore(
    start: State,
    key: Callable[[State], Hashable],
    is_won: Callable[[State], bool],
    following: Callable[[State], Iterable[State]],
    most: int,
    *,
    whole: bool = True,
) -> Judgement | None:
    """The judgement of a start; None if more than `most` positions can be reached.

    `key` must be the same for two positions only if they are the same position. Where not the
    `whole` is asked for, a first won position is enough, and the others are not counted.
    """
    seen = {key(start)}
    waiting = [start]
    winnable = False
    while waiting:
        here = waiting.pop()
        if is_won(here):
            winnable = True
            if not whole:
                break
            continue
        for after in following(here):
            name = key(after)
            if name not in seen:
                seen.add(name)
                waiting.append(after)
        if len(seen) > most:
            return None
    return Judgement(winnable, len(seen))


def judge(start: Naive, most: int) -> Judgement | None:
    """The judgement of a position of the second program; None if more than `most` can be reached."""
    return explore(start, name_of, Naive.is_won, Naive.following, most)


def name_of(game: Naive) -> str:
    """The text that tells positions apart, by which a search with unlimited redeals comes to an end too.

    Where redeals are unlimited a rule can see whether there was one (`when`), and which place of the list of
    numbers the stock deals by (`count`, `each`), but no number beyond: two positions that differ only in larger
    numbers have the same moves for ever. A shuffle is another matter: each gives another order, so the generator's
    state stays in the text.
    """
    used: float = game.redeals_used
    if game.redeals_allowed() == math.inf:
        deal = (game.rule("s").get("deal") or {}) if "s" in game.piles else {}
        used = min(used, max(1, len(as_list(deal.get("each", deal.get("count")))) - 1))
    return f"{game.board()}; redeals used {used}; generator {game.state}"
