"""`resolve`: every game as one file that means the same, each key with where it comes from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.playing import CATALOG
from tests.program import run
from typer.testing import CliRunner

from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.cli import app
from solitaire_engine.resolving import resolved_text
from solitaire_engine.variant import load_variant
from solitaire_engine.yamlnodes import Map, Node, Scalar, Seq
from solitaire_engine.yamltext import read_text
from solitaire_engine.yamlwriting import flow_text

FILES = sorted({entry.file for entry in CATALOG.entries})


def resolved(
    file: Path, preset: str | None = None, catalog: Catalog = CATALOG, values: Mapping[str, str] | None = None
) -> str:
    return resolved_text(file, catalog.beside(file), catalog.host, preset, values or {})


def comments(text: str) -> dict[str, str]:
    """The comment behind each line, by the line."""
    found = (re.fullmatch(r"(.*\S)\s+# (.*)", line) for line in text.splitlines() if not line.startswith("#"))
    return {each[1].strip(): each[2] for each in found if each}


def with_defaults(text: str) -> str:
    """The text with the keys that stand as comments with their defaults."""
    return re.sub(r"(?m)^( *)# (\S+: .*?\S) +# default$", r"\1\2", text)


@pytest.mark.parametrize(
    ("first", "step"), [(0, 8), *(pytest.param(first, 8, marks=pytest.mark.long) for first in range(1, 8))]
)
def test_what_is_printed_is_the_same_game_without_any_other_file(first: int, step: int, tmp_path: Path) -> None:
    for entry in CATALOG.entries[first::step]:
        path = tmp_path / f"{entry.id}.yaml"
        path.write_text(resolved(entry.file, entry.preset), "utf-8")
        told, known = load_variant(path, lambda _: None, CATALOG.host), CATALOG.load(entry.id)
        assert told.hash == known.hash, entry.id
        assert (told.name, told.aliases, told.meta) == (known.name, known.aliases, known.meta), entry.id
        assert (told.layout, told.text, told.plugins) == (known.layout, known.text, known.plugins), entry.id


@pytest.mark.parametrize("file", FILES[::15], ids=lambda file: file.stem)
def test_the_defaults_that_stand_as_comments_are_what_the_keys_are_without_them(file: Path, tmp_path: Path) -> None:
    path = tmp_path / file.name
    path.write_text(with_defaults(resolved(file)), "utf-8")
    full, known = load_variant(path, lambda _: None, CATALOG.host), CATALOG.load(file.stem)
    assert len(full.document) >= len(known.document)
    assert (full.auto, full.base, full.pack) == (known.auto, known.base, known.pack)
    for group, other in zip(full.groups, known.groups, strict=True):
        for key in ("count", "builds", "gap", "starts", "accept", "maximum", "noun"):
            assert getattr(group, key) == getattr(other, key), (group.name, key)
        assert group.lift.word.name == other.lift.word.name


@pytest.mark.parametrize("values", [{"draw": "1"}, {"score": "vegas", "gap": "any"}, {"redeals": "0", "back": "none"}])
def test_values_of_parameters_are_put_in(values: Mapping[str, str], tmp_path: Path) -> None:
    path = tmp_path / "klondike.yaml"
    path.write_text(resolved(bundled_folder() / "klondike.yaml", values=values), "utf-8")
    known = CATALOG.load("klondike", values)
    assert load_variant(path, lambda _: None, CATALOG.host).hash == known.hash


def test_every_key_has_the_file_and_line_that_it_comes_from(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(
        "schema: 1\nname: Base\nparams:\n  width: {default: 4, choices: [4, 5]}\n  hard:\n    default: 'off'\n"
        "    choices: {'off': ~, 'on': {auto: none}}\npiles:\n  foundation: {kind: foundation}\n"
        "  tableau: {kind: tableau, count: $width, build: down suit}\ndeal:\n  - {to: tableau, cards: rest}\n",
        "utf-8",
    )
    (tmp_path / "child.yaml").write_text(
        "schema: 1\nname: Child\nextends: base\npiles:\n  tableau:\n    build: down any\n"
        "presets:\n  wide: {name: Wide, with: {width: 5}, piles: {tableau: {gap: K}}}\n",
        "utf-8",
    )
    catalog = Catalog([tmp_path], CATALOG.host)
    told = comments(resolved(tmp_path / "child.yaml", "wide", catalog, {"hard": "on"}))
    assert told == {
        "schema: 1": "from child.yaml:1",
        "name: Wide": "preset wide, from child.yaml:8",
        "kind: foundation": "from base.yaml:9",
        "kind: tableau": "from base.yaml:10",
        "count: 5": "parameter width=5, from base.yaml:10",
        "build: down any": "from child.yaml:6",
        "gap: K": "preset wide, from child.yaml:8",
        "deal:": "from base.yaml:11",
        "- {to: tableau, cards: rest}": "from base.yaml:12",
        "auto: none": "parameter hard=on, from base.yaml:7",
        "# count: 4": "default",
        "# build: up suit": "default",
        "# start: base": "default",
        "# lift: none": "default",
        "# accept: single": "default",
        "# max: 13": "default",
        "# lift: top": "default",
        "# accept: group": "default",
    }


def test_the_heading_says_from_which_files_and_with_which_choices(tmp_path: Path) -> None:
    done = run(tmp_path, "resolve", "klondike?draw=1")
    assert (done.returncode, done.stderr) == (0, "")
    head = [line for line in done.stdout.splitlines() if line.startswith("# ")]
    assert head[:4] == [
        "# Klondike, as it is played: nothing here needs another file.",
        f"# Made from {bundled_folder() / 'klondike.yaml'}.",
        "# parameter draw=1, given; choices: 1, 3",
        "# parameter redeals=unlimited, default; choices: 0, 1, 2, unlimited",
    ]
    preset = run(tmp_path, "resolve", "Klondike (Vegas)").stdout
    assert "# parameter score=vegas, set by the preset klondike_vegas; choices: none, standard, vegas\n" in preset


def test_what_is_printed_can_be_kept_and_checked(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(run(tmp_path, "resolve", "agnes_aces").stdout, "utf-8")
    done = run(tmp_path, "check", "mine.yaml", "--short")
    assert (done.returncode, done.stdout, done.stderr) == (0, "mine.yaml: good; 3 games played\n", "")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("klondik",), "there is no variant 'klondik'; did you mean 'klondike'?"),
        (("klondike:7",), "a file is that of a game, not of a deal; leave :7 out"),
        (("klondike", "-p", "draw=2"), "draw=2 is not offered; choices: 1, 3"),
        (("bad.yaml",), "bad.yaml:3:1: pils: "),
        (("none.yaml",), "none.yaml: there is no such file; check the name and the folder"),
    ],
)
def test_what_cannot_be_resolved_gets_a_line(
    args: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.yaml").write_text("schema: 1\nname: Bad\npils: {}\nextends: klondike\n", "utf-8")
    done = CliRunner().invoke(app, ["resolve", *args])
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.splitlines()[0].startswith(f"solitaire: {message}")


def same(node: Node, other: Node) -> bool:
    """Whether two nodes say the same, wherever they stand."""
    if isinstance(node, Map) and isinstance(other, Map):
        pairs = zip(node.entries, other.entries, strict=True)
        return all(key.text == key2.text and same(value, value2) for (key, value), (key2, value2) in pairs)
    if isinstance(node, Seq) and isinstance(other, Seq):
        return all(map(same, node.items, other.items))
    assert isinstance(node, Scalar) and isinstance(other, Scalar)
    return (type(node.value), node.value) == (type(other.value), other.value)


@pytest.mark.parametrize(
    "value",
    [
        "7", "-1", '"7"', "true", '"true"', '"yes"', "~", '"~"', '""', '"a: b"', "'it''s'", '"#1"', '"- x"', '"1.5"',
        '"12:30"', "down alternate", "1..7", '"$name"', "$name", '"line\\nbreak"', '"Réussite"', "{a: [1, {b: ~}]}",
        '{"10": x, "a b": y}', "[]", "{}", '" lead"', '"tab\\there"', '"a, b"', '"]"', '"0x10"', '"null"', "Who's, it?",
    ],
)  # fmt: skip
def test_a_value_is_written_so_that_it_is_read_as_the_same(value: str) -> None:
    node = read_text(f"key: {value}\n", "one").get("key")
    assert node is not None
    again = read_text(f"key: {flow_text(node)}\nlist: [{flow_text(node)}]\n", "two")
    single, listed = again.get("key"), again.get("list")
    assert single is not None and same(single, node)
    assert isinstance(listed, Seq) and same(listed.items[0], node)
