"""A grid of characters with styles by name: what the screen shows, and what changes from one picture to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final
from unicodedata import category, east_asian_width

Cell = tuple[str, str]
"""A character, and the name of its style (see `looks`). A wide character is followed by a cell without any."""
Row = tuple[Cell, ...]

JOIN: Final = 6
"""Changes in a row that are no further apart than this are written as one."""


def columns(text: str) -> int:
    """How many columns a text takes on the screen."""
    return len(text) if text.isascii() else sum(map(_width, text))


def cut(text: str, width: int, more: str = "…") -> str:
    """A text that takes at most `width` columns; `more` ends it where something is left out."""
    if columns(text) <= width:
        return text
    while text and columns(text + more) > width:
        text = text[:-1]
    return (text + more) if width >= columns(more) else ""


def _width(char: str) -> int:
    if char.isascii():
        return 1
    return 2 if east_asian_width(char) in "WF" else 0 if category(char) in ("Mn", "Me", "Cf") else 1


@dataclass(frozen=True, slots=True)
class Span:
    """Changed cells of one row: from column `x`, `width` of them."""

    x: int
    y: int
    width: int


class Canvas:
    """A grid to paint on. What lies outside of it is not painted."""

    def __init__(self, width: int, height: int, style: str = "table") -> None:
        self.width, self.height = width, height
        self._rows: list[list[Cell]] = [[(" ", style)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str) -> None:
        """Write a text from a column to the right."""
        if not 0 <= y < self.height:
            return
        row = self._rows[y]
        if text.isascii():
            for at, char in enumerate(text, x):
                if 0 <= at < self.width:
                    self._set(row, at, char, style)
            return
        for char in text:
            wide = _width(char)
            if not wide and 0 < x <= self.width:
                # It changes the character before it and takes no room.
                row[x - 1] = (row[x - 1][0] + char, row[x - 1][1])
            elif wide and x >= 0 and x + wide <= self.width:
                self._set(row, x, char, style)
                if wide == 2:
                    self._set(row, x + 1, " ", style)
                    row[x : x + 2] = [(char, style), ("", style)]
            x += wide

    def _set(self, row: list[Cell], at: int, char: str, style: str) -> None:
        """Set one cell; what is left of a wide character of which it was a half is blank."""
        if not row[at][0]:
            row[at - 1] = (" ", row[at - 1][1])
        elif at + 1 < self.width and not row[at + 1][0]:
            row[at + 1] = (" ", row[at + 1][1])
        row[at] = (char, style)

    def rows(self) -> tuple[Row, ...]:
        """The picture."""
        return tuple(map(tuple, self._rows))


def text_of(rows: Sequence[Row]) -> str:
    """The characters alone, each row a line without spaces at its end."""
    return "\n".join("".join(char for char, _ in row).rstrip() for row in rows)


def segments(row: Row) -> list[tuple[str, str]]:
    """The row as texts of one style each."""
    return [("".join(char for char, _ in same), style) for style, same in groupby(row, key=lambda cell: cell[1])]


def changes(before: Sequence[Row], after: Sequence[Row]) -> Iterator[Span]:
    """Where two pictures of the same size differ."""
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        start = end = -1
        for x, (was, now) in enumerate(zip(old, new, strict=True)):
            if was == now:
                continue
            if start >= 0 and x - end > JOIN:
                yield Span(start, y, end - start + 1)
                start = -1
            if start < 0:
                start = x
            end = x
        if start >= 0:
            yield Span(start, y, end - start + 1)
