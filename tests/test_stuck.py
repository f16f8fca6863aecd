"""A game is called stuck only where every way on has been looked at; where that is too much, nothing is claimed."""

from __future__ import annotations

import copy
import random

import pytest
from tests.naive import Naive
from tests.playing import CATALOG, board, new_game, walk

from solitaire_engine.cards import card_text
from solitaire_engine.moves import legal_moves
from solitaire_engine.outcome import cards_home
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules
from solitaire_engine.stuck import LIMIT, is_stuck

# Game, values, board, and moves that are legal there and lead nowhere.
DEAD = {
    "nothing may be moved at all": ("freecell", {}, "t1: 9S; t2: 9C; t3: JS; t4: JC; t5: KS; t6: KC; t7: 7S; t8: 7C;"
        " c1: 5S; c2: 5C; c3: 3S; c4: 3C", []),
    "a card goes from column to column and back": ("freecell", {"cells": "0", "columns": "4"},
        "t1: 2C 8S; t2: 9D; t3: 3S 9H; t4: 5C", ["t1 t2", "t1 t3"]),
    "cards go round between cells and an empty column": ("freecell", {"cells": "1", "columns": "4"},
        "t1: 9S; t2: 9C; t3: JS", ["t1 c1", "t1 t4"]),
    "the stock is turned over again and again": ("klondike", {"draw": "1"},
        "s: 5S 9S 7S; t1: 6S; t2: 8S; t3: TS; t4: QS; t5: JC; t6: 9C; t7: KC", ["deal"]),
    "the stock is turned over by threes, which shows some cards never": ("klondike", {},
        "s: 5S AH 7S; t1: 6S; t2: 8S; t3: TS; t4: QS; t5: JC; t6: 9C; t7: KC", ["deal"]),
    "the last redeal is left and helps nothing": ("klondike", {"draw": "1", "redeals": "1"},
        "w: 9S 7S; t1: 6S; t2: 8S; t3: TS; t4: QS; t5: JC; t6: 9C; t7: KC", ["redeal"]),
    "a card comes back from a foundation and goes there again": ("klondike", {},
        "f1: AS..5S; t1: 6H; t2: 9S; t3: TS; t4: QS; t5: JC; t6: 9C; t7: KC", ["f1 t1"]),
    "redeals and cards that come back do not help together": ("klondike", {"draw": "1"},
        "s: 9H TD; f1: AS..5S; t1: 6H; t2: 9S; t3: TS; t4: QS; t5: #AD JC; t6: 9C; t7: KC", ["f1 t1", "deal"]),
    "a card home is the price of a card home": ("klondike", {},
        "f1: AS..5S; t1: 6H; t2: 6S AD 4H; t3: TS; t4: QS; t5: JC; t6: 9C; t7: KC", ["f1 t1"]),
    "the reserves are dealt full": ("agnes_aces", {},
        "s: 9S 7S 5S; t1: 6S; t2: 8S; t3: TS; t4: QS; t5: JC; t6: 9C; t7: KC", ["deal"]),
    "kings go from gap to gap": ("scorpion", {}, "t1: KS 5H 7D; t2: 3S", ["t1 t3 3"]),
}  # fmt: skip

# The same, but with a series of moves that brings a card home.
ALIVE = {
    "a card comes home at once": ("freecell", {}, "t1: 9S AH; t2: 9C", 1),
    "a card comes home after three others have been put aside": ("freecell", {"columns": "4", "cells": "2"},
        "t1: AH 9S 7S 5S; t2: 9C; t3: 7C", 4),
    "a card in the waste is reached by a redeal": ("klondike", {"draw": "1"}, "w: AH 9S 8S; t1: 6S", 3),
    "a card that comes back makes room for two": ("klondike", {},
        "f1: AS..5S; f2: AD; t1: 6H; t2: 3D 2D 4H; t3: TS; t4: QS; t5: JC; t6: 9C; t7: KC", 4),
    "a run is completed by a deal": ("scorpion", {}, "s: AS; t1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", 1),
    "a king goes to a gap and shows an ace": ("klondike", {}, "t1: #AH KS; t3: TS", 2),
}  # fmt: skip


@pytest.mark.parametrize(("variant", "values", "text", "moves"), DEAD.values(), ids=DEAD)
def test_a_dead_game_is_stuck_whatever_can_still_be_moved(
    variant: str, values: dict[str, str], text: str, moves: list[str]
) -> None:
    game = board(CATALOG.rules(variant, values), text)
    assert [move for move in moves if move in game.legal_moves] == moves
    assert bool(game.legal_moves) == bool(moves)
    assert game.is_stuck
    for move in moves:
        game.push(move)
        # From where a card came back it may go home again: that is progress, and no claim is made.
        assert game.is_stuck == (not move.startswith("f")), move
        game.pop()


