"""Finding variants by name: the catalogue's, plugins', and files by path."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import Problem, SolitaireError, UnknownVariant, VariantError
from .heads import read_head
from .host import Host, default_host
from .reading import nearest
from .yamlnodes import Map, Node, Scalar, Seq

if TYPE_CHECKING:
    from .definitions import Variant
    from .offers import Finder
    from .rules import Rules

SUFFIXES = (".yaml", ".yml")


def folded(name: str) -> str:
    """A name as it is compared: small letters and digits only."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


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
class ShareCode:
    """``variant[?param=value&...][:deal]`` taken apart; `deal` is empty where none is given."""

    variant: str
    values: Mapping[str, str]
    deal: str

    def __str__(self) -> str:
        query = "&".join(f"{name}={value}" for name, value in self.values.items())
        text = f"{self.variant}?{query}" if query else self.variant
        return f"{text}:{self.deal}" if self.deal else text


def parse_share(text: str) -> ShareCode:
    """The parts of a share code; SolitaireError says which part is wrong.

    A path to a YAML file may stand for the variant; what follows its ending is read as usual.
    """
    found = re.match(r"(?s)(.*?\.ya?ml|[^:?]*)(?:\?([^:]*))?(?::(.*))?$", text)
    if not found or not found[1]:
        raise SolitaireError(f"{text!r} is no share code; write variant:deal, as in antares:7 or klondike?draw=1:ms:42")
    values: dict[str, str] = {}
    for part in (found[2] or "").split("&"):
        if not part:
            continue
        name, equals, value = part.partition("=")
        if not equals or not name or not value:
            raise SolitaireError(f"{part!r} in {text!r} sets nothing; write name=value, as in draw=1")
        if values.setdefault(name, value) != value:
            raise SolitaireError(f"{text!r} sets {name!r} twice, to different values; keep one of them")
    return ShareCode(found[1], values, found[3] or "")


def is_path(name: str) -> bool:
    """Whether a variant's name is meant as the path of a file."""
    return name.lower().endswith(SUFFIXES) or "/" in name or "\\" in name


def _is_file(path: Path) -> bool:
    """Whether there is such a file; in a folder that may not be entered there is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def bundled_folder() -> Path:
    """Where the catalogue's files are: inside the installed package, or beside core/ in a checkout."""
    here = Path(__file__).resolve().parent
    installed = here / "variants"
    return installed if installed.is_dir() else here.parent.parent / "variants"


