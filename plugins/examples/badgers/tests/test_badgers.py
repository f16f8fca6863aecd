"""What the plugin promises: digging, falling in, its command, and a game that can be played and won."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
import solitaire_badgers
import typer
from hypothesis import given, settings
from typer.testing import CliRunner

import solitaire_engine
from solitaire_engine import Game, Position, deal
from solitaire_engine.cards import cards_text
from solitaire_engine.solver import Limits, solve
from solitaire_engine.testing import (
    assert_plays,
    assert_refused,
    assert_sound,
    board,
    catalog_with,
    check_variant,
    positions,
)

CATALOG = catalog_with(badgers=solitaire_badgers)
FILE = Path(solitaire_badgers.__file__).parent / "variants" / "badgers.yaml"
EIGHT = "t2: KS; t3: KH; t4: KD; t5: KC; t6: QS; t7: QH; t8: QD"
"""Seven piles of one card, so that only the first can be longer or empty."""


def game(text: str) -> Game:
    return board("badgers", text, catalog=CATALOG)


def test_the_lowest_card_is_dug_out_into_the_first_empty_cell() -> None:
    table = game(f"c1: 2C; t1: 5H 9D 3S; {EIGHT}")
    assert_plays(table, "dig t1", f"c1: 2C; c2: 5H; t1: 9D 3S; {EIGHT}")


def test_nothing_is_dug_out_where_no_cell_is_empty_or_the_card_is_the_only_one() -> None:
    assert_refused(game(f"c1: 2C; c2: 3C; c3: 4C; t1: 5H 9D; {EIGHT}"), "dig t1", "cannot be done now")
    assert_refused(game(f"t1: 5H; {EIGHT}"), "dig t1", "cannot be done now")


def test_an_empty_pile_takes_the_top_card_of_the_longest() -> None:
    table = game("t1: 5H; t2: 6S; t3: KH QS JD; t4: KD; t5: KC; t6: QC; t7: QH; t8: QD")
    assert_plays(table, "t1 t2", "t1: JD; t2: 6S 5H; t3: KH QS; t4: KD; t5: KC; t6: QC; t7: QH; t8: QD")


def test_of_several_piles_of_one_length_the_first_loses_its_card_until_nothing_is_empty() -> None:
    table = game("t1: AH; t3: KH QS; t4: KD QC; t5: KC; t6: KS; t7: QH; t8: QD")
    assert_plays(table, "t1 f1", "f1: AH; t1: QS; t2: QC; t3: KH; t4: KD; t5: KC; t6: KS; t7: QH; t8: QD")


def test_single_cards_do_not_fall() -> None:
    table = game(f"t1: AH; {EIGHT}")
    assert_plays(table, "t1 f1", f"f1: AH; {EIGHT}")


def test_the_file_has_no_faults_and_the_game_no_hole() -> None:
    check_variant(FILE, catalog=CATALOG)
    assert_sound("badgers", deals=[3], catalog=CATALOG)


@given(positions("badgers", moves=15, catalog=CATALOG))
@settings(max_examples=15, deadline=None)
def test_in_play_no_pile_is_empty_beside_one_of_several_cards(position: Position) -> None:
    sizes = [len(cards) for name, cards in zip(position.names, position.piles, strict=True) if name[0] == "t"]
    assert 0 not in sizes or max(sizes) == 1


def test_the_solver_wins_a_deal_with_moves_that_can_be_made() -> None:
    played = deal("badgers", 3, catalog=CATALOG)
    answer = solve(played.rules, played.position, Limits(positions=5000))
    assert answer.verdict == "winnable", answer.reason
    for move in answer.moves:
        played.push(move)
    assert played.is_won
    assert any(move.kind == "extra" for move in answer.moves), "it digs"


def test_the_command_tells_where_the_aces_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    app = typer.Typer()
    app.command("play")(lambda: None)
    CATALOG.host.add_commands(app)
    # The command deals from what is installed, which the plugin under test is not.
    monkeypatch.setattr(solitaire_engine, "deal", partial(deal, catalog=CATALOG))
    result = CliRunner().invoke(app, ["how-deep", "3"])
    lines = result.output.splitlines()
    assert result.exit_code == 0 and len(lines) == 4, result.output
    position = deal("badgers", 3, catalog=CATALOG).position
    for line in lines:
        ace, pile, below, above = re.fullmatch(r"(A.): (t\d), (\d) below it, (\d) above", line).groups()  # type: ignore[union-attr]
        cards = cards_text(position.piles[position.names.index(pile)]).split()
        assert cards[int(below)] == ace and len(cards) == int(below) + 1 + int(above)
