"""The engine against a second program that was written from the schema text alone (`naive`).

Both read the same resolved variant, so that resolving is tested too. Counted are the series of
moves and the positions reached; where boards are compared, so are the moves, one by one.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from tests.make_counts import DEAL, FILE
from tests.naive import Naive
from tests.playing import CATALOG, CHOICES, GAMES, SIX, Setting, new_game, pile_texts, walk

from solitaire_engine.apply import apply
from solitaire_engine.cards import RANKS, card_text
from solitaire_engine.catalog import bundled_folder
from solitaire_engine.deals import parse_deal
from solitaire_engine.moves import legal_moves
from solitaire_engine.notation import parse_move
from solitaire_engine.outcome import is_won
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules

COUNTS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "naive" / "counts.json").read_text(encoding="utf-8")
)
DECK = parse_deal(f"deck:{COUNTS['deck']}")
PINNED: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
"""What `make_counts` had the second program count: a list for each game, or the reason why there is none."""
DEPTH = 3
DEEP_POSITIONS = 40


def document_of(rules: Rules) -> dict[str, Any]:
    """The resolved variant as the second program gets it."""
    return copy.deepcopy(dict(rules.variant.document))


def naive_of(rules: Rules, position: Position) -> Naive:
    """The second program on the same position."""
    board = "; ".join(f"{name}: {' '.join(cards)}" for name, cards in pile_texts(position).items() if cards)
    game = Naive.from_board(document_of(rules), board, position.redeals)
    assert game.base == (RANKS[position.base] if position.base >= 0 else "none")
    return game


def assert_same_moves(rules: Rules, position: Position, naive: Naive) -> None:
    ours, theirs = set(map(str, legal_moves(rules, position))), naive.moves()
    assert ours == theirs, f"only the engine: {ours - theirs}; only naive: {theirs - ours}; in {position}"


def assert_same_board(position: Position, naive: Naive) -> None:
    assert pile_texts(position) == naive.piles


@pytest.mark.parametrize("name", SIX)
def test_counts_of_series_of_moves_are_those_of_the_second_program(name: str) -> None:
    rules = Setting(name).rules

    def perft(position: Position, depth: int) -> int:
        moves = legal_moves(rules, position)
        return len(moves) if depth == 1 else sum(perft(apply(rules, position, move), depth - 1) for move in moves)

    start = new_game(rules, str(DECK)).position
    assert [1, *(perft(start, depth) for depth in range(1, DEPTH + 1))] == COUNTS["games"][name]["perft"]


@pytest.mark.parametrize("name", SIX)
def test_counts_of_positions_are_those_of_the_second_program(name: str) -> None:
    rules = Setting(name).rules
    level = {new_game(rules, str(DECK)).position}
    counts = [len(level)]
    for _ in range(DEPTH):
        level = {apply(rules, position, move) for position in level for move in legal_moves(rules, position)}
        counts.append(len(level))
    assert counts == COUNTS["games"][name]["distinct"]


@pytest.mark.parametrize("name", SIX)
def test_every_position_within_two_moves_of_the_deal_has_the_same_moves_and_cards_in_both_programs(name: str) -> None:
    rules = Setting(name).rules
    order = DECK.order(rules.pack)
    level = {new_game(rules, str(DECK)).position: Naive(document_of(rules), [card_text(card) for card in order])}
    for depth in range(3):
        following: dict[Position, Naive] = {}
        for position, naive in level.items():
            assert_same_board(position, naive)
            assert_same_moves(rules, position, naive)
            if depth == 2:
                continue
            for move in legal_moves(rules, position):
                after = apply(rules, position, move)
                if after not in following:
                    following[after] = naive.apply(str(move))
        level = following


@pytest.mark.parametrize("name", SIX)
def test_positions_deep_in_games_have_the_same_moves_and_what_follows_them_in_both_programs(name: str) -> None:
    rules = Setting(name).rules
    compared = deal = 0
    while compared < DEEP_POSITIONS:
        deal += 1
        game = new_game(rules, f"ms:{deal}")
        for position in walk(game, f"{name} {deal}", 100, greedy=deal % 2 == 0).positions[9::9]:
            compare(rules, position, moves=4)
            compared += 1


def is_readable(setting: Setting) -> bool:
    """Whether the second program knows all words of the variant; it refuses those it does not."""
    try:
        Naive(document_of(setting.rules), [])
    except ValueError:
        return False
    return True


READABLE = [setting for setting in GAMES if is_readable(setting)]
BY_PLUGIN = {"accordion", "blue_moon", "montana", "odd_words", "push_pin", "royal_marriage"}
"""Games with words that plugins bring and the second program does not know."""


def test_the_second_program_reads_all_games_but_those_with_words_of_plugins_that_it_does_not_know() -> None:
    assert {setting.variant for setting in GAMES} - {setting.variant for setting in READABLE} == BY_PLUGIN


@pytest.mark.parametrize("name", [name for name, counts in PINNED.items() if isinstance(counts, list)])
def test_counts_of_series_of_moves_of_every_game_are_those_of_the_second_program(name: str) -> None:
    rules, counts = Setting(name).rules, PINNED[name]
    level = [new_game(rules, DEAL).position]
    ours = [len(level)]
    for _ in counts[2:]:
        level = [apply(rules, position, move) for position in level for move in legal_moves(rules, position)]
        ours.append(len(level))
    moves = {position: len(legal_moves(rules, position)) for position in set(level)}
    assert [*ours, sum(moves[position] for position in level)] == counts


def test_the_series_of_every_game_are_counted_but_of_those_with_words_of_plugins_that_are_not_known() -> None:
    files = {entry.id for entry in CATALOG.entries if entry.preset is None and entry.file.parent == bundled_folder()}
    assert files == PINNED.keys()
    assert {name for name, counts in PINNED.items() if isinstance(counts, str)} <= BY_PLUGIN
    assert sum(len(counts) > DEPTH for counts in PINNED.values() if isinstance(counts, list)) >= 150


@pytest.mark.parametrize("setting", READABLE, ids=str)
def test_every_game_has_the_same_moves_in_both_programs(setting: Setting) -> None:
    game = walk(new_game(setting.rules, "9"), f"choice {setting}", 44, greedy=True)
    for position in game.positions[::22]:
        compare(setting.rules, position, moves=2)


@pytest.mark.long
@pytest.mark.parametrize("setting", [setting for setting in CHOICES if setting.variant not in BY_PLUGIN], ids=str)
def test_every_choice_of_every_game_has_the_same_moves_in_both_programs(setting: Setting) -> None:
    game = walk(new_game(setting.rules, "9"), f"choice {setting}", 25, greedy=True)
    for position in game.positions[::25]:
        compare(setting.rules, position, moves=3)


def compare(rules: Rules, position: Position, moves: int) -> None:
    """Both programs on one position: all its moves, and the boards after some of them, spread over the list."""
    naive = naive_of(rules, position)
    assert_same_board(position, naive)
    assert_same_moves(rules, position, naive)
    assert is_won(rules, position) == naive.is_won()
    texts = sorted(map(str, legal_moves(rules, position)))
    if rules.variant.redeal is not None and rules.variant.redeal.shuffle and "redeal" in texts:
        texts.remove("redeal")  # only the engine has its generator
    for text in texts[:: max(len(texts) // moves, 1)]:
        after = apply(rules, position, parse_move(rules, position, text))
        there = naive.apply(text)
        assert pile_texts(after) == there.piles, f"{text} in {position}"
        assert not rules.counts_redeals or after.redeals == there.redeals_used