@pytest.mark.parametrize(("variant", "values", "text", "steps"), ALIVE.values(), ids=ALIVE)
def test_a_game_that_can_bring_a_card_home_is_not_stuck_however_many_moves_it_takes(
    variant: str, values: dict[str, str], text: str, steps: int
) -> None:
    rules = CATALOG.rules(variant, values)
    position = board(rules, text).position
    assert not is_stuck(rules, position)
    assert steps_to_a_card_home(rules, position) == steps


def steps_to_a_card_home(rules: Rules, position: Position) -> int:
    """How many moves the shortest way to one more card at home takes, by the second program."""
    text = "; ".join(part.replace("#", "") if part.startswith("s:") else part for part in str(position).split("; "))
    level = {text: Naive.from_board(copy.deepcopy(dict(rules.variant.document)), text)}
    begun = home_of(level[text])
    for step in range(1, 9):
        level = {after.key(): after for game in level.values() for move in game.moves() for after in [game.apply(move)]}
        if any(home_of(game) > begun for game in level.values()):
            return step
    return -1


def home_of(game: Naive) -> int:
    return sum(len(cards) for name, cards in game.piles.items() if name.startswith("f"))


def test_where_there_are_more_positions_than_the_bound_nothing_is_claimed() -> None:
    # Five cards of one colour that never fit on one another wander over three cells and four columns.
    rules = CATALOG.rules("freecell", {"cells": "3", "columns": "4"})
    position = board(rules, "t1: 3S; t2: 5C; t3: 7S; t4: 9C; c1: JS").position
    reachable = 7 * 6 * 5 * 4 * 3
    assert reachable > LIMIT
    assert not is_stuck(rules, position)
    assert not is_stuck(rules, position, limit=reachable - 1)
    assert is_stuck(rules, position, limit=reachable)


def test_the_bound_counts_the_position_asked_about() -> None:
    rules = CATALOG.rules("klondike", {"draw": "1"})
    position = board(rules, "s: 9S 7S; t1: 6S").position
    # Stock and waste hold 2+0, 1+1 and 0+2 cards; the king's gaps take nothing.
    assert not is_stuck(rules, position, limit=2)
    assert is_stuck(rules, position, limit=3)


def test_a_won_game_is_not_stuck() -> None:
    game = board(CATALOG.rules("freecell"), "f1: AC..KC; f2: AD..KD; f3: AH..KH; f4: AS..KS")
    assert game.is_won and not game.legal_moves
    assert not game.is_stuck


@pytest.mark.parametrize("deal", range(1, 6))
def test_a_played_game_without_a_legal_move_is_stuck(deal: int) -> None:
    rules = CATALOG.rules("freecell", {"cells": "0"})
    game = walk(new_game(rules, f"ms:{deal}"), f"to the end {deal}", 300)
    assert not game.legal_moves and not game.is_won
    assert game.is_stuck


def test_small_boards_are_judged_as_the_second_program_judges_them() -> None:
    """Random boards, each looked through to its end by the second program."""
    rules = CATALOG.rules("klondike", {"draw": "1", "redeals": "1"})
    document = copy.deepcopy(dict(rules.variant.document))
    chance = random.Random("small boards")
    judged = {True: 0, False: 0}
    while sum(judged.values()) < 24:
        # Two aces, the twos to sixes, and kings for the gaps.
        cards = [card_text(card) for card in chance.sample([*range(2, 24), *range(48, 52)], 9)]
        text = f"s: {cards[0]} {cards[1]}; t1: #{cards[2]} {cards[3]}; t2: #{cards[4]} {cards[5]}; t3: {cards[6]}; "
        text += f"t4: {cards[7]} {cards[8]}"
        leads_on = naive_leads_on(Naive.from_board(document, text))
        if leads_on is None:
            continue
        position = board(rules, text).position
        assert is_stuck(rules, position) == (not leads_on), text
        judged[leads_on] += 1
    assert min(judged.values()) >= 4, judged


def naive_leads_on(start: Naive, most: int = 150) -> bool | None:
    """Whether some position that can be reached has more cards home; None where there are too many to look at."""
    begun, seen, waiting = home_of(start), {start.key()}, [start]
    while waiting:
        game = waiting.pop()
        for move in game.moves():
            after = game.apply(move)
            if home_of(after) > begun:
                return True
            if after.key() not in seen:
                seen.add(after.key())
                waiting.append(after)
        if len(seen) > most:
            return None
    return False


def test_a_card_home_is_counted_where_cards_are_discarded_too() -> None:
    game = board(CATALOG.rules("pairs"), "t11: 9S; t12: 4H; t13: 2C")
    assert not game.is_stuck
    game.push("remove t11 t12")
    assert cards_home(game.rules, game.position) == 2
    assert not legal_moves(game.rules, game.position)
    assert game.is_stuck
