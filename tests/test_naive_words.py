"""The words of the later games, as the naive program reads them: a small table for each, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from tests.naive import Naive

from solitaire_engine.deals import Generator


def document(text: str) -> dict[str, Any]:
    """A variant from YAML."""
    variant: dict[str, Any] = yaml.safe_load(text)
    return variant


def table(text: str, board: str, redeals_used: int = 0) -> Naive:
    """The variant's position on this board."""
    return Naive.from_board(document(text), board, redeals_used)


def dealt(text: str, deck: str, state: int = 0) -> Naive:
    """The variant after the deal of these cards."""
    return Naive(document(text), deck.split(), state)


def targets(game: Naive, source: str) -> set[str]:
    """Where a single card of the pile may go."""
    return {move.split()[1] for move in game.moves() if move.split()[0] == source and len(move.split()) == 2}


# --- Deck and base

PLAIN = "piles: {foundation: {kind: foundation}, tableau: {kind: tableau, count: 3, build: up any, gap: none}}"


def test_in_a_pack_from_seven_to_ace_the_ace_lies_above_the_king() -> None:
    short = f"{{deck: {{ranks: 7-A}}, base: 7, {PLAIN}}}"
    assert targets(table(short, "t1: AS; t2: KH; t3: TD"), "t1") == {"t2"}
    full = table(short, "f1: 7S 8S 9S TS JS QS KS; t1: AS").apply("t1 f1")
    assert full.is_won()
    assert not any(move.endswith("f1") for move in table(short, f"{full.board()}; t1: 7S").moves())


def test_foundations_go_round_the_corner_of_a_short_pack_unless_their_base_is_the_ace() -> None:
    assert "t1 f1" in table(f"{{deck: {{ranks: 7-K}}, base: 9, {PLAIN}}}", "f1: 9S TS JS QS KS; t1: 7S").moves()
    assert "t1 f1" not in table(f"{{{PLAIN}}}", "f1: QS KS; t1: AS").moves()


CHOSEN = "{base: chosen, piles: {foundation: {kind: foundation}, tableau: {kind: tableau, count: 3, gap: base}}}"


def test_a_base_to_be_chosen_is_the_rank_of_the_first_card_on_an_empty_foundation() -> None:
    game = table(CHOSEN, "t1: KS QS; t2: 5H; t3: 5D AS")
    assert game.board().endswith("; base: none")
    assert {"t1 f1", "t1 f4", "t2 f3", "t3 f2"} <= game.moves()
    after = game.apply("t1 f2").apply("t1 f2")
    assert after.board() == "f2: QS KS; t2: 5H; t3: 5D AS; base: Q"
    assert after.moves() == {"t3 f2"}, "round the corner, and nothing else begins a foundation or a gap"
    assert table(CHOSEN, "f3: 5C; t1: 5H").base == "5"


def test_a_gap_for_the_base_takes_any_card_before_it_is_chosen_and_one_for_the_rank_below_none() -> None:
    assert "t1 t3" in table(CHOSEN, "t1: KS QS; t2: 5H").moves()
    below = CHOSEN.replace("gap: base", "gap: base-1")
    assert "t1 t3" not in table(below, "t1: KS QS; t2: 5H").moves()
    assert "t1 t3" in table(below, "t1: KS QS; t2: 5H; base: K").moves()


def test_where_groups_choose_the_base_nothing_else_may_be_done_before() -> None:
    text = """
    base: {chosen: [reserve]}
    piles:
      stock: {kind: stock, deal: {to: waste, count: 1}}
      waste: {kind: waste}
      foundation: {kind: foundation, count: 2}
      reserve: {kind: reserve, count: 2}
      tableau: {kind: tableau, count: 2, build: any}
    """
    game = table(text, "s: 2C; w: 5S; r1: 7D 3H; t1: 6C; t2: 4H")
    assert game.moves() == {"r1 f1", "r1 f2"}
    after = game.apply("r1 f2")
    assert after.base == "3"
    assert {"deal", "w t1", "t1 t2"} <= after.moves()


