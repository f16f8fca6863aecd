"""Reading the YAML of variant files: strict, safe, with a place and a way out for every problem.

Variant files come from strangers. Size, depth, aliases and values are limited; tags, merge
keys and control characters are refused; only text, whole numbers, truth values, nothing,
lists and maps come out, by YAML 1.2's spellings. All problems of a file are gathered: where
broken syntax would end the reading but it is clear what was meant, the place is overwritten,
in memory and length for length, and the text is read once more to find what else is wrong.
"""

from __future__ import annotations

import codecs
import contextlib
import re
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import yaml

from .errors import Problem, VariantError
from .yamlnodes import (
    ODD_SPACE,
    PERCENT_ADVICE,
    Composer,
    Map,
    Mark,
    Node,
    Plain,
    Scalar,
    Seq,
    looks_boolean,
    mark_at,
    odd_space_advice,
    show,
    tight,
    to_plain,
)

__all__ = ["Map", "Mark", "Node", "Plain", "Scalar", "Seq", "looks_boolean", "read_file", "read_text", "to_plain"]

MAX_BYTES: Final = 256 * 1024
_MAX_REPAIRS: Final = 20
_MAX_PARSED: Final = 2 * MAX_BYTES  # characters, in all passes over a broken text: a large one must not be slow

_FORBIDDEN: Final = "[^\t\n -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
# What YAML does not allow, or some take for a line break or a byte order mark; compiled late, for that is slow.
_NO_KEY: Final = ("a key is missing before the colon", "write key: value")
_NOT_A_MAP: Final = ("a variant is a map of keys", "write keys and values, such as name: Antares")


def read_file(path: Path) -> Map:
    """The root map of a UTF-8 file; problems name it as ``str(path)``.

    Raises VariantError with all problems found, also for a file that is missing, unreadable,
    a folder, or larger than `MAX_BYTES` (it is then not read whole).
    """
    name = str(path)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise _refused(name, "is a folder, not a file", "name a YAML file in it")
        if not stat.S_ISREG(mode):
            raise _refused(name, "is not an ordinary file", "copy its text into a file")
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: a NUL in the name
        raise _refused(name, "there is no such file", "check the name and the folder") from None
    except PermissionError:
        raise _refused(name, "there is no permission to read it", "change the permissions of the file") from None
    except OSError as error:
        raise _refused(name, f"cannot be read ({error.strerror})", "check the name and the disk") from None
    return read_text(data, name)


def read_text(text: str | bytes, name: str) -> Map:
    """The root map of a text or of UTF-8 bytes. Raises VariantError with all problems; `name` is their file."""
    decoded = _decode(text, name)
    forbidden_in = re.compile(_FORBIDDEN).search
    forbidden = [
        Problem(name, line, match.start() + 1, "", f"the character U+{ord(match[0]):04X} is not allowed", "delete it")
        for line, text in enumerate(decoded.split("\n"), 1)
        if (match := forbidden_in(text)) is not None
    ]
    if forbidden:
        raise VariantError(forbidden)
    return _read(decoded, name)


def _refused(name: str, message: str, way_out: str) -> VariantError:
    return VariantError([Problem(name, 0, 0, "", message, way_out)])


