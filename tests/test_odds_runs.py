"""Runs of odds as processes: killed, continued, interrupted, two at once; workers that die."""

from __future__ import annotations

import csv
import json
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.fake_plugins import write_distribution
from tests.program import run, start

from solitaire_engine.catalog import default_catalog
from solitaire_engine.errors import OddsError, UnknownVariant
from solitaire_engine.odds import Progress, estimate
from solitaire_engine.odds.crew import Crew
from solitaire_engine.odds.deciding import Task, decide
from solitaire_engine.solver.answers import SOLVER_VERSION, Limits

DATA = Path(__file__).parent / "data" / "odds"
GAME = str(DATA / "three_ranks.yaml")
ENDLESS = "20000"
"""Deals that no run of these tests gets through."""
FEW = 30

Rows = dict[str, tuple[object, ...]]


def database(folder: Path) -> Path:
    return folder / "data" / "odds.sqlite3"


def rows(path: Path) -> Rows:
    """What the file says of each deal."""
    db = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    try:
        found = db.execute("SELECT deal, verdict, length, positions, seconds FROM results").fetchall()
    except sqlite3.OperationalError:
        # Just being made.
        found = []
    finally:
        db.close()
    assert len({row[0] for row in found}) == len(found)
    return {row[0]: row[1:] for row in found}


def wait_for_rows(process: subprocess.Popen[str], path: Path, least: int) -> None:
    for _ in range(2000):
        if path.is_file() and len(rows(path)) >= least:
            return
        assert process.poll() is None
        time.sleep(0.02)
    pytest.fail("nothing is kept")


def odds(folder: Path, *args: str) -> dict[str, object]:
    """The JSON that the command prints; it must print nothing else."""
    done = run(folder, "odds", GAME, "--json", *args)
    assert (done.returncode, done.stderr) == (0, "")
    told: dict[str, object] = json.loads(done.stdout)
    return told


@pytest.fixture(scope="module")
def expected() -> Counter[str]:
    """The verdicts on the deals 1-60, found in this process with nothing kept before."""
    return Counter(verdicts(60))


def verdicts(count: int) -> list[str]:
    whole = task()
    return [decide(whole, str(number)).verdict for number in range(1, count + 1)]


def task(game: str = GAME, limits: Limits | None = None) -> Task:
    hash = default_catalog().rules(game).variant.hash
    return Task(game, (), hash, f"python {SOLVER_VERSION}", limits or Limits())


def counted(told: dict[str, object]) -> dict[str, object]:
    return {verdict: told[verdict] for verdict in ("winnable", "lost", "unknown")}


def test_a_run_that_is_killed_goes_on_with_what_it_knew_and_leaves_no_process(
    tmp_path: Path, expected: Counter[str]
) -> None:
    process = start(tmp_path, "odds", GAME, "--deals", ENDLESS, "--jobs", "2")
    wait_for_rows(process, database(tmp_path), FEW)
    psutil = import_module("psutil")
    children = psutil.Process(process.pid).children(recursive=True)
    assert len(children) >= 2
    process.kill()
    assert process.communicate()[0] == ""
    assert psutil.wait_procs(children, timeout=30)[1] == []
    before = rows(database(tmp_path))
    assert len(before) >= FEW

    told = odds(tmp_path, "--deals", "60", "--jobs", "2")
    assert told["reused"] == len(before.keys() & {str(number) for number in range(1, 61)})
    assert counted(told) == {"winnable": expected["winnable"], "lost": expected["lost"], "unknown": 0}
    after = rows(database(tmp_path))
    # Nothing that was known was solved again: it would have taken another time.
    assert {deal: after[deal] for deal in before} == before


