"""A game at the table without a screen: moves and what follows of them, keeping, counting, and what to say.

Every change is written to the save before it can be shown. What goes home by itself belongs
to the move before it: one undo takes both back, and what an undo brings back does not go
home again by itself. Nor does a card that the player takes from a foundation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..autoplay import Mode, home_moves, let_go, safe_moves
from ..cards import DOWN, FACE
from ..errors import IllegalMove, PluginError, RecordError
from ..game import Game
from ..position import Move, Position
from ..saves import Save, SaveFolder
from ..sentences import capital, counted, full_stop
from ..settings import Settings
from ..stats import Tally
from ..statstore import StatsFile
from ..stuck import STUCK_LIMIT, is_stuck
from ..text.tell import gone_home, tell
from .plan import Plan, make_plan

_UNKEPT: Final = "The game is not kept: "
MOST_FINISHING: Final = 120
"""A finish of more moves than this is not looked for."""


class Session:
    """One player at one table, for one game after another.

    `message` is what to say of the last thing that happened, `is_bad` whether it was refused.
    `over` is "won" or "stuck" after the move by which the game became so, until it is looked at.
    `warning` is why the game is not kept or not counted, as long as it is not; `alarm` is that
    sentence after the move with which it began, to be shown instead of the message.
    """

    def __init__(self, game: Game, save: Save, folder: SaveFolder, settings: Settings) -> None:
        """`save`: where `game` is kept; `folder`: where new games are."""
        self.folder, self.settings = folder, settings
        self.autoplay: Mode = settings.autoplay
        self.message, self.is_bad, self.over = "", False, ""
        self.warning = self.alarm = ""
        self.hurries = False
        """Whether whoever has this session calls `catch_up` soon after every change, for there is no time before."""
        self._alarmed = self._unlooked = False
        self._stats = StatsFile.beside(folder)
        self._sit_down(game, save)
        if game.moves:
            self.say(f"Resumed after {counted(len(game.moves))}.")
        elif save.sitting.daily:
            self.say(f"This is the daily deal of {save.sitting.daily}.")
        else:
            self.say("Play by mouse, or by arrows and Enter.")

    def _sit_down(self, game: Game, save: Save) -> None:
        self.game, self.save = game, save
        self.tally = Tally(game, save.sitting, self._stats)
        self.plan: Plan = make_plan(game.rules)
        self._by_itself: set[int] = set()
        self._kept: set[int] = set()
        self._legal: tuple[Move, ...] | None = None
        self._finish: list[Move] | None = None
        self._fault = ""

    def begin(self, game: Game, save: Save | None = None) -> None:
        """Put the game away and begin another one."""
        self.give_up()
        self._sit_down(game, save or self.folder.begin(game))
        self.over = ""
        day = self.save.sitting.daily
        self.say(f"{game.rules.variant.name}, {f'the daily deal of {day}' if day else f'deal {game.deal}'}.")

    def give_up(self) -> None:
        """Another game is begun instead of this one, which counts as lost unless it is resumed and won."""
        self.tally.given_up()
        self._check_tally()

    # What can be asked

    @property
    def position(self) -> Position:
        """The position now."""
        return self.game.position

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves now; asked for once for each position. None where a plugin fails, which is said."""
        if self._legal is None:
            try:
                self._legal = tuple(self.game.legal_moves)
            except PluginError as error:
                # The table stays: the player can undo, or leave.
                self._legal = ()
                self.refuse(str(error))
        return self._legal

    @property
    def can_finish(self) -> bool:
        """Whether every card can go home now, one after the other, and nothing else needs to be done."""
        return bool(self._finishing())

    @property
    def is_unkept(self) -> bool:
        """Whether the last change could not be saved."""
        return self.warning.startswith(_UNKEPT)

    def say(self, text: str, *, bad: bool = False) -> None:
        """Set the message; the name of a pile stays small at its beginning."""
        if not self._alarmed:
            self.alarm = ""
        self._alarmed = False
        named = text.partition(" ")[0].rstrip(":") in self.game.rules.index
        self.message = full_stop(text if named else capital(text)) if text else ""
        self.is_bad = bad

    def refuse(self, reason: str) -> None:
        """Say why something is not done."""
        self.say(reason, bad=True)

    def why_not(self, move: Move | str) -> str:
        """Why a move is refused; empty if it is legal."""
        return self.game.why_not(move) or ""

    # Changes

    def play(self, move: Move) -> bool:
        """Make a move, and what then goes home by itself; False, with the reason said, if it is refused."""
        before = self.position
        try:
            self.game.push(move)
        except (IllegalMove, PluginError) as error:
            self.refuse(str(error))
            return False
        number = len(self.game.moves)
        self._by_itself = {made for made in self._by_itself if made < number - 1}
        self._keep_taken(before, move)
        told = tell(self.game.rules, before, move, self.position)
        went = self._go_home(self.autoplay)
        self._by_itself.update(range(number, len(self.game.moves)))
        self._changed()
        self.say(f"{told} {gone_home(went)}" if went else told)
        self._tell_fault()
        self.look_for_the_end()
        return True

    def auto(self) -> None:
        """Play home what is safe, or everything where that finishes the game."""
        finishing = self._finishing()
        first = len(self.game.moves)
        if finishing:
            self._push_all(finishing)
            went = [self._cards(number) for number in range(first, len(self.game.moves))]
        else:
            self._kept.clear()
            went = self._go_home("all" if self.autoplay == "all" else "safe")
        if not went:
            fits = self.autoplay == "all" or self.game.rules.variant.auto == "none"
            self.refuse(f"no card {'fits' if fits else 'can safely go'} home now")
            self._tell_fault()
            return
        # One step of undo: all but the first belong to it.
        self._by_itself = {made for made in self._by_itself if made < first} | set(
            range(first + 1, len(self.game.moves))
        )
        self._changed()
        self.say(gone_home(went))
        self._tell_fault()
        self.look_for_the_end()

    def undo(self) -> bool:
        """Take the last move back, with what went home by itself after it."""
        try:
            while True:
                undone = self.game.pop()
                if len(self.game.moves) not in self._by_itself:
                    break
        except IllegalMove as error:
            self.refuse(str(error))
            return False
        self._keep_what_would_go()
        self._changed()
        self.over = ""
        self.say(f"Undone: {undone}")
        return True

    def redo(self) -> bool:
        """Make the move undone last again, with what went home by itself after it."""
        first = len(self.game.moves)
        before = self.position
        try:
            self.game.redo()
        except IllegalMove as error:
            self.refuse(str(error))
            return False
        after = self.position
        while self.game.undone and len(self.game.moves) in self._by_itself:
            self.game.redo()
        self._changed()
        went = [self._cards(number) for number in range(first + 1, len(self.game.moves))]
        told = tell(self.game.rules, before, self.game.moves[first], after)
        self.say(f"{told} {gone_home(went)}" if went else told)
        self.look_for_the_end()
        return True

    def restart(self) -> None:
        """Go back to the beginning of this deal; every move can be redone."""
        if not self.game.moves:
            self.refuse("this is the beginning")
            return
        self.game.restart()
        self._kept.clear()
        self._changed()
        self.over = ""
        self.say("Back at the beginning; U makes the moves again")

    def go_to(self, number: int) -> None:
        """Go to the position after so many of the moves made, or made and undone."""
        while len(self.game.moves) > number:
            self.game.pop()
        while len(self.game.moves) < number and self.game.undone:
            self.game.redo()
        self._keep_what_would_go()
        self._changed()
        self.over = ""
        self.say(f"After {counted(len(self.game.moves))}")

    def leave(self) -> None:
        """The player goes: what is not written yet is written."""
        self.save.sitting.pause()
        self._keep()
        self.tally.left()

    # Going home

    def _go_home(self, mode: Mode) -> list[bytes]:
        """Play home what `mode` and the game let go; gives the cards of each move."""
        went: list[bytes] = []
        allowed = let_go(self.game.rules, mode)
        if allowed == "off":
            return went
        # No card is taken back, so each moves once at most; the count holds even if a plugin brings cards back.
        for _ in self.game.rules.pack:
            moves = self._homeward(allowed)
            if not moves:
                break
            if not self._push_all(moves[:1]):
                break
            went.append(self._cards(len(self.game.moves) - 1))
        return went

    def _push_all(self, moves: Sequence[Move]) -> bool:
        """Make moves until a plugin fails; False if one does, which `_tell_fault` then tells."""
        try:
            for move in moves:
                self.game.push(move)
        except PluginError as error:
            self._fault = str(error)
        return not self._fault

    def _tell_fault(self) -> None:
        """Say what went wrong while cards went home."""
        fault, self._fault = self._fault, ""
        if fault:
            self.refuse(fault)

    def _homeward(self, mode: Mode) -> list[Move]:
        """The moves by which a card may go home by itself now."""
        choose = home_moves if mode == "all" else safe_moves
        return [
            move
            for move in choose(self.game.rules, self.position)
            if not any(card & FACE in self._kept for card in self._top(self.position, move))
        ]

    def _top(self, position: Position, move: Move) -> bytes:
        return position.piles[self.game.rules.index[move.source]][-move.count :]

    def _cards(self, number: int) -> bytes:
        """The cards that move number `number`, counted from 0, took from its pile."""
        return self._top(self.game.positions[number], self.game.moves[number])

    def _keep_taken(self, before: Position, move: Move) -> None:
        """Cards taken back from home by hand stay where they are put; those brought home by hand are free again."""
        if move.kind != "cards":
            return
        home = {self.game.rules.names[pile] for pile in self.game.rules.home}
        cards = {card & FACE for card in self._top(before, move)}
        if move.source in home and move.target not in home:
            self._kept |= cards
        elif move.target in home:
            self._kept -= cards

    def _keep_what_would_go(self) -> None:
        """After an undo: what would go home at once would only undo the undo."""
        allowed = let_go(self.game.rules, self.autoplay)
        if allowed == "off":
            return
        self._forget()
        for move in self._homeward(allowed):
            self._kept.update(card & FACE for card in self._top(self.position, move))

    def _finishing(self) -> list[Move]:
        """The moves that bring every card home, if nothing else is needed; empty otherwise."""
        if self._finish is None:
            self._finish = self._look_for_finish()
        return self._finish

    def _look_for_finish(self) -> list[Move]:
        rules, position = self.game.rules, self.position
        if self.game.is_won or rules.uses_chance or any(card >= DOWN for pile in position.piles for card in pile):
            return []
        if (rules.stock >= 0 and position.piles[rules.stock]) or not rules.home:
            return []
        trial = Game(rules, position)
        for _ in range(MOST_FINISHING):
            moves = home_moves(rules, trial.position)
            if not moves:
                return []
            try:
                trial.push(moves[0])
            except PluginError:
                return []
            if trial.is_won:
                return list(trial.moves)
        return []

    # After every change

    def _forget(self) -> None:
        self._legal = self._finish = None

    def _changed(self) -> None:
        self._forget()
        self._unlooked = False
        self.save.sitting.touch()
        before = self.warning
        won = self.game.is_won
        if won:
            # First, for what is put away as finished does not come back to be counted.
            self._count()
        self._keep(durable=not self.hurries)
        if won:
            self._check_tally()
        elif not self.hurries:
            self._count()
        # What is said of this change follows, and does not take it away.
        self._alarmed = bool(self.warning) and self.warning != before
        self.alarm = self.warning if self._alarmed else ""

    def _keep(self, *, durable: bool = True) -> None:
        """Save the game; that it cannot be saved is said, and play goes on."""
        try:
            self.save.durable = durable or self.game.is_won
            self.save.finish(self.game) if self.game.is_won else self.save.update(self.game)
            self.warning = ""
        except RecordError as error:
            self.warning = f"{_UNKEPT}{error}"

    def _count(self) -> None:
        self.tally.changed()
        self._check_tally()

    def catch_up(self) -> None:
        """Do what was left for later: let the save outlive a power cut, count the game, look whether it can go on."""
        if not self.game.is_won:
            self._keep()
            self._count()
            if self._unlooked:
                self._look_further()

    def _check_tally(self) -> None:
        if self.tally.problem and not self.warning:
            self.warning = f"The game is not counted: {self.tally.problem}"

    def look_for_the_end(self) -> None:
        """Notice that the game is won, stuck, or can be finished."""
        self.over = ""
        if self.game.is_won:
            self.over = "won"
            return
        self._unlooked = self.hurries
        if not self.hurries:
            self._look_further()

    def _look_further(self) -> None:
        self._unlooked = False
        if is_stuck(self.game.rules, self.position, STUCK_LIMIT):
            self.over = "stuck"
        elif self.can_finish:
            self.message = f"{self.message} a finishes: all cards can go home."
