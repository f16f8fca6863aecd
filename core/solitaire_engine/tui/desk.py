"""What the player points at and holds: the cursor, cards picked up, piles named by letters, hints shown.

Keys and mouse come here as plain calls; nothing in it knows a screen. What is done to the
game itself is `session`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from ..table.hands import Hands
from ..table.picking import may_go, targets, way_of
from ..table.session import Session
from .geometry import Table
from .painting import Marks

Way = Literal["left", "right", "up", "down"]

LONGEST: Final = 60
"""No move that is typed has more characters than these."""
LETTERS: Final = "tcwsTCWSRFD"
"""Keys that begin the name of a pile; r, f and d mean something else when small."""


class Desk(Hands):
    """The player's hands at a session's table on a screen, with a cursor and what is typed."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.reset()

    def reset(self) -> None:
        """Nothing held, the cursor on the first pile: a new game."""
        self.settle()
        order = [place.pile for line in self.session.plan.lines for place in line.places]
        tableau = [pile for pile in order if self.rules.group(pile).kind == "tableau"]
        if self.rules.has_covers and self.session.legal:
            # Most piles are covered, and the first one nearly always is.
            tableau = [pile for pile in tableau if may_go(self.rules, self.session.legal, pile)] or tableau
        self.cursor = (tableau or order or [0])[0]

    def settle(self) -> None:
        """After any change of the position: nothing is held, no hint is shown."""
        super().settle()
        self.letters = ""
        self.typed: str | None = None

    def release(self) -> None:
        """Put back what is held."""
        super().release()
        self.letters = ""

    # Marks on the table

    def marks(self) -> Marks:
        """What is marked, for painting."""
        # Asked for where nothing is held, too: that a plugin fails is said at once.
        legal, held = self.session.legal, self.held()
        goals: frozenset[int] = targets(self.rules, legal, self.pick) if self.pick is not None else frozenset()
        reach = self.reach or held.get(self.cursor, 1)
        return Marks(held, goals, self.hints(), self.cursor, reach)

    # What the keys and buttons do

    def enter(self) -> bool:
        """Enter: pick up at the cursor, or put down there."""
        if self.letters:
            return self._resolve()
        if self.pick is not None:
            return self.put(self.cursor)
        return self.take(self.cursor, self.reach)

    def press(self, pile: int, card: int) -> bool:
        """The mouse picks a card, given by its place in the pile, -1 where that is empty."""
        count = len(self.session.position.piles[pile]) - card if card >= 0 else 0
        return self.take(pile, count)

    # A move that is typed

    def type(self, char: str) -> None:
        """A character of a move that is typed in words, as in ``t5 t1 3``."""
        self.typed = f"{self.typed or ''}{char}"[:LONGEST]
        self.session.say("")

    def rub_out(self) -> None:
        """Take the last character back; with none left typing ends."""
        self.typed = self.typed[:-1] if self.typed else None

    def enter_typed(self) -> bool:
        """Make the move that was typed."""
        text, self.typed = (self.typed or "").strip(), None
        return bool(text) and self.write(text)

    # The cursor

    def digit(self, number: int) -> bool:
        """A figure: part of a pile's name that was begun, else how many cards are meant."""
        if self.letters:
            return self._more_letters(str(number))
        pile = self.pick.pile if self.pick is not None and len(self.pick.piles) == 1 else self.cursor
        size = len(self.session.position.piles[pile])
        count = min(number or 10, size)
        if self.pick is not None:
            return self.take(pile, count)
        self.reach = count
        return True

    def wider(self, step: int) -> bool:
        """One card more or less."""
        pile = self.pick.pile if self.pick is not None else self.cursor
        now = self.held().get(pile, self.reach or 1)
        size = len(self.session.position.piles[pile])
        count = min(max(now + step, 1), max(size, 1))
        if self.pick is not None:
            return self.take(pile, count)
        self.reach = count
        return True

    def letter(self, key: str) -> bool:
        """The letter of a pile's name."""
        self.letters = ""
        return self._more_letters(key.lower())

    def _more_letters(self, key: str) -> bool:
        typed = self.letters + key
        named = [name for name in self.rules.names if name.startswith(typed)]
        if not named:
            longer, self.letters = self.letters, ""
            if longer in self.rules.names:
                # The number of a pile was complete, and this figure is how many cards are meant.
                self.letters = longer
                self._resolve()
                return self.digit(int(key)) if key.isdecimal() else True
            self.session.refuse(f"there is no pile {typed}")
            return False
        self.letters = typed
        if named == [typed]:
            return self._resolve()
        self.session.say(f"pile {typed}..." if typed not in named else f"{typed}: Enter, or another figure")
        return True

    def _resolve(self) -> bool:
        """Go to the pile that was named, and pick up or put down there."""
        name, self.letters = self.letters, ""
        if name not in self.rules.index:
            return False
        pile = self.rules.index[name]
        if self.pick is not None:
            return self.put(pile)
        if self.rules.group(pile).kind == "stock" and not any(
            (way := way_of(self.rules, move)) and way[0] == pile for move in self.session.legal
        ):
            self.cursor = pile
            return self.stock()
        return self.take(pile)

    def go(self, way: Way, table: Table) -> None:
        """Move the cursor to the next pile on the table."""
        self.letters, self.reach = "", 0
        lines = [[pile for pile in line if pile in table.spots] for line in table.lines]
        lines = [line for line in lines if line]
        row = next((n for n, line in enumerate(lines) if self.cursor in line), 0)
        if not lines:
            return
        if way in ("left", "right"):
            line = lines[row]
            at = line.index(self.cursor) if self.cursor in line else 0
            self.cursor = line[(at + (1 if way == "right" else -1)) % len(line)]
            return
        there = lines[(row + (1 if way == "down" else -1)) % len(lines)]
        self.cursor = _nearest(table, self.cursor, there)


def _nearest(table: Table, pile: int, others: Sequence[int]) -> int:
    """The one of the other piles that stands nearest above or below."""
    here = table.spots[pile].x if pile in table.spots else 0
    return min(others, key=lambda other: abs(table.spots[other].x - here))
