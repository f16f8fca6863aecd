"""The program on the screen: keys, mouse, windows and the clock, around a `Desk` that knows none of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.worker import WorkerFailed

from ..catalog import Catalog
from ..errors import SolitaireError
from ..game import Game
from ..position import Move
from ..saves import Save, SavedGame
from ..sentences import counted
from ..settings import Settings
from ..table.counsel import Counsel
from ..table.session import Session
from .board import Board
from .desk import LETTERS, Desk, Way
from .geometry import Table
from .keys import NEXT_MODE
from .looks import Looks, style_sheet
from .mouse import Mouse
from .screen import Picture, picture
from .terminal import HUNG_UP, INTERRUPTED, catch_signals, on_stdout, on_suspension, terminal_is_gone

if TYPE_CHECKING:
    # Windows are loaded when they are opened, so that the table is there at once.
    from .dialogs import Dialog, T
    from .newgame import Begun

IDLE: Final = 60.0
"""Seconds without a key or a click after which the clock stands still."""
PATIENCE: Final = 0.4
"""Seconds that a hint waits for the solver before a rule of thumb answers; nothing else waits meanwhile."""
_WAYS: Final[dict[str, Way]] = {"left": "left", "right": "right", "up": "up", "down": "down"}


class TableApp(App[int]):
    """The table. Its result is the exit code."""

    ENABLE_COMMAND_PALETTE = ALLOW_SELECT = False
    # Keys come to the program itself; a widget that gets the focus would be painted once more.
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", f"leave({INTERRUPTED})", show=False, priority=True),
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False),
    ]

    def __init__(
        self,
        session: Session,
        catalog: Catalog,
        settings: Settings,
        looks: Looks,
        kept: Sequence[SavedGame] = (),
    ) -> None:
        """`kept`: unfinished games that are offered first."""
        self.looks = looks
        # The style sheet is read when the app is made.
        type(self).CSS = style_sheet(looks)
        super().__init__(ansi_color=None if looks.color else True)
        self.session, self.catalog, self.settings = session, catalog, settings
        self.desk = Desk(session)
        self.mouse = Mouse(self.desk)
        self.counsel = Counsel(session)
        self.board = Board(looks, self._write)
        self.shown: Picture | None = None
        self.crash: BaseException | None = None
        self._kept = kept
        self._active = time.monotonic()
        self.keys: dict[str, Callable[[], object]] = {
            "?": self._help, "u": self._undo, "U": self._redo, "h": self._hint, "H": self.desk.follow,
            "v": self.counsel.toggle, "m": self._moves, "f": self.desk.home, "a": self._auto, " ": self.desk.stock,
            "x": self._more, ":": lambda: self.desk.type(""),
            "r": self._restart, "n": self._new, "y": self._share, "i": self._rules, "z": self._mode,
            "q": self.action_leave, "+": lambda: self.desk.wider(1), "-": lambda: self.desk.wider(-1),
            "=": lambda: self.desk.wider(1),
        }  # fmt: skip

    def get_driver_class(self) -> type[Driver]:
        """The driver of the platform, writing to stdout: what is written to stderr may go elsewhere."""
        return on_stdout(super().get_driver_class())

    def compose(self) -> ComposeResult:
        """One widget paints everything."""
        yield self.board

    def on_load(self) -> None:
        """Before the terminal is touched: from now on signals end the program in good order."""
        catch_signals(self.exit)

    def on_mount(self) -> None:
        """Paint the first picture."""
        self.session.save.sitting.touch()
        self.set_interval(1.0, self._tick)
        on_suspension(self, lambda: self.session.save.sitting.pause())
        self.session.look_for_the_end()
        self._after()
        if self._kept:
            # After the first picture, which need not wait for the window's modules.
            self.call_after_refresh(self._offer)

    def _offer(self) -> None:
        """Offer to go on with an unfinished game instead of the new one."""
        from .windows import unfinished_window

        self._open(unfinished_window(self._kept, self.session.game.rules.variant.name), self._offered)

    def _offered(self, chosen: str | None) -> None:
        if chosen is None or chosen == "new":
            return
        try:
            game, save = self.session.folder.resume(self._kept[int(chosen)].path, self.catalog)
        except SolitaireError as error:
            self.session.refuse(str(error))
            return
        self._sit_down(game, save)
        self.session.say(f"Resumed after {counted(len(game.moves))}")

    # Painting

    def _write(self, text: str) -> None:
        """Write to the terminal, in line with what Textual writes."""
        if self._driver is not None:
            self._driver.write(text)

    def paint(self) -> None:
        """Paint what has changed."""
        if min(self.size) < 1:
            return
        self.shown = picture(self.desk, self.looks, *self.size, self.counsel.status, self.mouse.floating)
        self.board.show(self.shown.rows)

    def _after(self) -> None:
        """After anything the player did: paint, and open a window if the game is over or a choice is open."""
        self.counsel.watch()
        self.paint()
        if len(self.screen_stack) > 1:
            return
        if self.desk.choices:
            self._choose_move("Which move?", self.desk.choices)
        elif self.session.over:
            self._over()

    def _tick(self) -> None:
        """The clock goes on, or stands still while nobody plays; without a terminal there is nothing to go on for."""
        if not self.is_headless and terminal_is_gone():
            self.exit(HUNG_UP)
            return
        if time.monotonic() - self._active > IDLE:
            self.session.save.sitting.pause()
        self.counsel.take()
        if len(self.screen_stack) == 1:
            self.paint()

    def _stir(self) -> None:
        """The player is here."""
        self._active = time.monotonic()
        self.session.save.sitting.touch()

    def on_app_blur(self) -> None:
        """Another window is in front: the clock stands still."""
        self.session.save.sitting.pause()
        self._active = -IDLE

    def on_resize(self) -> None:
        """The window has another size, or had one for a moment and has lost what it showed: everything is painted."""
        if self.shown is not None:
            self.refresh()

    def on_board_resized(self) -> None:
        """Another size of the window."""
        self.paint()

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Every key of the table."""
        if len(self.screen_stack) > 1:
            return
        self._stir()
        key, char, desk = event.key, event.character or "", self.desk
        if desk.typed is not None:
            self._typing(key, char)
            event.stop()
            event.prevent_default()
            self._after()
            return
        if desk.letters and not char.isdecimal() and key != "enter":
            desk.letters = ""
        if key in _WAYS:
            if self.shown is not None and self.shown.table is not None:
                desk.go(_WAYS[key], self.shown.table)
        elif key == "enter":
            desk.enter()
        elif key == "escape":
            desk.release()
            desk.hinted = None
            self.session.say("")
        elif char.isdecimal() and len(char) == 1:
            desk.digit(int(char))
        elif char and char in LETTERS:
            desk.letter(char)
        elif char in self.keys:
            self.keys[char]()
        else:
            return
        event.stop()
        event.prevent_default()
        self._after()

    def _typing(self, key: str, char: str) -> None:
        """A key while a move is typed."""
        if key == "enter":
            self.desk.enter_typed()
        elif key == "escape":
            self.desk.typed = None
        elif key == "backspace":
            self.desk.rub_out()
        elif char.isprintable():
            self.desk.type(char)

    # The mouse

    def on_board_pressed(self, event: Board.Pressed) -> None:
        """A button went down."""
        self._stir()
        self.mouse.press(self._table, event.x, event.y, event.button)
        self._after()

    def on_board_dragged(self, event: Board.Dragged) -> None:
        """The mouse moved."""
        self.mouse.drag(self._table, event.x, event.y)
        self.paint()

    def on_board_released(self, event: Board.Released) -> None:
        """The button went up."""
        self.mouse.release(self._table, event.x, event.y)
        self._after()

    def on_board_doubled(self, event: Board.Doubled) -> None:
        """Two clicks."""
        self.mouse.double(self._table, event.x, event.y)
        self._after()

    @property
    def _table(self) -> Table | None:
        return self.shown.table if self.shown is not None else None

    # What the keys do

    def _undo(self) -> None:
        self.session.undo()
        self.desk.settle()

    def _redo(self) -> None:
        self.session.redo()
        self.desk.settle()

    def _auto(self) -> None:
        self.session.auto()
        self.desk.settle()

    def _restart(self) -> None:
        self.session.restart()
        self.desk.settle()

    def _share(self) -> None:
        code = self.session.game.share_code
        self.session.say(f"Share code: {code}" if code else "this game began from a position")

    def _mode(self) -> None:
        """The next way in which cards go home by themselves."""
        self.session.autoplay, told = NEXT_MODE[self.session.autoplay]
        self._drop_adviser()
        self.session.say(told)

    def _help(self) -> None:
        from .windows import help_window

        self._open(help_window(self.size.width), lambda _: None)

    def _rules(self) -> None:
        from .windows import rules_window

        self._open(rules_window(self.session, self.size.width), lambda _: None)

    def _moves(self) -> None:
        from .windows import moves_window

        self._open(moves_window(self.session), self._go_to)

    def _go_to(self, chosen: str | None) -> None:
        if chosen is not None:
            self.session.go_to(int(chosen))
            self.desk.settle()

    def _more(self) -> None:
        moves = self.desk.more_moves()
        if moves:
            self._choose_move("Other moves", moves)
        else:
            self.session.refuse("no other moves are legal now")

    def _choose_move(self, title: str, moves: tuple[Move, ...]) -> None:
        from .windows import choice_of_moves

        def chosen(number: str | None) -> None:
            self.desk.choices = ()
            if number is not None:
                self.desk.choose(moves[int(number)])

        self._open(choice_of_moves(self.session, title, moves), chosen)

    def _new(self) -> None:
        from .windows import new_game_window

        self._open(new_game_window(self.session, self.catalog), self._begin)

    def _begin(self, begun: Begun | None) -> None:
        if begun is not None:
            game, sitting = begun
            self._sit_down(game, self.session.folder.begin(game, sitting))

    def _sit_down(self, game: Game, save: Save) -> None:
        """Play another game from now on."""
        self.session.begin(game, save)
        self._drop_adviser()
        self.desk.reset()
        self._stir()
        self.session.look_for_the_end()

    def _over(self) -> None:
        """The notice at the end of a game."""
        from .windows import stuck_window, won_window

        window = won_window(self.session) if self.session.over == "won" else stuck_window()
        self.session.over = ""
        doing = {"new": self._new, "restart": self._restart, "undo": self._undo, "quit": self.action_leave}
        self._open(window, lambda chosen: doing[chosen]() if chosen else None)

    def _open(self, window: Dialog[T], then: Callable[[T | None], object]) -> None:
        """Open a window; the clock stands still until it is closed."""
        self.session.save.sitting.pause()

        def closed(answer: T | None) -> None:
            self._stir()
            then(answer)
            self._after()

        self.push_screen(window, closed)

    # Advice

    def _drop_adviser(self) -> None:
        adviser = self.counsel.drop()
        if adviser is not None:
            # Its process may take a moment to end.
            self.run_worker(asyncio.to_thread(adviser.close), group="closing")

    def _hint(self) -> None:
        self.session.say("thinking; h asks again")
        self.run_worker(self._advise(), exclusive=True, group="hint")

    async def _advise(self) -> None:
        game, position = self.session.game, self.session.position
        advice = await asyncio.to_thread(self.counsel.ask().answer, PATIENCE)
        if self.session.game is game and self.session.position is position:
            self.desk.hint(advice)
            self.session.tally.hinted()
            self.paint()

    # Leaving

    def action_leave(self, code: int = 0) -> None:
        """Leave the table; the game is kept."""
        self.exit(code)

    def close(self) -> None:
        """End what runs beside the program."""
        adviser = self.counsel.drop()
        if adviser is not None:
            adviser.close()

    def _fatal_error(self) -> None:
        """A fault of the program: nothing is written on the screen, `launch` says what happened."""
        error = self._exception
        # What failed in a worker is wrapped, and the wrapping does not know where.
        self.crash = error.error if isinstance(error, WorkerFailed) else error
        self._close_messages_no_wait()
