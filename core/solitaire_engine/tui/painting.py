"""Cards, empty piles and the names above them, painted where `geometry` says they lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..cards import DOWN, suit_of
from ..position import Position
from ..rules import Rules
from ..table.takes import CLOSED, REDEALS, taken_by
from .canvas import Canvas
from .fans import Shown
from .geometry import Spot, Table
from .looks import Looks

FLOATING: Final = 4
"""So many cards of a dragged group are drawn under the mouse."""
_COUNTED: Final = ("stock", "waste", "discard")


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked on the table, by index of pile.

    `held`: how many cards from the top are held, for each pile. `targets`: the piles they
    may go to. `hints`: how many cards from the top a hint means; 0 for an empty pile.
    `cursor`: the pile under the cursor, -1 for none, and `reach` how many cards from its top.
    """

    held: dict[int, int]
    targets: frozenset[int] = frozenset()
    hints: tuple[tuple[int, int], ...] = ()
    cursor: int = -1
    reach: int = 1


def paint_table(
    canvas: Canvas, looks: Looks, rules: Rules, position: Position, table: Table, marks: Marks, top: int = 0
) -> None:
    """Paint every pile; `top` is the row of the canvas where the table begins."""
    hints = dict(marks.hints)
    for pile, spot in table.spots.items():
        cards = position.piles[pile]
        count = len(cards)
        held, hinted = marks.held.get(pile, 0), hints.get(pile, -1)
        states = [""] * max(count, 1)
        if hinted >= 0:
            states[max(count - max(hinted, 1), 0) :] = ["hint"] * min(max(hinted, 1), len(states))
        if pile in marks.targets:
            states[-1] = "target"
        if held:
            states[count - held :] = ["held"] * held
        pointed = count - marks.reach if pile == marks.cursor else -1
        _label(canvas, rules, position, spot, top, "label.cursor" if pile == marks.cursor else "label")
        if not spot.shown:
            if not (rules.has_covers and rules.group(pile).covers):
                _empty(canvas, looks, rules, position, spot, top, states[0], pile == marks.cursor)
            continue
        for strip in spot.shown:
            _strip(canvas, looks, cards, spot, strip, top, states, pointed)
        if rules.group(pile).kind == "stock" and cards[-1] >= DOWN and spot.label < 0:
            canvas.put(spot.x + 1, top + spot.y + (spot.height > 2), str(count)[: spot.width - 1], "back")


def paint_floating(canvas: Canvas, looks: Looks, cards: Sequence[int], width: int, x: int, y: int) -> None:
    """The cards that the mouse drags, the lead card first, beginning at a cell of the canvas."""
    shown = list(cards[:FLOATING])
    for row, card in enumerate(shown):
        last = row == len(shown) - 1
        _card(canvas, looks, card, x, y + row, width, 2 if last and width > 3 else 1, "held", False)


def _label(canvas: Canvas, rules: Rules, position: Position, spot: Spot, top: int, style: str) -> None:
    """The pile's name, with the number of its cards where they are not all seen."""
    if spot.label < 0:
        return
    name, count = rules.names[spot.pile], len(position.piles[spot.pile])
    text = f"{name} {count}" if rules.group(spot.pile).kind in _COUNTED and count else name
    if len(text) > spot.width + 1:
        text = name
    canvas.put(spot.x + (1 if spot.width > 3 else 0), top + spot.label, text, style)


def _strip(
    canvas: Canvas,
    looks: Looks,
    cards: bytes,
    spot: Spot,
    strip: Shown,
    top: int,
    states: Sequence[str],
    pointed: int,
) -> None:
    card = strip.cards[-1]
    if spot.across:
        last = card == len(cards) - 1
        width = spot.width - strip.y
        _card(
            canvas, looks, cards[card], spot.x + strip.y, top + spot.y, width if last else 4, spot.height,
            states[card], last and pointed >= 0, bare=not last,
        )  # fmt: skip
        return
    x, y, width = spot.x, top + spot.y + strip.y, spot.width
    if len(strip.cards) > 1:
        _abreast(canvas, looks, cards, spot, strip, y, states, pointed)
        return
    last = card == len(cards) - 1
    # All but the top card show their upper edge, and with more room the beginning of their face.
    _card(canvas, looks, cards[card], x, y, width, strip.rows, states[card], card == pointed, whole=last)
    if strip.more and not last:
        counted = f"{looks.times}{strip.more + 1}" if cards[card] >= DOWN else f"+{strip.more}"
        style = "back" if cards[card] >= DOWN else f"edge{_dotted(states[card])}"
        canvas.put(x + max(width - 1 - len(counted), 1), y, counted, style)


def _dotted(state: str) -> str:
    return f".{state}" if state else ""


