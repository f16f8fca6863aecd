"""YAML nodes that know where they stand, composed from the parser's events.

The composer builds no Python objects by tag, so a file can only ever become text,
whole numbers, truth values, nothing, lists and maps. It goes on after a problem and
gathers all of them; `yamltext` is the module that reads files and explains broken syntax.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias, cast

import yaml

from .errors import Problem

MAX_DEPTH: Final = 30
MAX_NODES: Final = 20_000
MAX_ALIASES: Final = 50
MAX_DIGITS: Final = 9


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A place in the file; `line` and `col` are counted from 1, columns in characters.

    `file` is filled in where documents of several files are merged.
    """

    line: int
    col: int
    file: str = ""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value. `text` is what the file says, without quotes; `quoted` includes text blocks (| and >)."""

    value: str | int | bool | None
    text: str
    quoted: bool
    mark: Mark


@dataclass(frozen=True, slots=True)
class Seq:
    """A list. An item that the file gives by an alias is the node of its anchor, marks and all."""

    items: tuple[Node, ...]
    mark: Mark


@dataclass(frozen=True, slots=True)
class Map:
    """A map in file order. Keys are always text, even ``10`` or ``true``, and differ from one another."""

    entries: tuple[tuple[Scalar, Node], ...]
    mark: Mark

    def get(self, key: str) -> Node | None:
        """The value of `key`, or None where the map has no such key."""
        return next((value for name, value in self.entries if name.text == key), None)

    def key_node(self, key: str) -> Scalar | None:
        """The key itself, for its mark, or None where the map has no such key."""
        return next((name for name, _ in self.entries if name.text == key), None)

    def keys(self) -> tuple[str, ...]:
        """The keys in file order."""
        return tuple(name.text for name, _ in self.entries)


Node: TypeAlias = Scalar | Seq | Map
Plain: TypeAlias = "str | int | bool | list[Plain] | dict[str, Plain] | None"


def to_plain(node: Node) -> Plain:
    """The node as dicts, lists, text, whole numbers, truth values and None, without places."""
    if isinstance(node, Map):
        return {key.text: to_plain(value) for key, value in node.entries}
    if isinstance(node, Seq):
        return [to_plain(item) for item in node.items]
    return node.value


_OLD_BOOLEAN: Final = re.compile("y|Y|n|N|[Yy]es|YES|[Nn]o|NO|[Tt]rue|TRUE|[Ff]alse|FALSE|[Oo]n|ON|[Oo]ff|OFF")


def looks_boolean(scalar: Scalar) -> bool:
    """Whether this is text here but a truth value in YAML 1.1, such as ``yes``, ``Off`` or ``TRUE``.

    A real truth value (``true``, ``false``) and quoted text are not meant.
    """
    is_word = isinstance(scalar.value, str) and not scalar.quoted
    return is_word and _OLD_BOOLEAN.fullmatch(scalar.text) is not None


def show(text: str, most: int = 40) -> str:
    """The text fit for one line of a message: cut to `most` characters, the unprintable ones escaped."""
    cut = text if len(text) <= most else text[: most - 3] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in cut)


ODD_SPACE: Final = re.compile("[\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000]")
"""Characters that look like a space, or like nothing, but are neither to YAML."""
_CONTROL: Final = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Characters that only an escape such as ``\\x1b`` can bring in, and that could steer a terminal."""

_WORDS: Final = {"": None, "~": None, "null": None, "true": True, "false": False}
_INT: Final = re.compile(r"-?(?:0|[1-9][0-9]*)")
_MISSPELT: Final = (
    (re.compile(r"-?0[0-9]+"), 10, "begins with a zero"),
    (re.compile(r"-?0x[0-9A-Fa-f]+"), 16, "is a hexadecimal number"),
    (re.compile(r"-?0o[0-7]+"), 8, "is an octal number"),
    (re.compile(r"-?0b[01]+"), 2, "is a binary number"),
    (re.compile(r"-?[0-9]+(?:_+[0-9]+)+"), 10, "has _ between its digits"),
)
_CLOCK: Final = re.compile(r"[-+]?[0-9]+(?::[0-9]+)+(?:\.[0-9]*)?")
_FLOAT: Final = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?[0-9]+[eE][-+]?[0-9]+")
_TIGHT_VALUE: Final = re.compile(r"([^\W\d][\w-]*):(?!//)(\S+)")
_TIGHT_KEY: Final = re.compile(r"([^\s:]+):(?!//)([^ ].*)")
_TIGHT_DASH: Final = re.compile(r"-([^\s0-9.-].*)")

