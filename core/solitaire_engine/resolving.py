"""A game as it is played, in one file: parents, preset and parameters merged in, each key with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Final

from .document import Source, load_source, marks_in, resolve
from .host import Host
from .offers import Finder, Preset, parameters_in
from .schema import DEFAULTS, KEYS, TOP
from .variant import build_variant, check_values, new_report
from .yamlnodes import Map, Mark, Node, Scalar
from .yamlwriting import block_lines, laid_out

DEPTHS: Final[Mapping[str, int]] = {"meta": 1, "deck": 1, "piles": 2, "text": 1}
"""How deep keys have lines of their own: as deep as files are merged, and the sentences."""
_FALLBACKS: Final[Mapping[str, str]] = {"deck": "{packs: 1}", "base": "A", "auto": "safe"}
"""What the keys at the top are where the file does not say, as far as there is a word for it."""
_COMMENTED: Final = "# "


def resolved_text(path: Path, find: Finder, host: Host, preset: str | None, values: Mapping[str, str]) -> str:
    """The text of a variant file that means the same game and needs no other file: its hash is the same.

    A comment behind each key says which file and line it is from, and which preset or parameter
    decided it; keys that are left out stand as comments with their defaults. `preset` and `values` are
    as for `load_variant`. Raises VariantError for a file that is not good, SolitaireError for a value
    that is not offered.
    """
    report = new_report(path, host)
    source = load_source(path, find, report)
    variant = build_variant(source, host, report.fork(), preset, values)
    chosen = next((p for p in source.offers.presets if p.id == preset), None)
    root, all_values = resolve(source, chosen, check_values(source, values), report)
    # The patches of parameters are in the root, those of a preset too; only one preset's are merged.
    used = {each.mark: each.text[1:] for each in parameters_in(source.root)}
    origin = _Origins(source, chosen, report.origins, all_values, _givers(source, chosen, values), used)
    lines = [(f"# {line}", "") for line in origin.heading(variant.name)]
    return laid_out([*lines, *_lines(_named(root, source, chosen), origin)])


def _givers(source: Source, preset: Preset | None, values: Mapping[str, str]) -> dict[str, str]:
    """Who gives each parameter its value."""
    givers = {param.name: "default" for param in source.offers.params}
    if preset is not None:
        givers.update(dict.fromkeys(preset.values, f"set by the preset {preset.id}"))
    givers.update(dict.fromkeys(values, "given"))
    return givers


def _named(root: Map, source: Source, preset: Preset | None) -> Map:
    """The document with the name of its preset, and without an id, which is the name of the file."""
    entries = {key.text: (key, value) for key, value in root.entries if key.text != "id"}
    presets = source.root.get("presets")
    own = presets.get(preset.id) if preset and isinstance(presets, Map) else None
    if isinstance(own, Map):
        entries.pop("aliases", None)
        entries.update({key.text: (key, value) for key, value in own.entries if key.text in ("name", "aliases")})
    return Map(tuple(entries[key] for key in TOP if key in entries), root.mark)


def _lines(root: Map, origin: _Origins) -> Iterator[tuple[str, str]]:
    for name in TOP:
        key, value = root.key_node(name), root.get(name)
        if key is None or value is None:
            if name in _FALLBACKS:
                yield f"{_COMMENTED}{name}: {_FALLBACKS[name]}", "default"
        elif name == "piles" and isinstance(value, Map):
            yield "piles:", ""
            for group, keys in value.entries:
                yield from block_lines(group, keys, 1, origin.comment, 2)
                yield from _unsaid(keys, root)
        else:
            yield from block_lines(key, value, DEPTHS.get(name, 0), origin.comment)


def _unsaid(keys: Node, root: Map) -> Iterator[tuple[str, str]]:
    """The keys of a group that have their defaults, but for what a pile is called."""
    kind = keys.get("kind") if isinstance(keys, Map) else None
    if not isinstance(keys, Map) or not isinstance(kind, Scalar):
        return
    said = {*keys.keys(), "name", *(["count"] if keys.get("shape") is not None else [])}
    for name, value in DEFAULTS.get(kind.text, {}).items():
        if value and name in KEYS[kind.text] and name not in said:
            if kind.text == "foundation":
                value = _of_foundation(name, value, root)
            yield f"    {_COMMENTED}{name}: {value}", "default"


def _of_foundation(name: str, value: str, root: Map) -> str:
    """A default that depends on the packs, or on the rank that foundations start with."""
    deck, base = root.get("deck"), root.get("base")
    packs = deck.get("packs") if isinstance(deck, Map) else None
    if name == "count" and isinstance(packs, Scalar) and isinstance(packs.value, int):
        return str(int(value) * packs.value)
    if name == "build" and base is not None and not (isinstance(base, Scalar) and base.text in ("A", "1")):
        return f"{value} wrap"
    return value


@dataclass(frozen=True, slots=True)
class _Origins:
    """Where keys come from.

    `patches`: as `Report.origins`; `givers`: who gives each parameter its value; `used`: which
    parameter stands at a place.
    """

    source: Source
    preset: Preset | None
    patches: Mapping[Mark, str]
    values: Mapping[str, str]
    givers: Mapping[str, str]
    used: Mapping[Mark, str]

    def heading(self, name: str) -> Iterator[str]:
        """What the file is."""
        yield f"{name}, as it is played: nothing here needs another file."
        files = dict.fromkeys(mark.file for mark in marks_in(self.source.root) if mark.file)
        files = dict.fromkeys([str(self.source.file), *files])
        yield f"Made from {', '.join(_one_line(file) for file in files)}."
        for param in self.source.offers.params:
            value = self.values[param.name]
            yield f"parameter {param.name}={value}, {self.givers[param.name]}; choices: {', '.join(param.choices)}"

    def comment(self, key: Scalar | None, value: Node) -> str:
        """The origin of a key, or of an item of a list."""
        mark = key.mark if key is not None else value.mark
        told = [f"from {_one_line(PurePath(mark.file).name)}:{mark.line}"]
        patch = self.patches.get(mark) or self.patches.get(value.mark)
        own = self.preset is not None and key is not None and key.text in ("name", "aliases")
        if own or (patch and patch.startswith("presets.")):
            told.insert(0, f"preset {self.preset.id if self.preset else ''}")
        elif patch:
            # As in params.score.choices.vegas
            _, param, _, choice = patch.split(".", 3)
            told.insert(0, f"parameter {param}={choice}")
        named = dict.fromkeys(self.used[each] for each in marks_in(value) if each in self.used)
        told[:0] = [f"parameter {name}={self.values[name]}" for name in named if name in self.values]
        return ", ".join(dict.fromkeys(told))


def _one_line(text: str) -> str:
    """A file's name in a comment."""
    return "".join(char if char.isprintable() else "?" for char in text)
