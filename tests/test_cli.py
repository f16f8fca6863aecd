"""The command `solitaire`: what each subcommand prints, and that bad input gets one line and an exit code."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.fake_plugins import write_distribution
from tests.program import COMMAND, environment, run
from typer.testing import CliRunner, Result

from solitaire_engine.cli import app
from solitaire_engine.game import Game, deal
from solitaire_engine.hints import hint
from solitaire_engine.records import save_record
from solitaire_engine.saves import SaveFolder

BAD = "schema: 1\nname: Bad\nextends: klondike\npiles:\n  tableau: {lift: sequense, gap: Z}\n"


pytestmark = pytest.mark.usefixtures("own_folders")


def call(*args: str, typed: str = "") -> Result:
    """Run the command within this process."""
    return CliRunner().invoke(app, list(args), input=typed)


def prints(*args: str) -> str:
    """What a command that goes well prints."""
    result = call(*args)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def fails(code: int, *args: str) -> str:
    """The one line of a command that fails, without the program's name."""
    result = call(*args)
    assert result.exit_code == code
    (line,) = result.stderr.splitlines()
    assert line.startswith("solitaire: ")
    return line.removeprefix("solitaire: ")


def settings(tmp_path: Path, text: str) -> None:
    (tmp_path / "config").mkdir(exist_ok=True)
    (tmp_path / "config" / "settings.yaml").write_text(text, "utf-8")


def won_game() -> Game:
    """A game of Klondike that the hints win."""
    game = deal("klondike", 1, draw=1)
    while not game.is_won:
        move = hint(game.rules, game.position, game.positions)
        assert move is not None and len(game.moves) < 300
        game.push(move)
    return game


# The program as a whole


def test_the_program_is_started_by_each_of_its_names(tmp_path: Path) -> None:
    version = run(tmp_path, "--version")
    assert (version.returncode, version.stderr) == (0, "")
    assert version.stdout.startswith("solitaire-engine ")
    main = [sys.executable, "-c", "from solitaire_engine.cli import main; main()", "--version"]
    assert subprocess.run(main, capture_output=True, encoding="utf-8", check=True).stdout == version.stdout


def test_without_a_command_the_help_page_is_printed() -> None:
    assert prints() == prints("--help") == prints("-h")
    for name in ("play", "list", "rules", "show", "check", "replay", "solve", "plugins", "config"):
        assert f"\n  {name} " in prints()
        assert prints(name, "--help").startswith(f"Usage: solitaire {name}")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["plya"], "there is no command 'plya'; did you mean 'play'? see: solitaire --help"),
        (["xyzzy"], "there is no command 'xyzzy'; commands: play, serve, list, rules, show, check, new, resolve, "),
        (["play", "--fo"], "no such option: --fo"),
        (["rules"], "missing argument 'GAME'; see: solitaire rules --help"),
        (["check"], "missing argument 'FILE...'"),
        (["replay", "game.txt", "--moves", "-1"], "invalid value for '--moves'"),
        (["replay", "game.txt", "--moves", "x"], "invalid value for '--moves'"),
        (["play", "klondike", "--param", "draw"], "invalid value for --param: 'draw' sets nothing; write NAME=VALUE"),
        (["play", "klondike", "-p", "draw=1", "-p", "draw=3"], "invalid value for --param: 'draw' is set twice"),
        (["play", "antares:7", "--deal", "8"], "invalid value for --deal: the share code has a deal already, 7"),
        (["play", "antares:7", "--position", "t1: KS"], "invalid value for --position: a game begins from a deal or"),
        (["show", "antares", "--position", "x", "--position-file", "y"], "invalid value for --position-file: the"),
        (["play", "--resume", "--deal", "7"], "invalid value: a resumed game has its deal and choices already"),
        (["play", "--deal", "7"], "invalid value: name the game to begin, as in solitaire play antares --deal 7"),
    ],
)
def test_a_command_line_that_is_not_understood_gets_one_line_and_exit_code_2(args: list[str], message: str) -> None:
    assert fails(2, *args).startswith(message)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["play", "antars"], "there is no variant 'antars'; did you mean 'antares'?"),
        (["rules", "xyzzy"], "there is no variant 'xyzzy'; see: solitaire list"),
        (["show", "klondike", "-p", "drew=1"], "klondike has no parameter 'drew'; "),
        (["show", "klondike", "-p", "draw=2"], "draw=2 is not offered; choices: 1, 3"),
        (["show", "klondike?drew=1:7"], "klondike has no parameter 'drew'; "),
        (["show", "klondike?drew:7"], "'drew' in 'klondike?drew:7' sets nothing; write name=value"),
        (["show", "klondike?draw=1&draw=3:7"], "'klondike?draw=1&draw=3:7' sets 'draw' twice"),
        (["show", "antares", "--deal", "seven"], "'seven' is not a deal; "),
        (["show", "antares", "--deal", ""], "the deal is empty; a deal is "),
        (["play", "a" * 5000], "there is no variant 'aaa"),
        (["show", "antares", "--deal", "JD 2D"], "the deck is not this game's pack: "),
        (["show", "antares", "--deal", "no/deck.txt"], f"{Path('no/deck.txt')}: the deck cannot be read "),
        (["show", "antares", "--position", "t1: KS KS"], "too many cards: KS"),
        (["show", "antares", "--position", "t1: KS"], "missing cards: "),
        (["show", "antares", "--position-file", "no.txt"], "no.txt: the position cannot be read "),
        pytest.param(
            ["show", "antares", "--position-file", "/dev/zero"],
            "/dev/zero: larger than 65536 bytes, so no position",
            marks=pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no file without an end here"),
        ),
        (["play", "no/game.solitaire"], "no/game.solitaire: there is no such file; "),
        (["play", "game.solitaire"], "game.solitaire: there is no such file, nor a game of that name; "),
        (["show", "no.yaml"], "no.yaml: there is no such file; "),
        (["play", "./"], ".: this is a folder; name a game record in it"),
        (["play"], "there is no unfinished game; name a game, as in solitaire play antares; solitaire list has all"),
        (["play", "--resume"], "there is no unfinished game; "),
        (["play", "antares", "--resume"], "there is no unfinished game of antares; begin one with: "),
        (["replay", "no.txt"], "no.txt: there is no such file"),
        (["list", "xyzzy"], "no game is called anything like 'xyzzy'; list without a word has all"),
        (["list", "klondikes"], "no game is called anything like 'klondikes'; did you mean 'klondike'?"),
        (["list", "--family", "x"], "there is no family 'x'; families: "),
    ],
)
def test_a_name_or_file_that_is_no_good_gets_one_line_and_exit_code_1(args: list[str], message: str) -> None:
    assert fails(1, *args).startswith(message)


