"""Lines that win, kept position by position, so that nothing on them has to be solved again.

Every entry leads to one with fewer moves left: a line is entered as a whole, and of two
entries for a position the shorter is kept. So who follows the book wins, from wherever he
comes back to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..apply import apply
from ..autoplay import Mode, autoplay
from ..cards import FACE
from ..game import Game
from ..position import Move, Position
from ..refusals import why_not
from ..rules import Rules
from ..solver.answers import Verdict

MOST_ENTRIES: Final = 50_000
"""A book with more is emptied before the next line is entered: some tens of megabytes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The next move of a line that wins, and how many moves are left. `chance`: the line counts on a shuffle."""

    move: Move
    left: int
    chance: bool


@dataclass(frozen=True, slots=True)
class Line:
    """Moves that a player makes one after the other, and the positions before each of them and after the last."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    won: bool

    def then(self, other: Line) -> Line:
        """This line with another one that begins where it ends."""
        return Line((*self.positions, *other.positions[1:]), (*self.moves, *other.moves), other.won)


@dataclass(frozen=True, slots=True)
class Settled:
    """What the solver said of a position for which there is no line, and why, after how many positions."""

    verdict: Verdict
    reason: str
    positions: int = 0


class Book:
    """What is known of the positions of a game. `auto`: the cards that go home by themselves after each move."""

    def __init__(self, rules: Rules, auto: Mode = "off") -> None:
        self.rules = rules
        self.auto: Mode = auto
        self._copies = Counter(rules.pack)
        self._entries: dict[object, Entry] = {}
        self._settled: dict[object, Settled] = {}

    def find(self, position: Position) -> Entry | Settled | None:
        """What is known of a position, also if one move leads from it to a line."""
        key = self.rules.key(position)
        found: Entry | Settled | None = self._entries.get(key)
        if found is None and self._entries:
            found = self._beside(position)
            if found is not None:
                self._entries[key] = found
        return found or self._settled.get(key)

    def is_lost(self, position: Position) -> bool:
        """Whether a position is proved lost, as far as the book knows."""
        found = self._settled.get(self.rules.key(position))
        return found is not None and found.verdict == "lost"

    def settle(self, position: Position, known: Settled) -> None:
        """Enter what the solver said of a position that it found no line for."""
        self._make_room()
        self._settled[self.rules.key(position)] = known

    def enter(self, line: Line) -> None:
        """Enter a line that wins."""
        self._make_room()
        for number, move in enumerate(line.moves):
            key, left = self.rules.key(line.positions[number]), len(line.moves) - number
            known = self._entries.get(key)
            if known is None or left < known.left:
                self._entries[key] = Entry(move, left, line.positions[number].state != line.positions[-1].state)

    def played(self, position: Position, moves: Iterable[Move]) -> Line:
        """Moves that were planned from `position` as they come about while cards go home by themselves.

        The line ends where the game is won, or where they do not fit any more.
        """
        game, seen, made = Game(self.rules, position), [position], list[Move]()
        planned = position
        for move in moves:
            if game.is_won:
                break
            cards = self._moved(planned, move)
            planned = apply(self.rules, planned, move)
            left = self._still_to_go(game.position, move, cards)
            if left is None:
                continue
            if why_not(self.rules, game.position, left) is not None:
                break
            game.push(left)
            autoplay(game, self.auto)
            made.append(left)
            seen.append(game.position)
        return Line(tuple(seen), tuple(made), game.is_won)

    def _moved(self, position: Position, move: Move) -> list[int]:
        """The cards that a move takes from pile to pile."""
        if move.kind != "cards":
            return []
        return [card & FACE for card in position.piles[self.rules.index[move.source]][-move.count :]]

    def _still_to_go(self, position: Position, planned: Move, cards: Sequence[int]) -> Move | None:
        """What is left of a planned move of `cards`, of which some may have gone home already; None if nothing."""
        rules = self.rules
        if not cards or (self._moved(position, planned) == cards and why_not(rules, position, planned) is None):
            return planned
        home = Counter(card & FACE for pile in rules.home for card in position.piles[pile])
        rest = [card for card in cards if home[card] < self._copies[card]]
        if not rest:
            return None
        targets = [planned.target]
        if rules.index[planned.target] in rules.home:
            # The foundation that was meant may have been begun by another card meanwhile.
            targets = [rules.names[pile] for pile in rules.home]
        ways = [Move("cards", planned.source, target, len(rest)) for target in targets]
        fits = [way for way in ways if why_not(rules, position, way) is None]
        # A move of other cards than those planned is as good as one that is refused.
        return fits[0] if fits and self._moved(position, fits[0]) == rest else planned

    def _beside(self, position: Position) -> Entry | None:
        """The entry for a position from which one move leads to a line: the shortest one."""
        best: Entry | None = None
        game = Game(self.rules, position)
        for move in list(game.legal_moves):
            game.push(move)
            autoplay(game, self.auto)
            then = self._entries.get(self.rules.key(game.position))
            if then is not None and (best is None or then.left + 1 < best.left):
                best = Entry(move, then.left + 1, then.chance or game.position.state != position.state)
            while game.moves:
                game.pop()
        return best

    def _make_room(self) -> None:
        if len(self._entries) + len(self._settled) > MOST_ENTRIES:
            self._entries.clear()
            self._settled.clear()