Advice: TypeAlias = tuple[str, str]  # what is wrong, and the way out
PERCENT_ADVICE: Final[Advice] = ("a line cannot begin with %", "remove the line, or quote it")
_PERCENT: Final = re.compile("^%", re.MULTILINE)


def tight(text: str, *, key: bool) -> Advice | None:
    """Advice for ``count:7`` or ``-x``, where the space after a key's colon or a list item's dash is missing."""
    if (match := _TIGHT_DASH.fullmatch(text)) is not None:
        what, spaced = "dash", f"- {show(match[1])}"
    elif (match := (_TIGHT_KEY if key else _TIGHT_VALUE).fullmatch(text)) is not None:
        what, spaced = "colon", f"{show(match[1])}: {show(match[2])}"
    else:
        return None
    return f"the {what} in {show(text)} has no space after it", f"put a space after the {what}: {spaced}, or quote it"


def _number_advice(text: str) -> Advice | None:
    """Advice for an unquoted number that other YAML readers would take for another one, or none at all."""
    short = len(text) <= MAX_DIGITS + len("-0x")
    for pattern, base, what in _MISSPELT:
        if pattern.fullmatch(text):
            decimal = int(text.replace("_", ""), base) if short else "it with fewer digits"
            return f"{show(text)} {what}", f"write {decimal}, or quote it"
    if _INT.fullmatch(text) and len(text.lstrip("-")) > MAX_DIGITS:
        return f"the number {show(text)} has more than {MAX_DIGITS} digits", "write a smaller one, or quote it"
    if _CLOCK.fullmatch(text):
        return f"{show(text)} is a time of day or a number to other programs", "quote it"
    if _FLOAT.fullmatch(text):
        return "a number with a fraction means nothing here", "quote it if it is a name"
    return None


def resolve(text: str) -> tuple[str | int | bool | None, Advice | None]:
    """The value of unquoted text, and advice where it is a form that this reader refuses."""
    if text in _WORDS:
        return _WORDS[text], None
    if (advice := _number_advice(text)) is not None:
        return text, advice
    return (int(text) if _INT.fullmatch(text) else text), None


class _Parser(Protocol):
    """What is used of PyYAML's loader, whose stubs leave these methods without types."""

    def get_event(self) -> yaml.Event: ...
    def get_mark(self) -> yaml.Mark: ...


class _Stop(Exception):
    """Reading on would be unsafe or useless; the problem is already noted."""


@dataclass(slots=True)
class _Anchor:
    """A named node; `node` is None until it is complete, `height` counts the levels of collections in it."""

    line: int
    node: Node | None = None
    size: int = 0
    height: int = 0


