"""`schema`: the JSON Schema of variant files, to print or to write."""

from __future__ import annotations

import sys
from pathlib import Path

from ..host import CORE, Host, default_host
from ..json_schema import FILE_NAME, header, only_bundled, schema_text, write_schema


def show_schema(path: Path | None, no_plugins: bool) -> None:
    """Print the schema, or write it to `path` and say how a variant file names it.

    With `no_plugins` only what comes with the engine has words in it. SolitaireError where the
    file cannot be written, or is something else.
    """
    host = _host(no_plugins)
    if path is None:
        print(schema_text(host), end="")
        return
    # A folder is as good a place: the file gets the name that it has anywhere.
    file = path / FILE_NAME if path.is_dir() else path
    write_schema(file, host)
    print(f"written: {file}, with the words of {_sources(host)}")
    # Not every variant lies beside the schema, and a relative path is one from the variant.
    print("First line of a variant file that is to use it:")
    print(header(file.absolute()))
    print("or, in a variant file beside it:")
    print(header(file.name))


def _sources(host: Host) -> str:
    """Whose words there are, so that who misses some sees why."""
    plugins = sorted({owner for _, owner in host.words.all() if owner != CORE})
    return f"the engine and of the plugins {', '.join(plugins)}" if plugins else "the engine"


def _host(no_plugins: bool) -> Host:
    """The plugins whose words the schema has.

    Those that do not work are told on stderr: a file that uses their words is a good one elsewhere.
    """
    host = default_host()
    if no_plugins:
        return only_bundled(host)
    for info in host.plugins:
        if info.status in ("broken", "incompatible"):
            print(f"solitaire: without the words of {info.blame}: {info.reason}", file=sys.stderr)
    return host
