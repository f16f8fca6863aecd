"""The ways between groups: which are open, for how many cards, and what to say of those that are not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .definitions import Crossing, Group
from .sentences import the

MANY = 1 << 16
"""More cards than there are: the limit of ways and piles that have none."""


@dataclass(frozen=True, slots=True)
class Route:
    """The way from one group to another.

    `most`: the most cards at once; 0 where the way is closed, and then `closed` says why.
    `crowd`: what to say when more than `most` are tried.
    `gap_open`: whether the target's empty piles take cards from this source.
    """

    most: int
    closed: str = ""
    crowd: str = ""
    gap_open: bool = True


def make_routes(groups: Sequence[Group], crossings: Sequence[Crossing]) -> tuple[tuple[Route, ...], ...]:
    """The route from every group (first index) to every group."""
    return tuple(tuple(_route(a, b, crossings) for b in groups) for a in groups)


def _route(a: Group, b: Group, crossings: Sequence[Crossing]) -> Route:
    if b.kind in ("stock", "waste", "discard") or b.accept == "none":
        return Route(0, f"nothing may be put on {the(b)}")
    if (a.targets is not None and b.name not in a.targets) or (b.sources is not None and a.name not in b.sources):
        return Route(0, f"cards from {the(a)} may not go to {the(b)}")
    if b.accept == "run" and b.auto:
        return Route(0, f"complete runs go to {the(b)} by themselves")
    gap_open = b.gap.sources is None or a.name in (*b.gap.sources, *b.gap.first) or b.kind == "foundation"
    if b.accept == "single":
        return Route(1, crowd=f"{the(b)} takes one card at a time", gap_open=gap_open)
    if a is not b and a.kind == b.kind == "tableau":
        most = _crossing(a, b, crossings)
        crowd = f"only single cards cross from {the(a)} to {the(b)}"
        if most > 1:
            crowd = f"only {most} cards at once cross from {the(a)} to {the(b)}"
        return Route(most, crowd=crowd, gap_open=gap_open)
    return Route(MANY, gap_open=gap_open)


def _crossing(a: Group, b: Group, crossings: Sequence[Crossing]) -> int:
    """Between tableau groups single cards cross, and groups where a transfer says so."""
    most = 1
    for crossing in crossings:
        if a.name in crossing.between and b.name in crossing.between:
            most = max(most, MANY if crossing.word.most is None else crossing.word.most)
    return most
