"""The JSON Schema of variant files and the engine agree: whatever the engine accepts the schema accepts.

The other way round the schema cannot know everything; tests/data/engine_only.yaml has every problem of the
bad files that the engine alone tells. `python -m tests.test_json_schema` writes it anew: read the difference.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from tests import odd_words
from tests.bad_files import CASES, expected, finder, shown
from tests.bad_files import FOLDER as BAD_FILES
from tests.bad_files import host as bad_host
from tests.fake_plugins import DATA, host_with, plugin, point
from tests.program import run
from tests.test_schema import ALL_KEYS, TABLES
from tests.test_variant_fuzz import VALUES, broken, spoilt

from solitaire_engine.catalog import default_catalog
from solitaire_engine.checking import check_source
from solitaire_engine.errors import Problem, SolitaireError, VariantError
from solitaire_engine.host import Host
from solitaire_engine.json_schema import FILE_NAME, TITLE, header, json_schema, only_bundled, write_schema
from solitaire_engine.json_types import Schema, Values
from solitaire_engine.reading import BAD, Report, Type
from solitaire_engine.schema import DEFAULTS, KEYS, PilesType
from solitaire_engine.values import Anything
from solitaire_engine.words import Gap, StockDeal, Word
from solitaire_engine.yamlnodes import Node, to_plain
from solitaire_engine.yamltext import read_file, read_text

ROOT = Path(__file__).parents[1]
ENGINE_ONLY = Path(__file__).parent / "data" / "engine_only.yaml"
GOOD_FILES = [*sorted((ROOT / "variants").glob("*.yaml")), *sorted((ROOT / "tests/data/variants").glob("*.yaml"))]
WHOLE = """\
schema: 1
name: Whole
piles:
  foundation: {kind: foundation}
  tableau: {kind: tableau, count: 4%s}
