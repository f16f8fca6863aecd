"""Odds on a cluster: a real scheduler and real workers, as processes of their own."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

import pytest
from tests.program import environment, run, start

from solitaire_engine.catalog import default_catalog
from solitaire_engine.odds import cluster, estimate
from solitaire_engine.odds.deciding import Task
from solitaire_engine.solver.answers import SOLVER_VERSION, Limits

GAME = str(Path(__file__).parent / "data" / "odds" / "three_ranks.yaml")
DEALS = 300


class Processes:
    """A scheduler and workers, all ended at last."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, *args: str) -> subprocess.Popen[bytes]:
        log = (self.folder / f"log{len(self.running)}.txt").open("wb")
        with log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *args, "--scheduler-file", str(self.file), "--no-dashboard"],
                env=environment(self.folder), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        self.running.append(process)
        return process

    def scheduler(self) -> str:
        """Start it, and give its address."""
        process = self.start("scheduler", "--host", "127.0.0.1", "--port", "0")
        for _ in range(600):
            if self.file.is_file() and (text := self.file.read_text("utf-8")).rstrip().endswith("}"):
                address = json.loads(text)["address"]
                assert isinstance(address, str)
                return address
            assert process.poll() is None, (self.folder / "log0.txt").read_text("utf-8")
            time.sleep(0.05)
        pytest.fail("the scheduler does not start")

    def worker(self) -> subprocess.Popen[bytes]:
        return self.start("worker", "--no-nanny", "--nthreads", "1")

    def end(self) -> None:
        for process in reversed(self.running):
            process.kill()
            process.wait()


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    with ExitStack() as stack:
        processes = Processes(tmp_path)
        stack.callback(processes.end)
        yield processes


def kept(folder: Path) -> int:
    path = folder / "data" / "odds.sqlite3"
    if not path.is_file():
        return 0
    db = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    try:
        return int(db.execute("SELECT count(*) FROM results").fetchone()[0])
    except sqlite3.OperationalError:
        return 0
    finally:
        db.close()


def wait_for(folder: Path, process: subprocess.Popen[str], least: int) -> int:
    for _ in range(2000):
        if (count := kept(folder)) >= least:
            return count
        assert process.poll() is None
        time.sleep(0.02)
    pytest.fail("nothing is kept")


@pytest.mark.long
def test_a_cluster_loses_nothing_when_a_worker_is_killed_and_agrees_with_one_machine(
    tmp_path: Path, processes: Processes
) -> None:
    address = processes.scheduler()
    workers = [processes.worker(), processes.worker()]
    process = start(tmp_path, "odds", GAME, "--deals", str(DEALS), "--dask", address, "--json")
    assert wait_for(tmp_path, process, 20) < DEALS
    workers[0].kill()
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    told = json.loads(out)
    assert (told["count"], told["reused"], told["unknown"]) == (DEALS, 0, 0)
    assert kept(tmp_path) == DEALS
    alone = estimate(GAME, DEALS, database=tmp_path / "alone.sqlite3")
    assert (told["winnable"], told["lost"]) == (alone.counts.winnable, alone.counts.lost)
    # The positions of all deals added up: each was solved once, as it would have been here.
    assert told["positions"] == alone.positions


@pytest.mark.long
def test_a_cluster_that_is_lost_is_said_and_what_was_done_is_kept(tmp_path: Path, processes: Processes) -> None:
    address = processes.scheduler()
    processes.worker()
    process = start(tmp_path, "odds", GAME, "--deals", "900000", "--dask", address)
    wait_for(tmp_path, process, 5)
    processes.running[0].kill()
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (1, "")
    told = [line for line in err.splitlines() if line.startswith("solitaire: ")]
    assert len(told) == 1
    assert f"the cluster at {address} is lost" in told[0]
    assert "what is done is kept" in told[0]
    assert kept(tmp_path) >= 5


def test_without_the_package_it_is_said_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError('not here')\n", "utf-8")
    done = run(tmp_path, "odds", GAME, "--dask", "tcp://127.0.0.1:1", env={"PYTHONPATH": str(tmp_path)})
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "pip install 'solitaire-engine[dask]'" in done.stderr


@pytest.mark.parametrize("address", ["foo", "nonsense://x:3", "tcp://:", "http//x"])
def test_a_bad_address_is_told_in_one_line_and_nothing_else(tmp_path: Path, address: str) -> None:
    done = run(tmp_path, "odds", GAME, "--dask", address)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith(f"solitaire: --dask: there is no scheduler at {address} (")


def test_a_batch_that_nobody_wants_any_more_is_given_up_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = default_catalog().rules(GAME)
    task = Task(GAME, (), rules.variant.hash, f"python {SOLVER_VERSION}", Limits())
    assert [outcome.deal for outcome in cluster.work(task, ("1", "2", "3"))] == ["1", "2", "3"]
    asked: list[bool] = []

    def unwanted() -> bool:
        asked.append(len(asked) > 2)
        return asked[-1]

    monkeypatch.setattr(cluster, "_unwanted", lambda: unwanted)
    found = cluster.work(task, ("1", "2", "3", "4", "5"))
    assert 0 < len(found) < 5
    assert {outcome.reason for outcome in found} <= {"", "stopped"}


@pytest.mark.long
def test_after_ctrl_c_the_workers_give_up_what_they_work_on(tmp_path: Path, processes: Processes) -> None:
    address = processes.scheduler()
    processes.worker()
    # One deal takes minutes.
    process = start(tmp_path, "odds", "spider", "--deals", "3", "--limit", "none", "--dask", address)
    client = import_module("distributed").Client(address, set_as_default=False)
    try:
        for _ in range(1200):
            if any(client.processing().values()):
                break
            time.sleep(0.05)
        # The worker has the rules now, and is in its search.
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert (process.returncode, "interrupted: 0 of 3 deals" in err) == (130, True)
        # It answers only when its one thread is free.
        assert client.submit(sum, (1, 2)).result(timeout=30) == 3
    finally:
        client.close()


def test_without_a_scheduler_it_is_said_how_to_start_one(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from solitaire_engine.odds import cluster, estimate\n"
        "cluster._TIMEOUT = '0.3s'\n"
        "for address in ('tcp://127.0.0.1:9', 'nonsense://x:1', ''):\n"
        "    try: estimate(sys.argv[1], 3, dask=address)\n"
        "    except cluster.OddsError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, GAME], env={**os.environ, "SOLITAIRE_DATA": str(tmp_path)},
        capture_output=True, encoding="utf-8", timeout=60, check=True,
    )  # fmt: skip
    told = done.stdout.splitlines()
    assert len(told) == 3
    assert all(line.startswith("--dask: there is no scheduler at ") for line in told)
    assert all(line.endswith("; start one with: dask scheduler") for line in told)
