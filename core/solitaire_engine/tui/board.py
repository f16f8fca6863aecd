"""The widget that shows the picture, and writes only what changes; and what the mouse does on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, cast

from rich.console import COLOR_SYSTEMS
from rich.segment import Segment
from textual import events
from textual.app import App
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from .canvas import Row, segments
from .ink import Ink
from .looks import Looks


def app_of(widget: Widget) -> App[Any]:
    """The program that a widget belongs to, whatever its result is."""
    found: App[Any] = cast(Any, widget).app
    return found


class Board(Widget):
    """Shows rows of styled characters."""

    DEFAULT_CSS = "Board { width: 100%; height: 100%; }"

    class Pressed(Message):
        """A button of the mouse went down at a cell."""

        def __init__(self, x: int, y: int, button: int) -> None:
            super().__init__()
            self.x, self.y, self.button = x, y, button

    class Dragged(Message):
        """The mouse moved while its button is down."""

        def __init__(self, x: int, y: int) -> None:
            super().__init__()
            self.x, self.y = x, y

    class Released(Message):
        """The button went up at a cell."""

        def __init__(self, x: int, y: int) -> None:
            super().__init__()
            self.x, self.y = x, y

    class Doubled(Message):
        """Two clicks on the same cell."""

        def __init__(self, x: int, y: int) -> None:
            super().__init__()
            self.x, self.y = x, y

    class Resized(Message):
        """The window has another size."""

    def __init__(self, looks: Looks, write: Callable[[str], None]) -> None:
        """`write` writes to the terminal."""
        super().__init__()
        self.looks, self.write = looks, write
        self.rows: tuple[Row, ...] = ()
        self._down = False

    def show(self, rows: tuple[Row, ...]) -> None:
        """Show a picture; only where it differs from the last one anything is written."""
        before, self.rows = self.rows, rows
        if not before:
            # The window is about to be laid out, and then it is painted as a whole.
            return
        if len(before) != len(rows) or len(before[0]) != len(rows[0]) or not self._can_patch():
            self.refresh()
            return
        text = self.ink.patch(before, rows)
        if text:
            self.write(text)

    def _can_patch(self) -> bool:
        """Whether the picture is all that is seen, so that the changes alone can be written."""
        return self.is_attached and app_of(self).screen is self.screen

    def render_line(self, y: int) -> Strip:
        """One row of the picture."""
        if y >= len(self.rows):
            return Strip.blank(self.size.width, self.ink.style("table"))
        row = self.rows[y]
        return Strip([Segment(text, self.ink.style(style)) for text, style in segments(row)], len(row))

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows as they are now: what was written by `show` never went through Textual's cache."""
        return [self.render_line(y).crop_extend(crop.x, crop.right, None) for y in crop.line_range]

    @cached_property
    def ink(self) -> Ink:
        """The styles on the terminal that the program runs on."""
        system = app_of(self).console.color_system
        return Ink(self.looks, COLOR_SYSTEMS[system] if system else None)

    def on_resize(self, event: events.Resize) -> None:
        """Tell the program, which paints for the new size."""
        self.post_message(self.Resized())

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember the button, and follow the mouse wherever it goes."""
        self._down = event.button == 1
        if self._down:
            self.capture_mouse()
        self.post_message(self.Pressed(event.x, event.y, event.button))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Of interest only while something may be dragged."""
        if self._down:
            self.post_message(self.Dragged(event.x, event.y))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """The button is up again."""
        if self._down:
            self._down = False
            self.release_mouse()
            self.post_message(self.Released(event.x, event.y))

    def on_click(self, event: events.Click) -> None:
        """Two clicks in a row mean something of their own."""
        if event.chain == 2 and event.button == 1:
            self.post_message(self.Doubled(event.x, event.y))
