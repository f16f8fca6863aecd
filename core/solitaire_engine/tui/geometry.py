"""Where every card lies in a window: sizes of cards, columns and rows for a plan, and which card is under the mouse.

All numbers are columns and rows of the screen; (0, 0) is the upper left corner of the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from ..cards import DOWN
from ..position import Position
from ..rules import Rules
from ..table.plan import Line, Place, Plan
from .fans import Shown, fan

WASTE: Final = 3
"""So many cards of the waste are shown side by side, where there is room."""
INDEX: Final = 3
"""Columns from one card to the next where they lie side by side: an edge, a rank and a suit."""
LEAST_STEP: Final = 3
WIDEST: Final = 9
GAP: Final = 3
"""Cards are not set further apart than this, however wide the window."""
_SHAPES: Final = ((6, 1), (5, 1), (4, 1), (3, 1), (3, 0), (2, 1), (2, 0), (1, 1), (1, 0))
"""Rows of a card and of the names above the piles, the best first."""
_LEAST_FAN: Final = 2


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one pile lies.

    `shown`: the strips of cards, from the upper edge or, with `across`, from the left one;
    none for an empty pile. `label`: the row of its name, -1 where there is no room for names.
    """

    pile: int
    x: int
    y: int
    width: int
    height: int
    shown: tuple[Shown, ...]
    label: int = -1
    across: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The spots of all piles for a window; the size of a card; the piles line by line, for the arrow keys."""

    spots: dict[int, Spot]
    card_width: int
    card_height: int
    lines: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Needs:
    """The least size for a table that does not fit."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Columns from pile to pile, columns and rows of a card, rows of names, rows of each line."""

    step: int
    width: int
    face: int
    label: int
    rows: tuple[int, ...] = field(default=())


def least(plan: Plan) -> Needs:
    """The smallest table on which every pile of a plan has a place."""
    step = _even(LEAST_STEP, plan, up=True)
    rows = sum(_LEAST_FAN if line.usual else 1 for line in plan.lines)
    return Needs(plan.width * step - 1, rows)


def _even(step: int, plan: Plan, *, up: bool = False) -> int:
    """Half a place must be a whole number of columns."""
    return step + step % 2 * (1 if up else -1) if plan.halves else step


