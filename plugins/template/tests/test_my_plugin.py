"""What the plugin promises: its word, its game, and that the game can be played and won."""

from __future__ import annotations

from pathlib import Path

import solitaire_my_plugin

from solitaire_engine import deal
from solitaire_engine.solver import Limits, solve
from solitaire_engine.testing import assert_legal, assert_refused, assert_sound, board, catalog_with, check_variant

# With the module as if it were installed, so that the tests run before it is.
CATALOG = catalog_with(my_plugin=solitaire_my_plugin)
VARIANTS = Path(solitaire_my_plugin.__file__).parent / "variants"


def test_cards_two_ranks_apart_go_together() -> None:
    game = board("my_plugin", "t1: 7H; t2: 9S; t3: 5H; t4: 8S", catalog=CATALOG)
    assert_legal(game, "t1 t2", "t1 t3", "t2 t1")
    assert_refused(game, "t1 t4", "the 7H cannot go on the 8S")


def test_the_files_of_the_games_have_no_faults() -> None:
    for path in VARIANTS.glob("*.yaml"):
        check_variant(path, catalog=CATALOG)


def test_however_it_is_played_no_card_is_lost_and_all_can_be_undone() -> None:
    assert_sound("my_plugin", deals=[1], catalog=CATALOG)


def test_the_first_deal_can_be_won() -> None:
    game = deal("my_plugin", 1, catalog=CATALOG)
    answer = solve(game.rules, game.position, Limits(positions=20_000))
    assert answer.verdict == "winnable", answer.reason
