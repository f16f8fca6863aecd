"""The ways on from a position: the engine's legal moves, with what need not be looked at left out.

Every child is made by the engine's own `apply`, and the moves are those of `legal_moves`.
What is left out is proved to lose nothing: the second of two empty piles that are alike,
deals that can wait, and, through `SafeHome`, everything but going home for cards that
may go home without harm.
"""

from __future__ import annotations

from ..apply import apply
from ..moves import base_choices, card_moves, legal_moves, open_targets
from ..outcome import is_won
from ..position import Move, Position
from ..removals import removals
from ..rules import Rules
from .answers import Options
from .homing import SafeHome
from .packing import Packer, alike_spans
from .talon import Talon

Way = tuple[Position, tuple[Move, ...], Move]
"""One way on: where deals lead, those deals, and the move that is made there."""


class Ways:
    """The ways between the positions of one game that starts from `start`."""

    def __init__(self, rules: Rules, start: Position, options: Options) -> None:
        """Read what the tables prove, as far as `options` wants it."""
        self.rules = rules
        self.packer = Packer(rules, start, options.alike)
        self._homes = frozenset(rules.home)
        self._talon = Talon(rules)
        self._waits = options.whole_deals and self._talon.waits
        # Where all deals are one position, what lies on the waste is not part of it.
        home = SafeHome(rules, waste=not (self._waits and self._talon.endless)) if options.safe_home else None
        self._home = None if home is None or home.why_not else home
        self._waste_name = rules.names[rules.waste] if rules.waste >= 0 else ""
        waste = rules.group_of[rules.waste] if rules.waste >= 0 else -1
        self._waste = tuple(giver for giver in rules.givers if giver[0] == waste)
        self._others = tuple(giver for giver in rules.givers if giver[0] != waste)
        always, dealt = alike_spans(rules) if options.alike else ((), ())
        spans = [(unit.first, unit.end) for unit in rules.units]
        self._alike = tuple(span in always for span in spans)
        self._alike_dealt = tuple(span in always or span in dealt for span in spans)
        self._plain = not (
            rules.variant.removals or rules.stock >= 0 or rules.redeals or rules.variant.redeal or rules.extra_moves
        )
        win = rules.variant.win
        self._asks = win.left is not None or win.sorted is not None or win.word is not None
        self._must_be_empty = () if self._asks else rules.must_be_empty

    def children(self, position: Position) -> list[Way]:
        """The ways on from a position."""
        rules = self.rules
        if position.base < 0 and rules.base_from:
            return [(position, (), rules.card_move(*way, 1)) for way in base_choices(rules, position)]
        if not (self._plain or self._waits):
            return [(position, (), move) for move in legal_moves(rules, position)]
        dealt = rules.stock < 0 or not position.piles[rules.stock]
        targets = open_targets(rules, position, self._alike_dealt if dealt else self._alike)
        if self._plain:
            return [(position, (), move) for move in card_moves(rules, position, rules.givers, targets)]
        ways: list[Way] = [(position, (), move) for move in card_moves(rules, position, self._others, targets)]
        if rules.variant.removals:
            ways += [(position, (), move) for move in removals(rules, position) if self._waste_name not in move.piles]
        for deals, state in self._talon.deals(position):
            if state[1]:
                there = self._talon.after(position, state)
                ways += [(there, deals, move) for move in card_moves(rules, there, self._waste, targets)]
                if rules.variant.removals:
                    taken = removals(rules, there)
                    ways += [(there, deals, move) for move in taken if self._waste_name in move.piles]
        return ways

    def end(self, way: Way, away: int) -> Position:
        """The position at the end of a way, with all that follows and all that is safe gone home.

        `away` is that of the position the way begins at, as `away` gives it.
        """
        origin, _, move = way
        position = apply(self.rules, origin, move)
        if self._home is not None and self._opens(self._home, way, position, away):
            position, _ = self._home.settle(position)
        return self._talon.first(position) if self._waits else position

    def _opens(self, home: SafeHome, way: Way, position: Position, away: int) -> bool:
        """Whether a way that ends in `position` may have made cards safe that were not so before."""
        origin, _, move = way
        if move.kind != "cards":
            return True
        source, target = self.rules.index[move.source], self.rules.index[move.target]
        if source in self._homes or target in self._homes or home.is_closed(origin):
            return True
        return home.may_settle(position, source, away)

    def away(self, position: Position) -> int:
        """The cards that are not home, as a mask; of no meaning where none is played home unasked."""
        return self._home.away(position) if self._home is not None else 0

    def settled(self, position: Position) -> Position:
        """The position with all that is safe gone home, and deals that can wait taken back."""
        _, position = self.opening(position)
        return self._talon.first(position) if self._waits else position

    def steps(self, way: Way, away: int) -> tuple[list[Move], Position]:
        """The moves that a player makes on a way, and where they lead; deals are not taken back."""
        origin, deals, move = way
        after = apply(self.rules, origin, move)
        homeward: list[Move] = []
        if self._home is not None and self._opens(self._home, way, after, away):
            after, homeward = self._home.settle(after)
        return [*deals, move, *homeward], after

    def opening(self, position: Position) -> tuple[list[Move], Position]:
        """The safe moves that can be made at once, and where they lead."""
        if self._home is None:
            return [], position
        after, homeward = self._home.settle(position)
        return homeward, after

    def won(self, position: Position) -> bool:
        """Whether a position is won."""
        # Not `is_won` for all: this is asked of every position that is stored.
        piles = position.piles
        for pile in self._must_be_empty:
            if piles[pile]:
                return False
        return not self._asks or is_won(self.rules, position)
