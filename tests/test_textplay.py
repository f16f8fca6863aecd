"""Play in lines of text: what is typed, what answers, and that a game is never lost."""

from __future__ import annotations

import io
import os
import random
import re
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.playing import CATALOG
from tests.program import COMMAND, answer, environment, run, start

from solitaire_engine.cards import DOWN, FACE, card_text, is_down, suit_of
from solitaire_engine.catalog import Entry
from solitaire_engine.deals import parse_deal
from solitaire_engine.effects import COMMANDS
from solitaire_engine.game import Game
from solitaire_engine.notation import parse_position
from solitaire_engine.position import Position
from solitaire_engine.records import load_record
from solitaire_engine.saves import SaveFolder
from solitaire_engine.settings import Settings
from solitaire_engine.text.console import Console, wrapped
from solitaire_engine.text.look import Look
from solitaire_engine.text.play import TextPlay
from solitaire_engine.text.tell import tell, told_move

LAST_MOVE = "t1: KS"
"""With all other cards at home, one move wins."""
LAST_HOPE = "t2: KD; t3: KH; t4: KS; t5: 9C; t6: 7C; t7: 2C 6H"
"""With all other cards below the KC on t1, nothing goes once the 6H has gone to the 7C."""


def whole(text: str, rest: str, **values: str) -> Game:
    """A game of Klondike on a board whose other cards lie on `rest`: a pile, or home on the foundations."""
    rules = CATALOG.rules("klondike", values)
    known = parse_position(rules, text, complete=False)
    missing = sorted(set(rules.pack) - {card & FACE for pile in known.piles for card in pile})
    piles = [bytearray(pile) for pile in known.piles]
    for card in missing:
        name = f"f{suit_of(card) + 1}" if rest == "home" else rest
        piles[rules.index[name]].append(card | DOWN if name == "s" else card)
    return Game(rules, known._replace(piles=tuple(bytes(pile) for pile in piles)))


