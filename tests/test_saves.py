"""What saved games promise: every move is kept, whatever happens to the process, the disk or the file."""

from __future__ import annotations

import errno
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from solitaire_engine.catalog import Catalog, bundled_folder, default_catalog
from solitaire_engine.errors import RecordError
from solitaire_engine.game import Game, deal
from solitaire_engine.host import default_host
from solitaire_engine.records import load_record, record_text
from solitaire_engine.saves import KEPT, Save, SaveFolder, data_folder

PLAYER = Path(__file__).parent / "data" / "saves" / "player.py"
CATALOG = default_catalog()


@pytest.fixture
def folder(tmp_path: Path) -> SaveFolder:
    return SaveFolder(tmp_path / "data" / "games")


def played(variant: str = "klondike", number: int = 7, moves: int = 1) -> Game:
    game = deal(variant, number)
    for _ in range(moves):
        game.push(next(iter(game.legal_moves)))
    return game


def saved(folder: SaveFolder, game: Game, age: float = 0) -> Save:
    """A game in the folder, last played `age` seconds ago."""
    save = folder.begin(game)
    save.update(game)
    then = time.time() - age
    os.utime(save.path, (then, then))
    return save


def refusal(action: Callable[[], object]) -> str:
    with pytest.raises(RecordError) as caught:
        action()
    assert str(caught.value).isprintable()
    return str(caught.value)


def names(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.iterdir() if entry.is_file())


# The life of a saved game


def test_games_are_kept_in_the_folder_that_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLITAIRE_DATA", str(tmp_path))
    assert SaveFolder().path == tmp_path / "games"
    monkeypatch.setenv("SOLITAIRE_DATA", "")
    assert data_folder().name == "solitaire-engine"
    assert SaveFolder().path == data_folder() / "games"


def test_a_game_without_a_move_leaves_no_file_not_even_a_folder(folder: SaveFolder, tmp_path: Path) -> None:
    game = deal("klondike", 7)
    save = folder.begin(game)
    save.update(game)
    save.finish(game)
    assert list(tmp_path.iterdir()) == []
    assert folder.unfinished() == []


def test_a_game_that_is_to_be_found_again_unplayed_comes_after_those_played_and_leaves_nothing_when_it_is_over(
    folder: SaveFolder,
) -> None:
    game = played()
    folder.begin(game).update(game)
    dealt = deal("antares", 7)
    save = folder.begin(dealt)
    save.update(dealt, unplayed=True)
    assert [saved.variant for saved in folder.unfinished()] == ["klondike", "antares"]
    assert [saved.variant for saved in folder.begun()] == ["klondike"]
    assert folder.resume(None, CATALOG)[0].rules.variant.id == "klondike"
    save.finish(dealt)
    assert len(folder.unfinished()) == 1 and not folder.finished.exists()


def test_whether_another_process_has_a_game_now_can_be_asked(folder: SaveFolder) -> None:
    game = played()
    save = folder.begin(game)
    assert not save.is_there and not save.is_taken
    save.update(game)
    assert save.is_there and not save.is_taken
    folder.resume(save.path, CATALOG)
    assert save.is_taken


def test_every_move_undo_and_redo_is_on_the_disk_after_update(folder: SaveFolder) -> None:
    game = deal("klondike", 7)
    save = folder.begin(game)
    for action in (lambda: game.push("deal"), lambda: game.push("deal"), game.pop, game.redo, game.restart):
        action()
        save.update(game)
        assert save.path.read_text("utf-8") == record_text(game, save.sitting.note)
    assert names(folder.path) == [save.path.name]


def test_an_unfinished_game_is_listed_with_what_a_player_knows_it_by(folder: SaveFolder) -> None:
    save = saved(folder, played("klondike_draw_one", moves=3), age=3600)
    [game] = folder.unfinished()
    assert (game.path, game.variant, game.name, game.moves) == (
        save.path,
        "klondike_draw_one",
        "Klondike (Draw One)",
        3,
    )
    assert abs(datetime.now().astimezone() - game.when - timedelta(hours=1)) < timedelta(minutes=1)


