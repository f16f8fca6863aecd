"""The whole picture of the screen: a title, the table, a line for what happened, and the keys."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from ..cards import RANKS
from ..definitions import UNLIMITED
from ..rules import Rules
from ..sentences import counted
from ..stats import clock_text
from .canvas import Canvas, Row, columns, cut
from .desk import Desk
from .geometry import Needs, Table, arrange, least
from .looks import Looks
from .painting import paint_floating, paint_table

KEYS: Final = (
    ("?", "help"), ("u", "undo"), ("h", "hint"), ("f", "home"), ("a", "auto"), ("Space", "deal"), ("n", "new"),
    ("x", "more"), ("r", "restart"), ("q", "quit"), ("m", "moves"), ("v", "verdict"), ("i", "rules"), ("y", "share"),
)  # fmt: skip
"""The keys in the last row, the most needed first."""
ALWAYS: Final = "?nq"
"""The keys that are told first where the row is short."""
LINES: Final = 5
"""Rows of the screen that a message takes at most."""
_HIGH: Final = 14
"""With fewer rows there is no row of keys."""


@dataclass(frozen=True, slots=True)
class Floating:
    """What the mouse drags: cards, the lead card first, and the cell of its upper left corner."""

    cards: bytes
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Picture:
    """The rows of the screen, and the table in them, None where it does not fit; it begins at row `TOP`."""

    rows: tuple[Row, ...]
    table: Table | None


TOP: Final = 1


def picture(
    desk: Desk, looks: Looks, width: int, height: int, status: str = "", floating: Floating | None = None
) -> Picture:
    """The screen for a window of `width` columns and `height` rows.

    `status`: what is known of the position, in a word or two.
    """
    session = desk.session
    rules, position = session.game.rules, session.position
    canvas = Canvas(width, height)
    keys = 1 if height >= _HIGH else 0
    table = arrange(session.plan, rules, position, width, height - TOP - 1 - keys)
    if isinstance(table, Needs):
        _too_small(canvas, needed(desk))
        return Picture(canvas.rows(), None)
    paint_table(canvas, looks, rules, position, table, desk.marks(), TOP)
    _title(canvas, desk, status, looks.more)
    if keys:
        _keys(canvas, rules)
    if desk.typed is None:
        _message(canvas, looks, session.alarm or session.message, session.is_bad or bool(session.alarm), keys)
    else:
        _message(canvas, looks, f"Move: {desk.typed}_", False, keys)
    if floating is not None:
        paint_floating(canvas, looks, floating.cards, table.card_width, floating.x, floating.y)
    return Picture(canvas.rows(), table)


def needed(desk: Desk) -> tuple[int, int]:
    """Columns and rows of the smallest window for the game that is played."""
    needs = least(desk.session.plan)
    return needs.width, needs.height + TOP + 1


def _too_small(canvas: Canvas, needs: tuple[int, int]) -> None:
    """That the window is too small, in as many rows as it takes, from the top left corner."""
    text = f"needs {needs[0]}x{needs[1]}, have {canvas.width}x{canvas.height}"
    for y in range(canvas.height):
        canvas.put(0, y, text[y * canvas.width : (y + 1) * canvas.width], "bad")


def _title(canvas: Canvas, desk: Desk, status: str, more: str) -> None:
    session = desk.session
    game, sitting = session.game, session.save.sitting
    canvas.put(0, 0, " " * canvas.width, "bar")
    deal = f"daily {sitting.daily}" if sitting.daily else str(game.deal) if game.deal is not None else "a position"
    facts = [*_counters(desk), counted(len(game.moves)), clock_text(int(sitting.elapsed))]
    if status:
        facts.insert(0, status)
    if session.warning:
        facts.append("NOT KEPT" if session.is_unkept else "not counted")
    name = game.rules.variant.name
    room = canvas.width - 2
    while facts and min(columns(name), room // 2) + 2 + len("  ".join(facts)) > room:
        facts.pop(0)
    right = "  ".join(facts)
    canvas.put(canvas.width - 1 - len(right), 0, right, "bar")
    left = f"{name}  {deal}"
    free = room - len(right) - 1
    shown = left if columns(left) <= free else cut(name, max(free, 0), more)
    canvas.put(1, 0, shown, "bar")
    canvas.put(1, 0, shown[: len(name)], "title")


def _counters(desk: Desk) -> list[str]:
    """What the piles do not show: the base, the redeals left, the score."""
    session = desk.session
    rules, position = session.game.rules, session.position
    told: list[str] = []
    if rules.base_varies and position.base >= 0:
        told.append(f"base {'10' if RANKS[position.base] == 'T' else RANKS[position.base]}")
    if rules.redeals not in (0, UNLIMITED):
        left = max(rules.redeals - position.redeals, 0)
        told.append(counted(left, "redeal"))
    if rules.variant.score is not None:
        told.append(f"score {position.score}")
    return told


def _message(canvas: Canvas, looks: Looks, text: str, bad: bool, keys: int) -> None:
    """What happened, above the `keys` rows of keys; what is longer than a row takes theirs, and then the table's."""
    # Of wide characters half as many fit.
    room = (canvas.width - 2) // (1 if columns(text) == len(text) else 2)
    lines = wrap(text, max(room, len(looks.more)), max_lines=LINES, placeholder=looks.more) or [""]
    below = keys if len(lines) == 1 else 0
    style = "bad" if bad else "message"
    for row, line in enumerate(lines, canvas.height - below - len(lines)):
        canvas.put(0, row, f" {line}".ljust(canvas.width), style)


def keys_of(rules: Rules, width: int) -> list[tuple[str, str]]:
    """The keys that mean something in a game, as many as a row has room for, in the order of `KEYS`."""
    homes = any(
        routes[rules.group_of[pile]].most
        for routes in rules.routes
        for pile in rules.home
        if rules.group(pile).kind == "foundation"
    )
    deals = (rules.stock >= 0 and rules.stock_deal is not None) or rules.redeals != 0
    without = {key for key, has in (("f", homes), ("a", homes), ("Space", deals), ("x", rules.extra_moves)) if not has}
    left = width
    chosen: set[str] = set()
    for key, what in sorted(KEYS, key=lambda each: each[0] not in ALWAYS):
        if key in without:
            continue
        left -= len(key) + len(what) + 3
        if left < 0:
            break
        chosen.add(key)
    return [each for each in KEYS if each[0] in chosen]


def _keys(canvas: Canvas, rules: Rules) -> None:
    y = canvas.height - 1
    canvas.put(0, y, " " * canvas.width, "bar")
    x = 1
    for key, what in keys_of(rules, canvas.width):
        canvas.put(x, y, key, "key")
        canvas.put(x + len(key) + 1, y, what, "bar")
        x += len(key) + len(what) + 3
