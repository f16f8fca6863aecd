"""Plugins and distributions made up for tests: in memory, or as hand-written dist-info folders on sys.path."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.distributions import Source, installed_points
from solitaire_engine.hooks import GROUP
from solitaire_engine.host import Host, PluginInfo
from solitaire_engine.rules import Rules
from solitaire_engine.testing import Point as FakePoint
from solitaire_engine.testing import board, point, rules_from
from solitaire_engine.testing import make_plugin as plugin

__all__ = [
    "DATA", "FakePoint", "bundled_points", "data_host", "host_with", "on_path", "plugin", "point", "rules_of",
    "small_game", "sole_info", "write_distribution",
]  # fmt: skip

DATA = Path(__file__).parent / "data" / "plugins"


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
    return rules_from(text, folder, Catalog([bundled_folder()], host), **values)


small_game = board
"""A game from a board that need not have all the cards."""


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
