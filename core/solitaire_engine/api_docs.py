"""The reference page of the Python API, made from the docstrings of what the public modules export.

``python -m solitaire_engine.api_docs > docs/api.md`` writes it anew.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, ForwardRef, cast

PUBLIC: Final = ("", "solver", "odds", "interchange", "hooks", "words", "effects", "view", "testing")
"""The modules that programs and plugins may rely on: the package itself, and these of its modules."""

_PACKAGE: Final = __package__ or "solitaire_engine"
_HEAD: Final = """\
# The Python API

<!-- Made by python -m solitaire_engine.api_docs > docs/api.md from the docstrings. -->

This page has everything that programs and plugins may rely on; other modules change without notice, and what counts as
a change is told in [compatibility.md](compatibility.md). The examples run with every test of the project.

Every error that the engine raises on purpose is a `SolitaireError` whose text is one sentence, or a line for each
problem of a file. A `TypeError` or `ValueError` says that a function was called wrongly.
"""


def api_page() -> str:
    """The page in Markdown."""
    return "\n".join([_HEAD, *_contents(), *(line for name in PUBLIC for line in _module(name))]).rstrip() + "\n"


def exports(name: str) -> dict[str, object]:
    """What a public module exports, by name, in the order of the alphabet, functions and classes alike."""
    module = _loaded(name)
    return {each: _unwrapped(getattr(module, each)) for each in sorted(module.__all__, key=str.lower)}


def doc_of(module: ModuleType, name: str, value: object) -> str:
    """The docstring of an exported name; that of a constant or alias stands below it in the file. Empty if none."""
    if isinstance(value, FunctionType | type):
        # A dataclass or NamedTuple without one gets its signature for a docstring.
        doc = inspect.getdoc(value) or ""
        return "" if re.match(rf"{re.escape(name)}\(", doc) else doc
    return _constants(_home(module, name)).get(name, ("", ""))[1]


def signature_of(module: ModuleType, name: str, value: object) -> str:
    """A function or class as it is called, with types; a constant or alias as its file assigns it."""
    if isinstance(value, type) and issubclass(value, Exception) and not isinstance(value.__init__, FunctionType):
        return f"class {name}({value.__bases__[0].__name__})"
    if isinstance(value, FunctionType | type):
        word = "class " if isinstance(value, type) else ""
        return f"{word}{name}{_called(inspect.signature(value), of_class=isinstance(value, type))}"
    return _constants(_home(module, name)).get(name, (name, ""))[0]


def members_of(value: type) -> dict[str, tuple[str, str]]:
    """The public methods and properties of a class: by name the signature and the docstring, in the file's order."""
    found: dict[str, tuple[str, str]] = {}
    for name, member in vars(value).items():
        if name.startswith("_"):
            continue
        doc = inspect.getdoc(cast(object, member)) or ""
        if isinstance(member, property) and isinstance(member.fget, FunctionType):
            kind = _text(inspect.signature(member.fget).return_annotation)
            found[name] = (f"{name}: {kind}", doc)
        elif isinstance(member, classmethod | staticmethod | FunctionType):
            function: Any = getattr(value, name)
            bound = isinstance(member, FunctionType)
            found[name] = (f"{name}{_called(inspect.signature(function), of_method=bound)}", doc)
    return found


def _unwrapped(value: object) -> object:
    """The function that a cache or the like stands before; any other value as it is."""
    return inspect.unwrap(value) if callable(value) and hasattr(value, "__wrapped__") else value


def _loaded(name: str) -> ModuleType:
    return import_module(f".{name}" if name else _PACKAGE, _PACKAGE)


def _full(name: str) -> str:
    return f"{_PACKAGE}.{name}" if name else _PACKAGE


def _home(module: ModuleType, name: str) -> Path:
    """The file in which a constant or an alias is written down: that of the module, or one that it imports from."""
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level and any(alias.name == name for alias in node.names):
            parent = module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]
            other = import_module(f".{node.module}" if node.module else ".", parent)
            return _home(other, name)
    return Path(str(module.__file__))


