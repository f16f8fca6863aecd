"""The fast reading of heads: the same as the strict one for plain files, and left to it for all others."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.playing import CATALOG

from solitaire_engine.errors import VariantError
from solitaire_engine.heads import WANTED, read_head
from solitaire_engine.yamlnodes import Map, Node, Scalar, Seq
from solitaire_engine.yamltext import read_file

PLAIN = "schema: 1\nname: Plain\npiles:\n  tableau: {kind: tableau}\npresets:\n  other: {name: Other}\n"


def told(node: Node | None) -> object:
    """What a node says and where, all values as text."""
    if isinstance(node, Scalar):
        return node.mark, node.text
    if isinstance(node, Seq):
        return node.mark, [told(item) for item in node.items]
    return (node.mark, [(told(key), told(value)) for key, value in node.entries]) if isinstance(node, Map) else None


def heads(root: Map) -> list[object]:
    """What a list of games needs: the wanted keys, and of the meta data the family."""
    meta = root.get("meta")
    family = meta.get("family") if isinstance(meta, Map) else None
    return [told(root.get(key)) for key in WANTED if key != "meta"] + [told(family)]


@pytest.mark.parametrize("path", CATALOG.files().values(), ids=lambda path: path.stem)
def test_the_head_of_every_file_is_what_the_strict_reader_finds(path: Path) -> None:
    head, whole = read_head(path), read_file(path)
    assert heads(head) == heads(whole)
    # Keys that are not wanted were not even read: the file is one for the fast reading.
    assert head.get("piles") is None


def test_a_head_keeps_the_places_of_its_keys(tmp_path: Path) -> None:
    path = tmp_path / "plain.yaml"
    path.write_text(PLAIN, "utf-8")
    presets = read_head(path).get("presets")
    assert isinstance(presets, Map)
    ((key, _),) = presets.entries
    assert (key.text, key.mark.line, key.mark.col) == ("other", 6, 3)


@pytest.mark.parametrize(
    "text",
    [
        "{schema: 1, name: Flow}",
        "---\nschema: 1\nname: Document\n",
        "schema: 1\nname: &a Anchor\naliases: [*a]\n",
        "schema: 1\n'name': Quoted\npiles: {}\n",
        "\ufeffschema: 1\nname: Mark\n",
        "schema: 1\nname: Réussite\naliases: [Patience à la carte]\n",
        PLAIN.replace("\n", "\r\n"),
    ],
)
def test_the_head_of_a_file_that_is_not_plain_is_right_too(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.yaml"
    path.write_bytes(text.encode())
    head, whole = read_head(path), read_file(path)
    assert heads(head) == heads(whole)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name: [",
        "schema: 1\n",
        "name: a: b\n",
        "name: Twice\nname: Twice\n",
        "name: Tab\n\tmeta: {}\n",
        "just words\n",
    ],
)
def test_a_head_that_cannot_be_read_has_the_strict_readers_problems(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(text, "utf-8")
    try:
        expected = told(read_file(path))
    except VariantError as error:
        with pytest.raises(VariantError) as caught:
            read_head(path)
        assert caught.value.problems == error.problems
    else:
        assert told(read_head(path)) == expected