def test_ctrl_c_keeps_what_is_done_says_so_and_leaves_no_process(tmp_path: Path) -> None:
    process = start(tmp_path, "odds", GAME, "--deals", ENDLESS, "--jobs", "2", "--export", "deals.csv")
    wait_for_rows(process, database(tmp_path), FEW)
    psutil = import_module("psutil")
    children = psutil.Process(process.pid).children(recursive=True)
    # As a terminal does it: to every process.
    for child in children:
        child.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert psutil.wait_procs(children, timeout=30)[1] == []
    done = len(rows(database(tmp_path)))
    assert err.startswith(f"solitaire: interrupted: {done:,} of 20,000 deals are done and kept in ")
    assert err.count("\n") == 1
    # No half of a file is left.
    assert {path.name for path in tmp_path.iterdir()} == {"data"}


def test_two_runs_at_once_share_the_file(tmp_path: Path, expected: Counter[str]) -> None:
    args = ("odds", GAME, "--deals", "60", "--jobs", "1", "--json")
    both = [start(tmp_path, *args), start(tmp_path, *args)]
    for process in both:
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
        told = json.loads(out)
        assert (told["winnable"], told["lost"]) == (expected["winnable"], expected["lost"])
    assert Counter(row[0] for row in rows(database(tmp_path)).values()) == expected


def test_a_worker_that_is_killed_in_mid_run_loses_nothing(tmp_path: Path, expected: Counter[str]) -> None:
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        workers = multiprocessing.active_children()
        if len(killed) < 3 and progress.fresh > 5 * len(killed) and workers:
            pid = workers[0].pid
            if pid is not None and pid not in killed:
                killed.append(pid)
                os.kill(pid, signal.SIGKILL)

    found = estimate(GAME, 60, jobs=2, database=tmp_path / "o.sqlite3", progress=kill_one)
    assert len(killed) == 3
    assert Counter(winnable=found.counts.winnable, lost=found.counts.lost) == expected
    assert len(rows(tmp_path / "o.sqlite3")) == 60
    assert multiprocessing.active_children() == []


DEADLY = """
import os
import signal
from solitaire_engine.cards import parse_card
from solitaire_engine.hooks import hookimpl


@hookimpl
def solitaire_extra_moves(game):
    if game.position.piles[game.position.names.index("t1")][:1] == bytes([parse_card("AS")]):
        os.kill(os.getpid(), signal.SIGKILL)
    return []
"""


def test_a_deal_that_kills_its_worker_twice_is_unknown_and_the_others_are_decided(tmp_path: Path) -> None:
    write_distribution(tmp_path, "deadly-pack", points={"deadly": "deadly"}, modules={"deadly": DEADLY})
    (tmp_path / "three_ranks.yaml").write_text(Path(GAME).read_text("utf-8"), "utf-8")
    text = "schema: 1\nname: Deadly\nextends: three_ranks\nplugins: [deadly]\n"
    (tmp_path / "deadly.yaml").write_text(text, "utf-8")
    args = ("odds", "deadly.yaml", "--deals", "20", "--jobs", "2", "--json", "--export", "deals.csv")
    reason = "its worker process died 2 times (code -9)"

    def told() -> dict[str, Any]:
        done = run(tmp_path, *args, env={"PYTHONPATH": str(tmp_path)})
        assert (done.returncode, done.stderr) == (0, "")
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    first = told()
    assert first["count"] == 20
    assert first["reasons"] == {reason: len(first["accidents"])}
    assert 0 < first["unknown"] == len(first["accidents"]) < 10
    with (tmp_path / "deals.csv").open(encoding="utf-8", newline="") as stream:
        deals = list(csv.DictReader(stream))
    assert [row["deal"] for row in deals] == [str(number) for number in range(1, 21)]
    assert [row["deal"] for row in deals if row["reason"]] == sorted(first["accidents"], key=int)
    assert {row["reason"] for row in deals} == {"", reason}

    # The second time only those are tried again.
    second = told()
    assert second["reused"] == 20 - first["unknown"]
    assert second["reasons"] == first["reasons"]


