"""Places of piles to each other: which cards of a shape cover which, and which places of a grid are neighbours.

The piles of a group are counted from 0 here, row by row, each row from the left.
"""

from __future__ import annotations


def rows_of(shape: str) -> list[int]:
    """How many piles each row of the shape has, the uppermost first.

    ValueError for a text that is none of ``pyramid n``, ``inverted n``, ``peaks PxR``.
    """
    word, _, size = shape.partition(" ")
    if word == "pyramid":
        return list(range(1, int(size) + 1))
    if word == "inverted":
        return list(range(int(size), 0, -1))
    if word == "peaks":
        peaks, rows = map(int, size.split("x"))
        return [peaks * row for row in range(1, rows)] + [peaks * (rows - 1) + 1]
    raise ValueError(f"shape: the naive program does not know {shape}")


def piles_in(shape: str) -> int:
    """How many piles the shape has."""
    return sum(rows_of(shape))


def covering(shape: str, place: int) -> list[int]:
    """The places whose cards lie on the card of this place, as long as there are any."""
    rows = rows_of(shape)
    row, column = 0, place
    while column >= rows[row]:
        column -= rows[row]
        row += 1
    if row + 1 == len(rows):
        return []
    word = shape.split()[0]
    if word == "inverted":
        columns = [column - 1, column]
    elif word == "peaks" and row + 2 < len(rows):
        # Row 0 has one card of each peak, row 1 two of each: every peak before this one is one card wider below.
        peak = column // (row + 1)
        columns = [column + peak, column + peak + 1]
    else:
        columns = [column, column + 1]
    first = sum(rows[: row + 1])
    return [first + column for column in columns if 0 <= column < rows[row + 1]]


def are_neighbours(per_row: int, place: int, other: int) -> bool:
    """Whether two places of a grid touch, at a side or at a corner."""
    apart = abs(place // per_row - other // per_row), abs(place % per_row - other % per_row)
    return place != other and max(apart) == 1
