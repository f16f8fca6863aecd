"""From the styles of a picture to what a terminal understands, in as few bytes as possible."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from rich.color import Color, ColorSystem
from rich.style import Style

from .canvas import Row, changes, segments
from .looks import Looks, Paint

_FLAGS: Final = (("bold", "1", "22"), ("dim", "2", "22"), ("underline", "4", "24"), ("reverse", "7", "27"))
"""Each way to write: what turns it on, what turns it off."""


class Ink:
    """The styles of some looks on a terminal; `system` is how many colours it has, None for none."""

    def __init__(self, looks: Looks, system: ColorSystem | None) -> None:
        self.looks, self.system = looks, system

    def style(self, name: str) -> Style:
        """A style as Rich has it."""
        return _style(self.looks.paint(name))

    def patch(self, before: Sequence[Row], after: Sequence[Row]) -> str:
        """What to write to a terminal that shows one picture so that it shows the other; empty if they are alike."""
        parts: list[str] = []
        paint: Paint | None = None
        for span in changes(before, after):
            parts.append(f"\x1b[{span.y + 1};{span.x + 1}H")
            for text, name in segments(after[span.y][span.x : span.x + span.width]):
                new = self.looks.paint(name)
                parts.append(self._turn(paint, new))
                paint = new
                parts.append(text)
        return "".join([*parts, "\x1b[0m"]) if parts else ""

    def _turn(self, old: Paint | None, new: Paint) -> str:
        """What turns one style into another; None is none yet."""
        if old == new:
            return ""
        codes: list[str] = []
        if old is None:
            codes, old = ["0"], Paint()
        for flag, _, off in _FLAGS:
            if getattr(old, flag) and not getattr(new, flag):
                codes.append(off)
        # Bold and dim are turned off together.
        lost = "22" in codes
        for flag, on, off in _FLAGS:
            if getattr(new, flag) and (not getattr(old, flag) or (lost and off == "22")):
                codes.append(on)
        if old.fg != new.fg:
            codes.extend(_codes(new.fg, self.system, True))
        if old.bg != new.bg:
            codes.extend(_codes(new.bg, self.system, False))
        return f"\x1b[{';'.join(codes)}m" if codes else ""


@cache
def _style(paint: Paint) -> Style:
    return Style(
        color=paint.fg or None, bgcolor=paint.bg or None, bold=paint.bold or None, dim=paint.dim or None,
        underline=paint.underline or None, reverse=paint.reverse or None,
    )  # fmt: skip


@cache
def _codes(color: str, system: ColorSystem | None, foreground: bool) -> tuple[str, ...]:
    """The numbers that set a colour, the nearest that the terminal has."""
    if not color or system is None:
        return ("39",) if foreground else ("49",)
    return tuple(Color.parse(color).downgrade(system).get_ansi_codes(foreground))
