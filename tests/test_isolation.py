"""In commands, at the table and in other processes a plugin that fails is told of in a line, and the rest works.

The distributions of ``data/plugins`` fail while they are loaded (`broken`, `future`, `first`
and `second`) or later (`faulty`, faulty-pack 2.5): in words, in play, in commands, and in
every process but the first. How each fault is worded is told in the tests of the host, of
words, of extra moves and of commands.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

import pytest
from tests.fake_plugins import DATA, on_path
from tests.program import run
from tests.tabling import shown
from typer.testing import CliRunner, Result

from solitaire_engine.advice import Advice, Adviser
from solitaire_engine.catalog import Catalog, bundled_folder, default_catalog
from solitaire_engine.cli import app
from solitaire_engine.deals import parse_deal
from solitaire_engine.distributions import own_points
from solitaire_engine.effects import Turn
from solitaire_engine.errors import PluginError
from solitaire_engine.game import Game, deal
from solitaire_engine.host import default_host
from solitaire_engine.plugin_trials import faults_of
from solitaire_engine.saves import SaveFolder
from solitaire_engine.settings import Settings
from solitaire_engine.table.session import Session
from solitaire_engine.tabulate import redeal_effects
from solitaire_engine.testing import host_with, make_plugin, point
from solitaire_engine.tui.app import TableApp
from solitaire_engine.tui.desk import Desk
from solitaire_engine.tui.looks import Looks
from solitaire_engine.words import Build, Direction, Gap, Lift, Limit, Match, Pair, Redeal, StockDeal, Word

ALL = ("broken", "faulty", "first", "future", "second")
PLACE = r"\(faulty/faulty_\w+\.py:\d+\)"
COMPILED = {
    "wrong_build": rf"the build word 'under_its_next' of the plugin 'fails_in_words' \(faulty-pack 2\.5\) failed for "
    rf"KC on AC: KeyError: 48 {PLACE}",
    "wrong_gap": r"the gap word 'perhaps' of the plugin 'fails_in_words' \(faulty-pack 2\.5\) gave 'perhaps' for AC; "
    rf"it must give True or False {PLACE}",
}
"""Games that cannot be loaded, each with what is said of it."""
PLAYED = {
    "wrong_after": rf"the plugin 'fails_after' \(faulty-pack 2\.5\): its hook solitaire_after_move failed: "
    rf"LookupError: nothing follows {PLACE}",
    "wrong_asked": rf"the plugin 'fails_asked' \(faulty-pack 2\.5\): its hook solitaire_extra_moves failed: "
    rf"AttributeError: .*no_such_thing' {PLACE}",
    "wrong_moves": rf"the plugin 'fails_in_moves' \(faulty-pack 2\.5\): its hook solitaire_extra_moves failed: "
    rf"LookupError: no moves today {PLACE}",
    "wrong_win": rf"the win word 'undecided' of the plugin 'fails_in_win' \(faulty-pack 2\.5\) failed for the position "
    rf".{{1,80}}: ArithmeticError: who has won {PLACE}",
}
"""Games that go wrong in play, but for `wrong_asked` once the first cell is filled."""
IN_WORKER = (
    r"the plugin 'fails_in_worker' \(faulty-pack 2\.5\) is broken: it cannot be imported: RuntimeError: not in .*"
)


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The distributions are installed, and games and settings are kept below the test's folder."""
    monkeypatch.setenv("SOLITAIRE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SOLITAIRE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("FIRST_PROCESS", str(os.getpid()))
    monkeypatch.chdir(tmp_path)
    with on_path(*(DATA / name for name in ALL)):
        own_points.cache_clear()
        default_host.cache_clear()
        default_catalog.cache_clear()
        yield
    own_points.cache_clear()
    default_host.cache_clear()
    default_catalog.cache_clear()


def call(*args: str, typed: str = "") -> Result:
    """Run a command within this process; it must not end with a traceback."""
    result = CliRunner().invoke(app, list(args), input=typed)
    assert "Traceback" not in result.output
    return result


def advised(game: str) -> Advice:
    """What the adviser says of a game's first deal when its solver has come to an end."""
    begun = deal(game, 1)
    with Adviser(begun.rules) as adviser:
        adviser.ask(begun.position, begun.positions, peek=True)
        advice = adviser.wait(60)
    assert advice is not None
    return advice


def path_of(*names: str) -> dict[str, str]:
    return {"PYTHONPATH": os.pathsep.join(str(DATA / name) for name in names)}


# The list of plugins


def test_the_list_of_plugins_tells_also_what_fails_only_when_it_is_used(faulty: None) -> None:
    found = {info["name"]: info for info in json.loads(call("plugins", "--json").stdout)}
    reasons = {name: info["reason"] for name, info in found.items() if info["distribution"] == "faulty-pack"}
    assert {found[name]["version"] for name in reasons} == {"2.5"}
    assert all(found[name]["status"] == ("faulty" if reason else "ok") for name, reason in reasons.items())
    expected = {
        "fails_after": rf"its hook solitaire_after_move failed: LookupError: nothing follows {PLACE}",
        "fails_asked": rf"its hook solitaire_extra_moves failed: AttributeError: .* {PLACE}",
        "fails_in_command": "",
        "fails_in_commands": rf"its commands are left out: its hook solitaire_commands failed: .* {PLACE}",
        "fails_in_moves": rf"its hook solitaire_extra_moves failed: LookupError: no moves today {PLACE}",
        "fails_in_win": rf"its win word 'undecided' failed for the position .*: ArithmeticError: who has won {PLACE}",
        "fails_in_words": rf"its build word 'under_its_next' failed for KC on AC: KeyError: 48 {PLACE}",
        "fails_in_worker": "",
        "faulty_games": "",
    }
    assert reasons.keys() == expected.keys()
    for name, pattern in expected.items():
        assert re.fullmatch(pattern, reasons[name]), name


def test_the_list_of_plugins_tells_those_that_cannot_be_loaded_and_all_others(faulty: None) -> None:
    rows = call("plugins").stdout.splitlines()
    told = [re.split(r"  +", row)[:3] for row in rows[1:]]
    assert ["raises", "broken-bits 0.3", "broken"] in told
    assert ["future", "future-pack 9.1", "incompatible"] in told
    assert ["claimed", "first-claim 1.0", "broken"] in told and ["claimed", "second-claim 2.1", "broken"] in told
    assert ["shifts", "solitaire-engine", "ok"] in [[name, source.split()[0], status] for name, source, status in told]


class Odd(BaseException):
    """What no ``except Exception`` catches."""


def fails_oddly(*arguments: int) -> bool:
    raise Odd("gone")


def fails(*_: object) -> bool:
    raise LookupError("gone")


def fails_to_deal(*_: object) -> list[int]:
    raise LookupError("gone")


@pytest.mark.parametrize(
    "word",
    [
        Build(name="some-word", fits=fails),
        Build(name="some-word", fits=fails_oddly),
        Direction(name="some-word", fits=fails),
        Match(name="some-word", fits=fails),
        Pair(name="some-word", fits=fails),
        Gap(name="some-word", takes=fails),
        Lift(name="some-word", mode="tail", hangs=fails),
        Limit(name="some-word", most=lambda cells, piles: 0),
        StockDeal(name="some-word", counts=fails_to_deal),
    ],
    ids=lambda word: word.kind,
)
def test_a_word_that_no_game_uses_is_tried_too(word: Word) -> None:
    host = host_with(point("odd", make_plugin(word)))
    found = faults_of(host, Catalog([bundled_folder()], host))
    assert found.keys() == {"odd"}
    assert re.fullmatch(
        rf"its {word.kind} word 'some-word' (failed for .*: (LookupError|Odd): gone|gave 0 for) .*", found["odd"]
    )


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ({"far_step": "name: Far Step\nextends: freecell\npiles: {tableau: {gap: gone}}"},
         r"its game far_step does not load: far_step\.yaml:4:\d+: piles\.tableau\.gap: there is no word 'gone' .*"),
        ({"far_step": "name: Far Step\nextends: nowhere_at_all"},
         r"its game far_step does not load: far_step\.yaml:3:10: extends: there is no game 'nowhere_at_all'.*"),
        ({"far_step": "name: Far Step\nextends: klondike\npiles: {stock: {deal: {by: steps, to: tableau}}}"},
         r"its game far_step does not load: far_step\.yaml:4:23: .*: the deal word 'steps' .* deals .*"),
        ({"far_step": "name: [Far\n"}, r"a game of it is left out: far_step\.yaml:\d+:\d+: .*"),
        ({"freecell": "name: Free\nextends: klondike"},
         r"its game freecell is hidden by the one in .*freecell\.yaml; rename one of them"),
        ({"far_step": "name: Far Step\nextends: freecell"}, None),
    ],
    ids=["renamed word", "no parent", "impossible stock", "broken YAML", "hidden", "good"],
)  # fmt: skip
def test_a_game_of_a_plugin_that_cannot_be_played_is_its_fault(
    files: dict[str, str], fault: str | None, tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / f"{name}.yaml").write_text(f"schema: 1\n{text}\n", "utf-8")

    def solitaire_variants() -> list[Path]:
        return [tmp_path]

    def too_many(stock: int, targets: int, args: object) -> list[int]:
        return [stock] * targets

    host = host_with(point("odd", make_plugin(StockDeal(name="steps", counts=too_many), hooks=[solitaire_variants])))
    found = faults_of(host, Catalog([bundled_folder(), tmp_path], host))
    assert found.keys() == ({"odd"} if fault else set())
    if fault:
        assert re.fullmatch(fault, found["odd"])


