"""The game as a dialogue of lines: a move or a command is typed, a sentence and the board answer."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from ..autoplay import Mode, autoplay
from ..deals import random_deal
from ..describe import rules_page
from ..errors import IllegalMove, MoveTextError, RecordError, SolitaireError
from ..game import Game
from ..position import Move
from ..reading import nearest
from ..records import parse_record, read_text, save_record
from ..saves import Save, SaveFolder
from ..sentences import capital, counted, full_stop
from ..settings import Settings
from ..stats import Tally
from ..statstore import StatsFile
from ..stuck import STUCK_LIMIT, is_stuck
from ..yamlnodes import show
from .advising import Hints
from .board import board_text, list_text
from .console import Console, wrapped
from .looking import look_for_deal
from .starting import deal_of
from .tell import tell

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as shells have it."""
PROMPT: Final = "> "
NO_BREAK: Final = "\u00a0"

_ALIASES: Final = {"u": "undo", "r": "redo", "h": "hint", "m": "moves", "b": "board", "q": "quit", "?": "help",
                   "exit": "quit", "d": "deal"}  # fmt: skip
_HELP: Final = (
    ("t5 t1 3", "move three cards; without a number one, or as many as can go"),
    ("w f", "move a card to the first foundation (t: tableau, c: cell) that takes it"),
    ("deal, redeal", "deal from the stock; turn the waste over to a new stock"),
    ("undo 2, redo 2", "take back the last two moves; make them again"),
    ("hint, hint peek", "a move that gets on, and whether the game can be won; peek knows the hidden cards"),
    ("moves", "all legal moves"),
    ("why t3 t5", "why a move is refused"),
    ("auto, auto all", "play home what is safe; whatever fits"),
    ("board", "the board; board list: a line for each pile; board off: no board"),
    ("rules", "the rules of this game"),
    ("save FILE", "write the game to a file; it is kept after every move anyway"),
    ("share", "the code of this deal, for others to play it"),
    ("new, new 7", "another deal; deal number 7; new winnable: one that is proved winnable"),
    ("restart", "back to the beginning of this deal"),
    ("help", "this list"),
    ("quit", "leave; solitaire play --resume goes on"),
)  # fmt: skip


