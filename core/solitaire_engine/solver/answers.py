"""What is asked of the solver, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..position import Move

Verdict = Literal["winnable", "lost", "unknown"]
"""`winnable` comes with moves that win; `lost` is a proof that none do; `unknown` is neither."""

SOLVER_VERSION = 3
"""Raised whenever a position may get another answer or length within the same limits: results that are kept name it."""

POSITIONS = 200_000
"""The positions that a search in Python may store unless it is told otherwise."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a search gives up; None is no limit. ValueError for a limit below nothing.

    `positions`: how many may be stored, over all attempts. With this limit alone the answer
    of one solver is the same on every machine. `seconds` of wall-clock time. `memory`: bytes by which the
    process may grow. `usual`: nobody asked for these positions; a solver that answers in place of
    the one they were meant for has its own number.
    """

    positions: int | None = POSITIONS
    seconds: float | None = None
    memory: int | None = None
    usual: bool = field(default=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("positions", "seconds", "memory"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise ValueError(f"the limit of {name} must not be negative, and is {value}")


@dataclass(frozen=True, slots=True)
class Options:
    """What a search may leave out, and who searches. None of these makes a verdict wrong: they change the work.

    `safe_home`: cards go home at once where that is proved to lose nothing. `alike`: piles
    that differ in nothing but their places are one, as are orders of cards that are out of
    play. `whole_deals`: cards are dealt from the stock only to play one of them. `shorten`:
    needless moves of a solution are dropped. `solver`: who searches, "python" or the name of
    one that a plugin brings; empty for the one that the environment variable SOLITAIRE_SOLVER
    names, or else the best that takes the game.
    """

    safe_home: bool = True
    alike: bool = True
    whole_deals: bool = True
    shorten: bool = True
    solver: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a position, and what it took.

    `moves` win from the position, each as it is played, those that go home by themselves
    included; they were made in the engine one by one before they came here. `length` is
    how many a player makes by hand who lets safe cards go home by themselves, as
    `solutions.line_of` counts them, and `found` was that length before needless moves were
    dropped; both are 0 where none were to be dropped. `positions` were stored, in
    `seconds`. `reason` says why nothing is known: "positions", "seconds", "memory" (the
    limits), "stopped", or a sentence on a plugin that failed. `solver` is the name of who
    answered; `warning` says why it is not the one that was asked first, in a sentence.
    """

    verdict: Verdict
    moves: tuple[Move, ...] = ()
    length: int = 0
    found: int = 0
    positions: int = 0
    seconds: float = 0.0
    reason: str = ""
    solver: str = "python"
    warning: str = ""
