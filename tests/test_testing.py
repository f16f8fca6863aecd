"""The helpers for tests hold what is right and tell what is wrong: each is tried on a good thing and on a bad one."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from tests.pages import blocks, files, tried
from tests.playing import CATALOG

import solitaire_engine.game as game_module
import solitaire_engine.testing
from solitaire_engine.cards import is_red
from solitaire_engine.catalog import bundled_folder
from solitaire_engine.deals import Deal
from solitaire_engine.effects import ExtraMove, Take, Turn
from solitaire_engine.errors import PluginError, PositionError, UnknownVariant
from solitaire_engine.game import Game
from solitaire_engine.position import Position
from solitaire_engine.testing import (
    assert_legal,
    assert_only,
    assert_plays,
    assert_refused,
    assert_sound,
    board,
    card_counts,
    catalog_with,
    check_case,
    check_variant,
    deals,
    games,
    host_with,
    make_plugin,
    moves_of_walk,
    point,
    positions,
    rules_from,
    rules_of,
    walk,
)
from solitaire_engine.view import View
from solitaire_engine.words import Gap

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "testing.md"
SMALL = "t1: 7H; t2: 8S; t3: 9S"


def failure(check: Callable[..., object], *arguments: Any, **named: Any) -> str:
    """What a check says that does not hold."""
    with pytest.raises(AssertionError) as caught:
        check(*arguments, **named)
    return str(caught.value)


# Boards


def test_a_board_has_only_the_cards_it_shows_unless_the_rest_is_given_a_place() -> None:
    game = board("freecell", "t1: 7H\nt2: #8S; f1: AS..3S")
    assert str(game.position) == "f1: AS 2S 3S; t1: 7H; t2: #8S"
    whole = board("freecell", SMALL, rest="t8")
    assert card_counts(whole.position) == dict.fromkeys(range(52), 1)
    assert str(whole.position).startswith("t1: 7H; t2: 8S; t3: 9S; t8: AC ")
    with pytest.raises(PositionError, match=r"^c1: 49 cards, and a cell holds 1$"):
        board("freecell", SMALL, rest="c1")


def test_a_game_is_given_by_name_by_path_or_as_rules_and_with_its_parameters() -> None:
    rules = rules_of("klondike", draw=1)
    assert rules.variant.values["draw"] == "1" and rules_of(rules) is rules
    assert rules_of(bundled_folder() / "klondike.yaml", draw=1).variant.hash == rules.variant.hash
    assert board("klondike", "s: #2C #3C", draw=1).rules.variant.values["draw"] == "1"
    with pytest.raises(UnknownVariant):
        rules_of("klondyke_of_mine")


def test_a_legal_move_is_asserted_and_another_is_answered_with_its_refusal_and_what_is_legal() -> None:
    game = board("freecell", SMALL)
    assert_legal(game, "t1 t2", next(iter(game.legal_moves)))
    said = failure(assert_legal, game, "t1 t2", "t1 t3")
    assert said.startswith("'t1 t3' is refused: the 7H cannot go on the 9S, which takes a red 8\nin t1: 7H; t2: 8S; ")
    assert "legal: t1 c1, " in said
    assert "'t9 t1' is refused: there is no pile t9" in failure(assert_legal, game, "t9 t1")


def test_a_refused_move_is_asserted_with_a_part_of_its_sentence() -> None:
    game = board("freecell", SMALL)
    before = game.position
    assert_refused(game, "t1 t3", "takes a red 8")
    assert game.position == before
    assert failure(assert_refused, game, "t1 t2", "").startswith("'t1 t2' is legal\n")
    said = failure(assert_refused, game, "t1 t3", "takes a red 9")
    assert said == (
        "'t1 t3' is refused with another sentence: the 7H cannot go on the 9S, which takes a red 8\n"
        "which has no 'takes a red 9'"
    )


def test_a_game_whose_refusals_and_moves_disagree_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = board("freecell", SMALL)
    with monkeypatch.context() as patch:
        patch.setattr(game_module, "legal_moves", lambda rules, position: [])
        assert "'t1 t2' is not refused, and not listed as legal" in failure(assert_legal, game, "t1 t2")
    with monkeypatch.context() as patch:
        patch.setattr(Game, "push", lambda self, move: None)
        assert failure(assert_refused, game, "t1 t3", "") == (
            "'t1 t3' is refused and can be made: the 7H cannot go on the 9S, which takes a red 8"
        )


def test_all_legal_moves_are_named_or_the_others_are_told() -> None:
    game = board("freecell", "t1: AH; c1: 2H; c2: 3H; c3: 4H; c4: 5H; " + "; ".join(f"t{n}: {n}C" for n in range(2, 9)))
    assert_only(game, "t1 t2", *(str(move) for move in game.legal_moves))
    assert failure(assert_only, game, "t1 f1").startswith("there are other legal moves: ")


def test_a_move_is_played_and_compared_with_the_board_that_is_wanted() -> None:
    game = board("freecell", SMALL)
    move = assert_plays(game, "t1 t2", "t2: 8S 7H; t3: 9S", won=False)
    assert (str(move), game.moves) == ("t1 t2", (move,))
    said = failure(assert_plays, game, "t3 c1", "c1: 9S; t2: 7H 8S")
    assert said == "'t3 c1' leads to another board: t2: 8S 7H, not 7H 8S"
    said = failure(assert_plays, board("freecell", SMALL), "t1 c1", won=True)
    assert said.startswith("after 't1 c1' the game is not won\nin c1: 7H; ")
    assert "is refused" in failure(assert_plays, game, "t2 c1 2")


def test_a_case_of_a_table_is_held_to_its_exact_sentence_or_its_board() -> None:
    rules = rules_of("freecell")
    refused = {"board": SMALL, "move": "t1 t3", "refused": "the 7H cannot go on the 9S, which takes a red 8"}
    check_case(rules, refused)
    assert "another sentence" in failure(check_case, rules, {**refused, "refused": "the 7H cannot go"})
    allowed = {"board": SMALL, "move": "t1 t2", "allowed": True, "after": "t2: 8S 7H; t3: 9S", "won": False}
    check_case(rules, allowed)
    assert "leads to another board" in failure(check_case, rules, {**allowed, "after": SMALL})
    check_case(rules, {"board": SMALL, "move": "t1 t2", "after": "t2: 8S 7H; t3: 9S"})
    assert "either refused, with a sentence, or allowed" in failure(check_case, rules, {**allowed, "allowed": False})


# Files and random play


def test_a_good_file_is_passed_over_and_every_problem_of_a_bad_one_is_told_with_its_place(tmp_path: Path) -> None:
    check_variant(bundled_folder() / "golf.yaml")
    bad = tmp_path / "bad.yaml"
    bad.write_text("schema: 1\nname: Bad\nextends: klondike\npiles:\n  tableau: {lift: sequense, gap: Z}\n", "utf-8")
    lines = failure(check_variant, bad).splitlines()
    assert len(lines) == 2 and all(line.startswith(f"{bad}:5:") for line in lines)
    assert "did you mean 'sequence'?" in lines[0]


def turned_over(game: View) -> Iterable[ExtraMove]:
    """Moves that keep every promise."""
    yield from (ExtraMove(f"turn {pile}", (Turn(pile, 0),)) for pile in game.piles("tableau") if game.cards(pile))


TRIAL = "schema: 1\nname: Trial\nextends: freecell\nplugins: [odd]\n"


def odd(function: Callable[..., object], hook: str) -> object:
    function.__name__ = hook
    return make_plugin(hooks=[function])


def test_a_sound_game_is_passed_over(tmp_path: Path) -> None:
    assert_sound("klondike", deals=["7", "ms:1"], steps=20, draw=1)
    catalog = catalog_with(odd=odd(turned_over, "solitaire_extra_moves"))
    assert_sound(rules_from(TRIAL, tmp_path, catalog), deals=[2], steps=15)


def test_a_plugin_that_does_otherwise_the_second_time_is_found_out(tmp_path: Path) -> None:
    chance = random.Random(1)

    def solitaire_after_move(game: View) -> Iterable[Take]:
        cells = game.empty("cell")
        return [Take(1, next(iter(game.tops("tableau"))), cells[0])] if cells and chance.random() < 0.5 else []

    rules = rules_from(TRIAL, tmp_path, catalog_with(odd=make_plugin(hooks=[solitaire_after_move])))
    assert re.match(
        r"trial, deal 1: (undo leads to|a move cannot be made again)", failure(assert_sound, rules, steps=8)
    )


def test_a_plugin_that_fails_in_play_is_told_as_it_is(tmp_path: Path) -> None:
    def solitaire_after_move(game: View) -> Iterable[Take]:
        raise LookupError("gone")

    rules = rules_from(TRIAL, tmp_path, catalog_with(odd=make_plugin(hooks=[solitaire_after_move])))
    with pytest.raises(PluginError, match=r"'odd' .* failed: LookupError: gone"):
        assert_sound(rules, deals=[1], steps=3)


def test_a_walk_is_the_same_for_the_same_seed_and_ends_where_nothing_is_left() -> None:
    walks = [walk(Game(CATALOG.rules("golf"), Deal("3")), seed).moves for seed in ("a", "a", "b")]
    assert walks[0] == walks[1] != walks[2]
    short = Game(CATALOG.rules("golf"), Deal("3"))
    assert list(moves_of_walk(short, "a", 5)) == list(walks[0][:5]) and len(short.moves) == 5
    greedy = walk(board("freecell", "t1: 3S 2S AS; t2: KH"), 1, greedy=True)
    assert str(greedy.position) == "f2: AS 2S 3S; t2: KH"


# Plugins that are not installed


def test_a_plugin_under_test_is_there_as_if_it_were_installed_and_only_there(tmp_path: Path) -> None:
    gap = make_plugin(Gap(name="red", takes=lambda card, base: is_red(card), rule="a red card"))
    catalog = catalog_with(red_gaps=gap)
    text = "schema: 1\nname: Red\nextends: freecell\npiles: {tableau: {gap: red}}\nplugins: [red_gaps]\n"
    game = board(rules_from(text, tmp_path, catalog), "t1: 5S; t2: 6H 7H")
    assert_refused(game, "t1 t3", "only a red card may start a tableau pile")
    assert catalog.host.is_loaded("shifts") and not host_with(gaps=gap, without=["shifts"]).is_loaded("shifts")
    with pytest.raises(Exception, match="'red'"):
        rules_from(text, tmp_path)


def test_a_plugin_under_test_that_does_not_load_says_why() -> None:
    said = failure(host_with, empty=make_plugin())
    assert said.startswith("the plugin 'empty' (empty-pack 1.0) is broken: it has no hooks; ")
    assert "out of order" in failure(catalog_with, broken=RuntimeError("out of order"))
    future = point("future", make_plugin(), requires=["solitaire-engine>=99"])
    assert host_with(future).why_missing("future").startswith("the plugin 'future' (future-pack 1.0) is incompatible: ")


def test_a_game_in_a_folder_of_the_tests_is_found_by_name(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("schema: 1\nname: Mine\nextends: golf\n", "utf-8")
    assert catalog_with(tmp_path).rules("mine").variant.name == "Mine"


# Strategies


@given(deals(), deals("freecell"), deals("spider"))
@hypothesis_settings(max_examples=25, deadline=None)
def test_every_deal_of_a_strategy_is_one_of_the_game(any_deal: Deal, freecell: Deal, spider: Deal) -> None:
    assert str(any_deal).isdecimal() and str(spider).isdecimal()
    for deal, name in ((any_deal, "klondike"), (freecell, "freecell"), (spider, "spider")):
        assert card_counts(Game(CATALOG.rules(name), deal).position) == card_counts(
            Game(CATALOG.rules(name), Deal("1")).position
        )


@given(games("klondike", moves=12, draw=1), st.data())
@hypothesis_settings(max_examples=25, deadline=None)
def test_every_game_of_a_strategy_can_be_played_again_and_on(game: Game, data: st.DataObject) -> None:
    assert len(game.moves) <= 12 and game.rules.variant.values["draw"] == "1"
    again = Game(game.rules, game.start)
    for move in game.moves:
        again.push(str(move))
    assert again.position == game.position
    if game.legal_moves:
        game.push(data.draw(st.sampled_from(list(game.legal_moves))))


def test_a_strategy_comes_to_positions_that_need_some_moves_and_makes_them_few() -> None:
    rules = rules_of("freecell")

    def has_two_cells_filled(position: Position) -> bool:
        return sum(bool(position.piles[cell]) for cell in rules.cells) == 2

    search = hypothesis_settings(
        max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
    )
    found = find(positions(rules, moves=6), has_two_cells_filled, settings=search)
    assert sum(map(len, found.piles)) == 52


# What the page says


def test_the_page_tells_all_that_there_is() -> None:
    told = set(re.findall(r"`(\w+)[(`]", PAGE.read_text("utf-8")))
    assert set(solitaire_engine.testing.__all__) <= told


def test_the_examples_of_the_page_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text("utf-8")
    for name, content in files(text).items():
        (tmp_path / name).write_text(content, "utf-8")
    assert tried("\n".join(blocks("pycon", text)), "docs/testing.md") > 10


def test_the_test_files_of_the_page_pass(tmp_path: Path) -> None:
    text = PAGE.read_text("utf-8")
    shown = files(text)
    tests = [name for name in shown if name.startswith("test_")]
    assert tests
    for name, content in shown.items():
        (tmp_path / name).write_text(content, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", "--rootdir", ".", *tests]
    variables = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTEST_ADDOPTS": ""}
    done = subprocess.run(
        command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_neither_pytest_nor_hypothesis_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys; from solitaire_engine.testing import board, check_variant, assert_legal\n"
        "assert not {'pytest', 'hypothesis'} & set(sys.modules)\n"
        "from solitaire_engine.testing import deals\n"
        "assert 'hypothesis' in sys.modules and 'pytest' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError):
        _ = solitaire_engine.testing.no_such_helper


def test_a_failing_test_of_a_plugin_shows_its_own_line_and_none_of_the_helpers(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(
        "from solitaire_engine.testing import assert_refused, board\n\n"
        "def test_mine():\n"
        "    game = board('freecell', 't1: KS; t2: QH')\n"
        "    assert_refused(game, 't2 t1', 'no')\n",
        "utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py"],
        # Without the options of this run, which this project's own conftest alone understands.
        cwd=tmp_path, env={**os.environ, "PYTEST_ADDOPTS": ""},
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert "test_mine.py:5: AssertionError" in done.stdout
    assert "boards.py" not in done.stdout
