"""Which pile stands where on the table, in places from the left and lines from the top, for any variant.

The rows are those of the variant's layout, or the usual ones. Nothing here knows how large
a place is: that is for `geometry` to say, for a window of a certain size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, zip_longest
from typing import Final

from ..definitions import Group
from ..rules import Rules
from ..text.board import layout_of, shape_places

GROWTH: Final = 6
"""By so many cards a pile that is built on is expected to grow; only room is kept for them, nothing depends on it."""
ABREAST: Final = 26
"""No more piles than these stand side by side: with less than three columns each, 80 would not do."""
LONGEST: Final = 16
"""No more cards than these have room kept for them in a pile from the start."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a pile stands: `x` in places from the left, halves in pyramids and the like."""

    pile: int
    x: float
    fans: bool
    """Whether its cards lie one below the other, so that all of them are seen."""
    spare: float = 0
    """How many places to its right are free."""


@dataclass(frozen=True, slots=True)
class Line:
    """Piles that stand side by side.

    `usual` is how many cards the longest pile that fans out is expected to have, 0 where
    none does. `shaped`: whether it belongs to a pyramid or the like. `overlaps`: whether the
    next line lies over the lower edge of this one.
    """

    places: tuple[Place, ...]
    usual: int
    shaped: bool = False
    overlaps: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """All lines, and the width in places of the widest; `halves`: whether any place stands at a half."""

    lines: tuple[Line, ...]
    width: int
    halves: bool


@dataclass(frozen=True, slots=True)
class _Block:
    """Part of a line: one group's piles with their places from the block's left edge; a space has none."""

    width: int
    piles: tuple[tuple[int, float], ...] = ()
    group: Group | None = None
    space: bool = False


def make_plan(rules: Rules) -> Plan:
    """The plan of a variant. Groups that its layout leaves out take no part in play and have no place."""
    depths = _dealt(rules)
    lines: list[list[_Block]] = []
    overlaps: list[bool | None] = []
    for row in chain.from_iterable(_broken(rules, row) for row in layout_of(rules)):
        blocks = list(_blocks(rules, row))
        for number, line in enumerate(blocks):
            lines.append(line)
            shaped = any(block.group is not None and _is_shape(block.group) for block in line)
            overlaps.append(None if not shaped else number + 1 < len(blocks))
    width = max((sum(block.width for block in line) for line in lines), default=1)
    placed = [
        _line(rules, line, width, depths, over)
        for line, over in zip(lines, overlaps, strict=True)
        if any(block.piles for block in line)
    ]
    halves = any(place.x % 1 for line in placed for place in line.places)
    return Plan(tuple(placed), max(width, 1), halves)


def _broken(rules: Rules, row: str) -> Iterator[str]:
    """A row of the layout as rows of at most `ABREAST` places, of which most layouts have fewer."""
    line: list[str] = []
    used = 0
    for token in row.split():
        name, _, wrap = token.partition("/")
        group = rules.groups[rules.number_of(name)] if token != "." else None
        wide = len(rules.pile_names[name]) if group is not None else 0
        if group is not None and (group.rows or (wrap.isdecimal() and int(wrap))):
            wide = min(max(group.rows) if group.rows else int(wrap), wide)
        elif wide > ABREAST:
            wide = -(-wide // -(-wide // ABREAST))
            token = f"{name}/{wide}"
        if used + wide > ABREAST and used:
            yield " ".join(line)
            line, used = [], 0
        line.append(token)
        used += wide
    yield " ".join(line)


def _is_shape(group: Group) -> bool:
    return any(group.covers)


def _blocks(rules: Rules, row: str) -> Iterator[list[_Block]]:
    """The lines of one row of the layout; several where a group is wrapped or has a shape."""
    parts: list[list[_Block]] = []
    for token in row.split():
        if token == ".":
            parts.append([_Block(0, space=True)])
            continue
        name, _, wrap = token.partition("/")
        group = rules.groups[rules.number_of(name)]
        piles = [rules.index[pile] for pile in rules.pile_names[name]]
        if not piles:
            continue
        each = int(wrap) if wrap.isdecimal() and int(wrap) else len(piles)
        sizes = group.rows or (each,) * -(-len(piles) // each)
        width = min(max(sizes), len(piles))
        at = shape_places(group) if _is_shape(group) else [float(place) for size in sizes for place in range(size)]
        ends = list(accumulate(sizes))
        parts.append(
            [
                _Block(width, tuple(zip(piles[end - size : end], at[end - size : end], strict=False)), group)
                for end, size in zip(ends, sizes, strict=True)
            ]
        )
    for pieces in zip_longest(*parts):
        yield [
            piece if piece is not None else _Block(part[0].width, space=part[0].space)
            for piece, part in zip(pieces, parts, strict=True)
        ]


def _line(rules: Rules, blocks: Sequence[_Block], width: int, depths: dict[int, int], overlaps: bool | None) -> Line:
    """The blocks side by side, with what is left of the width where the layout wants it.

    `overlaps`: whether the next line lies over this one; None outside of shapes.
    """
    slack = width - sum(block.width for block in blocks)
    grows = next((n for n, block in enumerate(blocks) if block.space), None)
    left = 0.0
    kinds = [block.group.kind for block in blocks if block.group is not None]
    if grows is None and len(blocks) == 1:
        # A group alone stands in the middle; a wrapped one is a block whose last line may be short.
        left = float(slack // 2)
    elif grows is None and not {"stock", "waste"} & set(kinds):
        grows = len(blocks) - 1
    x = left
    places: list[Place] = []
    for number, block in enumerate(blocks):
        if number == grows:
            x += slack
        for pile, at in block.piles:
            places.append(Place(pile, x + at, fans_out(rules, pile, depths.get(pile, 0))))
        x += block.width
    ordered = sorted(places, key=lambda place: place.x)
    ends = [place.x for place in ordered[1:]] + [float(width)]
    spaced = tuple(
        Place(place.pile, place.x, place.fans, end - place.x - 1) for place, end in zip(ordered, ends, strict=True)
    )
    usual = max((_usual(rules, place.pile, depths.get(place.pile, 0)) for place in spaced if place.fans), default=0)
    return Line(spaced, usual, overlaps is not None, bool(overlaps))


def fans_out(rules: Rules, pile: int, depth: int) -> bool:
    """Whether a pile's cards lie one below the other; `depth` is how many the opening deal puts there."""
    group = rules.group(pile)
    if group.kind not in ("tableau", "reserve") or group.maximum == 1 or _is_shape(group):
        return False
    return depth > 1 or takes_more(rules, pile)


def takes_more(rules: Rules, pile: int) -> bool:
    """Whether cards may come to lie on others there, by a move or by a deal."""
    masks = rules.tables(max(rules.variant.base, 0)).build[rules.unit_of[pile]]
    return any(masks) or pile in rules.deal_targets or (rules.variant.redeal is not None and pile in rules.gathered)


def _usual(rules: Rules, pile: int, depth: int) -> int:
    masks = rules.tables(max(rules.variant.base, 0)).build[rules.unit_of[pile]]
    grows = GROWTH if any(masks) and rules.group(pile).kind == "tableau" else 0
    return max(min(depth + grows, LONGEST), 1)


def _dealt(rules: Rules) -> dict[int, int]:
    """How many cards the opening deal puts on each pile."""
    depths: dict[int, int] = {}
    for step in rules.variant.deal:
        for placement in step.placements:
            pile = rules.span[rules.number_of(placement.group)].start + placement.place
            depths[pile] = depths.get(pile, 0) + 1
    return depths
