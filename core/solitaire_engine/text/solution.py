"""What the solver found, in words: the verdict as a sentence, a solution as numbered moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..autoplay import Mode
from ..position import Move, Position
from ..rules import Rules
from ..sentences import full_stop
from ..solutions import Line
from ..solver.answers import Answer, Limits
from .board import board_text
from .console import wrapped
from .look import Look
from .tell import cards_named, tell

_NUMBER: Final = 4
"""The columns of a move's number."""
_LEAST: Final = 40
"""In fewer columns the sentences go under the moves instead of beside them."""
FURTHER: Final = 10
"""So many times a limit is what is proposed after it was reached."""


def plural(count: int, what: str = "move") -> str:
    """ "1 move", "1,234 positions"."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def verdict_text(label: str, answer: Answer, limits: Limits, length: int) -> str:
    """The sentence on one deal or position; `length` is the number of moves made by hand.

    How long the solution was at first is said where these are the moves that the solver counts.
    """
    if answer.verdict == "winnable":
        if not answer.moves:
            return f"{label} is won already."
        more = f" ({answer.found} before needless ones were dropped)" if answer.found > length == answer.length else ""
        return f"{label} is winnable: {plural(length)}{more}."
    if answer.verdict == "lost":
        return f"{label} is lost: proved by looking at {plural(answer.positions, 'position')}."
    return f"Whether {label} can be won is unknown: {why_unknown(answer, limits)}"


def why_unknown(answer: Answer, limits: Limits) -> str:
    """Which limit was reached, and what to try; a part of a sentence that ends it."""
    if answer.reason == "positions" and limits.positions is not None:
        more = f"to look further, add --limit {max(limits.positions, 1) * FURTHER}"
        return f"no answer within {plural(limits.positions, 'position')}; {more}."
    if answer.reason == "seconds" and limits.seconds is not None:
        more = f"to look longer, add --seconds {limits.seconds * FURTHER:g}"
        return f"no answer within {limits.seconds:g} second{'' if limits.seconds == 1 else 's'}; {more}."
    if answer.reason == "memory" and limits.memory is not None:
        more = "to look further, give it more with --memory"
        return f"no answer within {max(limits.memory >> 20, 1)} MB of memory; {more}."
    if answer.reason == "stopped":
        return f"stopped after {plural(answer.positions, 'position')}."
    return full_stop(answer.reason or "the search ended without an answer")


def effort_text(positions: int, seconds: float) -> str:
    """What it took: "12,345 positions in 0.92 seconds, 13,418 a second"."""
    rate = f", {positions / seconds:,.0f} a second" if seconds > 0 else ""
    return f"{plural(positions, 'position')} in {seconds:.2f} seconds{rate}"


def solution_lines(rules: Rules, line: Line, look: Look, *, wrap: bool, boards: bool) -> Iterator[str]:
    """The moves, numbered, each with a sentence and with what then goes home by itself.

    `wrap`: break lines to the width of `look`. `boards`: with the board after each.
    """
    wide = max((len(str(step.move)) for step in line.steps), default=0) + 2
    beside = look.width >= wide + _LEAST
    hang = " " * (_NUMBER + 2 + (wide if beside else 0))
    at = 0
    for number, step in enumerate(line.steps, 1):
        told = tell(rules, line.positions[at], step.move, line.positions[at + 1])
        rows = [f"{number:{_NUMBER}}. {step.move!s:{wide}}{told}"]
        if not beside and wrap:
            rows = [f"{number:{_NUMBER}}. {step.move}", hang + told]
        at += 1
        gone: list[str] = []
        for move in step.followed:
            gone.append(_by_itself(rules, line.positions[at], move, line.positions[at + 1]))
            at += 1
        if gone:
            rows.append(f"{hang}Then by itself: {', '.join(gone)}.")
        yield from (wrapped(row, look.width, hang) if wrap else row for row in rows)
        if boards:
            yield f"\n{board_text(rules, line.positions[at], look)}\n"


def _by_itself(rules: Rules, before: Position, move: Move, after: Position) -> str:
    """A card that goes home, as a move and in words: "t3 f1 (AS)", with what followed of it."""
    card = cards_named(before.piles[rules.index[move.source]][-move.count :])
    # What a sentence says after its first part are the consequences.
    _, *more = tell(rules, before, move, after).removesuffix(".").split("; ")
    return f"{move} ({'; '.join([card, *more])})"


def ending_text(line: Line, auto: Mode = "safe", fewest: int = 0) -> str:
    """How a solution ends, with how many moves of each kind there were, and the setting that this takes.

    `auto`: the setting that the line is for; `fewest`: the moves made by hand if safe cards go home by themselves.
    """
    by_hand = len(line.steps)
    others = len(line.moves) - by_hand
    if others:
        those = "itself" if others == 1 else "themselves"
        return f"Won: {plural(by_hand)} by hand, {others} by {those}, as the setting autoplay is {auto}."
    if 0 < fewest < by_hand:
        made = f"{plural(fewest)} {'is' if fewest == 1 else 'are'} made by hand"
        return f"Won in {plural(by_hand)}. With the setting autoplay: safe, {made} and the others by themselves."
    return f"Won in {plural(by_hand)}."


def caution_text(line: Line, auto: Mode = "safe") -> str:
    """What to mind before the first move; empty if there is nothing, as where nothing goes home by itself."""
    if line.alone or auto == "off":
        return ""
    return "Play these moves with autoplay off: cards that go home by themselves would be in their way."
