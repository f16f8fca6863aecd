"""`list`, `plugins` and `config`: what there is."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ..catalog import Catalog, Entry, Shadow, default_catalog, folded
from ..distributions import ENGINE, is_bundled, own_points
from ..errors import UnknownVariant
from ..folders import VARIANTS_VARIABLE, missing_folders, user_folders

if TYPE_CHECKING:
    from ..host import Host, PluginInfo


def list_games(search: str, family: str, as_json: bool) -> None:
    """Print the games whose id, name, aliases or family contain `search`; UnknownVariant if none does."""
    catalog = default_catalog()
    entries = [entry for entry in catalog.entries if _matches(entry, search, family)]
    _tell_faults(catalog)
    if not entries and not as_json:
        raise UnknownVariant(_nothing(catalog.entries, search, family))
    if as_json:
        keys = ("id", "name", "aliases", "family")
        games = [
            {
                **{key: getattr(entry, key) for key in keys},
                "preset_of": entry.file.stem if entry.preset else None,
                "from": catalog.origin(entry.file) or None,
            }
            for entry in entries
        ]
        print(json.dumps(games, indent=2, ensure_ascii=False))
        return
    origins = [catalog.origin(entry.file) for entry in entries]
    rows = [(entry.id, entry.name, entry.family, ", ".join(entry.aliases)) for entry in entries]
    if not any(origins):
        print_table([("game", "name", "family", "also called"), *rows])
        return
    told = [(*row[:3], origin or "-", row[3]) for row, origin in zip(rows, origins, strict=True)]
    print_table([("game", "name", "family", "from", "also called"), *told])


def _tell_faults(catalog: Catalog) -> None:
    """Say on stderr what the list lacks, and which games in it are not those that one may think."""
    for folder in missing_folders():
        print(f"solitaire: {VARIANTS_VARIABLE} names {folder}, which is no folder that can be read", file=sys.stderr)
    for problem in catalog.problems:
        for line in str(problem).split("\n"):
            print(f"solitaire: left out: {line}", file=sys.stderr)
    for shadow in catalog.shadows:
        print(f"solitaire: {shadow}", file=sys.stderr)
    if any(not is_bundled(point) for point in own_points()):
        # Imported here: where there are no plugins but the engine's, none is loaded for a list.
        from ..suggesting import not_working_text

        if gone := not_working_text(catalog.host, disabled=False):
            print(f"solitaire: {gone}, and no games of theirs are listed; see: solitaire plugins", file=sys.stderr)


def tell_hidden(file: str) -> None:
    """Say on stderr that a game of the user's own, named by its id, hides another one."""
    catalog = default_catalog()
    for hidden in catalog.hidden_by(Path(file)) if Path(file).parent in catalog.own else ():
        print(f"solitaire: {Shadow(Path(file).stem, Path(file), hidden)}", file=sys.stderr)


def _matches(entry: Entry, search: str, family: str) -> bool:
    texts = (entry.id, entry.name, entry.family, *entry.aliases)
    return (not family or folded(entry.family) == folded(family)) and any(folded(search) in folded(t) for t in texts)


def _nothing(entries: Sequence[Entry], search: str, family: str) -> str:
    families = sorted({entry.family for entry in entries if entry.family})
    if family and not any(folded(family) == folded(name) for name in families):
        return f"there is no family {family!r}; families: {', '.join(families)}"
    from ..suggesting import like_it

    return f"no game is called anything like {search!r}; {like_it(search, entries) or 'list without a word has all'}"


def terminal_width() -> int | None:
    """Columns of the terminal that is written to; None where it is none, and texts may be as long as they like."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def fitted(rows: Sequence[Sequence[str]], column: int, width: int | None) -> list[tuple[str, ...]]:
    """The rows of a table with the texts of one column cut, if need be, so that all fit a width; 8 columns are left."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    over = sum(widths) + 2 * (len(widths) - 1) - width if width is not None else 0
    if over <= 0:
        return [tuple(row) for row in rows]
    room = max(widths[column] - over, 8)
    short = [text if len(text) <= room else f"{text[: room - 3].rstrip()}..." for text in (row[column] for row in rows)]
    return [(*row[:column], text, *row[column + 1 :]) for row, text in zip(rows, short, strict=True)]


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns; the last column is as long as it likes."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip())


def list_plugins(as_json: bool) -> None:
    """Print every plugin that was found, with its status."""
    from ..host import default_host

    host = default_host()
    for notice in host.notices:
        print(f"solitaire: {notice}", file=sys.stderr)
    found = _tried_out(host)
    if as_json:
        keys = ("name", "distribution", "version", "target", "status", "reason", "words", "hooks")
        print(json.dumps([{key: getattr(info, key) for key in keys} for info in found], indent=2))
        return
    if not found:
        print("No plugins are installed.")
        return
    rows = [(p.name, p.source, p.status, p.reason or ", ".join(p.words or p.hooks)) for p in found]
    print_table([("plugin", "from", "status", "what it brings, or what is wrong"), *rows])


def _tried_out(host: Host) -> list[PluginInfo]:
    """All plugins, with what of those that load does not work."""
    if all(info.distribution == ENGINE for info in host.plugins):
        return list(host.plugins)
    from ..plugin_trials import faults_of
    from .commands import app, plugin_app

    # An app of its own with the engine's commands: whose the others are is what is asked.
    trial = typer.Typer()
    trial.registered_commands += [each for each in app.registered_commands if _is_ours(each.callback)]
    trial.registered_groups += [each for each in app.registered_groups if each.typer_instance is plugin_app]
    host.add_commands(trial, lambda line: None)
    faults = faults_of(host, default_catalog())
    return [
        replace(info, status="faulty", reason=faults[info.name]) if info.name in faults else info
        for info in host.plugins
    ]


def _is_ours(callback: object) -> bool:
    return str(getattr(callback, "__module__", "")).startswith("solitaire_engine.")


def show_config(init: bool) -> None:
    """Print the settings, and where everything is kept; with `init` write a file of settings unless there is one."""
    from ..settings import load_settings, settings_path, settings_text, write_default

    path = settings_path()
    if init and write_default(path):
        print(f"written: {path}")
    elif init:
        print(f"there is a settings file already, and it is left as it is: {path}")
    print(settings_text(load_settings(), path), end="")
    for what, kept in _kept():
        print(f"{what}: {kept}")


def _kept() -> Iterator[tuple[str, str]]:
    """What is kept besides the settings, and where; none of it need be there yet."""
    from ..odds.store import database_path
    from ..saves import SaveFolder
    from ..statstore import StatsFile

    yield "saved games", str(SaveFolder().path)
    yield "statistics", str(StatsFile().path)
    yield "results of odds", str(database_path())
    yield "your own variants", ", ".join(map(str, {folder.resolve(): folder for folder in user_folders()}.values()))
