"""One short golden text for each variant and preset: what happens in it may only change on purpose."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests import make_playthroughs
from tests.make_playthroughs import COMMAND, DEAL, FOLDER, STEPS, bundled, file_name, main, playthrough

from solitaire_engine.catalog import Catalog, Entry, bundled_folder
from solitaire_engine.game import from_position

CATALOG = bundled()
ENTRIES = CATALOG.entries


def id_of(entry: Entry) -> str:
    return entry.id


def golden(entry: Entry) -> str:
    file = FOLDER / file_name(entry)
    if not file.is_file():
        pytest.fail(f"{entry.id} has no playthrough; make it with: {COMMAND} {entry.id}")
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("entry", ENTRIES, ids=id_of)
def test_a_game_goes_as_its_playthrough_says(entry: Entry) -> None:
    way = f"the game goes another way; if that is meant: {COMMAND} {entry.id}"
    assert playthrough(entry, CATALOG) == golden(entry), way


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if (FOLDER / file_name(entry)).is_file()], ids=id_of)
def test_each_step_of_a_playthrough_follows_from_its_position_alone(entry: Entry) -> None:
    """The text is a specification without the program that wrote it: every step can be checked by hand."""
    start, *steps = golden(entry).split("\n\n")[1:]
    position, legal = start.splitlines()
    for number, step in enumerate(steps, 1):
        game = from_position(entry.id, position, catalog=CATALOG)
        assert legal == f"{len(game.legal_moves)} legal: {', '.join(map(str, game.legal_moves))}"
        head, position, legal = step.splitlines()
        move = head.removeprefix(f"{number}. ")
        assert move in [str(listed) for listed in game.legal_moves]
        game.push(move)
        assert str(game) == position
    assert 0 < len(steps) <= STEPS


def test_every_playthrough_belongs_to_a_game() -> None:
    known = {file_name(entry) for entry in CATALOG.entries}
    stray = [file.name for file in FOLDER.iterdir() if file.name not in known]
    assert not stray, f"{stray} in {FOLDER.name} belong to no variant; delete them"


def test_a_game_without_a_playthrough_is_told_the_command_that_makes_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tests.test_playthroughs.FOLDER", tmp_path, raising=True)
    with pytest.raises(pytest.fail.Exception, match=f"{COMMAND} antares"):
        golden(CATALOG.find("antares"))


def test_the_script_writes_the_texts_of_the_named_games(tmp_path: Path) -> None:
    script = str(Path(make_playthroughs.__file__))
    done = subprocess.run(
        [sys.executable, script, "klondike_draw_one", "Agnes Aces", "--to", str(tmp_path / "new")],
        capture_output=True, text=True, encoding="utf-8", check=True, timeout=60,
    )  # fmt: skip
    written = sorted(file.name for file in (tmp_path / "new").iterdir())
    assert written == ["agnes_aces.txt", "klondike-klondike_draw_one.txt"]
    assert all(file in done.stdout for file in written)
    for file in written:
        text = (tmp_path / "new" / file).read_text(encoding="utf-8")
        assert text == (FOLDER / file).read_text(encoding="utf-8")
        assert text.splitlines()[1] == f"deal {DEAL}"


def test_the_script_writes_all_games_if_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games, texts = tmp_path / "games", tmp_path / "texts"
    games.mkdir()
    for name in ("freecell.yaml", "klondike.yaml"):
        shutil.copy(bundled_folder() / name, games)
    few = Catalog([games], CATALOG.host)
    monkeypatch.setattr(make_playthroughs, "bundled", lambda: few)
    assert main(["--to", str(texts)]) == 0
    assert {file.name for file in texts.iterdir()} == {file_name(entry) for entry in few.entries}


def test_the_script_refuses_a_game_that_does_not_exist(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["antres", "--to", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "there is no variant 'antres'; did you mean 'antares'?\n"
    assert not list(tmp_path.iterdir())