def test_workers_that_cannot_work_are_reported_instead_of_started_for_ever() -> None:
    wrong = task()
    wrong = Task(wrong.game, wrong.values, "0000", wrong.solver, wrong.limits)
    with Crew(wrong, 2) as crew, pytest.raises(OddsError, match="other rules"):
        list(crew.run(["1", "2"]))
    assert multiprocessing.active_children() == []


def test_a_script_without_the_guard_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    call = f"estimate({GAME!r}, 3, jobs=1, database=Path('o.sqlite3'))"
    script.write_text(f"from pathlib import Path\nfrom solitaire_engine.odds import estimate\n{call}\n", "utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=60
    )
    assert done.returncode == 1
    assert "if __name__ == '__main__'" in done.stderr.splitlines()[-1]
    # Nothing of what the workers went through, and nothing before it but where the script has asked.
    assert done.stderr.count("Traceback") == 1


def test_a_longer_range_and_a_larger_limit_use_what_is_known(tmp_path: Path) -> None:
    kept = tmp_path / "o.sqlite3"
    first = estimate(GAME, 20, limits=Limits(4), database=kept)
    assert 0 < first.counts.unknown == first.counts.reasons["positions"]
    decided = first.counts.winnable + first.counts.lost
    assert decided > 0
    again = estimate(GAME, 20, limits=Limits(4), database=kept)
    assert (again.reused, again.counts) == (20, first.counts)
    further = estimate(GAME, 30, database=kept)
    assert further.reused == decided
    assert further.counts.unknown == 0
    assert Counter(winnable=further.counts.winnable, lost=further.counts.lost) == Counter(verdicts(30))
    # What a larger limit has decided is decided.
    assert estimate(GAME, 20, limits=Limits(4), database=kept).counts.unknown == 0


def test_fresh_solves_everything_anew_and_forgets_other_limits(tmp_path: Path) -> None:
    kept = tmp_path / "o.sqlite3"
    estimate(GAME, 20, database=kept)
    fresh = estimate(GAME, 20, limits=Limits(4), database=kept, fresh=True)
    assert fresh.reused == 0
    assert fresh.counts.unknown > 0
    assert len(rows(kept)) == 20


def test_progress_grows_to_the_estimate_and_knows_what_is_left(tmp_path: Path) -> None:
    seen: list[Progress] = []
    found = estimate(GAME, 12, database=tmp_path / "o.sqlite3", progress=seen.append)
    assert [progress.estimate.counts.deals for progress in seen] == list(range(13))
    assert seen[-1].estimate == found
    assert seen[0].seconds_left is None
    assert seen[-1].seconds_left == 0
    assert all(progress.wanted == 12 for progress in seen)


def test_parameters_and_their_rules_are_told_apart(tmp_path: Path) -> None:
    kept = tmp_path / "o.sqlite3"
    with_cell = estimate(GAME, 30, database=kept)
    without = estimate(GAME, 30, database=kept, cells=0)
    assert without.reused == 0
    assert without.rules != with_cell.rules
    assert without.values == {"cells": "0"}
    assert without.counts.winnable < with_cell.counts.winnable


def test_the_database_may_be_named_by_a_text_and_limits_that_are_none_are_refused(tmp_path: Path) -> None:
    kept = tmp_path / "o.sqlite3"
    assert estimate(GAME, 3, database=str(kept)).counts == estimate(GAME, 3, database=kept).counts
    assert len(rows(kept)) == 3
    with pytest.raises(TypeError, match=r"^limits are solver.Limits, as in limits=Limits\(positions=.*, and not 5$"):
        estimate(GAME, 3, limits=5, database=kept)  # type: ignore[arg-type]


def test_a_share_code_is_refused_with_the_call_that_means_the_same() -> None:
    with pytest.raises(UnknownVariant, match=r"apart: estimate\('freecell', \.\.\., cells=2\)$"):
        estimate("freecell?cells=2", 10)
