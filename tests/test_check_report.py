"""What `check` tells of a good file, and what it does while a file is being written."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.playing import CATALOG
from tests.program import COMMAND, environment, run

from solitaire_engine.catalog import Catalog
from solitaire_engine.cli.reporting import health_lines, solver_lines
from solitaire_engine.filewatch import FileWatch, lineage
from solitaire_engine.health import Health, health_of
from solitaire_engine.rules import Rules

GOOD = "schema: 1\nname: Good\nextends: scorpion\n"
LONGEST = 60.0
"""Seconds after which a program that does not answer is held to hang."""


def rules_of(folder: Path, text: str) -> Rules:
    path = folder / "trial.yaml"
    path.write_text(text, "utf-8")
    return Catalog([folder], CATALOG.host).rules(str(path)) if "extends" not in text else CATALOG.rules(str(path))


def game(tableau: str, more: str = "") -> str:
    """A small game of four columns and four cells, with other rules for its columns."""
    return (
        f"schema: 1\nname: Small\ndeck: {{ranks: A-4}}\npiles:\n  cell: {{kind: cell, count: 4}}\n"
        f"  foundation: {{kind: foundation}}\n  tableau: {{kind: tableau, count: 4, {tableau}}}\n{more}"
        "deal:\n  - {to: tableau, cards: rest}\n"
    )


def test_the_report_of_a_good_file_has_the_deal_the_rules_random_play_and_the_solvers_guess(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(game("build: down suit, lift: sequence"), "utf-8")
    done = run(tmp_path, "check", "good.yaml", "--deal", "5", "--ascii")
    assert (done.returncode, done.stderr) == (0, "")
    first, *lines = done.stdout.splitlines()
    assert first == "good.yaml: good; 3 games played"
    assert "Deal 5 of Small:" in lines
    assert any(line.split()[:2] == ["t1", "t2"] for line in lines)
    assert any(
        re.fullmatch(r"Rules: a page of \d+ words; to read it: solitaire rules good\.yaml", line) for line in lines
    )
    assert "- all 16 cards were there after every move" in lines
    place = lines.index("Solver: deals 1 to 10, 4,000 positions each")
    counts = re.fullmatch(r"- (\d+) winnable, (\d+) lost, (\d+) unknown", lines[place + 1])
    assert counts and sum(map(int, counts.groups())) == 10
    assert lines[-1] == "Too few for more than a guess; to measure: solitaire odds good.yaml"
    # The page itself if it is asked for, and nothing of the solver where it is to be quick.
    other = run(tmp_path, "check", "good.yaml", "--quick", "--rules").stdout
    assert "## The pack" in other and "Solver" not in other and "words" not in other


def test_the_report_is_the_same_every_time(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, game("build: down alternate, lift: sequence"))
    assert health_of(rules) == health_of(rules)
    assert list(solver_lines(rules, "x")) == list(solver_lines(rules, "x"))


def test_several_files_get_a_line_each_and_the_worst_exit_code(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(GOOD, "utf-8")
    (tmp_path / "bad.yaml").write_text(f"{GOOD}count: 7\n", "utf-8")
    done = run(tmp_path, "check", "good.yaml", "bad.yaml", "scorpion")
    lines = done.stdout.splitlines()
    assert done.returncode == 1 and len(lines) == 3
    assert re.fullmatch(r"good\.yaml: good; \d+ games played", lines[0])
    assert re.fullmatch(r".*scorpion\.yaml: good; \d+ games played", lines[2])
    assert re.match(r"bad\.yaml:4:1: count: .+; ", lines[1])
    alone = run(tmp_path, "check", "bad.yaml")
    assert (alone.returncode, alone.stdout, alone.stderr) == (1, f"{lines[1]}\n", "")


def test_a_deal_that_is_none_is_a_usage_error(tmp_path: Path) -> None:
    done = run(tmp_path, "check", "scorpion", "--deal", "xyzzy")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("solitaire: invalid value for --deal: ") and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("tableau", "told"),
    [
        ("build: none, lift: top, gap: none", "no card could come to tableau"),
        ("build: down suit, lift: none", "no card could come to foundation"),
        ("build: none, lift: sequence", "never more than one card at once could leave tableau (lift sequence)"),
    ],
)
def test_what_never_happens_in_random_play_is_named(tableau: str, told: str, tmp_path: Path) -> None:
    health = health_of(rules_of(tmp_path, game(tableau, "")))
    assert told in health.unused
    assert f"- {told}" in list(health_lines(health, 16))


def test_nothing_is_said_to_be_unused_where_everything_is_used(tmp_path: Path) -> None:
    assert health_of(rules_of(tmp_path, game("build: down any, lift: any"))).unused == ()


def test_a_crossing_and_a_stock_that_do_nothing_are_named(tmp_path: Path) -> None:
    text = game("build: down any, lift: top", "  right: {kind: tableau, count: 2, build: none, lift: top}\n")
    crossing = "transfer:\n  - {by: shifts, between: [tableau, right]}\nplugins: [shifts]\n"
    assert (
        "no group of cards could cross between tableau and right (transfer shifts)"
        in health_of(rules_of(tmp_path, text + crossing)).unused
    )
    assert "there never was a redeal" in health_of(CATALOG.rules("klondike"), 1, 1).unused


def test_how_often_a_game_is_stuck_at_once_is_counted(tmp_path: Path) -> None:
    stuck = health_of(rules_of(tmp_path, game("build: none, lift: none")))
    assert (stuck.games, stuck.stuck_at_once, stuck.stuck, stuck.middle) == (20, 20, 20, 0)
    assert "- without a single move: 20 of 20 deals" in list(health_lines(stuck, 16))
    won = health_of(rules_of(tmp_path, game("build: down any, lift: any")))
    assert won.stuck_at_once == 0
    assert won.won > 0


def test_lost_cards_are_told() -> None:
    lines = list(health_lines(Health(2, 0, 0, 0, (3, 4), (), (1, 2)), 52))
    assert "- cards were lost or doubled in the deals 1, 2" in lines
    assert not any("were there after every move" in line for line in lines)


# Watching


def test_a_watch_sees_a_file_saved_replaced_and_coming_back_but_not_that_it_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_text("one", "utf-8")
    watch = FileWatch([path])
    assert not watch.changed()
    path.write_text("other", "utf-8")
    assert watch.changed() and not watch.changed()
    path.unlink()
    assert not watch.changed() and watch.gone == (path,)
    path.write_text("again", "utf-8")
    assert watch.changed() and not watch.gone
    other = tmp_path / "new"
    other.write_text("again", "utf-8")
    other.replace(path)
    assert watch.changed()


def test_the_parents_of_a_file_are_watched_too(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(GOOD, "utf-8")
    child = tmp_path / "child.yaml"
    child.write_text("schema: 1\nname: Child\nextends: base\n", "utf-8")
    files = lineage(child, CATALOG.beside(child))
    assert [file.stem for file in files] == ["child", "base", "scorpion"]
    (tmp_path / "base.yaml").write_text("schema: 1\nname: Base\nextends: child\n", "utf-8")
    assert [file.stem for file in lineage(child, CATALOG.beside(child))] == ["child", "base"]


def test_a_parent_that_is_yet_to_be_written_is_noticed_when_it_is(tmp_path: Path) -> None:
    child = tmp_path / "child.yaml"
    child.write_text("schema: 1\nname: Child\nextends: base\n", "utf-8")
    watch = FileWatch(lineage(child, CATALOG.beside(child)))
    assert not watch.changed() and not watch.gone
    (tmp_path / "base.yaml").write_text(GOOD, "utf-8")
    assert watch.changed()


class Watching:
    """The command at work on a file, with what it has printed."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.path = folder / "printed.txt"
        with self.path.open("wb") as printed:
            self.process = subprocess.Popen(
                [*COMMAND, "check", *args], env=environment(folder), cwd=folder, stdin=subprocess.DEVNULL,
                stdout=printed, stderr=subprocess.STDOUT,
            )  # fmt: skip

    def until(self, seen: Callable[[str], bool]) -> str:
        """What it has printed once that is enough."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            text = self.path.read_text("utf-8")
            if seen(text):
                return text
            time.sleep(0.05)
        raise AssertionError(self.path.read_text("utf-8"))

    def __enter__(self) -> Watching:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
def test_watching_checks_again_on_saving_shows_the_same_deal_and_survives_what_editors_do(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(game("build: down suit"), "utf-8")

    def rounds(number: int) -> Callable[[str], bool]:
        return lambda text: text.count("Watching mine.yaml; Ctrl-C ends.") == number

    with Watching(tmp_path, "mine.yaml", "--watch", "--deal", "7") as watching:
        first = watching.until(rounds(1))
        assert first.startswith("mine.yaml: good; 3 games played\n\nDeal 7 of Small:\n")
        path.write_text("schema: 1\nname: [", "utf-8")
        broken = watching.until(rounds(2)).removeprefix(first)
        assert broken.startswith("mine.yaml:2:7: ")
        path.unlink()
        gone = watching.until(lambda text: "the file is gone" in text)
        assert gone.endswith("mine.yaml: the file is gone; waiting for it to come back\n")
        new = tmp_path / "new.tmp"
        new.write_text(
            game("build: down any").replace("Small", "Smaller").replace("count: 4, build", "count: 5, build"), "utf-8"
        )
        new.replace(path)
        again = watching.until(rounds(3)).removeprefix(gone)
        assert again.startswith("mine.yaml: good; 3 games played\n\nDeal 7 of Smaller:\n")
        assert "t5" in again and "t5" not in first
        watching.process.send_signal(signal.SIGINT)
        assert watching.process.wait(LONGEST) == 130
    assert "Traceback" not in watching.path.read_text("utf-8")


def test_only_one_file_is_watched_at_a_time(tmp_path: Path) -> None:
    done = run(tmp_path, "check", "scorpion", "klondike", "--watch")
    assert done.returncode == 2
    assert (
        done.stderr
        == "solitaire: invalid value for --watch: one file can be watched at a time; see: solitaire check --help\n"
    )


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals on Windows")
def test_an_open_table_deals_the_same_cards_again_when_its_file_is_saved(tmp_path: Path) -> None:
    from tests.terminals import Terminal

    path = tmp_path / "mine.yaml"
    path.write_text(game("build: down any"), "utf-8")
    with Terminal(tmp_path, "play", "mine.yaml:7", "--watch") as terminal:
        terminal.until("t4")
        path.write_text(game("build: nothing"), "utf-8")
        terminal.until("Not dealt: mine.yaml:7:")
        path.write_text(game("build: down any").replace("count: 4, build", "count: 5, build"), "utf-8")
        terminal.until("The file was saved: Small, deal 7")
        terminal.until("t5")
        terminal.type("q")
        assert terminal.ends() == 0 and terminal.is_as_before
        assert terminal.errors == ""


@pytest.mark.parametrize("args", [("scorpion", "--watch"), ("--watch",), ("scorpion", "--watch", "--text")])
def test_a_table_that_cannot_be_dealt_again_is_a_usage_error(args: tuple[str, ...], tmp_path: Path) -> None:
    done = run(tmp_path, "play", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("solitaire: invalid value for --watch: ")
