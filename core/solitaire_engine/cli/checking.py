"""`check`: read variant files with everything they offer, try them out, and tell what a game is like."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import sleep
from typing import Final

import typer

from ..catalog import Catalog, default_catalog, is_path
from ..errors import DealError, SolitaireError
from ..filewatch import EVERY, FileWatch, lineage
from ..remarks import remarks_on
from ..rules import Rules
from ..settings import load_settings
from ..text.console import Console
from ..text.look import look_of
from ..text.starting import deal_of
from ..trying import try_out
from ..variant import load_variant
from .listing import tell_hidden
from .reporting import Asked, report, show_deal

_WAIT: Final = 3
"""So many looks in a row must find no file before that is said: many editors replace the file that they save."""


def check_files(names: Sequence[str], asked: Asked) -> int:
    """Check each file, or the file of each game named; prints every problem once and gives the exit code.

    Of a single good file, a report follows, unless the short form is asked for.
    """
    try:
        deal_of(asked.deal)
    except DealError as error:
        raise typer.BadParameter(str(error), param_hint="--deal") from error
    catalog = default_catalog()
    paths = dict.fromkeys(_file_of(name, catalog) for name in names)
    if asked.watch:
        if len(paths) != 1:
            raise typer.BadParameter("one file can be watched at a time", param_hint="--watch")
        return _watch(next(iter(paths)), catalog, asked)
    rules, code = None, 0
    for path in paths:
        rules = _check(path, catalog)
        code = 1 if rules is None else code
    if len(paths) == 1 and rules is not None and not asked.short:
        (path,) = paths
        return report(rules, _name_of(path, catalog), asked)
    return code


def _file_of(name: str, catalog: Catalog) -> Path:
    path = Path(name)
    if is_path(name) or path.exists():
        return path
    file = catalog.find(name).file
    tell_hidden(str(file))
    return file


def _name_of(path: Path, catalog: Catalog) -> str:
    """How other commands are told of a file: by its id if that finds it."""
    known = catalog.path_of(path.stem)
    return path.stem if known is not None and known.resolve() == path.resolve() else str(path)


def _check(path: Path, catalog: Catalog) -> Rules | None:
    """Print what is wrong with a file, or that it is good; gives its rules, and None if something is wrong."""
    trial = try_out(path, catalog)
    for line in trial.problems or [f"{path}: good; {trial.played} games played"]:
        print(line)
    if trial.problems:
        return None
    # Read anew each time, and not asked of the catalog: the file may have been saved since.
    rules = Rules(load_variant(path, catalog.beside(path), catalog.host), catalog.host)
    for remark in remarks_on(rules, catalog.host):
        print(f"{path}: note: {remark}")
    return rules


def _watch(path: Path, catalog: Catalog, asked: Asked) -> int:
    """Check a file, and again whenever it or a parent of it is saved, until Ctrl-C, which ends with 130.

    After each check that finds nothing the same deal is shown as it is now.
    """
    console = Console(sys.stdin, sys.stdout, look_of(sys.stdout, load_settings(), ascii=asked.ascii))
    watch = FileWatch([path])
    missed = 0
    while True:
        watch.follow(lineage(path, catalog.beside(path)))
        watch.changed()
        rules = _check(path, catalog)
        if rules is not None:
            try:
                show_deal(rules, asked.deal, console)
            except SolitaireError as error:
                # The deal is no deal of this pack any more.
                print(error)
        print(f"Watching {path}; Ctrl-C ends.", flush=True)
        while not watch.changed():
            sleep(EVERY)
            missed = missed + 1 if watch.gone else 0
            if missed == _WAIT:
                print(
                    f"{watch.gone[0] if watch.gone else path}: the file is gone; waiting for it to come back",
                    flush=True,
                )
