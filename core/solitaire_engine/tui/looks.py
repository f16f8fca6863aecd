"""What cards are drawn with: characters, and the colours of each theme.

A style is a role, such as ``suit2`` or ``edge``, and perhaps a state after a point, as in
``edge.held``. What a state means is shown by characters as well as by colours, so that
nothing is lost where there are no colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from ..cards import RANKS, SUITS, rank_of, suit_of
from ..settings import Theme
from ..text.look import SYMBOLS


class Paint(NamedTuple):
    """Colours as #rrggbb, empty for those of the terminal, and ways to write."""

    fg: str = ""
    bg: str = ""
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False


class Frame(NamedTuple):
    """The characters around a card: the corners, the sides above, beside and below."""

    top_left: str
    top: str
    top_right: str
    side: str
    low_left: str
    low: str
    low_right: str


FRAMES: Final[Mapping[str, Frame]] = {
    "": Frame("╭", "─", "╮", "│", "╰", "─", "╯"),
    "held": Frame("┏", "━", "┓", "┃", "┗", "━", "┛"),
    "hint": Frame("┏", "━", "┓", "┃", "┗", "━", "┛"),
    "target": Frame("╔", "═", "╗", "║", "╚", "═", "╝"),
    "empty": Frame("╭", "╌", "╮", "┆", "╰", "╌", "╯"),
}
ASCII_FRAMES: Final[Mapping[str, Frame]] = {
    "": Frame("+", "-", "+", "|", "+", "-", "+"),
    "held": Frame("*", "=", "*", "*", "*", "=", "*"),
    "hint": Frame("*", "=", "*", "*", "*", "=", "*"),
    "target": Frame(">", "=", "<", "|", ">", "=", "<"),
    "empty": Frame(".", ".", ".", ":", ".", ".", "."),
}


@dataclass(frozen=True, slots=True)
class _Colors:
    """The colours of a theme; `suits` and `four` are those of clubs, diamonds, hearts, spades."""

    table: str
    label: str
    face: str
    edge: str
    suits: tuple[str, str, str, str]
    four: tuple[str, str, str, str]
    back: str
    back_bg: str
    empty: str
    held: str
    target: str
    hint: str
    bar: str
    bar_bg: str
    key: str
    bad: str


_DARK: Final = _Colors(
    "#0f3d2e", "#9cc5b0", "#f6f2e6", "#9a9482",
    ("#1b1b1f", "#c4122f", "#c4122f", "#1b1b1f"), ("#0a7032", "#1457c4", "#c4122f", "#1b1b1f"),
    "#8fb0ea", "#27458c", "#6fa58b", "#ffd75f", "#a9e8b4", "#f5b8e2", "#dcebe2", "#0a2a20", "#ffd75f", "#ffb3a7",
)  # fmt: skip
_LIGHT: Final = _Colors(
    "#cfe3d4", "#3f5f4c", "#ffffff", "#8d8d8d",
    ("#111114", "#c00d28", "#c00d28", "#111114"), ("#08662c", "#0f4db4", "#c00d28", "#111114"),
    "#dbe6ff", "#4468bd", "#587a66", "#ffdb70", "#8fe09d", "#f2a9dc", "#152c1d", "#b3cfbb", "#7a3d00", "#96001c",
)  # fmt: skip
_CONTRAST: Final = _Colors(
    "#000000", "#ffffff", "#ffffff", "#000000",
    ("#000000", "#d00000", "#d00000", "#000000"), ("#006400", "#0000e0", "#d00000", "#000000"),
    "#ffffff", "#0000b0", "#ffffff", "#ffff00", "#00ff5f", "#ff9fff", "#ffffff", "#000000", "#ffff00", "#ffff00",
)  # fmt: skip
_COLORS: Final[Mapping[Theme, _Colors]] = {"dark": _DARK, "light": _LIGHT, "high-contrast": _CONTRAST}
_MONO: Final[Mapping[str, Paint]] = {
    "label.cursor": Paint(reverse=True), "edge.held": Paint(reverse=True), "edge.hint": Paint(underline=True),
    "edge.target": Paint(bold=True), "empty.target": Paint(bold=True), "back": Paint(dim=True),
    "bar": Paint(reverse=True), "key": Paint(reverse=True, bold=True), "title": Paint(reverse=True, bold=True),
    "label": Paint(dim=True), "empty": Paint(dim=True), "bad": Paint(bold=True),
}  # fmt: skip