def _decode(text: str | bytes, name: str) -> str:
    """The text with line feeds only and without a byte order mark."""
    if len(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise _refused(name, f"is larger than {MAX_BYTES // 1024} kB", "a variant is a few dozen lines; shorten it")
    if isinstance(text, str):
        return _normal(text)
    if text.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise _refused(name, "is written in UTF-16", "save it as UTF-8")
    if b"\0" in text:
        raise _refused(name, f"is not a text file (byte {text.index(0) + 1} is NUL)", "name a YAML file")
    try:
        return _normal(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        before = _normal(text[: error.start].decode("utf-8"))
        mark = mark_at(before, len(before))
        wrong = f"byte {error.start + 1} of the file (0x{text[error.start]:02X}) is not UTF-8"
        raise VariantError([Problem(name, mark.line, mark.col, "", wrong, "save the file as UTF-8")]) from None


def _normal(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _read(text: str, name: str) -> Map:
    faults, parsed, stop = dict[Mark, _Fault](), 0, Mark(len(text) + 2, 0)
    while True:
        composer, root = Composer(text, name), None
        parsed += max(len(text), _MAX_PARSED // _MAX_REPAIRS)
        try:
            root, found = composer.compose(), composer.problems
            break
        except yaml.MarkedYAMLError as error:
            fault = _explain(text, error, composer.brackets)
            faults.setdefault(fault.mark, fault)  # what a repair leads to is no second problem
            if fault.repaired is None or parsed > _MAX_PARSED:
                found, stop = composer.problems + _read_before(text, error, name), fault.mark
                break
            text = fault.repaired
    problems = [problem for problem in found if (mark := Mark(problem.line, problem.col)) < stop and mark not in faults]
    problems += [Problem(name, mark.line, mark.col, "", f.message, f.way_out) for mark, f in faults.items()]
    if isinstance(root, Map) and not problems:
        return root
    if isinstance(root, Seq) or (isinstance(root, Scalar) and root.text and not problems):
        problems.append(Problem(name, root.mark.line, root.mark.col, "", *_NOT_A_MAP))
    elif not problems:
        problems.append(Problem(name, 0, 0, "", "is empty", _NOT_A_MAP[1]))
    raise VariantError(problems, root if isinstance(root, Map) else None)


def _read_before(text: str, error: yaml.MarkedYAMLError, name: str) -> list[Problem]:
    """The problems before broken syntax that the scanner, which runs ahead of the composer, stopped at."""
    composer = Composer(text[: min(_indices(error))], name)
    with contextlib.suppress(yaml.MarkedYAMLError):
        composer.compose()
    return composer.problems


def _indices(error: yaml.MarkedYAMLError) -> tuple[int, int]:
    """Where the parser gave up, and where the thing began that it then was in."""
    marks = [mark.index for mark in (error.problem_mark, error.context_mark) if mark is not None]
    return marks[0], marks[-1]


@dataclass(frozen=True, slots=True)
class _Fault:
    """Broken syntax in plain words; `repaired` is the text without it, as long as before, where that is clear."""

    mark: Mark
    message: str
    way_out: str
    repaired: str | None = None


def _explain(text: str, error: yaml.MarkedYAMLError, brackets: Sequence[int]) -> _Fault:
    """What the parser's error means to somebody who does not know how parsers work."""
    problem, context = error.problem or "", error.context or ""
    at, begin = _indices(error)
    syntax = _Syntax(text, at, begin, brackets, found=problem.rpartition(" ")[2].strip("'"), context=context)
    if (fault := syntax.line(begin) or syntax.line(at)) is not None:
        return fault
    if any(kind in context for kind in ("an alias", "an anchor", "a tag", "a block scalar")):
        return _Syntax(text, begin).indicator()
    for beginning, explanation in _EXPLANATIONS:
        if problem.startswith(beginning):
            return explanation(syntax)
    return syntax.fault(at, "this line cannot be read", "check its indentation, quotes and brackets")


@dataclass(frozen=True, slots=True)
class _Syntax:
    """Broken syntax: the parser gave up at the index `at`, in what began at `begin`, and met what it calls `found`."""

    text: str
    at: int
    begin: int = 0
    brackets: Sequence[int] = ()  # the indices of those that are open
    found: str = ""
    context: str = ""

    def fault(self, index: int, message: str, way_out: str, repaired: str | None = None) -> _Fault:
        return _Fault(mark_at(self.text, index), message, way_out, repaired)

    def before(self, index: int) -> str:
        """The part of the line before `index`."""
        return self.text[self.text.rfind("\n", 0, index) + 1 : index]

    def rest(self, index: int) -> str:
        """The part of the line from `index` on."""
        return self.text[index:].partition("\n")[0]

    def swapped(self, index: int, char: str) -> str:
        """The text with another character at `index`."""
        return self.text[:index] + char + self.text[index + 1 :]

    def blanked(self, index: int) -> str | None:
        """The text without the rest of the line, if nothing can begin in it that goes on below."""
        rest = self.rest(index)
        if re.search(r"""[]\[{}"'|>&*!]""", rest):
            return None
        return self.text[:index] + " " * len(rest) + self.text[index + len(rest) :]

    def above(self) -> list[tuple[int, int, str]]:
        """The number, index and text of the lines above, the nearest first, without empty ones and comments."""
        lines, index = list[tuple[int, int, str]](), 0
        for number, line in enumerate(self.text[: self.at - len(self.before(self.at))].split("\n"), 1):
            if line.strip() and line.lstrip()[0] != "#":
                lines.append((number, index, line))
            index += len(line) + 1
        return lines[::-1]

    def indents(self) -> str:
        """The advice which indentations would fit here; those behind a dash count, too."""
        widths: list[int] = []
        for _, _, line in self.above():
            lead = line[: len(line) - len(re.sub(r"^ *(?:- +)*", "", line))] + "x"
            widths[:0] = [i for i, char in enumerate(lead) if char != " " and (not widths or i < widths[0])]
        if widths == [0]:
            return "remove its indentation"
        return f"indent it with {' or '.join(map(str, widths[-4:]))} spaces, like the line it belongs with"

    def line(self, index: int) -> _Fault | None:
        """What can be wrong anywhere in the line of `index`."""
        start = index - len(self.before(index))
        line = self.rest(start)
        if line.startswith("%"):
            return self.fault(start, *PERCENT_ADVICE, self.swapped(start, "#"))
        if (match := ODD_SPACE.search(line)) is None:
            return None
        repaired = self.text[:start] + ODD_SPACE.sub(" ", line) + self.text[start + len(line) :]
        return self.fault(start + match.start(), *odd_space_advice(match[0]), repaired)

    def indicator(self) -> _Fault:
        """A character that has a meaning of its own at the beginning of a word."""
        char = self.text[self.at]
        what = _INDICATORS.get(char, "cannot begin a value")
        repaired = self.swapped(self.at, "_") if self.before(self.at)[-1:] in " ,[{" else None
        return self.fault(self.at, f"an unquoted {char} {what}", "quote the value", repaired)

    def character(self) -> _Fault:
        if self.text[self.at] != "\t":
            return self.indicator()
        if not self.before(self.at).strip():
            return self.fault(self.at, "a tab is used for indentation", "indent with spaces, in every line")
        return self.fault(self.at, "a tab stands here", "type a space instead", self.swapped(self.at, " "))

    def no_colon(self) -> _Fault:
        if (fault := self.tight(self.begin)) is not None:
            return fault
        line = self.rest(self.begin)
        if line.startswith(("[", "{")):
            return self.fault(self.begin, "a key must be a word", "write it out before the colon, without brackets")
        word = show(line.partition(" #")[0].rstrip())
        return self.fault(self.begin, f"{word} has no colon", f"write {word}: and its value", self.blanked(self.begin))

    def tight(self, index: int) -> _Fault | None:
        """A line such as ``count:7`` or ``-x``; its key or dash is at `index`."""
        line = self.rest(index)
        if (advice := tight(line, key=True)) is None:
            return None
        return self.fault(index, *advice, None if line[0] == "-" else self.blanked(index + line.index(":") + 1))

    def second_colon(self) -> _Fault:
        before = self.before(self.at)
        start = self.at - len(before.lstrip(" "))
        if before.startswith("---"):
            return self.fault(self.at, "keys stand on the line of the ---", "begin them on the next line")
        if (fault := self.tight(start)) is not None:
            return fault
        if ": " in before:
            return self.fault(self.at, "the value has a colon of its own", "quote the value", self.blanked(self.at))
        above = self.above()
        if len(before) > _MAX_KEY or not above:
            return self.fault(start, "this key is too long", f"use fewer than {_MAX_KEY} characters")
        if (fault := self.key_above(*above[0])) is not None:
            return fault
        return self.fault(start, f"this line is indented too far to follow line {above[0][0]}", self.indents())

    def key_above(self, number: int, index: int, line: str) -> _Fault | None:
        """What keeps the line above from being a key for this one; its colon may be missing."""
        word = re.sub(r"^ *(?:- +)*", "", line)
        mark, word = Mark(number, len(line) - len(word) + 1), word.partition(" #")[0].rstrip()
        if (fault := self.line(index) or self.tight(index + mark.col - 1)) is not None or ":" in word:
            return fault
        return _Fault(mark, f"{show(word)} has no colon", f"write {show(word)}: and indent what belongs to it")

    def misplaced(self) -> _Fault:
        """Something stands where its list or map should go on."""
        before, char = self.before(self.at).rstrip(), self.text[self.at : self.at + 1]
        if (fault := self.tight(self.at)) is not None:
            return fault
        if char and char in "]},":
            return self.fault(self.at, f"the {char} belongs to nothing", "remove it, or quote the value")
        if before.endswith(("'", '"')):
            if char == ":":
                return self.fault(self.at, "the colon has no space after it", "put a space after the colon")
            way_out = "quote the whole value; in single quotes write '' for an apostrophe"
            return self.fault(self.at, "text stands after the closing quote", way_out, self.blanked(self.at))
        if before:
            return self.fault(self.at, "text stands after the end of the value", "quote the whole value, or remove it")
        if char == ":":
            return self.fault(self.at, *_NO_KEY)
        if self.found == "-" and "mapping" in self.context:
            return self.fault(self.at, "a list item stands among the keys of a map", "indent the list under its key")
        if self.found == "?":
            way_out = "begin it with a dash, or indent it as a part of the item above"
            return self.fault(self.at, "a key stands among the items of a list", way_out)
        parents = [line for line in self.above()[:1] if _indent(line[2]) < len(self.before(self.at))]
        if parents and (fault := self.key_above(*parents[0])) is not None:
            return fault
        if not self.context:
            if (directive := re.search("^%", self.text[: self.at], re.MULTILINE)) is not None:
                return self.fault(directive.start(), *PERCENT_ADVICE, self.swapped(directive.start(), "#"))
            return self.fault(self.at, "this line stands outside the map above it", "indent it like the first key")
        return self.fault(self.at, "this line is indented like no line above it", self.indents())

    def unfinished(self) -> _Fault:
        """A list in brackets or a map in braces lacks a comma or its end."""
        opener, line = self.text[self.begin], mark_at(self.text, self.begin).line
        closer = "]" if opener == "[" else "}"
        if self.found in ("]", "}"):
            wrong = f"the {opener} of line {line} is closed by {self.found}"
            return self.fault(self.at, wrong, f"close it with {closer}")
        outdented = _indent(self.before(self.at) + "x") <= _indent(self.before(self.begin) + "x")
        if self.found in ("end>", "start>") or (outdented and line < mark_at(self.text, self.at).line):
            return self.fault(self.begin, f"the {opener} is never closed", f"close it with {closer}")
        wrong = "this entry has two colons" if self.found == ":" else "a comma is missing here"
        return self.fault(self.at, wrong, "put a comma between the entries, or quote the value")

    def no_content(self) -> _Fault:
        """Something that is no value stands where a value should."""
        if not self.brackets:
            return self.misplaced()
        if self.found == ",":
            return self.fault(self.at, "the comma has nothing before it", "remove it", self.swapped(self.at, " "))
        if self.found == ":":
            return self.fault(self.at, *_NO_KEY)
        if self.found in ("]", "}", "end>", "start>"):
            return replace(self, begin=self.brackets[-1]).unfinished()
        return self.indicator()

    def dash(self) -> _Fault:
        way_out = "begin the list on the next line, or quote the value"
        return self.fault(self.at, "a list item cannot stand here", way_out, self.blanked(self.at))

    def unclosed(self) -> _Fault:
        return self.fault(self.begin, f"the quote {self.text[self.begin]} is never closed", "close it")

    def escape(self) -> _Fault:
        index = max(self.text.rfind("\\", 0, self.at), 0)
        wrong, way_out = (
            f"the escape {show(self.text[index : index + 2])} means nothing here",
            "write \\\\ for a backslash",
        )
        return self.fault(index, wrong, way_out, self.swapped(index + 1, "\\"))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


_MAX_KEY: Final = 1000
_INDICATORS: Final = {
    "*": "begins an alias",
    "&": "begins an anchor",
    "!": "begins a tag, which is not allowed",
    "|": "begins a text that stands on the lines below",
    ">": "begins a text that stands on the lines below",
}
_EXPLANATIONS: Final[tuple[tuple[str, Callable[[_Syntax], _Fault]], ...]] = (
    ("found character", _Syntax.character),
    ("could not find", _Syntax.no_colon),
    ("mapping values", _Syntax.second_colon),
    ("sequence entries", _Syntax.dash),
    ("mapping keys", _Syntax.indicator),
    ("expected <block end>", _Syntax.misplaced),
    ("expected '<document start>'", _Syntax.misplaced),
    ("expected ',' or", _Syntax.unfinished),
    ("expected the node", _Syntax.no_content),
    ("found unexpected", _Syntax.unclosed),
    ("found unknown escape", _Syntax.escape),
    ("expected escape", _Syntax.escape),
    ("found no such", _Syntax.escape),
    ("found undefined tag", _Syntax.indicator),
)
