"""A solution as somebody plays it: the moves made by hand, each with those that go home by themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .autoplay import Mode, autoplay
from .errors import IllegalMove
from .game import Game
from .position import Move, Position
from .rules import Rules


@dataclass(frozen=True, slots=True)
class Step:
    """A move made by hand, and the moves that follow it by themselves."""

    move: Move
    followed: tuple[Move, ...] = ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of the step, in the order in which they are played."""
        return self.move, *self.followed


@dataclass(frozen=True, slots=True)
class Line:
    """Moves from a position to a win, and the positions they go through.

    `positions` has one more entry than there are moves. `alone`: whether cards may go home
    by themselves meanwhile, as `autoplay` lets safe ones go; if not, every step is one move.
    """

    start: Position
    steps: tuple[Step, ...]
    positions: tuple[Position, ...]
    alone: bool

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move, in order."""
        return tuple(move for step in self.steps for move in step.moves)


def line_of(rules: Rules, start: Position, moves: Sequence[Move], auto: Mode = "safe") -> Line:
    """The winning moves of a solver as a line that a player can follow.

    `auto`: the cards that go home by themselves. They go at once, so the order may differ from
    that of `moves`, and nothing is left of moves that this makes needless. Where the moves do
    not win that way they stand as they are. IllegalMove if they cannot be played at all.
    """
    if not moves:
        # Nothing is asked of the rules here: where a plugin fails, there are no moves, and the line is to be had still.
        return Line(start, (), (start,), False)
    plain = Game(rules, start)
    for move in moves:
        plain.push(move)
    game = Game(rules, start)
    steps: list[Step] = []
    # Cards that are home already and of which the moves do not know yet.
    early: Counter[bytes] = Counter()
    for move, before in zip(moves, plain.positions, strict=False):
        if game.is_won:
            break
        cards = _sent_home(rules, before, move)
        if cards and early[cards]:
            early[cards] -= 1
            continue
        try:
            made = game.push(_named_anew(rules, before, game.position, move))
        except IllegalMove:
            # A card that went home by itself was needed after all, or a plugin's rule noticed the order.
            break
        at = len(game.moves)
        followed = autoplay(game, auto)
        early.update(_sent_home(rules, game.positions[at + n], each) for n, each in enumerate(followed))
        steps.append(Step(made, tuple(followed)))
    if game.is_won:
        return Line(start, tuple(steps), game.positions, True)
    return Line(start, tuple(map(Step, moves)), plain.positions, False)


def typed_line(rules: Rules, line: Line, auto: Mode) -> Line:
    """A line of `line_of` in which every step is what a player types whose cards go home by themselves as `auto` says.

    With "off" nothing does, and every move of the line is a step; the positions stay.
    """
    if auto == "safe" or not line.alone:
        return line
    if auto == "off":
        return replace(line, steps=tuple(map(Step, line.moves)))
    return line_of(rules, line.start, line.moves, auto)


def _sent_home(rules: Rules, before: Position, move: Move) -> bytes:
    """The cards that a move brings home; none for any other move."""
    if move.kind != "cards" or rules.index[move.target] not in rules.home:
        return b""
    return before.piles[rules.index[move.source]][-move.count :]


def _named_anew(rules: Rules, before: Position, now: Position, move: Move) -> Move:
    """A move of the position `before` as it is made in `now`, where the suits may lie on other foundations."""
    if move.kind != "cards":
        return move
    source, target = (_same_pile(rules, before, now, name) for name in (move.source, move.target))
    return replace(move, source=source, target=target)


def _same_pile(rules: Rules, before: Position, now: Position, name: str) -> str:
    """The foundation that stands in `now` for the one called `name` in `before`; other piles keep their names."""
    pile = rules.index[name]
    if pile not in rules.home:
        return name
    first = before.piles[pile][:1]
    alike = [i for i in rules.piles_of([rules.group(pile).name]) if now.piles[i][:1] == first]
    if not alike:
        return name
    # Of the two piles of a suit that two packs have, the one that is as high.
    height = len(before.piles[pile])
    return rules.names[min(alike, key=lambda i: (abs(len(now.piles[i]) - height), i != pile))]