class Table:
    """A game in this process: lines are typed into it, and what it says is there to read."""

    def __init__(self, tmp_path: Path, game: Game, settings: Settings | None = None) -> None:
        self.folder = SaveFolder(tmp_path / "games")
        self.out = io.StringIO()
        console = Console(io.StringIO(), self.out, Look(ascii=True))
        self.play = TextPlay(game, self.folder.begin(game), self.folder, console, settings or Settings())
        self.play.view = "off"

    def type(self, *lines: str) -> list[str]:
        """Type lines, and give all that is said about them."""
        start = len(self.out.getvalue())
        for line in lines:
            assert self.play.obey(line)
        return self.out.getvalue()[start:].splitlines()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Klondike, deal 3, in which the ace of spades lies on t5."""
    return Table(tmp_path, Game(CATALOG.rules("klondike"), parse_deal("3")))


# What answers


def test_a_move_is_answered_by_what_it_did(table: Table) -> None:
    assert table.type("t5 f1") == ["AS from t5 to f1; JH turned up on t5."]
    assert table.type("deal") == ["Dealt 3C JD 6D to w; 21 left in the stock."]
    assert table.play.game.moves[-1].kind == "deal"


def test_a_deal_to_many_piles_is_told_in_one_row(tmp_path: Path) -> None:
    table = Table(tmp_path, Game(CATALOG.rules("agnes_aces"), parse_deal("7")))
    assert table.type("deal") == ["Dealt TH 2D TS 5S 8H 9H JS to r1-r7; 10 left in the stock."]
    assert table.type("deal", "deal")[1] == "Dealt QH to r1, 7C to r2, 3S to r3; the stock is empty now."


def test_a_refused_move_gets_the_sentence_of_the_engine(table: Table) -> None:
    reason = table.play.game.why_not("t5 t1")
    assert reason == "the AS cannot go on the 4D, which takes a black 3"
    assert table.type("t5 t1") == [f"No: {reason}."]
    assert table.type("why t5 t1") == [f"No: {reason}."]
    assert table.type("why t5 f1") == ["That move is legal."]
    assert table.type("t9 t1") == ["No: there is no pile t9; this game has t1 to t7."]
    assert table.play.game.moves == ()


def test_what_is_no_command_is_answered_by_the_nearest(table: Table) -> None:
    assert table.type("hnit") == ["No: there is no command or move 'hnit'; did you mean 'hint'?"]
    assert table.type("redeel") == ["No: there is no command or move 'redeel'; did you mean 'redeal'?"]
    assert table.type("xyzzy") == ["No: there is no command or move 'xyzzy'; type help."]
    assert table.type("", "   ") == []


def test_undo_and_redo_take_a_number(table: Table) -> None:
    table.type("t5 f1", "deal", "deal")
    assert table.type("undo") == ["Undone: deal."]
    assert table.type("undo 5") == ["Undone: deal, t5 f1."]
    assert table.type("undo") == ["No: there is no move to undo."]
    assert table.type("redo 2") == [
        "AS from t5 to f1; JH turned up on t5.",
        "Dealt 3C JD 6D to w; 21 left in the stock.",
    ]
    assert table.type("u", "r")[0] == "Undone: deal."
    assert table.type("undo 0000002")[0] == "Undone: deal, t5 f1."
    table.type("redo 2")
    for wrong in ("0", "-1", "x"):
        assert table.type(f"undo {wrong}") == [f"No: {wrong!r} is not a number of moves."]
    assert table.type("restart")[0].startswith("Back at the beginning")
    assert table.type("restart") == ["No: this is the beginning."]
    assert len(table.play.game.undone) == 3


def test_hint_tells_a_legal_move_and_moves_all_of_them(table: Table) -> None:
    line, known = table.type("hint")
    assert line == "Hint: t5 f1 (AS from t5 to f1)"
    # It knows nothing of the hidden cards, and says so once.
    assert known.startswith("Unknown ") and table.type("hint") == [line]
    head, *lines = table.type("moves")
    listed = ", ".join(lines).split(", ")
    assert head == "7 legal moves:" and listed == list(map(str, table.play.game.legal_moves))


def test_auto_plays_home_what_is_safe_or_whatever_fits(tmp_path: Path) -> None:
    text = "f1: AC..3C; t1: 4C; f2: AD; f3: AH; t2: 2S; t3: AS"
    safe, every = (Table(tmp_path, whole(text, "s")) for _ in range(2))
    # The 4C waits for the red threes, which could lie on it; the 2S has nothing to wait for.
    assert safe.type("auto") == ["By itself: AS from t3 to f4.", "By itself: 2S from t2 to f4."]
    assert safe.type("auto") == ["No card can safely go."]
    assert every.type("auto all")[0] == "By itself: 4C from t1 to f1."
    assert every.type("auto all") == ["No card fits."]
    assert every.type("auto some") == ["No: 'some' means nothing here; write auto or auto all."]


def test_the_settings_let_cards_go_home_after_every_move(tmp_path: Path) -> None:
    game = whole("t1: AC 5H; t2: 6S; t3: KD", "s")
    told = Table(tmp_path, game, Settings(autoplay="safe")).type("t1 t2")
    assert told == ["5H from t1 to t2.", "By itself: AC from t1 to f1."]
    assert list(map(str, game.moves)) == ["t1 t2", "t1 f1"]


def test_save_writes_a_record_and_never_over_anything_else(table: Table, tmp_path: Path) -> None:
    table.type("deal")
    file, other = tmp_path / "my game.txt", tmp_path / "other.txt"
    other.write_text("a letter\n", "utf-8")
    assert table.type(f"save {file}") == [f"Saved in {file}. To go on with it: solitaire play {file}"]
    table.type("deal", f"save {file}")
    assert load_record(file, CATALOG).position == table.play.game.position
    assert table.type(f"save {other}")[0].startswith(f"No: {other}: something that is no game record is there; ")
    assert other.read_text("utf-8") == "a letter\n"
    assert str(table.play.save.path) in table.type("save")[0]


@pytest.mark.parametrize("line", ["save ~nobody/x", f"save {'x' * 5000}", f"new {'x' * 5000}", f"undo 1{'0' * 5000}"])
def test_a_name_or_number_that_the_system_does_not_take_is_refused_and_play_goes_on(table: Table, line: str) -> None:
    said = table.type(line)
    assert len(said) == 1 and said[0].startswith("No: ")
    assert table.type("t5 f1") == ["AS from t5 to f1; JH turned up on t5."]


def test_new_begins_another_deal_and_keeps_the_game_before(table: Table) -> None:
    table.type("deal")
    told = table.type("new 7")
    assert told[0] == "The game before is kept unfinished." and told[1] == "Klondike - klondike:7"
    assert table.type("share") == ["klondike:7"]
    assert len(table.folder.unfinished()) == 1
    table.type("new")
    assert table.play.game.deal is not None and not table.play.game.moves
    assert table.type("new x")[0].startswith("No: 'x' is not a deal")


def test_the_board_is_shown_as_the_player_wants_it(table: Table) -> None:
    assert table.type("deal") == ["Dealt 3C JD 6D to w; 21 left in the stock."]
    assert "s    w         f1   f2   f3   f4" in table.type("board")
    assert "w: 3C JD 6D" in table.type("board list")
    assert "w: 3C JD 6D 5H 5S 9C" in table.type("deal")
    assert table.type("board off") == ["The board is shown only when you type board."]
    assert len(table.type("undo")) == 1
    assert table.type("board upside down")[0].startswith("No: 'upside down' means nothing here; ")


def test_rules_and_help_tell_what_there_is_to_know(table: Table) -> None:
    assert table.type("rules")[0] == "# Klondike"
    told = table.type("help")
    for command in table.play.commands:
        assert any(re.match(rf"(.*, )?{command}\b", line) for line in told), command
    # A plugin's move may not be called like a command.
    assert set(table.play.commands) <= set(COMMANDS)


def test_a_won_game_is_told_and_the_prompt_stays(tmp_path: Path) -> None:
    table = Table(tmp_path, whole(LAST_MOVE, "home"))
    assert table.type("t1 f") == ["KS from t1 to f4.", "You won in 1 move! Type new for another deal."]
    assert not table.folder.unfinished()
    assert table.type("undo") == ["Undone: t1 f4."]
    assert len(table.folder.unfinished()) == 1


def test_a_game_without_a_way_on_is_told(tmp_path: Path) -> None:
    game = whole(LAST_HOPE, "t1", redeals="0", back="none")
    assert Table(tmp_path, game).type("t7 t6") == [
        "6H from t7 to t6.",
        "No move from here brings the game on any more: type undo, restart or new.",
    ]


def test_a_game_that_cannot_be_kept_is_played_and_that_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be\n", "utf-8")
    table = Table(tmp_path, Game(CATALOG.rules("klondike"), parse_deal("3")))
    told = table.type("deal", "deal")
    assert told[0].startswith(f"Warning: {tmp_path / 'games'}: ")
    assert told[1].startswith("Dealt 3C") and told[2].startswith("Dealt 5H") and len(told) == 3


@pytest.mark.parametrize("entry", CATALOG.entries, ids=lambda entry: entry.id)
def test_every_move_of_every_game_can_be_told(entry: Entry) -> None:
    rules = CATALOG.rules(entry.id)
    game, chance = Game(rules, parse_deal("7")), random.Random(entry.id)
    for _ in range(40):
        moves = list(game.legal_moves)
        if not moves or game.is_won:
            break
        move, before = chance.choice(moves), game.position
        assert told_move(rules, before, move)
        game.push(move)
        told = tell(rules, before, move, game.position)
        assert told.endswith(".") and "\n" not in told
        # Nothing is given away that lies face down.
        assert set(re.findall(r"\b[A2-9TJQK][CDHS]\b", told)) <= seen(before) | seen(game.position)


def seen(position: Position) -> set[str]:
    """The cards that lie face up."""
    return {card_text(card) for pile in position.piles for card in pile if not is_down(card)}


# The process


def test_what_is_typed_into_a_pipe_makes_a_whole_transcript(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "klondike:3", typed="t5 f1\nt5 t1\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Klondike - klondike:3"
    assert lines[lines.index("> t5 f1") + 1] == "AS from t5 to f1; JH turned up on t5."
    assert lines[-2:] == ["> quit", "The game is kept. To go on: solitaire play --resume"]
    assert lines[-3] == "No: the JH cannot go on the 4D, which takes a black 3."


@pytest.mark.parametrize("typed", ["", "deal", "deal\n", "\0\ud7ff\n\n", "x" * 100_000])
def test_the_end_of_the_input_ends_the_game_and_keeps_it(tmp_path: Path, typed: str) -> None:
    done = run(tmp_path, "play", "klondike:3", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    kept = SaveFolder(tmp_path / "data" / "games").unfinished()
    assert [game.moves for game in kept] == ([1] if "deal" in typed else [])


def test_input_that_is_no_text_is_answered_like_any_other(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "klondike:3"], input=b"\xff\xfe\ndeal\n", env=environment(tmp_path), capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"there is no command or move" in done.stdout and b"Dealt 3C JD 6D" in done.stdout


def test_resume_goes_on_with_the_game_played_last(tmp_path: Path) -> None:
    run(tmp_path, "play", "klondike:3", typed="t5 f1\ndeal\nundo\n")
    run(tmp_path, "play", "antares:7", typed="t5 c1\n")
    told = run(tmp_path, "play", "freecell", typed="quit\n").stdout
    assert re.search(
        r"A game of Antares \(1 move\) from .* is kept unfinished; to go on with it: solitaire play --resume", told
    )
    for args in (["play"], ["play", "--resume"]):
        lines = run(tmp_path, *args, typed="quit\n").stdout.splitlines()
        assert lines[:2] == ["Antares - antares:7", "Resumed after 1 move."]
    lines = run(tmp_path, "play", "Klondike", "-r", typed="redo\n").stdout.splitlines()
    assert lines[:2] == ["Klondike - klondike:3", "Resumed after 1 move."]
    assert "Dealt 3C JD 6D to w; 21 left in the stock." in lines


def test_a_saved_file_is_played_on_by_its_name(tmp_path: Path) -> None:
    run(tmp_path, "play", "klondike:3", typed="t5 f1\nsave ace.txt\n")
    lines = run(tmp_path, "play", "ace.txt", typed="undo\n").stdout.splitlines()
    assert lines[1] == "Resumed after 1 move." and "Undone: t5 f1." in lines


def test_a_damaged_game_is_named_and_kept(tmp_path: Path) -> None:
    run(tmp_path, "play", "klondike:3", typed="deal\n")
    (file,) = (tmp_path / "data" / "games").glob("*.solitaire")
    file.write_text(file.read_text("utf-8").replace("deal\nend", "t1 t1\nend"), "utf-8")
    done = run(tmp_path, "play", "--resume")
    assert done.returncode == 1
    assert file.name in done.stderr and ".broken" in done.stderr and len(done.stderr.splitlines()) == 1
    assert not file.exists() and len(list(file.parent.glob("*.broken"))) == 1


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_ctrl_c_keeps_the_game_and_ends_with_130(tmp_path: Path) -> None:
    process = start(tmp_path, "play", "klondike:3")
    assert answer(process, "deal") == "Dealt 3C JD 6D to w; 21 left in the stock."
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert out.splitlines()[-1] == "The game is kept. To go on: solitaire play --resume"
    assert [game.moves for game in SaveFolder(tmp_path / "data" / "games").unfinished()] == [1]


def test_a_killed_process_loses_no_move(tmp_path: Path) -> None:
    process = start(tmp_path, "play", "klondike:3")
    for _ in range(3):
        answer(process, "deal")
    answer(process, "undo")
    # A move is kept before it is answered.
    process.kill()
    process.communicate(timeout=60)
    lines = run(tmp_path, "play", "--resume", typed="redo\n").stdout.splitlines()
    assert lines[:2] == ["Klondike - klondike:3", "Resumed after 2 moves."]
    assert "Dealt 5D 9H KD to w; 15 left in the stock." in lines


@pytest.mark.parametrize(
    "env", [{}, {"TERM": "dumb"}, {"TERM": "no-such-terminal"}, {"COLUMNS": "40"}, {"COLUMNS": "x"}]
)
def test_any_terminal_and_width_will_do(tmp_path: Path, env: dict[str, str]) -> None:
    done = run(tmp_path, "play", "agnes_aces:7", "--text", typed="deal\nhint\n", env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    rows = [line for line in done.stdout.splitlines() if line.startswith(("s ", "r1 ", "t1 "))]
    assert len(rows) == 6 and max(map(len, rows)) <= 40


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals on Windows")
@pytest.mark.parametrize(
    ("env", "colours"),
    [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({}, False)],
)
def test_on_a_terminal_red_cards_are_red_unless_it_cannot_or_may_not(
    tmp_path: Path, env: dict[str, str], colours: bool
) -> None:
    shown = on_a_terminal(tmp_path, ["play", "antares:7", "--text"], "quit\n", env)
    assert ("\x1b[31mJ♦\x1b[0m" in shown) is colours
    assert "J♦" in shown and "Goodbye." in shown


def on_a_terminal(folder: Path, args: list[str], typed: str, env: Mapping[str, str]) -> str:
    """What the command writes to a pseudo-terminal on which lines are typed."""
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *args], stdin=theirs, stdout=theirs, stderr=theirs, env=environment(folder, **env), cwd=folder
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = b""
    try:
        while data := os.read(ours, 65_536):
            shown += data
    except OSError:
        pass  # the other end is closed
    finally:
        os.close(ours)
    assert process.wait(60) == 0
    return shown.decode("utf-8")


def test_long_lines_are_wrapped_between_words_and_lists_hang() -> None:
    assert wrapped("one two three four five", 20) == "one two three four\nfive"
    assert wrapped("- one two three four five", 20) == "- one two three four\n  five"