def test_every_problem_of_a_variant_file_is_a_line_when_it_is_to_be_played(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(BAD, "utf-8")
    result = call("play", "bad.yaml")
    assert result.exit_code == 1
    places = [line.split(": ")[1:3] for line in result.stderr.splitlines()]
    assert places == [["bad.yaml:5:19", "piles.tableau.lift"], ["bad.yaml:5:34", "piles.tableau.gap"]]


def test_debug_shows_where_an_error_comes_from_wherever_it_stands(tmp_path: Path) -> None:
    for args in (["--debug", "rules", "xyzzy"], ["rules", "xyzzy", "--debug"]):
        result = run(tmp_path, *args)
        assert result.returncode == 1
        assert result.stderr.startswith("Traceback") and "UnknownVariant" in result.stderr
    assert "Traceback" not in run(tmp_path, "rules", "xyzzy").stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_input_or_output_is_no_error(tmp_path: Path, closed: str) -> None:
    command = ["sh", "-c", f'"$@" {closed}', "sh", *COMMAND, "play", "antares:ms:1"]
    ended = subprocess.run(command, input=b"t4 t8 5\n", capture_output=True, env=environment(tmp_path), check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert len(SaveFolder().unfinished()) == (closed != "<&-")


def test_a_folder_for_games_that_cannot_be_used_keeps_nobody_from_playing(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("", "utf-8")
    result = call("play", "antares:ms:1", typed="t4 t8 5\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Warning: " in result.stdout and "\nThe game is not kept: " in result.stdout
    assert fails(1, "play").endswith("; choose another folder with SOLITAIRE_DATA")


def test_ctrl_c_while_the_program_is_being_loaded_ends_it_with_130(tmp_path: Path) -> None:
    code = """
import sys
class Interrupted:
    def find_spec(self, name, *rest):
        if name == "typer":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
from solitaire_engine.cli import main
main()
"""
    ended = subprocess.run([sys.executable, "-c", code], env=environment(tmp_path), capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (130, b"")


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "rules", "antares"],
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(60) == 0


def test_listing_the_games_imports_nothing_that_plays_them(tmp_path: Path) -> None:
    code = (
        "import sys; from solitaire_engine.cli import app\n"
        "try: app(['list', 'agnes'])\n"
        "except SystemExit: print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(tmp_path), capture_output=True, encoding="utf-8", check=True
    )
    assert "agnes_aces" in done.stdout
    modules = done.stderr.split()
    assert "solitaire_engine.catalog" in modules
    unused = ("rules", "variant", "definitions", "game", "settings", "text.play")
    assert not [name for name in unused if f"solitaire_engine.{name}" in modules]


# Names, deals and positions


@pytest.mark.parametrize("name", ["agnes_aces", "Agnes Aces", "AGNES-ACES", "agnesaces", " agnes  aces "])
def test_case_spaces_hyphens_and_underscores_do_not_count_in_names(name: str) -> None:
    assert prints("show", name, "--deal", "7") == prints("show", "agnes_aces:7")


@pytest.mark.parametrize("param", ["draw=1", "Draw=1", "redeals=UNLIMITED"])
def test_case_does_not_count_in_parameters(param: str) -> None:
    name, value = param.lower().split("=")
    assert prints("rules", "klondike", "-p", param) == prints("rules", f"klondike?{name}={value}")


def test_the_file_of_a_variant_may_stand_for_its_name(tmp_path: Path) -> None:
    file = tmp_path / "my_klondike.yaml"
    file.write_text("schema: 1\nname: My Klondike\nextends: klondike\nparams: {draw: {default: 1}}\n", "utf-8")
    assert prints("rules", str(file)).startswith("# My Klondike\n")
    board = prints("show", "klondike?draw=1:7").splitlines()[2:]
    assert prints("show", f"{file}:7").splitlines()[2:] == board
    assert prints("show", str(file), "--deal", "7").splitlines()[2:] == board


def test_a_deal_may_be_a_number_a_deck_or_a_file_with_one(tmp_path: Path) -> None:
    deck = str(deal("antares", "ms:1").deal)
    cards = " ".join(card_order("ms:1"))
    (tmp_path / "one.deck").write_text(f"# a comment\n{cards}\n", "utf-8")
    position = prints("show", "antares:ms:1").splitlines()[-1]
    assert deck == "ms:1"
    for text in (cards, cards.replace(" ", "-"), "deck:" + cards, str(tmp_path / "one.deck"), "one.deck"):
        assert prints("show", "antares", "--deal", text).splitlines()[-1] == position


def test_a_deal_number_is_no_file_even_where_there_is_one_of_that_name(tmp_path: Path) -> None:
    shown = prints("show", "antares:7")
    (tmp_path / "7").write_text("JD 2D", "utf-8")
    assert prints("show", "antares", "--deal", "7") == shown


def card_order(text: str) -> list[str]:
    from solitaire_engine.cards import card_text, make_pack
    from solitaire_engine.deals import parse_deal

    return [card_text(card) for card in parse_deal(text).order(make_pack())]


def test_what_show_prints_last_is_a_position_to_start_from(tmp_path: Path) -> None:
    shown = prints("show", "agnes_bernauer:7")
    text = shown.splitlines()[-1].removeprefix("position: ")
    (tmp_path / "position.txt").write_text(text.replace("; ", "\n"), "utf-8")
    board = shown.splitlines()[1:]
    assert prints("show", "agnes_bernauer", "--position", text).splitlines()[1:] == board
    assert prints("show", "agnes_bernauer", "--position-file", "position.txt").splitlines()[1:] == board
    played = call("play", "agnes_bernauer", "--position", text, typed="deal\nshare\n")
    assert played.exit_code == 0
    assert f"This game began from a position: {text}" in played.stdout


def test_the_settings_say_how_a_game_is_usually_played_but_not_what_a_share_code_means(tmp_path: Path) -> None:
    settings(tmp_path, "params: {klondike: {draw: 1}}\n")
    assert prints("show", "klondike", "--deal", "7").startswith("Klondike - klondike?draw=1:7\n")
    assert prints("show", "klondike", "--deal", "7", "-p", "draw=3").startswith("Klondike - klondike:7\n")
    assert prints("show", "klondike:7").startswith("Klondike - klondike:7\n")
    settings(tmp_path, "params: {Klondike: {draw: 1}}\n")
    assert prints("show", "klondike", "--deal", "7").startswith("Klondike - klondike?draw=1:7\n")
    settings(tmp_path, "params: {klondike: {draw: 2}}\n")
    assert fails(1, "play", "klondike").endswith(" (the settings say so, see: solitaire config)")
    settings(tmp_path, "colour: always\n")
    assert "settings.yaml:1:1: colour: " in fails(1, "play", "klondike")


@pytest.mark.parametrize(("encoding", "symbols"), [("utf-8", True), ("ascii", False), ("cp1252", False)])
def test_suits_are_symbols_only_where_the_output_can_show_them(tmp_path: Path, encoding: str, symbols: bool) -> None:
    command = [*COMMAND, "show", "antares:7"]
    env = environment(tmp_path, PYTHONIOENCODING=encoding)
    shown = subprocess.run(command, env=env, capture_output=True, check=True).stdout.decode(encoding)
    assert ("♠" in shown) is symbols
    assert "♠" not in prints("show", "antares:7", "--ascii")


# The subcommands


def test_list_finds_games_by_id_name_alias_and_family() -> None:
    games = [line.split()[0] for line in prints("list").splitlines()]
    assert games[0] == "game" and {"antares", "freecell", "klondike_draw_one", "wasp"} <= set(games)
    assert [line.split()[0] for line in prints("list", "demon patience").splitlines()[1:]] == ["klondike"]
    assert "agnes_aces" in prints("list", "--family", "Agnes")
    assert "antares" not in prints("list", "--family", "agnes")


def test_list_as_json_says_which_game_a_preset_belongs_to() -> None:
    games = {game["id"]: game for game in json.loads(prints("list", "--json"))}
    assert games["klondike_draw_one"]["preset_of"] == "klondike"
    assert games["agnes_bernauer"] == {
        "id": "agnes_bernauer", "name": "Agnes Bernauer", "aliases": ["Agnes"], "family": "agnes", "preset_of": None,
        "from": None,
    }  # fmt: skip
    assert json.loads(prints("list", "xyzzy", "--json")) == []


def test_check_plays_a_good_file_and_names_each_problem_of_a_bad_one_once(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(
        "schema: 1\nname: Good\nextends: scorpion\n"
        "params: {gap: {default: K, choices: [K, any]}}\npresets: {easy: {name: Easy, with: {gap: any}}}\n",
        "utf-8",
    )
    bad.write_text(BAD, "utf-8")
    # Three settings, two values of a parameter and a preset, with three deals each.
    assert prints("check", "--short", str(good)) == f"{good}: good; 9 games played\n"
    result = call("check", str(good), str(bad), str(bad))
    assert result.exit_code == 1
    first, *problems = result.stdout.splitlines()
    assert first == f"{good}: good; 9 games played"
    assert [line.split(": ")[0] for line in problems] == [f"{bad}:5:19", f"{bad}:5:34"]
    assert problems[0].endswith("did you mean 'sequence'?")


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("My Canal.yaml", "rename it my_canal.yaml"),
        ("my-canal.yml", "rename it my_canal.yml"),
        ("Каналы.yaml", "rename it, as my_game.yaml is named"),
        ("c" * 101 + ".yaml", f"rename it {'c' * 100}.yaml"),
    ],
)
def test_check_refuses_a_file_whose_name_is_no_id_and_says_what_would_be_one(
    name: str, way: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text("schema: 1\nname: Canal\nextends: scorpion\n", "utf-8")
    told = "the file's name is the game's id, of up to 100 small letters, digits and _"
    result = call("check", "--short", str(file))
    assert (result.exit_code, result.stdout) == (1, f"{file}: {told}; {way}\n")
    # It can be played all the same: who was sent a file need not know the rule.
    assert call("play", f"{file}:7", typed="quit\n").exit_code == 0


def test_check_looks_into_every_choice_and_preset(tmp_path: Path) -> None:
    file = tmp_path / "choices.yaml"
    file.write_text(
        "schema: 1\nname: Choices\nextends: scorpion\n"
        "params:\n  run: {default: 'no', choices: {'no': ~, 'yes': {piles: {tableau: {lift: bottom}}}}}\n"
        "presets:\n  odd: {name: Odd, with: {run: 'maybe'}}\n",
        "utf-8",
    )
    result = call("check", str(file))
    assert result.exit_code == 1
    places = {line.split(": ")[1] for line in result.stdout.splitlines()}
    assert places == {"params.run.choices.yes.piles.tableau.lift", "presets.odd.with.run"} or places == {
        "piles.tableau.lift", "presets.odd.with.run",
    }  # fmt: skip


def test_check_takes_the_names_of_games_too() -> None:
    assert re.search(r"scorpion\.yaml: good; \d+ games played$", prints("check", "Wasp", "--short"))


def test_replay_tells_every_move_and_how_the_game_ended(tmp_path: Path) -> None:
    game = won_game()
    save_record(game, tmp_path / "won.txt")
    lines = prints("replay", "won.txt").splitlines()
    assert lines[0] == f"Klondike - klondike?draw=1:1, {len(game.moves)} moves"
    assert lines[-1] == f"Won in {len(game.moves)} moves. Every move is legal."
    told = [line for line in lines if line.lstrip()[:1].isdigit() and ". " in line]
    assert [line.split()[0] for line in told] == [f"{n}." for n in range(1, len(game.moves) + 1)]
    assert lines[1].startswith(f"   1. {game.moves[0]}")
    assert prints("replay", "won.txt", "--moves", "3").splitlines()[-1] == f"After 3 of {len(game.moves)} moves."
    assert prints("show", "won.txt").startswith(f"Klondike - klondike?draw=1:1, after {len(game.moves)} moves\n")


def test_a_record_that_does_not_replay_is_refused_with_its_line(tmp_path: Path) -> None:
    game = deal("klondike", 1)
    game.push("deal")
    save_record(game, tmp_path / "game.txt")
    text = (tmp_path / "game.txt").read_text("utf-8")
    number = text.splitlines().index("deal") + 1
    (tmp_path / "game.txt").write_text(text.replace("\ndeal\n", "\nt1 t1\n"), "utf-8")
    assert fails(1, "replay", "game.txt").startswith(f"game.txt:{number}: the move 't1 t1' is not possible: ")


def test_a_record_under_other_rules_is_replayed_only_if_that_is_asked_for(tmp_path: Path) -> None:
    game = deal("klondike", 1)
    game.push("deal")
    save_record(game, tmp_path / "game.txt")
    changed = (tmp_path / "game.txt").read_text("utf-8").replace(game.rules.variant.hash, "0" * 16)
    (tmp_path / "game.txt").write_text(changed, "utf-8")
    assert "--any-rules" in fails(1, "replay", "game.txt")
    assert prints("replay", "game.txt", "--any-rules").endswith("Not finished after 1 move. Every move is legal.\n")


def test_plugins_tells_what_became_of_each(tmp_path: Path) -> None:
    known = {plugin["name"]: plugin for plugin in json.loads(prints("plugins", "--json"))}
    assert known["shifts"]["status"] == "ok" and known["shifts"]["words"] == ["transfer shifts"]
    listed = run(tmp_path, "plugins", env={"SOLITAIRE_PLUGINS": "shifts,shits"})
    rows = {line.split()[0]: line for line in listed.stdout.splitlines()}
    assert " ok " in rows["shifts"] and " disabled " in rows["reserve_deal"]
    assert "'shits', which is not installed; did you mean 'shifts'?" in listed.stderr


def test_config_shows_the_settings_and_writes_them_once(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.yaml"
    assert f"settings: {path} (there is no such file" in prints("config")
    assert prints("config", "--init").startswith(f"written: {path}\n")
    settings(tmp_path, "ascii: true\n")
    assert "left as it is" in prints("config", "--init").splitlines()[0]
    assert path.read_text("utf-8") == "ascii: true\n"
    assert "ascii: true " in prints("config")
    data = tmp_path / "data"
    assert prints("config").splitlines()[-4:] == [
        f"saved games: {data / 'games'}",
        f"statistics: {data / 'statistics.sqlite3'}",
        f"results of odds: {data / 'odds.sqlite3'}",
        f"your own variants: {tmp_path / 'config' / 'variants'}",
    ]
    assert "♠" not in prints("show", "antares:7")


def test_a_plugin_adds_commands_and_one_that_fails_does_no_harm(tmp_path: Path) -> None:
    lines = {
        "greeter": "@hookimpl\ndef solitaire_commands(app):\n    @app.command()\n    def greet():\n"
        "        'Say hello.'\n        print('hello')\n"
        "    @app.command()\n    def fall():\n        raise KeyError('x')\n",
        "breaker": "@hookimpl\ndef solitaire_commands(app):\n    1 / 0\n",
    }
    for name, code in lines.items():
        modules = {name: f"from solitaire_engine.hooks import hookimpl\n{code}"}
        write_distribution(tmp_path, name, "1", {name: name}, modules)
    path = {"PYTHONPATH": str(tmp_path)}
    greeted = run(tmp_path, "greet", env=path)
    assert (greeted.returncode, greeted.stdout) == (0, "hello\n")
    assert greeted.stderr.startswith("solitaire: the plugin 'breaker' (breaker 1): its commands are left out: ")
    assert "greet    Say hello." in run(tmp_path, env=path).stdout
    fallen = run(tmp_path, "fall", env=path)
    assert fallen.returncode == 1
    assert fallen.stderr.splitlines()[-1].startswith("solitaire: the plugin 'greeter' (greeter 1): its command fall")
    # A command of the engine's own does not even load them.
    assert run(tmp_path, "rules", "klondike", env=path).stderr == ""