deal: [{to: tableau, each: 13}]
%s"""


@cache
def host() -> Host:
    """All installed plugins, and the words that only the tests have."""
    return host_with(odd_words.EntryPoint())


@cache
def validator(words: Host | None = None) -> Draft202012Validator:
    return Draft202012Validator(json_schema(words or host()))


def errors(document: Any, words: Host | None = None) -> list[ValidationError]:
    """What the schema says against a document."""
    return list(validator(words).iter_errors(document))


def read(text: str) -> Any:
    """A text as the engine reads it, without places."""
    return to_plain(read_text(text, "example.yaml"))


def said(path: Path) -> tuple[Problem, ...]:
    """What the engine says against a file, its choices and its presets."""
    return check_source(path, default_catalog().beside(path), host())


# What the engine accepts


def test_the_schema_is_a_good_one_of_its_dialect() -> None:
    Draft202012Validator.check_schema(json_schema(host()))


@pytest.mark.parametrize("path", GOOD_FILES, ids=[path.stem for path in GOOD_FILES])
def test_every_file_of_the_catalogue_and_of_the_tests_is_accepted(path: Path) -> None:
    assert [f"{error.json_path}: {error.message}" for error in errors(read_file_plain(path))] == []


def read_file_plain(path: Path) -> Any:
    return to_plain(read_file(path))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mutations")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(file=st.sampled_from(GOOD_FILES), seed=st.integers(0, 2**32), times=st.integers(0, 3), typed=st.booleans())
def test_a_mutated_file_that_the_schema_rejects_the_engine_rejects(
    folder: Path, file: Path, seed: int, times: int, typed: bool
) -> None:
    chance = random.Random(seed)
    text = file.read_text("utf-8")
    if typed:
        for _ in range(times):
            text = broken(text, chance)
    else:
        document = yaml.safe_load(text)
        for _ in range(times):
            document = spoilt(document, chance)
        text = yaml.safe_dump(document, sort_keys=False, allow_unicode=True)
    path = folder / file.name
    path.write_text(text, "utf-8")
    try:
        document = read_file_plain(path)
    except VariantError:
        return
    found = errors(document)
    if found and not said(path):
        pytest.fail(f"{found[0].json_path}: {found[0].message[:300]}\n{text}")


def in_yaml(value: object) -> str:
    """A value as a file has it on one line."""
    return yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=10**6).split("\n...")[0]


TEXTS = (
    *(in_yaml(value) for value in VALUES if not isinstance(value, float) and value != 10**12),
    *(key.example for keys in TABLES.values() for key in keys.values() if key.example),
    "A", "10", '"10"', "T", "t", "ten", "KING", "1", '" K "', "2", "-5", "0", "K-A", "A - 10", "9-2",
    "down", "down suit dead K base", "up alternate or down suit", "updown any by 02", "updown any by 0",
    "down suit by", "down suit suit", "any or none", "down or or up", "1..1", "2..4", "4..2", "01..7",
    "peaks 9x9", "inverted  3", "pyramid 3x2", "unlimited", "[1, 2]", "[0]", "[$draw, 1]", "{by: down}",
    "{by: any, dir: down}", "{match: suit}", "{to: waste, count: 2, each: 2}", "{to: waste, close_up: 1}",
    "{to: waste, by: row, each: [1, 2]}", "{to: waste, by: to_the_ends}", "{to: waste, each: 0}",
    "{chosen: tableau}", "{chosen: [], more: 1}",
    "[{cards: 2, rank: K}]", "[{cards: 1..1, rank: K}]", "[{cards: 3, by: any}]", "[{cards: 2}]",
    "{times: 2, gather: tableau}", "{empty: [a], left: 2}", "{home: 10}", "standard", "{start: -52}",
    "[[A, K], Q]", "[any, K]", "{accept: [A, any]}", "{from: [], by: red}", "x" * 100, "x" * 101, "' '",
)  # fmt: skip


def nodes() -> dict[str, Node]:
    """The values of TEXTS as the engine reads them; some are refused before anybody asks what they are for."""
    found: dict[str, Node] = {}
    for text in TEXTS:
        try:
            root = read_text(f"key: {text}\n", "example.yaml")
        except VariantError:
            continue
        node = root.get("key")
        # The value of a parameter is not known here.
        if node is not None and "$" not in text:
            found[text] = node
    return found


def is_read(kind: Type, node: Node) -> bool:
    report = Report("example.yaml", host().words)
    return kind.read(node, "key", report) is not BAD and not report.problems


def types() -> dict[str, tuple[Type, Draft202012Validator]]:
    """The types of all keys, each with its schema, once where several keys have the same."""
    found: dict[str, tuple[Type, Draft202012Validator]] = {}
    for table, name in ALL_KEYS:
        kind = TABLES[table][name].type
        if not isinstance(kind, PilesType | Anything):
            values = Values(host())
            schema = values.of(kind)
            text = f"{type(kind).__name__} {json.dumps([schema, values.defs])}"
            found.setdefault(text, (kind, Draft202012Validator({**schema, "$defs": values.defs})))
    return found


def test_a_value_that_a_type_reads_its_schema_accepts_and_what_else_it_accepts_is_known() -> None:
    loose: dict[str, set[str]] = {}
    whole_types, all_nodes = types(), nodes()
    for kind, accepts in whole_types.values():
        for text, node in all_nodes.items():
            accepted = accepts.is_valid(to_plain(node))
            if is_read(kind, node):
                assert accepted, f"{type(kind).__name__}: {text}"
            elif accepted:
                loose.setdefault(type(kind).__name__, set()).add(text)
    assert len(whole_types) > 40 and len(all_nodes) > 150
    # The order of two numbers, sizes of shapes, points that grow by going round in a circle.
    assert loose == {
        "CardsNumber": {"4..2"},
        "RanksType": {"9-2"},
        "ShapeType": {"peaks 9x9", "pyramid 3x2"},
        "SpanType": {"999..1"},
        "ScoreType": {"{home: 10}"},
    }


@pytest.mark.parametrize("more", ["take: A, each: 1", "each: 13, cards: 52", "each: 13, up: 1, down: 1", "up: 1"])
def test_keys_of_a_deal_step_that_exclude_one_another_do_so_in_both(more: str, tmp_path: Path) -> None:
    path = tmp_path / "whole.yaml"
    path.write_text((WHOLE % ("", "")).replace("each: 13", more), "utf-8")
    assert said(path)
    assert next(error.json_path for error in errors(read_file_plain(path))).startswith("$.deal[0]")


def test_a_value_that_every_choice_replaces_is_judged_by_the_schema_alone(tmp_path: Path) -> None:
    """The one exception: the engine never looks at such a value, and a schema cannot know that it is replaced."""
    choices = "params: {x: {default: a, choices: {a: {piles: {tableau: {gap: K}}}, b: {piles: {tableau: {gap: Q}}}}}}\n"
    path = tmp_path / "whole.yaml"
    path.write_text(WHOLE % (", gap: nonsense", choices), "utf-8")
    assert said(path) == ()
    assert [error.json_path for error in errors(read_file_plain(path))] == ["$.piles.tableau.gap"]


@pytest.mark.parametrize(
    ("more", "good"),
    [
        ("", True),
        ("meta: ~\n", False),
        ("extends: klondike\nmeta: ~\n", True),
        ("extends: klondike\npiles: {tableau: ~, waste: {lift: ~}}\n", True),
        ("extends: klondike\nname: ~\n", False),
        ("params: {x: {default: a, choices: {a: ~, b: {meta: ~, piles: {tableau: {gap: ~}}}}}}\n", True),
        ("params: {x: {default: a, choices: {a: ~, b: {name: Other}}}}\n", False),
        ("params: {x: {choices: [1, 2]}}\n", False),
        ("extends: klondike\nparams: {draw: {default: 1}}\n", True),
        ("presets: {other: {name: Other, with: {x: 1}, deal: ~}}\n", True),
        ("presets: {other: {with: {x: 1}}}\n", False),
        ("presets: {Other: {name: Other}}\n", False),
    ],
)
def test_what_may_be_removed_or_left_out_depends_on_what_there_is_to_inherit(more: str, good: bool) -> None:
    document = {**read(WHOLE % ("", "")), **(read(more) if more else {})}
    assert (errors(document) == []) is good


def test_keys_of_a_group_are_those_of_its_kind_unless_that_is_not_known_yet() -> None:
    document = read(WHOLE % (", redeals: 2", ""))
    assert [error.json_path for error in errors(document)] == ["$.piles.tableau"]
    for kind in ("$kind", None):
        document["piles"]["tableau"]["kind"] = kind
        if kind is None:
            del document["piles"]["tableau"]["kind"]
            document["extends"] = "klondike"
        assert errors(document) == []


def test_the_engines_reader_decides_what_a_scalar_is() -> None:
    """Keys are texts, yes and no are texts, ~ is nothing, 10 is a number that stands for a rank too."""
    text = "10: yes\ntrue: ~\na: 10\nb: '10'\nc: on\nd: true\ne: null\nf: 1..7\n"
    assert read(text) == {"10": "yes", "true": None, "a": 10, "b": "10", "c": "on", "d": True, "e": None, "f": "1..7"}
    for value in ("10", '"10"', "T"):
        assert errors(read(WHOLE % (f", gap: {value}", ""))) == []
    for value in ("yes", '"true"', "1"):
        assert errors(read(WHOLE % ("", "") + f"auto: {value}\n"))
        assert errors(read((WHOLE % ("", "")).replace("kind: foundation}", f"kind: foundation, auto: {value}}}")))
    assert errors(read(WHOLE % ("", "aliases: [7, true]\n"))) == []


# What the engine alone can know


def engine_only() -> dict[str, list[str]]:
    """The problems of the bad files at whose places the schema finds no fault, by case."""
    alone: dict[str, list[str]] = {}
    for case in CASES:
        path = BAD_FILES / f"{case}.yaml"
        try:
            document = read_file_plain(path)
        except VariantError:
            continue
        places = {place(error.absolute_path) for top in errors(document, bad_host()) for error in whole(top)}
        problems = check_source(path, finder(BAD_FILES), bad_host())
        told = [shown(problem) for problem in problems if not blamed(problem, places)]
        if told:
            alone[case] = [re.sub(r"; (allowed|keys|groups|parameters)\b.*", "", text) for text in told]
    return alone


def whole(error: ValidationError) -> Iterator[ValidationError]:
    """An error with those it is made of."""
    yield error
    for part in error.context or ():
        yield from whole(part)


def place(path: Any) -> str:
    """A path as the engine writes it."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def blamed(problem: Problem, places: set[str]) -> bool:
    """Whether the schema finds fault there, or with the map in which a key is missing or unknown."""
    holder, _, _ = problem.path.rpartition(".")
    of_map = re.search("is not a key|is missing|not both|same thing|is no name for|given twice", problem.message)
    return problem.path in places or (of_map is not None and holder in places)


