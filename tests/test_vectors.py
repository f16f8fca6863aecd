"""The engine against positions recorded from PySolFC, every position and both ways.

Every recorded move is legal here, every move that is legal here is recorded, and the move
that was made leads to the next recorded position. What differs is counted and named.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

import pytest
from tests.playing import CATALOG
from tests.vectors import Vector, assert_alike_but_for_the_shuffle, board_piles, fold_board, fold_moves, read_vectors

from solitaire_engine.apply import apply
from solitaire_engine.cards import RANKS
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.moves import legal_moves
from solitaire_engine.notation import parse_move, parse_position
from solitaire_engine.position import Position
from solitaire_engine.refusals import why_not
from solitaire_engine.rules import Rules


class Recording(NamedTuple):
    """One file of recorded positions, and our game with the parameters that make it the recorded one."""

    variant: str
    positions: int
    lone_aces: int = 0
    """So many of our moves are not recorded, see `test_every_recorded_move_is_legal_and_..`."""
    values: Mapping[str, str] = MappingProxyType({})
    reserve: str = "r"
    foundations: tuple[int, ...] = ()


RECORDED = {
    "klondike_2": Recording("klondike", 305, 366, {"draw": "1"}),
    "klondike_draw_3_18": Recording("klondike", 305, 420),
    # The recordings let cards come back from the foundations; the games as they are do not.
    "freecell_8": Recording("freecell", 221, 153, {"back": "top"}, reserve="c"),
    "baker_s_game_45": Recording("bakers_game", 85, 53, {"back": "top"}, reserve="c"),
    "forty_thieves_13": Recording("forty_thieves", 305, 65, {"back": "top"}),
    "la_belle_lucie_901": Recording("la_belle_lucie", 142, 110, {"back": "top"}),
    "scorpion_29": Recording("scorpion", 104),
    "agnes_bernauer_236": Recording("agnes_bernauer", 305),
    "yukon_19": Recording("yukon", 305),
    "spider_11": Recording("spider", 273),
    "canfield_105": Recording("canfield", 305),
    "gypsy_1": Recording("gypsy", 305, 219),
    # The recording lets a queen go on a king.
    "golf_36": Recording("golf", 149, 0, {"build": "updown any"}),
    # The recording has twelve columns, and the foundations of the aces and of the kings by turns.
    "bisley_290": Recording("bisley", 68, 0, {"columns": "12"}, foundations=(1, 5, 2, 6, 3, 7, 4, 8)),
}
DEALS = 5
RESHUFFLES = 10
"""So many moves of La Belle Lucie's recording shuffle, which nobody can do again without its generator."""

every_recording = pytest.mark.parametrize("name", RECORDED)


@cache
def rules_of(name: str) -> Rules:
    return CATALOG.rules(RECORDED[name].variant, RECORDED[name].values)


@cache
def recorded(name: str) -> list[Vector]:
    recording = RECORDED[name]
    vectors = read_vectors(name, reserve=recording.reserve, foundations=recording.foundations)
    assert len(vectors) == recording.positions
    return vectors


def position_of(rules: Rules, vector: Vector) -> Position:
    redeals = f"; redeals: {vector.redeals_used}" if rules.counts_redeals and vector.redeals_used else ""
    return parse_position(rules, vector.board + redeals)


def board_of(position: Position) -> str:
    """The board as the recordings write it: the stock's cards without the mark of face-down ones."""
    counters = ("base", "redeals", "score", "state")
    piles = [part for part in str(position).split("; ") if part.partition(":")[0] not in counters]
    return "; ".join(part.replace("#", "") if part.startswith("s:") else part for part in piles)


@every_recording
def test_every_recorded_move_is_legal_and_every_legal_move_is_recorded(name: str) -> None:
    """All but one kind of moves, which is ours alone.

    A foundation starts with its base rank and belongs to no suit before that; where its top card may be taken off
    (`lift: top`), a lone ace may so change to any empty foundation. PySolFC keeps one foundation for each suit of
    each pack, where that ace has nowhere else to go. Counted is one move for each such ace, whichever the empty
    foundation.
    """
    rules = rules_of(name)
    excused = 0
    for vector in recorded(name):
        position = position_of(rules, vector)
        ours = fold_moves(vector.board, map(str, legal_moves(rules, position)))
        theirs = fold_moves(vector.board, vector.moves)
        assert not theirs - ours, f"{vector}: recorded, but not legal here"
        for move in ours - theirs:
            source, target = move.split()[:2]
            lone_ace = source.startswith("f") and len(board_piles(vector.board)[source]) == 1
            assert lone_ace and target == "f0", f"{vector}: {move} is legal here, but not recorded"
            excused += 1
    assert excused == RECORDED[name].lone_aces


@every_recording
def test_no_recorded_move_is_refused(name: str) -> None:
    rules = rules_of(name)
    for vector in recorded(name):
        position = position_of(rules, vector)
        for text in vector.moves:
            assert why_not(rules, position, parse_move(rules, position, text)) is None, f"{vector}: {text}"


@every_recording
def test_the_move_that_was_made_leads_to_the_next_recorded_position(name: str) -> None:
    rules = rules_of(name)
    followed = shuffled = 0
    vectors = recorded(name)
    for vector, following in pairwise(vectors):
        if vector.chosen is None:
            continue
        position = position_of(rules, vector)
        after = apply(rules, position, parse_move(rules, position, vector.chosen))
        if vector.chosen == "redeal" and rules.variant.redeal is not None:
            assert_alike_but_for_the_shuffle(board_of(after), following.board)
            shuffled += 1
        else:
            assert fold_board(board_of(after)) == fold_board(following.board), f"{vector}: after {vector.chosen}"
            followed += 1
        assert not rules.counts_redeals or after.redeals == following.redeals_used
    assert shuffled == (RESHUFFLES if name.startswith("la_belle_lucie") else 0)
    deals = sum(vector.chosen is None for vector in vectors)
    assert (deals, followed + shuffled) == (DEALS, len(vectors) - DEALS)


# The others are dealt in another order here: from the left, or pile by pile.
@pytest.mark.parametrize("name", ["freecell_8", "baker_s_game_45", "scorpion_29", "gypsy_1", "golf_36", "bisley_290"])
def test_a_recorded_deck_deals_the_first_recorded_position(name: str) -> None:
    assert_recorded_deals(name, first_moves=[])


def test_a_recorded_deck_deals_the_first_recorded_position_where_the_first_card_is_turned_already() -> None:
    assert_recorded_deals("forty_thieves_13", first_moves=["deal"])


def assert_recorded_deals(name: str, first_moves: list[str]) -> None:
    firsts = [vector for vector in recorded(name) if vector.step == 0]
    assert len(firsts) == DEALS
    for vector in firsts:
        game = Game(rules_of(name), parse_deal("deck:" + " ".join(vector.talon_order)))
        for move in first_moves:
            game.push(move)
        assert fold_board(board_of(game.position)) == fold_board(vector.board), str(vector)


@pytest.mark.parametrize("name", ["agnes_bernauer_236", "canfield_105"])
def test_the_base_of_a_recorded_board_is_read_off_its_foundations(name: str) -> None:
    rules = rules_of(name)
    for vector in recorded(name):
        assert RANKS[position_of(rules, vector).base] == vector.base, str(vector)
