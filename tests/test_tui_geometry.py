"""Where the cards lie: every game at every size, columns that share what rows there are, and what the mouse hits."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.playing import CATALOG, GAMES, Setting, board, deals_for, new_game
from tests.tabling import table_of

from solitaire_engine.cards import DOWN
from solitaire_engine.game import Game
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules
from solitaire_engine.table.plan import make_plan
from solitaire_engine.text.board import layout_of
from solitaire_engine.tui.fans import fan
from solitaire_engine.tui.geometry import Needs, Spot, Table, arrange, hit, least

STEPS = 12
WIDE, HIGH = 80, 21
"""The table in a window of 80x24: three rows are the title's, the message's and the keys'."""
MANY = 22
"""More open cards in one pile have no room below a row of foundations."""


def positions(rules: Rules) -> list[Position]:
    """The start, a position some way on, and one with a pile as long as piles get."""
    game = new_game(rules, deals_for(rules)[0])
    found = [game.position]
    chance = random.Random(5)
    for _ in range(STEPS):
        moves = list(game.legal_moves)
        if not moves or game.is_won:
            break
        game.push(chance.choice(moves))
    found.append(game.position)
    fans = [i for i in range(len(rules.names)) if rules.group(i).kind == "tableau" and not rules.group(i).maximum]
    if fans:
        piles = list(game.position.piles)
        piles[fans[-1]] = bytes(card & 63 for card in rules.pack[:24])
        found.append(game.position._replace(piles=tuple(piles)))
    return found


def rectangle(spot: Spot) -> set[tuple[int, int]]:
    return {(x, y) for x in range(spot.x, spot.x + spot.width) for y in range(spot.y, spot.y + spot.height)}


def laid_out(rules: Rules) -> set[int]:
    groups = {token.partition("/")[0] for row in layout_of(rules) for token in row.split()}
    return {pile for pile in range(len(rules.names)) if rules.group(pile).name in groups}


def check(rules: Rules, position: Position, table: Table, width: int, height: int) -> None:
    """Every pile is on the table with its top card, none lies on another, and every strip is inside of its pile."""
    assert set(table.spots) == laid_out(rules)
    for pile, spot in table.spots.items():
        assert spot.x >= 0 and spot.x + spot.width <= width, f"{rules.names[pile]} {spot}"
        assert spot.y >= 0 and spot.y + spot.height <= height, f"{rules.names[pile]} {spot}"
        cards = position.piles[pile]
        assert bool(spot.shown) == bool(cards)
        if cards:
            assert spot.shown[-1].cards[-1] == len(cards) - 1, "the top card is shown"
            seen = [card for strip in spot.shown for card in strip.cards]
            assert seen == sorted(set(seen))
            assert len(seen) + spot.shown[0].more >= 1
    owner: dict[tuple[int, int], Spot] = {}
    for spot in table.spots.values():
        for cell in rectangle(spot):
            other = owner.setdefault(cell, spot)
            if other is not spot:
                assert rules.group(spot.pile).covers and rules.group(other.pile).covers, "only in a shape cards overlap"
                low, high = sorted((spot, other), key=lambda each: each.y)
                assert high.y == low.y + low.height - 1, "and there only the lower edge is covered"


@pytest.mark.parametrize("setting", GAMES, ids=str)
def test_every_game_fits_80_by_24_with_every_pile_in_sight_and_every_open_card_of_its_opening(setting: Setting) -> None:
    rules = setting.rules
    plan = make_plan(rules)
    for number, position in enumerate(positions(rules)):
        table = arrange(plan, rules, position, WIDE, HIGH)
        assert isinstance(table, Table), f"{setting} needs {table}"
        check(rules, position, table, WIDE, HIGH)
        fans = [spot for spot in table.spots.values() if rules.group(spot.pile).kind in ("tableau", "reserve")]
        for spot in fans if number == 0 else ():
            seen = {card for strip in spot.shown for card in strip.cards}
            cards = position.piles[spot.pile]
            missing = [card for card, lies in enumerate(cards) if lies < DOWN and card not in seen]
            assert not missing or len(cards) > MANY


@pytest.mark.parametrize("variant", ["antares", "klondike", "double_antares", "giza", "la_belle_lucie", "montana"])
def test_a_table_fits_every_window_from_its_least_size_on(variant: str) -> None:
    rules = CATALOG.rules(variant)
    plan = make_plan(rules)
    needs = least(plan)
    position = new_game(rules, deals_for(rules)[0]).position
    for width, height in [(needs.width, needs.height), (needs.width + 9, needs.height + 3), (100, 30), (200, 57)]:
        table = arrange(plan, rules, position, width, height)
        assert isinstance(table, Table)
        check(rules, position, table, width, height)
    for width, height in [(needs.width - 1, 50), (200, needs.height - 1)]:
        assert arrange(plan, rules, position, width, height) == needs


