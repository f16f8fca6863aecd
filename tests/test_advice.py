"""Advice beside play: it leads to the win, it is fair, and its process never outlives or disturbs the game."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.playing import CATALOG, Setting, board, new_game

from solitaire_engine.advice import BY_THEMSELVES, HIDDEN, NO_SOLVER, THINKING, Advice, Adviser
from solitaire_engine.advice.book import Book, Entry
from solitaire_engine.advice.helper import Helper, Task, recipe_of
from solitaire_engine.autoplay import Mode, autoplay
from solitaire_engine.catalog import Catalog, default_catalog
from solitaire_engine.game import Game
from solitaire_engine.hidden import hides
from solitaire_engine.hints import hint
from solitaire_engine.position import Move, Position
from solitaire_engine.rules import Rules
from solitaire_engine.solver import Limits, solve

FILES = Path(__file__).parent / "data" / "advice"
LONG = 60.0
"""Seconds after which a test gives up waiting for what should come in a moment."""
WINNABLE = {"few_cells": "8", "few_halves": "1", "few_turned": "1"}
"""Deals of the small games that can be won."""


def rules_of(name: str, values: dict[str, str] | None = None) -> Rules:
    """The rules of a small game of these tests."""
    return default_catalog().rules(str(FILES / f"{name}.yaml"), values)


@pytest.fixture
def advisers() -> Iterator[Callable[..., Adviser]]:
    """Makes advisers that are closed when the test is over."""
    made: list[Adviser] = []

    def make(rules: Rules, **more: object) -> Adviser:
        made.append(Adviser(rules, **more))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for adviser in made:
        adviser.close()


def asked(adviser: Adviser, game: Game, *, peek: bool = False) -> Advice:
    """The advice for the position now, however long it takes."""
    adviser.ask(game.position, game.positions, peek=peek)
    advice = adviser.wait(LONG)
    assert advice is not None
    return advice


def is_alive(process_id: int) -> bool:
    """Whether a process runs, and is not merely waiting for its parent to take note of its end."""
    try:
        return Path(f"/proc/{process_id}/stat").read_text("ascii").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def ends(process_id: int) -> bool:
    """Whether a process ends within the time."""
    end = time.monotonic() + LONG
    while is_alive(process_id):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


# Following the advice


@pytest.mark.parametrize(
    ("name", "auto"), [("few_cells", "off"), ("few_cells", "all"), ("few_turned", "safe"), ("few_halves", "off")]
)
def test_who_follows_the_advice_wins_in_as_many_moves_as_it_says(
    advisers: Callable[..., Adviser], name: str, auto: Mode
) -> None:
    game = new_game(rules_of(name), WINNABLE[name])
    adviser = advisers(game.rules, auto=auto)
    left = None
    while not game.is_won:
        advice = asked(adviser, game, peek=True)
        assert (advice.verdict, advice.how) == ("winnable", "solution")
        assert advice.left is not None and advice.move is not None
        assert left is None or advice.left < left
        left = advice.left
        game.push(advice.move)
        autoplay(game, auto)
    assert asked(adviser, game).left == 0


def test_positions_on_a_known_line_and_beside_it_are_answered_without_the_solver(
    advisers: Callable[..., Adviser],
) -> None:
    game = new_game(rules_of("few_cells"), WINNABLE["few_cells"])
    adviser = advisers(game.rules)
    first = asked(adviser, game)
    assert adviser.process_id is not None and first.move is not None and first.left is not None
    os.kill(adviser.process_id, signal.SIGTERM)
    assert ends(adviser.process_id)
    game.push(first.move)
    second = asked(adviser, game)
    assert (second.how, second.left) == ("solution", first.left - 1)
    game.pop()
    assert asked(adviser, game) == first
    # A detour from which one move leads back to the line.
    detour = to_and_fro(game)
    assert detour is not None
    there, back = detour
    game.push(there)
    aside = asked(adviser, game)
    assert (aside.verdict, aside.move, aside.left) == ("winnable", back, first.left + 1)


def test_a_game_that_is_begun_in_the_middle_is_won_by_the_advice(advisers: Callable[..., Adviser]) -> None:
    game = new_game(rules_of("few_halves"), WINNABLE["few_halves"])
    adviser = advisers(game.rules)
    for _ in range(6):
        move = asked(adviser, game).move
        assert move is not None
        game.push(move)
    later = Game(game.rules, game.position)
    other = advisers(game.rules)
    while not later.is_won:
        advice = asked(other, later)
        assert advice.move is not None and advice.how == "solution"
        later.push(advice.move)


def test_after_a_detour_the_advice_still_wins(advisers: Callable[..., Adviser]) -> None:
    game = new_game(rules_of("few_cells"), WINNABLE["few_cells"])
    adviser = advisers(game.rules)
    for turn in range(200):
        if game.is_won:
            break
        advice = asked(adviser, game)
        assert advice.move is not None
        # Twice the player does something else, as long as the game can still be won then.
        aside = next((move for move in game.legal_moves if turn in (1, 4) and move != advice.move), advice.move)
        game.push(aside)
        if turn in (1, 4) and solve(game.rules, game.position).verdict != "winnable":
            game.pop()
            game.push(advice.move)
    assert game.is_won


SAMPLE = [("few_turned", False), ("few_turned", True), ("few_cells", False), ("klondike", True), ("golf", False)]
GAMES = ("scorpion", "yukon", "accordion", "montana", "spider_one_suit", "la_belle_lucie", "agnes_aces", "canfield")
SLOW = [(name, peek) for name in GAMES for peek in (False, True)]


@pytest.mark.parametrize(("name", "peek"), [*SAMPLE, *(pytest.param(*case, marks=pytest.mark.long) for case in SLOW)])
def test_who_follows_the_advice_never_comes_back_to_a_position_while_there_is_another_way(
    advisers: Callable[..., Adviser], name: str, peek: bool
) -> None:
    rules = rules_of(name) if name.startswith("few_") else CATALOG.rules(name)
    game = new_game(rules, "5")
    adviser = advisers(rules, limits=Limits(positions=300))
    seen = {rules.key(game.position)}
    for _ in range(60 if name == "klondike" else 300):
        advice = asked(adviser, game, peek=peek)
        if game.is_won or advice.move is None:
            break
        game.push(advice.move)
        if rules.key(game.position) in seen:
            game.pop()
            assert advice.how == "rule of thumb" and all_repeat(game)
            break
        seen.add(rules.key(game.position))


def all_repeat(game: Game) -> bool:
    """Whether every legal move leads to a position like an earlier one, or takes the last move back."""
    known, last = {alike(position) for position in game.positions}, game.moves[-1]
    for move in list(game.legal_moves):
        game.push(move)
        repeats = alike(game.position) in known or move.target == last.source
        game.pop()
        if not repeats:
            return False
    return True


def alike(position: Position) -> tuple[object, ...]:
    """A position with its piles in no order."""
    return (tuple(sorted(position.piles)), position.redeals, position.base, position.state)


# What it may say


def test_a_fair_answer_says_nothing_where_cards_are_hidden_and_starts_no_process(
    advisers: Callable[..., Adviser],
) -> None:
    game = new_game(rules_of("few_turned"), WINNABLE["few_turned"])
    adviser = advisers(game.rules)
    fair = asked(adviser, game)
    assert (fair.verdict, fair.how, fair.peeks, fair.reason) == ("unknown", "rule of thumb", False, HIDDEN)
    assert fair.move == hint(game.rules, game.position, game.positions)
    assert adviser.process_id is None
    peeked = asked(adviser, game, peek=True)
    assert (peeked.verdict, peeked.how, peeked.peeks) == ("winnable", "solution", True)
    # What was found by peeking stays out of fair answers.
    assert asked(adviser, game) == fair


def test_once_all_has_been_seen_a_fair_answer_comes_from_the_solver(advisers: Callable[..., Adviser]) -> None:
    game = new_game(rules_of("few_turned"), WINNABLE["few_turned"])
    adviser = advisers(game.rules)
    while hides(game.rules, game.position, game.positions):
        move = asked(adviser, game, peek=True).move
        assert move is not None
        game.push(move)
    assert not game.is_won
    advice = asked(adviser, game)
    assert (advice.verdict, advice.how, advice.peeks) == ("winnable", "solution", False)


def test_a_lost_position_is_said_to_be_lost_and_so_is_all_that_follows(
    advisers: Callable[..., Adviser],
) -> None:
    rules = rules_of("few_cells", {"cells": "0"})
    number = next(n for n in range(1, 50) if solve(rules, new_game(rules, str(n)).position).verdict == "lost")
    game = new_game(rules, str(number))
    adviser = advisers(rules)
    while game.legal_moves and len(game.moves) < 5:
        advice = asked(adviser, game)
        assert (advice.verdict, advice.how, advice.peeks) == ("lost", "rule of thumb", False)
        assert advice.sentence.startswith("Lost: ")
        assert advice.move == hint(rules, game.position, game.positions)
        assert advice.move is not None
        game.push(advice.move)
        if adviser.process_id is not None:
            # From now on there is nothing to be solved.
            os.kill(adviser.process_id, signal.SIGTERM)
    assert game.moves


def test_without_enough_positions_nothing_is_claimed(advisers: Callable[..., Adviser]) -> None:
    game = new_game(rules_of("few_cells"), WINNABLE["few_cells"])
    advice = asked(advisers(game.rules, limits=Limits(positions=2)), game)
    assert (advice.verdict, advice.how, advice.reason) == ("unknown", "rule of thumb", "positions")
    assert advice.move == hint(game.rules, game.position, game.positions)


def test_without_a_legal_move_there_is_none(advisers: Callable[..., Adviser]) -> None:
    game = board(CATALOG.rules("freecell", {"cells": "0", "columns": "4"}), "t1: KD; t2: KC; t3: KH; t4: KS")
    advice = asked(advisers(game.rules), game)
    assert advice.move is None and advice.verdict in ("lost", "unknown")


def test_an_answer_that_is_not_there_yet_is_a_rule_of_thumb_and_comes_later(advisers: Callable[..., Adviser]) -> None:
    game = new_game(CATALOG.rules("freecell"), "ms:1")
    expected = hint(game.rules, game.position, game.positions)
    adviser = advisers(game.rules)
    assert adviser.advice() is None and adviser.answer(0) is None
    adviser.ask(game.position, game.positions)
    # While the rule of thumb is worked out the answer may come already, so that is not asked.
    early = adviser.answer(0)
    assert early is not None and (early.verdict, early.how, early.reason) == ("unknown", "rule of thumb", THINKING)
    assert early.move == expected
    assert asked(adviser, game).verdict == "winnable"


# Its process


def test_a_newer_question_ends_the_search_for_an_older_one(advisers: Callable[..., Adviser]) -> None:
    # The first question would take hours.
    hard, easy = new_game(CATALOG.rules("spider"), "1"), CATALOG.rules("spider")
    adviser = advisers(easy, limits=Limits(positions=None))
    adviser.ask(hard.position, peek=True)
    assert adviser.wait(0.8) is None
    won = board(easy, "t1: 2S; t2: AS")
    before = adviser.process_id
    advice = asked(adviser, won, peek=True)
    assert advice.verdict in ("lost", "winnable") and adviser.process_id == before


def test_of_many_questions_in_a_row_the_last_is_answered(advisers: Callable[..., Adviser]) -> None:
    game = new_game(rules_of("few_halves"), WINNABLE["few_halves"])
    adviser = advisers(game.rules)
    for _ in range(40):
        for move in list(game.legal_moves):
            game.push(move)
            adviser.ask(game.position, game.positions)
            game.pop()
        adviser.ask(game.position, game.positions)
    advice = adviser.wait(LONG)
    assert advice is not None and (advice.verdict, advice.how) == ("winnable", "solution")


def test_a_process_that_is_killed_is_started_again_and_after_some_times_given_up(
    advisers: Callable[..., Adviser],
) -> None:
    rules = rules_of("few_cells")
    adviser, killed, advice = advisers(rules), set[int](), None
    # More games than starts: whether one is answered before the last process is missed is a matter of time.
    for number in range(1, 16):
        game = new_game(rules, str(number))
        advice = asked(adviser, game)
        assert advice.move is not None
        if advice.reason == NO_SOLVER:
            break
        if adviser.process_id is not None:
            killed.add(adviser.process_id)
            os.kill(adviser.process_id, signal.SIGTERM)
            assert ends(adviser.process_id)
    assert 1 < len(killed) < 5
    assert advice is not None and (advice.verdict, advice.how, advice.reason) == ("unknown", "rule of thumb", NO_SOLVER)


def test_a_process_that_is_killed_while_it_thinks_leaves_a_rule_of_thumb(advisers: Callable[..., Adviser]) -> None:
    game = new_game(CATALOG.rules("spider"), "1")
    adviser = advisers(game.rules, limits=Limits(positions=None))
    adviser.ask(game.position, game.positions, peek=True)
    end = time.monotonic() + LONG
    while adviser.process_id is None and time.monotonic() < end:
        time.sleep(0.01)
    assert adviser.process_id is not None
    os.kill(adviser.process_id, signal.SIGTERM)
    advice = adviser.wait(LONG)
    assert advice is not None and (advice.how, advice.reason) == ("rule of thumb", NO_SOLVER)


def test_where_no_process_can_be_started_the_rule_of_thumb_answers(
    advisers: Callable[..., Adviser], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game(rules_of("few_cells"), "1")
    for broken in ("", str(FILES / "no-such-program")):
        monkeypatch.setattr(sys, "executable", broken)
        advice = asked(advisers(game.rules), game)
        assert (advice.how, advice.reason) == ("rule of thumb", NO_SOLVER)
        assert advice.move == hint(game.rules, game.position, game.positions)


def test_rules_that_another_process_cannot_make_the_same_are_not_solved_by_others(
    advisers: Callable[..., Adviser], tmp_path: Path
) -> None:
    file = tmp_path / "changing.yaml"
    file.write_text("schema: 1\nname: Changing\nextends: freecell\nparams: {cells: {default: 3}}\n", "utf-8")
    game = new_game(default_catalog().rules(str(file)), "ms:1")
    file.write_text("schema: 1\nname: Changing\nextends: freecell\nparams: {cells: {default: 0}}\n", "utf-8")
    # Its values are sent along, so that only what is not a value can differ.
    assert asked(advisers(game.rules), game).verdict != "lost"
    file.write_text("schema: 1\nname: Changing\nextends: freecell\npiles: {tableau: {gap: K}}\n", "utf-8")
    assert "are not the same in another process" in asked(advisers(game.rules), game).reason


@pytest.mark.parametrize(
    "setting", [Setting("klondike", (("draw", "1"),)), Setting("klondike_vegas_draw_one")], ids=str
)
def test_the_rules_of_every_kind_of_name_are_made_again(setting: Setting) -> None:
    rules = Catalog(default_catalog().folders, default_catalog().host).rules(setting.variant, dict(setting.values))
    again = recipe_of(rules).rules()
    assert again is not rules and again.variant.hash == rules.variant.hash


def test_a_closed_adviser_leaves_no_process_and_answers_nothing() -> None:
    game = new_game(CATALOG.rules("spider"), "1")
    adviser = Adviser(game.rules, limits=Limits(positions=None))
    adviser.ask(game.position, peek=True)
    adviser.wait(0.2)
    process_id = adviser.process_id
    assert process_id is not None and is_alive(process_id)
    adviser.close()
    assert not is_alive(process_id)
    adviser.ask(game.position)
    assert adviser.wait(0) is None
    adviser.close()


PLAYER = """
import sys, time
import solitaire_engine as se
from solitaire_engine.advice import Adviser
from solitaire_engine.solver import Limits
game = se.deal("spider", 1)
adviser = Adviser(game.rules, limits=Limits(positions=None))
adviser.ask(game.position, peek=True)
while adviser.process_id is None:
    time.sleep(0.01)
