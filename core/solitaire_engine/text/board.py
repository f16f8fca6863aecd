"""A position as a picture in text: rows of piles as the variant lays them out.

Piles that fan out - tableau and reserves - are columns of cards under their names, the
lowest card first; of a waste the last three cards are shown, of other piles the top card.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest
from typing import Final

from ..cards import is_down
from ..definitions import UNLIMITED, Group
from ..position import Position
from ..rules import Rules
from ..sentences import counted, rank_phrase
from .look import Look

STEPS: Final = (5, 4, 3)
EVEN_STEPS: Final = (6, 4)
"""Columns from one pile to the next; the widest that fits is taken. Shapes go by half steps."""
FAN: Final = 3
"""How many cards of the waste are shown."""
_CARD: Final = 2
_EMPTY: Final = "--"
_TOP_ROW: Final = ("stock", "waste", "foundation", "cell", "reserve", "discard")

Cell = tuple[str, str]
"""A text of two or three characters, and its colour."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of a row: a pile's name and the lines under it."""

    name: str = ""
    lines: tuple[Cell, ...] = ()


BLANK: Final = Slot()
GROWS: Final = Slot()
"""The space that the variant asked for: at least one place wide."""
SEAM: Final = Slot()
"""Between two groups: nothing, unless the row would be shorter than others."""


