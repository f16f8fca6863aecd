"""Malformed tables, positions and plans: an error in one sentence, never a crash.

`native/sanitized.sh` runs these, and a fuzzer for longer, with sanitizers that see what goes wrong silently.
"""

from __future__ import annotations

import os
import random
from array import array
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.native.driving import OPEN, SEARCHES, Search

from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine_native import _native
from solitaire_engine_native._native import Native
from solitaire_engine_native.tables import position_of, tables_of

GAMES = ("freecell", "klondike", "spider", "pyramid", "tri_peaks", "canfield", "la_belle_lucie", "windmill", "osmosis")
PLAN: list[Search] = [(how, 60, 3, OPEN) for how, *_ in [plan[0] for plan in SEARCHES.values()]]
SMALL, LARGE = st.integers(0, 3), st.integers(0, 2**64 - 1)
few = settings(max_examples=60, deadline=None)


@cache
def real(game: str) -> tuple[bytes, bytes]:
    """The tables and the first position of a game."""
    rules = default_catalog().rules(game)
    return tables_of(rules), position_of(Game(rules, parse_deal("1")).position)


def tried(tables: bytes, position: bytes) -> str:
    """What is wrong with the input, or nothing where it was answered."""
    try:
        native = Native(tables)
        native.solve(position, PLAN, positions=200, memory=1 << 24)
        native.ways(position)
    except ValueError as error:
        assert str(error).strip()
        return str(error)
    return ""


def test_the_extension_that_is_tested_is_the_one_that_was_meant() -> None:
    folder = os.environ.get("SOLITAIRE_NATIVE_IN")
    if folder:
        assert Path(_native.__file__ or "").resolve().is_relative_to(Path(folder).resolve())


@few
@given(st.binary(max_size=400))
def test_bytes_that_are_no_tables_are_refused(tables: bytes) -> None:
    assert tried(tables, b"")


@few
@given(st.sampled_from(GAMES), st.binary(max_size=120))
def test_bytes_that_are_no_position_are_refused(game: str, position: bytes) -> None:
    assert tried(real(game)[0], position)


@few
@given(st.sampled_from(GAMES), st.data())
def test_tables_that_end_early_or_late_are_refused(game: str, data: st.DataObject) -> None:
    tables, position = real(game)
    count = data.draw(st.integers(0, len(tables) // 8 - 1))
    assert "end" in tried(tables[: count * 8], position) or count < 2
    assert tried(tables + bytes(8), position) == "the tables go on after their end"
    assert tried(tables[:-1], position) == "the tables are no whole words"


@few
@given(st.sampled_from(GAMES), st.lists(st.tuples(LARGE, SMALL | LARGE), min_size=1, max_size=4))
def test_tables_with_some_wrong_words_are_refused_or_solved_as_another_game(
    game: str, changes: list[tuple[int, int]]
) -> None:
    tables, position = real(game)
    words = array("Q", tables)
    for place, word in changes:
        words[place % len(words)] = word
    tried(words.tobytes(), position)


@few
@given(st.sampled_from(GAMES), st.lists(st.tuples(LARGE, st.integers(0, 255)), min_size=1, max_size=4))
def test_positions_with_some_wrong_bytes_are_refused_or_solved(game: str, changes: list[tuple[int, int]]) -> None:
    tables, position = real(game)
    changed = bytearray(position)
    for place, byte in changes:
        changed[place % len(changed)] = byte
    tried(tables, bytes(changed))


@few
@given(st.sampled_from(GAMES), st.sampled_from(GAMES))
def test_the_position_of_one_game_is_refused_by_another_or_solved(one: str, other: str) -> None:
    tried(real(one)[0], real(other)[1])


def test_each_small_number_in_the_head_of_real_tables_may_be_any_other() -> None:
    """What says how much follows stands there."""
    chance = random.Random(1)
    for game in GAMES:
        tables, position = real(game)
        words = array("Q", tables)
        for place in range(min(len(words), 160)):
            kept = words[place]
            for word in (0, 1, kept + 1, 255, 1 << 63, chance.randrange(64)):
                words[place] = word
                tried(words.tobytes(), position)
            words[place] = kept


@pytest.mark.parametrize("plan", [
    [(3, 0, 0, OPEN)], [(-1, 0, 0, OPEN)], [(20, 0, 0, OPEN)], [(0, 0, -1, OPEN)], [(0, 0, 0, OPEN[:-1])],
    [(0, 0, 0, [*OPEN, 0])], [(0, 0, 0, [1001, *OPEN[1:]])], [(0, 0, 0, [*OPEN[:-1], -1001])],
])  # fmt: skip
def test_a_plan_that_is_none_is_refused(plan: list[Search]) -> None:
    tables, position = real("freecell")
    with pytest.raises(ValueError, match=r"^a (search|weight)"):
        Native(tables).solve(position, plan, positions=100)


def test_a_plan_without_searches_knows_nothing() -> None:
    tables, position = real("freecell")
    won, reason, *_, steps = Native(tables).solve(position, [])
    assert (won, reason, steps) == (False, "positions", [])
