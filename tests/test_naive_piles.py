"""How the naive program reads the words of single piles: gaps, runs, times, cells; and how games are won."""

from __future__ import annotations

import pytest
from tests.naive import Naive
from tests.test_naive_words import dealt, document, table, targets

# --- Gaps

GAPS = """
piles:
  stock: {{kind: stock}}
  reserve: {{kind: reserve}}
  cell: {{kind: cell}}
  foundation: {{kind: foundation}}
  tableau: {{kind: tableau, count: 3, build: down suit, gap: {gap}}}
deal: [{{to: reserve, each: 1}}, {{to: tableau, cards: [1, 1, 0]}}]
"""


def test_gaps_are_filled_after_the_deal_and_after_a_move_from_the_first_group_that_has_cards() -> None:
    game = dealt(GAPS.format(gap="{auto: [reserve, stock], accept: none}"), "9C 5H 6H 2S 3S")
    assert game.board() == "s: 3S 2S; t1: 5H; t2: 6H; t3: 9C"
    after = game.apply("t1 t2")
    assert after.board() == "s: 3S; t1: 2S; t2: 6H 5H; t3: 9C"
    last = after.apply("t3 c1")
    assert last.board() == "c1: 9C; t1: 2S; t2: 6H 5H; t3: 3S"
    by_hand = Naive.from_board(last.document, "t2: 6H 5H; t3: 3S").moves()
    assert by_hand == {"t2 c1", "t3 c1"}, "no gap is filled by hand"


def test_a_gap_may_get_several_cards_as_far_as_there_are_any() -> None:
    text = GAPS.format(gap="{auto: [stock], each: 3, accept: none}")
    board = "s: 2S 3S 4S 5S; t1: 5H; t2: 6H; t3: 9C"
    once = table(text, board).apply("t1 t2")
    assert once.board() == "s: 2S; t1: 5S 4S 3S; t2: 6H 5H; t3: 9C"
    assert once.apply("t3 c1").board() == "c1: 9C; t1: 5S 4S 3S; t2: 6H 5H; t3: 2S"


def test_while_the_first_groups_have_cards_only_they_fill_a_gap_by_hand() -> None:
    text = GAPS.format(gap="{first: [reserve], accept: any, from: [cell]}")
    full = table(text, "r1: 9C 8C; c1: 7C; t1: 5H; t2: 2H")
    assert {move for move in full.moves() if move.endswith(" t3")} == {"r1 t3"}
    done = table(text, "c1: 7C; t1: 5H; t2: 2H")
    assert {move for move in done.moves() if move.endswith(" t3")} == {"c1 t3"}
    kings = table(GAPS.format(gap="{first: [reserve], accept: K}"), "r1: 9C; t1: KH; t2: 2H")
    assert not any(move.endswith(" t3") for move in kings.moves()), "what it accepts holds for them too"


# --- Foundations

RUNS = """
piles:
  foundation: {{kind: foundation, count: 2, accept: run, {more}}}
  tableau: {{kind: tableau, count: 2, build: any, lift: any}}
"""
UPWARDS = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
DOWNWARDS = " ".join(reversed(UPWARDS.split()))


def test_a_run_is_a_whole_foundation_read_from_its_top_card() -> None:
    game = table(RUNS.format(more="build: up suit"), f"t1: 5D {DOWNWARDS}; t2: {UPWARDS}")
    assert {move for move in game.moves() if " f" in move} == {"t1 f1 13", "t1 f2 13"}
    falling = table(RUNS.format(more="build: down suit, start: K"), f"t1: 5D {DOWNWARDS}; t2: {UPWARDS}")
    assert {move for move in falling.moves() if " f" in move} == {"t2 f1 13", "t2 f2 13"}
    short = table(RUNS.format(more="build: down any, start: K, max: 3"), "t1: 5D JS QH KD; f1: QH KD KS")
    assert {move for move in short.moves() if " f" in move} == {"t1 f2 3"}