def test_the_game_played_last_comes_first_whichever_was_begun_first(folder: SaveFolder) -> None:
    ages = {"antares": 30, "freecell": 10, "scorpion": 20}
    for variant, age in ages.items():
        saved(folder, played(variant), age)
    assert [game.variant for game in folder.unfinished()] == ["freecell", "scorpion", "antares"]


def test_a_resumed_game_goes_on_where_it_was_and_stays_one_file(folder: SaveFolder) -> None:
    before = played(moves=4)
    before.pop()
    saved(folder, before)
    game, save = folder.resume(None, CATALOG)
    assert (game.position, game.moves, game.undone) == (before.position, before.moves, before.undone)
    game.redo()
    save.update(game)
    assert names(folder.path) == [save.path.name]
    assert [one.moves for one in folder.unfinished()] == [4]


def test_any_of_several_games_can_be_resumed_by_its_file(folder: SaveFolder) -> None:
    older = saved(folder, played("antares"), age=10)
    saved(folder, played("freecell"))
    game, _ = folder.resume(older.path, CATALOG)
    assert game.rules.variant.id == "antares"
    assert len(folder.unfinished()) == 2


def test_resuming_a_record_from_elsewhere_leaves_it_as_it_is_and_saves_in_the_folder(
    folder: SaveFolder, tmp_path: Path
) -> None:
    path = tmp_path / "letter.txt"
    text = record_text(played())
    path.write_text(text, "utf-8")
    game, save = folder.resume(path, CATALOG)
    game.push("deal")
    save.update(game)
    assert path.read_text("utf-8") == text
    assert [one.moves for one in folder.unfinished()] == [2]
    path.write_text("hello", "utf-8")
    refusal(lambda: folder.resume(path, CATALOG))
    assert path.read_text("utf-8") == "hello"


def test_a_finished_game_is_kept_but_not_counted_as_unfinished(folder: SaveFolder) -> None:
    game = played(moves=2)
    save = saved(folder, game)
    game.push("deal")
    save.finish(game)
    assert folder.unfinished() == []
    assert names(folder.path) == []
    [kept] = folder.finished.iterdir()
    assert load_record(kept, CATALOG).moves == game.moves


def test_a_finished_game_that_is_played_on_counts_as_unfinished_until_it_is_finished_again(folder: SaveFolder) -> None:
    game = played(moves=2)
    save = saved(folder, game)
    save.finish(game)
    game.pop()
    save.update(game)
    assert [one.moves for one in folder.unfinished()] == [1]
    save.finish(game)
    assert folder.unfinished() == []
    assert len(names(folder.finished)) == 1


def test_where_there_is_nothing_to_resume_the_way_out_is_named(folder: SaveFolder) -> None:
    assert refusal(lambda: folder.resume(None, CATALOG)) == (
        f"{folder.path}: there is no unfinished game; begin one, as with: solitaire play antares"
    )


def test_the_hundred_games_played_last_are_kept_and_older_ones_are_put_away_not_deleted(folder: SaveFolder) -> None:
    text = record_text(played())
    folder.path.mkdir(parents=True)
    for age in range(KEPT + 4):
        path = folder.path / f"game{age:03}.solitaire"
        path.write_text(text, "utf-8")
        os.utime(path, (1e9 - age, 1e9 - age))
    save = saved(folder, played())
    assert KEPT == 100
    assert len(folder.unfinished()) == 100
    assert save.path in [game.path for game in folder.unfinished()]
    assert names(folder.finished) == [f"game{age:03}.solitaire" for age in range(99, 104)]


def test_half_written_files_of_killed_processes_are_cleared_away_but_not_those_being_written(
    folder: SaveFolder,
) -> None:
    folder.path.mkdir(parents=True)
    old, new = folder.path / ".solitaire-0.tmp", folder.path / ".solitaire-1.tmp"
    old.touch()
    new.touch()
    os.utime(old, (time.time() - 7200, time.time() - 7200))
    save = saved(folder, played())
    assert names(folder.path) == sorted([new.name, save.path.name])
    assert len(folder.unfinished()) == 1


