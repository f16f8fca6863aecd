"""What the statistics promise: each game counts once, no result is lost, and nobody is kept from playing."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from tests.program import answer, environment, run, start
from typer.testing import CliRunner, Result

from solitaire_engine import statstore
from solitaire_engine.catalog import default_catalog
from solitaire_engine.cli import app
from solitaire_engine.deals import parse_deal
from solitaire_engine.errors import StatsError
from solitaire_engine.game import Game, from_position
from solitaire_engine.hints import hint
from solitaire_engine.kinds import Kind, kind_of
from solitaire_engine.saves import SaveFolder
from solitaire_engine.settings import Settings
from solitaire_engine.sittings import PAUSE, Sitting, sitting_of
from solitaire_engine.stats import Tally, Totals, clock_text, kind_from, outcomes, params_text, totals
from solitaire_engine.statstore import Played, State, StatsFile
from solitaire_engine.text.console import Console
from solitaire_engine.text.look import Look
from solitaire_engine.text.play import TextPlay

ROOT = Path(__file__).parents[1]
RECORDER = Path(__file__).parent / "data" / "stats" / "recorder.py"
PAGE = (Path(__file__).parents[1] / "docs" / "statistics.md").read_text("utf-8")
CATALOG = default_catalog()
ONE = Played("id", "klondike", "draw=1", "Klondike", "0" * 16, "7", "", "playing", 60.0, 90, 1)


def game(variant: str = "klondike", deal: str = "7", **values: str) -> Game:
    return Game(CATALOG.rules(variant, values), parse_deal(deal))


@cache
def winning_moves() -> tuple[str, ...]:
    """All moves of a won game of Klondike that draws one, deal 1."""
    won = game(deal="1", draw="1")
    while not won.is_won:
        move = hint(won.rules, won.position, won.positions)
        assert move is not None and len(won.moves) < 300
        won.push(move)
    return tuple(map(str, won.moves))


def almost_won() -> Game:
    """That game, one move before its end."""
    played = game(deal="1", draw="1")
    for text in winning_moves()[:-1]:
        played.push(text)
    return played


class Table:
    """A game in this process that is kept and counted in a folder, with a clock that a test sets."""

    def __init__(self, folder: Path, played: Game) -> None:
        self.folder = SaveFolder(folder / "games")
        self.file = StatsFile.beside(self.folder)
        self.now = 0.0
        self.out = StringIO()
        save = self.folder.begin(played, Sitting(clock=lambda: self.now))
        self.play = TextPlay(played, save, self.folder, Console(StringIO(), self.out, Look(ascii=True)), Settings())
        self.play.view = "off"
        save.sitting.touch()

    def type(self, *lines: str, after: float = 0) -> None:
        """Type lines, each so many seconds after the one before."""
        for line in lines:
            self.now += after
            assert self.play.obey(line)

    @property
    def totals(self) -> Totals:
        (one,) = totals(self.file.games())
        return one


def call(folder: Path, *args: str, typed: str = "") -> Result:
    """Run the command within this process, on the data of the processes that a test has run."""
    return CliRunner(env=environment(folder)).invoke(app, list(args), input=typed)


def counted(folder: Path) -> list[Played]:
    """The games in the data folder of processes that a test has run."""
    return StatsFile(folder / "data" / statstore.FILE_NAME).games()


# What counts


def test_a_game_counts_from_its_first_move_and_only_once(tmp_path: Path) -> None:
    table = Table(tmp_path, game())
    table.type("moves", "rules", "hint")
    assert not table.file.path.exists()
    table.type("deal", "deal", "undo 2", "redo", "restart", "deal")
    assert (table.totals.played, table.totals.won, table.totals.lost, table.totals.unfinished) == (1, 0, 0, 1)
    assert table.totals.hints == 1


def test_a_win_counts_with_the_time_and_moves_of_that_moment_whatever_is_done_afterwards(tmp_path: Path) -> None:
    table = Table(tmp_path, almost_won())
    table.type("hint", winning_moves()[-1], after=30)
    assert len(winning_moves()) == 125
    won = (1, 125, 60.0, 1)
    assert (table.totals.won, table.totals.best_moves, table.totals.best_seconds, table.totals.hints) == won
    table.type("undo 4", "hint", "hint", "redo 4", "restart", "deal", "new 7", after=30)
    assert (table.totals.won, table.totals.best_moves, table.totals.best_seconds, table.totals.hints) == won
    assert (table.totals.played, table.totals.lost) == (1, 0)


def test_who_begins_anew_gives_the_game_up_and_wins_it_yet_by_coming_back(tmp_path: Path) -> None:
    table = Table(tmp_path, almost_won())
    table.type("undo", "new 7")
    assert (table.totals.played, table.totals.lost, table.totals.unfinished) == (1, 1, 0)
    table.type("new 8", "deal")
    assert (table.totals.played, table.totals.lost, table.totals.unfinished, table.totals.streak) == (2, 1, 1, -1)
    (kept,) = [saved for saved in table.folder.unfinished() if saved.moves > 1]
    again, save = table.folder.resume(kept.path, CATALOG)
    again.redo()
    again.push(winning_moves()[-1])
    Tally(again, save.sitting, table.file).changed()
    assert (table.totals.played, table.totals.won, table.totals.lost, table.totals.streak) == (2, 1, 0, 1)


def test_the_same_deal_begun_twice_is_two_games(tmp_path: Path) -> None:
    file = StatsFile(tmp_path / "x")
    for _ in range(2):
        played = almost_won()
        played.push(winning_moves()[-1])
        Tally(played, Sitting(), file).changed()
    (one,) = totals(file.games())
    assert (one.played, one.won, one.streak) == (2, 2, 2)


def test_a_game_that_was_left_is_lost_once_another_of_its_kind_is_begun() -> None:
    def result(*states: State) -> list[str]:
        return list(outcomes([replace(ONE, id=str(number), state=state) for number, state in enumerate(states)]))

    assert result("playing") == ["unfinished"]
    assert result("playing", "playing") == ["lost", "unfinished"]
    assert result("playing", "abandoned", "won", "playing") == ["lost", "lost", "won", "unfinished"]
    assert result("abandoned") == ["lost"]


def test_streaks_go_by_the_order_in_which_games_were_begun() -> None:
    def streaks(results: str) -> tuple[int, int, int]:
        states: dict[str, State] = {"w": "won", "l": "abandoned", "u": "playing"}
        (one,) = totals(replace(ONE, id=str(n), state=states[letter]) for n, letter in enumerate(results))
        return one.streak, one.longest_won, one.longest_lost

    assert streaks("u") == (0, 0, 0)
    assert streaks("wwwlwwu") == (2, 3, 1)
    assert streaks("llwlll") == (-3, 1, 3)
    assert streaks("wuw") == (1, 1, 1)


def test_times_and_moves_are_those_of_all_games_won_and_of_all_finished_ones() -> None:
    games = [
        replace(ONE, id="a", state="won", seconds=100, moves=90, hints=0),
        replace(ONE, id="b", state="abandoned", seconds=20, moves=10, hints=5),
        replace(ONE, id="c", state="won", seconds=300, moves=110, hints=0),
        replace(ONE, id="d", state="playing", seconds=9000, moves=900, hints=1),
    ]
    (one,) = totals(games)
    assert (one.best_seconds, one.average_seconds, one.best_moves, one.average_moves) == (100, 200, 90, 100)
    assert (one.finished_average_seconds, one.finished_average_moves, one.hints) == (140, 70, 6)
    assert one.share_won == pytest.approx(2 / 3)
    (none,) = totals(games[3:])
    assert none.best_seconds is none.average_moves is none.finished_average_seconds is none.share_won is None


def test_variants_and_parameters_are_counted_apart_but_a_preset_with_its_game() -> None:
    def kind(variant: str, **values: str) -> str:
        return str(kind_of(CATALOG.load(variant, values)))

    assert kind("klondike") == kind("klondike", draw="3") == "klondike"
    assert kind("klondike_draw_one") == kind("klondike", draw="1") == "klondike?draw=1"
    assert kind("klondike_draw_one", draw="3") == "klondike"
    assert kind("klondike", draw="1", back="none") == "klondike?back=none&draw=1"
    assert Kind("klondike", {"draw": "1", "back": "none"}) == kind_from("klondike", "back=none&draw=1")
    assert params_text(kind_from("klondike", "back=none&draw=1")) == "back=none&draw=1"


def test_every_game_and_preset_is_of_a_kind_with_its_own_rules() -> None:
    for entry in CATALOG.entries:
        if entry.preset is None:
            continue
        variant = CATALOG.load(entry.id)
        kind = kind_of(variant)
        assert CATALOG.load(kind.variant, kind.params).hash == variant.hash, entry.id


def test_a_file_of_ones_own_counts_under_its_path(tmp_path: Path) -> None:
    path = tmp_path / "klondike.yaml"
    path.write_text("schema: 1\nname: Mine\nextends: klondike\nparams: {draw: {default: 1}}\n", "utf-8")
    assert str(kind_of(CATALOG.load(str(path), {"draw": "3"}))) == f"{path}?draw=3"


def test_a_game_from_a_position_or_from_anothers_letter_does_not_count(tmp_path: Path) -> None:
    text = str(almost_won().position)
    table = Table(tmp_path / "a", from_position("klondike", text, draw="1"))
    table.play.save.sitting.counts = True
    table.type(winning_moves()[-1])
    assert not table.file.path.exists()

    letter = tmp_path / "letter.txt"
    from solitaire_engine.records import save_record

    save_record(almost_won(), letter)
    played, save = SaveFolder(tmp_path / "b" / "games").resume(letter, CATALOG)
    assert not save.sitting.counts
    played.push(winning_moves()[-1])
    save.update(played)
    file = StatsFile(tmp_path / "b" / "x")
    Tally(played, save.sitting, file).changed()
    assert not file.path.exists()
    assert sitting_of(save.path.read_text("utf-8")) == save.sitting


def test_a_game_that_was_written_to_a_file_is_the_same_game_when_it_is_played_on_from_there(tmp_path: Path) -> None:
    table = Table(tmp_path, almost_won())
    table.type("undo 2", "redo 2", f"save {tmp_path / 'copy.txt'}", winning_moves()[-1])
    for _ in range(2):
        copy, save = table.folder.resume(tmp_path / "copy.txt", CATALOG)
        copy.push(winning_moves()[-1])
        Tally(copy, save.sitting, table.file).changed()
    assert (table.totals.played, table.totals.won) == (1, 1)


# Time


def test_pauses_of_more_than_two_minutes_do_not_count() -> None:
    now = 1000.0
    sitting = Sitting(clock=lambda: now)
    assert PAUSE == 120
    for step, seconds in ((0, 0), (10, 10), (120, 130), (120.5, 130), (5, 135), (86400, 135), (1, 136)):
        now += step
        sitting.touch()
        assert sitting.seconds == seconds
    now += 4
    sitting.pause()
    now += 50
    sitting.touch()
    assert sitting.seconds == 140


def test_a_resumed_game_goes_on_counting_its_time_and_hints(tmp_path: Path) -> None:
    table = Table(tmp_path, almost_won())
    table.type("hint", "undo", after=20)
    played, save = table.folder.resume(None, CATALOG)
    assert (save.sitting.seconds, save.sitting.hints) == (40, 1)
    assert save.sitting.id == table.play.save.sitting.id
    now = 0.0
    save.sitting.clock = lambda: now
    save.sitting.touch()
    now = 7.0
    save.sitting.touch()
    played.redo()
    played.push(winning_moves()[-1])
    Tally(played, save.sitting, table.file).changed()
    assert (table.totals.played, table.totals.best_seconds, table.totals.hints) == (1, 47, 1)


def test_the_line_of_a_save_is_read_back_and_a_line_that_is_not_so_means_nothing() -> None:
    for sitting in (Sitting(), Sitting("0" * 16, 3.5, 2, "2030-01-31"), Sitting(seconds=1e12, counts=False)):
        back = sitting_of(f"solitaire-engine record 1\n{sitting.note}\r\nvariant: x\n")
        assert back is not None and back.note == sitting.note
    good = Sitting("0" * 16, 3.5, 2, "2030-01-31").note
    for bad in ("", good[2:], good.replace("3.5", "nan"), good.replace("3.5", "-3.5"), good[:-1], good + "x"):
        assert sitting_of(bad) is None
    day = sitting_of(good.replace("01-31", "02-31"))
    assert day is not None and day.daily == ""


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (59.4, "0:59"), (59.6, "1:00"), (3599, "59:59"), (3765, "1:02:45")]
)
def test_a_time_is_written_as_a_clock_shows_it(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


# Processes


def recorder(path: Path, name: int, games: int) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, str(RECORDER), str(path), str(name), str(games)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return process


def test_processes_that_count_at_once_lose_nothing_and_a_shared_win_is_one(tmp_path: Path) -> None:
    path, games = tmp_path / "new" / "statistics.sqlite3", 12
    processes = [recorder(path, name, games) for name in range(100, 105)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        process.communicate(timeout=60)
        assert process.returncode == 0
    found = {one.id: one for one in StatsFile(path).games()}
    shared = found.pop("shared")
    assert shared.state == "won" and shared.moves in range(100, 105)
    assert set(found) == {f"{name}-{number}" for name in range(100, 105) for number in range(games)}
    assert {one.state for one in found.values()} == {"won"}


def test_kill_at_any_moment_loses_nothing_that_was_counted(tmp_path: Path) -> None:
    path = tmp_path / "statistics.sqlite3"
    told: set[str] = set()
    for name, most in enumerate((0, 1, 4, 9), 100):
        process = recorder(path, name, 10_000)
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("\n")
        process.stdin.flush()
        told |= {process.stdout.readline().strip() for _ in range(most)}
        time.sleep(0.003 * name % 0.05)
        process.kill()
        told |= {line.strip() for line in process.communicate(timeout=60)[0].splitlines(keepends=True) if "\n" in line}
    won = {one.id for one in StatsFile(path).games() if one.state == "won"}
    assert len(told) >= 14 and told <= won
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_who_writes_waits_for_who_is_writing_and_says_so_if_that_takes_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = StatsFile(tmp_path / "x")
    file.put(ONE)
    with closing(sqlite3.connect(file.path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        ending = threading.Timer(0.2, lambda: other.execute("COMMIT"))
        ending.start()
        file.put(replace(ONE, id="second"))
        ending.join()
        assert len(file.games()) == 2
        other.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr(statstore, "WAIT", 0.05)
        with pytest.raises(StatsError, match=r"another process keeps the statistics locked; end it, and try again$"):
            file.put(ONE)
        other.execute("COMMIT")
    file.put(replace(ONE, id="third"))
    assert len(file.games()) == 3


def test_a_won_game_of_the_program_is_counted_and_a_killed_one_is_offered(tmp_path: Path) -> None:
    typed = "\n".join(["board off", *winning_moves()[:60], "quit", ""])
    run(tmp_path, "play", "klondike?draw=1:1", typed=typed)
    assert [(one.state, one.moves) for one in counted(tmp_path)] == [("playing", 60)]
    done = run(tmp_path, "play", "--resume", typed="\n".join(["board off", *winning_moves()[60:], "undo", "quit", ""]))
    assert (done.returncode, done.stderr) == (0, "") and "You won in 125 moves!" in done.stdout
    assert [(one.state, one.moves) for one in counted(tmp_path)] == [("won", 125)]

    process = start(tmp_path, "play", "antares:7")
    answer(process, "t5 c1")
    process.kill()
    process.communicate(timeout=60)
    assert [(one.variant, one.state) for one in counted(tmp_path)][1:] == [("antares", "playing")]
    told = run(tmp_path, "play", "freecell", typed="quit\n").stdout.splitlines()
    assert re.fullmatch(
        r"A game of Antares \(1 move\) from \d{4}-\d\d-\d\d \d\d:\d\d is kept unfinished; "
        r"to go on with it: solitaire play --resume",
        told[0],
    )
    assert run(tmp_path, "play", "--resume", typed="").stdout.splitlines()[:2] == [
        "Antares - antares:7",
        "Resumed after 1 move.",
    ]


# Files that are no good


def test_a_win_that_could_not_be_written_is_written_as_it_was_when_the_player_leaves(tmp_path: Path) -> None:
    table = Table(tmp_path, almost_won())
    table.file.path.mkdir(parents=True)
    table.type("hint", winning_moves()[-1], after=30)
    assert "Warning: the game is not counted: " in table.out.getvalue()
    table.file.path.rmdir()
    table.type("undo 9", after=30)
    table.play.tally.left()
    assert (table.totals.won, table.totals.best_moves, table.totals.best_seconds) == (1, 125, 60.0)


def damaged(path: Path) -> bytes:
    """A file of statistics in which a page is overwritten."""
    StatsFile(path).put(ONE)
    with closing(sqlite3.connect(path)) as connection:
        columns = "variant, params, name, rules, deal, daily, state, seconds, moves, hints, begun, changed"
        copy = f"INSERT INTO games (id, {columns}) SELECT ?, {columns} FROM games WHERE number = 1"
        connection.executemany(copy, ((f"{number:016}",) for number in range(300)))
        connection.commit()
    data = bytearray(path.read_bytes())
    data[4096 * 3 : 4096 * 4] = b"\xaa" * 4096
    path.write_bytes(data)
    return bytes(data)


def foreign(path: Path) -> bytes:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE games (id TEXT)")
        connection.commit()
    return path.read_bytes()


def newer(path: Path) -> bytes:
    StatsFile(path).put(ONE)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 2")
    return path.read_bytes()


def text(path: Path) -> bytes:
    path.write_bytes(b"a shopping list\n")
    return path.read_bytes()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (damaged, "the file of statistics is damaged ("),
        (foreign, "this is a database of another program; move it away to begin new ones"),
        (newer, "the statistics are of version 2, and this solitaire-engine reads up to version 1; install a newer"),
        (text, "this is no file of statistics; move it away to begin new ones"),
    ],
    ids=["damaged", "foreign", "newer", "text"],
)
def test_a_file_that_is_no_good_is_named_and_left_alone_and_play_goes_on(
    tmp_path: Path, make: object, message: str
) -> None:
    path = tmp_path / "data" / statstore.FILE_NAME
    path.parent.mkdir()
    assert callable(make)
    data = make(path)
    done = run(tmp_path, "play", "klondike:3", typed="t5 f1\ndeal\nnew 4\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    warnings = [line for line in done.stdout.splitlines() if line.startswith("Warning: ")]
    assert len(warnings) == 1
    assert warnings[0].startswith(f"Warning: the game is not counted: {path}: {message}")
    assert "Dealt 3C JD 6D to w; 21 left in the stock." in done.stdout
    for args in (["stats"], ["stats", "--reset", "--yes"]):
        told = call(tmp_path, *args)
        assert told.exit_code == 1 and told.stderr.startswith(f"solitaire: {path}: {message}")
        assert len(told.stderr.splitlines()) == 1
    assert path.read_bytes() == data
    assert {entry.name for entry in path.parent.iterdir()} == {path.name, "games"}


def test_a_place_where_no_file_can_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StatsError, match=r"the statistics cannot be used \(.*\); choose another folder with"):
        StatsFile(tmp_path / "file" / "x").put(ONE)
    (tmp_path / "folder").mkdir()
    with pytest.raises(StatsError, match=r"the statistics cannot be used \(.*\); choose another folder with"):
        StatsFile(tmp_path / "folder").games()


def test_an_empty_file_is_as_good_as_none(tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    file = StatsFile(tmp_path / "x")
    assert file.games() == []
    file.put(ONE)
    assert file.games() == [ONE]