# --- The opening deal

FANS = "piles: {foundation: {kind: foundation, count: 8}, tableau: {kind: tableau, count: 3}}"


def test_cards_taken_are_set_aside_before_anything_is_dealt_clubs_first() -> None:
    text = f"{{{FANS}, deal: [{{to: tableau, each: 2}}, {{to: foundation, take: A}}]}}"
    game = dealt(text, "AS 2S AD 3S 2D AD 4D AC 5D 6D")
    assert game.board() == "f1: AC; f2: AD; f3: AD; f4: AS; t1: 2S 4D; t2: 3S 5D; t3: 2D 6D"


def test_taken_cards_go_round_the_piles_again_and_of_two_like_cards_one_is_taken() -> None:
    text = f"{{{FANS}, deal: [{{to: tableau, take: [KS, 10H, 2, KC]}}, {{to: foundation, each: 1}}]}}"
    game = dealt(text, "KC KS KS 2H TH 2C")
    assert game.board() == "f1: KS; t1: KS 2H; t2: TH KC; t3: 2C"


def test_kings_go_to_the_bottom_of_the_piles_as_they_lie_those_of_earlier_steps_too() -> None:
    text = f"{{{FANS}, deal: [{{to: tableau, each: 2, up: 0}}, {{to: tableau, each: 1, fix: kings-to-bottom}}]}}"
    game = dealt(text, "2S 3C 4S 5S KD 7S KH 8S 9S")
    assert game.board() == "t1: KH #2S 5S; t2: #KD #3C 8S; t3: #4S #7S 9S", "the new top card of t1 has turned up"
    one_pile = text.replace("each: 1", "piles: [1], each: 1")
    assert dealt(one_pile, "2S 3C 4S 5S KD 7S KH").board() == "t1: KH #2S 5S; t2: #KD 3C; t3: #4S 7S"


def test_unlike_ranks_passes_over_cards_whose_rank_lies_in_the_pile_already_if_it_can() -> None:
    text = f"{{{FANS}, deal: [{{to: tableau, each: 2, fix: unlike-ranks}}]}}"
    assert dealt(text, "2S 3S 4S 2D 2C 5D").board() == "t1: 2S 5D; t2: 3S 2D; t3: 4S 2C"
    assert dealt(text, "2S 3S 4S 2D 2C 2H").board() == "t1: 2S 2D; t2: 3S 2C; t3: 4S 2H", "nothing else was left"


def test_in_a_deal_with_play_cards_go_home_at_once_and_leave_their_places_unfilled() -> None:
    text = f"{{{FANS}, deal: [{{to: tableau, each: 2, play: true}}]}}"
    assert dealt(text, "AS 2S 3H 3S 5D AH").board() == "f1: AS 2S 3S; f2: AH; t2: 5D; t3: 3H"


def test_cards_may_be_dealt_face_down_altogether_and_in_falling_numbers() -> None:
    text = f"{{{FANS}, deal: [{{to: tableau, cards: 3..1, down: all}}, {{to: tableau, piles: [3, 1], each: 1}}]}}"
    assert dealt(text, "2S 3S 4S 5S 6S 7S 8S 9S").board() == "t1: #2S #5S #7S 9S; t2: #3S 6S; t3: #4S 8S"


# --- Shapes


def shape(text: str, count: int) -> Naive:
    """A shape with a red ten in every place, dealt face up, where uncovered cards may leave."""
    piles = f"piles: {{stock: {{kind: stock}}, cell: {{kind: cell}}, t: {{kind: tableau, shape: {text}, gap: none}}}}"
    return dealt(f"{{{piles}, deal: [{{to: t, each: 1, up: last-row}}]}}", "TH " * count)