def test_cards_grow_with_the_window() -> None:
    rules = CATALOG.rules("klondike")
    game = new_game(rules, "7")
    small, usual, large = (table_of(rules, game, *size) for size in ((40, 9), (80, 21), (200, 57)))
    assert small.card_width < usual.card_width < large.card_width
    assert small.card_height < usual.card_height < large.card_height


def test_a_variant_without_a_layout_has_a_table_too(tmp_path: Path) -> None:
    file = tmp_path / "bare.yaml"
    file.write_text("schema: 1\nname: Bare\nextends: klondike\nlayout: ~\n", "utf-8")
    rules = CATALOG.rules(str(file))
    table = table_of(rules, new_game(rules, "7"))
    assert [len(line) for line in table.lines] == [6, 7]


@pytest.mark.parametrize(
    ("layout", "lines"),
    [
        ("", [4, 15, 15]),
        ("layout: [foundation, tableau]\n", [4, 15, 15]),
        ("layout: [foundation tableau]\n", [19, 15]),
        ("layout: [foundation . tableau/25]\n", [4, 25, 5]),
    ],
)
def test_piles_that_are_too_many_for_a_row_stand_in_several(layout: str, lines: list[int], tmp_path: Path) -> None:
    file = tmp_path / "thirty.yaml"
    file.write_text(
        "schema: 1\nname: Thirty\npiles:\n  foundation: {kind: foundation}\n"
        "  tableau: {kind: tableau, count: 30, build: down alternate, lift: top, gap: any}\n"
        f"deal:\n  - {{to: tableau, cards: [{', '.join(['2'] * 22 + ['1'] * 8)}]}}\n{layout}",
        "utf-8",
    )
    rules = CATALOG.rules(str(file))
    position = new_game(rules, "7").position
    table = arrange(make_plan(rules), rules, position, WIDE, HIGH)
    assert isinstance(table, Table)
    check(rules, position, table, WIDE, HIGH)
    assert [len(line) for line in table.lines] == lines


def test_the_cards_of_the_waste_lie_side_by_side_where_the_layout_leaves_room() -> None:
    rules = CATALOG.rules("klondike")
    table = table_of(rules, board(rules, "w: 4S 5S 6S 7S; s: 2D"))
    waste = table.spots[rules.index["w"]]
    assert waste.across and [strip.cards for strip in waste.shown] == [(1,), (2,), (3,)]
    assert waste.shown[0].more == 1


@given(st.integers(1, 60), st.integers(0, 12), st.integers(2, 30), st.integers(1, 5), st.integers(1, 3))
def test_a_column_uses_no_more_rows_than_it_has_and_forgets_no_card(
    count: int, down: int, rows: int, face: int, abreast: int
) -> None:
    hidden = [number < down for number in range(count)]
    strips = fan(hidden, rows, min(face, rows), 2, abreast)
    assert strips[-1].y + strips[-1].rows <= rows
    assert [a.y + a.rows for a in strips[:-1]] == [b.y for b in strips[1:]], "strips follow one another"
    assert all(1 <= len(strip.cards) <= abreast for strip in strips)
    counted = sum(len(strip.cards) + strip.more for strip in strips)
    assert counted == count
    assert strips[-1].cards[-1] == count - 1


def test_face_down_cards_are_squeezed_before_open_ones_and_open_ones_before_they_are_counted() -> None:
    def strips(down: int, up: int, rows: int) -> list[tuple[tuple[int, ...], int]]:
        return [(s.cards, s.more) for s in fan([True] * down + [False] * up, rows, 3, 1, 2)]

    assert strips(2, 2, 6) == [((0,), 0), ((1,), 0), ((2,), 0), ((3,), 0)]
    assert strips(4, 2, 4) == [((2,), 2), ((3,), 0), ((4,), 0), ((5,), 0)]
    assert strips(4, 4, 4) == [((3,), 3), ((4, 5), 0), ((6,), 0), ((7,), 0)]
    assert strips(0, 9, 3) == [((4, 5), 4), ((6, 7), 0), ((8,), 0)]


def test_the_mouse_hits_the_card_that_is_seen_and_below_a_column_its_last_one() -> None:
    rules = CATALOG.rules("antares")
    game: Game = board(rules, "t1: KS 5H 4H; c1: AH; t2: QD")
    table = table_of(rules, game)
    column, cell = table.spots[rules.index["t1"]], table.spots[rules.index["c1"]]
    assert hit(table, column.x + 2, column.y) == (column.pile, 0)
    assert hit(table, column.x + 2, column.y + 1) == (column.pile, 1)
    assert hit(table, column.x, column.y + 3) == (column.pile, 2)
    assert hit(table, column.x, HIGH - 1) == (column.pile, 2)
    assert hit(table, cell.x, cell.y) == (cell.pile, 0)
    empty = table.spots[rules.index["t3"]]
    assert hit(table, empty.x, empty.y) == (empty.pile, -1)
    assert hit(table, column.x - 1, column.y) is None


def test_what_is_needed_is_said_by_name() -> None:
    assert least(make_plan(CATALOG.rules("antares"))) == Needs(23, 3)
