"""Folders of one's own variants: listed and played like the catalogue's, and whatever they hide or break is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.playing import CATALOG, HOST
from tests.program import environment, run

from solitaire_engine.catalog import Catalog, bundled_folder, in_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.errors import SolitaireError, VariantError
from solitaire_engine.folders import missing_folders, named_folders, own_folder, user_folders
from solitaire_engine.game import Game
from solitaire_engine.records import read_record, record_text

ONLY_BUNDLED = "d.installed_points = lambda: [point for point in all_() if d.is_bundled(point)]\n"
MINE = "schema: 1\nname: Mine\nextends: scorpion\npiles:\n  tableau: {gap: any}\n"
KLONDIKE = "schema: 1\nname: My Klondike\nextends: klondike\nmeta: {family: mine}\nparams:\n  draw: {default: 1}\n"


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder


def with_own(*folders: Path) -> Catalog:
    return Catalog([bundled_folder()], HOST, folders)


def own(folder: Path) -> Path:
    """Where the program that runs in a folder looks for variants of one's own."""
    return folder / "config" / "variants"


def test_the_folders_are_those_of_the_variable_in_its_order_and_then_the_one_beside_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    monkeypatch.setenv("SOLITAIRE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("SOLITAIRE_VARIANTS", os.pathsep.join([str(first), "", str(second), str(first)]))
    first.mkdir()
    assert user_folders() == (first, second, tmp_path / "config" / "variants")
    assert missing_folders() == (second,)
    monkeypatch.delenv("SOLITAIRE_VARIANTS")
    assert user_folders() == (own_folder(),)


def test_a_tilde_in_the_variable_is_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert named_folders({"SOLITAIRE_VARIANTS": str(Path("~", "games"))}) == (tmp_path / "games",)


def test_a_game_of_ones_own_is_listed_with_where_it_is_from_and_played_by_its_name(tmp_path: Path) -> None:
    folder = write(own(tmp_path), mine=MINE)
    listed = run(tmp_path, "list", "mine", "--family", "spider")
    assert listed.stderr == ""
    head, row = listed.stdout.splitlines()
    assert head.split()[:4] == ["game", "name", "family", "from"]
    assert row.split() == ["mine", "Mine", "spider", str(folder)]
    games = {game["id"]: game["from"] for game in json.loads(run(tmp_path, "list", "--json").stdout)}
    assert {origin for id, origin in games.items() if id != "mine"} == {None}
    assert games["mine"] == str(folder)
    shown = run(tmp_path, "show", "Mine:3")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.startswith("Mine - mine:3\n")
    # Where there are only the engine's games nothing needs to be said.
    assert "from" not in run(tmp_path, "list", "klondike").stdout.splitlines()[0].split()


def test_a_game_that_hides_one_of_the_catalogue_is_played_and_said_to_hide_it(tmp_path: Path) -> None:
    folder = write(own(tmp_path), klondike=KLONDIKE)
    taken, hidden = folder / "klondike.yaml", bundled_folder() / "klondike.yaml"
    notice = f"solitaire: {taken}: klondike hides the game of that id in {hidden}; rename one of them to have both\n"
    for args in (("list", "klondike"), ("show", "klondike:1"), ("rules", "klondike")):
        done = run(tmp_path, *args)
        assert (done.returncode, done.stderr) == (0, notice), args
    assert "My Klondike" in run(tmp_path, "show", "klondike:1").stdout
    # Who names the hidden file has it.
    assert run(tmp_path, "show", f"{hidden}:1").stdout.startswith("Klondike - ")


def test_what_builds_on_a_hidden_game_is_as_it_was(tmp_path: Path) -> None:
    catalog = with_own(write(tmp_path / "own", klondike=KLONDIKE, klondike_draw_one=MINE, mine=MINE))
    heirs = [entry for entry in CATALOG.entries if "klondike" in entry.file.read_text("utf-8")]
    assert len(heirs) > 5
    for entry in heirs:
        if entry.id not in ("klondike", "klondike_draw_one") and entry.file.parent == bundled_folder():
            assert catalog.load(entry.id).hash == CATALOG.load(entry.id).hash, entry.id
    # A game of one's own sees one's own first.
    write(tmp_path / "own", heir="schema: 1\nname: Heir\nextends: klondike\n")
    assert catalog.load("heir").values["draw"] == "1"
    assert catalog.load("klondike").values["draw"] == "1"


def test_what_hides_what_is_told_for_files_and_for_presets(tmp_path: Path) -> None:
    first = write(tmp_path / "first", mine=MINE, klondike_draw_one=MINE)
    second = write(tmp_path / "second", mine=MINE)
    catalog = with_own(first, second)
    assert {(each.id, each.taken, each.hidden) for each in catalog.shadows} == {
        ("mine", first / "mine.yaml", second / "mine.yaml"),
        ("klondike_draw_one", first / "klondike_draw_one.yaml", bundled_folder() / "klondike.yaml"),
    }
    assert catalog.problems == ()
    assert catalog.hidden_by(first / "mine.yaml") == (second / "mine.yaml",)
    assert catalog.hidden_by(second / "mine.yaml") == ()
    assert catalog.find("klondike_draw_one").preset is None
    assert [(catalog.origin(catalog.find(id).file)) for id in ("mine", "scorpion")] == [str(first), ""]


def test_two_files_of_one_id_in_one_folder_and_a_preset_with_an_id_that_is_taken_are_faults(tmp_path: Path) -> None:
    preset = f"{MINE}presets:\n  scorpion: {{name: Mine Too}}\n"
    folder = write(tmp_path / "own", other=preset, twice=MINE)
    (folder / "twice.yml").write_text(MINE, "utf-8")
    catalog = with_own(folder)
    taken = bundled_folder() / "scorpion.yaml"
    assert sorted(str(problem) for problem in catalog.problems) == [
        f"{folder / 'other.yaml'}:7:3: presets.scorpion: the id 'scorpion' is that of a game in {taken}; "
        "give it another id",
        f"{folder / 'twice.yml'}: the id 'twice' is that of a game in {folder / 'twice.yaml'}; rename it",
    ]
    assert catalog.find("scorpion").file == taken
    with pytest.raises(VariantError, match="the id 'scorpion' is that of the game in"):
        catalog.load("other")


def test_a_broken_file_is_told_once_with_its_place_and_stops_nothing(tmp_path: Path) -> None:
    folder = write(own(tmp_path), broken="schema: 1\nname: a: b\n", mine=MINE)
    (folder / "folder.yaml").mkdir()
    (folder / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    listed = run(tmp_path, "list", "mine")
    assert listed.returncode == 0
    assert "mine" in listed.stdout
    assert sorted(listed.stderr.splitlines()) == [
        f"solitaire: left out: {folder / 'broken.yaml'}:2:8: the value has a colon of its own; quote the value",
        f"solitaire: left out: {folder / 'bytes.yaml'}: is written in UTF-16; save it as UTF-8",
        f"solitaire: left out: {folder / 'folder.yaml'}: is a folder, not a file; name a YAML file in it",
    ]
    played = run(tmp_path, "show", "klondike:1")
    assert (played.returncode, played.stderr) == (0, "")
    failed = run(tmp_path, "show", "broken")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert (
        failed.stderr == f"solitaire: {folder / 'broken.yaml'}:2:8: the value has a colon of its own; quote the value\n"
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_among_the_files_keeps_nobody_waiting(tmp_path: Path) -> None:
    folder = write(tmp_path / "own", mine=MINE)
    os.mkfifo(folder / "pipe.yaml")
    catalog = with_own(folder)
    assert catalog.find("mine").id == "mine"
    assert [str(problem) for problem in catalog.problems] == [
        f"{folder / 'pipe.yaml'}: is not an ordinary file; copy its text into a file"
    ]


def test_what_programs_leave_behind_is_no_game_and_an_ending_may_be_in_capitals(tmp_path: Path) -> None:
    folder = write(tmp_path / "games", mine=MINE)
    (folder / ".mine.yaml").write_text(MINE, "utf-8")
    (folder / "._mine.yaml").write_bytes(b"\0\5\26\7")
    (folder / "OTHER.YAML").write_text(MINE, "utf-8")
    catalog = with_own(folder)
    assert [entry.id for entry in catalog.entries if entry.file.parent == folder] == ["OTHER", "mine"]
    assert catalog.problems == ()
    assert catalog.find("other").file == folder / "OTHER.YAML"


@pytest.mark.parametrize("id", ["Klondike", "klondike-", "KLONDIKE_VEGAS"])
def test_an_id_that_nobody_can_type_because_it_is_read_as_another_ones_is_told(id: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "games", **{id: MINE, "klondike_": MINE})
    catalog = with_own(folder)
    assert id not in {entry.id for entry in catalog.entries}
    (problem,) = map(str, catalog.problems)
    meant = id.lower().replace("-", "_")
    assert problem.startswith(f"{folder / id}.yaml: the id '{id}' is as good as '{meant}', that of a game in ")
    assert problem.endswith("; rename it")
    assert catalog.rules(id).variant.id == meant


def test_a_game_that_extends_itself_where_nothing_is_hidden_is_told_so(tmp_path: Path) -> None:
    file = write(tmp_path, alone="schema: 1\nname: Alone\nextends: alone\n") / "alone.yaml"
    with pytest.raises(VariantError, match=r"extends: .*there is no other game 'alone'"):
        with_own().rules(str(file))


def test_a_list_of_the_games_loads_no_plugin_where_all_are_the_engines_own(tmp_path: Path) -> None:
    code = """
import sys
from solitaire_engine.catalog import default_catalog
from solitaire_engine.cli.listing import list_games
list_games("klondike", "", False)
assert "solitaire_engine.host" not in sys.modules and "solitaire_plugins" not in sys.modules
assert default_catalog().host.is_loaded("shifts")
"""
    # Without the installed plugins of others, whichever they are on this machine.
    only = f"import solitaire_engine.distributions as d\nall_ = d.installed_points\n{ONLY_BUNDLED}"
    done = subprocess.run(
        [sys.executable, "-c", only + code], env=environment(tmp_path), capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("game")


def test_a_folder_that_the_variable_names_and_that_is_not_there_is_told_by_list(tmp_path: Path) -> None:
    env = {"SOLITAIRE_VARIANTS": str(tmp_path / "nowhere")}
    listed = run(tmp_path, "list", "scorpion", env=env)
    notice = f"solitaire: SOLITAIRE_VARIANTS names {tmp_path / 'nowhere'}, which is no folder that can be read\n"
    assert (listed.returncode, listed.stderr) == (0, notice)


def test_a_game_begun_before_its_id_was_hidden_goes_on_by_its_own_rules(tmp_path: Path) -> None:
    game = Game(CATALOG.rules("klondike", {}), parse_deal("1"))
    game.push("deal")
    text = record_text(game)
    catalog = with_own(write(tmp_path / "own", klondike=KLONDIKE.replace("draw: {default: 1}", "gap: {default: any}")))
    assert catalog.load("klondike").hash != game.rules.variant.hash
    again = read_record(text, "game.txt", catalog)
    assert again.position == game.position
    assert Path(again.rules.variant.file) == bundled_folder() / "klondike.yaml"
    # Also where the file that hides it does not even load.
    catalog = with_own(write(tmp_path / "own", klondike="schema: 1\nname: Broken\nextends: nothing\n"))
    assert read_record(text, "game.txt", catalog).position == game.position


def test_a_file_that_moved_into_ones_own_folder_is_found_there_by_its_games(tmp_path: Path) -> None:
    before, after = tmp_path / "before", own(tmp_path)
    path = write(before, mine=MINE) / "mine.yaml"
    begun = run(tmp_path, "play", f"{path}:3", typed="deal\nquit\n")
    assert begun.returncode == 0, begun.stderr
    after.mkdir(parents=True)
    path.rename(after / "mine.yaml")
    resumed = run(tmp_path, "play", "--resume", "mine", typed="quit\n")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert "mine:3" in resumed.stdout


def test_games_of_a_file_given_by_path_are_resumed_by_that_path_or_by_their_id(tmp_path: Path) -> None:
    one, two = write(tmp_path / "one", mine=MINE), write(tmp_path / "two", mine=MINE.replace("any", "K"))
    for folder, deal in ((one, 3), (two, 4)):
        assert run(tmp_path, "play", f"{folder / 'mine.yaml'}:{deal}", typed="deal\nquit\n").returncode == 0
    saves = json.loads(run(tmp_path, "saves", "--json").stdout)
    assert {save["share_code"] for save in saves} == {f"{one / 'mine.yaml'}:3", f"{two / 'mine.yaml'}:4"}
    for name, deal in ((str(one / "mine.yaml"), 3), (str(Path("two", "mine.yaml")), 4)):
        resumed = run(tmp_path, "play", "--resume", name, typed="quit\n")
        assert (resumed.returncode, resumed.stderr) == (0, "")
        assert resumed.stdout.startswith("Mine - ") and f"mine.yaml:{deal}" in resumed.stdout.splitlines()[0]
    # The id alone means the game of either file that was played last.
    assert "mine.yaml:4" in run(tmp_path, "play", "--resume", "mine", typed="quit\n").stdout.splitlines()[0]
    other = write(tmp_path / "three", mine=MINE) / "mine.yaml"
    missed = run(tmp_path, "play", "--resume", str(other))
    assert missed.returncode == 1
    assert missed.stderr.startswith("solitaire: there is no unfinished game of mine; begin one with: solitaire play ")


def test_an_id_leads_out_of_no_folder(tmp_path: Path) -> None:
    write(tmp_path, secret=MINE)
    catalog = with_own(write(tmp_path / "own", mine=MINE))
    assert catalog.path_of("../secret") is None
    with pytest.raises(SolitaireError):
        catalog.find("../secret")
    assert in_catalog(CATALOG.load("scorpion"))
