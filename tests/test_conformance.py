"""What every game keeps to, whatever its rules: all games, each with each choice it offers."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from tests.playing import (
    CATALOG,
    CHOICES,
    GAMES,
    SETTINGS,
    SIX,
    Setting,
    board,
    card_counts,
    conceivable_moves,
    new_game,
    walk,
    walks,
)

from solitaire_engine.apply import apply
from solitaire_engine.cards import card_text, rank_of, suit_of
from solitaire_engine.definitions import Group, WinRule
from solitaire_engine.errors import IllegalMove
from solitaire_engine.game import Game
from solitaire_engine.moves import legal_moves
from solitaire_engine.notation import parse_move, parse_position
from solitaire_engine.outcome import cards_home, is_won
from solitaire_engine.position import Position
from solitaire_engine.refusals import why_not
from solitaire_engine.rules import Rules

first_six = pytest.mark.parametrize("setting", list(map(Setting, SIX)), ids=str)
"""The promises are tested one by one for these, and all together for each of the other games."""


def sampled(setting: Setting, every: int) -> Iterator[Position]:
    """The first of the positions of the setting's games, and each `every`-th after it."""
    for game in walks(setting):
        yield from game.positions[::every]


def test_every_file_and_preset_of_the_catalogue_is_a_game() -> None:
    assert {setting.variant for setting in GAMES} == {entry.id for entry in CATALOG.entries}
    for setting in GAMES:
        variant = setting.rules.variant
        assert variant.id == setting.variant and not variant.warnings


def test_no_file_of_the_catalogue_is_left_out() -> None:
    assert not CATALOG.problems
    assert {file.stem for folder in CATALOG.folders for file in folder.glob("*.y*ml")} <= {
        entry.id for entry in CATALOG.entries
    }


@first_six
def test_no_move_loses_doubles_or_swaps_a_card(setting: Setting) -> None:
    pack = Counter(setting.rules.pack)
    for game in walks(setting):
        for step, position in enumerate(game.positions):
            assert card_counts(position) == pack, f"after {list(map(str, game.moves[:step]))}"


@first_six
def test_undo_and_redo_give_back_every_position_exactly(setting: Setting) -> None:
    for played in walks(setting):
        game = Game(played.rules, played.start)
        seen = [(game.position, str(game.position))]
        for move in played.moves:
            game.push(move)
            seen.append((game.position, str(game.position)))
        for position, text in reversed(seen[:-1]):
            game.pop()
            assert game.position == position
            assert str(game.position) == text
        assert not game.moves and game.undone == played.moves
        for position, text in seen[1:]:
            game.redo()
            assert game.position == position
            assert str(game.position) == text
        assert game.moves == played.moves and not game.undone


@first_six
def test_the_deal_and_the_texts_of_the_moves_replay_the_game(setting: Setting) -> None:
    for played in walks(setting):
        again = Game(played.rules, played.deal or pytest.fail("the game has no deal"))
        for move in played.moves:
            again.push(str(move))
        assert again.moves == played.moves
        assert again.positions == played.positions


@first_six
def test_a_position_and_its_text_are_the_same_thing(setting: Setting) -> None:
    rules = setting.rules
    for position in sampled(setting, 5):
        text = str(position)
        assert "\n" not in text
        assert Position.parse(text, rules.names) == position
        assert parse_position(rules, text) == position


@first_six
def test_the_text_of_a_legal_move_means_that_move(setting: Setting) -> None:
    for position in sampled(setting, 5):
        for move in legal_moves(setting.rules, position):
            assert parse_move(setting.rules, position, str(move)) == move


@first_six
def test_a_move_is_either_listed_as_legal_or_refused_with_a_sentence(setting: Setting) -> None:
    for position in sampled(setting, 30):
        listed = legal_moves(setting.rules, position)
        assert len(set(listed)) == len(listed), f"a move is listed twice in {position}"
        # Sets of more than two cards are too many to be tried: of those only the listed ones are asked about.
        allowed = {move for move in listed if len(move.piles) > 2 and why_not(setting.rules, position, move) is None}
        for move in conceivable_moves(setting.rules, position):
            reason = why_not(setting.rules, position, move)
            if reason is None:
                allowed.add(move)
            else:
                assert_is_a_sentence(reason)
        assert allowed == set(listed), str(position)


def assert_is_a_sentence(reason: str) -> None:
    assert re.fullmatch(r"['A-Za-z0-9#][^\n]*[a-z0-9A-Z]", reason), reason
    assert "  " not in reason and "None" not in reason


@first_six
def test_a_refused_move_raises_its_reason_and_changes_nothing(setting: Setting) -> None:
    chance = random.Random(str(setting))
    for played in walks(setting):
        game = Game(played.rules, played.start)
        for move in played.moves[:10]:
            game.push(move)
        game.pop()
        before, made, undone = game.position, game.moves, game.undone
        refused = [m for m in conceivable_moves(game.rules, before) if why_not(game.rules, before, m) is not None]
        for move in chance.sample(refused, 20):
            with pytest.raises(IllegalMove) as caught:
                game.push(move)
            assert str(caught.value) == why_not(game.rules, before, move)
            assert (game.position, game.moves, game.undone) == (before, made, undone)


@first_six
def test_positions_that_are_one_and_the_same_in_play_differ_in_the_score_alone(setting: Setting) -> None:
    rules = setting.rules
    texts: dict[object, str] = {}
    for position in sampled(setting, 1):
        text = str(position._replace(score=0))
        assert texts.setdefault(rules.key(position), text) == text
    assert len(set(texts.values())) == len(texts)


def home(rules: Rules) -> Group:
    """The first group of foundations."""
    return next(group for group in rules.groups if group.kind == "foundation")