@dataclass(slots=True)
class Composer:
    """One pass over one text. `text` has line feeds only and no characters that YAML forbids."""

    text: str
    file: str
    problems: list[Problem] = field(default_factory=list[Problem])
    brackets: list[int] = field(default_factory=list[int])
    """The indices of the brackets and braces that are open where reading stopped, outermost first."""
    _parser: _Parser = field(init=False)
    _anchors: dict[str, _Anchor] = field(default_factory=dict[str, _Anchor])
    _nodes: int = 0
    _aliases: int = 0
    _deepest: int = 0

    def __post_init__(self) -> None:
        self._parser = cast(_Parser, yaml.SafeLoader(self.text))

    def compose(self) -> Node | None:
        """The root node; None where there is none or a limit ended the reading (then `problems` says why).

        Raises yaml.MarkedYAMLError at broken syntax; `problems` and `brackets` hold what came before.
        """
        self._next()
        if isinstance(start := self._next(), yaml.StreamEndEvent):
            return None
        for match in _PERCENT.finditer(self.text, _index(start.start_mark), _index(start.end_mark)):
            self._note(mark_at(self.text, match.start()), "", *PERCENT_ADVICE)
        try:
            root = self._node(self._next(), "", 1)
        except _Stop:
            return None
        self._next()
        if not isinstance(after := self._next(), yaml.StreamEndEvent):
            self._note(_mark(after), "", "a second document begins here", "a variant file holds one; remove the ---")
        return root

    def _next(self) -> yaml.Event:
        try:
            return self._parser.get_event()
        except (ValueError, OverflowError):  # PyYAML trusts \UFFFFFFFF and %YAML with too many digits
            raise yaml.MarkedYAMLError(problem="found no such", problem_mark=self._parser.get_mark()) from None

    def _note(self, mark: Mark, path: str, message: str, way_out: str) -> None:
        self.problems.append(Problem(self.file, mark.line, mark.col, path, message, way_out))

    def _count(self, more: int, mark: Mark, path: str) -> None:
        self._nodes += more
        if self._nodes > MAX_NODES:
            written = " once the aliases are written out" if self._aliases else ""
            self._note(mark, path, f"there are more than {MAX_NODES:,} values{written}", "make the file smaller")
            raise _Stop

    def _descend(self, depth: int, mark: Mark, path: str) -> None:
        self._deepest = max(self._deepest, depth)
        if depth > MAX_DEPTH:
            self._note(mark, path, f"lists and maps are nested deeper than {MAX_DEPTH} levels", "nest them less")
            raise _Stop

    def _node(self, event: yaml.Event, path: str, depth: int) -> Node:
        """The node that begins with `event`; a collection here would be at level `depth`."""
        mark = _mark(event)
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, mark, path, depth)
        self._tag(event, path)
        if not isinstance(event, yaml.NodeEvent) or event.anchor is None:
            return self._content(event, mark, path, depth)
        if (earlier := self._anchors.get(event.anchor)) is not None:
            given = f"the anchor &{show(event.anchor)} is already given in line {earlier.line}"
            self._note(mark, path, given, "give it another name")
        anchor = self._anchors[event.anchor] = _Anchor(mark.line)
        nodes, deepest, self._deepest = self._nodes, self._deepest, depth - 1
        anchor.node = self._content(event, mark, path, depth)
        anchor.size, anchor.height = self._nodes - nodes, self._deepest - (depth - 1)
        self._deepest = max(deepest, self._deepest)
        return anchor.node

    def _alias(self, event: yaml.AliasEvent, mark: Mark, path: str, depth: int) -> Node:
        self._aliases += 1
        anchor, name = self._anchors.get(event.anchor or ""), f"*{show(event.anchor or '')}"
        if self._aliases > MAX_ALIASES:
            self._note(mark, path, f"there are more than {MAX_ALIASES} aliases", "write the values out")
            raise _Stop
        if anchor is None:
            self._note(mark, path, f"{name} refers to no anchor above it", "write the value out, or quote it")
        elif anchor.node is None:
            self._note(mark, path, f"{name} stands inside the very value it refers to", "write the value out")
        else:
            self._count(anchor.size, mark, path)
            self._descend(depth - 1 + anchor.height, mark, path)
            return anchor.node
        return Scalar(None, "", False, mark)

    def _tag(self, event: yaml.Event, path: str) -> None:
        if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag is not None:
            tag = show(event.tag.replace("tag:yaml.org,2002:", "!!"))
            self._note(_mark(event), path, f"the tag {tag} is not allowed", "remove it; quote a value that is text")

    def _content(self, event: yaml.Event, mark: Mark, path: str, depth: int) -> Node:
        self._count(1, mark, path)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, mark, path)
        self._descend(depth, mark, path)
        start, outside = _index(event.start_mark), len(self.brackets)
        flow = isinstance(event, yaml.CollectionStartEvent) and event.flow_style and self.text[start] in "[{"
        self.brackets += [start] if flow else []
        compose = self._seq if isinstance(event, yaml.SequenceStartEvent) else self._map
        node = compose(mark, path, depth)
        del self.brackets[outside:]
        return node

    def _seq(self, mark: Mark, path: str, depth: int) -> Seq:
        items: list[Node] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            items.append(self._node(event, f"{path}[{len(items)}]", depth + 1))
        return Seq(tuple(items), mark)

    def _map(self, mark: Mark, path: str, depth: int) -> Map:
        entries: dict[str, tuple[Scalar, Node]] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            key = self._key(event, path, depth)
            place = path if key is None else _join(path, key.text)
            if key is not None and (first := entries.get(key.text)) is not None:
                given = f"the key {show(key.text)} is already given in line {first[0].mark.line}"
                self._note(key.mark, place, given, "remove one of the two")
            value_event = self._next()
            between = self.text[_index(event.end_mark) : _index(value_event.start_mark)]
            if key is not None and self.brackets and ":" not in between and tight(key.text, key=True) is None:
                lone = f"{show(key.text)} stands in a map without a colon"
                self._note(key.mark, place, lone, f"write {show(key.text)}: and its value")
            value = self._node(value_event, place, depth + 1)
            if key is not None:
                entries.setdefault(key.text, (key, value))
        return Map(tuple(entries.values()), mark)

    def _key(self, event: yaml.Event, path: str, depth: int) -> Scalar | None:
        mark = _mark(event)
        if not isinstance(event, yaml.ScalarEvent) or event.style in ("|", ">"):
            self._note(mark, path, "a key must be a word", "write it out before the colon, without brackets or alias")
            if not isinstance(event, yaml.AliasEvent):
                self._node(event, path, depth + 1)
            return None
        self._count(1, mark, path)
        self._tag(event, path)
        text, quoted = event.value, event.style is not None
        place = _join(path, text)
        if event.anchor is not None:
            self._note(mark, place, "a key cannot have an anchor", "put the anchor after the colon")
        if not quoted and text == "":
            self._note(mark, path, "a key is missing before the colon", "write key: value")
            return None
        if not quoted and text == "<<":
            self._note(mark, place, "merge keys (<<) are not allowed", "use extends to build on another variant")
            return None
        if self._clean(event, place) and not quoted and (advice := tight(text, key=True)) is not None:
            self._note(mark, place, *advice)
        return Scalar(text, text, quoted, mark)

    def _scalar(self, event: yaml.ScalarEvent, mark: Mark, path: str) -> Scalar:
        clean, text = self._clean(event, path), event.value
        if event.style is not None:
            return Scalar(text, text, True, mark)
        value, advice = resolve(text)
        if advice is not None:
            self._note(mark, path, *advice)
        elif clean:
            self._check_lines(event, mark, path)
        return Scalar(value, text, False, mark)

    def _check_lines(self, event: yaml.ScalarEvent, mark: Mark, path: str) -> None:
        """Note what a plain text swallows because a space is missing; it may run over several lines."""
        pieces = self.text[_index(event.start_mark) : _index(event.end_mark)].split("\n")
        for number, piece in enumerate(pieces):
            line = piece.strip(" ")
            advice = tight(line, key=False)
            if advice is None and number and line.startswith("-"):
                advice = "this line is read as a part of the value above it", "indent lists alike, or quote the value"
            if advice is not None:
                col = len(piece) - len(piece.lstrip(" ")) + 1 if number else mark.col
                self._note(Mark(mark.line + number, col), path, *advice)

    def _clean(self, event: yaml.ScalarEvent, path: str) -> bool:
        """Whether the text has only characters that show; notes the others."""
        control = _CONTROL.search(event.value)
        if control is not None:
            self._note(_mark(event), path, f"an escape gives the character U+{ord(control[0]):04X}", "remove it")
        odd = ODD_SPACE.search(self.text, _index(event.start_mark), _index(event.end_mark))
        if odd is not None and event.style is None:
            self._note(mark_at(self.text, odd.start()), path, *odd_space_advice(odd[0]))
        return control is None and (odd is None or event.style is not None)


def mark_at(text: str, index: int) -> Mark:
    """The place of the character at `index`."""
    return Mark(text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def odd_space_advice(char: str) -> Advice:
    """Advice for a character of `ODD_SPACE`."""
    return f"the character U+{ord(char):04X} looks like a space but is none", "type an ordinary space, or quote it"


def _index(mark: object) -> int:
    """The offset of a PyYAML mark, which its stubs allow to be missing but the parser always sets."""
    return cast(yaml.Mark, mark).index


def _mark(event: yaml.Event) -> Mark:
    start = cast(yaml.Mark, event.start_mark)
    return Mark(start.line + 1, start.column + 1)


def _join(path: str, key: str) -> str:
    return f"{path}.{show(key)}" if path else show(key)