def test_runs_that_go_by_themselves_go_at_the_deal_too() -> None:
    text = RUNS.format(more="build: down any, start: K, max: 3, auto: true") + "deal: [{to: tableau, each: 4}]"
    game = dealt(text, "2S 9D JS JD QS QD KS KH")
    assert game.board() == "f1: JS QS KS; f2: JD QD KH; t1: 2S; t2: 9D"


def test_a_base_may_be_chosen_by_a_run_whose_top_card_it_is() -> None:
    game = table("base: chosen\n" + RUNS.format(more="build: up suit wrap"), f"t1: {DOWNWARDS.replace('KS ', '')} KS")
    assert game.apply("t1 f2 13").base == "K"
    assert game.from_board(game.document, game.apply("t1 f2 13").board().replace("; base: K", "")).base == "K"


def test_a_run_does_not_choose_the_base_where_only_single_cards_may() -> None:
    text = "base: {chosen: [tableau]}\n" + RUNS.format(more="build: up suit wrap")
    assert table(text, f"t1: {DOWNWARDS}; t2: 5H").moves() == set()


def test_a_following_foundation_takes_only_ranks_that_the_one_before_it_has() -> None:
    text = """
    base: dealt
    piles:
      foundation: {kind: foundation, build: any suit, follow: true}
      reserve: {kind: reserve, count: 4}
    """
    game = table(text, "f1: 5S 9S; f2: 5H; r1: 9H; r2: KS; r3: KH; r4: 5D")
    assert game.moves() == {"r1 f2", "r2 f1", "r4 f3"}
    assert "r3 f2" in game.apply("r2 f1").moves()


# --- Times

TIMES = """
piles:
  stock: {{kind: stock, deal: {{to: waste, count: 1}}, redeals: 2}}
  waste: {{kind: waste, lift: none}}
  cell: {{kind: cell, when: {when}}}
  tableau: {{kind: tableau, count: 2, gap: none}}
"""


@pytest.mark.parametrize(
    ("when", "closed", "opened"),
    [
        ("stock-empty", ("s: 2S; t1: 5H; t2: 6H", 0), ("w: 2S; t1: 5H; t2: 6H", 0)),
        ("no-gaps", ("s: 2S; t1: 5H", 0), ("s: 2S; t1: 5H; t2: 6H", 0)),
        ("first-deal", ("s: 2S; t1: 5H", 1), ("s: 2S; t1: 5H", 0)),
        ("last-deal", ("s: 2S; t1: 5H", 1), ("s: 2S; t1: 5H", 2)),
    ],
)
def test_a_pile_takes_cards_only_when_its_time_has_come(
    when: str, closed: tuple[str, int], opened: tuple[str, int]
) -> None:
    text = TIMES.format(when=when)
    assert "t1 c1" not in table(text, *closed).moves()
    assert "t1 c1" in table(text, *opened).moves()
    assert "t1 c1" in table(TIMES.format(when="always"), *closed).moves()


def test_a_closed_pile_still_gives_its_cards_away_and_a_closed_cell_carries_none() -> None:
    text = """
    piles:
      stock: {kind: stock}
      cell: {kind: cell, count: 2, when: stock-empty}
      tableau: {kind: tableau, count: 3, build: down any, lift: sequence, limit: cells, gap: any}
    """
    game = table(text, "s: 2S; c1: 7H; t1: 8S; t2: 8D 7D")
    assert targets(game, "c1") == {"t1", "t3"}
    assert "t2 t3 2" not in game.moves()
    assert "t2 t3 2" in table(text, "c1: 7H; t1: 8S; t2: 8D 7D").moves()


# --- Cells


