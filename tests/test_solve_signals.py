"""The command `solitaire solve` on a terminal and under signals: how far it is, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from tests.fake_plugins import write_distribution
from tests.program import COMMAND, environment, run
from tests.test_solve_cli import ENDLESS

from solitaire_engine.cli.watching import Watch


class Terminal:
    """The command on a pseudo-terminal, its output also where that is a pipe."""

    def __init__(self, folder: Path, *args: str, **env: str) -> None:
        import pty

        self.ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, "solve", *args],
            stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, env=environment(folder, **env), cwd=folder,
        )  # fmt: skip
        os.close(theirs)
        self.shown = ""

    def wait_for(self, text: str) -> None:
        """Read stderr until the text is there; OSError if the command ends before."""
        while text not in self.shown:
            self.shown += os.read(self.ours, 65_536).decode("utf-8")

    def end(self) -> str:
        """Wait for the end; what was written to stdout."""
        out, _ = self.process.communicate(timeout=60)
        return out.decode("utf-8")

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.communicate()
        os.close(self.ours)


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals on Windows")
def test_on_a_terminal_it_says_how_far_it_is_and_ctrl_c_ends_it_with_what_is_known(tmp_path: Path) -> None:
    with Terminal(tmp_path, f"{ENDLESS}:1", "--limit", "none", "--seconds", "50") as terminal:
        terminal.wait_for("a second; Ctrl-C stops")
        terminal.process.send_signal(signal.SIGINT)
        out = terminal.end()
    assert terminal.process.returncode == 130
    assert re.match(r"Whether \S+:1 can be won is unknown: stopped after [\d,]+ positions\.\n", out)
    assert re.search(r"^\r[\d,]+ positions in [\d.]+ seconds, [\d,]+ a second", terminal.shown)


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals on Windows")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_in_a_range_keeps_what_was_found_and_sums_it_up(tmp_path: Path, jobs: str) -> None:
    args = [f"{ENDLESS}:1-9", "--limit", "none", "--seconds", "50", "--jobs", jobs]
    with Terminal(tmp_path, *args) as terminal:
        terminal.wait_for("deal 1 of 9: ")
        terminal.process.send_signal(signal.SIGINT)
        *_, last = terminal.end().splitlines()
    assert terminal.process.returncode == 130
    assert re.match(r"Stopped after \d of 9 deals: 0 winnable, 0 lost, \d unknown\. ", last)


def test_nothing_of_the_progress_goes_into_a_pipe(tmp_path: Path) -> None:
    done = run(tmp_path, "solve", f"{ENDLESS}:1-2", "--limit", "none", "--seconds", "0.5")
    assert (done.returncode, done.stderr) == (3, "")
    assert len(done.stdout.splitlines()) == 3 and "\r" not in done.stdout


def test_the_line_on_the_terminal_is_never_wider_than_it_and_is_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen:
        def __init__(self) -> None:
            self.text = ""

        def isatty(self) -> bool:
            return True

        def write(self, text: str) -> int:
            self.text += text
            return len(text)

        def flush(self) -> None:
            pass

    screen = Screen()
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setattr("solitaire_engine.cli.watching.EVERY", -1.0)
    watch = Watch(screen)  # type: ignore[arg-type]
    for text in ("a" * 100, "b"):
        watch.show(lambda text=text: text)  # type: ignore[misc]
    watch.clear()
    assert screen.text == "\r" + "a" * 19 + "\rb" + " " * 18 + "\r \r"


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals on Windows")
def test_a_range_that_was_stopped_is_no_reason_to_raise_a_limit(tmp_path: Path) -> None:
    # The first deal reaches its limit, the last one does not.
    with Terminal(tmp_path, f"{ENDLESS}:1-2", "--limit", "none", "--seconds", "3") as terminal:
        terminal.wait_for("deal 2 of 2: ")
        terminal.process.send_signal(signal.SIGINT)
        *_, last = terminal.end().splitlines()
    assert last.startswith("2 deals: 0 winnable, 0 lost, 2 unknown. ") and "raise" not in last


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_sigterm_ends_all_processes_of_a_range_without_a_word(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "solve", f"{ENDLESS}:1-9", "--limit", "200", "--jobs", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(tmp_path), cwd=tmp_path, encoding="utf-8",
    )  # fmt: skip
    assert process.stdout is not None
    assert "unknown" in process.stdout.readline()
    process.terminate()
    _, err = process.communicate(timeout=60)
    assert err == ""
    assert process.returncode in (128 + signal.SIGTERM, 3)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_where_a_plugin_never_returns_the_first_ctrl_c_says_that_a_second_one_ends_it(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path\n"
        "from solitaire_engine.hooks import hookimpl\n"
        "from solitaire_engine.words import Win\n"
        "def won(game):\n"
        "    Path('asked').touch()\n"
        "    while True: pass\n"
        "@hookimpl\n"
        "def solitaire_words():\n"
        "    return [Win(name='never', won=won, rule='never')]\n"
    )
    write_distribution(tmp_path, "waits", points={"waits": "waits"}, modules={"waits": code})
    game = "schema: 1\nname: Waits\nextends: freecell\nwin: {by: never}\nplugins: [waits]\n"
    (tmp_path / "waits.yaml").write_text(game, "utf-8")
    process = subprocess.Popen(
        [*COMMAND, "solve", "waits.yaml:1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(tmp_path, PYTHONPATH=str(tmp_path)), cwd=tmp_path, encoding="utf-8",
    )  # fmt: skip
    while not (tmp_path / "asked").exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    said = process.stderr.readline()
    assert said == "solitaire: stopping, which takes a while; Ctrl-C once more breaks it off\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
