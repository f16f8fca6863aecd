"""Needless moves of a solution dropped.

Three things are tried until none helps: to leave a move out, with all that cannot be made
without it; to bring cards at once where they go in two moves; and to go straight to a
position that comes later and that a single move reaches. Every try is played through in
the engine, and kept only if it still wins in fewer moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..apply import apply
from ..moves import legal_moves
from ..outcome import is_won
from ..position import Move, Position
from ..refusals import why_not
from ..rules import Rules

MOST_MADE = 60_000
"""Moves that may be made in trying, over all tries of one solution: some tenths of a second."""


def shorten(
    rules: Rules, start: Position, moves: Sequence[Move], stop: Callable[[], bool], most: int = MOST_MADE
) -> list[Move]:
    """The moves without those not needed, as far as they are found before `stop` says so; they win as before.

    `most` is how many may be made in trying.
    """
    return _Shortening(rules, start, moves, stop, most).run()


class _Shortening:
    def __init__(
        self, rules: Rules, start: Position, moves: Sequence[Move], stop: Callable[[], bool], most: int
    ) -> None:
        self._rules, self._start, self._stop = rules, start, stop
        self._left = most
        self._moves: list[Move] = []
        self._positions: list[Position] = []
        self._take(list(moves))

    def _take(self, moves: list[Move]) -> None:
        """Make these moves the best known; the positions before them are kept as far as they agree."""
        same = 0
        while same < min(len(moves), len(self._moves)) and moves[same] == self._moves[same]:
            same += 1
        self._moves = moves
        self._positions[same + 1 :] = []
        if not self._positions:
            self._positions.append(self._start)
        for move in moves[same:]:
            self._positions.append(apply(self._rules, self._positions[-1], move))

    def run(self) -> list[Move]:
        before = len(self._moves) + 1
        while len(self._moves) < before and self._left > 0:
            before = len(self._moves)
            self._pass()
        return self._moves

    def _pass(self) -> None:
        """Try at each move, from the first to the last; what helps is kept and tried again in the same place."""
        number = 0
        while number < len(self._moves) and self._left > 0:
            if self._stop():
                self._left = 0
                return
            for tried in self._tries(number):
                if tried is not None and number + len(tried) < len(self._moves):
                    self._take([*self._moves[:number], *tried])
                    break
            else:
                number += 1

    def _tries(self, number: int) -> Iterator[list[Move] | None]:
        """Other ways on from before move `number`."""
        yield self._straight(number)
        moves = self._moves
        move = moves[number]
        yield self._played(number, moves[number + 1 :])
        if move.kind != "cards":
            return
        rules = self._rules
        for later in range(number + 1, len(moves)):
            then = moves[later]
            if then.kind == "cards" and then.source == move.target and then.count == move.count:
                if then.target == move.source:
                    return
                # Straight to where they go in the end, now or only then.
                at_once = rules.card_move(rules.index[move.source], rules.index[then.target], move.count)
                yield self._played(number, [at_once, *moves[number + 1 : later], *moves[later + 1 :]])
                yield self._played(number, [*moves[number + 1 : later], at_once, *moves[later + 1 :]])
                return

    def _straight(self, number: int) -> list[Move] | None:
        """The moves on from here by way of a single move to the latest position that one reaches."""
        later = {position.piles: at for at, position in enumerate(self._positions) if at > number + 1}
        here = self._positions[number]
        best, reached = None, number + 1
        for move in legal_moves(self._rules, here):
            self._left -= 1
            after = apply(self._rules, here, move)
            at = later.get(after.piles, 0)
            if at > reached and self._positions[at]._replace(score=0) == after._replace(score=0):
                best, reached = move, at
        return None if best is None else [best, *self._moves[reached:]]

    def _played(self, number: int, moves: Sequence[Move]) -> list[Move] | None:
        """Those of the moves that can be made one after the other from before move `number`, if they win."""
        position = self._positions[number]
        made: list[Move] = []
        for move in moves:
            self._left -= 1
            if why_not(self._rules, position, move) is None:
                position = apply(self._rules, position, move)
                made.append(move)
                if is_won(self._rules, position):
                    return made
        return None
