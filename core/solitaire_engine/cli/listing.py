"""`list`, `plugins` and `config`: what there is."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence

from ..catalog import Entry, default_catalog, folded
from ..errors import UnknownVariant
from ..host import default_host
from ..reading import nearest


def list_games(search: str, family: str, as_json: bool) -> None:
    """Print the games whose id, name, aliases or family contain `search`; UnknownVariant if none does."""
    catalog = default_catalog()
    entries = [entry for entry in catalog.entries if _matches(entry, search, family)]
    for problem in catalog.problems:
        for line in str(problem).split("\n"):
            print(f"solitaire: left out: {line}", file=sys.stderr)
    if not entries and not as_json:
        raise UnknownVariant(_nothing(catalog.entries, search, family))
    if as_json:
        keys = ("id", "name", "aliases", "family")
        games = [
            {**{key: getattr(entry, key) for key in keys}, "preset_of": entry.file.stem if entry.preset else None}
            for entry in entries
        ]
        print(json.dumps(games, indent=2, ensure_ascii=False))
        return
    rows = [(entry.id, entry.name, entry.family, ", ".join(entry.aliases)) for entry in entries]
    print_table([("game", "name", "family", "also called"), *rows])


def _matches(entry: Entry, search: str, family: str) -> bool:
    texts = (entry.id, entry.name, entry.family, *entry.aliases)
    return (not family or folded(entry.family) == folded(family)) and any(folded(search) in folded(t) for t in texts)


def _nothing(entries: Iterable[Entry], search: str, family: str) -> str:
    known = {text: entry.id for entry in entries for text in (entry.id, entry.name, *entry.aliases)}
    families = sorted({entry.family for entry in entries if entry.family})
    if family and not any(folded(family) == folded(name) for name in families):
        return f"there is no family {family!r}; families: {', '.join(families)}"
    close = nearest(search, known)
    hint = f"did you mean {known[close]!r}?" if close else "list without a word has all"
    return f"no game is called anything like {search!r}; {hint}"


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns; the last column is as long as it likes."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip())


def list_plugins(as_json: bool) -> None:
    """Print every plugin that was found, with its status."""
    host = default_host()
    for notice in host.notices:
        print(f"solitaire: {notice}", file=sys.stderr)
    if as_json:
        keys = ("name", "distribution", "version", "target", "status", "reason", "words", "hooks")
        print(json.dumps([{key: getattr(info, key) for key in keys} for info in host.plugins], indent=2))
        return
    if not host.plugins:
        print("No plugins are installed.")
        return
    rows = [(p.name, p.source, p.status, p.reason or ", ".join(p.words or p.hooks)) for p in host.plugins]
    print_table([("plugin", "from", "status", "what it brings, or what is wrong"), *rows])


def show_config(init: bool) -> None:
    """Print the settings; with `init` write a settings file first, unless there is one."""
    from ..settings import load_settings, settings_path, settings_text, write_default

    path = settings_path()
    if init and write_default(path):
        print(f"written: {path}")
    elif init:
        print(f"there is a settings file already, and it is left as it is: {path}")
    print(settings_text(load_settings(), path), end="")
