"""What a variant file offers to choose from: parameters, and presets that are games of their own.

Only their heads are judged here. What a choice's or a preset's patch leads to is seen
when it is merged, and `checking` merges each of them in turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from .definitions import Param
from .reading import BAD, Key, Record, Report, Type, as_map, as_texts, named, shown, way_out
from .schema import PARAM, PATCH, PRESET, is_name
from .values import Anything
from .yamlnodes import Map, Node, Scalar, Seq

Finder = Callable[[str], Path | None]
"""Gives the file of a variant id, or None."""


@runtime_checkable
class Beside(Protocol):
    """A finder for which it matters who asks."""

    def beside(self, file: Path) -> Finder:
        """The finder for what `file` builds on."""
        ...


@runtime_checkable
class Knows(Protocol):
    """A finder that can tell what there is to find."""

    def ids(self) -> Iterable[str]:
        """The ids of all games that it could give."""
        ...


MOST_CHOICES = 60


class ChoiceType(Type):
    """A value of a parameter: a word, a number or a few words, as they stand in a share code too."""

    expects = "a single value of letters, digits, spaces and any of . _ + -"

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Scalar) and node.value is not None and re.fullmatch(r"[\w+-][\w .+-]{0,39}", node.text):
            return node.text
        return self.wrong(node, path, report)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named choice inside a variant file: values for parameters, and a patch."""

    id: str
    name: str
    aliases: tuple[str, ...]
    values: Mapping[str, Scalar]
    patch: Map


@dataclass(frozen=True, slots=True)
class Offers:
    """The parameters and presets of a file.

    `patches`: by parameter and choice. `doubtful`: parameters whose faults are reported already.
    """

    params: tuple[Param, ...]
    patches: Mapping[str, Mapping[str, Map]]
    presets: tuple[Preset, ...]
    doubtful: frozenset[str]


_PATCH_KEYS = {key: Key(Anything("anything"), "") for key in PATCH}
_PARAM = Record("a parameter", PARAM, lenient=True)
_PRESET = Record("a preset", {**PRESET, **_PATCH_KEYS}, lenient=True)
_PATCH = Record("a choice's patch", _PATCH_KEYS, lenient=True)


def read_offers(root: Map, file: Path, find: Finder, report: Report) -> Offers:
    """The parameters and presets of a document with its parents merged in."""
    params: list[Param] = []
    patches: dict[str, Mapping[str, Map]] = {}
    doubtful: set[str] = set()
    for key, node in _entries(root, "params", report):
        param = _read_param(key, node, patches, report)
        if param is None:
            doubtful.add(key.text)
        else:
            params.append(param)
    presets = [_read_preset(key, node, file, find, report) for key, node in _entries(root, "presets", report)]
    if not report.problems:
        params = _used(root, params, patches, file, report)
    return Offers(tuple(params), patches, tuple(p for p in presets if p is not None), frozenset(doubtful))


def _used(
    root: Map, params: Iterable[Param], patches: Mapping[str, Mapping[str, Map]], file: Path, report: Report
) -> list[Param]:
    """The parameters that some key uses.

    One that decides nothing would mislead players and the rules page. A parent's, whose key
    the file overrides, is no longer offered; one of the file's own is refused.
    """
    rest = Map(tuple((k, v) for k, v in root.entries if k.text != "params"), root.mark)
    used = {*patches, *(each.text[1:] for each in parameters_in(rest))}
    changes = (patch for choices in patches.values() for patch in choices.values())
    used.update(each.text[1:] for patch in changes for each in parameters_in(patch))
    node = root.get("params")
    kept: list[Param] = []
    for param in params:
        key = node.key_node(param.name) if isinstance(node, Map) else None
        if param.name in used or key is None:
            kept.append(param)
        elif key.mark.file == str(file):
            way = f"write ${param.name} where it counts, or take the parameter out"
            report.add(key.mark, f"params.{param.name}", f"no key uses the parameter {param.name!r}", way)
    return kept


def parameters_in(node: Node) -> Iterator[Scalar]:
    """The places in a node where parameters stand as ``$name``."""
    if isinstance(node, Map):
        for _, value in node.entries:
            yield from parameters_in(value)
    elif isinstance(node, Seq):
        for item in node.items:
            yield from parameters_in(item)
    elif isinstance(node.value, str) and node.text.startswith("$") and not node.quoted:
        yield node