def test_a_file_name_is_safe_on_every_system_whatever_the_variant_is_called(folder: SaveFolder, tmp_path: Path) -> None:
    path = tmp_path / f"mein Spiel, ä{'x' * 100}.yaml"
    path.write_text("schema: 1\nname: Mine\nextends: freecell\n", "utf-8")
    save = saved(folder, played(str(path)))
    assert re.fullmatch(r"[0-9]{8}T[0-9]{6}Z-[A-Za-z0-9_-]{40}-[0-9a-f]{8}\.solitaire", save.path.name)
    assert folder.resume(None, CATALOG)[0].rules.variant.name == "Mine"


# Files that cannot be resumed


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\0\1\2\xff",
        b"a shopping list\n",
        record_text(played(moves=3)).encode()[:-20],
        record_text(played("freecell")).replace("moves:", "moves:\nt1 t1").encode(),
        record_text(played("freecell")).replace("deal: 7", "deal: ms:0").encode(),
    ],
    ids=["empty", "binary", "foreign", "cut short", "moves changed", "deal changed"],
)
def test_a_damaged_file_is_renamed_and_kept_and_the_next_good_game_is_offered(folder: SaveFolder, text: bytes) -> None:
    saved(folder, played("antares", moves=5), age=20)
    next_best = saved(folder, played("scorpion", moves=2), age=10)
    broken = saved(folder, played()).path
    broken.write_bytes(text)
    sentence = refusal(lambda: folder.resume(None, CATALOG))
    assert sentence.startswith(str(broken))
    assert sentence.endswith(
        f"; {broken.name} is kept as {broken}.broken; the next unfinished game is {next_best.path} (Scorpion, 2 moves)"
    )
    assert Path(f"{broken}.broken").read_bytes() == text
    assert not broken.exists()
    assert folder.resume(None, CATALOG)[0].rules.variant.id == "scorpion"


def test_a_second_damaged_file_of_the_same_name_does_not_replace_the_first(folder: SaveFolder) -> None:
    folder.path.mkdir(parents=True)
    path = folder.path / "x.solitaire"
    for text in ("one", "two", "three"):
        path.write_text(text, "utf-8")
        sentence = refusal(lambda: folder.resume(path, CATALOG))
        assert sentence.endswith("; there is no other unfinished game")
    kept = {name: (folder.path / name).read_text("utf-8") for name in names(folder.path)}
    assert kept == {
        "x.solitaire.broken": "one",
        "x.solitaire.2.broken": "two",
        "x.solitaire.3.broken": "three",
    }


def test_what_is_offered_can_itself_be_resumed(folder: SaveFolder) -> None:
    good = saved(folder, played("antares"), age=30)
    also_broken = saved(folder, played(moves=2), age=20).path
    also_broken.write_text(also_broken.read_text("utf-8").replace("moves:", "moves:\nt1 t1"), "utf-8")
    saved(folder, played()).path.write_text("nonsense", "utf-8")
    assert f"the next unfinished game is {good.path} (Antares, 1 move)" in refusal(lambda: folder.resume(None, CATALOG))


def test_a_game_of_other_rules_keeps_its_name_and_is_resumed_where_any_rules_will_do(folder: SaveFolder) -> None:
    path = saved(folder, played()).path
    path.write_text(re.sub("hash: .*", "hash: 0", path.read_text("utf-8")), "utf-8")
    assert "the rules of klondike have changed since" in refusal(lambda: folder.resume(None, CATALOG))
    assert names(folder.path) == [path.name]
    game, _ = folder.resume(None, CATALOG, any_rules=True)
    assert len(game.moves) == 1


def test_a_game_whose_plugin_is_missing_today_keeps_its_name_for_tomorrow(folder: SaveFolder) -> None:
    path = saved(folder, played("agnes_aces")).path
    without = Catalog([bundled_folder()], default_host().without("reserve_deal"))
    assert "reserve_deal" in refusal(lambda: folder.resume(None, without))
    assert names(folder.path) == [path.name]
    assert folder.resume(None, CATALOG)[0].rules.variant.id == "agnes_aces"


