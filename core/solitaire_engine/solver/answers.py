"""What is asked of the solver, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..position import Move

Verdict = Literal["winnable", "lost", "unknown"]
"""`winnable` comes with moves that win; `lost` is a proof that none do; `unknown` is neither."""

SOLVER_VERSION = 2
"""Raised whenever a position may get another answer or length within the same limits: results that are kept name it."""

POSITIONS = 200_000
"""The positions a search may store unless it is told otherwise."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a search gives up; None is no limit. ValueError for a limit below nothing.

    `positions`: how many may be stored, over all attempts. With this limit alone the answer
    is the same on every machine. `seconds` of wall-clock time. `memory`: bytes by which the
    process may grow.
    """

    positions: int | None = POSITIONS
    seconds: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for name in ("positions", "seconds", "memory"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise ValueError(f"the limit of {name} must not be negative, and is {value}")


@dataclass(frozen=True, slots=True)
class Options:
    """What a search may leave out. No answer depends on these, only the work.

    `safe_home`: cards go home at once where that is proved to lose nothing. `alike`: piles
    that differ in nothing but their places are one, as are orders of cards that are out of
    play. `whole_deals`: cards are dealt from the stock only to play one of them. `shorten`:
    needless moves of a solution are dropped.
    """

    safe_home: bool = True
    alike: bool = True
    whole_deals: bool = True
    shorten: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a position, and what it took.

    `moves` win from the position, each as it is played, those that go home by themselves
    included; they were made in the engine one by one before they came here. `length` is
    how many a player makes by hand who lets safe cards go home by themselves, as
    `solutions.line_of` counts them, and `found` was that length before needless moves were
    dropped; both are 0 where none were to be dropped. `positions` were stored, in
    `seconds`. `reason` says why nothing is known: "positions", "seconds", "memory" (the
    limits), "stopped", or a sentence on a plugin that failed.
    """

    verdict: Verdict
    moves: tuple[Move, ...] = ()
    length: int = 0
    found: int = 0
    positions: int = 0
    seconds: float = 0.0
    reason: str = ""
