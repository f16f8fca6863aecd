"""How a board is drawn on this output: which characters, which colours, how wide."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TextIO

from ..cards import DOWN, RANKS, SUITS, suit_of
from ..settings import Color, Settings

SYMBOLS: Final = "♣♦♥♠"
"""The suits in the order of the card numbers."""
_BACK: Final = "░░"
_RED, _GREEN, _CYAN, _FAINT, _PLAIN = "31", "32", "36", "2", ""
_TWO_COLORS: Final = (_PLAIN, _RED, _RED, _PLAIN)
_FOUR_COLORS: Final = (_GREEN, _CYAN, _RED, _PLAIN)


@dataclass(frozen=True, slots=True)
class Look:
    """What an output can show; `width` in columns."""

    width: int = 80
    ascii: bool = False
    color: bool = False
    four_colors: bool = False

    def card(self, card: int) -> str:
        """A card in two columns, without colour; the back of it where it lies face down."""
        if card >= DOWN:
            return "##" if self.ascii else _BACK
        return RANKS[card >> 2] + (SUITS if self.ascii else SYMBOLS)[card & 3]

    def style(self, card: int) -> str:
        """The colour of a card, for `paint`."""
        if card >= DOWN:
            return _FAINT
        return (_FOUR_COLORS if self.four_colors else _TWO_COLORS)[suit_of(card)]

    @property
    def faint(self) -> str:
        """The colour of what only labels the cards, for `paint`."""
        return _FAINT

    def paint(self, text: str, style: str) -> str:
        """The text in a colour, if there are colours."""
        return f"\x1b[{style}m{text}\x1b[0m" if self.color and style and text else text


def look_of(stream: TextIO, settings: Settings, *, ascii: bool = False) -> Look:
    """The look for an output stream; `ascii` overrules what the stream could show."""
    plain = ascii or settings.ascii or not _shows_symbols(stream)
    terminal = stream.isatty()
    color = wants_color(settings.color, terminal, os.environ)
    return Look(_width(), plain, color, settings.four_colors)


def _shows_symbols(stream: TextIO) -> bool:
    try:
        (SYMBOLS + _BACK).encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _width() -> int:
    """The width of the terminal, or COLUMNS, or 80."""
    return max(shutil.get_terminal_size().columns, 1)


def wants_color(setting: Color, terminal: bool, environ: Mapping[str, str]) -> bool:
    """Whether to use colours: as set, else on a terminal that is not dumb and unless NO_COLOR is set.

    What the user has set for this program goes before NO_COLOR, which is for all of them.
    """
    if setting != "auto":
        return setting == "always"
    if not terminal or environ.get("NO_COLOR"):
        return False
    # On Windows TERM is not set, and only its newer terminal can be relied on.
    return environ.get("TERM", "") not in ("", "dumb") or "WT_SESSION" in environ
