"""The game at the table without a screen: autoplay that does not bounce, undo, finishing, keeping, the end."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from tests.playing import CATALOG, GAMES, Setting, board, deals_for, new_game
from tests.tabling import session_of

from solitaire_engine.errors import PluginError, RecordError
from solitaire_engine.game import Game
from solitaire_engine.position import Move
from solitaire_engine.records import load_record
from solitaire_engine.saves import Save, SaveFolder
from solitaire_engine.settings import Autoplay, Settings
from solitaire_engine.stats import Tally, totals
from solitaire_engine.table.session import Session

ALMOST = "f1: AC..QC; f2: AD..KD; f3: AH..KH; f4: AS..KS; t1: KC"


def session(folder: Path, text: str, autoplay: Autoplay = "off", variant: str = "antares", **values: str) -> Session:
    return session_of(folder, board(CATALOG.rules(variant, values), text), autoplay)


def play(table: Session, text: str) -> bool:
    return table.play(table.game.parse(text))


def test_a_move_says_what_it_did_and_a_refused_one_why(tmp_path: Path) -> None:
    table = session(tmp_path, "t1: KS 5H; t5: 6C; t6: 9D")
    assert play(table, "t1 t5")
    assert (table.message, table.is_bad) == ("5H from t1 to t5.", False)
    assert not play(table, "t6 t5")
    assert (table.message, table.is_bad) == ("The 9D cannot go on the 5H, which takes a black 4.", True)
    assert len(table.game.moves) == 1


def test_safe_cards_go_home_by_themselves_and_one_undo_takes_all_back(tmp_path: Path) -> None:
    table = session(tmp_path, "t5: 9D AS 5H; t6: 6C; t7: 2S KD", "safe")
    assert play(table, "t5 t6")
    assert table.message == "5H from t5 to t6. AS goes home."
    assert [str(move) for move in table.game.moves] == ["t5 t6", "t5 f1"]
    table.undo()
    assert not table.game.moves and len(table.game.undone) == 2
    table.redo()
    assert [str(move) for move in table.game.moves] == ["t5 t6", "t5 f1"]
    assert table.message == "5H from t5 to t6. AS goes home."


def test_off_sends_nothing_and_all_sends_what_is_not_safe(tmp_path: Path) -> None:
    text = "f1: AH; t5: 2H 5C; t6: 6D; t1: AS 9S 8S; t2: AC 9C"
    counts: dict[Autoplay, int] = {"off": 0, "safe": 0, "all": 1}
    for mode, expected in counts.items():
        table = session(tmp_path, text, mode)
        assert play(table, "t5 t6")
        assert len(table.game.moves) == 1 + expected, mode


def test_a_card_taken_back_by_hand_stays_where_it_was_put(tmp_path: Path) -> None:
    table = session(tmp_path, "f1: AH 2H; t1: 3C; t2: 4D; t3: 9S; t4: 8D", "all", "klondike")
    assert play(table, "f1 t1"), table.message
    assert str(table.game.moves[-1]) == "f1 t1" and len(table.game.moves) == 1
    assert play(table, "t4 t3")
    assert "home" not in table.message, "it does not go home after the next move either"
    assert play(table, "t1 f1")
    assert play(table, "t1 t2")
    table.undo()
    assert len(table.game.moves) == 3


def test_what_an_undo_brings_back_does_not_go_home_again_by_itself(tmp_path: Path) -> None:
    table = session(tmp_path, "t5: 9D AS 5H; t6: 6C; t7: 2D; t8: TC", "safe")
    assert play(table, "t5 t6")
    # As after a resume, when nobody knows which moves were made by themselves.
    again = Session(table.game, table.save, table.folder, table.settings)
    again.undo()
    assert [str(move) for move in again.game.moves] == ["t5 t6"]
    assert play(again, "t7 c1")
    assert [str(move) for move in again.game.moves] == ["t5 t6", "t7 c1"]
    again.auto()
    assert str(again.game.moves[-1]) == "t5 f1", "asked for, it goes"


@pytest.mark.parametrize("mode", ["safe", "all"])
@pytest.mark.parametrize("setting", GAMES[::12], ids=str)
def test_an_undo_gives_the_position_before_the_move_and_leaves_it_in_peace(
    setting: Setting, mode: Autoplay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is kept is the matter of other tests, and the disk is slow.
    monkeypatch.setattr(Save, "update", lambda save, game: None)
    monkeypatch.setattr(Tally, "changed", lambda tally: None)
    chance = random.Random(3)
    table = session_of(tmp_path, new_game(setting.rules, deals_for(setting.rules)[0]), mode)
    for _ in range(8):
        moves = table.legal
        if not moves or table.game.is_won:
            break
        before = table.position
        assert table.play(chance.choice(moves)), table.message
        after = table.position
        table.undo()
        assert table.position == before
        table.redo()
        assert table.position == after


def test_what_can_be_finished_is_said_and_finished_in_one_step(tmp_path: Path) -> None:
    table = session(tmp_path, "f1: AC..JC; f2: AD..KD; f3: AH..KH; f4: AS..QS; t1: KC QC; t5: KS")
    assert not play(table, "t1 t5") and table.can_finish
    assert play(table, "t1 c1")
    assert table.message == "QC from t1 to c1. a finishes: all cards can go home."
    table.auto()
    assert table.game.is_won and table.over == "won"
    table.undo()
    assert [str(move) for move in table.game.moves] == ["t1 c1"]


def test_nothing_is_called_finished_while_a_card_lies_hidden(tmp_path: Path) -> None:
    assert not session(tmp_path, "f1: AC..QC; f2: AD..KD; f3: AH..KH; f4: AS..KS; t1: #KC").can_finish
    assert not session(tmp_path, "f1: AC..QC; f2: AD..KD; f3: AH..KH; f4: AS..KS; s: KC", variant="klondike").can_finish


def test_auto_says_that_nothing_can_go(tmp_path: Path) -> None:
    table = session(tmp_path, "t1: KS; t5: 6C")
    table.auto()
    assert (table.message, table.is_bad) == ("No card can safely go home now.", True)


def test_the_end_is_noticed_when_it_comes_and_not_again(tmp_path: Path) -> None:
    table = session(tmp_path, ALMOST)
    assert play(table, "t1 f1") and table.over == "won"
    table.undo()
    assert table.over == ""


def test_a_game_without_a_way_on_is_stuck(tmp_path: Path) -> None:
    table = session(tmp_path, "f1: 5C; t1: 9C; t2: JC", variant="golf")
    table.look_for_the_end()
    assert table.over == "stuck"


def test_every_move_is_kept_before_it_is_told_and_a_win_is_put_away(tmp_path: Path) -> None:
    rules = CATALOG.rules("antares")
    table = session_of(tmp_path, new_game(rules, "7"))
    assert not table.save.path.exists()
    assert play(table, "t4 t6 4")
    assert len(load_record(table.save.path, CATALOG).moves) == 1
    table.undo()
    assert len(load_record(table.save.path, CATALOG).moves) == 0
    table.begin(new_game(rules, "8"))
    assert len(table.folder.unfinished()) == 1
    assert table.message == "Antares, deal 8."


def test_that_a_game_cannot_be_kept_is_said_and_play_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = session_of(tmp_path, new_game(CATALOG.rules("antares"), "7"))

    def full(game: Game) -> None:
        raise RecordError("the disk is full")

    monkeypatch.setattr(table.save, "update", full)
    assert play(table, "t1 c1")
    assert table.warning == table.alarm == "The game is not kept: the disk is full"
    # It is said once in full, so that what happens next can be read.
    table.refuse("something else")
    assert (table.alarm, table.message, table.is_unkept) == ("", "Something else.", True)
    assert play(table, "t2 c2") and table.alarm == ""
    monkeypatch.undo()
    table.undo()
    assert table.warning == table.alarm == ""


def test_a_plugin_that_fails_while_cards_go_home_is_told_and_the_move_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = session(tmp_path, "t5: 9D AS 5H; t6: 6C; t7: 2S KD", "safe")
    push = table.game.push

    def failing(move: Move | str) -> Move:
        if str(move).endswith("f1"):
            raise PluginError("the plugin 'x' failed")
        return push(move)

    monkeypatch.setattr(table.game, "push", failing)
    assert play(table, "t5 t6")
    assert [str(move) for move in table.game.moves] == ["t5 t6"]
    assert (table.message, table.is_bad) == ("The plugin 'x' failed.", True)
    table.auto()
    assert (table.message, table.is_bad) == ("The plugin 'x' failed.", True)


def test_a_win_that_cannot_be_counted_is_told(tmp_path: Path) -> None:
    table = session(tmp_path, ALMOST)
    table.tally.problem = "it is damaged"
    assert play(table, "t1 f1") and table.over == "won"
    assert table.warning == table.alarm == "The game is not counted: it is damaged"


def test_games_are_counted_as_in_text_play(tmp_path: Path) -> None:
    rules = CATALOG.rules("antares")
    table = session_of(tmp_path, new_game(rules, "7"))
    assert play(table, "t4 t6 4")
    table.tally.hinted()
    table.begin(new_game(rules, "8"))
    assert play(table, "t1 c1")
    table.leave()
    [counted] = totals(table.tally.file.games())
    assert (counted.played, counted.lost, counted.unfinished, counted.hints) == (2, 1, 1, 1)


def test_restart_and_the_list_of_moves_lose_nothing(tmp_path: Path) -> None:
    table = session(tmp_path, "t1: KS 5H; t5: 6C; t6: 4S")
    assert play(table, "t1 t5") and play(table, "t6 t5")
    end = table.position
    table.restart()
    assert not table.game.moves and len(table.game.undone) == 2
    table.go_to(2)
    assert table.position == end
    table.go_to(1)
    assert len(table.game.moves) == 1 and table.message == "After 1 move."
    table.restart()
    table.restart()
    assert table.message == "This is the beginning."


def test_a_daily_deal_and_a_resumed_game_say_so(tmp_path: Path) -> None:
    rules = CATALOG.rules("antares")
    saves = SaveFolder(tmp_path / "games")
    save = saves.begin(new_game(rules, "7"))
    save.sitting.daily = "2030-01-31"
    assert Session(new_game(rules, "7"), save, saves, Settings()).message == "This is the daily deal of 2030-01-31."
    game = new_game(rules, "7")
    game.push("t1 c1")
    assert Session(game, saves.begin(game), saves, Settings()).message == "Resumed after 1 move."


def test_many_cards_that_go_home_are_not_said_to_go_from_one_to_another(tmp_path: Path) -> None:
    start = "f1: AC..TC; f2: AD..TD; f3: AH..KH; f4: AS..KS; t1: KC QC JC; t2: KD QD JD"
    table = session(tmp_path, start)
    table.auto()
    assert table.game.is_won
    assert re.fullmatch(r"6 cards go home, J[CD] first and K[CD] last\.", table.message)