def _entries(root: Map, name: str, report: Report) -> tuple[tuple[Scalar, Node], ...]:
    node = root.get(name)
    if isinstance(node, Map):
        return node.entries
    if node is not None:
        report.add(node.mark, name, f"must be a map, not {shown(node)}", f"write {name}: and names below it")
    return ()


def _read_param(key: Scalar, node: Node, patches: dict[str, Mapping[str, Map]], report: Report) -> Param | None:
    path = f"params.{key.text}"
    good = is_name(key, path, "a parameter", report)
    keys = as_map(_PARAM.read(node, path, report))
    if not isinstance(node, Map) or not keys:
        return None
    choices, default = node.get("choices"), node.get("default")
    if choices is None or default is None:
        return None
    names = _read_choices(choices, f"{path}.choices", report)
    value = ChoiceType().read(default, f"{path}.default", report)
    if names is None or value is BAD:
        return None
    if value not in names:
        message = f"{shown(default)} is not one of the choices"
        report.add(default.mark, f"{path}.default", message, way_out(str(value), names, "choices"))
        return None
    if isinstance(choices, Map):
        patches[key.text] = {choice.text: _patch(patch) for choice, patch in choices.entries if isinstance(patch, Map)}
    if not good or any(value is BAD for value in keys.values()):
        return None
    return Param(key.text, str(value), tuple(names), str(keys.get("text", key.text)))


def _read_choices(node: Node, path: str, report: Report) -> list[str] | None:
    """The choices of a parameter by name, or None with the problems reported."""
    pairs: list[tuple[Scalar, Node | None, str]] = []
    good = True
    if isinstance(node, Seq):
        for number, item in enumerate(node.items):
            if ChoiceType().read(item, f"{path}[{number}]", report) is BAD or not isinstance(item, Scalar):
                good = False
            else:
                pairs.append((item, None, f"{path}[{number}]"))
    elif isinstance(node, Map):
        for key, patch in node.entries:
            at = f"{path}.{key.text}"
            good = ChoiceType().read(key, at, report) is not BAD and good
            pairs.append((key, patch, at))
    else:
        message = f"must be a list of values, or a map of values each with a patch, not {shown(node)}"
        report.add(node.mark, path, message, "write [1, 3]")
        return None
    names = [scalar.text for scalar, _, _ in pairs]
    for number, (scalar, change, at) in enumerate(pairs):
        if scalar.text in names[:number]:
            report.add(scalar.mark, at, f"{named(scalar.text)} is given twice", "remove one of the two")
            good = False
        if change is not None and not (isinstance(change, Scalar) and change.value is None):
            # A choice's patch is judged on its own; a fault in it does not spoil the parameter.
            _PATCH.read(change, at, report)
    if good and not names:
        report.add(node.mark, path, "there are no choices", "write [1, 3]")
    elif len(names) > MOST_CHOICES:
        message = f"there are {len(names)} choices, and {MOST_CHOICES} are allowed"
        report.add(node.mark, path, message, "offer fewer")
        good = False
    return names if good and names else None


def _patch(node: Map) -> Map:
    """The keys of a patch that are known; the others are reported already."""
    return Map(tuple((key, value) for key, value in node.entries if key.text in PATCH), node.mark)


def _read_preset(key: Scalar, node: Node, file: Path, find: Finder, report: Report) -> Preset | None:
    path = f"presets.{key.text}"
    good = is_name(key, path, "a preset", report)
    other = find(key.text) if good else None
    if key.text == file.stem:
        report.add(key.mark, path, "a preset cannot have the id of its own game", "give it another id")
    elif other is not None and other.resolve() != file.resolve():
        report.add(key.mark, path, f"the id {named(key.text)} is that of the game in {other}", "give it another id")
    keys = as_map(_PRESET.read(node, path, report))
    if not isinstance(node, Map):
        return None
    given = node.get("with")
    values: dict[str, Scalar] = {}
    if isinstance(given, Map):
        for param, choice in given.entries:
            if ChoiceType().read(choice, f"{path}.with.{param.text}", report) is not BAD and isinstance(choice, Scalar):
                values[param.text] = choice
    elif given is not None:
        report.add(given.mark, f"{path}.with", f"must be a map of parameters, not {shown(given)}", "write {draw: 1}")
    return Preset(key.text, str(keys.get("name")), as_texts(keys.get("aliases")), values, _patch(node))
