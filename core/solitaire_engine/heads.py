"""The head of a variant file, read fast: what a list of all games needs, and nothing else.

The strict reader looks at every character and explains every fault, which takes a few
milliseconds a file, too long for a list of hundreds. Here all but the wanted keys is cut
out of the text first. What is left is, of most files, a few lines of the plainest kind;
of the others it goes through PyYAML's compiled parser, if there is one. Nothing is
judged: a file that is in any way unusual is left to the strict reader.
"""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import Any, Final

import yaml

from .yamlnodes import Map, Mark, Node, Scalar, Seq
from .yamltext import read_file

WANTED: Final = ("name", "aliases", "extends", "meta", "presets")
"""The keys of a head."""
MAX_BYTES: Final = 65_536

_KEY: Final = re.compile(r"([a-z_]+):(?: |$)")
_USUAL: Final = bytes(sign for sign in b"\n" + bytes(range(32, 127)) if sign not in b"&*")
"""Plain ASCII, without the signs of anchors and aliases."""
_NO_KEY: Final = re.compile(rb"\n[-%.?\[{]")
"""A line that begins no key of a plain map."""
_LINE: Final = re.compile(r"( *)(name|extends|aliases|meta|family):(?: (.*?))? *")
_WORD: Final = re.compile(r"[A-Za-z0-9](?:[\w .'()/!+-]*[\w.'()!+])?", re.ASCII)
_WORDS: Final = re.compile(rf"\[{_WORD.pattern}(?:, {_WORD.pattern})*\]", re.ASCII)


def read_head(path: Path) -> Map:
    """The map of a variant file, of which only the `WANTED` keys are certain to be there, with their places.

    Of ``meta`` only the family is. Raises VariantError as `yamltext.read_file` does, but for fewer faults.
    """
    return _fast(path) or read_file(path)


def _fast(path: Path) -> Map | None:
    """The head, or None where the file is not as plain as most."""
    # Only where PyYAML was built with the C library; its own parser would be no faster than ours.
    loader: type[yaml.CBaseLoader] | None = getattr(yaml, "CBaseLoader", None)
    try:
        # A pipe or a device would keep everybody waiting.
        if not stat.S_ISREG(path.stat().st_mode):
            return None
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        return None
    # One expression for both would take as long as all the rest of a list.
    if not 0 < len(data) <= MAX_BYTES or data.translate(None, _USUAL) or _NO_KEY.search(b"\n" + data):
        return None
    text = _cut(data.decode("ascii"))
    if (plain := _plain(text)) is not None or loader is None:
        return plain
    try:
        composed = yaml.compose(text, Loader=loader)
        root = None if composed is None else _node(composed)
    except (yaml.YAMLError, TypeError, RecursionError):
        return None
    return root if isinstance(root, Map) and isinstance(root.get("name"), Scalar) else None


def _cut(text: str) -> str:
    """The text with empty lines in place of all that is not wanted, so that places stay the same.

    Of ``meta`` only the family is wanted, and its other keys are most of a head.
    """
    kept: list[str] = []
    wanted = family = False
    for line in text.split("\n"):
        if line[:1] not in ("", " ", "#"):
            key = _KEY.match(line)
            # What is no key stays, and makes the parser give up.
            wanted, family = key is None or key[1] in WANTED, line.rstrip() == "meta:"
            kept.append(line if wanted else "")
        else:
            kept.append(line if wanted and (not family or line.lstrip().startswith("family:")) else "")
    return "\n".join(kept)


def _plain(text: str) -> Map | None:
    """The map of a text that has but simple lines, a name among them; None for any other."""
    entries: dict[str, tuple[Scalar, Node]] = {}
    meta: Scalar | None = None
    for number, line in enumerate(text.split("\n"), 1):
        found = _LINE.fullmatch(line) if line else None
        if found is None:
            if line:
                return None
            continue
        indent, name, value = found.groups()
        key = Scalar(name, name, False, Mark(number, len(indent) + 1))
        if name == "meta" and not (indent or value):
            meta = key
            continue
        node = _plain_value(value or "", number, found.start(3) + 1)
        if node is None or bool(indent) != (name == "family"):
            return None
        if name == "family":
            if meta is None:
                return None
            key, node = meta, Map(((key, node),), key.mark)
        if key.text in entries:
            return None
        entries[key.text] = (key, node)
    return Map(tuple(entries.values()), Mark(1, 1)) if "name" in entries else None


def _plain_value(text: str, line: int, col: int) -> Node | None:
    """A few plain words, or a list of such in brackets; None for anything else."""
    if _WORD.fullmatch(text):
        return Scalar(text, text, False, Mark(line, col))
    if not _WORDS.fullmatch(text):
        return None
    words = (Scalar(word[0], word[0], False, Mark(line, col + word.start())) for word in _WORD.finditer(text))
    return Seq(tuple(words), Mark(line, col))


def _node(node: Any) -> Node:
    """PyYAML's node as ours; all values are text. TypeError for a key that is no text, or a key given twice."""
    start = node.start_mark
    mark = Mark(start.line + 1, start.column + 1)
    if isinstance(node, yaml.ScalarNode):
        return Scalar(node.value, node.value, node.style is not None, mark)
    if isinstance(node, yaml.SequenceNode):
        return Seq(tuple(_node(item) for item in node.value), mark)
    if not isinstance(node, yaml.MappingNode):
        raise TypeError(node)
    entries: list[tuple[Scalar, Node]] = []
    for key, value in node.value:
        name = _node(key)
        if not isinstance(name, Scalar) or any(name.text == known.text for known, _ in entries):
            raise TypeError(key)
        entries.append((name, _node(value)))
    return Map(tuple(entries), mark)
