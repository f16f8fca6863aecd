"""What a page of the documents shows: files, changes to them, commands with what they print; to be tried in order."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tests.program import run

_FENCE = re.compile(r"(?:`([\w./-]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Shown:
    """A quoted text in its language; `name` is the file's whose name ends the line before it, if one does."""

    language: str
    text: str
    name: str = ""


class Example(NamedTuple):
    """A command line as it is typed after ``$``, and what the page says that it prints."""

    command: str
    output: str


def shown(page: str) -> Iterator[Shown]:
    """All that is quoted, from top to bottom."""
    for found in _FENCE.finditer(page):
        yield Shown(found[2], found[3], found[1] or "")


def files(page: str) -> dict[str, str]:
    """The files that are shown whole, by name; of two of a name the later one."""
    return {part.name: part.text for part in shown(page) if part.name and part.language != "diff"}


def blocks(language: str, page: str) -> list[str]:
    """The quoted texts of a language."""
    return [part.text for part in shown(page) if part.language == language]


def examples(page: str) -> list[Example]:
    """All commands, of which a block may have several."""
    return [example for text in blocks("console", page) for example in commands(text)]


def commands(block: str) -> list[Example]:
    """The commands of one block."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [Example(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def tried(statements: str, name: str) -> int:
    """Run what the page of that name shows of Python, which must give what it shows; gives how many statements."""
    test = doctest.DocTestParser().get_doctest(statements, {}, name, None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0
    return len(test.examples)


def changed(text: str, change: str) -> str:
    """A text with a change made: lines after ``-`` go out, those after ``+`` come in; others tell where."""
    lines = change.splitlines()
    old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] != left) for left in "+-")
    assert text.count(old) == 1, f"not there once:\n{old}in:\n{text}"
    return text.replace(old, new)


def agrees(printed: str, output: str) -> bool:
    """Whether this was printed; an ellipsis on a line of its own stands for any lines that are left out."""
    parts = [re.escape(part.strip("\n")) for part in re.split(r"^\.\.\.$", output, flags=re.MULTILINE)]
    return re.fullmatch("(?s)" + ".*".join(parts) + r"\n?", printed) is not None


def printed_by(example: Example, folder: Path) -> str:
    """What a command prints in a folder; it must not fail for another reason than the page shows.

    What follows ``> `` in its output is typed; ``NAME=value`` before it is set.
    """
    words = shlex.split(example.command)
    place = words.index("solitaire")
    env = dict(word.split("=", 1) for word in words[:place])
    typed = "".join(f"{line}\n" for line in re.findall(r"^> (.*)$", example.output, re.MULTILINE))
    done = run(folder, *words[place + 1 :], typed=typed, env=env)
    assert done.stderr == "", done.stderr
    return done.stdout
