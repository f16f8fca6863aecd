"""The naive program must itself be right: held to small boards and to pinned counts.

Recorded positions are in ``test_naive_vectors``, the words of the later games in ``test_naive_words``.

The counts in ``data/naive/counts.json`` belong to Microsoft deal 1. To make them anew, call
``perft`` and ``distinct`` for depths 0 to 3; the engine's tests compare with the same file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.naive import Naive

DATA = Path(__file__).parent / "data" / "naive"
COUNTS: dict[str, Any] = json.loads((DATA / "counts.json").read_text(encoding="utf-8"))
GAMES = ("antares", "agnes_aces", "agnes_bernauer", "freecell", "scorpion", "klondike")


def variant(name: str, **changes: Any) -> dict[str, Any]:
    """One of the written-out variants; ``tableau__gap="any"`` changes one key of one group, None removes it."""
    document: dict[str, Any] = yaml.safe_load((DATA / f"{name}.yaml").read_text(encoding="utf-8"))
    for place, value in changes.items():
        group, key = place.split("__")
        document["piles"][group][key] = value
        if value is None:
            del document["piles"][group][key]
    return document


def position(name: str, board: str, **changes: Any) -> Naive:
    return Naive.from_board(variant(name, **changes), board)


# --- Counts


@pytest.mark.parametrize("name", GAMES)
def test_counts_of_moves_and_positions_to_depth_two_are_the_pinned_ones(name: str) -> None:
    game = Naive(variant(name), COUNTS["deck"].split())
    assert [game.perft(depth) for depth in range(3)] == COUNTS["games"][name]["perft"][:3]
    assert [game.distinct(depth) for depth in range(3)] == COUNTS["games"][name]["distinct"][:3]


@pytest.mark.parametrize("name", ["agnes_aces", "agnes_bernauer", "scorpion", "klondike"])
def test_counts_at_depth_three_are_the_pinned_ones_where_they_are_small(name: str) -> None:
    game = Naive(variant(name), COUNTS["deck"].split())
    assert game.perft(3) == COUNTS["games"][name]["perft"][3]
    assert game.distinct(3) == COUNTS["games"][name]["distinct"][3]


def test_a_lone_ace_counts_every_cell_every_empty_column_and_every_foundation() -> None:
    game = position("freecell", "t1: AS")
    assert len(game.moves()) == 4 + 7 + 4
    assert game.perft(1) == game.distinct(1) == 15
    # From a foundation it goes nowhere; from 11 other places it goes to 15 each, in all to 16 different places.
    assert (game.perft(2), game.distinct(2)) == (11 * 15, 16)


# --- Dealing


def test_a_triangle_is_dealt_in_rows_from_the_left_and_only_the_top_cards_lie_face_up() -> None:
    game = Naive(variant("klondike"), COUNTS["deck"].split())
    assert game.piles["t1"] == ["JD"]
    assert game.piles["t2"] == ["#2D", "5H"]
    assert game.piles["t7"] == ["#7C", "#AD", "#KS", "#AS", "#4C", "#TS", "QH"]
    assert game.piles["s"][-3:] == ["#4D", "#AC", "#4H"]


def test_antares_gives_six_cards_to_the_left_piles_and_seven_to_the_right_ones() -> None:
    game = Naive(variant("antares"), COUNTS["deck"].split())
    assert [len(game.piles[f"t{number}"]) for number in range(1, 9)] == [6, 6, 6, 6, 7, 7, 7, 7]
    assert [game.piles[f"t{number}"][-1] for number in range(5, 9)] == ["6S", "9C", "2H", "6H"]


def test_order_piles_fills_one_pile_after_the_other_and_the_last_takes_what_is_left() -> None:
    document = variant("freecell", tableau__count=3)
    document["deal"] = [{"to": "tableau", "each": 2, "order": "piles"}]
    assert Naive(document, ["AS", "2S", "3S", "4S", "5S"]).board() == "t1: AS 2S; t2: 3S 4S; t3: 5S"


def test_the_base_is_the_rank_of_the_card_that_the_deal_lays_on_the_foundation() -> None:
    game = Naive(variant("agnes_bernauer"), COUNTS["deck"].split())
    assert game.piles["f1"] == ["TH"]
    assert {"r6 f2", "r6 f3", "r6 f4"} <= game.moves()  # the ten of diamonds
    assert not any(move.startswith("r2 f") for move in game.moves())  # an ace


# --- Words of the schema


def test_a_group_legal_on_a_scorpion_pile_crosses_in_any_order_and_only_its_lead_card_must_fit() -> None:
    board = "t1: 9C 5H JD; t5: 6S; t6: 3D; c1: KC; c2: KD; c3: KH; c4: KS"
    assert "t1 t5 2" in position("antares", board).moves()
    assert "t1 t5 3" not in position("antares", board).moves()
    assert "t1 t6 2" not in position("antares", board).moves()
    assert {"t1 t7", "t1 t7 2", "t1 t7 3"} <= position("antares", board).moves()


def test_a_sequence_leaves_a_freecell_pile_only_within_the_limit_of_its_cells_even_across() -> None:
    assert "t5 t1 2" in position("antares", "t1: 9S; t5: 8S 7D; c1: KC; c2: KD; c3: KH").moves()
    assert "t5 t1 2" not in position("antares", "t1: 9S; t5: 8S 7D; c1: KC; c2: KD; c3: KH; c4: KS").moves()
    assert "t5 t1 2" not in position("antares", "t1: 9S; t5: 8S 6D").moves()


def test_without_a_transfer_rule_only_single_cards_cross_between_tableau_groups() -> None:
    document = variant("antares")
    document["transfer"] = []
    moves = Naive.from_board(document, "t1: 9S 5H JD; t5: 6S; t6: QS").moves()
    assert "t1 t6" in moves and "t1 t5 2" not in moves


def test_empty_columns_double_the_supermove_unless_they_are_the_target_or_take_kings_only() -> None:
    board = "t1: 9S 8D 7S 6D; t2: TD; t3: AC; t4: AD; t5: AH; t6: AS; t7: 2C; c1: KC; c2: KD; c3: KH"
    assert "t1 t2 4" in position("freecell", board).moves()
    assert {"t1 t8 2"} <= position("freecell", board).moves() and "t1 t8 3" not in position("freecell", board).moves()
    assert "t1 t2 4" not in position("freecell", board, tableau__limit="cells").moves()
    assert "t1 t2 4" not in position("freecell", board, tableau__gap="K").moves()
    assert "t1 t2 4" in position("freecell", board, tableau__gap="K", tableau__limit=4).moves()


def test_cards_may_go_from_cell_to_cell_and_a_full_cell_takes_nothing() -> None:
    moves = position("freecell", "c1: 5S; c2: 6H; t1: KS").moves()
    assert {"c1 c3", "c1 c4", "c2 c3", "t1 c3", "t1 t8"} <= moves
    assert not {"c1 c2", "c2 c1", "t1 c1", "c1 t1"} & moves


def test_nothing_leaves_a_foundation_unless_its_top_may_be_lifted() -> None:
    board = "f1: AS..5S; t1: 6H; f2: AD"
    assert not any(move.startswith("f") for move in position("freecell", board).moves())
    moves = position("freecell", board, foundation__lift="top").moves()
    assert {"f1 t1", "f1 c1", "f1 t2", "f2 f3", "f2 f4"} <= moves
    assert not {"f1 f2", "f1 f3"} & moves


def test_a_face_down_card_neither_moves_nor_takes_a_card_and_turns_up_when_it_is_exposed() -> None:
    game = position("klondike", "t1: #9H #KD QC; t2: KH; t3: #JS")
    assert game.moves() == {"t1 t2", "t2 t4", "t2 t5", "t2 t6", "t2 t7"}
    after = game.apply("t1 t2")
    assert after.piles["t1"] == ["#9H", "KD"]
    assert after.piles["t3"] == ["JS"]
    assert game.piles["t1"] == ["#9H", "#KD", "QC"], "the position before is left as it was"


def test_the_stock_turns_up_to_three_cards_and_a_redeal_brings_them_back_in_the_same_order() -> None:
    game = position("klondike", "s: 9D 8D 7D 6D; t1: KS")
    once = game.apply("deal")
    assert once.board() == "s: 9D; w: 6D 7D 8D; t1: KS"
    twice = once.apply("deal")
    assert twice.board() == "w: 6D 7D 8D 9D; t1: KS"
    assert "deal" not in twice.moves()
    back = twice.apply("redeal")
    assert back.board() == game.board()
    assert back.key() != game.key(), "a redeal has been used"


def test_redeals_end_when_they_are_used_up_and_there_are_none_by_default() -> None:
    board = "w: 6D; t1: KS"
    once = position("klondike", board, stock__redeals=1)
    assert "redeal" in once.moves()
    assert "redeal" not in once.apply("redeal").apply("deal").moves()
    assert "redeal" not in position("klondike", board, stock__redeals=None).moves()


def test_a_reserve_deal_covers_every_reserve_and_its_last_cards_go_to_the_first_piles() -> None:
    game = position("agnes_aces", "t1: KS; r1: 2C; r4: 9C; s: TC 9S 8S 7S 6S 5S 4S 3S 2S QD")
    once = game.apply("deal")
    assert once.board() == "s: TC 9S 8S; t1: KS; r1: 2C QD; r2: 2S; r3: 3S; r4: 9C 4S; r5: 5S; r6: 6S; r7: 7S"
    twice = once.apply("deal")
    assert [twice.piles[f"r{number}"][-1] for number in (1, 2, 3, 4)] == ["8S", "9S", "TC", "4S"]
    assert not {"deal", "redeal"} & twice.moves()


def test_only_a_reserves_top_card_leaves_it_and_none_is_put_back_by_hand() -> None:
    moves = position("agnes_aces", "t1: QS; r1: QC JD; t2: #2S #3S TD").moves()
    assert moves == {"r1 t1"}


def test_a_gap_takes_the_rank_below_the_base_which_is_a_king_for_an_ace() -> None:
    moves = position("agnes_aces", "r1: KC; r2: QD; t1: 5S KH QS JD; f1: AD..KD").moves()
    assert {"r1 t2", "t1 t2 3", "f1 t2"} <= moves
    assert not {"r2 t2", "t1 t2", "t1 t2 2"} & moves
    moves = position("agnes_bernauer", "f1: TH; r1: 9C; r2: KC; t1: JD").moves()
    assert "r1 t2" in moves and "r2 t2" not in moves


def test_with_another_base_foundations_pass_from_king_to_ace_and_end_after_the_whole_circle() -> None:
    assert "t1 f1" in position("agnes_bernauer", "f1: TH..KH; t1: AH").moves()
    assert position("agnes_bernauer", "f1: TH..9H; t1: TS; t2: TH").moves() == {
        "t1 f2", "t1 f3", "t1 f4", "t2 f2", "t2 f3", "t2 f4",
    }  # fmt: skip
    assert "t1 f1" not in position("agnes_aces", "f1: AH..KH; t1: AH").moves()


def test_a_king_goes_on_an_ace_only_where_the_build_wraps() -> None:
    assert "t1 t2" in position("agnes_bernauer", "f1: TH; t1: 3D KS; t2: AH").moves()
    assert "t1 t2" not in position("agnes_aces", "t1: 3D KS; t2: AH").moves()


def test_a_completed_run_goes_to_the_first_empty_foundation_as_part_of_the_move_that_completes_it() -> None:
    board = "f1: KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH; t1: #3C KS QS JS TS 9S 8S; t2: 2D 7S 6S 5S 4S 3S 2S AS"
    after = position("scorpion", board).apply("t2 t1 7")
    assert after.board() == "f1: KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH; " + (
        "f2: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS; t1: 3C; t2: 2D"
    )


def test_a_deal_may_complete_a_run_too() -> None:
    game = position("scorpion", "s: 5D AS; t1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S; t3: 4H")
    assert game.apply("deal").board() == "f1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS; t2: 5D; t3: 4H"


def test_a_run_is_moved_by_hand_only_where_it_does_not_go_by_itself_and_nothing_else_goes_there() -> None:
    board = "t3: 2D KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS; t4: AH"
    assert {"t3 f1 13", "t3 f4 13"} <= position("scorpion", board, foundation__auto=False).moves()
    assert not any(" f" in move for move in position("scorpion", board).moves())
    assert "t4 f1" not in position("scorpion", board, foundation__auto=False).moves()


def test_a_deal_to_the_columns_is_closed_by_a_gap_only_where_the_variant_says_so() -> None:
    board = "t1: 5S; s: 2C 3C"
    assert "deal" in position("scorpion", board).moves()
    no_gaps = {"to": "tableau", "each": 1, "when": "no-gaps"}
    assert "deal" not in position("scorpion", board, stock__deal=no_gaps).moves()
    full = "; ".join(f"t{number}: {number}H" for number in range(2, 8)) + "; " + board
    assert "deal" in position("scorpion", full, stock__deal=no_gaps).moves()


def canfield() -> dict[str, Any]:
    """Canfield's columns and reserve, enough to try gaps that fill themselves."""
    gap = {"auto": ["reserve"], "accept": "any", "from": ["tableau"]}
    return {
        "piles": {
            "foundation": {"kind": "foundation"},
            "reserve": {"kind": "reserve"},
            "cell": {"kind": "cell", "count": 1},
            "tableau": {
                "kind": "tableau",
                "count": 4,
                "build": "down alternate wrap",
                "lift": "top-or-pile",
                "gap": gap,
            },
        }
    }