def uncovered(game: Naive) -> set[str]:
    return {move.split()[0] for move in game.moves() if move.endswith(" c1")}


def test_in_a_pyramid_a_card_is_free_when_the_two_below_it_are_gone_and_turns_up_then() -> None:
    game = shape("pyramid 3", 6)
    assert game.board() == "t1: #TH; t2: #TH; t3: #TH; t4: TH; t5: TH; t6: TH"
    assert uncovered(game) == {"t4", "t5", "t6"}
    without = Naive.from_board(game.document, "t1: #TH; t2: #TH; t3: #TH; t4: TH; t5: TH")
    assert uncovered(without) == {"t4", "t5"}
    assert without.apply("t5 c1").board() == "c1: TH; t1: #TH; t2: #TH; t3: TH; t4: TH"
    assert uncovered(Naive.from_board(game.document, "t1: TH; t2: TH; t3: TH; t4: TH")) == {"t3", "t4"}


def test_in_an_inverted_pyramid_a_card_lies_under_those_to_its_left_and_right_in_the_next_row() -> None:
    game = shape("inverted 3", 6)
    assert uncovered(game) == {"t6"}
    assert game.apply("t6 c1").board() == "c1: TH; t1: #TH; t2: #TH; t3: #TH; t4: TH; t5: TH"
    assert uncovered(Naive.from_board(game.document, "t1: TH; t2: TH; t3: TH; t4: TH")) == {"t3", "t4"}


def test_peaks_share_their_last_row_and_nothing_above_it() -> None:
    game = shape("peaks 3x4", 28)
    assert uncovered(game) == {f"t{number}" for number in range(19, 29)}
    # Row three: t10 t11 t12 are the first peak's, t13 t14 t15 the second's; row two: t4 t5 and t6 t7.
    second_row = Naive.from_board(game.document, "t4: TH; t5: TH; t6: TH; t7: TH; t12: TH; t13: TH")
    assert uncovered(second_row) == {"t4", "t7", "t12", "t13"}
    third_row = Naive.from_board(game.document, "t10: TH; t11: TH; t18: TH; t21: TH; t28: TH")
    assert uncovered(third_row) == {"t10", "t21", "t28"}
    first_row = Naive.from_board(game.document, "t1: TH; t2: TH; t3: TH; t5: TH; t8: TH")
    assert uncovered(first_row) == {"t2", "t5", "t8"}


def test_a_shape_has_its_own_number_of_piles_and_names_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="does not know spiral 7"):
        shape("spiral 7", 1)
    with pytest.raises(ValueError, match="leave one out"):
        shape("pyramid 3, count: 6", 6)


# --- Removals


def removals(rules: str, board: str, per_row: int = 3) -> set[str]:
    """The removals by these rules from a stock, a waste, cells and nine columns."""
    text = f"""
    piles:
      waste: {{kind: waste}}
      stock: {{kind: stock, face: up}}
      tableau: {{kind: tableau, count: 9, grid: {per_row}, gap: none}}
      fixed: {{kind: tableau, lift: none, gap: none}}
      cell: {{kind: cell, gap: none}}
      foundation: {{kind: foundation, lift: top}}
      discard: {{kind: discard, count: 2}}
    remove: [{rules}]
    """
    return {move.removeprefix("remove ") for move in table(text, board).moves() if move.startswith("remove ")}


def test_cards_are_removed_by_their_sum_from_the_tops_of_all_piles_but_foundations_and_fixed_ones() -> None:
    board = "t1: 3S TD; t2: #3H; t3: 3C; t10: 3D; f1: AS 2S 3S; c1: 3H; w: 3S; s: 4C 3C; d1: 3S"
    assert removals("{cards: 2, sum: 13}", board) == {"t1 t3", "t1 c1", "w t1"}
    assert removals("{cards: 2..3, sum: 13}", "t1: AS; t2: QS; t3: 6H; t4: 6D; t5: KD") == {"t1 t2", "t1 t3 t4"}
    assert removals("{cards: 1, rank: 10}, {cards: 1, sum: 13}", "t1: TS; t2: KS") == {"t1", "t2"}


