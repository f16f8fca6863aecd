"""The catalogue as a whole: what its sources say of each deal, positions made by hand, and what the files keep to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.playing import HOST, new_game
from typer.testing import CliRunner

from solitaire_engine.cards import DOWN
from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.catalogue_docs import catalogue_page
from solitaire_engine.cli import app
from solitaire_engine.definitions import Variant
from solitaire_engine.host import CORE, default_host
from solitaire_engine.schema import KEYS, PARAM, PRESET, TOP
from solitaire_engine.testing import check_case
from solitaire_engine.words import Word

DATA = Path(__file__).parent / "data"
CATALOG = Catalog([bundled_folder()], HOST)
FILES = sorted(bundled_folder().glob("*.yaml"))
MOST_LINES = 40
FEWEST_OF_YAML_ALONE = 150
WHY_PLUGINS = {
    "accordion": "a move depends on how far apart two piles lie",
    "gaps": "what a gap takes depends on the card beside it",
    "reserve_deal": "the stock deals other numbers of cards each time",
    "shifts": "what may cross depends on both groups of piles",
}
"""The plugins that games of the catalogue need, and what of the games cannot be said in YAML."""

Document = dict[str, Any]


def tables(folder: str) -> dict[str, Any]:
    """The files of a folder of test data, by family."""
    return {file.stem: yaml.safe_load(file.read_text("utf-8")) for file in sorted((DATA / folder).glob("*.yaml"))}


@cache
def document(file: Path) -> Document:
    """A variant file as plain values."""
    found: Document = yaml.safe_load(file.read_text("utf-8"))
    return found


@cache
def loaded(id: str) -> Variant:
    return CATALOG.load(id)


# Deals

DEALS = {id: deal for family in tables("deals_expected").values() for id, deal in family.items()}

WITHOUT_A_DEAL_OF_ITS_OWN = {
    "citadel": "cards that fit go to the foundations during the deal",
    "exiled_kings": "cards that fit go to the foundations during the deal",
    "montana": "where the gaps are depends on where the aces lie",
    "blue_moon": "where the gaps are depends on where the aces lie",
}
"""Games whose piles have other sizes in every deal, and why."""


def numbers(text: str) -> dict[str, int]:
    """``t1-t3: 1 2 3; s: 24`` as a number for each pile; a number for all of a range may stand alone: ``t1-t3: 1``."""
    found: dict[str, int] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        name, _, told = part.partition(":")
        first, _, last = name.partition("-")
        letter, start, end = first[0], int(first[1:] or 0), int(last[1:] or first[1:] or 0)
        piles = [f"{letter}{number or ''}" for number in range(start, end + 1)]
        counts = [int(count) for count in told.split()]
        counts = counts * len(piles) if len(counts) == 1 else counts
        found.update(zip(piles, counts, strict=True))
    return found


@pytest.mark.parametrize("id", DEALS)
def test_a_deal_has_as_many_cards_in_each_pile_as_its_source_says_and_as_many_of_them_face_down(id: str) -> None:
    rules = CATALOG.rules(id)
    position = new_game(rules, "7").position
    piles = dict(zip(position.names, position.piles, strict=True))
    assert {name: len(cards) for name, cards in piles.items() if cards} == numbers(DEALS[id]["piles"])
    down = {name: sum(card >= DOWN for card in cards) for name, cards in piles.items() if name != "s"}
    told = numbers(DEALS[id]["down"])
    assert {name: count for name, count in down.items() if count} == {n: count for n, count in told.items() if count}


def test_every_file_has_a_deal_from_its_source_or_a_reason_for_having_none() -> None:
    files = {file.stem for file in FILES}
    assert files - DEALS.keys() == WITHOUT_A_DEAL_OF_ITS_OWN.keys()
    assert DEALS.keys() <= {entry.id for entry in CATALOG.entries}


@pytest.mark.parametrize("id", WITHOUT_A_DEAL_OF_ITS_OWN)
def test_a_game_whose_deal_depends_on_the_cards_has_piles_of_other_sizes_in_other_deals(id: str) -> None:
    rules = CATALOG.rules(id)
    deals = [new_game(rules, str(number)).position.piles for number in range(1, 6)]
    assert len({tuple(map(len, piles)) for piles in deals}) == len(deals)


# Positions made by hand

CASES = [case for family in tables("tables_catalogue").values() for case in family]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['variant']}: {case['name']}")
def test_a_position_made_by_hand(case: dict[str, Any]) -> None:
    check_case(CATALOG.rules(case["variant"], {n: str(value) for n, value in case.get("params", {}).items()}), case)


def test_every_position_made_by_hand_has_a_name_of_its_own_and_says_one_thing() -> None:
    names = [(case["variant"], case["name"]) for case in CASES]
    assert len(set(names)) == len(names)
    for case in CASES:
        assert ("refused" in case) != ("allowed" in case), case
        assert ("after" in case) == ("allowed" in case), case


# Files


def test_no_two_games_share_an_id() -> None:
    assert not CATALOG.problems
    ids = [file.stem for file in FILES]
    ids += [preset for file in FILES for preset in document(file).get("presets") or {}]
    assert len(set(ids)) == len(ids) == len(CATALOG.entries)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_is_short_has_a_family_and_names_its_sources(file: Path) -> None:
    text = file.read_text("utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    meta = loaded(file.stem).meta
    assert meta.family
    # What a parent was taken from is no source for the game that changes it.
    assert document(file).get("meta", {}).get("sources")
    for source in meta.sources:
        assert len(source.split()) > 2, source


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_gives_no_year_inventor_or_share_of_won_deals_without_naming_where_from(file: Path) -> None:
    meta = document(file).get("meta", {})
    told = " ".join((*meta.get("sources", ()), *meta.get("notes", ())))
    for key, words in (("year", "year|published|book"), ("inventor", "invent"), ("winnable", "won|winnab")):
        if meta.get(key) is not None:
            assert re.search(words, told), f"{key}: {meta[key]}, but no source or note speaks of it"
    # A parent's are those of another game: a child has its own, or takes them away.
    merged = loaded(file.stem).meta
    for key in ("year", "inventor", "winnable"):
        assert not getattr(merged, key) or key in meta, f"{key} comes from {document(file)['extends']}"


def test_a_hundred_and_fifty_games_and_nine_tenths_of_all_are_yaml_alone() -> None:
    plugins = {file.stem: list(loaded(file.stem).plugins) for file in FILES}
    alone = [id for id, used in plugins.items() if not used]
    assert len(alone) >= FEWEST_OF_YAML_ALONE
    assert len(alone) >= 0.9 * len(FILES)
    assert {plugin for used in plugins.values() for plugin in used} == WHY_PLUGINS.keys()


# Nothing in the engine that no game uses

UNUSED_KEYS: Mapping[str, str] = {
    "id": "a bundled file is named by its file name; the key is for files that are passed on under other names",
    "auto": "no source has a rule about what goes home by itself; it is there for those who write a game and want one",
}
UNUSED_WORDS: Mapping[str, str] = {
    "lift pile": "part of top-or-pile, which Canfield uses; alone it is for games in which no single card moves",
}
"""Keys and words that no game of the catalogue uses, each with the reason why it is there all the same."""


def patches(doc: Document) -> Iterator[Document]:
    """A document and all its patches."""
    yield doc
    for param in (doc.get("params") or {}).values():
        choices = param.get("choices", ()) if param else ()
        yield from filter(None, choices.values() if isinstance(choices, dict) else ())
    yield from (doc.get("presets") or {}).values()


def keys_used() -> set[str]:
    """The keys that stand in some file: ``deal`` for the file's own, ``piles.lift`` for those of groups and so on."""
    used: set[str] = set()
    for file in FILES:
        for patch in patches(document(file)):
            used.update(patch)
            used.update(f"piles.{key}" for group in (patch.get("piles") or {}).values() for key in group or ())
        for key in ("params", "presets"):
            used.update(f"{key}.{inner}" for value in (document(file).get(key) or {}).values() for inner in value or ())
    return used