def test_the_problems_of_the_bad_files_that_only_the_engine_finds_are_known() -> None:
    assert engine_only() == yaml.safe_load(ENGINE_ONLY.read_text("utf-8"))


def test_the_schema_finds_most_of_what_one_value_or_map_can_be_wrong_about() -> None:
    alone, all_told = engine_only(), expected()
    told = {case: len(lines) for case, lines in all_told.items()}
    finds = sum(told[case] - len(alone.get(case, ())) for case in told)
    assert finds > 250  # of nearly 400
    # A word or key that nobody has, a value of the wrong type: never the engine's alone, unless it is inherited,
    # or a transfer's word, which may be missing.
    texts = [text for lines in alone.values() for text in lines if not re.search(r"^parents/|for a transfer$", text)]
    assert not [text for text in texts if re.search(r"there is no word '\w|is not a key of|must be (a map|true)", text)]


# What editors tell


def test_every_key_is_explained_with_its_purpose_its_value_and_an_example_that_is_right() -> None:
    checked = Counter[str]()
    whole_schema: Any = json_schema(host())
    for path, schema in maps(whole_schema):
        for name, key in schema["properties"].items():
            if not isinstance(key, dict) or "description" not in key:
                continue
            for example in key.get("examples", ()):
                part = Draft202012Validator({**key, "$defs": whole_schema["$defs"]})
                assert part.is_valid(example), f"{path}.{name}"
                checked[name] += 1
    for table, name in ALL_KEYS:
        assert checked[name] or TABLES[table][name].example == "some_word", f"{table}.{name}"