def test_a_removal_lays_the_cards_on_the_first_discard_pile_in_the_order_of_the_piles() -> None:
    text = """
    piles: {tableau: {kind: tableau, count: 2, gap: none}, waste: {kind: waste}, discard: {kind: discard, count: 2}}
    remove: [{cards: 2, sum: 13}]
    """
    game = table(text, "w: 5S 9D; t2: #2C 4H; d1: KS")
    assert game.moves() == {"remove t2 w"}
    assert game.apply("remove t2 w").board() == "t2: 2C; w: 5S; d1: KS 4H 9D"
    assert table(text, "d1: KS 2C").is_won()


def test_a_set_of_ranks_needs_one_of_each_and_like_ranks_all_the_same() -> None:
    board = "t1: JS; t2: QH; t3: KD; t4: QC"
    assert removals("{cards: 3, ranks: [J, Q, K]}", board) == {"t1 t2 t3", "t1 t3 t4"}
    assert removals("{cards: 2, same: rank}", board) == {"t2 t4"}
    assert removals("{cards: 3, same: rank}", "t1: QD; t2: QH; t3: KD; t4: QC") == {"t1 t2 t4"}


def test_a_card_is_beaten_by_a_higher_one_of_its_suit_and_by_the_ace_above_all() -> None:
    board = "t1: KS; t2: AS; t3: 2S; t4: 9D; t5: QD 8H; t6: #KH"
    assert removals("{cards: 1, beaten: suit}", board) == {"t1", "t3"}
    assert removals("{cards: 1, beaten: color}", board) == {"t1", "t3", "t5"}
    assert removals("{cards: 1, beaten: suit, from: [tableau]}", "t1: 9S; w: TS") == set()


def test_every_pair_must_match_and_be_neighbours_where_the_rule_says_so() -> None:
    board = "t1: 5S; t2: 5C; t3: 5H"
    assert removals("{cards: 2, same: rank, match: color}", board) == {"t1 t2"}
    assert removals("{cards: 2, same: rank, match: alternate}", board) == {"t1 t3", "t2 t3"}
    assert removals("{cards: 3, sum: 15, match: color}", board) == set()
    assert removals("{cards: 3, sum: 15, match: other}", board) == {"t1 t2 t3"}
    rule = "{cards: 2, same: rank, adjacent: true}"
    around = "t5: 5S; t1: 5C; t2: 5D; t3: 5H; c1: 5H"
    assert removals(rule, around) == {"t1 t5", "t2 t5", "t3 t5", "t1 t2", "t2 t3"}
    assert removals(rule, "t3: 5S; t4: 5C; t7: 5H") == {"t4 t7"}, "rows do not join at their ends"
    assert removals("{cards: 3, sum: 15, adjacent: true}", "t1: 5S; t2: 5C; t3: 5H; t4: 5D") == {"t1 t2 t4"}


# --- Redeals

CRUEL = """
piles: {foundation: {kind: foundation, lift: top}, tableau: {kind: tableau, count: 4, build: down suit, gap: none}}
redeal: {times: 2, gather: [tableau], each: 2, order: piles, merci: 1}
"""


def test_a_redeal_gathers_the_columns_in_order_and_the_last_takes_what_is_over() -> None:
    after = table(CRUEL, "f1: AS; t2: #9D 8D; t3: 2C; t4: 3C 4C 5C 6C 7C 8C").apply("redeal")
    assert after.board() == "f1: AS; t1: 9D 8D; t2: 2C 3C; t3: 4C 5C; t4: 6C 7C 8C"
    assert after.redeals_used == 1
    assert "redeal" in after.moves() and "redeal" not in after.apply("redeal").moves()
    assert "redeal" not in table(CRUEL, "f1: AS").moves(), "there is nothing to gather"


