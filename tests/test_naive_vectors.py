"""The naive program held to positions recorded from another program, every position and both ways.

Every recorded move is legal here, every move that is legal here is recorded, and the move that was made
leads to the next recorded position. What differs is counted and named.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from tests.naive import Naive
from tests.vectors import Vector, assert_alike_but_for_the_shuffle, board_piles, fold_board, fold_moves, read_vectors

DATA = Path(__file__).parent / "data" / "naive"


class Recording(NamedTuple):
    """One file of recorded positions, and our variant of the game."""

    variant: str
    positions: int
    lone_aces: int = 0
    """So many of our moves are not recorded, see `test_legal_moves_are_..`."""
    reserve: str = "r"
    foundations: tuple[int, ...] = ()
    changes: dict[str, dict[str, Any]] = {}  # noqa: RUF012
    """Keys of groups that make our game the recorded one."""


RECORDED = {
    # The recording draws one card; the variant draws three.
    "klondike_2": Recording("klondike", 305, 366, changes={"stock": {"deal": {"to": "waste", "count": 1}}}),
    "klondike_draw_3_18": Recording("klondike", 305, 420),
    # The recording lets foundation cards return; the variant does not.
    "freecell_8": Recording("freecell", 221, 153, reserve="c", changes={"foundation": {"lift": "top"}}),
    "baker_s_game_45": Recording("bakers_game", 85, 53, reserve="c"),
    "scorpion_29": Recording("scorpion", 104),
    "agnes_bernauer_236": Recording("agnes_bernauer", 305),
    "yukon_19": Recording("yukon", 305),
    "spider_11": Recording("spider", 273),
    "canfield_105": Recording("canfield", 305),
    "forty_thieves_13": Recording("forty_thieves", 305, 65),
    "gypsy_1": Recording("gypsy", 305, 219),
    "golf_36": Recording("golf", 149),
    # The recording has the foundations of the aces and of the kings by turns, the variant one group after the other.
    "bisley_290": Recording("bisley", 68, foundations=(1, 5, 2, 6, 3, 7, 4, 8)),
    "la_belle_lucie_901": Recording("la_belle_lucie", 142, 110),
}
DEALS = 5
RESHUFFLES = 10
"""So many moves of La Belle Lucie's recording shuffle, which nobody can do again without its generator."""

every_recording = pytest.mark.parametrize("name", RECORDED)


@cache
def recorded(name: str) -> list[Vector]:
    recording = RECORDED[name]
    return read_vectors(name, reserve=recording.reserve, foundations=recording.foundations)


@cache
def document(name: str) -> dict[str, Any]:
    recording = RECORDED[name]
    variant: dict[str, Any] = yaml.safe_load((DATA / f"{recording.variant}.yaml").read_text(encoding="utf-8"))
    for group, changes in recording.changes.items():
        variant["piles"][group].update(changes)
    return variant


def game_of(name: str, vector: Vector) -> Naive:
    return Naive.from_board(document(name), vector.board, vector.redeals_used)


@every_recording
def test_legal_moves_are_those_of_the_recorded_positions_and_no_others(name: str) -> None:
    """All but one kind of moves, which is ours alone.

    The recording program keeps one foundation for each suit of each pack, so an ace that lies there can go to
    another of its suit at best. Here an ace may start any empty foundation (the variant's `start: base` names no
    suit), and a foundation with `lift: top` may give it to another one. Counted is one move for each such ace,
    whichever the empty foundation.
    """
    only_ours = 0
    for vector in recorded(name):
        ours = fold_moves(vector.board, game_of(name, vector).moves())
        theirs = fold_moves(vector.board, vector.moves)
        assert not theirs - ours, f"{vector}: moves missing"
        for move in ours - theirs:
            assert move.startswith("f") and move.endswith(" f0"), f"{vector}: {move} is not in the recording"
            ace = board_piles(vector.board)[move.split()[0]]
            assert len(ace) == 1, f"{vector}: {move} moves more than a lone ace"
            only_ours += 1
    assert len(recorded(name)) == RECORDED[name].positions
    assert only_ours == RECORDED[name].lone_aces


@every_recording
def test_a_chosen_move_leads_to_the_next_recorded_position(name: str) -> None:
    followed = shuffled = 0
    for vector, following in pairwise(recorded(name)):
        if vector.chosen is None:
            continue
        after = game_of(name, vector).apply(vector.chosen)
        assert after.redeals_used == following.redeals_used, f"{vector}: after {vector.chosen}"
        if vector.chosen == "redeal" and name.startswith("la_belle_lucie"):
            assert_alike_but_for_the_shuffle(after.board(), following.board)
            shuffled += 1
        else:
            assert fold_board(after.board()) == fold_board(following.board), f"{vector}: after {vector.chosen}"
            followed += 1
    assert shuffled == (RESHUFFLES if name.startswith("la_belle_lucie") else 0)
    assert followed + shuffled == RECORDED[name].positions - DEALS


@pytest.mark.parametrize(
    "name",
    [
        "freecell_8", "baker_s_game_45", "scorpion_29", "yukon_19", "spider_11", "gypsy_1", "golf_36", "bisley_290",
        "la_belle_lucie_901",
    ],
)  # fmt: skip
def test_a_recorded_deck_deals_the_recorded_first_position(name: str) -> None:
    assert_recorded_deals(name, first_moves=[])


@pytest.mark.parametrize("name", ["canfield_105", "forty_thieves_13"])
def test_a_recorded_deck_deals_the_recorded_first_position_where_the_first_cards_are_turned_already(name: str) -> None:
    assert_recorded_deals(name, first_moves=["deal"])


def assert_recorded_deals(name: str, first_moves: list[str]) -> None:
    firsts = [vector for vector in recorded(name) if vector.step == 0]
    assert len(firsts) == DEALS
    for vector in firsts:
        game = Naive(document(name), list(vector.talon_order))
        for move in first_moves:
            game = game.apply(move)
        assert fold_board(game.board()) == fold_board(vector.board), str(vector)
        if game.first_base == "dealt":
            assert game.base == vector.base


def from_their_triangle(cards: list[str]) -> list[str]:
    """The cards of a recorded deal in the order in which our rows from the left give the same triangle.

    The recording deals the 21 lower cards first, in rows from the right to the left, each a pile shorter at the
    left, and then the seven upper cards, again from the right.
    """
    left = cards[:28]
    piles: list[list[str]] = [[] for _ in range(7)]
    for row in range(6):
        for place in range(6, row, -1):
            piles[place].append(left.pop(0))
    for place in range(6, -1, -1):
        piles[place].append(left.pop(0))
    return [pile[row] for row in range(7) for pile in piles if len(pile) > row] + cards[28:]


@pytest.mark.parametrize("name", ["klondike_2", "klondike_draw_3_18", "agnes_bernauer_236"])
def test_deals_of_a_triangle_differ_from_the_recorded_ones_only_in_the_order_within_the_triangle(name: str) -> None:
    for vector in recorded(name):
        if vector.step == 0:
            game = Naive(document(name), from_their_triangle(list(vector.talon_order)))
            if name.startswith("klondike"):
                game = game.apply("deal")  # the recording begins with the first cards already turned
            else:
                assert game.base == vector.base
            assert fold_board(game.board()) == fold_board(vector.board), str(vector)
