"""What the solver says of a position, held to a search through the engine that leaves nothing out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from tests.exhaustive import Judgement, explore

from solitaire_engine.apply import apply
from solitaire_engine.moves import legal_moves
from solitaire_engine.outcome import is_won
from solitaire_engine.position import Move, Position
from solitaire_engine.refusals import why_not
from solitaire_engine.rules import Rules
from solitaire_engine.solver import Limits, Options, solve

OPTIONS = {
    "all": Options(),
    "none": Options(safe_home=False, alike=False, whole_deals=False, shorten=False),
    "safe_home": Options(alike=False, whole_deals=False, shorten=False),
    "alike": Options(safe_home=False, whole_deals=False, shorten=False),
    "whole_deals": Options(safe_home=False, alike=False, shorten=False),
    "shorten": Options(safe_home=False, alike=False, whole_deals=False),
}
"""What the search may leave out: everything, nothing, and each by itself."""


def explored(
    rules: Rules, start: Position, key: Callable[[Position], Hashable], most: int, *, whole: bool = True
) -> Judgement | None:
    """The judgement of `explore` by the engine's own rules, without the solver."""

    def following(here: Position) -> Iterator[Position]:
        return (apply(rules, here, move) for move in legal_moves(rules, here))

    return explore(start, key, lambda here: is_won(rules, here), following, most, whole=whole)


def can_be_won(rules: Rules, position: Position, most: int) -> bool | None:
    """Whether a won position can be reached; None if there are more than `most` positions to look at.

    The engine's rules are taken as they are: what is in question is what the solver leaves out.
    """
    # Points alone make no two positions of one: with deals without end they would go on for ever.
    found = explored(rules, position, lambda here: here._replace(score=0), most, whole=False)
    return None if found is None else found.winnable


def wrong_answers(rules: Rules, position: Position, winnable: bool, limits: Limits) -> list[str]:
    """What is wrong with the solver's answers, one line for each set of options; a limit that was met is not wrong."""
    wrong: list[str] = []
    for name, options in OPTIONS.items():
        answer = solve(rules, position, limits, options)
        if answer.verdict == "unknown" and answer.reason == "positions":
            continue
        if answer.verdict != ("winnable" if winnable else "lost"):
            wrong.append(f"with {name}: {' '.join([answer.verdict, answer.reason]).strip()}")
        elif winnable and not wins(rules, position, answer.moves):
            wrong.append(f"with {name}: moves that do not win")
    return wrong


def wins(rules: Rules, position: Position, moves: tuple[Move, ...]) -> bool:
    """Whether the moves are legal one after the other, and the position after them is won."""
    for move in moves:
        if why_not(rules, position, move) is not None:
            return False
        position = apply(rules, position, move)
    return is_won(rules, position)
