"""A hint is a legal move that gets on, and never goes round in circles."""

from __future__ import annotations

import pytest
from tests.playing import CATALOG, board, deals_for, new_game

from solitaire_engine.catalog import Entry
from solitaire_engine.game import Game
from solitaire_engine.hints import hint
from solitaire_engine.position import Position


def told(game: Game, *, peek: bool = False) -> str:
    """The hint for the position now, as text."""
    return str(hint(game.rules, game.position, game.positions, peek=peek))


@pytest.mark.parametrize(
    ("variant", "text", "move"),
    [
        # A card goes home before anything else, if nothing needs it.
        ("klondike", "t1: #9H AS; t2: #9D 8C; t3: 9S; t4: 8D", "t1 f1"),
        # A card that others need waits while a face-down card can be uncovered.
        ("klondike", "f1: AC..3C; t1: KH 4C; t2: #KS 8D; t3: 9S", "t2 t3"),
        # Uncovering goes before emptying a pile, and emptying before making a sequence longer.
        ("klondike", "t1: #KS 8D; t3: 9S; t4: 7H; t5: 8C", "t1 t3"),
        ("klondike", "t1: JS 8D; t3: 9S; t4: 7H; t5: 8C; t6: KH", "t4 t5"),
        ("klondike", "t1: JS 8D; t3: 9S; t4: KH", "t1 t3"),
        # A card out of the waste goes before a deal, and a deal before shifting to and fro.
        ("klondike", "s: 2D 3D; w: 8D; t3: 9S", "w t3"),
        ("klondike", "s: 2D 3D; t1: TC 9D; t2: TS; t3: QH", "deal"),
        # A cell is a last resort where there is no stock, but better used than never.
        ("freecell", "t1: AS QD; t2: KH; t3: KD; t4: JD; t5: JH; t6: 9D; t7: 9H; t8: 7D", "t1 c1"),
        # The last card wins.
        ("freecell", "f1: AC..KC; f2: AD..KD; f3: AH..KH; f4: AS..QS; c1: KS", "c1 f4"),
    ],
)
def test_the_move_that_makes_most_progress_is_told(variant: str, text: str, move: str) -> None:
    game = board(CATALOG.rules(variant), text)
    assert game.why_not(move) is None
    assert told(game) == move


def test_without_a_legal_move_there_is_no_hint() -> None:
    game = board(CATALOG.rules("freecell", {"cells": "0", "columns": "4"}), "t1: KD; t2: KC; t3: KH; t4: KS")
    assert hint(game.rules, game.position) is None


def test_the_last_move_is_not_taken_back_even_if_it_turned_up_a_card() -> None:
    game = board(CATALOG.rules("klondike"), "t1: #QS 9D; t2: TC; t3: TS")
    game.push("t1 t2")
    # The QS lies open on t1 now, so the 9D cannot go back there; between the tens it may go once.
    assert told(game) == "t2 t3"
    game.push("t2 t3")
    assert list(map(str, game.legal_moves)) == ["t3 t2"]


def test_what_repeats_is_told_only_if_there_is_nothing_else() -> None:
    text = "t1: TC 9D; t2: TS; t3: QC; t4: QS; t5: KC; t6: KS; t7: 2C"
    game = board(CATALOG.rules("klondike", {"back": "none"}), text)
    assert told(game) == "t1 t2"
    game.push("t1 t2")
    assert list(map(str, game.legal_moves)) == ["t2 t1"]
    assert told(game) == "t2 t1"


@pytest.mark.parametrize("variant", ["montana", "la_belle_lucie", "cruel", "three_shuffles_and_a_draw"])
def test_the_tableau_is_gathered_and_dealt_again_only_if_nothing_else_is_left(variant: str) -> None:
    game = new_game(CATALOG.rules(variant), "1")
    while (text := told(game)) not in ("redeal", "None"):
        game.push(text)
    seen = {alike(position) for position in game.positions}
    for move in list(game.legal_moves):
        game.push(move)
        assert str(move) == text or alike(game.position) in seen
        game.pop()
    assert game.moves


def test_a_fair_hint_does_not_depend_on_cards_that_lie_face_down() -> None:
    texts = ("s: AD 2D; t1: #AS 8D; t2: #KD 8H; t3: 9S", "s: 2D AD; t1: #KD 8D; t2: #AS 8H; t3: 9S")
    fair = {told(board(CATALOG.rules("klondike"), text)) for text in texts}
    assert len(fair) == 1
    peeked = [told(board(CATALOG.rules("klondike"), text), peek=True) for text in texts]
    assert peeked == ["t1 t3", "t2 t3"]


def alike(position: Position) -> tuple[object, ...]:
    """A position with its piles in no order."""
    return (tuple(sorted(position.piles)), position.redeals, position.base, position.state)


@pytest.mark.parametrize("entry", CATALOG.entries, ids=lambda entry: entry.id)
def test_following_hints_never_comes_back_to_a_position_while_there_is_another_way(entry: Entry) -> None:
    rules = CATALOG.rules(entry.id)
    game = new_game(rules, deals_for(rules)[0])
    for _ in range(3):
        move = hint(rules, game.position, game.positions)
        if move is None:
            assert not list(game.legal_moves)
            return
        seen = set(game.positions)
        game.push(move)
        if game.position in seen:
            game.pop()
            known, last = {alike(position) for position in seen}, game.moves[-1]
            for other in list(game.legal_moves):
                game.push(other)
                assert alike(game.position) in known or other.target == last.source
                game.pop()
            return


def test_hints_alone_win_some_deals_of_klondike() -> None:
    won = 0
    for number in range(1, 6):
        game = new_game(CATALOG.rules("klondike", {"draw": "1"}), str(number))
        while not game.is_won and len(game.moves) < 200:
            move = hint(game.rules, game.position, game.positions)
            if move is None:
                break
            game.push(move)
        won += game.is_won
    assert won >= 2
