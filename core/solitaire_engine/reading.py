"""Reading values out of a variant's nodes, with a problem for each that is wrong.

A `Type` checks one node and gives its value, or `BAD` after it has told the `Report`.
The tables of keys in `schema` are made of types, so what validates a file, what
describes it in the docs and what reads it are the same objects.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import ClassVar, Final, cast

from .cards import parse_rank
from .errors import Problem, VariantError
from .words import Registry
from .yamlnodes import Map, Mark, Node, Scalar, Seq, looks_boolean, show


class _Bad:
    """The value of a node that has a problem already reported."""

    def __repr__(self) -> str:
        return "BAD"


BAD: Final = _Bad()
_MOST_WORDS: Final = 30
_MOST_PROBLEMS: Final = 200
_LONGEST_PATH: Final = 120
LONGEST_LINE: Final = 100


GAMES_ALIKE: Final = 0.76
"""How alike names of games must be: among hundreds of names some share half of their letters by chance."""


def nearest(word: str, known: Iterable[str], alike: float = 0.6) -> str:
    """The known word most like `word`, or an empty string; `alike`, from 0 to 1, says how like it must be."""
    lowered = {name.lower(): name for name in known}
    found = difflib.get_close_matches(word.lower(), list(lowered), n=1, cutoff=alike)
    return lowered[found[0]] if found else ""


def way_out(word: str, known: Sequence[str], what: str = "allowed") -> str:
    """The allowed words, and the nearest one as a question."""
    if not known:
        return "there are none"
    close = nearest(word, known)
    more = f" and {len(known) - _MOST_WORDS} more" if len(known) > _MOST_WORDS else ""
    text = f"{what}: {', '.join(map(show, known[:_MOST_WORDS]))}{more}"
    return f"{text}; did you mean {named(close)}?" if close else text


def named(text: str) -> str:
    """A word of a file as it is quoted in a message: on one line, and cut if it is long."""
    return f"'{show(text)}'"


@dataclass
class Report:
    """Where problems are gathered while a document is read.

    `marks` remembers where each path stands, for checks that come later.
    `missing` says why a plugin's words may be absent, by the plugin's name.
    `partial`: a file of the chain cannot be read whole, so that nothing can be said about what is not there.
    `origins`: where nodes come out of a patch, the path of that patch, by their places.
    `full`: there are so many problems that no more are noted.
    """

    file: str
    words: Registry
    problems: list[Problem] = field(default_factory=list[Problem])
    marks: dict[str, Mark] = field(default_factory=dict[str, Mark])
    warnings: list[str] = field(default_factory=list[str])
    missing: Mapping[str, str] = field(default_factory=dict[str, str])
    partial: bool = False
    origins: dict[Mark, str] = field(default_factory=dict[Mark, str])
    full: bool = False
    _places: set[tuple[str, int, int, str]] = field(default_factory=set[tuple[str, int, int, str]])
    _excused: set[tuple[str, int, int]] = field(default_factory=set[tuple[str, int, int]])
    _excused_paths: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])

    def add(self, mark: Mark, path: str, message: str, way: str = "") -> _Bad:
        """Note a problem at a place; gives `BAD`, so that a reader can return it."""
        file = mark.file or self.file
        if origin := self.origins.get(mark):
            path = f"{origin}.{path}" if path else origin
        # One place is complained about once: what follows from the first fault helps nobody.
        place = (file, mark.line, mark.col, path)
        if self.full or place in self._places or place[:3] in self._excused or (file, path) in self._excused_paths:
            return BAD
        self._places.add(place)
        if len(self._places) == _MOST_PROBLEMS:
            self.full = True
            path, message, way = "", f"there are more than {_MOST_PROBLEMS} problems", "mend the others first"
        if file != self.file:
            message += f" (inherited by {PurePath(self.file).name})"
        self.problems.append(Problem(file, mark.line, mark.col, show(path, _LONGEST_PATH), message, way))
        return BAD

    def fork(self) -> Report:
        """A report that goes on from here on its own."""
        return Report(
            self.file,
            self.words,
            list(self.problems),
            partial=self.partial,
            full=self.full,
            _places=set(self._places),
            _excused=set(self._excused),
            _excused_paths=set(self._excused_paths),
        )

    def excuse(self, mark: Mark) -> None:
        """Say no more about a place whose fault is reported elsewhere."""
        self._excused.add((mark.file or self.file, mark.line, mark.col))

    def take_over(self, error: VariantError) -> None:
        """Note the problems of a file that cannot be read whole; reading may go on with what there is."""
        self.partial = True
        for problem in error.problems:
            self.problems.append(problem)
            self._excused.add((problem.file, problem.line, problem.col))
            if problem.path:
                self._excused_paths.add((problem.file, problem.path))

    def item(self, path: str, number: int) -> str:
        """The path of an item of a list, or of the single value that stands for a list of one."""
        return f"{path}[{number}]" if f"{path}[{number}]" in self.marks else path

    def at(self, path: str, message: str, way: str = "") -> _Bad:
        """Note a problem at the place of `path`, or the nearest place above it that is known."""
        spot = path
        while spot and spot not in self.marks:
            spot = spot[: max(spot.rfind("."), spot.rfind("["), 0)]
        mark = self.marks.get(spot, Mark(0, 0, self.file))
        return self.add(mark, path, message, way)


def shown(node: Node) -> str:
    """A node as it appears in a message."""
    if isinstance(node, Map):
        return "a map"
    if isinstance(node, Seq):
        return "a list"
    return "nothing" if node.value is None else named(node.text)


def as_map(value: object) -> dict[str, object]:
    """A value that a `Record` or `Table` read; an empty map for anything else."""
    return cast(dict[str, object], value) if isinstance(value, dict) else {}


def as_tuple(value: object) -> tuple[object, ...]:
    """A value that a `Many` read; an empty tuple for anything else."""
    return cast(tuple[object, ...], value) if isinstance(value, tuple) else ()


def as_texts(value: object) -> tuple[str, ...]:
    """A tuple of texts that a `Many` read; an empty tuple for anything else."""
    return tuple(part for part in as_tuple(value) if isinstance(part, str))


def as_numbers(value: object) -> list[int]:
    """The whole numbers that a `Many` read."""
    return [part for part in as_tuple(value) if isinstance(part, int)]


class Type:
    """Checks one node. `expects` completes "must be ...".

    `takes_maps`: whether a map can be a value, so that a list's only item may be written without its dash.
    """

    expects = "a value"
    takes_maps: ClassVar[bool] = False

    def read(self, node: Node, path: str, report: Report) -> object:
        """The value of `node`, or `BAD` once the problem is reported."""
        report.marks[path] = node.mark
        return self.take(node, path, report)

    def take(self, node: Node, path: str, report: Report) -> object:
        """As `read`, once the place is noted."""
        raise NotImplementedError

    def wrong(self, node: Node, path: str, report: Report, way: str = "") -> _Bad:
        """Report that the node is not what was expected."""
        if isinstance(node, Scalar) and node.value is None:
            if report.partial:
                return BAD
            way = way or "write a value, or leave the key out"
        if isinstance(node, Map) and isinstance(self, Text):
            way = way or "quote text that has a colon"
        return report.add(node.mark, path, f"must be {self.expects}, not {shown(node)}", way)


class Text(Type):
    """Any text on one or more lines."""

    expects = "text"

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Scalar) and node.value is not None and node.text.strip():
            return node.text
        return self.wrong(node, path, report)


class Line(Text):
    """A text short enough to be a name, or to stand on one line."""

    def __init__(self, expects: str = f"text on one line, of at most {LONGEST_LINE} characters") -> None:
        self.expects = expects

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Scalar) and node.value is not None and node.text.strip():
            text = node.text.strip()
            if text.isprintable() and len(text) <= LONGEST_LINE:
                return text
        return self.wrong(node, path, report)


class Integer(Type):
    """A whole number within bounds."""

    def __init__(self, low: int, high: int, expects: str = "") -> None:
        """`expects` says what the number means; without it the message gives the bounds alone."""
        self.low, self.high = low, high
        self.expects = expects or f"a whole number from {low} to {high}"

    def take(self, node: Node, path: str, report: Report) -> object:
        if not isinstance(node, Scalar) or isinstance(node.value, bool):
            return self.wrong(node, path, report)
        if isinstance(node.value, int) and self.low <= node.value <= self.high:
            return node.value
        if node.quoted and node.text.isdecimal():
            return self.wrong(node, path, report, "write the number without quotes")
        return self.wrong(node, path, report)


class Boolean(Type):
    """``true`` or ``false`` and nothing else."""

    expects = "true or false"

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        if isinstance(node, Scalar) and node.text in ("true", "false"):
            return self.wrong(node, path, report, f"write {node.text} without quotes")
        if isinstance(node, Scalar) and looks_boolean(node):
            meant = "true" if node.text.lower() in ("y", "yes", "on", "true") else "false"
            return self.wrong(node, path, report, f"write {meant}")
        return self.wrong(node, path, report)


class OneOf(Type):
    """One of some fixed words."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.expects = "one of " + ", ".join(words)

    def take(self, node: Node, path: str, report: Report) -> object:
        if not isinstance(node, Scalar) or node.value is None:
            return self.wrong(node, path, report)
        if node.text in self.words:
            return node.text
        return report.add(node.mark, path, f"{named(node.text)} is not known here", way_out(node.text, self.words))


