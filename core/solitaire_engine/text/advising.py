"""Hints in text play: the adviser is made at the first one, and from then on thinks ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..errors import MoveTextError
from ..game import Game
from ..hidden import hides
from ..position import Move
from ..sentences import full_stop
from ..settings import Settings
from ..yamlnodes import show
from .tell import told_move

if TYPE_CHECKING:
    from ..advice import Advice, Adviser

MOMENT: Final = 0.4
"""Seconds that a player waits for the solver: as long as the longest rule of thumb takes, and hardly noticed."""


class Hints:
    """Hints for one player's games of one kind."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._adviser: Adviser | None = None
        self._peeked = False
        self._told_of_peek = False
        self._told_lost: int | None = None
        """After how many moves the game could still be won, as it was told of a lost one; -1 for nobody knows."""

    def tell(self, game: Game, rest: str) -> tuple[Move | None, list[str]]:
        """The move and the sentences that answer `hint`; `rest` is what was typed after it, ``peek`` or ``fair``."""
        word = rest.lower() or self.settings.hints
        if word not in ("peek", "fair"):
            raise MoveTextError(f"'{show(rest)}' means nothing here; write hint, hint peek or hint fair")
        if not game.legal_moves:
            return None, ["There is no legal move."]
        self._peeked = word == "peek"
        adviser = self._made(game)
        adviser.ask(game.position, game.positions, peek=self._peeked)
        advice = adviser.answer(MOMENT)
        assert advice is not None, "it was asked for"
        if advice.move is None:
            return None, [full_stop(f"No: {advice.reason}") if advice.reason else advice.sentence]
        told = told_move(game.rules, game.position, advice.move)
        return advice.move, [f"Hint: {advice.move}" + (f" ({told})" if told else ""), *self._verdict(game, advice)]

    def _verdict(self, game: Game, advice: Advice) -> list[str]:
        """What is known of the position; that fair hints know nothing of it, and what to do when it is lost, once."""
        if advice.verdict != "lost":
            self._told_lost = None
        else:
            made = len(game.moves)
            told, self._told_lost = self._told_lost, -1 if advice.undo is None else made - advice.undo
            if told is not None and told == self._told_lost:
                return [f"Still lost: undo {advice.undo}." if advice.undo else "Still lost."]
        if advice.reason == "hidden":
            if self._told_of_peek:
                return []
            self._told_of_peek = True
        return [advice.sentence]

    def think(self, game: Game) -> None:
        """Let the solver begin on the position now, so that the next hint has its answer, if hints are used at all."""
        if self._adviser is None or not self.settings.think_ahead or game.is_won:
            return
        if self._peeked or not hides(game.rules, game.position, game.positions):
            self._adviser.ask(game.position, game.positions, peek=self._peeked)

    def close(self) -> None:
        """End the solver's process."""
        if self._adviser is not None:
            self._adviser.close()
            self._adviser = None

    def _made(self, game: Game) -> Adviser:
        if self._adviser is None or self._adviser.rules is not game.rules:
            # Imported here, for who needs no hint need not wait for the solver to be loaded.
            from ..advice import Adviser

            self.close()
            self._adviser = Adviser(game.rules, auto=self.settings.autoplay)
        return self._adviser
