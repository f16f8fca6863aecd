"""What the player points at and holds: the cursor, cards picked up, piles named by letters, hints shown.

Keys and mouse come here as plain calls; nothing in it knows a screen. What is done to the
game itself is `session`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

from ..errors import IllegalMove, PluginError
from ..moves import DEAL, REDEAL
from ..notation import parse_move
from ..position import Move
from ..rules import Rules
from ..sentences import counted
from ..text.tell import told_move
from .geometry import Table
from .painting import Marks
from .picking import (
    Pick,
    may_go,
    most_held,
    moves_from,
    moves_to,
    removal,
    removal_wanted,
    removals_with,
    targets,
    way_of,
    why_no_pick,
    why_no_way,
)
from .session import Session

if TYPE_CHECKING:
    from ..advice import Advice

Way = Literal["left", "right", "up", "down"]

LONGEST: Final = 60
"""No move that is typed has more characters than these."""
LETTERS: Final = "tcwsTCWSRFD"
"""Keys that begin the name of a pile; r, f and d mean something else when small."""


class Desk:
    """The player's hands at a session's table.

    `choices` are moves of which one is to be chosen, where one gesture may mean several.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.reset()

    def reset(self) -> None:
        """Nothing held, the cursor on the first pile: a new game."""
        self.settle()
        order = [place.pile for line in self.session.plan.lines for place in line.places]
        tableau = [pile for pile in order if self.rules.group(pile).kind == "tableau"]
        if self.rules.has_covers and self.session.legal:
            # Most piles are covered, and the first one nearly always is.
            tableau = [pile for pile in tableau if may_go(self.rules, self.session.legal, pile)] or tableau
        self.cursor = (tableau or order or [0])[0]

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
        self.letters = ""
        self.typed: str | None = None

    # Marks on the table

    def marks(self) -> Marks:
        """What is marked, for painting."""
        # Asked for where nothing is held, too: that a plugin fails is said at once.
        legal, held = self.session.legal, self.held()
        goals: frozenset[int] = targets(self.rules, legal, self.pick) if self.pick is not None else frozenset()
        reach = self.reach or held.get(self.cursor, 1)
        return Marks(held, goals, self._hints(), self.cursor, reach)

    def held(self) -> dict[int, int]:
        """How many cards from the top are held, for each pile."""
        if self.pick is None:
            return {}
        position, legal = self.session.position, self.session.legal
        return {pile: self.pick.count or most_held(self.rules, position, legal, pile) for pile in self.pick.piles}

    def _hints(self) -> tuple[tuple[int, int], ...]:
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
        self.pick, self.reach, self.choices, self.letters = None, 0, (), ""

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

    # What the keys and buttons do

    def enter(self) -> bool:
        """Enter: pick up at the cursor, or put down there."""
        if self.letters:
            return self._resolve()
        if self.pick is not None:
            return self.put(self.cursor)
        return self.take(self.cursor, self.reach)

    def press(self, pile: int, card: int) -> bool:
        """The mouse picks a card, given by its place in the pile, -1 where that is empty."""
        count = len(self.session.position.piles[pile]) - card if card >= 0 else 0
        return self.take(pile, count)

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
            self.session.refuse("h shows a hint first, and H then plays it")
            return False
        return self._do(self.hinted)

    # A move that is typed

    def type(self, char: str) -> None:
        """A character of a move that is typed in words, as in ``t5 t1 3``."""
        self.typed = f"{self.typed or ''}{char}"[:LONGEST]
        self.session.say("")

    def rub_out(self) -> None:
        """Take the last character back; with none left typing ends."""
        self.typed = self.typed[:-1] if self.typed else None

    def enter_typed(self) -> bool:
        """Make the move that was typed."""
        text, self.typed = (self.typed or "").strip(), None
        if not text:
            return False
        try:
            move = parse_move(self.rules, self.session.position, text)
        except (IllegalMove, PluginError) as error:
            self.session.refuse(str(error))
            return False
        return self._do(move)

    # The cursor

    def digit(self, number: int) -> bool:
        """A figure: part of a pile's name that was begun, else how many cards are meant."""
        if self.letters:
            return self._more_letters(str(number))
        pile = self.pick.pile if self.pick is not None and len(self.pick.piles) == 1 else self.cursor
        size = len(self.session.position.piles[pile])
        count = min(number or 10, size)
        if self.pick is not None:
            return self.take(pile, count)
        self.reach = count
        return True

    def wider(self, step: int) -> bool:
        """One card more or less."""
        pile = self.pick.pile if self.pick is not None else self.cursor
        now = self.held().get(pile, self.reach or 1)
        size = len(self.session.position.piles[pile])
        count = min(max(now + step, 1), max(size, 1))
        if self.pick is not None:
            return self.take(pile, count)
        self.reach = count
        return True

    def letter(self, key: str) -> bool:
        """The letter of a pile's name."""
        self.letters = ""
        return self._more_letters(key.lower())

    def _more_letters(self, key: str) -> bool:
        typed = self.letters + key
        named = [name for name in self.rules.names if name.startswith(typed)]
        if not named:
            longer, self.letters = self.letters, ""
            if longer in self.rules.names:
                # The number of a pile was complete, and this figure is how many cards are meant.
                self.letters = longer
                self._resolve()
                return self.digit(int(key)) if key.isdecimal() else True
            self.session.refuse(f"there is no pile {typed}")
            return False
        self.letters = typed
        if named == [typed]:
            return self._resolve()
        self.session.say(f"pile {typed}..." if typed not in named else f"{typed}: Enter, or another figure")
        return True

    def _resolve(self) -> bool:
        """Go to the pile that was named, and pick up or put down there."""
        name, self.letters = self.letters, ""
        if name not in self.rules.index:
            return False
        pile = self.rules.index[name]
        if self.pick is not None:
            return self.put(pile)
        if self.rules.group(pile).kind == "stock" and not any(
            (way := way_of(self.rules, move)) and way[0] == pile for move in self.session.legal
        ):
            self.cursor = pile
            return self.stock()
        return self.take(pile)

    def go(self, way: Way, table: Table) -> None:
        """Move the cursor to the next pile on the table."""
        self.letters, self.reach = "", 0
        lines = [[pile for pile in line if pile in table.spots] for line in table.lines]
        lines = [line for line in lines if line]
        row = next((n for n, line in enumerate(lines) if self.cursor in line), 0)
        if not lines:
            return
        if way in ("left", "right"):
            line = lines[row]
            at = line.index(self.cursor) if self.cursor in line else 0
            self.cursor = line[(at + (1 if way == "right" else -1)) % len(line)]
            return
        there = lines[(row + (1 if way == "down" else -1)) % len(lines)]
        self.cursor = _nearest(table, self.cursor, there)


def _nearest(table: Table, pile: int, others: Sequence[int]) -> int:
    """The one of the other piles that stands nearest above or below."""
    here = table.spots[pile].x if pile in table.spots else 0
    return min(others, key=lambda other: abs(table.spots[other].x - here))


def _in_short(advice: Advice) -> str:
    """The verdict in a few words; the screen has one line for it."""
    if advice.how == "solution" and advice.left is not None:
        return f"Winnable in about {counted(advice.left)}."
    if advice.verdict == "lost":
        return "But the solver has proved that this is lost."
    return "A rule of thumb."
