"""Odds: the figures, the ranges of deals, and the file in which results are kept."""

from __future__ import annotations

import math
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.errors import DealError, OddsError
from solitaire_engine.game import Game
from solitaire_engine.odds import Counts, Outcome, estimate, wilson
from solitaire_engine.odds.deciding import Task, decide, prepare
from solitaire_engine.odds.ranges import parse_range
from solitaire_engine.odds.store import APPLICATION, Store, database_path
from solitaire_engine.solver import solve
from solitaire_engine.solver.answers import SOLVER_VERSION, Limits, Options

DATA = Path(__file__).parent / "data" / "odds"
GAME = str(DATA / "three_ranks.yaml")


# The figures


def by_hand(share: float, trials: int, z: float) -> tuple[float, float]:
    """Wilson's two ends as the roots of (p - share)^2 = z^2 p(1 - p) / trials, which is how he defines them."""
    a, b, c = 1 + z * z / trials, -(2 * share + z * z / trials), share * share
    root = math.sqrt(b * b - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def test_the_interval_of_wilson_is_what_is_worked_out_by_hand() -> None:
    # z = 1.959964, z^2 = 3.841459. 5 of 10: (0.5 + 0.192073 -+ 1.959964 * sqrt(0.025 + 0.009604)) / 1.384146.
    assert wilson(5, 10) == pytest.approx((0.236593, 0.763407), abs=1e-6)
    # None of 10: the upper end is z^2 / (n + z^2) = 3.841459 / 13.841459.
    assert wilson(0, 10) == pytest.approx((0.0, 0.277533), abs=1e-6)
    assert wilson(10, 10) == pytest.approx((0.722467, 1.0), abs=1e-6)
    assert (wilson(0, 10)[0], wilson(10, 10)[1]) == (0.0, 1.0)
    # 99 %: z = 2.575829. 81 of 100: (0.81 + 0.033174 -+ 2.575829 * sqrt(0.001539 + 0.000166)) / 1.066349.
    assert wilson(81, 100, 0.99) == pytest.approx((0.690983, 0.890443), abs=2e-4)
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 10**7), st.data(), st.sampled_from([(0.9, 1.6448536), (0.95, 1.9599640), (0.995, 2.8070338)]))
def test_the_interval_of_wilson_solves_the_equation_that_defines_it(
    trials: int, data: st.DataObject, sure: tuple[float, float]
) -> None:
    successes = data.draw(st.integers(0, trials))
    assert wilson(successes, trials, sure[0]) == pytest.approx(by_hand(successes / trials, trials, sure[1]), abs=1e-6)


@pytest.mark.parametrize(("successes", "trials", "confidence"), [(-1, 3, 0.95), (4, 3, 0.95), (1, 3, 0.0), (1, 3, 1.0)])
def test_an_interval_of_what_cannot_be_is_refused(successes: int, trials: int, confidence: float) -> None:
    with pytest.raises(ValueError, match=r"there cannot be|a confidence lies"):
        wilson(successes, trials, confidence)


COUNTS = st.builds(Counts, st.integers(0, 5000), st.integers(0, 5000), st.integers(0, 5000))


@given(COUNTS)
def test_the_interval_contains_the_rate_and_lies_between_none_and_all(counts: Counts) -> None:
    low, high = counts.interval()
    assert 0 <= low <= high <= 1
    if counts.rate_of_decided is not None:
        assert low <= counts.rate_of_decided <= high


@given(COUNTS, st.integers(1, 1000), st.booleans())
def test_what_becomes_unknown_widens_the_interval_on_both_sides(counts: Counts, more: int, winnable: bool) -> None:
    known = Counts(counts.winnable + more * winnable, counts.lost + more * (not winnable), counts.unknown)
    forgotten = Counts(counts.winnable, counts.lost, counts.unknown + more)
    (low, high), (lower, higher) = known.interval(), forgotten.interval()
    assert lower <= low
    assert high <= higher
    assert higher - lower > high - low