# Games that need what fails


@pytest.mark.parametrize(
    "command", [["show"], ["rules"], ["solve"], ["play", "--text"], ["odds", "-n", "1", "-j", "1"]], ids=" ".join
)
@pytest.mark.parametrize("game", COMPILED)
def test_a_game_whose_word_fails_is_refused_in_one_line(game: str, command: list[str], faulty: None) -> None:
    result = call(*command, game)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert re.fullmatch(rf"solitaire: {COMPILED[game]}\n", result.stderr)


NEEDS = {
    "raises": ("broken-bits 0.3", r"broken: it cannot be imported: KeyError: 'stars' .*"),
    "needs_more": ("broken-bits 0.3", r"broken: it cannot be imported: No module named 'a_module_that_nobody_has' .*"),
    "misspelt": ("broken-bits 0.3", r"broken: it has a hook solitaire_wrods, which does not exist; did you mean .*"),
    "wrong_argument": ("broken-bits 0.3", r"broken: its hook solitaire_after_move has the argument 'mvoe'; .*"),
    "first_words": ("first-claim 1.0", r"broken: its gap word 'shared' comes from .* \(second-claim 2\.1\) too; .*"),
    "claimed": ("first-claim 1.0", r"broken: its name is claimed by first-claim 1\.0 and by second-claim 2\.1; .*"),
    "future": ("future-pack 9.1", r"incompatible: it needs solitaire-engine>=99, and this is .*"),
}
"""Plugins that are not loaded, each with its distribution and version and with what is said of it."""


