"""The keys of the table and what they do: for the program, and for the page that `?` shows."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from ..autoplay import Mode

NEXT_MODE: Final[dict[Mode, tuple[Mode, str]]] = {
    "off": ("safe", "safe cards go home by themselves"),
    "safe": ("all", "all cards that fit go home by themselves"),
    "all": ("off", "no cards go home by themselves"),
}
"""After each way in which cards go home by themselves: the next one, and what to say of it."""

HELP: Final[tuple[tuple[str, tuple[tuple[str, str], ...]], ...]] = (
    (
        "Moving cards",
        (
            ("arrows", "go from pile to pile"),
            ("Enter", "pick up, put down; in games of pairs pick the second card"),
            ("1 2 3 ...", "how many cards to pick up (0 is ten); without a number as many as can go"),
            ("+ -", "one card more, one less"),
            (
                "t5 t1",
                "name the piles instead: t tableau, c cell, w waste, s stock, and with Shift R reserve, F foundation, "
                "D discard",
            ),
            ("Esc", "put back what is held"),
            ("f", "send a card to its foundation"),
            ("Space", "deal from the stock, turn the waste over, gather and deal again"),
            ("a", "send home what is safe, or all cards when nothing else is left to do"),
            ("x", "moves of other kinds, where the game has any"),
            (":", "type a move, as in t5 t1 3"),
        ),
    ),
    (
        "The game",
        (
            ("u U", "undo, redo; with what went home by itself"),
            ("h H", "a hint; play the move that it shows"),
            ("v", "whether the game can still be won, worked out while you play: on or off"),
            ("m", "all moves so far: go back to any of them"),
            ("r", "this deal from the beginning"),
            ("n", "a new game: another deal, other rules, another game, the daily deal, a share code"),
            ("y", "the share code of this deal"),
            ("i", "the rules of this game"),
            ("z", "cards go home by themselves: off, safe ones, all that fit"),
            ("q", "leave; solitaire play --resume goes on"),
            ("?", "this page"),
        ),
    ),
    (
        "The mouse",
        (
            ("drag", "pick cards up and drop them on another pile"),
            ("click, click", "the card and then where it goes; green places take it"),
            ("double-click", "send a card to its foundation"),
            ("the stock", "a click deals"),
        ),
    ),
)
"""Sections of keys with what each does."""


def help_lines(width: int) -> list[str]:
    """The page with all keys, for a window of some columns."""
    lines: list[str] = []
    wide = max(len(key) for _, rows in HELP for key, _ in rows) + 2
    for title, rows in HELP:
        lines += ["", title] if lines else [title]
        for key, what in rows:
            for number, part in enumerate(wrap(what, max(width - wide - 2, 16), break_on_hyphens=False)):
                lines.append(f"  {'' if number else key:{wide}}{part}")
    return lines
