"""Deals that the solver has proved winnable.

    >>> import solitaire_engine as se
    >>> from solitaire_engine.winnable import winnable_deal
    >>> rules = se.default_catalog().rules("freecell")
    >>> str(winnable_deal(rules, start=1))
    '1'

The proof knows all cards, those that lie face down too: that such a deal can be won does
not mean that a player who cannot see them will find how.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from .deals import MAX_NUMBER, Deal, random_deal
from .game import Game
from .position import Move, Position
from .rules import Rules
from .solver import Answer, Limits, Options, solve

TRIES: Final = 100
"""So many deals are tried: where one deal in twenty is proved, all fail in one search of 170."""
LIMITS: Final = Limits(positions=20_000, memory=512 * 2**20)
"""How far the solver looks at each of many deals: another deal costs less than looking further."""
KEPT: Final = 4
"""So many solutions are remembered: those of the games that may be at the table."""
CHECKED: Final = Limits(positions=500_000, memory=1024 * 2**20)
"""How far the solver looks at one deal that somebody wants to play."""


class Proof(NamedTuple):
    """A solution that was found: `moves` win from `position` under the rules of this `hash`. They are not shortened."""

    hash: str
    position: Position
    moves: tuple[Move, ...]


class Proofs:
    """The last solutions that were found on the way to a game, for those who advise on it later."""

    def __init__(self) -> None:
        self._kept: tuple[Proof, ...] = ()

    def add(self, rules: Rules, position: Position, moves: Sequence[Move]) -> None:
        """Remember a solution, and forget the oldest of many."""
        proof = Proof(rules.variant.hash, position, tuple(moves))
        # Replaced as a whole, for other threads may be reading.
        others = (each for each in self._kept if each[:2] != proof[:2])
        self._kept = (*others, proof)[-KEPT:]

    def of(self, rules: Rules) -> tuple[Proof, ...]:
        """What is remembered under these rules, the newest last."""
        return tuple(proof for proof in self._kept if proof.hash == rules.variant.hash)


PROOFS: Final = Proofs()
"""The solutions of this process. The solver finds them before a game begins, and its first hint is to know them."""


def winnable_deal(
    rules: Rules,
    *,
    start: int | None = None,
    limits: Limits = LIMITS,
    tries: int = TRIES,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[Deal, Answer], None] | None = None,
    solver: Callable[..., Answer] = solve,
) -> Deal | None:
    """The first of our own deals from number `start` on that the solver proves winnable within `limits`.

    None if there is none among `tries` of them, or if `stop`, which is asked all the time,
    says so. Without `start` the numbers begin anywhere. With limits by positions alone the
    same `start` always gives the same deal. `progress` is told of each deal that was tried;
    the moves it sees are not shortened. `solver`: what is called as `solver.solve` is.
    Raises what dealing and solving raise: a PluginError for a plugin's fault.
    """
    first = int(random_deal().text) if start is None else start
    for tried in range(tries):
        if stop is not None and stop():
            return None
        deal = Deal(str((first + tried) % (MAX_NUMBER + 1)))
        position = Game(rules, deal).position
        answer = solver(rules, position, limits, Options(shorten=False), stop=stop)
        if progress is not None:
            progress(deal, answer)
        if answer.verdict == "winnable":
            PROOFS.add(rules, position, answer.moves)
            return deal
    return None