@pytest.mark.parametrize("name", NEEDS)
def test_a_game_that_names_a_plugin_which_is_not_there_says_why(name: str, faulty: None) -> None:
    Path("mine.yaml").write_text(f"schema: 1\nname: Mine\nextends: freecell\nplugins: [{name}]\n", "utf-8")
    result = call("show", "mine.yaml")
    assert result.exit_code == 1 and result.stdout == ""
    (line,) = result.stderr.splitlines()
    source, why = NEEDS[name]
    who = re.escape(f"mine.yaml:4:11: plugins[0]: the plugin '{name}' ({source})")
    assert re.fullmatch(rf"solitaire: {who} is {why}", line)


@pytest.mark.parametrize("game", [*COMPILED, *PLAYED])
def test_checking_a_game_tells_the_fault_of_its_plugin_once(game: str, faulty: None) -> None:
    result = call("check", game)
    assert result.exit_code == 1
    (line,) = result.stdout.splitlines()
    assert re.fullmatch(rf".*{game}\.yaml: {COMPILED.get(game) or PLAYED[game]}", line)


# In play


@pytest.mark.parametrize("game", ["wrong_after", "wrong_win"])
def test_a_move_after_which_a_plugin_fails_is_not_made_and_play_goes_on(game: str, faulty: None) -> None:
    result = call("play", "--text", f"{game}:1", typed="board off\nt1 c1\nundo\nt1 c2\nundo\nquit\n")
    said = [line.removeprefix("> ") for line in result.stdout.splitlines() if line.startswith(("> ", "No", "8C", "Un"))]
    assert result.exit_code == 0
    assert re.fullmatch(rf"No: {PLAYED[game]}\.", said[said.index("t1 c1") + 1]), said
    assert said[said.index("undo") + 1] == "No: there is no move to undo."
    assert said[said.index("t1 c2") + 1] == "8C from t1 to c2."
    assert "Undone: t1 c2." in said