def test_a_deep_cell_takes_a_whole_group_when_it_is_empty_and_gives_any_part_of_it_back() -> None:
    text = """
    piles:
      cell: {kind: cell, max: 3, accept: group, lift: any, gap: [K, 9]}
      tableau: {kind: tableau, count: 2, build: down any, lift: sequence}
    """
    moves = table(text, "t1: TS 9S 8S 7S; t2: KH").moves()
    assert {"t1 c1 3", "t2 c1"} <= moves and not {"t1 c1", "t1 c1 2", "t1 c1 4"} & moves
    filled = table(text, "c1: 9S 8S; t1: TS; t2: KH")
    assert {"c1 t1 2"} <= filled.moves() and not targets(filled, "t2") & {"c1"}


# --- Winning

ANY_WIN = """
piles:
  stock: {{kind: stock, deal: {{to: tableau, each: 1}}}}
  foundation: {{kind: foundation}}
  tableau: {{kind: tableau, count: 3, build: down suit}}
  cell: {{kind: cell}}
  discard: {{kind: discard}}
win: {win}
"""


@pytest.mark.parametrize(
    ("win", "won", "not_yet"),
    [
        ("{empty: [tableau]}", "s: 2S; c1: 3S; f1: AS", "t2: 2S"),
        ("{empty: [tableau, stock]}", "c1: 3S; f1: AS", "s: 2S"),
        ("{left: 2}", "t1: KS; c1: QS; f1: AS; d1: 9S", "t1: KS; t2: QS; t3: JS"),
        ("{left: 2}", "t1: KS QS", "s: 2S; t1: KS"),
        ("{sorted: [tableau]}", f"t2: {DOWNWARDS}; f1: AH; d1: 9H", f"t2: {DOWNWARDS}; c1: 9H"),
        ("{sorted: [tableau]}", f"t2: {DOWNWARDS}", f"t2: {UPWARDS}"),
        ("{sorted: [tableau]}", f"t2: {DOWNWARDS}", f"t2: {DOWNWARDS.removesuffix(' AS')}; f1: AS"),
        ("{sorted: [tableau]}", f"t2: {DOWNWARDS}", f"t2: #{DOWNWARDS}"),
        ("{}", "f1: AS; d1: 9S", "f1: AS; c1: 2S"),
    ],
)
def test_each_goal_is_reached_on_one_board_and_not_on_another(win: str, won: str, not_yet: str) -> None:
    assert table(ANY_WIN.format(win=win), won).is_won()
    assert not table(ANY_WIN.format(win=win), not_yet).is_won()


# --- Refusals


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{piles: {t: {kind: tableau}}, win: {by: luck}}", "win: .*does not know by"),
        ("{piles: {t: {kind: tableau}}, remove: [{cards: 2, by: luck}]}", "remove: .*does not know by"),
        ("{piles: {t: {kind: tableau}}, remove: [{cards: 2, sum: 13}]}", "no group of kind discard"),
        ("{piles: {t: {kind: tableau}}, remove: [{cards: 2, sum: 13, rank: K}]}", "one of sum, rank"),
        ("{piles: {t: {kind: tableau}}, redeal: {times: 1, gather: [t], order: piles}}", "say times, gather"),
        ("{piles: {t: {kind: tableau, when: later}}}", "does not know later"),
        ("{piles: {t: {kind: tableau, build: down sideways}}}", "cannot read 'down sideways'"),
        ("{piles: {t: {kind: tableau, build: down any dead X}}}", "does not know X"),
        ("{piles: {t: {kind: tableau, lift: sometimes}}}", "does not know sometimes"),
        ("{piles: {t: {kind: tableau, lock: row}}}", "does not know row"),
        ("{piles: {t: {kind: tableau, accept: run}}}", "does not know run"),
        ("{piles: {t: {kind: tableau}}, deal: [{to: t, fix: luck, each: 1}]}", "does not know luck"),
        ("{piles: {t: {kind: tableau}}, deal: [{to: t, take: A, each: 1}]}", "one of each, cards and take"),
        ("{base: X, piles: {t: {kind: tableau}}}", "base: .*does not know X"),
    ],
)
def test_words_that_are_not_known_are_refused_and_not_passed_over(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Naive(document(text))
