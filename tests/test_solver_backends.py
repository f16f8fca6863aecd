"""Solvers that plugins bring: which one answers, and that no fault of one gets into an answer."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from tests.fake_plugins import host_with, plugin, point
from typer.testing import CliRunner, Result

import solitaire_engine as se
from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.cli import app
from solitaire_engine.errors import OddsError, SolverError
from solitaire_engine.game import Game
from solitaire_engine.host import Host
from solitaire_engine.odds.deciding import Outcome, Task, decide, prepare
from solitaire_engine.odds.estimating import estimate
from solitaire_engine.odds.store import SCHEMA, Store
from solitaire_engine.plugin_trials import faults_of
from solitaire_engine.position import Move, Position
from solitaire_engine.rules import Rules
from solitaire_engine.solver import Answer, Limits, Options, Searched, SolverBackEnd, solve, solving
from solitaire_engine.solver.answers import POSITIONS, SOLVER_VERSION
from solitaire_engine.solver.backends import choose
from solitaire_engine.solver.solving import limits_for

CELLS = Path(__file__).parent / "data" / "solving" / "small_cells.yaml"
RULES = se.default_catalog().rules(str(CELLS))
WINNABLE, LOST = 41, 27
WON = Game(RULES, se.parse_deal(str(WINNABLE))).position
NEVER = Game(RULES, se.parse_deal(str(LOST))).position
MOVES = solve(RULES, WON, options=Options(shorten=False, solver="python")).moves
PLUGIN = r"the plugin 'fast' \(fast-pack 1\.0\)"


def answering(answer: object, calls: list[tuple[Any, ...]] | None = None) -> Callable[..., Any]:
    """A search that gives this, or raises it."""

    def search(*asked: Any) -> object:
        if calls is not None:
            calls.append(asked)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    return search


def back_end(
    answer: object,
    name: str = "swift",
    *,
    why: object = "",
    positions: int = 1_000_000,
    calls: list[tuple[Any, ...]] | None = None,
) -> SolverBackEnd:
    def why_not(rules: Rules) -> Any:
        if isinstance(why, BaseException):
            raise why
        return why

    return SolverBackEnd(name, "7", why_not, answering(answer, calls), positions)


def host_of(*given: Any, **others: Any) -> Host:
    """A host with the plugin `fast`, which brings these back ends, and with others by name."""

    def hook(values: Any) -> Callable[[], Any]:
        def solitaire_solvers() -> Any:
            if isinstance(values, BaseException):
                raise values
            return values

        return solitaire_solvers

    points = [point(name, plugin(hooks=[hook(values)])) for name, values in {"fast": given, **others}.items()]
    return host_with(*points)


Installed = Callable[..., None]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Installed:
    """Called as `host_of`: what is then installed, while nobody has said which solver is to answer."""
    monkeypatch.delenv("SOLITAIRE_SOLVER", raising=False)

    def install(*given: Any, **others: Any) -> None:
        host = host_of(*given, **others)
        monkeypatch.setattr("solitaire_engine.solver.backends.default_host", lambda: host)

    return install


# Who answers


def test_the_back_end_with_the_most_positions_that_takes_the_game_answers(installed: Installed) -> None:
    installed(
        back_end(Searched("lost", positions=5), "slow", positions=9),
        back_end(Searched("lost", positions=6), "swift"),
        back_end(Searched("lost", positions=7), "swiftest", positions=2_000_000, why="it has cells"),
    )
    answer = solve(RULES, NEVER)
    assert (answer.verdict, answer.positions, answer.solver, answer.warning) == ("lost", 6, "swift", "")


def test_a_back_end_is_asked_for_by_name_in_the_options_or_else_in_the_environment(
    installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(back_end(Searched("lost"), "slow", positions=9), back_end(Searched("lost"), "swift"))
    assert solve(RULES, NEVER, options=Options(solver="slow")).solver == "slow"
    assert solve(RULES, NEVER, options=Options(solver="python")).solver == "python"
    monkeypatch.setenv("SOLITAIRE_SOLVER", " slow ")
    assert solve(RULES, NEVER).solver == "slow"
    assert solve(RULES, NEVER, options=Options(solver="swift")).solver == "swift"
    monkeypatch.setenv("SOLITAIRE_SOLVER", "python")
    assert solve(RULES, NEVER).solver == "python"
    monkeypatch.setenv("SOLITAIRE_SOLVER", "")
    assert solve(RULES, NEVER).solver == "swift"


def test_an_unknown_name_is_answered_with_those_there_are(
    installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(back_end(Searched("lost")), other=[back_end(Searched("lost"), "slow", positions=9)])
    with pytest.raises(SolverError, match=r"^there is no solver 'fastest'; there are: python, swift, slow$"):
        solve(RULES, NEVER, options=Options(solver="fastest"))
    monkeypatch.setenv("SOLITAIRE_SOLVER", "fastest")
    with pytest.raises(SolverError, match=r"^SOLITAIRE_SOLVER: there is no solver 'fastest'; there are: python"):
        solve(RULES, NEVER)


def test_who_misses_the_compiled_solver_is_told_what_brings_it(installed: Installed) -> None:
    installed()
    with pytest.raises(SolverError, match=r"there are: python\. Others come with packages, .* solitaire-engine-native"):
        choose(RULES, "native")


def test_python_answers_for_a_failed_back_end_within_its_own_limit_unless_somebody_set_one(
    installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(back_end(ValueError("out of order"), positions=2_000_000))
    asked: list[Limits] = []

    def in_python(rules: Rules, position: Position, limits: Limits, *others: object) -> Answer:
        asked.append(limits)
        return Answer("lost")

    monkeypatch.setattr(solving, "_in_python", in_python)
    for limits in (None, limits_for(choose(RULES), Limits(seconds=5.0)), Limits(2_000_000)):
        assert "out of order" in solve(RULES, NEVER, limits).warning
    assert [limits.positions for limits in asked] == [200_000, 200_000, 2_000_000]
    assert asked[1].seconds == 5.0


def test_without_back_ends_python_answers_and_nothing_is_said(installed: Installed) -> None:
    installed()
    answer = solve(RULES, NEVER)
    assert (answer.solver, answer.warning) == ("python", "")


def test_a_back_end_that_declines_is_told_of_only_where_it_was_asked_for(installed: Installed) -> None:
    installed(back_end(Searched("lost"), why="it has cells"))
    assert solve(RULES, NEVER).warning == ""
    answer = solve(RULES, NEVER, options=Options(solver="swift"))
    assert (answer.verdict, answer.solver) == ("lost", "python")
    assert answer.warning == "the solver 'swift' does not take this game: it has cells; python answers"


def test_a_back_end_gets_what_was_asked_and_the_limit_that_is_its_own(installed: Installed) -> None:
    calls: list[tuple[Any, ...]] = []
    installed(back_end(Searched("lost"), calls=calls))
    options = Options(alike=False)
    solve(RULES, NEVER, None, options)
    solve(RULES, NEVER, Limits(9, 2.0), options)
    assert [call[:2] for call in calls] == [(RULES, NEVER)] * 2
    assert [call[2] for call in calls] == [Limits(1_000_000), Limits(9, 2.0)]
    assert calls[0][3] == options
    assert solve(RULES, NEVER, options=Options(solver="python")).positions < POSITIONS


def test_no_back_end_is_asked_about_a_position_that_is_won(installed: Installed) -> None:
    installed(back_end(RuntimeError("asked")))
    won = Position.parse("f1: AS..4S; f2: AH..4H; f3: AD..4D; f4: AC..4C", RULES.names)
    answer = solve(RULES, won)
    assert (answer.verdict, answer.moves, answer.solver, answer.warning) == ("winnable", (), "swift", "")


# What goes wrong

FAULTS: dict[str, tuple[object, str]] = {
    "it raises": (RuntimeError("no room"), r"failed: RuntimeError: no room"),
    "it exits": (SystemExit(3), r"failed: .*"),
    "it gives nothing": (None, r"gave None, which is no answer; give a Searched"),
    "it gives a verdict of its own": (Searched("won"), r"gave .*, which is no answer; give a Searched"),  # type: ignore[arg-type]
    "it knows not why": (Searched("unknown"), r"says not why nothing is known"),
    "it is of two minds": (Searched("lost", reason="positions"), r"gave a reason for 'lost'"),
    "no moves": (Searched("winnable"), r"gave moves that do not win from .*"),
    "moves that stop short": (Searched("winnable", MOVES[:-1]), r"gave moves that do not win from .*"),
    "moves in a wrong order": (Searched("winnable", MOVES[::-1]), r"gave moves that do not win from .*"),
    "moves from nowhere": (
        Searched("winnable", (Move("cards", "x9", "t1", 1),)), r"gave moves that (?:cannot be made: .*|do not win .*)",
    ),
    "texts for moves": (Searched("winnable", ("t1 t2",)), r"gave moves that cannot be made: .*"),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_where_a_back_end_is_wrong_python_answers_and_it_is_named(fault: str, installed: Installed) -> None:
    answer, told = FAULTS[fault]
    installed(back_end(answer))
    for position, verdict in ((WON, "winnable"), (NEVER, "lost")):
        found = solve(RULES, position)
        assert (found.verdict, found.solver, found.reason) == (verdict, "python", "")
        assert re.fullmatch(rf"the solver 'swift' of {PLUGIN} {told}.*; python answered", found.warning), found.warning


def test_where_a_back_end_fails_python_has_its_own_limit_and_not_the_back_ends(
    installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Limits] = []
    searched = solving._search  # pyright: ignore[reportPrivateUsage]

    def search(rules: Rules, ways: Any, position: Position, limits: Limits, watch: Any) -> Any:
        asked.append(limits)
        return searched(rules, ways, position, limits, watch)

    monkeypatch.setattr(solving, "_search", search)
    installed(back_end(RuntimeError("broken"), positions=90 * POSITIONS))
    for limits in (None, Limits(POSITIONS + 1)):
        assert solve(RULES, NEVER, limits).solver == "python"
    assert asked == [Limits(POSITIONS), Limits(POSITIONS + 1)]


def test_a_win_that_is_none_never_becomes_one(installed: Installed) -> None:
    installed(back_end(Searched("winnable", MOVES)))
    found = solve(RULES, NEVER)
    assert (found.verdict, found.solver) == ("lost", "python")


@pytest.mark.parametrize(
    ("why", "told"),
    [(RuntimeError("?"), r"cannot say whether it takes a game: RuntimeError: \?.*"), (None, r"gave None for why .*")],
)
def test_where_a_back_end_cannot_say_whether_it_takes_a_game_python_answers(
    why: object, told: str, installed: Installed
) -> None:
    installed(back_end(Searched("lost"), why=why))
    found = solve(RULES, NEVER)
    assert found.solver == "python"
    assert re.fullmatch(rf"the solver 'swift' of {PLUGIN} {told}; python answers", found.warning), found.warning


HOOKS: dict[str, tuple[Any, str]] = {
    "it fails": (ImportError("no such library"), r"failed: no such library.*"),
    "it gives None": (None, r"gave None; end it with return and a list.*"),
    "it gives no list": (5, r"gave 5, which is no list; put it in one.*"),
    "it gives something else": (["swift"], r"gave 'swift', which is no SolverBackEnd of solitaire_engine\.solver.*"),
    "a name in capitals": ([back_end(None, "Swift")], r"gave a back end called 'Swift'; use small letters.*"),
    "the name that is taken": ([back_end(None, "python")], r"gave a back end called 'python'; .* not 'python'.*"),
    "no positions": ([back_end(None, positions=0)], r"gave the back end 'swift' with 0 positions.*"),
    "no version": ([SolverBackEnd("swift", "", str, str)], r"gave the back end 'swift' with the version ''.*"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("fault", HOOKS)
def test_a_hook_that_brings_no_back_end_is_named_and_python_answers(fault: str, installed: Installed) -> None:
    given, told = HOOKS[fault]
    installed(fast=given)
    found = solve(RULES, NEVER)
    assert (found.verdict, found.solver) == ("lost", "python")
    assert re.fullmatch(rf"{PLUGIN}: its hook solitaire_solvers {told}; python answers", found.warning), found.warning
    with pytest.raises(SolverError, match=rf"^there is no solver 'swift'; there are: python \({PLUGIN}: its hook"):
        choose(RULES, "swift")


def test_of_two_back_ends_with_one_name_neither_is_taken_for_nobody_can_say_which_is_meant(
    installed: Installed,
) -> None:
    installed(back_end(Searched("lost")), other=[back_end(Searched("lost"))])
    found = solve(RULES, NEVER)
    assert found.solver == "python"
    assert found.warning.count("gave 'swift', as another one did too") == 2


def test_a_back_end_that_runs_out_of_memory_says_so(installed: Installed) -> None:
    installed(back_end(MemoryError()))
    found = solve(RULES, NEVER)
    assert (found.verdict, found.reason, found.solver) == ("unknown", "memory", "swift")


# Stopping


def obedient(
    rules: Rules,
    position: Position,
    limits: Limits,
    options: Options,
    stop: Callable[[], bool],
    progress: Callable[[int], None],
) -> Searched:
    """Goes on until it is stopped."""
    stored = 0
    while not stop():
        stored += 1
        progress(stored)
    return Searched("unknown", positions=stored, reason="stopped")


OBEDIENT = SolverBackEnd("obedient", "1", lambda rules: "", obedient)


def test_a_back_end_is_stopped_by_who_asked(installed: Installed) -> None:
    installed(OBEDIENT)
    told: list[int] = []
    found = solve(RULES, NEVER, stop=lambda: len(told) == 5, progress=told.append)
    assert (found.verdict, found.reason, found.positions, told) == ("unknown", "stopped", 5, [1, 2, 3, 4, 5])


def test_a_back_end_is_stopped_by_the_clock_and_the_limit_is_named(installed: Installed) -> None:
    installed(OBEDIENT)
    begun = monotonic()
    found = solve(RULES, NEVER, Limits(seconds=0.05))
    assert (found.reason, found.solver) == ("seconds", "obedient")
    assert monotonic() - begun < 5


class Mine(BaseException):
    """Derives from nothing that anybody catches."""


@pytest.mark.parametrize("error", [KeyboardInterrupt, Mine, SystemExit, ValueError])
@pytest.mark.parametrize("of", ["stop", "progress"])
def test_what_the_callers_own_functions_raise_comes_back_to_the_caller(
    of: str, error: type[BaseException], installed: Installed
) -> None:
    def fail(*_: object) -> Any:
        raise error

    installed(OBEDIENT)
    with pytest.raises(error):
        if of == "stop":
            solve(RULES, NEVER, stop=fail)
        else:
            solve(RULES, NEVER, progress=fail)


# Solutions


def with_a_detour() -> tuple[Move, ...]:
    """The solution with a move somewhere that the next one takes back."""
    game = Game(RULES, WON)
    for made, move in enumerate(MOVES):
        before = game.position
        for away in list(game.legal_moves):
            game.push(away)
            for back in list(game.legal_moves):
                game.push(back)
                if game.position == before:
                    return (*MOVES[:made], away, back, *MOVES[made:])
                game.pop()
            game.pop()
        game.push(move)
    raise AssertionError("no move of this solution can be taken back")


def test_a_solution_is_shortened_as_pythons_are_and_only_if_wanted(installed: Installed) -> None:
    longer = with_a_detour()
    installed(back_end(Searched("winnable", longer, positions=40)))
    plain = solve(RULES, WON, options=Options(shorten=False))
    assert (plain.moves, plain.length, plain.found) == (longer, 0, 0)
    short = solve(RULES, WON)
    assert 0 < short.length < short.found and len(short.moves) < len(longer)
    assert (short.solver, short.positions) == ("swift", 40)


@pytest.mark.parametrize(("positions", "most"), [(0, 3_000), (100_000, 10_000), (10**9, 60_000)])
def test_to_shorten_takes_no_longer_than_to_find(
    positions: int, most: int, installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def shorten(rules: Rules, start: Position, moves: list[Move], stop: object, most: int) -> list[Move]:
        seen.append(most)
        return moves

    monkeypatch.setattr("solitaire_engine.solver.solving.shorten", shorten)
    installed(back_end(Searched("winnable", MOVES, positions=positions)))
    assert solve(RULES, WON).verdict == "winnable"
    assert seen == [most]


# The commands


def call(*args: str) -> Result:
    return CliRunner().invoke(app, list(args))


def test_solve_says_who_answered(installed: Installed) -> None:
    installed(back_end(Searched("lost", positions=5)))
    assert re.search(r"5 positions in .* seconds.*; solver swift\.\n$", call("solve", f"{CELLS}:{LOST}").stdout)
    python = call("solve", f"{CELLS}:{LOST}", "--solver", "python")
    assert python.stdout.endswith("; solver python.\n")
    told = json.loads(call("solve", f"{CELLS}:{LOST}", "--json").stdout)
    assert (told["solver"], told["warning"]) == ("swift", "")


def test_solve_tells_of_a_back_end_that_fails_in_one_line_and_goes_on(installed: Installed) -> None:
    installed(back_end(RuntimeError("no room")))
    one = call("solve", f"{CELLS}:{LOST}")
    assert one.exit_code == 0 and one.stdout.endswith("; solver python.\n")
    assert re.fullmatch(
        rf"solitaire: note: the solver 'swift' of {PLUGIN} failed: RuntimeError: no room.*; python answered\n",
        one.stderr,
    )
    many = call("solve", f"{CELLS}:1-3")
    assert (many.exit_code, len(many.stderr.splitlines())) == (0, 1)
    assert "no room" in json.loads(call("solve", f"{CELLS}:{LOST}", "--json").stdout)["warning"]


def test_a_range_says_who_answered_how_many(installed: Installed) -> None:
    def sometimes(*asked: Any) -> Searched:
        if asked[1] == NEVER:
            raise RuntimeError
        return Searched("unknown", positions=3, reason="positions")

    installed(SolverBackEnd("swift", "7", lambda rules: "", sometimes))
    result = call("solve", f"{CELLS}:{LOST - 2}-{LOST}")
    assert result.exit_code == 3
    assert re.search(r"; solvers swift \(2\) and python \(1\)\.", " ".join(result.stdout.split()))


@pytest.mark.parametrize("command", ["solve", "odds"])
def test_a_command_refuses_a_solver_that_is_not_there(command: str, installed: Installed) -> None:
    installed(back_end(Searched("lost")))
    result = call(command, str(CELLS), "--solver", "swifter")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "solitaire: there is no solver 'swifter'; there are: python, swift\n"


def test_the_limit_that_nobody_sets_is_that_of_who_answers(installed: Installed) -> None:
    calls: list[tuple[Any, ...]] = []
    installed(back_end(Searched("unknown", positions=2, reason="positions"), calls=calls))
    text = call("solve", f"{CELLS}:1", "--seconds", "9").stdout
    assert "no answer within 1,000,000 positions; to look further, add --limit 10000000." in " ".join(text.split())
    call("solve", f"{CELLS}:1", "--limit", "7")
    call("solve", f"{CELLS}:1", "--limit", "none")
    assert [each[2] for each in calls] == [Limits(1_000_000, 9.0), Limits(7), Limits(None)]


# Odds


def test_odds_are_kept_by_the_name_and_version_of_who_answers(installed: Installed, tmp_path: Path) -> None:
    kept = tmp_path / "o.sqlite3"
    installed(back_end(Searched("lost", positions=5)))
    swift = estimate(str(CELLS), 3, database=kept)
    assert (swift.solver, swift.counts.lost, swift.limits) == ("swift 7", 3, Limits(1_000_000))
    python = estimate(str(CELLS), 3, database=kept, solver="python")
    assert (python.solver, python.reused, python.limits) == (f"python {SOLVER_VERSION}", 0, Limits(POSITIONS))
    again = estimate(str(CELLS), 3, database=kept)
    assert (again.reused, again.counts) == (3, swift.counts)
    installed(SolverBackEnd("swift", "8", lambda rules: "", answering(Searched("lost"))))
    assert estimate(str(CELLS), 3, database=kept).reused == 0


def task(solver: str) -> Task:
    return Task(str(CELLS), (), RULES.variant.hash, solver, Limits(1))


def test_what_another_solver_could_not_decide_is_an_accident_that_is_tried_again(installed: Installed) -> None:
    installed(back_end(RuntimeError("no room")))
    outcome = decide(task("swift 7"), str(WINNABLE))
    assert outcome.verdict == "unknown" and not outcome.is_final
    assert re.match(r"positions; the solver 'swift' of .* failed: RuntimeError: no room", outcome.reason)


def test_a_worker_without_the_solver_refuses(installed: Installed) -> None:
    installed(back_end(Searched("lost")))
    prepare(task("swift 7"))
    prepare(task(f"python {SOLVER_VERSION}"))
    for wrong in ("swift 8", "native 1", "python 0"):
        with pytest.raises(OddsError, match=r"other rules or another solver .* wanted: hash .*, solver " + wrong):
            prepare(task(wrong))


def test_results_that_an_earlier_version_kept_are_pythons(tmp_path: Path) -> None:
    path = tmp_path / "o.sqlite3"
    with Store(path):
        pass
    won = Outcome("1", "winnable", 9, 120, 0.25)
    # As version 1 of the file was: the solver is a number.
    with sqlite3.connect(path) as db:
        text = db.execute("SELECT sql FROM sqlite_master WHERE name = 'results'").fetchone()[0]
        db.execute("DROP TABLE results")
        db.execute(text.replace("solver TEXT", "solver INTEGER"))
        db.execute(
            "INSERT INTO results VALUES (?, 2, '1', 100, 1e999, 1e999, 'winnable', 9, 120, 0.25, '')",
            (RULES.variant.hash,),
        )
        db.execute("PRAGMA user_version = 1")
    db.close()
    for _ in range(2):
        with Store(path) as store:
            assert store.known(task("python 2"), ["1"]) == {"1": won}
            assert store.known(task("swift 2"), ["1"]) == {}
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
    db.close()


# The list of plugins


def test_the_list_of_plugins_tells_of_a_solver_that_does_not_work() -> None:
    def faults(host: Host) -> dict[str, str]:
        return faults_of(host, Catalog([bundled_folder()], host))

    lost = Searched("unknown", positions=1, reason="positions")
    assert faults(host_of(back_end(lost))) == {}
    broken = faults(host_of(back_end(RuntimeError("no room"))))
    assert list(broken) == ["fast"] and broken["fast"].startswith("its solver 'swift' failed: RuntimeError: no room")
    unloaded = faults(host_of(fast=ImportError("no such library")))
    assert unloaded["fast"].startswith("its hook solitaire_solvers failed: no such library")
    undecided = faults(host_of(back_end(lost, why=RuntimeError("?"))))
    assert undecided["fast"].startswith("its solver 'swift' cannot say whether it takes a game")
    assert faults(host_of(back_end(RuntimeError("never asked"), why="too long"))) == {}


def test_an_answer_of_a_plain_search_names_python() -> None:
    assert Answer("lost").solver == "python"
