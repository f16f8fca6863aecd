"""Antares and Agnes Aces against tables of hand-made positions, written from the rules' text alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.playing import pile_texts

from solitaire_engine.apply import opened
from solitaire_engine.cards import DOWN
from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.deals import parse_deal
from solitaire_engine.errors import VariantError
from solitaire_engine.game import Game
from solitaire_engine.host import default_host
from solitaire_engine.opening import opening
from solitaire_engine.rules import Rules
from solitaire_engine.testing import check_case

Case = dict[str, Any]
DATA = Path(__file__).parent / "data" / "tables"
TABLES: dict[str, dict[str, Any]] = {
    name: yaml.safe_load((DATA / f"{name}.yaml").read_text(encoding="utf-8")) for name in ("antares", "agnes_aces")
}
NEEDED_PLUGIN = {"antares": "shifts", "agnes_aces": "reserve_deal"}
WITHOUT_SHIFTS = Catalog([bundled_folder()], default_host().without("shifts"))


def rules_of(name: str) -> Rules:
    return Catalog([bundled_folder()], default_host()).rules(name)


def named(key: str) -> list[Any]:
    """The cases under a key of both tables, each as a parameter set whose id is the case's name."""
    return [
        pytest.param(name, case, id=f"{name}: {case['name']}")
        for name, table in TABLES.items()
        for case in table.get(key, [])
    ]


@pytest.mark.parametrize(("name", "case"), named("cases"))
def test_a_position_of_the_table(name: str, case: Case) -> None:
    check_case(rules_of(name), case)


@pytest.mark.parametrize(("name", "case"), named("without_plugin"))
def test_a_position_of_the_table_for_a_game_without_its_plugin(name: str, case: Case) -> None:
    rules = WITHOUT_SHIFTS.rules(name)
    assert rules.variant.warnings
    check_case(rules, case)


@pytest.mark.parametrize("name", TABLES)
def test_the_deal_lays_each_card_where_the_table_says(name: str) -> None:
    rules = rules_of(name)
    told = TABLES[name]["initial"]
    deal = parse_deal("ms:1")
    order = deal.order(rules.pack)
    position = opened(rules, opening(rules, deal))
    piles = dict(zip(position.names, position.piles, strict=True))
    assert {pile: len(piles[pile]) for pile in told["sizes"]} == told["sizes"]
    assert {p: sum(card >= DOWN for card in piles[p]) for p in told["face_down"]} == told["face_down"]
    assert len(piles.get("s", b"")) == told["stock"]
    assert [len(cards) for pile, cards in piles.items() if pile.startswith("r")] == told["reserves"]
    for pile, turns in told["dealt"].items():
        assert list(piles[pile]) == [order[turn - 1] for turn in turns], pile


def test_the_stock_of_agnes_aces_is_dealt_three_times_as_the_table_says() -> None:
    told = TABLES["agnes_aces"]["whole_deal"]
    game = Game(rules_of("agnes_aces"), parse_deal("7"))
    for state in told["states"]:
        assert len(game.moves) == state["deals"]
        piles = pile_texts(game.position)
        assert [len(piles[f"r{number}"]) for number in range(1, 8)] == state["reserves"]
        assert len(piles["s"]) == state["stock"]
        if state["stock"]:
            game.push("deal")
    assert game.why_not("deal") == told["fourth_deal_refused"]


def test_agnes_aces_does_not_load_without_its_plugin_and_the_error_names_the_word() -> None:
    told = TABLES["agnes_aces"]["load_without_plugin"]
    assert told["loads"] is False
    catalog = Catalog([bundled_folder()], default_host().without(NEEDED_PLUGIN["agnes_aces"]))
    with pytest.raises(VariantError) as caught:
        catalog.rules("agnes_aces")
    assert repr(told["error_names"]) in str(caught.value)
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize("name", TABLES)
def test_the_table_has_a_position_for_every_sentence_of_the_rules(name: str) -> None:
    table = TABLES[name]
    sentences = {int(line.split(".")[0]) for line in table["text"].splitlines()}
    parts: list[Case] = [*table["cases"], *table.get("without_plugin", [])]
    assert len(parts) >= 25
    parts += [table[key] for key in ("initial", "whole_deal", "load_without_plugin") if key in table]
    assert {number for part in parts for number in part["covers"]} == sentences
    names = [case["name"] for case in [*table["cases"], *table.get("without_plugin", [])]]
    assert len(set(names)) == len(names)