time.sleep(0.3)
print(adviser.process_id, flush=True)
if sys.argv[1] != "end":
    time.sleep(600)
"""


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals on Windows")
@pytest.mark.parametrize("way", ["end", "SIGINT", "SIGTERM", "SIGKILL"])
def test_however_a_program_ends_the_solver_that_is_busy_for_it_ends_too(way: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER, way], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as player:
        assert player.stdout is not None
        process_id = int(player.stdout.readline())
        if way.startswith("SIG"):
            assert is_alive(process_id)
            player.send_signal(getattr(signal, way))
        player.communicate(timeout=LONG)
    assert ends(process_id)


HELD = """
import os, subprocess, sys, time
import solitaire_engine as se
from solitaire_engine.advice.helper import Helper, Task, recipe_of
from solitaire_engine.solver import Limits
game = se.deal("spider", 1)
helper = Helper(recipe_of(game.rules), Limits(positions=None), print)
helper.send(Task(1, game.position))
sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
holder = subprocess.Popen(sleeper, pass_fds=[helper._process.stdin.fileno()])
print(helper.process_id, holder.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals on Windows")
def test_the_solver_ends_with_its_parent_even_if_another_process_holds_its_input_open() -> None:
    with subprocess.Popen([sys.executable, "-c", HELD], stdout=subprocess.PIPE, encoding="utf-8") as player:
        assert player.stdout is not None
        process_id, holder = map(int, player.stdout.readline().split())
        try:
            player.kill()
            player.wait(LONG)
            assert ends(process_id)
            assert is_alive(holder)
        finally:
            os.kill(holder, signal.SIGKILL)


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals on Windows")
def test_closing_does_not_wait_for_a_process_that_does_not_read(advisers: Callable[..., Adviser]) -> None:
    game = new_game(rules_of("few_cells"), "1")
    adviser = advisers(game.rules)
    asked(adviser, game)
    process_id = adviser.process_id
    assert process_id is not None
    os.kill(process_id, signal.SIGSTOP)
    for _ in range(400):
        for move in list(game.legal_moves):
            game.push(move)
            adviser.ask(game.position)
            game.pop()
        if adviser.wait(0.001) is not None:
            break
    adviser.close()
    assert not is_alive(process_id)


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals on Windows")
def test_signals_of_the_terminal_do_not_reach_the_process() -> None:
    heard: list[object] = []
    helper = Helper(recipe_of(rules_of("few_cells")), Limits(positions=5), heard.append)
    try:
        assert os.getsid(helper.process_id) != os.getsid(0)
        game = new_game(rules_of("few_cells"), "1")
        for number in range(1, 4):
            helper.send(Task(number, game.position))
            end = time.monotonic() + LONG
            while len(heard) < number and time.monotonic() < end:
                time.sleep(0.005)
            os.kill(helper.process_id, signal.SIGINT)
        assert len(heard) == 3 and not helper.ended
    finally:
        helper.close()


def test_a_line_that_cards_going_home_by_themselves_spoil_is_mended_or_said_to_be_spoilt(
    advisers: Callable[..., Adviser],
) -> None:
    rules, reasons = rules_of("few_cells"), set[str]()
    for number in (1, 2):
        game = new_game(rules, str(number))
        answer = solve(rules, game.position)
        if answer.verdict == "winnable" and not Book(rules, "all").played(game.position, answer.moves).won:
            advice = asked(advisers(rules, auto="all"), game)
            assert advice.verdict == "winnable"
            assert (advice.how == "solution") is (advice.reason == "") is (advice.left is not None)
            reasons.add(advice.reason)
    assert reasons == {"", BY_THEMSELVES}


# The book of lines


def test_the_book_counts_the_moves_that_the_player_makes_and_skips_those_that_make_themselves() -> None:
    game = new_game(rules_of("few_cells"), WINNABLE["few_cells"])
    answer = solve(game.rules, game.position)
    lengths = {}
    for auto in ("off", "all"):
        book = Book(game.rules, auto)
        book.enter(book.played(game.position, answer.moves))
        entry = book.find(game.position)
        assert isinstance(entry, Entry)
        lengths[auto] = entry.left
    assert lengths["off"] == len(answer.moves) > lengths["all"]


def test_a_line_that_does_not_win_is_known_not_to() -> None:
    game = new_game(rules_of("few_cells"), WINNABLE["few_cells"])
    book = Book(game.rules)
    moves = solve(game.rules, game.position).moves
    assert book.played(game.position, moves).won
    assert not book.played(game.position, moves[:-1]).won
    assert not book.played(game.position, [moves[-1], *moves]).won


def test_of_two_lines_the_shorter_is_kept_wherever_they_meet() -> None:
    game = new_game(rules_of("few_cells"), WINNABLE["few_cells"])
    start, moves = game.position, solve(game.rules, game.position).moves
    game.push(moves[0])
    while (detour := to_and_fro(game)) is None:
        game.push(moves[len(game.moves)])
    done = len(game.moves)
    longer = (*moves[:done], *detour, *moves[done:])
    for lines in ((longer, moves), (moves, longer)):
        book = Book(game.rules)
        for line in lines:
            book.enter(book.played(start, line))
        first, later = book.find(start), book.find(game.position)
        assert isinstance(first, Entry) and (first.move, first.left) == (moves[0], len(moves))
        assert isinstance(later, Entry) and (later.move, later.left) == (moves[done], len(moves) - done)


def to_and_fro(game: Game) -> tuple[Move, Move] | None:
    """A move, and the move that takes it back, if there is such a one."""
    for there in list(game.legal_moves):
        back = Move("cards", there.target, there.source, there.count)
        game.push(there)
        if game.why_not(back) is None:
            game.pop()
            return there, back
        game.pop()
    return None


def test_a_sentence_says_what_is_known() -> None:
    assert Advice("winnable", None, 1, "solution").sentence == "Winnable in about 1 move."
    assert Advice("winnable", None, 7, "solution", True).sentence == (
        "Winnable in about 7 moves. This peeks: it knows the hidden cards."
    )
    assert "hint peek" in Advice("unknown", None, reason=HIDDEN).sentence
    reasons = ["positions", "seconds", "memory", NO_SOLVER, THINKING, "the solver failed (x)"]
    sentences = {Advice("unknown", None, reason=reason).sentence for reason in reasons}
    assert len(sentences) == len(reasons) and all(text.startswith("Unknown") for text in sentences)