@given(COUNTS)
def test_whatever_the_unknown_deals_are_the_interval_holds_what_they_would_have_given(counts: Counts) -> None:
    low, high = counts.interval()
    for winnable in (0, counts.unknown // 2, counts.unknown):
        ends = Counts(counts.winnable + winnable, counts.lost + counts.unknown - winnable).interval()
        assert low <= ends[0]
        assert ends[1] <= high


# Ranges


@pytest.mark.parametrize(
    ("text", "meant", "deals"),
    [
        ("3", "1-3", ["1", "2", "3"]),
        (" 8 - 10 ", "8-10", ["8", "9", "10"]),
        ("0-1", "0-1", ["0", "1"]),
        ("ms:007-8", "ms:7-8", ["ms:7", "ms:8"]),
        ("MS: 5-5", "ms:5-5", ["ms:5"]),
        ("pysol:41-42", "pysol:41-42", ["pysol:41", "pysol:42"]),
        ("pysol:ms1-2", "pysol:ms1-2", ["pysol:ms1", "pysol:ms2"]),
    ],
)
def test_a_range_of_deals_is_read(text: str, meant: str, deals: list[str]) -> None:
    found = parse_range(text)
    assert (str(found), list(found), len(found)) == (meant, deals, len(deals))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is no range of deals"),
        ("0", "^'0' means no deals, and at least one is needed; write how many"),
        ("000", "means no deals"),
        ("9-7", "has no deals"),
        ("-3", "is no range of deals"),
        ("ms:7", "is one deal"),
        ("ms:1-1000001", "Microsoft's deals are ms:1 to ms:1000000"),
        ("ms:0-5", "Microsoft's deals are ms:1 to ms:1000000"),
        ("deck:1-2", "."),
        ("x:1-2", "the prefixes are ms:, pysol: and deck:"),
        ("1-99999999999999999999", "plain deal numbers go from 0"),
        ("2000000", "at most 1,000,000 are taken"),
        ("1-\u0663", "is no range of deals"),
    ],
)
def test_what_is_no_range_is_refused_with_what_would_be(text: str, told: str) -> None:
    with pytest.raises(DealError, match=told):
        parse_range(text)


# The file of results

PYTHON = f"python {SOLVER_VERSION}"


def task(limits: Limits, hash: str = "aa", solver: str = PYTHON) -> Task:
    return Task(GAME, (), hash, solver, limits)


WON = Outcome("1", "winnable", 9, 120, 0.25)
LOST = Outcome("2", "lost", 0, 3000, 1.5)
UNKNOWN = Outcome("3", "unknown", 0, 100, 0.1, "positions")


def test_results_are_kept_beside_the_saved_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLITAIRE_DATA", str(tmp_path / "there"))
    found = estimate(GAME, 2)
    assert found.counts.deals == 2
    assert database_path() == tmp_path / "there" / "odds.sqlite3"
    assert database_path().is_file()


def test_a_decided_deal_holds_within_any_limits_and_an_unknown_one_only_within_lower_ones(tmp_path: Path) -> None:
    with Store(tmp_path / "o.sqlite3") as store:
        store.keep(task(Limits(100, 2.0)), [WON, LOST, UNKNOWN])
        everything = {"1": WON, "2": LOST, "3": UNKNOWN}
        for limits in (Limits(100, 2.0), Limits(99, 2.0), Limits(100, 1.5), Limits(100, 2.0, 10**6)):
            assert store.known(task(limits), ["1", "2", "3", "4"]) == everything
        for limits in (Limits(101, 2.0), Limits(None, 2.0), Limits(100, 2.5), Limits(100)):
            assert store.known(task(limits), ["1", "2", "3", "4"]) == {"1": WON, "2": LOST}


def test_results_of_other_rules_or_another_solver_are_not_used(tmp_path: Path) -> None:
    with Store(tmp_path / "o.sqlite3") as store:
        store.keep(task(Limits(100)), [WON])
        assert store.known(task(Limits(100), hash="bb"), ["1"]) == {}
        assert store.known(task(Limits(100), solver=f"python {SOLVER_VERSION + 1}"), ["1"]) == {}
        assert store.known(task(Limits(100), solver=f"native {SOLVER_VERSION}"), ["1"]) == {}


def test_a_deal_that_was_unknown_is_decided_once_a_larger_limit_decides_it(tmp_path: Path) -> None:
    with Store(tmp_path / "o.sqlite3") as store:
        store.keep(task(Limits(100)), [UNKNOWN])
        decided = Outcome("3", "lost", 0, 900, 1.0)
        store.keep(task(Limits(1000)), [decided])
        assert store.known(task(Limits(50)), ["3"]) == {"3": decided}


