"""The language of variant files: what groups have by default, how values are written, and the page that tells it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest
import yaml
from tests.bad_files import finder, host

import solitaire_engine as se
from solitaire_engine.catalog import default_catalog
from solitaire_engine.checking import check_source
from solitaire_engine.definitions import CHOSEN, DEALT, UNLIMITED, BuildRule, Group
from solitaire_engine.errors import VariantError
from solitaire_engine.game_words import REDEAL, REMOVAL, SCORE, WIN
from solitaire_engine.grammar import BUILD, DEAL, GAP, LIFT, LIMIT
from solitaire_engine.reading import BAD, Key, Report
from solitaire_engine.schema import DEAL_STEP, DECK, KEYS, KINDS, META, PARAM, PRESET, TOP, TRANSFER
from solitaire_engine.schema_docs import schema_page
from solitaire_engine.variant import load_variant
from solitaire_engine.words import Build, Gap, Lift
from solitaire_engine.yamlnodes import MAX_ALIASES, MAX_DEPTH
from solitaire_engine.yamltext import MAX_BYTES, read_text

DOCS = Path(__file__).parents[1] / "docs"
TABLES = {
    "top": TOP,
    **{f"piles.{kind}": keys for kind, keys in KEYS.items()},
    **{record.what: record.keys for record in (META, DECK, DEAL_STEP, TRANSFER, REMOVAL, REDEAL, SCORE, WIN)},
    **{record.what: record.keys for record in (BUILD, LIFT, LIMIT, GAP)},
    "stock deal": DEAL,
    "param": PARAM,
    "preset": PRESET,
}
ALL_KEYS = [(table, name) for table, keys in TABLES.items() for name in keys]
BASE = """\
schema: 1
name: Base
piles:
  foundation: {kind: foundation}
  tableau: {kind: tableau, count: 4%s}
deal: [{to: tableau, each: 13}]
"""


@pytest.fixture
def groups(tmp_path: Path) -> dict[str, Group]:
    """One group of each kind, with nothing said but what must be."""
    text = """\
schema: 1
name: Plain
deck: {packs: 2}
piles:
  stock: {kind: stock, deal: {to: waste}}
  waste: {kind: waste}
  foundation: {kind: foundation}
  cell: {kind: cell}
  reserve: {kind: reserve}
  tableau: {kind: tableau}
  discard: {kind: discard}
