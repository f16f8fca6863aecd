"""A plugin under test that is not installed, and games that use it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from ..catalog import Catalog, bundled_folder
from ..distributions import Source, installed_points
from ..game import param_texts
from ..hooks import hookimpl
from ..host import Host
from ..rules import Rules
from ..words import Word


@dataclass(frozen=True)
class Distribution:
    """What the host asks of a distribution: `requires` are its requirements, as in its metadata."""

    name: str
    version: str = "1.0"
    requires: list[str] | None = None


@dataclass(frozen=True)
class Point:
    """An entry point whose plugin is at hand, for `Host`; a plugin that is an exception is raised instead."""

    name: str
    plugin: object
    dist: Distribution | None
    value: str = "made.up"

    def load(self) -> object:
        """The plugin."""
        if isinstance(self.plugin, BaseException):
            raise self.plugin
        return self.plugin


def point(
    name: str, plugin: object, distribution: str = "", version: str = "1.0", requires: Iterable[str] = ()
) -> Point:
    """An entry point of a distribution that is not installed, by default called NAME-pack."""
    return Point(name, plugin, Distribution(distribution or f"{name}-pack", version, list(requires)))


def make_plugin(*words: Word, hooks: Iterable[Callable[..., object]] = (), **attributes: object) -> ModuleType:
    """A plugin with a word hook for `words`, if any, and functions that become the hooks they are called like.

    `attributes` are what else the module has, such as ``solitaire_rules_version=2``.
    """
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


def host_with(*points: Source, without: Iterable[str] = (), **plugins: object) -> Host:
    """A host with everything that is installed, and with plugins under test: modules or objects, by name.

    ``host_with(fifteens=solitaire_fifteens)`` has the module as if it were installed under that
    name, in the place of one that is. `without` names installed plugins to leave out, and
    `points` are further entry points, such as `point` makes. A plugin under test that does not
    load is an AssertionError with the reason.
    """
    __tracebackhide__ = True
    tested = [point(name, plugin) for name, plugin in plugins.items()]
    gone = {*without, *plugins, *(each.name for each in points)}
    host = Host([*(each for each in installed_points() if each.name not in gone), *points, *tested])
    for name in plugins:
        assert host.is_loaded(name), host.why_missing(name)
    return host


def catalog_with(*folders: Path, host: Host | None = None, without: Iterable[str] = (), **plugins: object) -> Catalog:
    """The catalogue with plugins under test (see `host_with`), their games, and the games in `folders`."""
    __tracebackhide__ = True
    found = host or host_with(without=without, **plugins)
    return Catalog([*folders, *found.variant_folders(), bundled_folder()], found)


def rules_from(text: str, folder: Path, catalog: Catalog | None = None, **params: object) -> Rules:
    """The rules of a variant written here: its text goes to the file ``trial.yaml`` in `folder`.

    Raises what loading a game raises; its messages name that file.
    """
    file = folder / "trial.yaml"
    file.write_text(text, encoding="utf-8")
    # A catalogue keeps the rules of a path it has read: this file is another one each time.
    found = catalog or catalog_with()
    return Catalog(found.folders, found.host).rules(str(file), param_texts(params))