def test_where_moves_cannot_be_asked_for_the_last_one_can_be_undone(faulty: None) -> None:
    result = call("play", "--text", "wrong_moves:1", typed="board off\nt1 c1\nmoves\nt2 c2\nundo\nt1 c2\nquit\n")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert sum(bool(re.fullmatch(rf"No: {PLAYED['wrong_moves']}\.", line)) for line in lines) == 2
    assert lines[lines.index("> undo") + 1] == "Undone: t1 c1."
    assert lines[lines.index("> t1 c2") + 1] == "8C from t1 to c2."


@pytest.mark.parametrize("game", PLAYED)
def test_at_the_table_the_plugin_is_named_and_the_player_can_go_on(game: str, tmp_path: Path, faulty: None) -> None:
    begun = deal(game, 1)
    folder = SaveFolder(tmp_path / "games")
    desk = Desk(Session(begun, folder.begin(begun), folder, Settings(autoplay="safe")))
    for key in "t1 c1":
        desk.typed = (desk.typed or "") + key
    desk.enter_typed()
    screen = shown(desk, width=300)
    assert re.search(PLAYED[game], desk.session.message[:1].lower() + desk.session.message[1:])
    assert "faulty-pack 2.5" in screen
    if desk.session.game.moves:
        assert desk.session.undo()
    assert desk.session.position == begun.start
    if game != "wrong_asked":
        assert desk.session.play(desk.session.game.parse("t1 c2"))
    desk.session.leave()
    assert not desk.session.warning


@pytest.mark.parametrize("game", PLAYED)
def test_the_full_screen_table_stays_open_where_a_plugin_fails(game: str, tmp_path: Path, faulty: None) -> None:
    begun = deal(game, 1)
    folder = SaveFolder(tmp_path / "games")
    session = Session(begun, folder.begin(begun), folder, Settings(autoplay="safe"))
    table = TableApp(session, default_catalog(), Settings(), Looks())

    async def play() -> None:
        async with table.run_test(size=(120, 30)) as pilot:
            await pilot.press("t", "1", "c", "1")
            await pilot.press(":", *"t2 t4", "enter")
            await pilot.press("h", "space", "f", "u", "u", "t", "1", "c", "2", "q")

    asyncio.run(play())
    table.close()
    assert table.crash is None


def test_a_redeal_that_never_ends_is_stopped() -> None:
    word = Redeal(name="for_ever", effects=lambda view: repeat(Turn("t1", 0)), rule="Cards turn for ever.")
    host = host_with(point("odd", make_plugin(word)))
    rules = Catalog([bundled_folder()], host).rules("freecell")
    view = rules.view(Game(rules, parse_deal("1")).position)
    with pytest.raises(PluginError, match=r"^the redeal word 'for_ever' of .* gave more than 10000 effects for the "):
        redeal_effects(host, word, view, rules.index)


# The solver, in this process and in others


@pytest.mark.parametrize("game", PLAYED)
def test_where_a_plugin_fails_in_a_search_the_deal_is_unknown_and_the_plugin_named(game: str, faulty: None) -> None:
    result = call("solve", f"{game}:1", "--limit", "5000")
    assert (result.exit_code, result.stderr) == (3, "")
    assert re.search(PLAYED[game], result.stdout)