def test_a_redeal_in_rows_gives_a_card_to_each_column_in_turn() -> None:
    after = table(CRUEL.replace("order: piles", "order: rows"), "t2: 9D 8D; t4: 2C 3C 4C").apply("redeal")
    assert after.board() == "t1: 9D 4C; t2: 8D; t3: 2C; t4: 3C"


def test_a_shuffled_redeal_draws_on_the_games_generator() -> None:
    text = CRUEL.replace("each: 2", "each: 2, shuffle: true")
    cards = ["AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S"]
    game = Naive.from_board(document(text), f"t1: {' '.join(cards)}", state=5)
    once = game.apply("redeal")
    order, state = Generator.shuffle(5, bytes(range(8)))
    assert [card for name in ("t1", "t2", "t3", "t4") for card in once.piles[name]] == [cards[place] for place in order]
    assert once.state == state and once.key() != game.key()
    again = once.apply("redeal")
    assert again.state not in (state, 5), "the second shuffle is another one"
    assert game.state == 5, "the position before is left as it was"
    assert Naive.from_board(game.document, game.board(), state=6).key() != game.key(), "another future lies before it"


def test_after_the_last_redeal_a_buried_card_may_be_drawn_and_played_alone() -> None:
    board = "f1: AS; t1: 3D 9H 8C; t2: 2S #TH; t3: 9C; t4: 4D"
    assert not any(move.startswith("draw") for move in table(CRUEL, board, redeals_used=1).moves())
    game = table(CRUEL, board, redeals_used=2)
    assert {move for move in game.moves() if move.startswith("draw")} == {"draw t1 t4 3", "draw t2 f1 2"}
    after = game.apply("draw t1 t4 3")
    assert after.board() == "f1: AS; t1: 9H 8C; t2: 2S TH; t3: 9C; t4: 4D 3D"
    assert not any(move.startswith("draw") for move in after.moves()), "it was the only one"


def test_no_face_down_card_and_no_covered_one_is_drawn() -> None:
    text = """
    piles: {tableau: {kind: tableau, shape: pyramid 2, build: any}}
    redeal: {times: 0, gather: [tableau], each: 1, order: rows, merci: 1}
    """
    draws = {move for move in table(text, "t1: 2S 3S; t2: #4S 5S 6S").moves() if move.startswith("draw")}
    assert draws == {"draw t2 t1 2", "draw t2 t3 2"}


def test_a_waste_that_is_shuffled_before_it_is_turned_draws_on_the_generator_too() -> None:
    text = """
    piles:
      stock: {kind: stock, deal: {to: waste, count: 1}, redeals: unlimited, shuffle: true}
      waste: {kind: waste}
    """
    game = Naive.from_board(document(text), "w: AS 2S 3S 4S 5S", state=9).apply("redeal")
    order, state = Generator.shuffle(9, bytes(range(5)))
    for place in order:
        game = game.apply("deal")
        assert game.piles["w"][-1] == f"{'A2345'[place]}S"
    assert game.state == state


# --- Stock and waste

ROWS = """
piles:
  stock: {{kind: stock, deal: {{to: tableau, each: 1, {more}}}}}
  foundation: {{kind: foundation}}
  tableau: {{kind: tableau, count: 4, gap: none}}
"""


def test_a_deal_goes_only_to_the_piles_with_cards_or_only_to_the_empty_ones() -> None:
    board = "s: 2S 3S 4S 5S 6S; t2: 9D; t4: TD"
    assert table(ROWS.format(more="onto: all"), board).apply("deal").board().startswith("s: 2S; t1: 6S; t2: 9D 5S")
    assert table(ROWS.format(more="onto: filled"), board).apply("deal").board() == "s: 2S 3S 4S; t2: 9D 6S; t4: TD 5S"
    empty = table(ROWS.format(more="onto: empty"), board)
    assert empty.apply("deal").board() == "s: 2S 3S 4S; t1: 6S; t2: 9D; t3: 5S; t4: TD"
    assert "deal" not in empty.apply("deal").moves(), "no pile is empty any more"


