"""How long the command line and the package take to start, against a Python that only imports typer.

Each command runs in a fresh process, the commands in turn, so that a busy machine slows
all of them alike. Bytecode is compiled once before, into a folder of its own.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from typing import Final

MOST: Final = 3.0
"""A command may take so many times as long as importing typer."""
MAIN: Final = "from solitaire_engine.cli import main; main()"
MOST_IMPORT: Final = 0.4
"""Importing the package may add so much of that time to Python alone: 60 ms where typer takes 150."""
COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "python alone": ("pass",),
    "import the package": ("import solitaire_engine",),
    "deal a game": ("import solitaire_engine as se; se.deal('antares', 7)",),
    "import typer": ("import typer",),
    "solitaire --version": (MAIN, "--version"),
    "solitaire list": (MAIN, "list"),
}


def seconds(code: tuple[str, ...], environment: Mapping[str, str]) -> float:
    """The wall-clock time of one process that runs ``python -c`` with these arguments."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", *code], env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def measure(rounds: int, folder: str) -> dict[str, float]:
    """The median seconds of each command over so many rounds."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = folder
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for number in range(rounds + 1):
        for name, code in COMMANDS.items():
            taken = seconds(code, environment)
            if number:  # the first round compiles
                times[name].append(taken)
    return {name: statistics.median(taken) for name, taken in times.items()}


def main() -> int:
    """Print the medians and their ratios; exit code 1 if one is above `MOST` or `MOST_IMPORT`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="how often each command runs (default: 15)")
    with tempfile.TemporaryDirectory() as folder:
        medians = measure(parser.parse_args().rounds, folder)
    base = medians["import typer"]
    for name, taken in medians.items():
        print(f"{name:20} {taken * 1000:7.1f} ms   x {taken / base:.2f}")
    added = medians["import the package"] - medians["python alone"]
    print(f"importing the package adds {added * 1000:.1f} ms to Python alone, x {added / base:.3f}")
    return int(added > MOST_IMPORT * base or any(taken > MOST * base for taken in medians.values()))


if __name__ == "__main__":
    sys.exit(main())
