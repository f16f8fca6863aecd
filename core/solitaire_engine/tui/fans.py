"""How the cards of one pile share a number of rows of the screen.

With room enough every card has a row or two of its own and the top card its whole face.
With less the top card gets smaller first, then face-down cards share rows, then cards that
lie open stand side by side in a row, and only when nothing else is left the lowest are
counted instead of shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shown:
    """One strip of a pile: the cards in it by their places from the bottom of the pile, side by side.

    `y` and `rows` count screen rows from the pile's upper edge. `more` is how many cards
    below these are meant by the strip too, without being shown.
    """

    cards: tuple[int, ...]
    y: int
    rows: int
    more: int = 0


def fan(down: Sequence[bool], rows: int, face: int, step: int, abreast: int) -> tuple[Shown, ...]:
    """The strips of a pile, the lowest card first; none for a pile without cards.

    `down`: for each card whether it lies face down. `rows`: the most rows to use, at least
    1. `face`: rows of a whole card. `step`: rows from an open card to the next, where there
    is room. `abreast`: how many cards may stand side by side in a row.
    """
    count = len(down)
    if not count:
        return ()
    rows = max(rows, 1)
    hidden = next((number for number, lies in enumerate(down) if not lies), count)
    hidden = min(hidden, count - 1)
    for each in range(step, 0, -1):
        heights = [1 if lies else each for lies in down[:-1]]
        if sum(heights) + face <= rows:
            return _singles(heights, face)
    if count - 1 < rows:
        return _singles([1] * (count - 1), min(face, rows - count + 1))
    return _squeezed(count, hidden, rows, abreast)


def _singles(heights: Sequence[int], face: int) -> tuple[Shown, ...]:
    """Every card in a strip of its own."""
    strips: list[Shown] = []
    y = 0
    for card, height in enumerate(heights):
        strips.append(Shown((card,), y, height))
        y += height
    return (*strips, Shown((len(heights),), y, face))


def _squeezed(count: int, hidden: int, rows: int, abreast: int) -> tuple[Shown, ...]:
    """More cards than rows: face-down ones are put together first, then open ones side by side."""
    open_ = count - hidden
    lines = _split(open_, max(rows - 1, 1) if hidden else rows, abreast)
    free = rows - len(lines)
    strips: list[tuple[tuple[int, ...], int]] = []
    if hidden and free:
        singles = min(free - 1, hidden - 1)
        strips.append(((hidden - singles - 1,), hidden - singles - 1))
        strips.extend(((card,), 0) for card in range(hidden - singles, hidden))
        missing = 0
    else:
        missing = hidden
    for number, (first, last) in enumerate(lines):
        cards = tuple(range(hidden + first, hidden + last))
        strips.append((cards, missing + first if not number else 0))
    return tuple(Shown(cards, y, 1, more) for y, (cards, more) in enumerate(strips))


def _split(count: int, rows: int, abreast: int) -> list[tuple[int, int]]:
    """Open cards as ranges, one for each row; the lowest are left out where there is no room."""
    if rows == 1:
        return [(count - 1, count)]
    singles = rows
    crowded = 0
    if count > rows and abreast > 1:
        crowded = min(-(-(count - rows) // (abreast - 1)), rows - 1)
        singles = rows - crowded
    room = crowded * abreast + singles
    first = max(count - room, 0)
    ranges: list[tuple[int, int]] = []
    at = count
    for row in range(min(rows, count)):
        size = 1 if row < singles else abreast
        ranges.append((max(at - size, first), at))
        at = ranges[-1][0]
        if at <= first:
            break
    return ranges[::-1]
