"""Stock and waste seen at once: the cards that dealing brings to the top, and what each deal leaves.

Where the stock deals to the waste and nothing else depends on either, a deal can wait until
one of the cards it brings up is played: whatever is done in between does not care. So a
search need only ask which cards of the waste can be played now or after some deals, and
with redeals without end all positions that deal into each other are one.
"""

from __future__ import annotations

from ..apply import apply
from ..cards import DOWN
from ..moves import DEAL, REDEAL
from ..position import Move, Position
from ..refusals import why_no_deal, why_no_redeal
from ..rules import Rules

MOST_KEPT = 4_000
"""States of stock and waste whose deals are kept in mind before all are forgotten."""

State = tuple[bytes, bytes, int]
"""Stock, waste and redeals used."""


class Talon:
    """The stock and the waste of one variant."""

    def __init__(self, rules: Rules) -> None:
        """`waits` says whether deals can wait, `endless` whether they also come round again for ever."""
        self._rules = rules
        self.waits = deals_can_wait(rules)
        self.endless = self.waits and rules.redeals < 0
        deal = rules.stock_deal
        self.passes_differ = deal is not None and any(isinstance(given, tuple) for given in deal.args.values())
        self._cycles: dict[int, frozenset[int]] = {}
        self._kept: dict[State, list[tuple[tuple[Move, ...], State]]] = {}

    def first(self, position: Position) -> Position:
        """The one of all positions that deal into each other that stands for them; else the position itself."""
        rules = self._rules
        if not self.endless:
            return position
        piles = position.piles
        stock, waste = piles[rules.stock], piles[rules.waste]
        if not waste or (stock and len(waste) not in self._cycle(len(stock) + len(waste))):
            return position
        lying = list(piles)
        lying[rules.stock] = stock + bytes([card | DOWN for card in reversed(waste)])
        lying[rules.waste] = b""
        return position._replace(piles=tuple(lying))

    def _cycle(self, size: int) -> frozenset[int]:
        """The sizes that the waste comes through when a stock of `size` cards is dealt out."""
        if size not in self._cycles:
            sizes = {0}
            left = size
            while left > 0:
                left -= self._rules.deal_counts(left)[0]
                sizes.add(size - left)
            self._cycles[size] = frozenset(sizes)
        return self._cycles[size]

    def deals(self, position: Position) -> list[tuple[tuple[Move, ...], State]]:
        """The states of stock and waste that deals and redeals lead to, with the moves that lead there;
        first the one that is there now."""
        rules = self._rules
        state = position.piles[rules.stock], position.piles[rules.waste], position.redeals
        found = self._kept.get(state)
        if found is None:
            found = self._find(position, state)
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[state] = found
        return found

    def _find(self, position: Position, state: State) -> list[tuple[tuple[Move, ...], State]]:
        rules = self._rules
        found: list[tuple[tuple[Move, ...], State]] = [((), state)]
        seen = {self._alike(state)}
        moves: list[Move] = []
        while True:
            if why_no_deal(rules, position) is None:
                move = DEAL
            elif rules.redeals and why_no_redeal(rules, position) is None:
                move = REDEAL
            else:
                return found
            position = apply(rules, position, move)
            moves.append(move)
            state = position.piles[rules.stock], position.piles[rules.waste], position.redeals
            alike = self._alike(state)
            if self.endless and move is DEAL and alike in seen:
                # A pass that begins as one before goes on like it, and so do all after it.
                return found
            if alike not in seen:
                seen.add(alike)
                if state[1]:
                    found.append((tuple(moves), state))

    def _alike(self, state: State) -> tuple[object, ...]:
        """Equal for states of which the earlier is at least as good: the same cards lie the same way. Where the
        passes differ in how cards are dealt, a later pass may do what an earlier one cannot."""
        return state if self.passes_differ else state[:2]

    def after(self, position: Position, state: State) -> Position:
        """The position with stock, waste and redeals as in `state`."""
        piles = list(position.piles)
        piles[self._rules.stock], piles[self._rules.waste] = state[0], state[1]
        return position._replace(piles=tuple(piles), redeals=state[2])


def deals_can_wait(rules: Rules) -> bool:
    """Whether nothing but the top of the waste depends on what has been dealt from the stock."""
    variant = rules.variant
    deal = rules.stock_deal
    if deal is None or rules.waste < 0 or set(rules.deal_targets) != {rules.waste}:
        return False
    if deal.when != "always" or deal.onto != "all" or deal.close_up or variant.redeal is not None:
        return False
    if rules.extra_moves or rules.after_move or variant.win.left is not None or variant.win.word is not None:
        return False
    if rules.lift_mode[rules.group_of[rules.stock]] != "none" or rules.group(rules.stock).face_up:
        return False
    if (rules.stock in rules.must_be_empty) != (rules.waste in rules.must_be_empty):
        return False
    # A card that a higher one in sight beats may go because of what lies on the waste.
    if any(removal.beaten is not None for removal in variant.removals):
        return False
    talon = {rules.stock, rules.waste}
    fills = {pile for group in rules.fill_groups for pile in rules.fillers[group]}
    first = {pile for groups in rules.gap_first for group in groups for pile in rules.span[group]}
    return not talon & (fills | first) and all(group.when in ("always", "no-gaps") for group in rules.groups)
