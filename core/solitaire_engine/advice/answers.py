"""What an adviser says of a position, as a value and as a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from ..position import Move
from ..solver.answers import Limits, Verdict

How = Literal["solution", "rule of thumb"]

LIMITS: Final = Limits(positions=200_000, seconds=20.0, memory=256 * 2**20)
"""How far the solver looks for one question: nobody waits for it, but it takes a core while it thinks."""

HIDDEN, THINKING, NO_SOLVER, BY_THEMSELVES = "hidden", "thinking", "no solver", "cards go home"
_WHY: Final = {
    HIDDEN: "Unknown whether this can be won: a fair hint does not look at hidden cards; hint peek does.",
    THINKING: "Unknown so far, for the solver is still thinking: this is a rule of thumb. Ask again in a moment.",
    NO_SOLVER: "Unknown, for the solver does not run here: this is a rule of thumb.",
}
_GIVEN_UP: Final = {"positions": "", "seconds": " at its limit of time", "memory": " at its limit of memory"}


@dataclass(frozen=True, slots=True)
class Advice:
    """What is known of a position, and what to do in it.

    `move` is None where no move is legal. Where `how` is "solution" it is the next move of a
    line that wins, `left` moves long as the player makes them; a "rule of thumb" knows no
    such line. `peeks`: the verdict and the move rest on what the player cannot see.

    `reason` says why a verdict is unknown, or why the move is a rule of thumb all the same:
    `HIDDEN` (a fair answer would have to look at hidden cards), `THINKING` (no answer
    yet), `NO_SOLVER`, a limit as in the solver's answers, `BY_THEMSELVES` (the line that
    wins does not fit cards that go home by themselves), or a sentence on what failed.
    `positions`: how many the solver has looked at for this, as far as that is known.

    `undo`: where the position is lost, so many moves before it the game could still be won; 0
    where it was lost from its start, None where that is not known.
    """

    verdict: Verdict
    move: Move | None
    left: int | None = None
    how: How = "rule of thumb"
    peeks: bool = False
    reason: str = ""
    positions: int = 0
    undo: int | None = None

    @property
    def sentence(self) -> str:
        """What is known, for the player; a sentence or two."""
        peeked = " This peeks: it knows the hidden cards." if self.peeks else ""
        if self.left == 0:
            return "The game is won."
        if self.verdict == "winnable" and self.left is not None:
            return f"Winnable in about {self.left} move{'' if self.left == 1 else 's'}.{peeked}"
        if self.verdict == "winnable":
            rest = "but not while cards go home by themselves as they do now: this is a rule of thumb."
            return f"Winnable, {rest}{peeked}"
        if self.verdict == "lost":
            return f"Lost: the solver has proved that no way wins{self._way_back} This is a rule of thumb.{peeked}"
        if self.reason == THINKING and self.positions:
            far = f"the solver has looked at {self.positions:,} positions and is still thinking"
            return f"Unknown so far, for {far}: this is a rule of thumb. Ask again in a moment.{peeked}"
        if self.reason in _GIVEN_UP:
            where = f"the solver gave up{_GIVEN_UP[self.reason]} after {self.positions:,} positions"
            return f"Unknown: no way to win was found, and {where}. This is a rule of thumb.{peeked}"
        return f"{_WHY.get(self.reason, f'Unknown, for {self.reason}: this is a rule of thumb.')}{peeked}"

    @property
    def _way_back(self) -> str:
        """What to do in a lost position, as the rest of a sentence."""
        if self.undo is None:
            return "; undo moves, or begin anew."
        if not self.undo:
            return ", not even from the beginning; play another deal."
        return f"; undo {self.undo} goes back to where it could still be won."
