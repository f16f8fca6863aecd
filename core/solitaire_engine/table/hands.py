"""What a player holds at a session's table, whatever shows it: cards picked up, put down, sent home, hints followed.

Nothing here knows a screen; what is done to the game itself is `session`'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import IllegalMove, PluginError
from ..moves import DEAL, REDEAL
from ..notation import parse_move
from ..position import Move
from ..rules import Rules
from ..sentences import counted
from ..text.tell import told_move
from .picking import (
    Pick,
    most_held,
    moves_from,
    moves_to,
    removal,
    removal_wanted,
    removals_with,
    way_of,
    why_no_pick,
    why_no_way,
)
from .session import Session

if TYPE_CHECKING:
    from ..advice import Advice


class Hands:
    """One player's hands at a session's table; several may be at one.

    `pick` is what is held, `choices` are moves of which one is to be chosen, where one gesture may
    mean several, `hinted` is the move that a hint shows, `cursor` the pile that was touched last.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.cursor = 0
        self.settle()

    @property
    def rules(self) -> Rules:
        """The rules of the game that is played."""
        return self.session.game.rules

    def settle(self) -> None:
        """After any change of the position: nothing is held, no hint is shown."""
        self.pick: Pick | None = None
        self.choices: tuple[Move, ...] = ()
        self.hinted: Move | None = None
        self.reach = 0
        """How many cards the cursor means; 0 for as many as can go."""

    def held(self) -> dict[int, int]:
        """How many cards from the top are held, for each pile."""
        if self.pick is None:
            return {}
        position, legal = self.session.position, self.session.legal
        return {pile: self.pick.count or most_held(self.rules, position, legal, pile) for pile in self.pick.piles}

    def hints(self) -> tuple[tuple[int, int], ...]:
        """The piles that a hint shows, with how many cards from the top it means; 0 for an empty pile."""
        move = self.hinted
        if move is None:
            return ()
        if move.kind == "remove":
            return tuple((self.rules.index[name], 1) for name in move.piles)
        way = way_of(self.rules, move)
        if way is None:
            return ((self.rules.stock, 1),) if self.rules.stock >= 0 else ()
        return (way[0], max(move.count, 1)), (way[1], 0)

    # Picking up and putting down

    def take(self, pile: int, count: int = 0) -> bool:
        """Pick up the top `count` cards of a pile, 0 for as many as can go; False, with the reason said, if not."""
        session, rules = self.session, self.rules
        position, legal = session.position, session.legal
        self.cursor, self.reach = pile, 0
        if not position.piles[pile]:
            self.release()
            session.refuse(f"{rules.names[pile]} is empty")
            return False
        reason = why_no_pick(rules, position, legal, pile, count)
        if reason:
            self.release()
            session.refuse(reason)
            return False
        self.hinted = None
        self.pick = Pick((pile,), count)
        can, more = removal_wanted(rules, legal, (pile,))
        if can and not more and not moves_from(rules, legal, self.pick):
            # A card that goes alone needs no second one, and nothing else can be done with it.
            return self._do(removal(rules, (pile,)))
        session.say("")
        return True

    def release(self) -> None:
        """Put back what is held."""
        self.pick, self.reach, self.choices = None, 0, ()

    def put(self, pile: int) -> bool:
        """Put what is held on a pile, or pick its top card as well where cards are removed together."""
        pick, session, rules = self.pick, self.session, self.rules
        if pick is None:
            return False
        self.cursor = pile
        legal = session.legal
        if pile in pick.piles:
            can, _ = removal_wanted(rules, legal, pick.piles)
            self.release()
            return can and self._do(removal(rules, pick.piles))
        moves = moves_to(rules, legal, pick, pile)
        if len(moves) > 1:
            self.choices = tuple(moves)
            return True
        if moves:
            return self._do(moves[0])
        both = (*pick.piles, pile)
        can, more = removal_wanted(rules, legal, both)
        if can and not more:
            return self._do(removal(rules, both))
        if can or more:
            self.pick = Pick(both, 1)
            session.say("Enter takes them off; or pick another card" if can else "pick another card")
            return True
        self.release()
        session.refuse(self._why_not(pick, pile))
        return False

    def _why_not(self, pick: Pick, target: int) -> str:
        """Why what is picked cannot go to a pile."""
        names, session = self.rules.names, self.session
        if self.rules.variant.removals:
            reason = session.why_not(removal(self.rules, (*pick.piles, target)))
            if len(pick.piles) > 1 or not self.rules.home or self.rules.group(target).kind != "foundation":
                return reason or "these cards do not go together"
        count = pick.count or most_held(self.rules, session.position, session.legal, pick.pile)
        if reason := why_no_way(self.rules, session.position, session.legal, pick, target):
            return reason
        reason = session.why_not(Move("cards", names[pick.pile], names[target], max(count, 1)))
        return reason or "this cannot be done here"

    def _do(self, move: Move) -> bool:
        """Make a move; nothing is held afterwards."""
        self.settle()
        return self.session.play(move)

    def choose(self, move: Move) -> bool:
        """Make one of the moves that were to be chosen from."""
        return self._do(move)

    # Home, the stock, hints

    def home(self, pile: int | None = None) -> bool:
        """Send the top card of a pile home: of the one given, the one held, or the one under the cursor."""
        session, rules = self.session, self.rules
        source = pile if pile is not None else self.pick.pile if self.pick is not None else self.cursor
        self.release()
        self.cursor = source
        home = {rules.names[i] for i in rules.home}
        name = rules.names[source]
        ways = [m for m in session.legal if m.kind == "cards" and m.source == name and m.target in home]
        if name not in home and ways:
            return self._do(min(ways, key=lambda move: move.count))
        alone = removal(rules, (source,))
        if rules.variant.removals and frozenset((source,)) in removals_with(rules, session.legal, (source,)):
            return self._do(alone)
        session.refuse(self._why_not_home(source, alone))
        return False

    def _why_not_home(self, source: int, alone: Move) -> str:
        name, position = self.rules.names[source], self.session.position
        if source in self.rules.home:
            return f"{name} is home already"
        if any(self.rules.group(pile).kind == "foundation" for pile in self.rules.home):
            try:
                move = parse_move(self.rules, position, f"{name} f")
            except (IllegalMove, PluginError) as error:
                return str(error)
            return self.session.why_not(move) or "no card goes home from here"
        if self.rules.variant.removals:
            return self.session.why_not(alone) or "no card goes home from here"
        return "this game has no foundations"

    def stock(self) -> bool:
        """Deal from the stock, or turn the waste over, or gather the tableau again."""
        legal, session = self.session.legal, self.session
        self.release()
        for move in (DEAL, REDEAL):
            if move in legal:
                return self._do(move)
        if self.rules.stock < 0 or self.rules.stock_deal is None:
            again = session.why_not(REDEAL)
            session.refuse(again if self.rules.redeals else session.why_not(DEAL) or again)
        else:
            session.refuse(session.why_not(DEAL))
        return False

    def more_moves(self) -> tuple[Move, ...]:
        """The legal moves that are no cards carried from pile to pile: plugins' moves, deals, draws."""
        return tuple(move for move in self.session.legal if move.kind not in ("cards", "remove"))

    def hint(self, advice: Advice | None) -> None:
        """Show what was advised."""
        move = advice.move if advice is not None else None
        if advice is None or move is None:
            why = (advice.reason if advice is not None else "") or "no hint could be found"
            self.session.refuse(why if self.session.legal else "there is no legal move")
            return
        self.release()
        self.hinted = move
        told = told_move(self.rules, self.session.position, move)
        self.session.say(f"Hint: {told or move}. {_in_short(advice)}")

    def follow(self) -> bool:
        """Make the move that a hint shows."""
        if self.hinted is None:
            self.session.refuse("the key h shows a hint first, and H then plays it")
            return False
        return self._do(self.hinted)

    def write(self, text: str) -> bool:
        """Make a move given as text."""
        try:
            move = parse_move(self.rules, self.session.position, text)
        except (IllegalMove, PluginError) as error:
            self.session.refuse(str(error))
            return False
        return self._do(move)


def _in_short(advice: Advice) -> str:
    """The verdict in a few words; the screen has one line for it."""
    if advice.how == "solution" and advice.left is not None:
        return f"Winnable in about {counted(advice.left)}."
    if advice.verdict == "lost":
        return "But the solver has proved that this is lost."
    # Loaded already by who made the advice.
    from ..advice.answers import THINKING

    return f"A rule of thumb.{' Ask again in a moment.' if advice.reason == THINKING else ''}"
