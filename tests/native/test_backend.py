"""The compiled solver as a plugin: when it answers, its limits, how it is stopped, and many threads in one."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from time import monotonic, perf_counter, process_time, sleep
from typing import Any

import pytest
from tests.fake_plugins import plugin
from tests.program import environment, run
from tests.test_solve_signals import Terminal

import solitaire_engine as se
from solitaire_engine.advice.prover import Prover
from solitaire_engine.catalog import default_catalog
from solitaire_engine.game import Game
from solitaire_engine.host import default_host
from solitaire_engine.outcome import is_won
from solitaire_engine.plugin_trials import faults_of
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules
from solitaire_engine.solver import Answer, Limits, Options, Searched, SolverBackEnd, solve
from solitaire_engine.solver.backends import choose, offers_of
from solitaire_engine.solver.watching import resident_size
from solitaire_engine.testing import host_with
from solitaire_engine_native import _native, backend, portfolio
from solitaire_engine_native.plugin import solitaire_solvers
from solitaire_engine_native.tables import position_of, tables_of, why_not

DATA = Path(__file__).parents[1] / "data" / "solving"
NATIVE = Options(shorten=False, solver="native")
HARD = ("spider", 3)
"""A deal that no search decides for a long time."""
SAMPLE = (
    ("freecell", "ms:1"), ("freecell", "ms:617"), ("antares", "1"), ("bakers_game", "ms:5"), ("yukon", "2"),
    ("pyramid", "2"), ("golf", "4"), ("la_belle_lucie", "3"), ("calculation", "1"), ("scorpion", "5"),
)  # fmt: skip


@cache
def rules_of(game: str) -> Rules:
    return default_catalog().rules(game)


def dealt(game: str, deal: str | int) -> tuple[Rules, Position]:
    rules = rules_of(game)
    return rules, Game(rules, se.parse_deal(str(deal))).position


def answer_to(game: str, deal: str | int, limits: Limits | None = None, options: Options = NATIVE) -> Answer:
    return solve(*dealt(game, deal), limits, options)


# When it answers


def test_it_is_the_solver_that_answers_where_nobody_says_otherwise() -> None:
    answer = answer_to("freecell", "ms:1", options=Options())
    assert (answer.verdict, answer.solver, answer.warning) == ("winnable", "native", "")
    assert choose(rules_of("freecell")).identity == f"native {backend.VERSION}"
    assert answer_to("freecell", "ms:1", Limits(2_000), Options(solver="python")).solver == "python"


def test_the_plugin_is_loaded_and_nothing_is_known_against_it() -> None:
    host = default_host()
    info = host.info("native")
    assert info is not None and (info.status, info.distribution) == ("ok", "solitaire-engine-native")
    assert info.hooks == ("solitaire_solvers",)
    assert [offer.back_end.name for offer in offers_of(host).offers] == ["native"] and not offers_of(host).faults
    assert faults_of(host, default_catalog()) == {}


def test_the_program_starts_without_loading_it(tmp_path: Path) -> None:
    code = (
        "import sys; from solitaire_engine.host import default_host; default_host();"
        "print([name for name in sys.modules if name.startswith('solitaire_engine_native')])"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment(tmp_path), capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "['solitaire_engine_native', 'solitaire_engine_native.plugin']"


def test_a_game_that_it_declines_is_answered_by_python_and_it_says_why() -> None:
    rules, position = dealt("accordion", 1)
    assert "plugin" in why_not(rules)
    answer = solve(rules, position, Limits(50), NATIVE)
    assert answer.solver == "python"
    assert answer.warning == f"the solver 'native' does not take this game: {why_not(rules)}; python answers"
    assert solve(rules, position, Limits(50), Options(shorten=False)).warning == ""


def test_without_the_plugin_python_answers(tmp_path: Path) -> None:
    def solved(**env: str) -> dict[str, str]:
        done = run(tmp_path, "solve", "freecell:ms:1", "--no-moves", "--json", "--limit", "2000", env=env)
        told: dict[str, str] = json.loads(done.stdout)
        assert told["verdict"] == "winnable" and done.stderr == ""
        return told

    assert solved()["solver"] == "native"
    assert solved(SOLITAIRE_PLUGINS="")["solver"] == "python"
    assert solved(SOLITAIRE_SOLVER="python")["solver"] == "python"


# Answers


@pytest.mark.parametrize(("game", "deal"), SAMPLE)
def test_every_solution_wins_in_the_engine_with_or_without_what_is_left_out(game: str, deal: str) -> None:
    rules, position = dealt(game, deal)
    for home in (True, False):
        for alike in (True, False):
            options = Options(safe_home=home, alike=alike, shorten=False, solver="native")
            answer = solve(rules, position, Limits(100_000), options)
            assert answer.warning == "" and answer.solver == "native"
            if answer.verdict == "winnable":
                play = Game(rules, position)
                for move in answer.moves:
                    play.push(move)
                assert play.is_won


def test_a_solution_is_shortened_and_its_length_is_counted_as_pythons() -> None:
    rules, position = dealt("freecell", "ms:617")
    answer = solve(rules, position, options=Options(solver="native"))
    assert answer.verdict == "winnable" and 0 < answer.length <= answer.found
    plain = solve(rules, position, options=NATIVE)
    assert len(answer.moves) <= len(plain.moves) and plain.length == 0


def test_what_python_answers_where_the_compiled_solver_is_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong:
        def solve(self, *_: object, **__: object) -> object:
            return True, "", 5, 5, 5, 1, 0.0, [(backend.CARDS, 0, 1, 1, 0)]

    rules, position = dealt("freecell", "ms:1")
    monkeypatch.setitem(backend._SOLVERS._known, rules, (Wrong(), []))  # pyright: ignore[reportPrivateUsage]
    answer = solve(rules, position, Limits(5_000), Options(shorten=False))
    assert (answer.verdict, answer.solver) == ("winnable", "python")
    assert "'native'" in answer.warning and "gave moves that do not win" in answer.warning


def test_a_fake_that_contradicts_it_does_not_change_what_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object) -> Searched:
        return Searched("lost")

    def solitaire_solvers() -> list[SolverBackEnd]:
        return [SolverBackEnd("pessimist", "1", lambda rules: "", lost, 10**9)]

    host = host_with(pessimist=plugin(hooks=[solitaire_solvers]))
    monkeypatch.setattr("solitaire_engine.solver.backends.default_host", lambda: host)
    assert answer_to("freecell", "ms:1", options=Options(shorten=False)).solver == "pessimist"
    assert answer_to("freecell", "ms:1").verdict == "winnable"


# Limits


@pytest.mark.parametrize("game", ["spider", "klondike", "forty_thieves", "seahaven_towers", "fan"])
@pytest.mark.parametrize("limit", [1, 2, 50, 1_000, 4_001, 60_000])
def test_no_more_positions_are_stored_than_the_limit_and_the_answer_is_the_same_every_time(
    game: str, limit: int
) -> None:
    answers = [answer_to(game, 3, Limits(limit)) for _ in range(3)]
    assert answers[0].positions <= limit
    if answers[0].verdict == "unknown":
        assert (answers[0].reason, answers[0].positions) == ("positions", limit)
    for other in answers[1:]:
        assert (other.verdict, other.moves, other.positions, other.reason) == (
            answers[0].verdict, answers[0].moves, answers[0].positions, answers[0].reason,
        )  # fmt: skip


def test_a_limit_of_no_positions_is_one() -> None:
    answer = answer_to("freecell", "ms:1", Limits(0))
    assert (answer.verdict, answer.reason, answer.positions) == ("unknown", "positions", 0)


def test_an_answer_does_not_depend_on_what_was_solved_before() -> None:
    rules, position = dealt("freecell", "ms:617")
    fresh = _native.Native(tables_of(rules))
    first = fresh.solve(position_of(position), portfolio.plan(rules), positions=50_000)
    for number in range(1, 30):
        fresh.solve(position_of(dealt("freecell", f"ms:{number}")[1]), portfolio.plan(rules), positions=5_000)
    again = fresh.solve(position_of(position), portfolio.plan(rules), positions=50_000)
    # All but the time it took.
    assert first[:3] + first[5:6] + first[7:] == again[:3] + again[5:6] + again[7:]


def test_it_ends_at_a_limit_of_seconds() -> None:
    begun = perf_counter()
    answer = answer_to(*HARD, Limits(None, seconds=0.3))
    assert (answer.verdict, answer.reason) == ("unknown", "seconds")
    assert 0.25 < perf_counter() - begun < 5


def test_it_ends_at_a_limit_of_memory_and_gives_back_what_it_took() -> None:
    answer_to(*HARD, Limits(1_000))
    before = resident_size()
    answer = answer_to(*HARD, Limits(None, memory=2 * 2**20, seconds=60))
    assert (answer.verdict, answer.reason) == ("unknown", "memory")
    after = resident_size()
    if before is not None and after is not None:
        assert after - before < 32 * 2**20


def test_a_limit_of_no_memory_is_one() -> None:
    answer = answer_to(*HARD, Limits(None, memory=0, seconds=60))
    assert (answer.verdict, answer.reason) == ("unknown", "memory")


# Stopping


def test_another_thread_stops_it() -> None:
    stop = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(lambda: solve(*dealt(*HARD), Limits(None, seconds=60), NATIVE, stop=stop.is_set))
        sleep(0.3)
        begun = monotonic()
        stop.set()
        answer = future.result(timeout=30)
    assert (answer.verdict, answer.reason) == ("unknown", "stopped")
    assert answer.positions > 0 and monotonic() - begun < 5


def test_it_tells_how_far_it_is_and_the_numbers_grow() -> None:
    told: list[int] = []
    answer = solve(*dealt(*HARD), Limits(None, seconds=0.5), NATIVE, progress=told.append)
    assert len(told) > 5 and told == sorted(told)
    assert told[-1] <= answer.positions


@pytest.mark.parametrize("of", ["stop", "progress"])
def test_what_the_callers_functions_raise_comes_back_and_the_next_answer_is_right(of: str) -> None:
    class Mine(Exception):
        pass

    def fail(*_: object) -> Any:
        raise Mine

    before = answer_to("freecell", "ms:1")
    limits = Limits(None, seconds=60)
    with pytest.raises(Mine):
        if of == "stop":
            solve(*dealt(*HARD), limits, NATIVE, stop=fail)
        else:
            solve(*dealt(*HARD), limits, NATIVE, progress=fail)
    assert answer_to("freecell", "ms:1").moves == before.moves


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal to one process")
def test_ctrl_c_ends_a_search_that_nobody_watches() -> None:
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begun = monotonic()
    with pytest.raises(KeyboardInterrupt):
        answer_to(*HARD, Limits(None, seconds=60))
    timer.join()
    assert monotonic() - begun < 10


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals on Windows")
def test_ctrl_c_ends_the_command_with_what_is_known(tmp_path: Path) -> None:
    args = (f"{HARD[0]}:{HARD[1]}", "--limit", "none", "--seconds", "60", "--no-moves")
    with Terminal(tmp_path, *args) as terminal:
        terminal.wait_for("a second; Ctrl-C stops")
        terminal.process.send_signal(signal.SIGINT)
        out = terminal.end()
    assert terminal.process.returncode == 130
    assert "can be won is unknown: stopped after" in out and "solver native" in out


# Threads


def test_other_threads_run_while_it_searches() -> None:
    counted, done = 0, threading.Event()

    def search() -> None:
        answer_to(*HARD, Limits(None, seconds=1.0))
        done.set()

    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(search)
        longest, last = 0.0, monotonic()
        while not done.is_set():
            sleep(0.001)
            now = monotonic()
            longest, last = max(longest, now - last), now
            counted += 1
        future.result()
    # A search that kept the lock for itself would have let none of them by.
    assert counted > 100 and longest < 0.5


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor does one thing at a time")
def test_two_searches_use_two_processors() -> None:
    def search() -> None:
        answer_to(*HARD, Limits(None, seconds=1.0))

    used, begun = process_time(), perf_counter()
    with ThreadPoolExecutor(2) as pool:
        for future in [pool.submit(search), pool.submit(search)]:
            future.result()
    # On a machine that has other work they get less; with a lock they would get one second, and some.
    assert perf_counter() - begun < 1.9 or process_time() - used > 1.3


def test_four_threads_with_one_solver_answer_as_one_does() -> None:
    deals = [("freecell", f"ms:{number}") for number in range(1, 41)] + [("spider", str(n)) for n in range(1, 5)]
    limits = Limits(20_000)
    alone = [answer_to(game, deal, limits) for game, deal in deals]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda each: answer_to(each[0], each[1], limits), deals * 2))
    for one, other in zip(alone * 2, together, strict=True):
        assert (one.verdict, one.moves, one.positions) == (other.verdict, other.moves, other.positions)


# Other processes


def test_hints_and_winnable_deals_come_from_it_in_a_process_of_their_own() -> None:
    rules, position = dealt("freecell", "ms:1")
    with Prover() as prover:
        answer = prover.solve(rules, position, Limits(20_000), Options(shorten=False))
        assert prover.process_id
    assert (answer.verdict, answer.solver, answer.warning) == ("winnable", "native", "")


def test_several_processes_answer_as_one_does(tmp_path: Path) -> None:
    def answers(*more: str) -> list[dict[str, object]]:
        done = run(tmp_path, "solve", "freecell:ms:1-6", "--json", *more)
        assert (done.returncode, done.stderr) == (0, "")
        return [{**json.loads(line), "seconds": 0} for line in done.stdout.splitlines()]

    alone = answers()
    assert {answer["solver"] for answer in alone} == {"native"}
    assert answers("--jobs", "2") == alone


def test_odds_are_measured_by_it_in_several_processes_and_kept_as_its_own(tmp_path: Path) -> None:
    def odds(*more: str) -> dict[str, object]:
        done = run(tmp_path, "odds", "freecell", "--deals", "20", "--json", *more)
        assert (done.returncode, done.stderr) == (0, "")
        told: dict[str, object] = json.loads(done.stdout)
        return told

    first = odds("--jobs", "2")
    assert first["solver"] == f"native {backend.VERSION}" and first["winnable"] == 20
    assert first["limits"] == {"positions": backend.POSITIONS, "seconds": None, "memory": None}
    assert odds("--jobs", "1")["reused"] == 20
    assert odds("--jobs", "1", "--solver", "python", "--limit", "50")["reused"] == 0


# What it keeps


def test_a_game_has_one_solver_for_as_long_as_its_rules_are_in_use(tmp_path: Path) -> None:
    solvers = backend.Solvers()
    kept = rules_of("freecell")
    assert solvers.of(kept) is solvers.of(kept)
    file = tmp_path / "trial.yaml"
    file.write_text("schema: 1\nname: Trial\nextends: freecell\n", encoding="utf-8")
    rules = Rules(default_catalog().load(str(file)), default_host())
    solvers.of(rules)
    gone = weakref.ref(rules)
    del rules
    gc.collect()
    assert gone() is None and len(solvers._known) == 1  # pyright: ignore[reportPrivateUsage]


def test_the_hook_gives_the_solver_with_a_limit_of_its_own() -> None:
    (given,) = solitaire_solvers()
    assert (given.name, given.version, given.positions) == ("native", str(backend.VERSION), backend.POSITIONS)
    assert given.positions > 200_000


def test_a_plan_ends_with_the_search_that_looks_at_everything() -> None:
    for game, _ in SAMPLE:
        how, share, width, weights = portfolio.plan(rules_of(game))[-1]
        assert (how, share, width, len(weights)) == (portfolio.DEPTH, 0, 0, 11)


def test_a_small_game_is_decided_by_looking_at_everything() -> None:
    rules = default_catalog().rules(str(DATA / "small_cells.yaml"))
    verdicts = {solve(rules, Game(rules, se.parse_deal(str(n))).position, None, NATIVE).verdict for n in range(1, 60)}
    assert verdicts == {"winnable", "lost"}
    won = Position.parse("f1: AS..4S; f2: AH..4H; f3: AD..4D; f4: AC..4C", rules.names)
    assert is_won(rules, won) and solve(rules, won, None, NATIVE).moves == ()
