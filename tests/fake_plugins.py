"""Plugins and distributions made up for tests: in memory, or as hand-written dist-info folders on sys.path."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.distributions import Source, installed_points
from solitaire_engine.game import Game
from solitaire_engine.hooks import GROUP, hookimpl
from solitaire_engine.host import Host, PluginInfo
from solitaire_engine.notation import parse_position
from solitaire_engine.rules import Rules
from solitaire_engine.words import Word

DATA = Path(__file__).parent / "data" / "plugins"


@dataclass(frozen=True)
class FakeDistribution:
    """What the host asks of a distribution."""

    name: str
    version: str = "1.0"
    requires: list[str] | None = None


@dataclass(frozen=True)
class FakePoint:
    """An entry point whose plugin is at hand; a plugin that is an exception is raised instead."""

    name: str
    plugin: object
    dist: FakeDistribution | None
    value: str = "made.up"

    def load(self) -> object:
        if isinstance(self.plugin, BaseException):
            raise self.plugin
        return self.plugin


def point(
    name: str, plugin: object, distribution: str = "", version: str = "1.0", requires: Iterable[str] = ()
) -> FakePoint:
    """An entry point of the distribution `distribution`, by default NAME-pack."""
    return FakePoint(name, plugin, FakeDistribution(distribution or f"{name}-pack", version, list(requires)))


def plugin(*words: Word, hooks: Iterable[Callable[..., object]] = (), **attributes: object) -> ModuleType:
    """A module with a word hook for `words`, if any, and with functions marked as hooks."""
    module = ModuleType("made_up")
    if words:

        def solitaire_words() -> Iterable[Word]:
            return words

        hooks = [solitaire_words, *hooks]
    for hook in hooks:
        setattr(module, hook.__name__, hookimpl(hook))
    for name, value in attributes.items():
        setattr(module, name, value)
    return module


def bundled_points(*without: str) -> list[Source]:
    """The entry points of the bundled plugins, as they are installed, but for some."""
    found = [point for point in entry_points(group=GROUP) if point.dist and point.dist.name == "solitaire-engine"]
    assert {point.name for point in found} >= set(without)
    return [point for point in found if point.name not in without]


def host_with(*points: Source, without: Iterable[str] = ()) -> Host:
    """A host with the bundled plugins, but for some, and with those of `points`."""
    return Host([*bundled_points(*without), *points])


def sole_info(*points: Source, engine: str = "") -> PluginInfo:
    """What a host tells of the one plugin it has."""
    (info,) = Host(points, engine=engine).plugins
    return info


def rules_of(text: str, folder: Path, host: Host, **values: str) -> Rules:
    """The rules of a variant written to the file trial.yaml in `folder`."""
    file = folder / "trial.yaml"
    file.write_text(text, encoding="utf-8")
    return Catalog([bundled_folder()], host).rules(str(file), values)


def small_game(rules: Rules, board: str) -> Game:
    """A game from a board that need not have all the cards."""
    return Game(rules, parse_position(rules, board, complete=False))


def write_distribution(
    folder: Path,
    name: str,
    version: str = "1.0",
    points: Mapping[str, str] | str = "",
    modules: Mapping[str, str] | None = None,
    requires: Iterable[str] = (),
) -> Path:
    """Write a distribution by hand into `folder`, and give the folder.

    `points` are plugins by name, or the whole text of entry_points.txt; `modules` texts by module name.
    """
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    lines += [f"Requires-Dist: {line}" for line in requires]
    (info / "METADATA").write_text("\n".join(lines) + "\n", encoding="utf-8")
    if not isinstance(points, str):
        points = f"[{GROUP}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    for module, text in (modules or {}).items():
        (folder / f"{module}.py").write_text(text, encoding="utf-8")
    return folder


@contextmanager
def on_path(*folders: Path) -> Iterator[list[Source]]:
    """Put folders with distributions first on sys.path; gives all plugins that are installed then.

    Afterwards sys.path and the modules imported from the folders are as before.
    """
    path, modules = list(sys.path), set(sys.modules)
    sys.path[:0] = [str(folder) for folder in folders]
    importlib.invalidate_caches()
    try:
        yield installed_points()
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - modules:
            file: Any = getattr(sys.modules[name], "__file__", None)
            if file and any(Path(file).is_relative_to(folder) for folder in folders):
                del sys.modules[name]
        importlib.invalidate_caches()


@contextmanager
def data_host(*names: str) -> Iterator[Host]:
    """A host with everything installed and the distributions of ``data/plugins`` of these names."""
    with on_path(*(DATA / name for name in names)) as points:
        yield Host(points)
