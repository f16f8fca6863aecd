"""The window for a new game: find it, choose its parameters and its deal, and see its share code."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ..catalog import Catalog
from ..errors import SolitaireError
from ..game import Game
from ..settings import Settings
from ..sittings import Sitting
from ..table.choices import Setup, is_share_code, search
from .board import app_of
from .dialogs import Dialog

Begun = tuple[Game, Sitting | None]

_PLAY, _WINNABLE, _DAILY = "play", "winnable", "daily"
_PARAM = "param-"
_KEYS = (
    "Enter: deals on the first line, else changes; letters search; Tab; Esc",
    "Enter: first line deals, others change; Tab; Esc",
    "Enter deals or changes; Tab; Esc",
    "Tab; Esc",
)
"""The keys of the window, for one as wide as can be and for narrower ones; none is ever cut."""


class NewGame(Dialog[Begun]):
    """Answers with the game that is to begin."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False),
        Binding("tab", "app.focus_next", show=False),
        Binding("shift+tab", "app.focus_previous", show=False),
    ]

    # On a small screen the half that is worked in has most of the room, and fields have no frame.
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (56, "-wide")]  # noqa: RUF012 (as Textual declares it)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (18, "-high")]  # noqa: RUF012

    def __init__(self, catalog: Catalog, settings: Settings, setup: Setup, stake: str = "") -> None:
        """`setup`: what is offered first. `stake`: what becomes of the game that is played; empty if nothing does."""
        super().__init__()
        self.catalog, self.settings, self.setup = catalog, settings, setup
        self.stake = stake
        self._stop: threading.Event | None = None
        self.words = Input(placeholder="name, family, words, share code", id="search", select_on_focus=False)
        self.games = OptionList(id="games", markup=False)
        self.deal = Input(placeholder="any deal; 7, ms:11982 ...", id="deal")
        self.options = OptionList(id="setup", markup=False)

    def compose(self) -> ComposeResult:
        """The games on the left, what can be chosen for one of them on the right, and the keys in the frame below."""
        with Horizontal(classes="box", id="newgame") as box:
            room = min(app_of(self).size.width, 78) - 6
            box.border_subtitle = next((keys for keys in _KEYS if len(keys) <= room), "")
            with Vertical(id="left"):
                yield Static("New game", classes="title", markup=False)
                yield self.words
                yield self.games
            with Vertical(id="right"):
                yield Static("", id="name", classes="title", markup=False)
                yield self.deal
                yield self.options
                yield Static("", id="code", markup=False)
                yield Static("", id="note", markup=False)

    def on_mount(self) -> None:
        """Fill the lists; Enter at once deals the same game anew."""
        self._find("")
        self._show_setup()
        self.options.focus()

    # The left side

    def _find(self, text: str) -> None:
        found = search(self.catalog, text)
        games = self.games
        games.clear_options()
        games.add_options([Option(f"{entry.name} ({entry.family})", entry.id) for entry in found])
        ids = [entry.id for entry in found]
        if found:
            games.highlighted = ids.index(self.setup.variant) if not text and self.setup.variant in ids else 0
        self._note("" if found else "No game has these words.")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search as words are typed; take the deal over."""
        if event.input is self.words:
            if not is_share_code(event.value):
                self._find(event.value)
            else:
                # A code that is not complete yet shows nothing; what is wrong with it Enter says.
                with contextlib.suppress(SolitaireError):
                    self.setup = Setup.of_code(self.catalog, event.value)
                    self._show_setup()
        else:
            self.setup.deal = event.value.strip()
            if self.setup.deal:
                self.setup.daily = False
            self._show_setup(deal=False)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show what can be chosen for the game that is marked."""
        marked = event.option_id
        searching = self.focused in (self.games, self.words)
        if event.option_list is self.games and searching and marked and marked != self.setup.variant:
            self._take(marked)

    def _take(self, id: str) -> None:
        try:
            self.setup = Setup.of(self.catalog, self.settings, id)
            self._show_setup()
        except SolitaireError as error:
            self._note(str(error))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: go on to the choices, or begin what a share code says."""
        if event.input is self.deal:
            self._begin()
        elif is_share_code(event.value):
            try:
                self.setup = Setup.of_code(self.catalog, event.value)
            except SolitaireError as error:
                self._note(str(error))
                return
            self._begin()
        else:
            self.options.focus()

    def on_key(self, event: events.Key) -> None:
        """Letters look for a game; the arrows go through the games meanwhile, and from a field to the list below it."""
        focused = self.focused
        if event.character and event.character.isalpha() and not isinstance(focused, Input):
            # A letter means nothing in the lists, and looks for a game.
            event.stop()
            self.words.value = ""
            self.words.focus()
            self.words.insert_text_at_cursor(event.character)
            return
        if focused is None or event.key not in ("up", "down") or not isinstance(focused, Input):
            return
        event.stop()
        if focused is self.deal:
            self.options.focus()
            return
        games = self.games
        games.action_cursor_down() if event.key == "down" else games.action_cursor_up()

    # The right side

    def _show_setup(self, *, deal: bool = True) -> None:
        """The choices as they are now."""
        setup = self.setup
        self.query_one("#name", Static).update(setup.rules().variant.name)
        options = self.options
        at = options.highlighted
        rows = [Option("Deal the cards", _PLAY)]
        rows += [
            Option(f"{param.name}: < {setup.value_of(param)} >  {param.text}", _PARAM + param.name)
            for param in setup.params
        ]
        rows.append(Option(f"[{'x' if setup.winnable else ' '}] only what can be won", _WINNABLE))
        rows.append(Option(f"[{'x' if setup.daily else ' '}] today's daily deal", _DAILY))
        options.clear_options()
        options.add_options(rows)
        options.highlighted = min(at or 0, len(rows) - 1)
        if deal:
            self.deal.value = setup.deal
        try:
            self.query_one("#code", Static).update(f"Share code: {setup.code}")
            self._note("")
        except SolitaireError as error:
            self.query_one("#code", Static).update("")
            self._note(str(error))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Turn a choice, or begin."""
        chosen, setup = event.option_id or "", self.setup
        if event.option_list is self.games:
            if chosen != setup.variant:
                self._take(chosen)
            self.options.focus()
            return
        if chosen == _PLAY:
            self._begin()
            return
        if chosen == _WINNABLE:
            setup.winnable = not setup.winnable
        elif chosen == _DAILY:
            setup.daily = not setup.daily
            setup.deal = "" if setup.daily else setup.deal
        else:
            setup.turn(next(param for param in setup.params if _PARAM + param.name == chosen))
        self._show_setup()

    def _note(self, text: str) -> None:
        self.query_one("#note", Static).update(text or self.stake)

    # Beginning

    def _begin(self) -> None:
        if self._stop is None:
            self.run_worker(self._deal(), exclusive=True)

    async def _deal(self) -> None:
        stop = self._stop = threading.Event()
        if self.setup.winnable:
            self._note("Looking for a deal that can be won; Esc stops.")
        try:
            begun = await asyncio.to_thread(self.setup.begin, stop.is_set)
        except SolitaireError as error:
            self._note(str(error))
            return
        finally:
            # If the program ends meanwhile, nobody waits for the search any more.
            stop.set()
            self._stop = None
        if begun is not None:
            self.answer(begun)

    def action_close(self) -> None:
        """Stop looking for a deal, or close without a new game."""
        if self._stop is not None:
            self._stop.set()
            self._note("Stopped.")
        else:
            self.answer(None)
