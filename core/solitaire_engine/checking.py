"""Everything that is wrong with a variant file, also in the choices and presets it offers.

Loading a game looks at one set of parameter values. Checking a file loads it with the
defaults, with every choice of every parameter alone, and with every preset, so that
nothing it offers is broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from .document import Source, load_source
from .errors import Problem, VariantError
from .host import Host
from .offers import Finder
from .reading import Report
from .variant import build_variant, new_report

Place = tuple[str, int, int, str]


def check_source(path: Path, find: Finder, host: Host) -> tuple[Problem, ...]:
    """Every problem of a file and of what it offers, each once, in file order; none if it is good.

    A problem that only some choice or preset brings names it. `find` gives the files of parents.
    Raises PluginError where a plugin's word fails, for that is not the file's fault.
    """
    report = new_report(path, host)
    try:
        source = load_source(path, find, report)
    except VariantError as error:
        return error.problems
    base = _problems(source, report, host, None, {})
    places = {_place(problem) for problem in base}
    labels: dict[Problem, list[str]] = {}
    for label, preset, values in offered(source):
        for problem in _problems(source, report, host, preset, values):
            if _place(problem) not in places:
                labels.setdefault(problem, []).append(label)
    only = [_named(problem, names) for problem, names in labels.items()]
    return VariantError([*base, *only]).problems


def offered(source: Source) -> Iterator[tuple[str, str | None, Mapping[str, str]]]:
    """What can be chosen: each choice that is no default, and each preset, with what to call it."""
    for param in source.offers.params:
        for choice in param.choices:
            if choice != param.default:
                yield f"{param.name}={choice}", None, {param.name: choice}
    for preset in source.offers.presets:
        yield f"the preset {preset.id}", preset.id, {}


def _problems(
    source: Source, head: Report, host: Host, preset: str | None, values: Mapping[str, str]
) -> tuple[Problem, ...]:
    """The problems of one way to load the file, those of its head among them."""
    try:
        build_variant(source, host, head.fork(), preset, values)
    except VariantError as error:
        return error.problems
    return ()


def _place(problem: Problem) -> Place:
    return problem.file, problem.line, problem.col, problem.path


def _named(problem: Problem, labels: list[str]) -> Problem:
    """The problem with what brings it, unless its path says so."""
    if problem.path.startswith(("params.", "presets.")):
        return problem
    shown = labels if len(labels) <= 4 else [*labels[:3], f"{len(labels) - 3} others"]
    return replace(problem, message=f"with {' or '.join(shown)}: {problem.message}")
