"""Which cards may go home by themselves, and playing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.playing import CATALOG, board, deals_for, moves_of_walk, new_game

from solitaire_engine.autoplay import autoplay, home_moves, safe_moves
from solitaire_engine.cards import FACE
from solitaire_engine.catalog import Entry
from solitaire_engine.outcome import cards_home
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules


def safe(variant: str, text: str, **values: str) -> list[str]:
    """The safe moves of a small board; the cards it lacks count as still in play."""
    game = board(CATALOG.rules(variant, values), text)
    return list(map(str, safe_moves(game.rules, game.position)))


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        # Nothing lies on an ace, and nothing but aces on a two.
        ("t1: AS", ["t1 f1", "t1 f2", "t1 f3", "t1 f4"]),
        ("f1: AC; t1: 2C", []),
        ("f1: AC; f2: AD; f3: AH; t1: 2C", ["t1 f1"]),
        ("f1: AC; f2: AD; f4: AS; t1: 2C", []),
        # The 4C waits for both red threes, wherever they are.
        ("f1: AC..3C; f2: AD..3D; f3: AH..2H; f4: AS..2S; t1: 4C; t2: 3H", ["t2 f3"]),
        ("f1: AC..3C; f2: AD..3D; f3: AH..3H; t1: 4C", ["t1 f1"]),
        ("f1: AC..3C; f2: AD..3D; f3: AH..3H; c1: 4C", ["c1 f1"]),
    ],
)
def test_a_card_waits_for_those_that_could_lie_on_it(text: str, moves: list[str]) -> None:
    assert safe("freecell", text) == moves


def test_where_piles_are_built_in_suit_a_card_waits_for_nothing() -> None:
    assert safe("scorpion", "t1: 2S") == []
    halves = "f1: AC..3C; t1: 4C"
    # On the right of Antares red threes could lie on the 4C.
    assert safe("antares", halves) == []
    assert safe("antares", halves + "; f2: AD..3D; f3: AH..3H") == ["t1 f1"]


def test_a_card_that_only_wins_a_place_another_could_have_is_not_safe(tmp_path: Path) -> None:
    file = tmp_path / "heap.yaml"
    file.write_text(
        "schema: 1\nname: Heap\ndeck: {ranks: A-3}\npiles:\n"
        "  heap: {kind: foundation, count: 1, build: updown any, start: A, max: 12}\n"
        "  tableau: {kind: tableau, count: 2, build: none, gap: none}\n"
        "deal: [{to: tableau, cards: rest}]\nlayout: [heap, tableau]\n",
        "utf-8",
    )
    assert safe(str(file), "f1: AC; t1: 2C; t2: 2D") == []
    # The ace has the place that any ace could have.
    assert safe(str(file), "t1: AC; t2: 2D") == ["t1 f1"]


def test_a_card_whose_gap_fills_itself_is_not_safe(tmp_path: Path) -> None:
    file = tmp_path / "filled.yaml"
    file.write_text(
        "schema: 1\nname: Filled\nextends: klondike\npiles: {tableau: {gap: {auto: [waste], accept: any}}}\n",
        "utf-8",
    )
    assert safe(str(file), "t1: AS; w: 9D") == []
    assert safe(str(file), "t1: 9D AS") == ["t1 f1", "t1 f2", "t1 f3", "t1 f4"]


def test_taking_a_card_back_is_no_way_home() -> None:
    game = board(CATALOG.rules("klondike"), "f1: AC..2C; t1: 3D")
    assert "f1 t1" in game.legal_moves
    assert home_moves(game.rules, game.position) == []


def test_autoplay_pushes_ordinary_moves_until_nothing_is_left() -> None:
    text = "f1: AC..3C; t1: 4C; f2: AD; f3: AH; t2: 2S; t3: AS"
    rules = CATALOG.rules("freecell")
    game = board(rules, text)
    assert autoplay(game, "off") == [] and not game.moves
    assert list(map(str, autoplay(game, "safe"))) == ["t3 f4", "t2 f4"]
    assert list(map(str, game.moves)) == ["t3 f4", "t2 f4"]
    game.pop()
    assert list(map(str, autoplay(game, "all"))) == ["t1 f1", "t2 f4"]


def test_a_game_may_forbid_that_cards_go_by_themselves(tmp_path: Path) -> None:
    file = tmp_path / "by_hand.yaml"
    file.write_text("schema: 1\nname: By Hand\nextends: freecell\nauto: none\n", "utf-8")
    assert autoplay(board(CATALOG.rules(str(file)), "t1: AS"), "all") == []
    file.write_text("schema: 1\nname: By Hand\nextends: freecell\nauto: all\n", "utf-8")
    assert list(map(str, autoplay(board(CATALOG.rules(str(file)), "f1: AC; t1: 2C"), "safe"))) == ["t1 f1"]


def lying_on(rules: Rules, position: Position) -> Iterator[tuple[int, int]]:
    """Every card in play with every card on which it might be put in the tableau, by asking the words."""
    home = Counter(card & FACE for pile in rules.home for card in position.piles[pile])
    away = [card for card, count in Counter(rules.pack).items() if home[card] < count]
    for group in (group for group in rules.groups if group.kind == "tableau"):
        number = rules.number_of(group.name)
        for unit in rules.units_of_group[number]:
            masks = rules.tables(position.base).build[unit]
            yield from ((card, under) for card in away for under in range(52) if masks[card] >> under & 1)


@pytest.mark.parametrize("entry", CATALOG.entries, ids=lambda entry: entry.id)
def test_a_safe_card_is_home_for_good_in_every_game(entry: Entry) -> None:
    rules = CATALOG.rules(entry.id)
    game = new_game(rules, deals_for(rules)[0])
    for _ in moves_of_walk(game, entry.id, 20, greedy=True):
        moves = safe_moves(rules, game.position)
        needed = {under for _, under in lying_on(rules, game.position)} if moves else set[int]()
        for move in moves:
            assert game.position.piles[rules.index[move.source]][-1] not in needed
    before = cards_home(rules, game.position)
    made = autoplay(game, "safe")
    # Nothing safe is left; plugins may have brought more home by themselves.
    assert cards_home(rules, game.position) >= before + len(made)
    assert rules.variant.auto == "none" or not safe_moves(rules, game.position)