def test_an_accident_is_not_kept(tmp_path: Path) -> None:
    with Store(tmp_path / "o.sqlite3") as store:
        store.keep(task(Limits(100)), [Outcome("1", "unknown", reason="its worker process died 2 times")])
        assert store.known(task(Limits(1)), ["1"]) == {}


def test_more_deals_than_one_question_can_name_are_found(tmp_path: Path) -> None:
    deals = [str(number) for number in range(1234)]
    with Store(tmp_path / "o.sqlite3") as store:
        store.keep(task(Limits(100)), [Outcome(deal, "lost") for deal in deals])
        assert store.known(task(Limits(100)), deals).keys() == set(deals)


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def foreign(path: Path, application: int) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE notes (text)")
        db.execute(f"PRAGMA application_id = {application}")
    db.close()


@pytest.mark.parametrize("kind", ["text", "short", "database", "unnamed database", "later"])
def test_a_file_that_is_none_of_ours_is_named_and_left_alone(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "odds.sqlite3"
    if kind == "text":
        path.write_text("these are my notes, and they are longer than the head of a database\n" * 9, "utf-8")
    elif kind == "short":
        path.write_bytes(b"SQL")
    elif kind == "later":
        with Store(path):
            pass
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 99")
        db.close()
    else:
        foreign(path, 0 if kind.startswith("unnamed") else 12345)
    before = bytes_of(tmp_path)
    with pytest.raises(OddsError, match=r"odds\.sqlite3: .*SOLITAIRE_DATA"):
        estimate(GAME, 3, database=path)
    assert bytes_of(tmp_path) == before


def test_a_damaged_file_is_named_and_not_made_worse(tmp_path: Path) -> None:
    path = tmp_path / "odds.sqlite3"
    with Store(path) as store:
        store.keep(task(Limits(100)), [Outcome(str(number), "lost") for number in range(3000)])
    whole = path.read_bytes()
    assert len(whole) > 20_000
    path.write_bytes(whole[:4096] + b"\x5a" * (len(whole) - 4096))
    damaged = path.read_bytes()
    with Store(path) as store, pytest.raises(OddsError, match=r"odds\.sqlite3: the results are damaged"):
        store.known(task(Limits(100)), ["1"])
    assert path.read_bytes() == damaged


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(OddsError, match="file stands where there should be a folder"):
        Store(tmp_path / "file" / "odds.sqlite3")


def test_a_new_file_says_whose_it_is(tmp_path: Path) -> None:
    with Store(tmp_path / "o.sqlite3"):
        pass
    assert int.from_bytes((tmp_path / "o.sqlite3").read_bytes()[68:72], "big") == APPLICATION


# Workers, as functions


def test_a_worker_with_other_rules_or_another_solver_refuses() -> None:
    for wrong in (task(Limits(100), hash="0123"), task(Limits(100), solver=f"python {SOLVER_VERSION + 1}")):
        with pytest.raises(OddsError, match="other rules or another solver"):
            prepare(wrong)


def test_a_deal_is_decided_as_the_solver_decides_it(tmp_path: Path) -> None:
    found = estimate(GAME, 40, database=tmp_path / "o.sqlite3")
    alone = [decide(Task(GAME, (), found.rules, PYTHON, Limits()), str(number)) for number in range(1, 41)]
    assert found.counts.winnable == sum(outcome.verdict == "winnable" for outcome in alone)
    assert found.counts.lost == sum(outcome.verdict == "lost" for outcome in alone)
    # Both kinds are there, or the test says nothing.
    assert min(found.counts.winnable, found.counts.lost) > 0
    assert all((outcome.length > 0) == (outcome.verdict == "winnable") for outcome in alone)


def test_a_length_counts_every_move_that_was_found_for_no_solution_is_shortened() -> None:
    rules = default_catalog().rules(GAME)
    whole = Task(GAME, (), rules.variant.hash, PYTHON, Limits())
    shorter = 0
    for number in range(1, 13):
        position = Game(rules, parse_deal(str(number))).position
        found = solve(rules, position, options=Options(shorten=False))
        assert decide(whole, str(number)).length == len(found.moves)
        shorter += len(solve(rules, position).moves) < len(found.moves)
    # Some could have been shortened, or the test says nothing.
    assert shorter > 0
