"""Which distributions bring plugins, and whether they were made for this engine."""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol

from .faults import one_line, said_by

GROUP: Final = "solitaire_engine.plugins"
"""The group of entry points in which plugins are found."""
ENGINE = "solitaire-engine"
"""The distribution of the engine itself and of the bundled plugins."""


class Distribution(Protocol):
    """What is asked of a distribution; `importlib.metadata.Distribution` has it."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def requires(self) -> list[str] | None: ...


class Source(Protocol):
    """Where a plugin comes from; `importlib.metadata.EntryPoint` is one.

    It may have an attribute `dist`, its `Distribution`.
    """

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...
    def load(self) -> object: ...


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Stands for the plugins of a distribution whose entry points cannot be read."""

    name: str
    problem: str
    dist: Distribution | None = None
    value: str = "entry_points.txt"

    def load(self) -> object:
        raise ImportError(self.problem)


def installed_points() -> list[Source]:
    """The entry points of every installed plugin.

    One distribution with damaged metadata, whatever it is for, is no reason to lose the
    others, which is why `importlib.metadata.entry_points` is not asked.
    """
    found: dict[str, list[Source]] = {}
    for dist in importlib.metadata.distributions():
        try:
            text = dist.read_text("entry_points.txt") or ""
        except (OSError, ValueError):
            continue
        if GROUP in text:
            # The first of a name on sys.path is the one that Python imports from.
            found.setdefault(_folded(_named(dist)[0]), list(_points_of(dist)))
    return [point for points in found.values() for point in points]


@cache
def own_points() -> tuple[Source, ...]:
    """The `installed_points` of this process, looked for once."""
    return tuple(installed_points())


def _points_of(dist: importlib.metadata.Distribution) -> Iterator[Source]:
    try:
        points = list(dist.entry_points)
    except Exception as error:
        name = _named(dist)[0]
        yield Unreadable(name, f"its entry_points.txt cannot be read: {said_by(error)}", dist)
        return
    yield from (point for point in points if point.group == GROUP)


def owner_of(point: Source) -> tuple[str, str]:
    """Name and version of the distribution, each empty where its metadata does not tell."""
    dist = _dist_of(point)
    return _named(dist) if dist is not None else ("", "")


def _dist_of(point: Source) -> Distribution | None:
    return getattr(point, "dist", None)


_NAMES: Final[dict[int, tuple[Distribution, tuple[str, str]]]] = {}
"""Distributions with what they are called, by identity: each look parses their metadata anew, at every start."""


def _named(dist: Distribution) -> tuple[str, str]:
    known = _NAMES.get(id(dist))
    if known is None:
        try:
            name: str | None = dist.name
            version: str | None = dist.version
        except Exception:
            name = version = ""
        # The distribution is kept with its name, so that no other one can get its identity.
        known = _NAMES[id(dist)] = (dist, (name or "", version or ""))
    return known[1]


def claim_of(point: Source) -> str:
    """The distribution and version of an entry point, or what it points to, for messages."""
    return " ".join(owner_of(point)).strip() or point.value


def is_bundled(point: Source) -> bool:
    """Whether the engine's own distribution brings the plugin."""
    return _folded(owner_of(point)[0]) == ENGINE


@cache
def engine_version() -> str:
    """The version of the installed engine; empty where it is run without being installed."""
    try:
        return importlib.metadata.version(ENGINE)
    except importlib.metadata.PackageNotFoundError:
        return ""


def unmet_range(point: Source, engine: str) -> str:
    """Why the plugin's distribution does not want the engine's version `engine`, or nothing."""
    try:
        dist = _dist_of(point)
        requires = dist.requires if dist is not None else None
    except Exception as error:
        return f"its metadata cannot be read: {said_by(error)}"
    wanted = [line for line in requires or () if _folded(line).startswith(ENGINE)]
    if not wanted or not engine or is_bundled(point):
        return ""
    # Imported only where some plugin has such a range: it costs more than the rest of the host.
    from packaging.markers import UndefinedComparison, UndefinedEnvironmentName
    from packaging.requirements import InvalidRequirement, Requirement

    for line in wanted:
        try:
            requirement = Requirement(line)
            counts = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        except (InvalidRequirement, UndefinedComparison, UndefinedEnvironmentName):
            return f"its metadata asks for {one_line(line)!r}, which is no requirement"
        if _folded(requirement.name) != ENGINE or not counts:
            continue
        if not requirement.specifier.contains(engine, prereleases=True):
            return f"it needs {ENGINE}{requirement.specifier}, and this is {engine}"
    return ""


def _folded(name: str) -> str:
    """A distribution's name as names are compared."""
    return re.sub(r"[-_.]+", "-", name.strip().lower())
