"""Moves and positions as people write them: short forms, and one sentence for each text that means nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.playing import CATALOG, SIX, board, new_game

from solitaire_engine.errors import MoveTextError, PositionError
from solitaire_engine.notation import parse_move, parse_position
from solitaire_engine.position import Move, Position

KLONDIKE = "w: 3D 2S; t1: KS QH; t2: 9D 8S 7H; t3: TC; t4: 6C; f1: AH; f2: AS; s: 5C"
FREECELL = "c2: 7C; t1: 9D 8S 7H; t2: TS; t3: 5C"


def meant(variant: str, text: str, move: str) -> str:
    """What `move` means on a board, written out."""
    game = board(CATALOG.rules(variant), text)
    return str(game.parse(move))


# --- Moves


@pytest.mark.parametrize(
    ("variant", "text", "short", "full"),
    [
        ("klondike", KLONDIKE, "w f", "w f2"),
        ("klondike", KLONDIKE, "waste f2", "w f2"),
        ("klondike", KLONDIKE, "  W   F2 ", "w f2"),
        ("klondike", KLONDIKE, "w f2 1", "w f2"),
        ("klondike", KLONDIKE, "DEAL", "deal"),
        ("klondike", "w: 9D 8S; t1: KS", "redeal", "redeal"),
        ("klondike", "w: 4D; t1: 3C; t2: 5C; t3: 5S", "w t", "w t2"),
        ("freecell", FREECELL, "t3 c", "t3 c1"),
        ("freecell", FREECELL, "c2 c", "c2 c1"),
        ("freecell", FREECELL, "t3 t", "t3 t4"),
        ("freecell", FREECELL, "t1 t2", "t1 t2 3"),
        ("freecell", FREECELL, "t1 t 3", "t1 t2 3"),
        ("agnes_aces", "s: 2C 3C; t1: 9D", "stock t1", "s t1"),
    ],
)
def test_a_short_form_means_the_move_that_can_be_meant(variant: str, text: str, short: str, full: str) -> None:
    assert meant(variant, text, short) == full


def test_without_a_number_one_card_is_meant_wherever_one_card_can_go() -> None:
    assert meant("freecell", "t1: 9D 8S 7H; t2: 8C", "t1 t2") == "t1 t2"
    assert meant("freecell", "t1: 9D 8S 7H", "t1 t2") == "t1 t2"


def test_without_a_number_one_card_is_meant_where_several_numbers_could_be() -> None:
    # A gap takes a king with all that lies on it, and there are two.
    game = board(CATALOG.rules("scorpion"), "t1: 5H KS 4D KC 3D; t2: 9H")
    assert game.why_not("t1 t3 2") is None and game.why_not("t1 t3 4") is None
    assert str(game.parse("t1 t3")) == "t1 t3"
    assert game.why_not("t1 t3") == "only a king may start a tableau pile"


def test_a_king_and_all_that_lies_on_it_may_be_meant_without_a_number() -> None:
    assert meant("scorpion", "t1: 5H KS 4D 3D; t2: 9H", "t1 t3") == "t1 t3 3"


def test_a_kind_of_pile_that_takes_nothing_is_refused_for_the_pile_that_tells_most() -> None:
    game = board(CATALOG.rules("freecell"), "t1: 9S; f1: AC; f2: AS..5S; f3: AD")
    assert game.why_not("t1 f") == "the 9S cannot go on the 5S, which takes the 6S"
    assert board(game.rules, "t1: 9S; f1: AC").why_not("t1 f") == "the 9S cannot go on the AC, which takes the 2C"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("", "no move was given; write one such as t5 t1 3, w f or deal"),
        ("t1", "'t1' is no move; write from, to and how many, as in t5 t1 3"),
        (" t1  t2 3 4", "'t1  t2 3 4' is no move; write from, to and how many, as in t5 t1 3"),
        ("t1 t9", "there is no pile t9; this game has t1 to t8"),
        ("c t1", "there is no pile c; this game has c1 to c4"),
        ("t0 t1", "there is no pile t0; this game has t1 to t8"),
        ("x t1", "there is no pile 'x'; this game has c1-c4, f1-f4, t1-t8"),
        ("t1 w", "this game has no waste"),
        ("t1 r", "this game has no reserve"),
        ("w t1", "there is no pile 'w'; this game has c1-c4, f1-f4, t1-t8"),
        ("t1 t2 0", "'0' is not a number of cards"),
        ("t1 t2 -1", "'-1' is not a number of cards"),
        ("t1 t2 two", "'two' is not a number of cards"),
        ("t1 t2 105", "'105' is not a number of cards"),
        ("t1 t2 99999999999999999999", "'99999999999999999999' is not a number of cards"),
        (f"t1 t2 0001{'0' * 9000}", "'0001000000000000000000000000000000000...' is not a number of cards"),
        ("remove", "remove needs the piles whose top cards go, as in remove t1 t5"),
        ("draw t1 t2", "draw needs from, to and which card from the top, as in draw t5 t1 3"),
    ],
)
def test_a_text_that_names_no_move_is_refused_with_what_would_be_right(move: str, sentence: str) -> None:
    game = board(CATALOG.rules("freecell"), FREECELL)
    with pytest.raises(MoveTextError) as caught:
        game.parse(move)
    assert str(caught.value) == sentence
    assert game.why_not(move) == sentence
    assert move not in game.legal_moves


def test_a_single_pile_is_named_as_such_where_others_are_named_by_their_span() -> None:
    one_cell = board(CATALOG.rules("freecell", {"cells": "1"}), "t1: 9D")
    assert one_cell.why_not("t1 c2") == "there is no pile c2; this game has c1"
    assert one_cell.why_not("c1 c") == "this game has no other cell"
    no_cell = board(CATALOG.rules("freecell", {"cells": "0"}), "t1: 9D")
    assert no_cell.why_not("t1 c1") == "there is no pile 'c1'; this game has f1-f4, t1-t8"
    assert no_cell.why_not("t1 c") == "this game has no cell"


def test_a_top_card_that_turns_up_of_itself_lies_face_up_however_it_is_written() -> None:
    rules = CATALOG.rules("klondike")
    dealt = new_game(rules, "3").position
    written = str(dealt).replace("t1: ", "t1: #")
    assert written != str(dealt)
    assert parse_position(rules, written) == dealt


@given(st.sampled_from([*SIX, "pairs", "redeals", "odd_words"]), st.text("tfcrswd0123456789 remova-", max_size=14))
def test_any_text_is_a_move_or_refused_with_a_sentence(variant: str, text: str) -> None:
    game = new_game(CATALOG.rules(variant), "3")
    try:
        move = game.parse(text)
    except MoveTextError as error:
        assert str(error)
    else:
        assert parse_move(game.rules, game.position, str(move)) == move


# --- Positions


def test_a_position_may_be_written_on_several_lines_in_any_order_with_runs_and_spaces() -> None:
    rules = CATALOG.rules("freecell")
    text = " t2:TS\n\n f1 : AC..4C ;; c1: 10D\nt1:  9d   8s "
    expected = Position.parse("c1: TD; f1: AC 2C 3C 4C; t1: 9D 8S; t2: TS", rules.names)
    assert parse_position(rules, text, complete=False) == expected
    assert str(expected) == "c1: TD; f1: AC 2C 3C 4C; t1: 9D 8S; t2: TS"


@pytest.mark.parametrize(
    ("variant", "text", "sentence"),
    [
        ("freecell", "t1 9S", "'t1 9S' has no colon; write a pile and its cards, as in t1: KS QH"),
        ("freecell", "t1: 9S; t1: 8S", "t1 stands twice in the position"),
        ("freecell", "redeals: 0; redeals: 0", "redeals stands twice in the position"),
        ("antares", "w: 9S", "there is no pile 'w'; this game has c1, c2, c3, c4, f1, f2, f3, f4,"
         " t1, t2, t3, t4, t5, t6, t7, t8"),
        ("freecell", "t1: 9X", "t1: '9X' is not a card; write a rank A23456789TJQK and a suit CDHS, as in AS or TD"),
        ("freecell", "f1: AS..", "f1: '' is not a card; write a rank A23456789TJQK and a suit CDHS, as in AS or TD"),
        ("freecell", "f1: AS..4C", "f1: 'AS..4C' is no run of one suit upwards"),
        ("freecell", "f1: 4S..AS", "f1: '4S..AS' is no run of one suit upwards"),
        ("freecell", "t1: 9S; t2: #9S", "too many cards: 9S; the pack has each once"),
        ("hand_runs", "t1: 9S 9S 9S 9S 9S", "too many cards: 9S; the pack has each 4 times at most"),
        ("freecell", "c1: 9S 8S", "c1: 2 cards, and a cell holds 1"),
        ("freecell", "base: 5", "base: this game's base rank is fixed; leave it out"),
        ("freecell", "base: joker", "base: 'joker' is not a rank; the ranks are A 2 3 4 5 6 7 8 9 10 J Q K"),
        ("agnes_bernauer", "t1: 9S", "base: no foundation has a card; add the base rank, as in base: 7"),
        ("klondike", "redeals: x", "redeals: 'x' is not a whole number"),
        ("klondike", "redeals: 1", "redeals: 1 cannot have been used in this game"),
        ("reserve_gaps", "f1: 9S; redeals: 3", "redeals: 3 cannot have been used in this game"),
        ("klondike", "state: -1", "state: '-1' is not a whole number"),
        ("klondike", "state: 999999999999999999999", "state: '999999999999999999999' is not a whole number"),
    ],
)  # fmt: skip
def test_a_text_that_describes_no_position_is_refused_with_what_is_wrong(
    variant: str, text: str, sentence: str
) -> None:
    with pytest.raises(PositionError) as caught:
        parse_position(CATALOG.rules(variant), text, complete=False)
    assert str(caught.value) == sentence


def test_a_position_to_play_from_must_have_every_card() -> None:
    rules = CATALOG.rules("freecell")
    most = "f1: AC..KC; f2: AD..KD; f3: AH..KH; f4: AS..TS"
    with pytest.raises(PositionError, match=r"^missing cards: JS QS KS$"):
        parse_position(rules, most)
    with pytest.raises(PositionError, match=r"^missing cards: 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D and 38 more$"):
        parse_position(rules, "t1: AC AD AH AS")
    assert parse_position(rules, f"{most}; t1: KS QS JS").piles.count(b"") == 4 + 7


def test_a_stock_lies_face_down_whether_its_cards_are_written_so_or_not() -> None:
    rules = CATALOG.rules("klondike")
    written = parse_position(rules, "s: 2C 3C", complete=False)
    assert written == parse_position(rules, "s: #2C #3C", complete=False)
    assert str(written) == "s: #2C #3C"


def test_a_stock_that_shows_its_top_card_has_only_that_face_up() -> None:
    rules = CATALOG.rules("followers")
    assert str(parse_position(rules, "f1: 9S; s: 2C 3C", complete=False)) == "s: #2C 3C; f1: 9S; base: 9"


def test_the_base_is_read_off_the_foundations_or_said() -> None:
    rules = CATALOG.rules("agnes_bernauer")
    assert parse_position(rules, "f2: TH JH", complete=False).base == 9
    assert parse_position(rules, "base: 10", complete=False).base == 9
    assert parse_position(rules, "base: A", complete=False).base == 0


def test_a_base_of_ace_is_kept_even_where_its_only_card_was_taken_back() -> None:
    rules = CATALOG.rules("reserve_gaps")
    game = board(rules, "f1: AS; t1: 2H; t2: KC; t3: KD; t4: KH")
    game.push("f1 t1")
    assert parse_position(rules, str(game), complete=False) == game.position


def test_a_base_that_is_not_chosen_yet_is_part_of_the_text() -> None:
    rules = CATALOG.rules("chosen")
    position = new_game(rules, "7").position
    assert str(position).endswith("base: none")
    assert parse_position(rules, str(position)) == position


@given(st.sampled_from(SIX), st.text(alphabet="tfcrswbae:;.# \n0123456789ASKTDHQ", max_size=40))
def test_any_text_is_a_position_or_refused_with_a_sentence(variant: str, text: str) -> None:
    rules = CATALOG.rules(variant)
    try:
        position = parse_position(rules, text, complete=False)
    except PositionError as error:
        assert str(error)
    else:
        assert Position.parse(str(position), rules.names) == position


def test_moves_are_values() -> None:
    assert Move("cards", "t1", "t2", 3) == Move("cards", "t1", "t2", 3)
    assert len({Move("deal"), Move("deal"), Move("redeal")}) == 2
    assert [str(Move("cards", "t1", "t2", count)) for count in (1, 3)] == ["t1 t2", "t1 t2 3"]