class TextPlay:
    """One player at one game."""

    def __init__(self, game: Game, save: Save, folder: SaveFolder, console: Console, settings: Settings) -> None:
        """`save`: where `game` is kept; `folder`: where new games are."""
        self.game, self.save, self.folder = game, save, folder
        self.console, self.settings = console, settings
        self.view = "rows"
        self._unkept = self._uncounted = ""
        self._stats = StatsFile.beside(folder)
        self.tally = Tally(game, save.sitting, self._stats)
        self.hints = Hints(settings)
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo, "redo": self._redo, "hint": self._hint, "moves": self._moves, "why": self._why,
            "auto": self._auto, "board": self._board, "rules": self._rules, "save": self._save, "share": self._share,
            "new": self._new, "restart": self._restart, "help": self._help,
        }  # fmt: skip

    @property
    def commands(self) -> tuple[str, ...]:
        """Every command by its full name, moves left out."""
        return (*self._commands, "quit")

    def run(self) -> int:
        """Play until the player leaves or the input ends; gives the exit code."""
        try:
            self._begin()
            while (line := self.console.ask(PROMPT)) is not None:
                if not self.obey(line):
                    break
            self._leave()
        except KeyboardInterrupt:
            # It may have come between a move and its being kept.
            self._keep()
            self.console.say()
            self._leave()
            return INTERRUPTED
        finally:
            self.hints.close()
        return 0

    def obey(self, line: str) -> bool:
        """Do what a line says; False if it says quit."""
        self.save.sitting.touch()
        words = line.split()
        if not words:
            return True
        name = _ALIASES.get(words[0].lower(), words[0].lower())
        try:
            if name == "quit":
                return False
            if name in self._commands:
                self._commands[name](line.strip()[len(words[0]) :].strip())
            else:
                self._move(" ".join([name, *words[1:]]))
        except SolitaireError as error:
            self.console.say(full_stop(f"No: {error}"))
        return True

    # Coming and going

    def _begin(self) -> None:
        game, say = self.game, self.console.say
        variant = game.rules.variant
        title = game.share_code or "from a position"
        say(f"{variant.name} - {title}")
        if self.save.sitting.daily:
            say(f"This is the daily deal of {self.save.sitting.daily}.")
        for warning in variant.warnings:
            say(f"{capital(warning)}.")
        if game.moves:
            say(f"Resumed after {counted(len(game.moves))}.")
        self._show()
        say("Type help for the commands, rules for the rules.")
        self.save.sitting.touch()
        self._end_of_game()

    def _leave(self) -> None:
        self.tally.left()
        self._tell_uncounted()
        if self._unkept:
            self.console.say(f"The game is not kept: {self._unkept}.")
        elif self.game.is_won or not (self.game.moves or self.game.undone):
            self.console.say("Goodbye.")
        else:
            self.console.say("The game is kept. To go on: solitaire play --resume")
        self.console.stdout.flush()

    def _keep(self) -> None:
        """Save and count the game; that it cannot be saved or counted is said once, and play goes on."""
        self.save.sitting.touch()
        won = self.game.is_won
        if won:
            # First, for what is put away as finished does not come back to be counted.
            self._count()
        try:
            self.save.finish(self.game) if won else self.save.update(self.game)
            self._unkept = ""
        except RecordError as error:
            if not self._unkept:
                self.console.say(f"Warning: {error}.")
            self._unkept = str(error)
        if not won:
            self._count()

    def _count(self) -> None:
        self.tally.changed()
        self._tell_uncounted()

    def _tell_uncounted(self) -> None:
        if self.tally.problem and not self._uncounted:
            self.console.say(f"Warning: the game is not counted: {self.tally.problem}.")
        self._uncounted = self.tally.problem

    def _show(self) -> None:
        """The board as the player wants it, with an empty line before and after."""
        if self.view != "off":
            draw = list_text if self.view == "list" else board_text
            self.console.show(f"\n{draw(self.game.rules, self.game.position, self.console.look)}\n")

    # Moves

    def _move(self, text: str) -> None:
        try:
            move = self.game.parse(text)
        except MoveTextError as error:
            word = text.split()[0]
            if re.fullmatch(r"[a-z]\d*", word) or word in ("stock", "waste", "remove", "draw"):
                raise
            close = nearest(word, [*self.commands, "deal", "redeal"])
            if not close and self.game.rules.extra_moves:
                # Most likely a plugin's move, at another time.
                raise
            hint = f"did you mean {close!r}?" if close else "type help"
            raise MoveTextError(f"there is no command or move '{show(word)}'; {hint}") from error
        before = self.game.position
        self.game.push(move)
        told = [tell(self.game.rules, before, move, self.game.position)]
        self._changed([*told, *self._play_home(self.settings.autoplay)])

    def _play_home(self, mode: Mode) -> list[str]:
        """Play cards home; gives a sentence for each."""
        first = len(self.game.moves)
        made = autoplay(self.game, mode)
        return [f"By itself: {sentence}" for sentence in self._told(made, first)]

    def _told(self, moves: Sequence[Move], first: int) -> list[str]:
        """What the moves did of which the first was move number `first`, counted from 0."""
        positions = self.game.positions
        return [
            tell(self.game.rules, positions[number], move, positions[number + 1])
            for number, move in enumerate(moves, first)
        ]

    def _changed(self, told: Sequence[str]) -> None:
        """After every change: keep the game, and only then tell it; show it, and say if it is over."""
        self._keep()
        for sentence in told:
            self.console.say(sentence)
        self._show()
        self._end_of_game()

    def _end_of_game(self) -> None:
        game = self.game
        if game.is_won:
            self.console.say(f"You won in {counted(len(game.moves))}! Type new for another deal.")
        elif is_stuck(game.rules, game.position, STUCK_LIMIT):
            self.console.say("No move from here brings the game on any more: type undo, restart or new.")
        self.hints.think(game)

    # Commands

    def _undo(self, rest: str) -> None:
        undone = self._times(rest, self.game.pop)
        self._changed([f"Undone: {', '.join(map(str, undone))}."])

    def _redo(self, rest: str) -> None:
        first = len(self.game.moves)
        redone = self._times(rest, self.game.redo)
        self._changed(self._told(redone, first))

    def _times(self, rest: str, step: Callable[[], Move]) -> list[Move]:
        """Take a step as often as `rest` says, or as often as it can be taken; IllegalMove if not even once."""
        number = rest.lstrip("0")
        if rest and not number.isdecimal():
            raise IllegalMove(f"'{show(rest)}' is not a number of moves")
        made = [step()]
        # Cut, for Python refuses to convert thousands of digits.
        while len(made) < int(number[:6] or 1):
            try:
                made.append(step())
            except IllegalMove:
                break
        return made

    def _hint(self, rest: str) -> None:
        move, sentences = self.hints.tell(self.game, rest)
        if move is not None:
            self.tally.hinted()
        for sentence in sentences:
            self.console.say(sentence)

    def _moves(self, rest: str) -> None:
        moves = list(self.game.legal_moves)
        if not moves:
            self.console.say("There is no legal move.")
            return
        self.console.say(f"{counted(len(moves), 'legal move')}:")
        for _, same in groupby(moves, key=lambda move: move.source):
            # A line for each pile; spaces that do not break keep each move together.
            line = ", ".join(str(move).replace(" ", NO_BREAK) for move in same)
            self.console.show(wrapped(line, self.console.look.width).replace(NO_BREAK, " "))

    def _why(self, rest: str) -> None:
        if not rest:
            raise MoveTextError("name a move, as in why t3 t5")
        reason = self.game.why_not(rest)
        self.console.say("That move is legal." if reason is None else f"No: {reason}.")

    def _auto(self, rest: str) -> None:
        if rest.lower() not in ("", "all"):
            raise MoveTextError(f"'{show(rest)}' means nothing here; write auto or auto all")
        mode: Mode = "all" if "all" in (rest.lower(), self.settings.autoplay) else "safe"
        told = self._play_home(mode)
        if told:
            self._changed(told)
        else:
            fits = "fits" if mode == "all" or self.game.rules.variant.auto == "none" else "can safely go"
            self.console.say(f"No card {fits}.")

    def _board(self, rest: str) -> None:
        views = {"": self.view, "list": "list", "rows": "rows", "on": "rows", "off": "off"}
        if rest.lower() not in views:
            raise MoveTextError(f"'{show(rest)}' means nothing here; write board, board list, board rows or board off")
        self.view = views[rest.lower()]
        if self.view == "off" and rest:
            self.console.say("The board is shown only when you type board.")
            return
        view, self.view = self.view, "rows" if self.view == "off" else self.view
        self._show()
        self.view = view

    def _rules(self, rest: str) -> None:
        self.console.say(rules_page(self.game.rules))

    def _save(self, rest: str) -> None:
        if not rest:
            self.console.say(f"The game is kept after every move in {self.save.path}; to write it elsewhere: save FILE")
            return
        path = Path(rest)
        # Where there is no such home, ~name is a name as any other; what the system does not take, saving says.
        with contextlib.suppress(RuntimeError):
            path = path.expanduser()
        there = False
        with contextlib.suppress(OSError):
            there = path.exists()
        if there:
            check_record(path)
        save_record(self.game, path, self.save.sitting.note)
        self.console.say(f"Saved in {path}. To go on with it: solitaire play {path}")

    def _share(self, rest: str) -> None:
        code = self.game.share_code
        self.console.say(code or f"This game began from a position: {self.game.start}")

    def _new(self, rest: str) -> None:
        if rest.lower() == "winnable":
            try:
                deal = look_for_deal(self.game.rules, self.console)
            except KeyboardInterrupt:
                self.console.say("Stopped looking; this game goes on.")
                return
        else:
            deal = deal_of(rest) if rest else random_deal()
        game = Game(self.game.rules, deal)
        if self.game.moves and not self.game.is_won and not self._unkept:
            self.console.say("The game before is kept unfinished.")
        self.tally.given_up()
        self.game = game
        self.save = self.folder.begin(self.game)
        self.tally = Tally(game, self.save.sitting, self._stats)
        self._unkept = ""
        self._begin()

    def _restart(self, rest: str) -> None:
        if not self.game.moves:
            raise IllegalMove("this is the beginning")
        self.game.restart()
        self._changed(["Back at the beginning; redo makes the moves again."])

    def _help(self, rest: str) -> None:
        wide, width = max(len(what) for what, _ in _HELP) + 2, self.console.look.width
        for what, means in _HELP:
            if width >= 3 * wide:
                self.console.show(wrapped(f"{what:{wide}}{means}", width, " " * wide))
            else:
                self.console.show(f"{what}\n{wrapped(f'  {means}', width, '  ')}")


def check_record(path: Path) -> None:
    """RecordError unless the file is a game record, which may be overwritten."""
    try:
        parse_record(read_text(path), str(path))
    except RecordError as error:
        raise RecordError(f"{path}: something that is no game record is there; choose another name") from error
