"""Modules and style sheets joined to one, as a browser would put them together, so that a page waits for fewer answers.

The files stay plain ones that a browser takes as they are. What is joined is a script with all that it imports; in
place of each module in it stands one that passes on what the joined one exports, so that modules that are loaded
later share it. Only the forms that the page's files use are understood: ``import { a, b as c } from "./d.js";`` and
``export`` before a function, a class or a constant, each at the beginning of a line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ..errors import SolitaireError

_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "\./([A-Za-z0-9_]+)\.js";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_OTHER: Final = re.compile(r"^(?:export\b|import\b(?!\()).*", re.MULTILINE)
_SHEET: Final = re.compile(r'^@import "([A-Za-z0-9_]+\.css)";$', re.MULTILINE)


def joined_modules(files: Mapping[str, str], entry: str) -> dict[str, str]:
    """The module `entry` with all that it imports, and for each of those a module that passes on what it exports.

    `files`: texts by name. Modules that are imported when they are needed, by ``import(...)``, stay as they are.
    SolitaireError for a module that is missing, that imports itself by way of others, or that is not understood.
    """
    parts: list[str] = []
    exports: dict[str, tuple[str, ...]] = {}

    def add(name: str, way: tuple[str, ...]) -> None:
        if name in way:
            raise SolitaireError(f"{name} imports itself: {' > '.join((*way, name))}")
        if name not in files:
            raise SolitaireError(f"{way[-1] if way else 'the page'} imports {name}, which is not there")
        text = files[name]
        for found in _IMPORT.finditer(text):
            if (needed := f"{found[2]}.js") not in exports:
                add(needed, (*way, name))
        exported = tuple(_EXPORT.findall(text))
        text = _EXPORT.sub("", _IMPORT.sub(_taken, text))
        if other := _OTHER.search(text):
            raise SolitaireError(f"{name}: {other[0]!r} cannot be joined; see web/joining.py for what can")
        if name == entry:
            parts.append(text)
        else:
            parts.append(f"const {_scope(name)} = (() => {{\n{text}return {{ {', '.join(exported)} }};\n}})();\n")
        exports[name] = exported

    add(entry, ())
    del exports[entry]
    scopes = ", ".join(map(_scope, exports))
    passed = {
        name: f'import {{ {_scope(name)} }} from "./{entry}";\nexport const {{ {", ".join(each)} }} = {_scope(name)};\n'
        for name, each in exports.items()
    }
    return {entry: f"{''.join(parts)}export {{ {scopes} }};\n", **passed}


def joined_sheet(files: Mapping[str, str], entry: str) -> str:
    """The style sheet `entry` with those that it imports in their places; SolitaireError where one is missing."""

    def sheet(found: re.Match[str]) -> str:
        if found[1] not in files:
            raise SolitaireError(f"{entry} imports {found[1]}, which is not there")
        return files[found[1]]

    return _SHEET.sub(sheet, files[entry])


def _scope(name: str) -> str:
    return f"${name.removesuffix('.js')}"


def _taken(found: re.Match[str]) -> str:
    """An import as it is in the joined module; on as many lines, though, for those who look for an error."""
    names = " ".join(found[1].replace(" as ", ": ").split()).removesuffix(",")
    return f"const {{ {names} }} = {_scope(found[2])};" + "\n" * found[0].count("\n")