def maps(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every part of a schema that tells of keys with descriptions."""
    if isinstance(schema, dict):
        if any("description" in each for each in values_of(schema.get("properties"))):
            yield path, schema
        for name, part in schema.items():
            yield from maps(part, f"{path}.{name}")
    elif isinstance(schema, list):
        for part in schema:
            yield from maps(part, path)


def values_of(properties: Any) -> list[dict[str, Any]]:
    return [each for each in properties.values() if isinstance(each, dict)] if isinstance(properties, dict) else []


def test_every_group_key_says_what_it_is_where_the_file_does_not() -> None:
    defs: Any = json_schema(host())["$defs"]
    for kind, usual in DEFAULTS.items():
        for name, text in usual.items():
            if name in KEYS[kind]:
                assert str(defs[kind]["properties"][name].get("default", "")) == text, f"{kind}.{name}"


def test_every_word_is_offered_with_what_it_means_those_of_plugins_too() -> None:
    offered = {entry["const"]: entry["description"] for entry in constants(json_schema(host()))}
    for word, owner in host().words.all():
        if word.kind not in ("direction", "match"):
            assert offered[word.name].endswith("." if owner == "core" else f"(the plugin {owner})."), word.name
    assert offered["down alternate"] == "Built down in alternating colours."


def constants(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if "const" in schema and "description" in schema:
            yield schema
        for part in schema.values():
            yield from constants(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from constants(part)


def test_a_plugins_words_and_arguments_are_known_where_it_is_installed_and_nowhere_else() -> None:
    words: tuple[Word, ...] = (
        Gap(name="red", takes=lambda card, base: True, rule="a red card"),
        StockDeal(name="fan", counts=lambda stock, targets, args: [1], keys={"width": 3, "slow": False}),
    )
    more = host_with(point("painted", plugin(*words)))
    deal = {"kind": "stock", "deal": {"by": "fan", "to": "tableau", "width": 2, "slow": True}}
    for key, value in (("gap", "red"), ("stock", deal)):
        document = read(WHOLE % ("", ""))
        (document["piles"] if key == "stock" else document["piles"]["tableau"])[key] = value
        assert errors(document, more) == []
        assert errors(document, only_bundled(more))
    deal["deal"]["each"] = 1  # type: ignore[index]
    document = read(WHOLE % ("", ""))
    document["piles"]["stock"] = deal
    assert errors(document, more)


def test_patterns_mean_the_same_in_the_languages_of_editors() -> None:
    found = [str(value) for value in patterns(json_schema(host()))]
    assert len(set(found)) > 8
    for pattern in found:
        assert pattern.startswith("^") or pattern == r"\S"
        assert not re.search(r"\\[^sS$.x]|\(\?[^:]|\\$", pattern), pattern
        re.compile(pattern)


def patterns(schema: Any) -> Iterator[object]:
    if isinstance(schema, dict):
        yield from (value for name, value in schema.items() if name == "pattern" and isinstance(value, str))
        for part in schema.values():
            yield from patterns(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from patterns(part)


def test_a_new_type_of_value_cannot_be_forgotten() -> None:
    class Colour(Type):
        pass

    with pytest.raises(TypeError, match="no JSON Schema for Colour; add one to json_types"):
        Values(host()).of(Colour())


# The file, and the line that names it


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("solitaire.schema.json", "solitaire.schema.json"),
        (Path("..") / "solitaire.schema.json", "../solitaire.schema.json"),
        ("https://example.org/a.json", "https://example.org/a.json"),
        (Path("/games/a b.json").absolute(), Path("/games/a b.json").absolute().as_uri()),
    ],
)
def test_the_header_names_a_file_as_editors_read_it(path: Path | str, line: str) -> None:
    assert header(path) == f"# yaml-language-server: $schema={line}"
    assert " " not in header(path).partition("$schema=")[2]


def test_a_path_with_a_space_is_written_out_as_an_address() -> None:
    assert header("a b.json") == f"# yaml-language-server: $schema={Path('a b.json').absolute().as_uri()}"


def test_a_schema_is_written_anew_in_its_place_but_never_over_something_else(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for _ in range(2):
        write_schema(path, host())
        found: Schema = json.loads(path.read_text("utf-8"))
        assert found["title"] == TITLE
    for text in ("", "{}", "[]", "name: Game\n"):
        path.write_text(text, "utf-8")
        with pytest.raises(SolitaireError, match="is there already and is no schema of variants; give another name"):
            write_schema(path, host())
        assert path.read_text("utf-8") == text
    with pytest.raises(SolitaireError, match="the schema cannot be written: there is no folder"):
        write_schema(tmp_path / "no" / "a.json", host())
    # A device or a pipe would be read for ever.
    if (endless := Path("/dev/full")).exists():
        with pytest.raises(SolitaireError, match="is there already and is no schema of variants"):
            write_schema(endless, host())
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]


# The page


EDITORS = (ROOT / "docs" / "editors.md").read_text("utf-8")
DRAFT_7 = {
    "$schema", "$ref", "additionalProperties", "allOf", "anyOf", "const", "default", "description", "else", "enum",
    "examples", "if", "items", "maxItems", "maxProperties", "maximum", "minItems", "minProperties", "minimum", "oneOf",
    "pattern", "properties", "propertyNames", "required", "then", "title", "type", "uniqueItems",
}  # fmt: skip


def test_the_schema_needs_no_checker_of_the_newest_kind() -> None:
    assert "has only keywords that draft 7 has too" in " ".join(EDITORS.split())
    used = set(keywords(json_schema(host())))
    # What editors show instead of a pattern is an annotation of theirs.
    assert used - DRAFT_7 == {"$defs", "patternErrorMessage"}


def keywords(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        for name, part in schema.items():
            yield name
            if name in ("properties", "$defs"):
                for each in part.values():
                    yield from keywords(each)
            elif name not in ("default", "examples", "enum", "const"):
                yield from keywords(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from keywords(part)


def test_the_pages_game_is_a_good_one_and_names_the_schema_that_the_command_writes(tmp_path: Path) -> None:
    (command,) = re.findall(r"(?m)^\$ solitaire (.*)$", EDITORS)
    done = run(tmp_path, *command.split())
    assert (done.returncode, done.stderr) == (0, "")
    (text,) = re.findall(r"(?s)```yaml\n(.*?)```", EDITORS)
    line = text.partition("\n")[0]
    assert line == header(FILE_NAME) and line in done.stdout.splitlines()
    path = tmp_path / "rows_of_seven.yaml"
    path.write_text(text, "utf-8")
    schema = json.loads((path.parent / line.partition("$schema=")[2]).read_text("utf-8"))
    assert Draft202012Validator(schema).is_valid(read_file_plain(path))
    assert said(path) == ()


def test_the_command_prints_writes_into_folders_and_refuses_in_one_line(tmp_path: Path) -> None:
    printed = run(tmp_path, "schema", "--no-plugins")
    assert json.loads(printed.stdout)["title"] == TITLE
    assert run(tmp_path, "schema", "--write", ".", "--no-plugins").returncode == 0
    assert (tmp_path / FILE_NAME).read_text("utf-8") == printed.stdout
    (tmp_path / "game.yaml").write_text("name: Game\n", "utf-8")
    for name, message in (("game.yaml", "is there already and is no schema"), ("no/a.json", "there is no folder")):
        done = run(tmp_path, "schema", "--write", name)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert message in done.stderr and name in done.stderr


def test_a_plugin_that_does_not_work_is_told_because_its_words_are_missing(tmp_path: Path) -> None:
    done = run(tmp_path, "schema", env={"PYTHONPATH": str(DATA / "future")})
    assert done.stderr.startswith("solitaire: without the words of the plugin 'future' (future-pack 9.1): it needs")
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("text", "value"),
    [("10", 10), ('"10"', "10"), ("yes", "yes"), ("off", "off"), ("true", True), ("~", None), ("null", None),
     ("1..7", "1..7"), ("$draw", "$draw"), ("TRUE", "TRUE"), ("Null", "Null"), (".inf", ".inf"),
     ("0o17", VariantError)],
)  # fmt: skip
def test_the_page_tells_how_values_are_read(text: str, value: object) -> None:
    assert f"`{text}`" in EDITORS
    if value is VariantError:
        with pytest.raises(VariantError):
            read(f"key: {text}\n")
    else:
        assert read(f"key: {text}\n") == {"key": value}


if __name__ == "__main__":
    head = "# Written by python -m tests.test_json_schema: what is wrong with tests/data/bad and no schema can say.\n"
    ENGINE_ONLY.write_text(head + yaml.safe_dump(engine_only(), width=10**6, allow_unicode=True), "utf-8")