def board_text(rules: Rules, position: Position, look: Look) -> str:
    """The board in several lines, without a line feed at the end."""
    rows = [list(_lines(rules, position, row, look)) for row in layout_of(rules)]
    widest = max((_length(line) for lines in rows for line in lines), default=1)
    step = _step(rules, widest, look.width)
    fits = max((look.width + step - _CARD) // step, 1)
    blocks: list[str] = []
    for row, lines in zip(layout_of(rules), rows, strict=True):
        shape = next((group for group in rules.groups if group.name == row.strip() and group.covers), None)
        if shape is not None and max(shape.rows) <= fits:
            blocks.append(_shaped(shape, lines, step, look))
            continue
        for line in lines:
            spread = _spread(line, widest if widest <= fits else _length(line))
            blocks.extend(_drawn(spread[start : start + fits], step, look) for start in range(0, len(spread), fits))
    told = "\n".join(_wrapped([counters(rules, position)], look.width))
    return "\n\n".join([*blocks, *([told] if told else [])])


def list_text(rules: Rules, position: Position, look: Look) -> str:
    """The board with one line for each pile, for those who listen to it."""
    lines: list[str] = []
    for name, cards in zip(rules.names, position.piles, strict=True):
        down = sum(map(is_down, cards))
        hidden = f"{down} face down" if down else ""
        seen = " ".join(look.card(card) for card in cards if not is_down(card))
        lines.append(f"{name}: {', '.join(part for part in (hidden, seen) if part) or 'empty'}")
    return "\n".join(_wrapped([*lines, counters(rules, position)], look.width, "    "))


def _wrapped(lines: Sequence[str], width: int, hang: str = "") -> Iterator[str]:
    for line in lines:
        yield from textwrap.wrap(line, max(width, 12), subsequent_indent=hang)


def layout_of(rules: Rules) -> tuple[str, ...]:
    """The rows of groups as the variant has them, or the usual ones."""
    if rules.variant.layout:
        return rules.variant.layout
    top = [group.name for kind in _TOP_ROW for group in rules.groups if group.kind == kind]
    below = [group.name for group in rules.groups if group.kind == "tableau"]
    return tuple(" ".join(row) for row in (top, below) if row)


def counters(rules: Rules, position: Position) -> str:
    """What the piles do not show: the base, the redeals left, the score; empty if there is nothing to say."""
    told: list[str] = []
    if rules.base_varies or position.base:
        base = rank_phrase(position.base) if position.base >= 0 else "the first card that goes there"
        told.append(f"Foundations begin with {base}.")
    if rules.redeals not in (0, UNLIMITED):
        left = max(rules.redeals - position.redeals, 0)
        told.append(f"{counted(left, 'redeal')} left.")
    if rules.variant.score is not None:
        told.append(f"Score: {position.score}.")
    return " ".join(told)


def _lines(rules: Rules, position: Position, row: str, look: Look) -> Iterator[list[Slot]]:
    """The slots of one row of the layout; several lines where a group is wrapped, as in ``tableau/6``."""
    parts: list[list[list[Slot]]] = []
    for token in row.split():
        if token == ".":
            parts.append([[GROWS]])
            continue
        name, _, wrap = token.partition("/")
        piles = [_slot(rules, position, rules.index[pile], look) for pile in rules.pile_names[name]]
        rows = rules.groups[rules.number_of(name)].rows
        each = int(wrap) if wrap.isdecimal() and int(wrap) else len(piles)
        sizes = rows or [each] * -(-len(piles) // max(each, 1))
        ends = list(accumulate(sizes))
        if piles:
            parts.append([piles[end - size : end] for end, size in zip(ends, sizes, strict=True)])
    for pieces in zip_longest(*parts):
        line: list[Slot] = []
        for piece, part in zip(pieces, parts, strict=True):
            line.extend([*([SEAM] if line else []), *(piece if piece is not None else [BLANK] * len(part[0]))])
        yield line


def _slot(rules: Rules, position: Position, pile: int, look: Look) -> Slot:
    """What is shown of one pile."""
    cards, kind, name = position.piles[pile], rules.group(pile).kind, rules.names[pile]
    if not cards:
        return Slot(name, ((_EMPTY, look.faint),))
    if kind in ("tableau", "reserve"):
        shown = cards
    else:
        shown = cards[-FAN:] if kind == "waste" else cards[-1:]
    lines = [(look.card(card), look.style(card)) for card in shown]
    if kind in ("stock", "discard"):
        lines.append((str(len(cards)), look.faint))
    elif len(shown) < len(cards) and kind != "foundation":
        lines.insert(0, (f"+{len(cards) - len(shown)}", look.faint))
    return Slot(name, tuple(lines))


def _length(line: Sequence[Slot]) -> int:
    return sum(slot is not SEAM for slot in line)


def _spread(line: Sequence[Slot], length: int) -> list[Slot]:
    """The row with its spaces made as wide as it takes to be `length` long."""
    slack = [BLANK] * (length - _length(line))
    spaces = [place for place, slot in enumerate(line) if slot is GROWS] or [
        place for place, slot in enumerate(line) if slot is SEAM
    ][-1:]
    spread: list[Slot] = []
    for place, slot in enumerate(line):
        if slot is not SEAM:
            spread.append(slot)
        if place in spaces[:1]:
            spread.extend(slack)
    return spread


def _step(rules: Rules, widest: int, width: int) -> int:
    """The columns from one pile to the next."""
    least = max(max(map(len, rules.names)), _CARD) + 1
    steps = [step for step in (EVEN_STEPS if rules.has_covers else STEPS) if step >= least]
    return next((step for step in steps if (widest - 1) * step + least - 1 <= width), least)


def _drawn(line: Sequence[Slot], step: int, look: Look) -> str:
    """One row of piles: their names, and as many lines as the longest needs."""
    height = max((len(slot.lines) for slot in line), default=0)
    rows: list[Sequence[Cell]] = [[(slot.name, look.faint) for slot in line]]
    rows += [[slot.lines[n] if n < len(slot.lines) else ("", "") for slot in line] for n in range(height)]
    return "\n".join(_at([(n * step, cell) for n, cell in enumerate(row) if cell[0]], look) for row in rows)


def _shaped(group: Group, lines: Sequence[Sequence[Slot]], step: int, look: Look) -> str:
    """A pyramid or the like: each row under the gaps of the one above; what is gone leaves a hole."""
    x = shape_places(group)
    drawn: list[str] = []
    start = 0
    for line in lines:
        at = [round(x[start + place] * step) for place in range(len(line))]
        start += len(line)
        there = [(column, slot) for column, slot in zip(at, line, strict=True) if slot.lines[0][0] != _EMPTY]
        for row in ([(slot.name, look.faint) for _, slot in there], [slot.lines[-1] for _, slot in there]):
            drawn.append(_at(list(zip((column for column, _ in there), row, strict=True)), look))
    return "\n".join(drawn).rstrip("\n")


def shape_places(group: Group) -> list[float]:
    """Where each pile of a shape lies, in places from the left: in the middle of what covers it, or of its row."""
    widest = max(group.rows)
    middle = [(widest - size) / 2 + place for size in group.rows for place in range(size)]
    if any(len(covers) not in (0, 2) for covers in group.covers):
        return middle
    x = list(middle)
    for place in reversed(range(len(x))):
        if group.covers[place]:
            x[place] = sum(x[cover] for cover in group.covers[place]) / 2
    return x


def _at(cells: Sequence[tuple[int, Cell]], look: Look) -> str:
    """Cells at the columns given."""
    text, end = "", 0
    for column, (plain, style) in cells:
        text += " " * (column - end) + look.paint(plain, style)
        end = column + len(plain)
    return text