def test_a_gap_with_auto_is_filled_from_the_named_group_within_the_same_move() -> None:
    game = Naive.from_board(canfield(), "r1: #2C #3C 4H; t1: 7S; t2: 8D; t3: 9H; t4: 9D")
    assert game.apply("t1 t2").board() == "r1: #2C 3C; t1: 4H; t2: 8D 7S; t3: 9H; t4: 9D"
    last = Naive.from_board(canfield(), "c1: 2S; t1: 7S; t2: 8D").apply("t1 t2")
    assert last.piles["t1"] == []
    assert "t2 t1 2" in last.moves() and "c1 t1" not in last.moves()


def test_top_or_pile_moves_one_card_or_all_but_no_part_between() -> None:
    moves = Naive.from_board(canfield(), "t1: 9S 8D 7S; t2: TH; t3: 8H; t4: 9C").moves()
    assert {"t1 t2 3", "t1 t3"} <= moves
    assert "t1 t4 2" not in moves


def test_a_game_is_won_when_all_cards_lie_on_foundations() -> None:
    game = position("freecell", "f1: AS..KS; f2: AH..KH; f3: AD..KD; f4: AC..QC; t1: KC")
    assert not game.is_won()
    assert game.apply("t1 f4").is_won()


def test_a_board_text_survives_reading_and_writing() -> None:
    for name in GAMES:
        game = Naive(variant(name), COUNTS["deck"].split())
        assert Naive.from_board(variant(name), game.board()).piles == game.piles


def test_illegal_moves_unknown_piles_and_unknown_words_are_refused() -> None:
    game = position("freecell", "t1: KS; t2: 5H")
    with pytest.raises(ValueError, match="'t2 t1' is not a legal move here"):
        game.apply("t2 t1")
    with pytest.raises(ValueError, match="there is no pile 'w'"):
        position("freecell", "w: KS")
    with pytest.raises(ValueError, match="does not know glue"):
        position("freecell", "", tableau__glue="strong")
    with pytest.raises(ValueError, match="does not know base-2"):
        position("freecell", "", tableau__gap="base-2")
    document = variant("antares")
    document["transfer"][0]["by"] = "magic"
    with pytest.raises(ValueError, match="does not know magic"):
        Naive(document, [])