def _constants(path: Path) -> dict[str, tuple[str, str]]:
    """The assignments of a file that a string explains, with that string, by the names that are assigned."""
    found: dict[str, tuple[str, str]] = {}
    source = path.read_text("utf-8")
    for node, after in pairwise(ast.parse(source).body):
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, ast.Name) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            # As it is written, so that the page looks as the code does.
            written = ast.get_source_segment(source, node) or ast.unparse(node)
            found[target.id] = written, inspect.cleandoc(str(after.value.value))
    return found


def _text(annotation: object) -> str:
    """An annotation as the file writes it."""
    if isinstance(annotation, ForwardRef):
        return annotation.__forward_arg__
    if isinstance(annotation, type):
        return annotation.__name__
    return str(annotation)


def _called(signature: inspect.Signature, *, of_class: bool = False, of_method: bool = False) -> str:
    """Arguments with types and defaults, and what is given back."""
    parts: list[str] = []
    starred = False
    for number, (name, parameter) in enumerate(signature.parameters.items()):
        if of_method and number == 0:
            continue
        star = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
        star = "**" if parameter.kind is parameter.VAR_KEYWORD else star
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            parts.append("*")
        starred = starred or parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
        part = star + name
        if parameter.annotation is not parameter.empty:
            part += f": {_text(parameter.annotation)}"
        if parameter.default is not parameter.empty:
            part += f" = {_default(parameter.default)}"
        parts.append(part)
    given = signature.return_annotation
    back = "" if of_class or given is signature.empty else f" -> {_text(given)}"
    return f"({', '.join(parts)}){back}"


def _default(value: object) -> str:
    """A default as it is written; only plain values look the same in every version of Python."""
    if isinstance(value, tuple):
        parts = [_default(part) for part in cast(tuple[object, ...], value)]
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    return repr(value) if value is None or isinstance(value, str | int | float) else "..."


def _contents() -> Iterator[str]:
    for name in PUBLIC:
        full = _full(name)
        yield f"- [{full}](#{full.replace('.', '')}): {', '.join(f'`{each}`' for each in exports(name))}"
    yield ""


def _module(name: str) -> Iterator[str]:
    module = _loaded(name)
    yield f"## {_full(name)}\n"
    yield f"{_markdown(inspect.getdoc(module) or '')}\n"
    for each, value in exports(name).items():
        yield from _entry(module, name, each, value)


def _entry(module: ModuleType, name: str, each: str, value: object) -> Iterator[str]:
    yield f"### {each}\n"
    if (elsewhere := _told_in(name, each)) is not None:
        yield f"See [{_full(elsewhere)}](#{_full(elsewhere).replace('.', '')}).\n"
        return
    yield f"```python\n{_wrapped(signature_of(module, each, value))}\n```\n"
    yield f"{_markdown(doc_of(module, each, value))}\n"
    if isinstance(value, type):
        for signature, doc in members_of(value).values():
            lines = _markdown(doc).split("\n")
            yield "\n".join([f"- `{signature}`", *(f"  {line}" if line else "" for line in lines)])
        if members_of(value):
            yield ""


def _told_in(name: str, each: str) -> str | None:
    """Another public module that tells of a name of the package itself."""
    return None if name else next((other for other in PUBLIC[1:] if each in exports(other)), None)


def _wrapped(signature: str) -> str:
    """A signature on one line, or with one argument to each line where that is too long."""
    found = re.fullmatch(r"([\w ]*\()(.*)(\)[^)]*)", signature)
    if len(signature) <= 100 or found is None:
        return signature
    depth, parts = 0, [""]
    for letter in found[2]:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return "\n".join([found[1], *(f"    {part.strip()}," for part in parts), found[3]])


def _markdown(doc: str) -> str:
    """A docstring as Markdown: indented examples in blocks, code between single backticks."""
    found: list[str] = []
    inside = False
    for line in doc.split("\n"):
        example = line.startswith("    ") and (inside or line.lstrip().startswith(">>>"))
        if example and not inside:
            found.append("```pycon")
        elif inside and not example:
            found.append("```")
        found.append(line[4:] if example else line.replace("``", "`"))
        inside = example
    # A line that follows its example at once still needs a paragraph of its own.
    return re.sub(r"\n```\n(?=\S)", "\n```\n\n", "\n".join([*found, "```"] if inside else found))


if __name__ == "__main__":
    print(api_page(), end="")
