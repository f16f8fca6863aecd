"""Running the command `solitaire` as a process of its own, with its files in a folder of the test's."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

UNSET = (
    "TERM",
    "NO_COLOR",
    "COLUMNS",
    "LINES",
    "SOLITAIRE_PLUGINS",
    "SOLITAIRE_VARIANTS",
    "PYTHONIOENCODING",
    "WT_SESSION",
)
"""What a test sets by itself, if at all."""
COMMAND = (sys.executable, "-m", "solitaire_engine")


def environment(folder: Path, **more: str) -> dict[str, str]:
    """The variables for a process that keeps its games and settings below `folder`."""
    kept = {name: value for name, value in os.environ.items() if name not in UNSET}
    data, config = folder / "data", folder / "config"
    return {**kept, "PYTHONUTF8": "1", "SOLITAIRE_DATA": str(data), "SOLITAIRE_CONFIG": str(config), **more}


def run(
    folder: Path, *args: str, typed: str = "", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command with these arguments and what is typed; `folder` is also the working directory."""
    return subprocess.run(
        [*COMMAND, *args],
        input=typed,
        env=environment(folder, **(env or {})),
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def start(folder: Path, *args: str) -> subprocess.Popen[str]:
    """The command as a running process, its input and output as pipes of text."""
    return subprocess.Popen(
        [*COMMAND, *args],
        env=environment(folder),
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def answer(process: subprocess.Popen[str], line: str) -> str:
    """Type a line to a running process and read up to the sentence that answers it."""
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    while not process.stdout.readline().startswith(f"> {line}"):
        pass
    return process.stdout.readline().rstrip("\n")
