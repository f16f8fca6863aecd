"""What the mouse means: press, drag, release and double click become cards picked up and put down.

A press picks a card up. Released on the spot, it stays in hand until the next click puts it
down; dragged, it is put down where the button is released. A click on the stock deals.
"""

from __future__ import annotations

from ..table.picking import may_go
from .desk import Desk
from .geometry import Table, hit
from .screen import TOP, Floating


class Mouse:
    """The mouse over one desk; all places are cells of the screen."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.floating: Floating | None = None
        self._from: tuple[int, int] | None = None
        self._fresh = False
        self._moves = 0

    def press(self, table: Table | None, x: int, y: int, button: int = 1) -> None:
        """A button goes down: the first one picks a card up if none is held, any other puts back what is."""
        self.floating, self._from, self._fresh = None, None, False
        if button != 1 or table is None:
            self.desk.release()
            return
        self._from = (x, y)
        found = hit(table, x, y - TOP)
        if found is None or self.desk.pick is not None:
            return
        pile, card = found
        self.desk.hinted = None
        if card < 0 or self._deals(pile):
            return
        if self.desk.rules.group(pile).kind == "waste":
            # The cards beside the top one are only shown.
            card = len(self.desk.session.position.piles[pile]) - 1
        self._moves = len(self.desk.session.game.moves)
        self._fresh = True
        self.desk.press(pile, card)

    def drag(self, table: Table | None, x: int, y: int) -> None:
        """The mouse moves with the button down: what was just picked up comes along."""
        pick = self.desk.pick
        if table is None or self._from is None or ((x, y) == self._from and self.floating is None):
            return
        if pick is None or not self._fresh or len(pick.piles) != 1:
            # The top card of a stock can be dragged where it may leave it, though a click deals.
            found = hit(table, self._from[0], self._from[1] - TOP)
            if pick is not None or self._fresh or found is None or found[1] < 0:
                return
            if not may_go(self.desk.rules, self.desk.session.legal, found[0]):
                return
            self._fresh = self.desk.take(found[0], 1)
            pick = self.desk.pick
        if pick is not None:
            cards = self.desk.session.position.piles[pick.pile]
            count = self.desk.held().get(pick.pile, 1)
            self.floating = Floating(cards[len(cards) - count :], x - 1, y)

    def release(self, table: Table | None, x: int, y: int) -> None:
        """The button goes up: what was dragged is put down, a second click puts down what is held."""
        dragged, self.floating = self.floating is not None, None
        if table is None or self._from is None:
            return
        found = hit(table, x, y - TOP)
        desk = self.desk
        if dragged:
            if found is None or (desk.pick is not None and found[0] in desk.pick.piles):
                desk.release()
            else:
                desk.put(found[0])
        elif found is None:
            desk.release()
        elif desk.pick is None:
            if not self._fresh and self._deals(found[0]):
                desk.cursor = found[0]
                desk.stock()
        elif not self._fresh:
            desk.put(found[0])

    def double(self, table: Table | None, x: int, y: int) -> None:
        """Two clicks on a card send it home."""
        found = hit(table, x, y - TOP) if table is not None else None
        if found is None or found[1] < 0 or self._deals(found[0]):
            return
        if len(self.desk.session.game.moves) == self._moves:
            self.desk.home(found[0])

    def _deals(self, pile: int) -> bool:
        """Whether a click on a pile deals: it is the stock, and its cards are not played one by one."""
        rules = self.desk.rules
        return rules.group(pile).kind == "stock" and (rules.stock_deal is not None or bool(rules.redeals))