@dataclass(frozen=True)
class Looks:
    """How this table is drawn."""

    ascii: bool = False
    color: bool = True
    four_colors: bool = False
    theme: Theme = "dark"

    @property
    def back(self) -> str:
        """What fills a face-down card."""
        return "#" if self.ascii else "░"

    @property
    def times(self) -> str:
        """What stands before a number of cards, and on a stock that is used up."""
        return "x" if self.ascii else "\u00d7"

    @property
    def more(self) -> str:
        """What stands where a text was cut."""
        return "..." if self.ascii else "…"

    @property
    def pointer(self) -> str:
        """What marks the card under the cursor."""
        return ">" if self.ascii else "▸"

    def frame(self, state: str) -> Frame:
        """The frame of a card in a state."""
        return (ASCII_FRAMES if self.ascii else FRAMES)[state]

    def suit(self, card: int) -> str:
        """The symbol or letter of a card's suit."""
        return (SUITS if self.ascii else SYMBOLS)[suit_of(card)]

    def index(self, card: int, width: int) -> str:
        """Rank and suit in at most `width` columns, which are 2 or more."""
        rank = RANKS[rank_of(card)]
        return ("10" if rank == "T" and width > 2 else rank) + self.suit(card)

    @cached_property
    def paints(self) -> Mapping[str, Paint]:
        """Every style by name; those that are missing are plain."""
        return _colored(_COLORS[self.theme], self.four_colors) if self.color else _MONO

    def paint(self, style: str) -> Paint:
        """The colours of a style."""
        found = self.paints.get(style)
        if found is None:
            role, _, state = style.partition(".")
            found = self.paints.get(f"edge.{state}") if not self.color and role.startswith("suit") else None
        return found or self.paints.get(style.partition(".")[0]) or Paint()


def _colored(colors: _Colors, four: bool) -> dict[str, Paint]:
    suits = colors.four if four else colors.suits
    faces = {"": colors.face, ".held": colors.held, ".target": colors.target, ".hint": colors.hint}
    paints = {
        "table": Paint(colors.label, colors.table),
        "label": Paint(colors.label, colors.table),
        "label.cursor": Paint("#000000", colors.held, bold=True),
        "back": Paint(colors.back, colors.back_bg),
        "back.hint": Paint(colors.back_bg, colors.hint),
        "back.target": Paint(colors.back_bg, colors.target),
        "empty": Paint(colors.empty, colors.table),
        "empty.target": Paint(colors.target, colors.table, bold=True),
        "empty.hint": Paint(colors.hint, colors.table, bold=True),
        "bar": Paint(colors.bar, colors.bar_bg),
        "title": Paint(colors.key, colors.bar_bg, bold=True),
        "key": Paint(colors.key, colors.bar_bg, bold=True),
        "message": Paint(colors.bar, colors.table),
        "bad": Paint(colors.bad, colors.table, bold=True),
    }
    for state, face in faces.items():
        paints[f"edge{state}"] = Paint(colors.edge if not state else "#000000", face)
        paints.update({f"suit{n}{state}": Paint(color, face, bold=True) for n, color in enumerate(suits)})
    paints["edge.cursor"] = Paint("#000000", colors.held, bold=True)
    return paints


def style_sheet(looks: Looks) -> str:
    """The style sheet of the program for a theme; without colours for a terminal that has none."""
    if looks.color:
        bar, table, held = looks.paint("bar"), looks.paint("table"), looks.paint("edge.held")
        ground, text, box, border, mark, marked = table.bg, bar.fg, bar.bg, looks.paint("key").fg, held.bg, "#000000"
        veil = "background: #000000 25%;"
    else:
        ground = text = box = border = mark = marked = "ansi_default"
        veil = "background: ansi_default;"
    picked = f"background: {mark}; color: {marked};" if looks.color else "text-style: reverse;"
    kind = "ascii" if looks.ascii else "round"
    return f"""
    Screen {{ background: {ground}; color: {text}; }}
    ModalScreen {{ align: center middle; {veil} }}
    .box {{ padding: 0 1; max-width: 100%; max-height: 100%;
            background: {box}; color: {text}; border: {kind} {border}; }}
    .box Static, .box VerticalScroll, .box Vertical, .box Horizontal {{ background: {box}; color: {text}; }}
    .title {{ text-style: bold; color: {border}; }}
    OptionList, OptionList:focus {{ background: {box}; color: {text}; border: none; padding: 0; scrollbar-size: 1 1;
            height: 1fr; background-tint: {box} 0%; }}
    OptionList > .option-list--option-highlighted {{ background: {box}; color: {border}; text-style: bold; }}
    OptionList:focus > .option-list--option-highlighted {{ {picked} }}
    OptionList > .option-list--option-hover {{ background: {box}; text-style: underline; }}
    Input, Input:focus {{ background: {box}; color: {text}; border: {kind} {text}; height: 3; padding: 0 1;
            background-tint: {box} 0%; }}
    Input:focus {{ border: {kind} {border}; }}
    #newgame {{ width: 100%; max-width: 78; height: 100%; max-height: 22; }}
    #left {{ width: 1fr; height: 100%; }}
    #right {{ width: 1fr; height: 100%; padding: 0 0 0 1; }}
    #games {{ height: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }}
    #setup {{ height: 1fr; min-height: 3; }}
    #newgame .title {{ text-wrap: nowrap; text-overflow: ellipsis; }}
    .-narrow #left, .-narrow #right {{ width: 9; }}
    .-narrow #left:focus-within, .-narrow #right:focus-within {{ width: 1fr; }}
    .-low #newgame Input {{ border: none; height: 1; padding: 0; text-style: underline; }}
    .-low #setup {{ text-wrap: nowrap; text-overflow: ellipsis; }}
    .-low #note {{ max-height: 4; }}
    """
