"""How long the table takes until its first card is on the terminal, against an empty Textual app.

Each runs in a fresh process on a pseudo-terminal, the two in turn, so that a busy machine
slows both alike. For the empty app the time runs until the one word that it shows is there.
Bytecode is compiled once before, into a folder of its own.
"""

from __future__ import annotations

import argparse
import os
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

MOST: Final = 2.5
"""The first card may take so many times as long as the first word of the empty app."""
EMPTY: Final = """
from textual.app import App
from textual.widgets import Static

class Empty(App):
    def compose(self):
        yield Static("painted")

Empty().run()
"""
PLAY: Final = "from solitaire_engine.cli import main; main()"
WAYS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "empty Textual app": ("painted", (EMPTY,)),
    "solitaire play antares": ("5♣", (PLAY, "play", "antares:7")),
}
"""What is waited for, and the code with its arguments; the five of clubs is the first card of that deal."""
PATIENCE: Final = 60.0
"""Seconds."""


def painted(shown: str, code: tuple[str, ...], environment: Mapping[str, str]) -> float:
    """The wall-clock seconds until a process has written a text to its terminal of 80 columns and 24 rows."""
    # Imported here, for Windows has none of them, and is to be told so in a sentence.
    import fcntl
    import pty
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", *code], env=environment, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
    )
    written = b""
    try:
        while shown.encode() not in written:
            if process.poll() is not None or time.perf_counter() - start > PATIENCE:
                raise SystemExit(f"{shown} was never painted, but: {written[-1000:].decode(errors='replace')}")
            if select.select([master], [], [], 0.1)[0]:
                written += os.read(master, 65_536)
        return time.perf_counter() - start
    finally:
        process.kill()
        process.wait()
        os.close(master)
        os.close(slave)


def measure(rounds: int, folder: str) -> dict[str, float]:
    """The median seconds of each way over so many rounds; `folder` takes bytecode, games and settings."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(Path(folder, "code")), "PYTHONUTF8": "1", "TERM": "xterm-256color"}
    environment |= {"SOLITAIRE_DATA": str(Path(folder, "data")), "SOLITAIRE_CONFIG": str(Path(folder, "config"))}
    times: dict[str, list[float]] = {name: [] for name in WAYS}
    for number in range(rounds + 1):
        for name, (shown, code) in WAYS.items():
            taken = painted(shown, code, environment)
            if number:  # the first round compiles
                times[name].append(taken)
    return {name: statistics.median(taken) for name, taken in times.items()}


def main() -> int:
    """Print the medians and their ratio; exit code 1 if it is above `MOST`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="how often each runs (default: 15)")
    rounds = parser.parse_args().rounds
    if os.name == "nt":
        raise SystemExit("this cannot be measured on Windows, which has no pseudo-terminals")
    with tempfile.TemporaryDirectory() as folder:
        medians = measure(rounds, folder)
    empty, table = medians.values()
    for name, taken in medians.items():
        print(f"{name:24} {taken * 1000:7.1f} ms   x {taken / empty:.2f}")
    return int(table > MOST * empty)


if __name__ == "__main__":
    sys.exit(main())
