"""Finding variants by name: the catalogue's, plugins', and files by path."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from .distributions import is_bundled, own_points
from .errors import SolitaireError, UnknownVariant
from .folders import user_folders
from .scanning import SUFFIXES, Entry, Scan, Shadow, as_id, files_in, is_id, scan

if TYPE_CHECKING:
    from .definitions import Variant
    from .host import Host
    from .offers import Finder
    from .rules import Rules

__all__ = [
    "Catalog", "Entry", "Shadow", "ShareCode", "bundled_folder", "default_catalog", "folded", "in_catalog", "is_path",
    "parse_share",
]  # fmt: skip


def folded(name: str) -> str:
    """A name as it is compared: small letters and digits only."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


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


def _is_same(path: Path, other: Path) -> bool:
    """Whether two paths are one file; links and relative names are looked through only where the names agree."""
    return path.name == other.name and (path == other or path.resolve() == other.resolve())


@cache
def bundled_folder() -> Path:
    """Where the catalogue's files are: inside the installed package, or beside core/ in a checkout."""
    here = Path(__file__).resolve().parent
    installed = here / "variants"
    return installed if installed.is_dir() else here.parent.parent / "variants"


class Catalog:
    """All variants in some folders; of two with the same id the first folder's is taken."""

    def __init__(self, folders: Iterable[Path], host: Host | Callable[[], Host], own: Iterable[Path] = ()) -> None:
        """`own`: the user's folders, which go before the others; no file of the others builds on theirs.

        `host`: the plugins, or a function that loads them, called when they are first needed.
        """
        self.own = tuple(own)
        self.folders = tuple(dict.fromkeys((*self.own, *folders)))
        self._host = host
        self._rules: dict[tuple[str, tuple[tuple[str, str], ...]], Rules] = {}

    @cached_property
    def host(self) -> Host:
        """The plugins that the games are read and played with."""
        return self._host() if callable(self._host) else self._host

    def files(self) -> dict[str, Path]:
        """Every variant file by id."""
        found: dict[str, Path] = {}
        for folder in self.folders:
            for path in files_in(folder):
                found.setdefault(path.stem, path)
        return found

    def path_of(self, id: str, asking: Path | None = None) -> Path | None:
        """The file of a variant id, without reading any other file.

        `asking`: the file that builds on it, which is not given itself, and for which only a file
        of the user's own can be one of the user's.
        """
        # An id is a plain name: nothing that could lead out of the folder.
        if not is_id(id):
            return None
        for folder in self.folders:
            if asking is not None and folder in self.own and self._is_theirs(asking):
                continue
            for suffix in SUFFIXES:
                path = folder / f"{id}{suffix}"
                if _is_file(path) and (asking is None or not _is_same(path, asking)):
                    return path
        return None

    def _is_theirs(self, file: Path) -> bool:
        """Whether a file is the engine's or a plugin's."""
        return file.parent in self.folders and file.parent not in self.own

    def hidden_by(self, file: Path) -> tuple[Path, ...]:
        """The files of the same id that cannot be named by it, as that of `file` is; no file is read."""
        if self.path_of(file.stem) != file:
            return ()
        others = (folder / f"{file.stem}{suffix}" for folder in self.folders for suffix in SUFFIXES)
        return tuple(path for path in others if path != file and _is_file(path))

    def origin(self, file: Path) -> str:
        """Where a file of the catalogue comes from: a folder of the user, "plugin NAME", or empty: the engine."""
        if file.parent in self.own:
            return str(file.parent)
        if file.parent == bundled_folder():
            return ""
        owner = self.host.owner_of(file.parent)
        return f"plugin {owner}" if owner else ""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All games that can be named, by id; files that cannot be read are left out (see `problems`)."""
        return self._scan.entries

    @property
    def problems(self) -> tuple[SolitaireError, ...]:
        """What is wrong with files of the catalogue, as far as their heads tell."""
        return self._scan.problems

    @property
    def shadows(self) -> tuple[Shadow, ...]:
        """The games that are hidden by others of the same id."""
        return self._scan.shadows

    @cached_property
    def _scan(self) -> Scan:
        return scan(self.folders)

    def find(self, name: str) -> Entry:
        """The game of that id, name or alias; case, spaces, hyphens and underscores do not count.

        UnknownVariant names the nearest, or all games an alias is shared by.
        """
        direct = self.path_of(as_id(name))
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
        from .suggesting import no_variant

        raise UnknownVariant(no_variant(name, self.entries, self.host))

    def load(self, name: str, values: Mapping[str, str] | None = None) -> Variant:
        """The variant of a name or a path, with parameter values as text."""
        # Imported late, as below: listing the games needs neither the whole reader nor the compiler.
        from .variant import load_variant

        if is_path(name):
            path = Path(name)
            return load_variant(path, self.beside(path), self.host, None, values)
        entry = self.find(name)
        return load_variant(entry.file, self.beside(entry.file), self.host, entry.preset, values)

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

    def rules_recorded(self, name: str, values: Mapping[str, str], hash: str) -> Rules:
        """The rules of a variant; where its file hides others of that id, those of the file that has the hash.

        Where none has it, the rules of the file that is taken, as `rules` gives them.
        """
        failure: SolitaireError | None = None
        try:
            first = self.rules(name, values)
            if first.variant.hash == hash or is_path(name):
                return first
        except SolitaireError as error:
            failure, first = error, None
        taken = None if is_path(name) else self.path_of(name)
        for other in self.hidden_by(taken) if taken is not None else ():
            with contextlib.suppress(SolitaireError):
                rules = self.rules(str(other), values)
                if rules.variant.hash == hash:
                    return rules
        if first is None:
            assert failure is not None
            raise failure
        return first


class _Beside:
    """A finder of parents that looks beside a file before it looks in a catalogue.

    It never gives the file itself: somebody's own klondike.yaml may extend klondike. The parents
    of a parent are looked for from there, so that no own klondike.yaml changes what extends it elsewhere.
    """

    def __init__(self, file: Path, catalog: Catalog) -> None:
        self.file, self.catalog = file, catalog

    def __call__(self, id: str) -> Path | None:
        if re.fullmatch(r"[A-Za-z0-9_-]+", id):
            for suffix in SUFFIXES:
                path = self.file.parent / f"{id}{suffix}"
                if path.name != self.file.name and _is_file(path):
                    return path
        return self.catalog.path_of(id, self.file)

    def beside(self, file: Path) -> Finder:
        """The finder for the parents of another file."""
        return _Beside(file, self.catalog)

    def ids(self) -> Iterable[str]:
        """The ids of all files that could be found, those beside the file first."""
        beside = (path.stem for path in files_in(self.file.parent) if path.name != self.file.name)
        return dict.fromkeys((*beside, *self.catalog.files()))


@cache
def default_catalog() -> Catalog:
    """The catalogue with what the installed plugins add, and the user's own variants before all others."""
    if all(is_bundled(point) for point in own_points()):
        # The engine's own plugins bring no games, and loading them takes a third of the time of a list.
        return Catalog([bundled_folder()], _default_host, user_folders())
    host = _default_host()
    return Catalog([bundled_folder(), *host.variant_folders()], host, user_folders())


def _default_host() -> Host:
    from .host import default_host

    return default_host()


def in_catalog(variant: Variant) -> bool:
    """Whether the id alone finds the variant's file in the default catalogue."""
    file, catalog = Path(variant.file), default_catalog()
    known = catalog.path_of(file.stem) or catalog.files().get(file.stem)
    return known is not None and known.resolve() == file.resolve()