def test_columns_close_up_before_a_deal_and_for_its_own_sake_when_the_stock_is_empty() -> None:
    text = ROWS.format(more="close_up: true, onto: empty")
    after = table(text, "s: 2S 3S; t2: #9D 8D; t4: TD").apply("deal")
    assert after.board() == "t1: #9D 8D; t2: TD; t3: 3S; t4: 2S"
    assert "deal" not in after.moves()
    assert table(text, "t1: 9D; t3: TD").apply("deal").board() == "t1: 9D; t2: TD"
    assert "deal" not in table(text, "t1: 9D; t2: TD").moves()


def test_the_number_of_cards_of_a_deal_may_change_with_each_pass_and_the_last_stays() -> None:
    text = """
    piles:
      stock: {kind: stock, deal: {to: waste, each: [3, 2, 1]}, redeals: 5}
      waste: {kind: waste}
    """
    dealt_cards = [len(table(text, "s: 2S 3S 4S 5S", used).apply("deal").piles["w"]) for used in range(5)]
    assert dealt_cards == [3, 2, 1, 1, 1]


HEAPS = """
piles:
  stock: {kind: stock, face: up, lift: top, to: [heap, foundation]}
  foundation: {kind: foundation}
  heap: {kind: tableau, count: 2, build: any, from: stock, to: [foundation]}
  cell: {kind: cell}
deal: [{to: cell, cards: 1}]
"""


def test_a_face_up_stock_shows_its_next_card_which_is_played_by_hand_where_it_may_go() -> None:
    game = dealt(HEAPS, "9H AS 2S 3S")
    assert game.piles["s"] == ["#3S", "#2S", "AS"]
    assert game.moves() == {"s t1", "s t2", "s f1", "s f2", "s f3", "s f4"}
    after = game.apply("s f1").apply("s t1")
    assert after.piles["s"] == ["3S"] and targets(after, "t1") == {"f1"}
    assert Naive.from_board(game.document, game.board()).piles == game.piles


def test_a_waste_may_be_fixed_or_sent_to_some_groups_only() -> None:
    text = """
    piles:
      waste: {kind: waste, %s}
      foundation: {kind: foundation, count: 1}
      tableau: {kind: tableau, count: 2}
    """
    assert targets(table(text % "lift: top", "w: AS"), "w") == {"f1", "t1", "t2"}
    assert targets(table(text % "to: [foundation]", "w: AS"), "w") == {"f1"}
    assert targets(table(text % "lift: none", "w: AS"), "w") == set()


# --- Builds


@pytest.mark.parametrize(
    ("build", "taken"),
    [
        ("any suit", "AS 6S 8S KS"),
        ("any alternate", "6H 7H 8D"),
        ("up any dead 7 K", ""),
        ("updown any dead 10 K", "6S 6H 8S 8D 6C"),
        ("down suit or same any", "6S 7H 7C"),
        ("up alternate or down color dead 7", "8D"),
        ("same any", "7H 7C"),
        ("{dir: updown, match: suit, corner: plain}", "6S 8S"),
    ],
)
def test_build_rules_say_which_cards_go_on_a_seven_of_spades(build: str, taken: str) -> None:
    text = f"{{piles: {{t: {{kind: tableau, count: 10, build: {build}, gap: none}}}}}}"
    cards = ["AS", "6S", "6H", "6C", "7H", "7C", "8S", "8D", "KS"]
    game = table(text, "t1: 7S; " + "; ".join(f"t{number}: {card}" for number, card in enumerate(cards, 2)))
    assert {card for number, card in enumerate(cards, 2) if f"t{number} t1" in game.moves()} == set(taken.split())