def test_every_key_of_the_format_is_used_by_a_game() -> None:
    known = {*TOP, *(f"piles.{key}" for keys in KEYS.values() for key in keys)}
    known |= {*(f"params.{key}" for key in PARAM), *(f"presets.{key}" for key in PRESET)}
    assert known - keys_used() == UNUSED_KEYS.keys()


def words_in(value: object) -> Iterator[Word]:
    """All words in a definition, however deep."""
    if isinstance(value, Word):
        yield value
    if is_dataclass(value):
        yield from (word for field in fields(value) for word in words_in(getattr(value, field.name)))
    elif isinstance(value, tuple):
        yield from (word for item in value for word in words_in(item))


def test_every_word_of_the_engine_and_of_the_bundled_plugins_is_used_by_a_game() -> None:
    owners = {CORE, *(used for file in FILES for used in loaded(file.stem).plugins)}
    known = {f"{word.kind} {word.name}" for word, owner in HOST.words.all() if owner in owners}
    used = {f"{word.kind} {word.name}" for entry in CATALOG.entries for word in words_in(loaded(entry.id))}
    assert known - used == UNUSED_WORDS.keys()


# The page


def test_the_page_of_the_catalogue_is_up_to_date() -> None:
    page = (DATA.parents[1] / "docs" / "catalogue.md").read_text("utf-8")
    assert page == catalogue_page(Catalog([bundled_folder()], default_host())), (
        "write it anew: python -m solitaire_engine.catalogue_docs > docs/catalogue.md"
    )


def test_the_page_has_every_game_its_presets_and_its_choices() -> None:
    page = (DATA.parents[1] / "docs" / "catalogue.md").read_text("utf-8")
    for entry in CATALOG.entries:
        assert f"`{entry.id}`" in page
        assert entry.preset or f"\n### {entry.name}\n" in page
        assert all(f"- `{param.name}`" in page for param in loaded(entry.id).params)


# Listing


def listed(*arguments: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(app, ["list", "--json", *arguments])
    assert done.exit_code == 0
    games: list[dict[str, Any]] = json.loads(done.stdout)
    return games


def test_the_list_has_every_game_and_preset_with_its_family() -> None:
    games = {game["id"]: game for game in listed()}
    for entry in CATALOG.entries:
        assert games[entry.id]["name"] == entry.name
        assert games[entry.id]["preset_of"] == (entry.file.stem if entry.preset else None)
        # The list reads the heads of the files only; the family is the one that the whole file has.
        assert games[entry.id]["family"] == loaded(entry.id).meta.family != ""


def test_the_list_of_a_family_has_its_games_and_no_others() -> None:
    everything = listed()
    families = {game["family"] for game in everything}
    assert len(families) >= 15
    for family in families:
        assert listed("--family", family) == [game for game in everything if game["family"] == family]


def test_a_family_that_does_not_exist_is_answered_with_those_that_do() -> None:
    done = CliRunner().invoke(app, ["list", "--family", "poker"])
    assert done.exit_code == 1
    assert all(entry.family in done.stderr for entry in CATALOG.entries)