def test_a_range_of_deals_goes_on_where_a_plugin_fails(faulty: None) -> None:
    result = call("solve", "wrong_after:1-3", "--limit", "300", "--jobs", "2")
    assert (result.exit_code, result.stderr) == (3, "")
    assert len(re.findall(PLAYED["wrong_after"], result.stdout)) == 3


def test_odds_tell_of_a_plugin_that_fails_and_end(faulty: None) -> None:
    result = call("odds", "wrong_win", "-n", "7", "-j", "1", "--limit", "200")
    assert (result.exit_code, result.stderr) == (0, "")
    (line,) = [line for line in result.stdout.splitlines() if line.startswith("unknown")]
    # Each deal fails in another position: a few of the sentences are enough.
    assert len(re.findall(PLAYED["wrong_win"], line)) == 4 and line.endswith("3 for other reasons)")


def test_a_plugin_that_works_in_the_first_process_alone_is_named_by_those_that_need_another(faulty: None) -> None:
    odds = call("odds", "wrong_worker", "-n", "1", "-j", "1")
    assert odds.exit_code == 1
    (line,) = odds.stderr.splitlines()
    assert re.search(IN_WORKER, line)
    solved = call("solve", "wrong_worker:1-2", "--limit", "50", "--jobs", "2")
    assert (solved.exit_code, solved.stderr) == (3, "")
    assert len(re.findall(IN_WORKER, solved.stdout)) == 2
    assert re.fullmatch(rf"Unknown, for .*{IN_WORKER}: this is a rule of thumb\.", advised("wrong_worker").sentence)


@pytest.mark.parametrize("game", PLAYED)
def test_a_hint_names_the_plugin_that_fails(game: str, faulty: None) -> None:
    advice = advised(game)
    assert advice.verdict == "unknown" and re.fullmatch(PLAYED[game], advice.reason)


def test_a_player_who_asks_for_a_hint_is_told_which_plugin_fails(faulty: None) -> None:
    result = call("play", "--text", "wrong_asked:1", typed="board off\nhint\nquit\n")
    assert result.exit_code == 0
    assert re.search(rf"(?m)^No: {PLAYED['wrong_asked']}\.$", result.stdout)


# Everything else


def test_games_that_need_no_plugin_do_not_notice_any_of_it(faulty: None) -> None:
    assert call("show", "freecell:1").stderr == ""
    solved = call("solve", "freecell:1", "--no-moves")
    assert (solved.exit_code, solved.stderr) == (0, "")
    played = call("play", "--text", "antares:1", typed="t1 c1\nquit\n")
    assert (played.exit_code, played.stderr) == (0, "") and "t1 to c1" in played.stdout
    listed = call("list", "freecell")
    assert listed.exit_code == 0
    # What a list lacks it says in one line.
    assert re.fullmatch(r"solitaire: the plugins .* do not work, and no games of theirs .*\n", listed.stderr)
    assert len(Game(default_catalog().rules("montana"), parse_deal("1")).legal_moves) > 0


def test_commands_that_fail_cost_a_line_and_only_debug_shows_a_traceback(tmp_path: Path) -> None:
    path = path_of("faulty", "broken")
    fell = run(tmp_path, "count-stars", env=path)
    left_out, fault = fell.stderr.splitlines()
    assert (fell.returncode, fell.stdout) == (1, "")
    assert re.fullmatch(
        rf"solitaire: the plugin 'fails_in_commands' \(faulty-pack 2\.5\): its commands are left out: .* {PLACE}",
        left_out,
    )
    assert re.fullmatch(
        rf"solitaire: the plugin 'fails_in_command' \(faulty-pack 2\.5\): its command count_stars failed: "
        rf"KeyError: 'stars' {PLACE}",
        fault,
    )
    debug = run(tmp_path, "count-stars", "--debug", env=path)
    assert debug.returncode == 1 and "Traceback" in debug.stderr and "faulty_command.py" in debug.stderr
    helped = run(tmp_path, "--help", env=path)
    assert helped.returncode == 0 and "count-stars" in helped.stdout and len(helped.stderr.splitlines()) == 1
