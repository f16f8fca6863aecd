"""YAML that the strict reader reads back as the same values: one key a line, each with a comment if there is one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from .yamlnodes import Map, Node, Scalar, Seq, looks_boolean, resolve

Comment = Callable[[Scalar | None, Node], str]
"""What to say of a key with its value, or of an item of a list, which has no key; empty for nothing."""

WIDEST: Final = 64
"""Comments stand in one column, unless the line before one is wider than this."""

_PLAIN: Final = re.compile(r"[A-Za-z0-9_$](?:[\w .$/+()!*'-]*[\w.$/+()!*'-])?|-[0-9]+", re.ASCII)
_KEY: Final = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)


def scalar_text(node: Scalar) -> str:
    """A single value as it stands in a file, in quotes where it would mean something else without."""
    if node.value is None:
        return "~"
    if not node.quoted and _PLAIN.fullmatch(node.text) and not looks_boolean(node):
        value, advice = resolve(node.text)
        if advice is None and value == node.value and type(value) is type(node.value):
            return node.text
    if isinstance(node.value, str):
        return json.dumps(node.value, ensure_ascii=False)
    return node.text


def flow_text(node: Node) -> str:
    """A value on one line."""
    if isinstance(node, Map):
        return "{" + ", ".join(f"{key_text(key)}: {flow_text(value)}" for key, value in node.entries) + "}"
    if isinstance(node, Seq):
        return "[" + ", ".join(flow_text(item) for item in node.items) + "]"
    return scalar_text(node)


def key_text(key: Scalar) -> str:
    """A key as it stands in a file."""
    plain = _KEY.fullmatch(key.text) or re.fullmatch(r"[0-9]{1,3}", key.text)
    return key.text if plain else json.dumps(key.text, ensure_ascii=False)


def block_lines(key: Scalar, value: Node, depth: int, comment: Comment, indent: int = 0) -> Iterator[tuple[str, str]]:
    """The lines of a key with its value, each with its comment.

    Maps have a line for each key down to `depth`, and lists a line for each item if one is a map or long.
    """
    pad, name = " " * indent, key_text(key)
    if isinstance(value, Map) and depth and value.entries:
        yield f"{pad}{name}:", ""
        for inner, part in value.entries:
            yield from block_lines(inner, part, depth - 1, comment, indent + 2)
    elif isinstance(value, Seq) and _needs_lines(value):
        yield f"{pad}{name}:", comment(key, Seq((), value.mark))
        for item in value.items:
            yield f"{pad}  - {flow_text(item)}", comment(None, item)
    else:
        yield f"{pad}{name}: {flow_text(value)}", comment(key, value)


def _needs_lines(node: Seq) -> bool:
    texts = [flow_text(item) for item in node.items]
    return any(isinstance(item, Map) for item in node.items) or any(len(text) > 40 for text in texts)


def laid_out(lines: Iterable[tuple[str, str]]) -> str:
    """The lines with their comments in a column, as the text of a file."""
    told = list(lines)
    widths = [len(line) for line, comment in told if comment and len(line) <= WIDEST]
    column = max(widths, default=0)
    rows = (f"{line:{column}}  # {comment}" if comment else line for line, comment in told)
    return "\n".join([*rows, ""])