class Rank(Type):
    """A rank: ``A``, ``2`` .. ``10``, ``J``, ``Q``, ``K``, quoted or not; gives 0..12."""

    expects = "a rank: A 2 3 4 5 6 7 8 9 10 J Q K"

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Scalar) and node.value is not None:
            try:
                return parse_rank(node.text)
            except ValueError:
                pass
        return self.wrong(node, path, report)


class Many(Type):
    """A list of one type, or a single value that stands for a list of one; gives a tuple."""

    takes_maps = True

    def __init__(self, item: Type, *, single: bool = True, least: int = 0, lenient: bool = False) -> None:
        """`least` items at least. `lenient`: give also a list with `BAD` items, so that later checks can go on."""
        self.item, self.single, self.least, self.lenient = item, single, least, lenient
        self.expects = f"{item.expects}, or a list of such" if single else f"a list, each {item.expects}"

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Seq):
            if len(node.items) < self.least:
                most = "an empty list" if not node.items else f"a list of {len(node.items)}"
                needs = "one item" if self.least == 1 else f"{self.least} items"
                return report.add(node.mark, path, f"must be a list of at least {needs}, not {most}")
            values = [self.item.read(part, f"{path}[{n}]", report) for n, part in enumerate(node.items)]
            return BAD if any(value is BAD for value in values) and not self.lenient else tuple(values)
        if not self.single or (isinstance(node, Map) and not self.item.takes_maps) or self.least > 1:
            return self.wrong(node, path, report)
        value = self.item.take(node, path, report)
        return BAD if value is BAD else (value,)