class Catalog:
    """All variants in some folders; of two with the same id the first folder's is taken."""

    def __init__(self, folders: Iterable[Path], host: Host) -> None:
        self.folders = tuple(folders)
        self.host = host
        self._rules: dict[tuple[str, tuple[tuple[str, str], ...]], Rules] = {}

    def files(self) -> dict[str, Path]:
        """Every variant file by id."""
        found: dict[str, Path] = {}
        for folder in self.folders:
            try:
                paths = sorted((p for p in folder.iterdir() if p.suffix in SUFFIXES), key=lambda path: path.name)
            except OSError:
                continue
            for path in paths:
                found.setdefault(path.stem, path)
        return found

    def path_of(self, id: str) -> Path | None:
        """The file of a variant id, without reading any other file."""
        for folder in self.folders:
            for suffix in SUFFIXES:
                path = folder / f"{id}{suffix}"
                # An id is a plain name: nothing that could lead out of the folder.
                if path.parent == folder and re.fullmatch(r"[a-z0-9_]{1,100}", id) and _is_file(path):
                    return path
        return None

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """All games that can be named, by id; files that cannot be read are left out (see `problems`)."""
        return self._scan[0]

    @cached_property
    def problems(self) -> tuple[SolitaireError, ...]:
        """What is wrong with files of the catalogue, as far as their heads tell."""
        return self._scan[1]

    @cached_property
    def _scan(self) -> tuple[tuple[Entry, ...], tuple[SolitaireError, ...]]:
        entries: dict[str, Entry] = {}
        problems: list[SolitaireError] = []
        families: dict[str, str] = {}
        heads: list[tuple[Path, Map]] = []
        for path in self.files().values():
            try:
                heads.append((path, read_head(path)))
            except VariantError as error:
                problems.append(error)
        for path, head in heads:
            meta = head.get("meta")
            family = meta.get("family") if isinstance(meta, Map) else None
            if isinstance(family, Scalar):
                families[path.stem] = family.text
        parents = {p.stem: e.text for p, head in heads if isinstance(e := head.get("extends"), Scalar)}
        for path, head in heads:
            line = _inherited(path.stem, families, parents)
            for entry in _entries_of(path, head, line):
                if entry.id in entries:
                    problems.append(_clash(entries[entry.id], entry, dict(heads)))
                else:
                    entries[entry.id] = entry
        return tuple(entries[id] for id in sorted(entries)), tuple(problems)

    def find(self, name: str) -> Entry:
        """The game of that id, name or alias; case, spaces, hyphens and underscores do not count.

        UnknownVariant names the nearest, or all games an alias is shared by.
        """
        direct = self.path_of(name.strip().lower().replace("-", "_").replace(" ", "_"))
        if direct is not None:
            return Entry(direct.stem, direct.stem, (), "", direct)
        wanted = folded(name)
        for level in range(3):
            hits = [
                entry
                for entry in self.entries
                if wanted and wanted in {folded(text) for text in ((entry.id,), (entry.name,), entry.aliases)[level]}
            ]
            if len(hits) == 1:
                return hits[0]
            if hits:
                raise UnknownVariant(f"{name!r} may be {' or '.join(entry.id for entry in hits)}; say which")
        known = {text: e.id for e in self.entries for text in (e.id, e.name, *e.aliases)}
        close = nearest(name, known)
        hint = f"did you mean {known[close]!r}?" if close else "see: solitaire list"
        raise UnknownVariant(f"there is no variant {name!r}; {hint}")

    def load(self, name: str, values: Mapping[str, str] | None = None) -> Variant:
        """The variant of a name or a path, with parameter values as text."""
        # Imported late, as below: listing the games needs neither the whole reader nor the compiler.
        from .variant import load_variant

        if is_path(name):
            path = Path(name)
            return load_variant(path, self.beside(path), self.host, None, values)
        entry = self.find(name)
        return load_variant(entry.file, self.path_of, self.host, entry.preset, values)

    def beside(self, path: Path) -> Finder:
        """Where the parents of a file given by path are looked for: beside it, else in the catalogue."""
        return _Beside(path, self)

    def rules(self, name: str, values: Mapping[str, str] | None = None) -> Rules:
        """The compiled rules of a variant; kept, so that asking again costs nothing."""
        from .rules import Rules

        key = (name, tuple(sorted((values or {}).items())))
        if is_path(name):
            return Rules(self.load(name, values), self.host)
        if key not in self._rules:
            self._rules[key] = Rules(self.load(name, values), self.host)
        return self._rules[key]


class _Beside:
    """A finder of parents that looks beside a file before it looks in a catalogue.

    It never gives the file itself: somebody's own klondike.yaml may extend klondike.
    """

    def __init__(self, file: Path, catalog: Catalog) -> None:
        self.file, self.catalog = file, catalog

    def __call__(self, id: str) -> Path | None:
        if re.fullmatch(r"[A-Za-z0-9_-]+", id):
            for suffix in SUFFIXES:
                path = self.file.parent / f"{id}{suffix}"
                if path.name != self.file.name and _is_file(path):
                    return path
        return self.catalog.path_of(id)


def _inherited(id: str, families: Mapping[str, str], parents: Mapping[str, str]) -> str:
    for _ in range(20):
        if id in families or id not in parents:
            break
        id = parents[id]
    return families.get(id, "")


def _clash(first: Entry, second: Entry, heads: Mapping[Path, Map]) -> VariantError:
    """Two games of the same id: files have different names, so one at least is a preset, which is to blame."""
    wrong, other = (second, first) if second.preset else (first, second)
    presets = heads[wrong.file].get("presets")
    key = presets.key_node(wrong.id) if isinstance(presets, Map) else None
    line, col = (key.mark.line, key.mark.col) if key is not None else (0, 0)
    message = f"the id {wrong.id!r} is that of a game in {other.file}"
    return VariantError([Problem(str(wrong.file), line, col, f"presets.{wrong.id}", message, "give it another id")])


def _texts(node: Node | None) -> tuple[str, ...]:
    """A list of texts, or one text, as far as the node is such."""
    items = node.items if isinstance(node, Seq) else (node,)
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


@cache
def default_catalog() -> Catalog:
    """The catalogue with what the installed plugins add."""
    host = default_host()
    return Catalog([bundled_folder(), *host.variant_folders()], host)


def in_catalog(variant: Variant) -> bool:
    """Whether the id alone finds the variant's file in the default catalogue."""
    file, catalog = Path(variant.file), default_catalog()
    known = catalog.path_of(file.stem) or catalog.files().get(file.stem)
    return known is not None and known.resolve() == file.resolve()