def arrange(plan: Plan, rules: Rules, position: Position, width: int, height: int) -> Table | Needs:
    """The table for a window, or the size that it needs."""
    needs = least(plan)
    if width < needs.width or height < needs.height:
        return needs
    sizes = _sizes(plan, position, width, height)
    left = max((width - (plan.width - 1) * sizes.step - sizes.width) // 2, 0)
    spots: dict[int, Spot] = {}
    y = 0
    for line, rows in zip(plan.lines, sizes.rows, strict=True):
        for place in line.places:
            x = left + round(place.x * sizes.step)
            spots[place.pile] = _spot(rules, position, place, x, y, rows, sizes, _label(line, sizes.label))
        y += rows + _label(line, sizes.label) - (1 if line.overlaps and sizes.face > 1 else 0)
    lines = tuple(tuple(place.pile for place in line.places) for line in plan.lines)
    return Table(spots, sizes.width, sizes.face, lines)


def _sizes(plan: Plan, position: Position, width: int, height: int) -> _Sizes:
    """The largest cards that leave enough room for the piles that fan out."""
    steps = (width + 1) // plan.width if plan.width > 1 else WIDEST + GAP
    widest = 5 if height < 12 else 7 if height < 36 else WIDEST
    step = _even(min(steps, widest + GAP), plan)
    # A column between the cards, more where they are large.
    card = min(max(step - 1, 2), widest)
    card = 3 if card == 4 and step == 4 else card
    for face, label in _SHAPES:
        if face > _tallest(card):
            continue
        least_rows = [_least_rows(line, face) for line in plan.lines]
        wish = [line.usual - 1 + face if line.usual else face for line in plan.lines]
        used = [_label(line, label) - (line.overlaps and face > 1) for line in plan.lines]
        if sum(wish) + sum(used) <= height:
            return _Sizes(step, card, face, label, _shared(plan, position, wish, height - sum(used), face))
        if face <= 3 and sum(least_rows) + sum(used) <= height:
            grown = _grown(least_rows, wish, height - sum(used))
            return _Sizes(step, card, face, label, _shared(plan, position, grown, height - sum(used), face))
    floor = [_LEAST_FAN if line.usual else 1 for line in plan.lines]
    return _Sizes(step, card, 1, 0, _shared(plan, position, floor, height, 1))


def _label(line: Line, rows: int) -> int:
    """Rows of names: none in a shape, where they would lie between the cards."""
    return 0 if line.shaped else rows


def _tallest(card: int) -> int:
    return {2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 5, 8: 5}.get(card, 6)


def _least_rows(line: Line, face: int) -> int:
    """Rows with which a line is still pleasant: half of what its piles are expected to need."""
    return max(min(line.usual, 8) // 2 + face, 4) if line.usual else face


def _grown(rows: Sequence[int], wish: Sequence[int], height: int) -> list[int]:
    """Rows given out one by one to the lines that miss most, until the height is used up."""
    grown = list(rows)
    while sum(grown) < height:
        missing = [want - has for want, has in zip(wish, grown, strict=True)]
        if max(missing, default=0) <= 0:
            break
        grown[missing.index(max(missing))] += 1
    return grown


def _shared(plan: Plan, position: Position, rows: Sequence[int], height: int, face: int) -> tuple[int, ...]:
    """What is left of the height goes to the lines that fan out; where a pile outgrows its line, others give."""
    shared = list(rows)
    fans = [number for number, line in enumerate(plan.lines) if line.usual]
    spare = height - sum(shared)
    for at, number in enumerate(fans):
        shared[number] += spare // len(fans) + (at < spare % len(fans))
    needs = {
        number: max(
            (len(position.piles[place.pile]) - 1 + face for place in plan.lines[number].places if place.fans),
            default=face,
        )
        for number in fans
    }
    for number in fans:
        while needs[number] > shared[number]:
            giver = max(fans, key=lambda other: shared[other] - max(needs[other], face + 1))
            if shared[giver] <= max(needs[giver], face + 1):
                break
            shared[giver] -= 1
            shared[number] += 1
    return tuple(shared)


def _spot(rules: Rules, position: Position, place: Place, x: int, y: int, rows: int, sizes: _Sizes, named: int) -> Spot:
    """One pile in its line, whose upper edge is at `y`; `named`: the rows of its name."""
    cards = position.piles[place.pile]
    label = y if named else -1
    y += named
    width, face = sizes.width, sizes.face
    if place.fans:
        step = 2 if rows >= 24 else 1
        shown = fan([card >= DOWN for card in cards], rows, min(face, rows), step, _abreast(width))
        height = shown[-1].y + shown[-1].rows if shown else min(face, rows)
        return Spot(place.pile, x, y, width, height, shown, label)
    if rules.group(place.pile).kind == "waste" and len(cards) > 1 and width >= 4:
        room = int(place.spare * sizes.step)
        count = min(WASTE, len(cards), 1 + room // INDEX)
        if count > 1:
            first = len(cards) - count
            shown = tuple(Shown((first + n,), n * INDEX, face, first if n == 0 else 0) for n in range(count))
            return Spot(place.pile, x, y, width + (count - 1) * INDEX, face, shown, label, True)
    shown = (Shown((len(cards) - 1,), 0, face, len(cards) - 1),) if cards else ()
    return Spot(place.pile, x, y, width, face, shown, label)


def _abreast(width: int) -> int:
    """How many cards stand side by side in a row of a column, two columns each; narrow cards lose their right edge."""
    return max((width - 1) // 2 if width < 7 else (width - 2) // 2, 1)


def hit(table: Table, x: int, y: int) -> tuple[int, int] | None:
    """The pile at a point, and the place of the card there from the bottom of the pile, -1 where it is empty.

    Below a pile's last card the column still belongs to it, as far as there is no other.
    """
    below: tuple[int, int, int] | None = None
    for pile, spot in _topmost(table):
        if not spot.x <= x < spot.x + spot.width:
            continue
        if spot.y <= y < spot.y + spot.height:
            return pile, _card_at(spot, x - spot.x, y - spot.y)
        if y >= spot.y + spot.height and (below is None or spot.y > below[2]):
            below = (pile, spot.shown[-1].cards[-1] if spot.shown else -1, spot.y)
    return below[:2] if below is not None and _fans(table, below[0]) else None


def _topmost(table: Table) -> Iterator[tuple[int, Spot]]:
    """The piles, those painted last first."""
    return reversed(table.spots.items())


def _fans(table: Table, pile: int) -> bool:
    spot = table.spots[pile]
    return spot.height > table.card_height or len(spot.shown) > 1 or not spot.shown


def _card_at(spot: Spot, x: int, y: int) -> int:
    if not spot.shown:
        return -1
    if spot.across:
        strip = next((s for s in reversed(spot.shown) if s.y <= x), spot.shown[0])
        return strip.cards[-1]
    strip = next((s for s in reversed(spot.shown) if s.y <= y), spot.shown[0])
    # Side by side each card has two columns after the edge; the rest of the row is the last one's.
    return strip.cards[min(max(x - 1, 0) // 2, len(strip.cards) - 1)]