def test_files_that_are_no_saved_games_are_neither_listed_nor_touched(folder: SaveFolder) -> None:
    saved(folder, played())
    (folder.path / "notes.txt").write_text("mine", "utf-8")
    (folder.path / "broken.solitaire").write_text("?", "utf-8")
    (folder.path / "sub.solitaire").mkdir()
    assert len(folder.unfinished()) == 1
    assert (folder.path / "notes.txt").read_text("utf-8") == "mine"


def test_a_file_where_the_folder_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "games").touch()
    folder = SaveFolder(tmp_path / "games")
    assert refusal(folder.unfinished).startswith(f"{folder.path}: the saved games cannot be read (")
    game = played()
    assert refusal(lambda: folder.begin(game).update(game)) == (
        f"{folder.path}: the folder for saved games cannot be made: a file stands where there should be a folder; "
        "choose another folder"
    )


# A failing disk


def test_a_full_disk_costs_neither_the_game_nor_the_last_good_save_and_the_next_update_tries_again(
    folder: SaveFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played()
    save = saved(folder, game)
    good = save.path.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        for _ in range(2):
            game.push("deal")
            assert "the disk is full; make room" in refusal(lambda: save.update(game))
            assert save.path.read_bytes() == good
    save.update(game)
    assert load_record(save.path, CATALOG).moves == game.moves
    assert names(folder.path) == [save.path.name]


def test_a_game_whose_folder_cannot_be_written_any_more_is_resumed_all_the_same(
    folder: SaveFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(folder, played()).path

    def read_only(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "rename", read_only)
    monkeypatch.setattr(Path, "replace", read_only)
    game, save = folder.resume(None, CATALOG)
    assert save.path == path
    assert "there is no permission to write in" in refusal(lambda: save.update(game))
    assert "there is no permission to write in" in refusal(lambda: save.finish(game))


def test_a_folder_deleted_meanwhile_is_made_again(folder: SaveFolder) -> None:
    game = played()
    save = saved(folder, game)
    save.path.unlink()
    folder.path.rmdir()
    game.push("deal")
    save.update(game)
    assert [one.moves for one in folder.unfinished()] == [2]


# Several processes


class Player:
    """A player in another process, who waits to be told to begin."""

    def __init__(self, task: str, folder: SaveFolder, seed: object, moves: int) -> None:
        command = [sys.executable, str(PLAYER), task, str(folder.path), str(seed), str(moves)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8")

    def ready(self) -> None:
        """Wait until it waits."""
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def go(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def end(self) -> tuple[list[str], str]:
        """The whole lines it printed, and its complaint."""
        out, complaint = self.process.communicate(timeout=60)
        return [line.removesuffix("\n") for line in out.splitlines(keepends=True) if line.endswith("\n")], complaint

    def played(self) -> tuple[Path, str]:
        """The file in which it saved at last, and the moves it printed last."""
        lines, complaint = self.end()
        assert (self.process.returncode, complaint) == (0, "")
        return Path(lines[-1]), lines[-2]


Starter = Callable[..., list[Player]]


@pytest.fixture
def start() -> Iterator[Starter]:
    """Starts players for a task and a number of moves, each with a folder and a seed. None outlives the test."""
    started: list[Player] = []

    def start(task: str, moves: int, *places: tuple[SaveFolder, object]) -> list[Player]:
        players = [Player(task, folder, seed, moves) for folder, seed in places]
        started.extend(players)
        for player in players:
            player.ready()
        return players

    yield start
    for player in started:
        with player.process:
            player.process.kill()


def moves_of(path: Path) -> str:
    return " / ".join(map(str, load_record(path, CATALOG).moves))


def test_a_killed_process_loses_no_move_but_the_one_it_was_saving(tmp_path: Path, start: Starter) -> None:
    chance = random.Random(20)
    moves = 0
    # On a busy machine some are killed before they play: these prove nothing, and the next ones get more time.
    for round in range(20):
        if round >= 5 and moves > 20:
            break
        folders = [SaveFolder(tmp_path / f"{round}.{number}") for number in range(4)]
        players = start("begin", 10**6, *((folder, folder.path.name) for folder in folders))
        for player in players:
            player.go()
        for player in players:
            time.sleep(chance.uniform(0, 0.1 * 1.3**round))
            # SIGKILL, or what Windows has for it: nothing in the process can answer it.
            player.process.kill()
        for folder, player in zip(folders, players, strict=True):
            printed, complaint = player.end()
            assert complaint == ""
            files = folder.unfinished()
            assert len(files) <= 1
            on_disk = moves_of(files[0].path) if files else ""
            assert on_disk in ["", *printed][-2:]
            moves += len(printed)
            if files:
                assert all(name.endswith((".solitaire", ".tmp")) for name in names(folder.path))
                game, save = folder.resume(None, CATALOG)
                save.update(game)
                assert moves_of(save.path) == on_disk
    assert moves > 20, "the players were killed before they played"


def test_processes_that_play_at_once_do_not_disturb_each_other(folder: SaveFolder, start: Starter) -> None:
    players = start("begin", 60, (folder, 1), (folder, 1), (folder, 2))
    for player in players:
        player.go()
    ends = [player.played() for player in players]
    assert len({path for path, _ in ends}) == 3
    for path, moves in ends:
        assert moves_of(path) == moves
    assert sorted(game.path for game in folder.unfinished()) == sorted(path for path, _ in ends)


def test_of_processes_that_resume_at_once_each_game_has_only_one_player(folder: SaveFolder, start: Starter) -> None:
    started = {str(saved(folder, played(number=number), age=number).path): number for number in (1, 2)}
    players = start("resume", 20, (folder, 1), (folder, 2), (folder, 3))
    for player in players:
        player.go()
    lines, complaints = zip(*(player.end() for player in players), strict=True)
    # Who comes late may also find a game that another has begun to play on, which is then a game of his own.
    for printed, complaint in zip(lines, complaints, strict=True):
        if complaint:
            assert "there is no unfinished game" in complaint
        else:
            assert moves_of(Path(printed[-1])) == printed[-2]
            assert printed[-1] not in started
    assert sum(not complaint for complaint in complaints) >= 2


def test_a_game_resumed_elsewhere_while_it_is_played_becomes_two_games_and_loses_no_move(
    folder: SaveFolder, start: Starter
) -> None:
    here = played(moves=2)
    save = saved(folder, here)
    [other] = start("resume", 10, (folder, 5))
    other.go()
    path, moves_there = other.played()
    here.push("deal")
    save.update(here)
    assert moves_of(path) == moves_there
    assert moves_of(save.path) == " / ".join(map(str, here.moves))
    assert {game.path for game in folder.unfinished()} == {path, save.path}


def test_a_game_that_vanishes_while_it_is_resumed_is_passed_over(
    folder: SaveFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = saved(folder, played("antares"), age=10).path
    gone = saved(folder, played()).path
    rename = Path.rename

    def too_late(path: Path, target: Path) -> Path:
        if path == gone:
            path.unlink()
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", too_late)
    game, _ = folder.resume(None, CATALOG)
    assert game.rules.variant.id == "antares"
    assert not good.exists()
    assert "was just resumed elsewhere; resume another" in refusal(lambda: folder.resume(gone, CATALOG))


def test_a_move_saved_elsewhere_while_the_game_is_being_resumed_is_in_the_resumed_game(
    folder: SaveFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = played()
    save = saved(folder, elsewhere)
    rename = Path.rename

    def just_before(path: Path, target: Path) -> Path:
        elsewhere.push("deal")
        save.update(elsewhere)
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", just_before)
    game, _ = folder.resume(None, CATALOG)
    assert game.moves == elsewhere.moves


def test_threads_that_save_games_of_their_own_in_one_folder_do_not_meet(folder: SaveFolder) -> None:
    games = [played(number=number) for number in range(8)]
    threads = [threading.Thread(target=saved, args=(folder, game)) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(folder.unfinished()) == 8
