"""The comparison with fc-solve and the search for weights run, and say what they say they do."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def ran(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """One of the benchmarks, run to its end."""
    return subprocess.run(
        [sys.executable, "-m", f"benchmarks.{module}", *arguments], cwd=ROOT, capture_output=True, text=True
    )


@pytest.fixture
def fc_solve() -> None:
    """The library of fc-solve is there."""
    from benchmarks.sides import LIBRARY

    try:
        ctypes.CDLL(LIBRARY)
    except OSError:
        pytest.skip("fc-solve's library is not installed (Debian: freecell-solver-bin)")


@pytest.mark.usefixtures("fc_solve")
def test_both_solvers_decide_the_same_deals_alike_and_ratios_are_told() -> None:
    run = ran("peers", "--quick", "freecell", "bakers", "one-cell")
    assert run.returncode == 0, run.stdout + run.stderr
    assert len(re.findall(r"time, ours to theirs: \d+\.\d\d", run.stdout)) == 3
    assert re.findall(r"  ours: (\d+) won, (\d+) lost, (\d+) open", run.stdout) == [
        ("60", "0", "0"), ("24", "6", "0"), ("4", "6", "0"),
    ]  # fmt: skip
    assert re.findall(r"  fc-solve .*: (\d+) won, (\d+) lost, (\d+) open", run.stdout) == [
        ("60", "0", "0"), ("24", "6", "0"), ("4", "6", "0"),
    ]  # fmt: skip


@pytest.mark.usefixtures("fc_solve")
def test_the_board_that_fc_solve_reads_is_microsofts() -> None:
    from benchmarks.sides import Ours, deals_of

    (deal,) = deals_of(Ours("freecell").rules, [24])
    first, *_ = deal.theirs.decode().splitlines()
    # From the manual of fc-solve.
    assert first == "4C 2C 9C 8C QS 4S 2H"


def test_the_comparisons_without_fc_solve_run() -> None:
    run = ran("peers", "--quick", "antares", "klondike", "speed", "bytes")
    assert run.returncode == 0, run.stdout + run.stderr
    assert len(re.findall(r"\d times as many", run.stdout)) == 2
    assert len(re.findall(r"at most \d+\.\d bytes each", run.stdout)) == 4


def test_weights_are_looked_for_in_the_same_way_each_time() -> None:
    arguments = ("freecell", "ms:1-20", "--cap", "500", "--steps", "12", "--far", "2", "--check", "ms:21-30")
    first, again = (re.sub(r"\d+\.\d\d s", "", ran("tune", *arguments).stdout) for _ in range(2))
    assert first == again
    assert re.search(r"^best: .* decided", first, re.MULTILINE)
    assert "on ms:21-30, the best: " in first


def test_deals_that_are_kept_for_measuring_are_not_looked_at_for_weights() -> None:
    run = ran("tune", "freecell", "ms:39999-40001")
    assert run.returncode == 2
    assert "kept for measuring" in run.stderr