def _abreast(
    canvas: Canvas, looks: Looks, cards: bytes, spot: Spot, strip: Shown, y: int, states: Sequence[str], pointed: int
) -> None:
    """Several cards in one row, an index each."""
    frame = looks.frame(states[strip.cards[-1]])
    edge = f"edge{_dotted(states[strip.cards[-1]])}"
    canvas.put(spot.x, y, frame.top_left + frame.top * (spot.width - 2) + frame.top_right, edge)
    for number, card in enumerate(strip.cards):
        state = _dotted(states[card])
        canvas.put(spot.x + 1 + 2 * number, y, looks.index(cards[card], 2), f"suit{suit_of(cards[card])}{state}")
    if strip.more:
        canvas.put(spot.x, y, "+", edge)
    if pointed in strip.cards:
        canvas.put(spot.x, y, looks.pointer, "edge.cursor")


def _card(
    canvas: Canvas, looks: Looks, card: int, x: int, y: int, width: int, rows: int, state: str, pointed: bool,
    whole: bool = True, bare: bool = False,
) -> None:  # fmt: skip
    """One card of `rows` rows; with `whole` the lower edge is drawn, if there is a row for it.

    `bare` leaves out all but the index, for cards that another one lies upon.
    """
    frame, dotted = looks.frame(state), _dotted(state)
    down = card >= DOWN
    edge = f"back{dotted}" if down else f"edge{dotted}"
    suit = f"suit{suit_of(card)}{dotted}"
    if width < 4:
        _narrow(canvas, looks, card, x, y, width, rows, edge, suit)
    else:
        inner = width - 2
        fill = looks.back if down else " "
        canvas.put(x, y, frame.top_left + (fill if down else frame.top) * inner + frame.top_right, edge)
        for row in range(1, rows):
            if whole and row == rows - 1:
                canvas.put(x, y + row, frame.low_left + frame.low * inner + frame.low_right, edge)
            else:
                canvas.put(x, y + row, frame.side + fill * inner + frame.side, edge)
        if not down:
            index = looks.index(card, inner)
            canvas.put(x + 1, y, index, suit)
            if whole and rows >= 3 and not bare:
                canvas.put(x + width // 2, y + rows // 2, looks.suit(card), suit)
            if whole and rows >= 4 and width >= 7 and not bare:
                canvas.put(x + width - 1 - len(index), y + rows - 1, index, suit)
    if pointed:
        canvas.put(x + (width - 1 if width < 4 else 0), y, looks.pointer, "edge.cursor")


def _narrow(
    canvas: Canvas, looks: Looks, card: int, x: int, y: int, width: int, rows: int, edge: str, suit: str
) -> None:
    """A card of two or three columns, without a frame."""
    for row in range(rows):
        canvas.put(x, y + row, (looks.back if card >= DOWN else " ") * width, edge)
    if card < DOWN:
        canvas.put(x, y, looks.index(card, 2), suit)


def _empty(
    canvas: Canvas, looks: Looks, rules: Rules, position: Position, spot: Spot, top: int, state: str, pointed: bool
) -> None:
    """The place of an empty pile, with what may be put there."""
    x, y, width, rows = spot.x, top + spot.y, spot.width, spot.height
    style = f"empty{_dotted(state)}"
    frame = looks.frame(state or "empty")
    text = takes(rules, position, spot.pile, looks)
    if len(text) > max(width - 2, 2):
        text = "*" if text == "any" else ""
    if width < 4 or rows == 1:
        edges = "()" if width > 3 else ""
        text = text[: width - len(edges)] or ("" if edges else ("." if looks.ascii else "·") * width)
        canvas.put(x, y, edges[:1] + text.center(width - len(edges)) + edges[1:], style)
    else:
        inner = width - 2
        canvas.put(x, y, frame.top_left + frame.top * inner + frame.top_right, style)
        for row in range(1, rows - 1):
            canvas.put(x, y + row, frame.side + " " * inner + frame.side, style)
        canvas.put(x, y + rows - 1, frame.low_left + frame.low * inner + frame.low_right, style)
        canvas.put(x + 1, y + (rows - 1) // 2, text[:inner].center(inner) if rows > 2 else text[:inner], style)
    if pointed:
        canvas.put(x, y, looks.pointer, "edge.cursor")


def takes(rules: Rules, position: Position, pile: int, looks: Looks) -> str:
    """What an empty pile takes, in a word of up to four characters: "K", "any", "A♠", or nothing."""
    taken = taken_by(rules, position, pile)
    if isinstance(taken, int):
        return looks.index(taken, 3)
    if taken == REDEALS:
        return "O" if looks.ascii else "↻"
    return looks.times if taken == CLOSED else taken
