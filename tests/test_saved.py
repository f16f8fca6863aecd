"""What the list of unfinished games promises, and that any of them can be resumed by what the list says."""

from __future__ import annotations

import json
import os
import re
import time
from datetime import datetime
from pathlib import Path

import pytest
from tests.program import environment, run, start
from typer.testing import CliRunner, Result

from solitaire_engine.catalog import default_catalog
from solitaire_engine.cli import app
from solitaire_engine.cli.listing import fitted
from solitaire_engine.game import Game, deal, from_position
from solitaire_engine.saves import SaveFolder
from solitaire_engine.sittings import Sitting


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with four unfinished games, the last of them played last."""
    position = str(deal("freecell", 3).position)
    games = [
        from_position("freecell", position),
        deal("klondike", 3),
        deal("klondike", "ms:7", draw=1),
        deal("antares", 7),
    ]
    for age, game in zip((400, 300, 200, 100), games, strict=True):
        kept(tmp_path, game, age)
    return tmp_path


def kept(folder: Path, game: Game, age: int) -> Path:
    game.push(next(iter(game.legal_moves)))
    save = SaveFolder(folder / "data" / "games").begin(game)
    save.sitting.seconds, save.sitting.hints = 65.0, 2
    save.update(game)
    os.utime(save.path, (time.time() - age, time.time() - age))
    return save.path


def call(folder: Path, *args: str, typed: str = "") -> Result:
    return CliRunner(env=environment(folder)).invoke(app, list(args), input=typed)


def test_the_list_has_every_unfinished_game_the_one_played_last_first(folder: Path) -> None:
    lines = call(folder, "saves").stdout.splitlines()
    assert lines[0].split() == ["game", "moves", "time", "played", "last", "deal"]
    rows = [re.split("  +", line) for line in lines[1:5]]
    assert [row[:4] for row in rows] == [
        ["1", "Antares", "1", "1:05"],
        ["2", "Klondike", "1", "1:05"],
        ["3", "Klondike", "1", "1:05"],
        ["4", "FreeCell", "1", "1:05"],
    ]
    assert [row[5] for row in rows] == ["antares:7", "klondike?draw=1:ms:7", "klondike:3", "-"]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", row[4]) for row in rows)
    assert lines[5:] == ["", "To go on with one: solitaire play --resume NUMBER"]


def test_a_game_gone_back_to_its_beginning_is_not_in_the_list_and_a_daily_deal_says_so(folder: Path) -> None:
    games = SaveFolder(folder / "data" / "games")
    newest = games.unfinished()[0].path
    game, save = games.resume(newest, default_catalog())
    game.restart()
    save.update(game)
    game = deal("golf", 5)
    game.push(next(iter(game.legal_moves)))
    save = games.begin(game, Sitting(daily="2030-01-31"))
    save.update(game)
    lines = call(folder, "saves").stdout.splitlines()
    assert [line.split()[1] for line in lines[1:5]] == ["Golf", "Klondike", "Klondike", "FreeCell"]
    assert lines[1].endswith("  daily 2030-01-31") and lines[5] == ""
    assert call(folder, "play", "--resume", "4").stdout.startswith("FreeCell")
    assert call(folder, "play", "--resume", "5").exit_code == 1


def test_long_names_are_cut_so_that_the_table_fits_the_terminal() -> None:
    rows = [("", "game", "deal"), ("1", "The Very Long Name of a Game", "klondike:3"), ("2", "Golf", "golf:12345")]
    assert fitted(rows, 1, None) == rows and fitted(rows, 1, 43) == rows
    cut = fitted(rows, 1, 30)
    assert cut == [rows[0], ("1", "The Very Lon...", "klondike:3"), rows[2]]
    assert fitted(rows, 1, 10)[1][1] == "The V..."


def test_json_has_the_list_for_programs(folder: Path) -> None:
    games = json.loads(call(folder, "saves", "--json").stdout)
    assert [game["number"] for game in games] == [1, 2, 3, 4]
    first = games[1]
    assert (first["variant"], first["share_code"], first["moves"]) == ("klondike", "klondike?draw=1:ms:7", 1)
    assert (first["seconds"], first["hints"], first["daily"]) == (65.0, 2, None)
    assert datetime.fromisoformat(first["played_last"]).tzinfo is not None
    assert Path(first["file"]).is_file() and re.fullmatch("[0-9a-f]{16}", first["id"])
    assert games[3]["share_code"] is None


def test_without_games_the_list_says_how_to_begin_one(tmp_path: Path) -> None:
    told = call(tmp_path, "saves")
    assert (told.exit_code, told.stdout) == (
        0,
        "There is no unfinished game; begin one, as with: solitaire play antares\n",
    )
    assert json.loads(call(tmp_path, "saves", "--json").stdout) == []
    assert not (tmp_path / "data").exists()


def test_a_file_that_is_no_record_is_left_out_of_the_list(folder: Path) -> None:
    (folder / "data" / "games" / "x.solitaire").write_text("a shopping list\n", "utf-8")
    assert len(json.loads(call(folder, "saves", "--json").stdout)) == 4


@pytest.mark.parametrize(
    ("args", "title"),
    [
        (["--resume"], "Antares - antares:7"),
        (["--resume", "1"], "Antares - antares:7"),
        (["--resume", "3"], "Klondike - klondike:3"),
        (["4", "-r"], "FreeCell - from a position"),
        (["--resume", "Klondike"], "Klondike - klondike?draw=1:ms:7"),
        (["--resume", "klondike:3"], "Klondike - klondike:3"),
    ],
)
def test_a_game_is_resumed_by_its_number_or_its_name(folder: Path, args: list[str], title: str) -> None:
    result = call(folder, "play", *args)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[:2] == [title, "Resumed after 1 move."]
    assert len(SaveFolder(folder / "data" / "games").unfinished()) == 4


def test_a_game_is_resumed_by_the_name_of_its_file(folder: Path) -> None:
    names = [Path(game["file"]) for game in json.loads(call(folder, "saves", "--json").stdout)]
    assert call(folder, "play", "--resume", names[2].stem).stdout.startswith("Klondike - klondike:3\n")
    assert call(folder, "play", "--resume", names[1].name).stdout.startswith("Klondike - klondike?draw=1:ms:7\n")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("5", "there is no unfinished game 5; they are 1 to 4; see: solitaire saves"),
        ("0", "there is no unfinished game 0; they are 1 to 4; see: solitaire saves"),
        ("9" * 5000, "there is no unfinished game 99999999999999999999; they are 1 to 4; see: solitaire saves"),
        ("klondike:4", "there is no unfinished game of klondike with the deal 4; begin one with: solitaire play klon"),
        ("scorpion", "there is no unfinished game of scorpion; begin one with: solitaire play scorpion"),
    ],
)
def test_what_is_not_in_the_list_is_refused_in_one_line(folder: Path, name: str, message: str) -> None:
    result = call(folder, "play", "--resume", name)
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"solitaire: {message}")


def test_another_game_is_begun_at_once_and_says_what_is_unfinished(folder: Path) -> None:
    # A pipe that stays open: who waited for an answer would wait for ever.
    process = start(folder, "play", "scorpion:1")
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(3)]
    process.communicate(timeout=60)
    assert re.fullmatch(
        r"A game of Antares \(1 move\) from \d{4}-\d\d-\d\d \d\d:\d\d is kept unfinished; "
        r"to go on with it: solitaire play --resume\n",
        lines[0],
    )
    assert lines[1:] == ["There are 4 unfinished games; to see them: solitaire saves\n", "Scorpion - scorpion:1\n"]


def test_a_game_of_a_killed_process_is_in_the_list(tmp_path: Path) -> None:
    process = start(tmp_path, "play", "klondike:3")
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("deal\ndeal\nundo\ndeal\n")
    process.stdin.flush()
    while "Undone" not in process.stdout.readline():
        pass
    process.kill()
    process.communicate(timeout=60)
    (game,) = json.loads(run(tmp_path, "saves", "--json").stdout)
    assert game["share_code"] == "klondike:3" and game["moves"] in (1, 2)
