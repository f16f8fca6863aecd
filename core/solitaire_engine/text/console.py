"""Asking and telling: lines in, lines out, the same for people, pipes and screen readers."""

from __future__ import annotations

import contextlib
import textwrap
from importlib import import_module
from typing import TextIO

from .look import Look

WIDEST: int = 100
"""Prose is not set wider than this, for nobody can read such lines."""


class Console:
    """An input and an output. What is read from a pipe is echoed, so that the output is a whole transcript."""

    def __init__(self, stdin: TextIO, stdout: TextIO, look: Look) -> None:
        self.stdin, self.stdout, self.look = stdin, stdout, look
        self.by_hand = stdin.isatty() and stdout.isatty()

    def say(self, text: str = "") -> None:
        """Write lines; on a terminal long ones are wrapped between words."""
        self.show(wrapped(text, self.look.width) if self.stdout.isatty() else text)

    def show(self, text: str) -> None:
        """Write lines as they are."""
        self.stdout.write(f"{text}\n")

    def ask(self, prompt: str) -> str | None:
        """The next line that is typed, without its line feed; None at the end of the input."""
        self.stdout.flush()
        if self.by_hand:
            # Line editing and history, where Python has them.
            with contextlib.suppress(ImportError):
                import_module("readline")
            try:
                return input(prompt)
            except EOFError:
                self.stdout.write("\n")
                return None
        line = self.stdin.readline()
        if not line:
            return None
        line = line.rstrip("\r\n")
        self.show(f"{prompt}{line}")
        return line


def wrapped(text: str, width: int, hang: str = "") -> str:
    """Every line of a text wrapped by itself, with `hang` before the rest of it; those of a list hang anyway."""
    width = max(min(width, WIDEST), 20)
    lines: list[str] = []
    for line in text.split("\n"):
        indent = hang or ("  " if line.startswith("- ") else "")
        # Columns are kept: only what is wrapped is set anew.
        lines.extend(
            textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False, replace_whitespace=False)
            or [""]
        )
    return "\n".join(lines)