def fills_by_suit(setting: Setting) -> bool:
    """Whether every card goes to one group of foundations, up in suit from the base or as a run down to the ace."""
    rules = setting.rules
    kinds = [group.kind for group in rules.groups]
    if rules.variant.win != WinRule() or kinds.count("foundation") != 1 or "discard" in kinds:
        return False
    group = home(rules)
    steps = {(build.phrase, build.step) for build in group.builds}
    starts = [start.word.name if start.word else "" for start in group.starts]
    return steps == {("up in suit", 1)} and set(starts) == {"base"} and 13 * group.count == len(rules.pack)


def last_step_of_a_won_game(rules: Rules) -> tuple[str, str]:
    """A board on which all cards are home but one or one run, and the move that brings the rest home."""
    group, base = home(rules), max(rules.variant.base, 0)
    runs = group.accept == "run"
    ranks = [rank % 13 for rank in (range(12, -1, -1) if runs else range(base, base + 13))]
    suits = sorted(suit_of(card) for card in rules.pack if rank_of(card) == 0)
    rows = [" ".join(card_text(rank * 4 + suit) for rank in ranks) for suit in suits]
    last = f"f{group.count}"
    full = [f"f{number}: {row}" for number, row in enumerate(rows[:-1], 1)]
    if runs and group.auto:
        # The run goes home by itself once its ace lies on it.
        first, ace = rows[-1].rsplit(" ", 1)
        return "; ".join([*full, f"t1: {first}", f"t2: {ace}"]), "t2 t1"
    if runs:
        return "; ".join([*full, f"t1: {rows[-1]}"]), f"t1 {last} 13"
    begun, card = rows[-1].rsplit(" ", 1)
    return "; ".join([*full, f"{last}: {begun}", f"t1: {card}"]), f"t1 {last}"


@pytest.mark.parametrize("setting", [setting for setting in GAMES if fills_by_suit(setting)], ids=str)
def test_the_move_that_brings_the_last_cards_home_wins_and_no_move_before(setting: Setting) -> None:
    rules = setting.rules
    text, move = last_step_of_a_won_game(rules)
    game = board(rules, text)
    assert card_counts(game.position) == Counter(rules.pack)
    assert not game.is_won and not game.is_stuck
    game.push(move)
    assert game.is_won and not game.is_stuck
    game.pop()
    assert not game.is_won


def test_all_games_of_the_first_six_are_among_those_brought_home_by_suit() -> None:
    assert {*SIX, "wasp", "klondike_draw_one"} <= {setting.variant for setting in GAMES if fills_by_suit(setting)}


@first_six
def test_where_nothing_else_is_said_a_game_is_won_exactly_if_all_cards_are_home(setting: Setting) -> None:
    rules = setting.rules
    if rules.variant.win == WinRule():
        for position in sampled(setting, 5):
            assert is_won(rules, position) == (cards_home(rules, position) == len(rules.pack))


PROMISES = (
    test_no_move_loses_doubles_or_swaps_a_card,
    test_undo_and_redo_give_back_every_position_exactly,
    test_the_deal_and_the_texts_of_the_moves_replay_the_game,
    test_a_position_and_its_text_are_the_same_thing,
    test_the_text_of_a_legal_move_means_that_move,
    test_a_move_is_either_listed_as_legal_or_refused_with_a_sentence,
    test_a_refused_move_raises_its_reason_and_changes_nothing,
    test_positions_that_are_one_and_the_same_in_play_differ_in_the_score_alone,
    test_where_nothing_else_is_said_a_game_is_won_exactly_if_all_cards_are_home,
)


@pytest.mark.parametrize("setting", [setting for setting in GAMES if setting.variant not in SIX], ids=str)
def test_every_other_game_keeps_all_these_promises(setting: Setting) -> None:
    for promise in PROMISES:
        promise(setting)


@pytest.mark.long
@pytest.mark.parametrize("setting", CHOICES, ids=str)
def test_every_other_choice_of_a_parameter_keeps_all_these_promises(setting: Setting) -> None:
    for promise in PROMISES:
        promise(setting)


FEW_STEPS = 12


@pytest.mark.parametrize("variant", dict.fromkeys(setting.variant for setting in CHOICES))
def test_every_other_choice_of_a_parameter_can_be_dealt_and_played(variant: str) -> None:
    """A little of the promises for each choice; all of them take long and are told above."""
    for setting in CHOICES:
        if setting.variant != variant:
            continue
        rules = setting.rules
        for greedy in (False, True):
            position = walk(new_game(rules, "7"), str(setting), FEW_STEPS, greedy=greedy).position
            assert card_counts(position) == Counter(rules.pack), str(setting)
            assert parse_position(rules, str(position)) == position, str(setting)
            for move in legal_moves(rules, position):
                assert why_not(rules, position, move) is None, f"{setting}: {move}"


@given(setting=st.sampled_from(SETTINGS), deal=st.integers(0, 2**63 - 1), picks=st.lists(st.integers(0, 2**20)))
@hypothesis_settings(max_examples=120, deadline=None)
def test_any_deal_and_any_moves_keep_the_pack_and_the_notation(setting: Setting, deal: int, picks: list[int]) -> None:
    rules = setting.rules
    position = new_game(rules, str(deal)).position
    for pick in picks:
        moves = legal_moves(rules, position)
        if not moves:
            break
        move = moves[pick % len(moves)]
        assert why_not(rules, position, move) is None
        before = str(position)
        after = apply(rules, position, parse_move(rules, position, str(move)))
        assert str(position) == before
        # A redeal may find every card where it lay before.
        assert after != position or move.kind == "redeal"
        position = after
    assert card_counts(position) == Counter(rules.pack)
    assert parse_position(rules, str(position)) == position