@dataclass(frozen=True)
class Key:
    """One key of a map: its type, what it is for, and whether it must be there.

    `example` is a value as a file would have it, for messages and the docs.
    """

    type: Type
    doc: str
    required: bool = False
    example: str = ""


class Record(Type):
    """A map with known keys; gives a dict of the keys that are there."""

    takes_maps = True

    def __init__(self, what: str, keys: Mapping[str, Key], *, lenient: bool = False) -> None:
        """`lenient`: give the map also if keys are bad, with `BAD` for these, so that later checks can go on."""
        self.what, self.keys, self.lenient = what, dict(keys), lenient
        self.expects = "a map"

    def take(self, node: Node, path: str, report: Report) -> object:
        if not isinstance(node, Map):
            return self.wrong(node, path, report, f"keys: {', '.join(self.keys)}")
        values: dict[str, object] = {}
        for key, value in node.entries:
            at = f"{path}.{key.text}" if path else key.text
            known = self.keys.get(key.text)
            if known is not None:
                values[key.text] = known.type.read(value, at, report)
                continue
            if report.full:
                return BAD
            message = f"{named(key.text)} is not a key of {self.what}"
            report.add(key.mark, at, message, way_out(key.text, list(self.keys), "keys"))
            # The key that was meant is not missing as well; what it would say is not known.
            free = [name for name in self.keys if node.get(name) is None]
            meant = nearest(key.text, free) or (free[0] if len(self.keys) == 1 and free else "")
            values[meant or key.text] = BAD
        for name, wanted in self.keys.items():
            if wanted.required and name not in values:
                if not report.partial:
                    at = f"{path}.{name}" if path else name
                    way = f"add {name}: {wanted.example}" if wanted.example else "add it"
                    report.add(node.mark, at, f"is missing: {self.what} needs it", way)
                values[name] = BAD
        return BAD if any(value is BAD for value in values.values()) and not self.lenient else values


class Table(Type):
    """A map whose keys are names of the author's choice; gives a dict."""

    takes_maps = True

    def __init__(self, what: str, item: Type) -> None:
        self.what, self.item = what, item
        self.expects = f"a map ({what})"

    def take(self, node: Node, path: str, report: Report) -> object:
        if not isinstance(node, Map):
            return self.wrong(node, path, report)
        values = {key.text: self.item.read(value, f"{path}.{key.text}", report) for key, value in node.entries}
        return BAD if any(value is BAD for value in values.values()) else values
