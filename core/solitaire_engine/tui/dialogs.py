"""Small windows over the table: a page to read, a list to choose from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from .board import app_of
from .canvas import columns

T = TypeVar("T")


class Dialog(ModalScreen[T | None]):
    """A window that Escape closes without an answer."""

    AUTO_FOCUS = "*"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    answered = False
    fitted: Sequence[str] = ()
    """The lines that a window is made to fit, where it fits any; anew when the screen has another size."""

    def on_resize(self) -> None:
        """The screen has another size, perhaps since before the window was made."""
        if self.fitted:
            _fit(self.query_one(".box"), self, self.fitted)

    def answer(self, value: T | None) -> None:
        """Close with an answer; once, for another key may come before the window is gone."""
        if not self.answered:
            self.answered = True
            self.dismiss(value)

    def action_close(self) -> None:
        """Close without an answer."""
        self.answer(None)


def _fit(box: Widget, window: ModalScreen[Any], lines: Sequence[str]) -> None:
    """Make a window as large as its lines, with their frame and a bar to scroll, or as the screen allows."""
    screen = window.size if window.size.width else app_of(window).size
    wanted = max(map(columns, lines)) + 6
    width = min(wanted, screen.width)
    # Limited by the layout and not only here, for the screen may have changed before this window hears of it.
    box.styles.width, box.styles.max_width = wanted, "100%"
    # Lines that are too long are broken, mostly at spaces, which may take a line more.
    broken = sum(-(-columns(line) // max(width - 9, 1)) - 1 for line in lines if columns(line) > width - 6)
    box.styles.height, box.styles.max_height = len(lines) + broken + 2, "100%"


class Page(Dialog[None]):
    """A text to read; any key but those that scroll closes it."""

    def __init__(self, title: str, lines: Sequence[str], headings: Collection[int] = ()) -> None:
        """`headings`: which lines, counted from 0, are bold."""
        super().__init__()
        self.heading, self.lines, self.headings = title, lines, headings

    def compose(self) -> ComposeResult:
        """The text in a window that scrolls."""
        with VerticalScroll(classes="box", id="page") as box:
            self.fitted = [self.heading, *self.lines]
            _fit(box, self, self.fitted)
            yield Static(self.heading, classes="title", markup=False)
            text = Text()
            for number, line in enumerate(self.lines):
                text.append(f"{line}\n", "bold" if number in self.headings else "")
            text.rstrip()
            yield Static(text, markup=False)

    def on_key(self, event: events.Key) -> None:
        """Close at any key that does not scroll."""
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            self.answer(None)


class Choice(Dialog[str]):
    """A list of which one entry is chosen; the answer is its id. An entry may have a key of its own."""

    def __init__(
        self, title: str, text: str, options: Sequence[tuple[str, str]], keys: str = "", start: int | None = None
    ) -> None:
        """`options`: ids and what is shown. `keys`: for each option a key that chooses it. `start`: the one marked."""
        super().__init__()
        self.heading, self.text, self.choices, self.start = title, text, options, start
        self.keys = dict(zip(keys, (id for id, _ in options), strict=False))

    def compose(self) -> ComposeResult:
        """A title, perhaps a text, and the list."""
        letters = {id: f"{key}  " for key, id in self.keys.items()}
        with Vertical(classes="box") as box:
            self.fitted = [self.heading, self.text, *("x  " + what for _, what in self.choices)]
            _fit(box, self, self.fitted)
            yield Static(self.heading, classes="title", markup=False)
            if self.text:
                yield Static(self.text, markup=False)
            yield OptionList(*(Option(letters.get(id, "") + what, id) for id, what in self.choices), markup=False)

    def on_mount(self) -> None:
        """Mark the entry to start from."""
        if self.start is not None:
            self.query_one(OptionList).highlighted = self.start

    def on_key(self, event: events.Key) -> None:
        """Choose by key."""
        if event.character in self.keys:
            event.stop()
            self.answer(self.keys[event.character])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with the entry chosen."""
        self.answer(event.option_id)