@pytest.mark.parametrize(
    ("build", "base", "taken"),
    [
        ("down any wrap dead base", "A", "t2 t3"),
        ("down any wrap dead base", "8", "t1 t3"),
        ("down any wrap dead base", "K", "t1 t2 t3"),
        ("down any wrap dead base 8", "A", "t3"),
        ("down any wrap dead 8 base", "9", "t1"),
        ("down any wrap dead base", "", "t1 t2 t3"),
        ("down any dead base or updown any wrap", "A", "t1 t2 t3"),
        ("down any wrap dead base or down suit", "8", "t1 t2 t3"),
        ("down any wrap dead base or down other", "8", "t1 t3"),
    ],
)
def test_on_a_card_of_the_base_rank_a_rule_may_put_nothing_once_the_base_is_known(
    build: str, base: str, taken: str
) -> None:
    text = f"""
    base: {base or "chosen"}
    piles: {{f: {{kind: foundation}}, t: {{kind: tableau, count: 6, build: {build}, lift: sequence}}}}
    """
    game = table(text, "t1: AS; t2: 8S; t3: 9S; t4: KH; t5: 7S; t6: 8H")
    given = {("t4", "t1"), ("t5", "t2"), ("t6", "t3")}
    found = {tuple(move.split()[:2]) for move in game.moves()}
    assert sorted(target for source, target in given & found) == taken.split()


def test_cards_on_one_of_the_base_rank_do_not_hang_together_where_nothing_is_put_there() -> None:
    text = """
    base: %s
    piles: {f: {kind: foundation}, t: {kind: tableau, count: 3, build: down any wrap dead base, lift: sequence}}
    """
    assert "t1 t2 2" in table(text % "5", "t1: AS KH; t2: 2D").moves()
    assert "t1 t2 2" not in table(text % "A", "t1: AS KH; t2: 2D").moves()


@pytest.mark.parametrize(("corner", "taken"), [("plain", "QH"), ("wrap", "QH AH"), ("dead-kings", "")])
def test_a_corner_says_what_goes_on_a_king(corner: str, taken: str) -> None:
    text = f"{{piles: {{t: {{kind: tableau, count: 4, build: {{dir: updown, corner: {corner}}}}}}}}}"
    game = table(text, "t1: KS; t2: QH; t3: AH; t4: 2H")
    on_the_king = [move.split()[0] for move in game.moves() if move.endswith(" t1")]
    assert {game.piles[name][0] for name in on_the_king} == set(taken.split())


def test_a_locked_pile_goes_on_as_its_first_two_cards_began() -> None:
    text = "{piles: {t: {kind: tableau, count: 4, build: updown suit wrap, lift: sequence, lock: %s}}}"
    board = "t1: QS KS; t2: AS; t3: QS; t4: 5H"
    assert {"t2 t1"} == {move for move in table(text % "pile", board).moves() if move.endswith(" t1")}
    assert {"t2 t4", "t3 t4"}.isdisjoint(table(text % "pile", board).moves())
    falling = table(text % "pile", "t1: AS KS; t2: AS; t3: QS; t4: KS")
    assert {"t3 t1", "t2 t4", "t3 t4"} <= falling.moves() and "t2 t1" not in falling.moves()
    assert "t2 t4" in table(text % "group", "t1: QS KS; t2: AS; t4: KS").moves()
    assert "t2 t4" not in table(text % "group", "t1: AS KS; t2: AS; t4: KS").moves(), "the group goes down by now"
    turning = table(text % "pile", "t1: 4S; t2: 5S 4S; t3: 5S 6S").moves()
    assert "t2 t1 2" not in turning and "t3 t1 2" in turning, "cards that come together go on one way too"
    into_gap = table(text % "pile", "t1: 4S 5S 4S; t2: 3S 4S 5S").moves()
    assert "t1 t3 3" not in into_gap and {"t1 t3 2", "t2 t3 3"} <= into_gap
