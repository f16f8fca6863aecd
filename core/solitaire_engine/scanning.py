"""Which games some folders of variant files have: names and ids from the heads of the files, and what clashes.

A game is a file or a preset of one. Of two games of one id only one can be meant: a
file goes before a preset, and of two files, or two presets, the one in the earlier
folder. Within a folder that is a mistake; between folders it is told as a `Shadow`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .errors import Problem, SolitaireError, VariantError
from .heads import read_head
from .yamlnodes import Map, Node, Scalar, Seq

SUFFIXES = (".yaml", ".yml")
"""How the name of a variant file ends."""
LONGEST_CHAIN: Final = 20
"""Parents above one another; there may be no more of them in a good file."""
_LONGEST: Final = 100
_ID: Final = re.compile(rf"[a-z0-9_]{{1,{_LONGEST}}}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the catalogue: a file, or a preset of one."""

    id: str
    name: str
    aliases: tuple[str, ...]
    family: str
    file: Path
    preset: str | None = None


@dataclass(frozen=True, slots=True)
class Shadow:
    """Two games of one id in different folders: that of the file `taken` is played, that of `hidden` is not."""

    id: str
    taken: Path
    hidden: Path

    def __str__(self) -> str:
        way = "rename one of them to have both"
        return f"{self.taken}: {self.id} hides the game of that id in {self.hidden}; {way}"


@dataclass(frozen=True, slots=True)
class Scan:
    """The games by id, what is wrong with files as far as their heads tell, and which games are hidden."""

    entries: tuple[Entry, ...]
    problems: tuple[SolitaireError, ...]
    shadows: tuple[Shadow, ...]


def is_id(text: str) -> bool:
    """Whether a file of that name, without its ending, is a game that others can name and build on."""
    return _ID.fullmatch(text) is not None


def like_id(text: str) -> str:
    """The id nearest to a text, as ``my_game`` to ``My Game``; empty where its letters are all others than a to z."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")[:_LONGEST].rstrip("_")


def files_in(folder: Path) -> list[Path]:
    """The variant files of a folder by name; none where it cannot be read.

    Hidden files are left out: programs leave them behind, editors among them while a file is open.
    """
    try:
        found = [p for p in folder.iterdir() if p.suffix.lower() in SUFFIXES and not p.name.startswith(".")]
        return sorted(found, key=lambda path: path.name)
    except (OSError, ValueError):
        return []


def scan(folders: Sequence[Path]) -> Scan:
    """Read the heads of all variant files in some folders; a file that cannot be read is left out and reported."""
    heads: dict[Path, Map] = {}
    problems: list[SolitaireError] = []
    for path in dict.fromkeys(path for folder in folders for path in files_in(folder)):
        try:
            heads[path] = read_head(path)
        except VariantError as error:
            problems.append(error)
    families = _families(heads)
    found = [entry for path, head in heads.items() for entry in _entries_of(path, head, families[path])]
    entries: dict[str, Entry] = {}
    shadows: list[Shadow] = []
    places = {folder: place for place, folder in reversed(list(enumerate(folders)))}
    # Files first, so that no preset takes the id of one.
    for entry in sorted(found, key=lambda entry: entry.preset is not None):
        first = entries.setdefault(entry.id, entry)
        if first is entry:
            continue
        if places[first.file.parent] < places[entry.file.parent]:
            shadows.append(Shadow(entry.id, first.file, entry.file))
        else:
            problems.append(_clash(entry, first, heads))
    for id, entry in list(entries.items()):
        other = entries.get(as_id(id))
        if other is not None and other is not entry:
            # Typed in whatever way, it is the other one's id; and some systems hold the two names to be one file.
            problems.append(_clash(entry, other, heads))
            del entries[id]
    return Scan(tuple(entries[id] for id in sorted(entries)), tuple(problems), tuple(shadows))


def as_id(name: str) -> str:
    """A name as an id is written: small letters, and _ for hyphens and spaces."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def _families(heads: Mapping[Path, Map]) -> dict[Path, str]:
    """The family of each file: its own, or that of the games it builds on."""
    own: dict[Path, str] = {}
    parents: dict[Path, str] = {}
    ids: dict[str, list[Path]] = {}
    for path, head in heads.items():
        ids.setdefault(path.stem, []).append(path)
        meta, extends = head.get("meta"), head.get("extends")
        family = meta.get("family") if isinstance(meta, Map) else None
        if isinstance(family, Scalar):
            own[path] = family.text
        if isinstance(extends, Scalar):
            parents[path] = extends.text
    found: dict[Path, str] = {}
    for path in heads:
        above: Path | None = path
        for _ in range(LONGEST_CHAIN):
            if above is None or above in own:
                break
            # A file of the same id may build on the one that it hides.
            below, others = above, ids.get(parents.get(above, ""), [])
            beside = [other for other in others if other.parent == below.parent]
            above = next((other for other in [*beside, *others] if other != below), None)
        found[path] = own.get(above, "") if above is not None else ""
    return found


def _clash(wrong: Entry, other: Entry, heads: Mapping[Path, Map]) -> VariantError:
    """A game with the id of another one; where one of them is a preset, that is to blame."""
    presets = heads[wrong.file].get("presets")
    key = presets.key_node(wrong.id) if isinstance(presets, Map) else None
    line, col = (key.mark.line, key.mark.col) if key is not None else (0, 0)
    path, way = (f"presets.{wrong.id}", "give it another id") if wrong.preset else ("", "rename it")
    same = "that" if wrong.id == other.id else f"as good as {other.id!r}, that"
    message = f"the id {wrong.id!r} is {same} of a game in {other.file}"
    return VariantError([Problem(str(wrong.file), line, col, path, message, way)])


def _texts(node: Node | None) -> tuple[str, ...]:
    """A list of texts, or one text, as far as the node is such."""
    items: Iterable[Node | None] = node.items if isinstance(node, Seq) else (node,)
    return tuple(item.text for item in items if isinstance(item, Scalar))


def _entries_of(path: Path, head: Map, family: str) -> list[Entry]:
    name, presets = head.get("name"), head.get("presets")
    title = name.text if isinstance(name, Scalar) else path.stem
    found = [Entry(path.stem, title, _texts(head.get("aliases")), family, path)]
    if isinstance(presets, Map):
        for key, preset in presets.entries:
            label = preset.get("name") if isinstance(preset, Map) else None
            text = label.text if isinstance(label, Scalar) else key.text
            aliases = _texts(preset.get("aliases")) if isinstance(preset, Map) else ()
            found.append(Entry(key.text, text, aliases, family, path, key.text))
    return found
