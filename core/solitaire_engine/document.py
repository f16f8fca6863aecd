"""From files to one resolved document: `extends`, presets, parameters and their values.

The order is parent, child, preset, patches of parameter values, values. Keys merge one
by one only inside ``meta``, ``deck``, ``params.<name>`` and ``piles.<group>``; anything
deeper, and every list, is replaced whole, so that nothing of a parent's rule dangles.
``~`` removes what a parent said. Everything works on nodes, which keep their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .errors import VariantError
from .offers import Beside, Finder, Knows, Offers, Preset, read_offers
from .reading import GAMES_ALIKE, Report, named, nearest, shown, way_out
from .scanning import LONGEST_CHAIN, SUFFIXES, as_id, files_in
from .yamlnodes import Map, Mark, Node, Scalar, Seq
from .yamltext import read_file

_MERGED = {"meta": 1, "deck": 1, "params": 2, "piles": 2}
_NOT_INHERITED = ("aliases", "presets", "id", "name", "schema", "extends")
_PROSE = ("name", "aliases", "meta", "text")


@dataclass(frozen=True, slots=True)
class Source:
    """A file with its parents merged in, before parameters are given values."""

    file: Path
    root: Map
    offers: Offers


def merge(
    below: Map, above: Map, depth_of: Mapping[str, int], path: str, report: Report, *, patch: bool = False
) -> Map:
    """The keys of `below` overlaid with those of `above`; `depth_of` says how deep each key merges.

    The map stands where `above` does, or, for a `patch`, where `below` does.
    """
    entries = {key.text: (key, value) for key, value in below.entries}
    for key, value in above.entries:
        at = f"{path}.{key.text}" if path else key.text
        old = entries.get(key.text)
        if isinstance(value, Scalar) and value.value is None:
            if value.text == "" and not report.partial:
                # Nothing more is said about the missing value, and what is inherited does not fill its place.
                also = "or ~ to remove what is inherited" if old is not None else "or leave the key out"
                report.add(key.mark, at, "has no value", f"write one, {also}")
                report.excuse(value.mark)
                entries[key.text] = (key, value)
                continue
            if old is None and not report.partial:
                close = nearest(key.text, entries)
                way = f"did you mean {named(close)}?" if close else "leave the key out"
                report.add(key.mark, at, f"there is no {named(key.text)} to remove", way)
            entries.pop(key.text, None)
            continue
        depth = depth_of.get(key.text, depth_of.get("*", 0))
        if depth and isinstance(value, Map):
            under = old[1] if old is not None and isinstance(old[1], Map) else Map((), value.mark)
            value = merge(under, value, {"*": depth - 1}, at, report, patch=patch)
        entries[key.text] = (key, value)
    return Map(tuple(entries.values()), below.mark if patch else above.mark)


def with_file(node: Node, file: str) -> Node:
    """The node with `file` in the marks of everything in it, so that merged documents keep their origins."""
    mark = Mark(node.mark.line, node.mark.col, file)
    if isinstance(node, Map):
        pairs = ((with_file(key, file), with_file(value, file)) for key, value in node.entries)
        return Map(tuple((key, value) for key, value in pairs if isinstance(key, Scalar)), mark)
    if isinstance(node, Seq):
        return Seq(tuple(with_file(item, file) for item in node.items), mark)
    return Scalar(node.value, node.text, node.quoted, mark)


def load_source(path: Path, find: Finder, report: Report) -> Source:
    """Read a file and its chain of parents, noting every problem; VariantError only where there is nothing to read.

    Where a parent cannot be read, reading goes on without it, to find what else is wrong.
    """
    root = _chain(path, find, report, ())
    return Source(path, root, read_offers(root, path, find, report))


def _chain(path: Path, find: Finder, report: Report, below: tuple[Path, ...]) -> Map:
    """The document of a file with all its parents merged in; `below` are the files that build on it."""
    root = _read(path, report)
    blank = Map((), root.mark)
    here = (*below, path.resolve())
    parent = _parent(path, root, find, here, report)
    if parent is not None:
        try:
            # The parents of a parent are those that are seen from where it lies.
            from_there = find.beside(parent) if isinstance(find, Beside) else find
            above = _chain(parent, from_there, report, here)
            blank = Map(tuple((k, v) for k, v in above.entries if k.text not in _NOT_INHERITED), above.mark)
        except VariantError as error:
            report.take_over(error)
    return merge(blank, root, _MERGED, "", report)


def _read(path: Path, report: Report) -> Map:
    try:
        root = read_file(path)
    except VariantError as error:
        if not isinstance(error.root, Map):
            raise
        report.take_over(error)
        root = error.root
    tree = with_file(root, str(path))
    assert isinstance(tree, Map)
    return tree


def _parent(path: Path, root: Map, find: Finder, here: tuple[Path, ...], report: Report) -> Path | None:
    """The file of the parent, or None, with a problem reported unless there is no ``extends``."""
    extends = root.get("extends")
    if extends is None:
        return None
    if not isinstance(extends, Scalar) or not isinstance(extends.value, str):
        report.add(
            extends.mark, "extends", f"must be the id of a game, not {shown(extends)}", "write the id of one game"
        )
    else:
        parent = find(extends.text)
        if parent is None:
            message, way = _no_parent(extends.text, path, find)
            report.add(extends.mark, "extends", message, way)
        elif parent.resolve() in here:
            names = " -> ".join(file.stem for file in (*here[here.index(parent.resolve()) :], parent))
            message = f"the games extend each other in a circle: {names}"
            report.add(extends.mark, "extends", message, "take extends out of one of them")
        elif len(here) > LONGEST_CHAIN:
            message = f"there are more than {LONGEST_CHAIN} games above one another"
            report.add(extends.mark, "extends", message, "extend a game further up")
        else:
            return parent
    report.partial = True
    return None


def _no_parent(id: str, path: Path, find: Finder) -> tuple[str, str]:
    """What is wrong with the id of a parent that is not there, and the way out."""
    if as_id(id.removesuffix(path.suffix)) == path.stem:
        return f"the file extends itself, and there is no other game {named(path.stem)}", "name another game"
    for suffix in SUFFIXES:
        if id.lower().endswith(suffix):
            stem = as_id(id[: -len(suffix)])
            way = f"write {stem}" if find(stem) else "write its id, as in extends: freecell"
            return f"must be the id of a game, not the name of a file: {named(id)}", way
    if find(as_id(id)):
        return f"there is no game {named(id)}", f"write its id: {as_id(id)}"
    known = find.ids() if isinstance(find, Knows) else (file.stem for file in files_in(path.parent))
    near = nearest(as_id(id), sorted(set(known) - {path.stem}), GAMES_ALIKE)
    return f"there is no game {named(id)}", f"did you mean {named(near)}?" if near else "see: solitaire list"


def resolve(
    source: Source, preset: Preset | None, given: Mapping[str, str], report: Report
) -> tuple[Map, dict[str, str]]:
    """The document with preset, patches and values in place, and the value of every parameter."""
    offers = source.offers
    root = Map(
        tuple((k, v) for k, v in source.root.entries if k.text not in ("params", "presets", "extends")),
        source.root.mark,
    )
    values = {param.name: param.default for param in offers.params}
    if preset is not None:
        root = _patched(root, preset.patch, f"presets.{preset.id}", report)
        values.update(_preset_values(preset, offers, report))
    values.update(given)
    for name, choice in values.items():
        patch = offers.patches.get(name, {}).get(choice)
        if patch is not None:
            root = _patched(root, patch, f"params.{name}.choices.{choice}", report)
    replaced = _substitute(root, values, offers.doubtful, "", report)
    assert isinstance(replaced, Map)
    return replaced, values


def _patched(root: Map, patch: Map, origin: str, report: Report) -> Map:
    """The document with a patch merged in; its problems are reported at their path in the file."""
    known = set(marks_in(root))
    report.origins.update((mark, origin) for mark in marks_in(patch) if mark not in known)
    return merge(root, patch, _MERGED, "", report, patch=True)


def marks_in(node: Node) -> Iterator[Mark]:
    """The places of a node and of everything in it, keys too."""
    yield node.mark
    if isinstance(node, Map):
        for key, value in node.entries:
            yield key.mark
            yield from marks_in(value)
    elif isinstance(node, Seq):
        for item in node.items:
            yield from marks_in(item)


def _preset_values(preset: Preset, offers: Offers, report: Report) -> dict[str, str]:
    known = {param.name: param for param in offers.params}
    values: dict[str, str] = {}
    for name, node in preset.values.items():
        path = f"presets.{preset.id}.with.{name}"
        if name in offers.doubtful:
            continue
        if name not in known:
            report.add(
                node.mark, path, f"there is no parameter {named(name)}", _parameters(name, known, offers.doubtful)
            )
        elif node.text not in known[name].choices:
            way = way_out(node.text, known[name].choices, "choices")
            report.add(node.mark, path, f"{named(node.text)} is not a choice of {name}", way)
        else:
            values[name] = node.text
    return values


def _parameters(name: str, known: Iterable[str], doubtful: Iterable[str]) -> str:
    """The parameters that there are, those with faults of their own too: they are written, and their faults told."""
    names = [*known, *sorted(doubtful)]
    return way_out(name, names, "parameters") if names else "this game has none; quote text that begins with $"


def _substitute(node: Node, values: Mapping[str, str], doubtful: frozenset[str], path: str, report: Report) -> Node:
    """Put the parameters' values where ``$name`` stands."""
    if isinstance(node, Map):
        return Map(
            tuple(
                (key, _substitute(value, values, doubtful, f"{path}.{key.text}" if path else key.text, report))
                for key, value in node.entries
            ),
            node.mark,
        )
    if isinstance(node, Seq):
        items = (_substitute(part, values, doubtful, f"{path}[{n}]", report) for n, part in enumerate(node.items))
        return Seq(tuple(items), node.mark)
    if not isinstance(node.value, str) or "$" not in node.value or node.quoted:
        return node
    if node.value[0] == "$":
        name = node.value[1:]
        if name in values:
            return _scalar(values[name], node.mark)
        if name not in doubtful and not report.partial:
            report.add(node.mark, path, f"there is no parameter {named(name)}", _parameters(name, values, doubtful))
    elif path.partition(".")[0] not in _PROSE and any(part in values for part in re.findall(r"\$(\w+)", node.value)):
        message = f"a parameter cannot be a part of a value, as in {shown(node)}"
        report.add(node.mark, path, message, "let the choices be whole values")
    else:
        return node
    # Whatever is complained about at this place now follows from the missing value.
    report.excuse(node.mark)
    return node


def _scalar(text: str, mark: Mark) -> Scalar:
    """A parameter's value as if it had been written in the place of its name."""
    value: str | int | bool | None = text
    if text in ("true", "false"):
        value = text == "true"
    elif text.isdecimal() and len(text) <= 9:
        value = int(text)
    return Scalar(value, text, False, mark)
