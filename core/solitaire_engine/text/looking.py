"""Dealing only what can be won: looking for such a deal, or at a given one, with words for the player."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..deals import Deal
from ..errors import SolitaireError
from ..game import Game
from ..rules import Rules
from .console import Console

if TYPE_CHECKING:
    from ..solver import Answer


def look_for_deal(rules: Rules, console: Console, start: int | None = None) -> Deal:
    """A deal that the solver proves winnable, found while the player waits; Ctrl-C ends it as ever.

    `start`: the first deal number to be tried, by default any. Raises SolitaireError if
    none was found among many.
    """
    # Imported here, for who does not ask for this need not wait for the solver to be loaded.
    from ..winnable import LIMITS, TRIES, winnable_deal

    console.say("Looking for a deal that can be won; Ctrl-C stops.")
    verdicts: Counter[str] = Counter()
    with _counter() as count:

        def tell(deal: Deal, answer: Answer) -> None:
            verdicts[answer.verdict] += 1
            count(f"{verdicts.total()} of at most {TRIES} deals tried")

        found = winnable_deal(rules, start=start, limits=LIMITS, tries=TRIES, progress=tell)
    if found is None:
        lost = f"{verdicts['lost']} of them are lost" if verdicts["lost"] else "none of them is proved lost"
        raise SolitaireError(
            f"none of {TRIES} deals was proved winnable by looking at up to {LIMITS.positions:,} positions of each "
            f"({lost}); try again, or play any deal without asking for a winnable one"
        )
    console.say(f"Deal {found} is winnable (proved by the solver).")
    return found


def check_game(game: Game, console: Console) -> None:
    """Say that the solver has proved a game winnable; SolitaireError if it is lost, or nothing is known."""
    from ..solver import Options, solve
    from ..winnable import CHECKED, PROOFS

    what = f"deal {game.deal}" if game.deal is not None else "this position"
    console.say(f"Looking whether {what} can be won; Ctrl-C stops.")
    with _counter() as count:
        answer = solve(
            game.rules,
            game.position,
            CHECKED,
            Options(shorten=False),
            progress=lambda stored: count(f"{stored:,} positions looked at"),
        )
    way = "to play it all the same, leave --winnable out"
    if answer.verdict == "lost":
        raise SolitaireError(f"{what} is lost, as the solver has proved; {way}")
    if answer.verdict == "unknown":
        why = f"the solver gave up after {answer.positions:,} positions" if answer.positions else answer.reason
        raise SolitaireError(f"whether {what} can be won is unknown: {why}; {way}")
    PROOFS.add(game.rules, game.position, answer.moves)
    console.say(f"{what[0].upper()}{what[1:]} is winnable (proved by the solver).")


class _Count:
    """A line on stderr that is written over again and again, where that is a terminal."""

    def __init__(self) -> None:
        self._wide = 0

    def __call__(self, text: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{text.ljust(self._wide)}\r")
            sys.stderr.flush()
            self._wide = len(text)


@contextmanager
def _counter() -> Generator[_Count]:
    """A counter, cleared away at the end however it comes. What was said before is shown first."""
    sys.stdout.flush()
    count = _Count()
    try:
        yield count
    finally:
        count("")