deal: [{to: tableau, each: 13}]
"""
    path = tmp_path / "plain.yaml"
    path.write_text(text, "utf-8")
    return {group.kind: group for group in load_variant(path, finder(tmp_path), host()).groups}


DEFAULTS = {
    # kind: count, build, lift, gap, accept, most cards, noun
    "stock": (1, "not at all", "none", "none", "none", 0, "stock"),
    "waste": (1, "not at all", "top", "none", "none", 0, "waste"),
    "foundation": (8, "up in suit", "none", "none", "single", 13, "foundation"),
    "cell": (1, "not at all", "top", "any", "single", 1, "cell"),
    "reserve": (1, "not at all", "top", "none", "none", 0, "reserve"),
    "tableau": (1, "not at all", "top", "any", "group", 0, "tableau pile"),
    "discard": (1, "not at all", "none", "none", "none", 0, "discard pile"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_group_that_says_nothing_has_what_its_kind_has(kind: str, groups: dict[str, Group]) -> None:
    group = groups[kind]
    word = group.gap.word
    assert word is not None
    found = (group.count, group.builds[0].phrase, group.lift.word.name, word.name, group.accept, group.maximum)
    assert (*found, group.noun) == DEFAULTS[kind]
    assert (group.limit, group.sources, group.targets, group.when, group.redeals) == (None, None, None, "always", 0)


def test_foundations_start_with_the_base_and_go_round_only_from_another_one(tmp_path: Path) -> None:
    for base, wraps in (("A", False), ("7", True), ("dealt", True), ("chosen", True)):
        text = BASE % "" + f"base: {base}\n"
        if base == "dealt":
            steps = "cards: 51}, {to: foundation, cards: 1, sets_base: true}"
            text = text.replace("each: 13}", steps)
        path = tmp_path / "base.yaml"
        path.write_text(text, "utf-8")
        foundation = load_variant(path, finder(tmp_path), host()).group("foundation")
        assert foundation.builds[0].wrap is wraps, base
        assert foundation.starts[0].word is host().words.get(Gap, "base")


def read(table: str, name: str, text: str) -> object:
    """The value of one key, read by the type that its table has."""
    kind = TABLES[table][name].type
    node = read_text(f"key: {text}\n", "example").get("key")
    assert node is not None
    report = Report("example", host().words)
    value = kind.read(node, name, report)
    assert bool(report.problems) == (value is BAD)
    return value


@pytest.mark.parametrize(("table", "name"), ALL_KEYS, ids=[f"{table}.{name}" for table, name in ALL_KEYS])
def test_every_key_is_documented_with_an_example_that_is_right(table: str, name: str) -> None:
    key: Key = TABLES[table][name]
    assert key.doc and key.example
    assert "\n" not in key.doc and not key.doc.endswith(".")
    assert key.type.expects != "a value"
    if key.example != "some_word":
        assert read(table, name, key.example) is not BAD


@pytest.mark.parametrize("text", ["10", '"10"', "T", "t", "ten"])
def test_a_rank_is_the_same_rank_however_it_is_written(text: str) -> None:
    for table, name in (("piles.tableau", "gap"), ("a removal", "rank"), ("top", "base")):
        value = read(table, name, text)
        assert getattr(value, "ranks", (value,)) == (9,)


def test_lists_of_ranks_mean_their_ranks_in_order() -> None:
    rule = read("piles.tableau", "gap", '[A, 10, "J", K]')
    assert getattr(rule, "ranks", None) == (0, 9, 10, 12)


def test_bases_are_ranks_or_come_with_the_game(tmp_path: Path) -> None:
    path = tmp_path / "base.yaml"
    found: list[int] = []
    for base in ("K", "chosen", "{chosen: [tableau]}"):
        path.write_text(BASE % "" + f"base: {base}\n", "utf-8")
        found.append(load_variant(path, finder(tmp_path), host()).base)
    assert found == [12, CHOSEN, CHOSEN]
    assert DEALT not in found


@pytest.mark.parametrize(
    ("text", "phrase", "wrap"),
    [
        ("down alternate", "down in alternating colours", False),
        ("up suit wrap", "up in suit", True),
        ("updown any by 2", "up or down by twos regardless of suit", False),
        ("{dir: down, match: suit, wrap: true, step: 2}", "down by twos in suit", True),
        ("none", "not at all", False),
    ],
)
def test_building_rules_are_written_in_words_or_as_a_map(text: str, phrase: str, wrap: bool) -> None:
    rules = read("piles.tableau", "build", text)
    assert isinstance(rules, tuple)
    (rule,) = rules
    assert (rule.phrase, rule.wrap) == (phrase, wrap)


@pytest.mark.parametrize(
    ("text", "dead", "base"),
    [
        ("down suit", (), False),
        ("down suit dead K", (12,), False),
        ("down suit dead base", (), True),
        ("down alternate wrap dead base K", (12,), True),
        ("updown any by 2 dead A base K", (0, 12), True),
    ],
)
def test_what_takes_nothing_are_ranks_or_the_base_rank_or_both(text: str, dead: tuple[int, ...], base: bool) -> None:
    for table, name in (("piles.tableau", "build"), ("piles.foundation", "build")):
        rules = read(table, name, text)
        assert isinstance(rules, tuple)
        (rule,) = rules
        assert (rule.dead, rule.dead_base, rule.minds_base) == (dead, base, base)
    (either,) = cast(tuple[BuildRule], read("piles.tableau", "build", f"same any or {text}"))
    assert (either.dead_base, either.minds_base) == (False, base)


def test_a_word_of_its_own_may_be_named_alone_or_under_by() -> None:
    words = host().words
    for text in ("any", "{by: any}"):
        rules = read("piles.tableau", "build", text)
        assert isinstance(rules, tuple)
        assert rules[0].word is words.get(Build, "any")
        assert getattr(read("piles.tableau", "gap", text), "word", None) is words.get(Gap, "any")
        assert getattr(read("piles.tableau", "lift", text), "word", None) is words.get(Lift, "any")


def test_redeals_are_a_number_or_unlimited() -> None:
    assert read("piles.stock", "redeals", "2") == 2
    assert read("piles.stock", "redeals", "unlimited") == UNLIMITED


def test_yes_and_no_are_words_and_no_truth_values() -> None:
    assert read("top", "name", "Yes") == "Yes"
    assert read("piles.foundation", "auto", "yes") is BAD
    assert read("piles.foundation", "auto", "true") is True


def test_a_group_with_a_rule_for_each_pile_has_them_in_order(tmp_path: Path) -> None:
    path = tmp_path / "base.yaml"
    rules = ", build: [down suit, down alternate, up suit, none]"
    path.write_text(BASE % rules, "utf-8")
    tableau = load_variant(path, finder(tmp_path), host()).group("tableau")
    assert [tableau.build_of(place).phrase for place in range(4)] == [
        "down in suit",
        "down in alternating colours",
        "up in suit",
        "not at all",
    ]


# The page


PAGE = schema_page(default_catalog().host)


def test_the_page_is_what_the_tables_say() -> None:
    assert (DOCS / "schema.md").read_text("utf-8") == PAGE, "python -m solitaire_engine.schema_docs > docs/schema.md"


def test_the_page_names_every_key_and_every_word() -> None:
    for table, name in ALL_KEYS:
        assert f"| `{name}`" in PAGE, f"{table}.{name}"
    for word, _ in host().words.all():
        assert f"| `{word.name}`" in PAGE


def test_the_page_tells_the_limits_that_are_set() -> None:
    assert f"at most {MAX_BYTES // 1024} kB, {MAX_ALIASES} aliases and {MAX_DEPTH} levels" in PAGE


def blocks() -> dict[str, str]:
    """The files that the page shows, by the id that their name suggests."""
    found: dict[str, str] = {}
    for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL):
        name = str(yaml.safe_load(text)["name"])
        found[re.sub(r"[^a-z]+", "_", name.lower())] = text
    return found


def test_the_games_of_the_page_are_good_and_can_be_dealt(tmp_path: Path) -> None:
    files = blocks()
    assert list(files) == ["rows_of_six", "rows_of_six_no_cells", "rows_of_any_size"]
    for id, text in files.items():
        (tmp_path / f"{id}.yaml").write_text(text, "utf-8")
    catalog = default_catalog()
    for id in files:
        path = tmp_path / f"{id}.yaml"
        assert check_source(path, catalog.beside(path), catalog.host) == ()
        assert len(list(se.deal(str(path), 1).legal_moves)) > 0


def test_the_page_shows_a_message_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "rows_of_six.yaml"
    path.write_text(blocks()["rows_of_six"].replace("{to: tableau, cards: 4}", "{to: tabelau, cards: 4}"), "utf-8")
    with pytest.raises(VariantError) as refused:
        load_variant(path, finder(tmp_path), host())
    assert f"\n{path.name}:" + str(refused.value).partition(f"{path.name}:")[2] + "\n" in PAGE
