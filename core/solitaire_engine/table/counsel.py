"""Hints and verdicts beside the table: what was asked of the adviser, and what it says, in a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..position import Position
from .session import Session

if TYPE_CHECKING:
    # The solver is loaded when it is asked for the first time, so that the table is there at once.
    from ..advice import Advice, Adviser

WORKING = "..."
WINNABLE = "winnable"


class Counsel:
    """Asks about the game of a session; nothing is asked, and no solver runs, before the player wants it.

    `status`: what is known of the position now, in a word or two; empty while nobody wants to know and
    nothing is known anyhow.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.status = ""
        self.looks_on = False
        """Whether a verdict is wanted after every move."""
        self._adviser: Adviser | None = None
        self._asked: Position | None = None
        self._proved: Position | None = None

    def prove(self) -> None:
        """The position now is known to be winnable, as that of a deal that was looked for."""
        self._proved = self.session.position
        self.status = self._known

    @property
    def _known(self) -> str:
        """What is known without asking."""
        return WINNABLE if self.session.position is self._proved else ""

    def ask(self) -> Adviser:
        """Ask about the position now; the adviser, who has the answer sooner or later."""
        from ..advice import Adviser

        game = self.session.game
        if self._adviser is None:
            self._adviser = Adviser(game.rules, auto=self.session.autoplay)
        self._adviser.ask(game.position, game.positions, peek=self.session.settings.hints == "peek")
        return self._adviser

    def toggle(self) -> None:
        """Want a verdict after every move, or none any more."""
        self.looks_on = not self.looks_on
        self.status, self._asked = self._known, None
        self.session.say("the solver looks on" if self.looks_on else "the solver looks away")

    def watch(self) -> None:
        """Ask for a verdict if the position is a new one, and take the answer if it is there."""
        session = self.session
        if not self.looks_on:
            self.status = self._known
        elif self._asked is not session.position and not session.game.is_won:
            self._asked = session.position
            self.status = WORKING
            self.ask()
        self.take()

    def take(self) -> None:
        """Take the answer if it is there."""
        advice = self._adviser.advice() if self.looks_on and self._adviser is not None else None
        if advice is not None:
            self.status = in_a_word(advice)

    def drop(self) -> Adviser | None:
        """Nothing that was asked is of use any more; gives the adviser, which is to be closed."""
        adviser, self._adviser, self._asked, self.status = self._adviser, None, None, self._known
        return adviser


def in_a_word(advice: Advice) -> str:
    """The verdict as the title shows it."""
    from ..advice import HIDDEN

    if advice.verdict == "winnable" and advice.left is not None:
        return f"winnable in {advice.left}"
    return "hidden cards" if advice.reason == HIDDEN else advice.verdict
