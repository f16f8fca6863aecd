"""How long `solitaire serve` takes to answer for the first time, against an empty Starlette application.

Both are started by uvicorn with the same settings in a fresh process, in turn; what counts is the time from
the start of the process to the first whole answer to a request. Bytecode is compiled once before.
"""

from __future__ import annotations

import argparse
import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

MOST: Final = 1.5
"""`solitaire serve` may take so many times as long as the empty application."""
PATIENCE: Final = 20.0
ROUNDS: Final = 9

EMPTY: Final = """
import sys, uvicorn
from starlette.applications import Starlette
uvicorn.run(Starlette(), port=int(sys.argv[1]), log_level="warning", access_log=False)
"""
SERVE: Final = "from solitaire_engine.cli import main; main()"


def free_port() -> int:
    """A port of the loopback address that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def answered(port: int) -> bool:
    """Whether a request at the port gets a whole answer, whatever it says."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/")
        connection.getresponse().read()
    except OSError:
        return False
    finally:
        connection.close()
    return True


def seconds(code: str, arguments: Sequence[str], port: int, environment: Mapping[str, str]) -> float:
    """The time from the start of a process to its first answer; the process is ended then."""
    begun = time.perf_counter()
    command = [sys.executable, "-c", code, *arguments]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            while not answered(port):
                if process.poll() is not None or time.perf_counter() - begun > PATIENCE:
                    raise SystemExit(f"{command[:3]} does not answer at port {port}")
                time.sleep(0.002)
            return time.perf_counter() - begun
        finally:
            process.kill()


def measure(rounds: int, folder: Path) -> tuple[float, float]:
    """The median seconds of the empty application and of `solitaire serve`."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment.update(PYTHONPYCACHEPREFIX=str(folder / "bytecode"), SOLITAIRE_DATA=str(folder / "data"))
    taken: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        for kept, serves in zip(taken, (False, True), strict=True):
            port = free_port()
            code, arguments = (SERVE, ["serve", "--no-open", "--port"]) if serves else (EMPTY, [])
            spent = seconds(code, [*arguments, str(port)], port, environment)
            if number:  # the first round compiles
                kept.append(spent)
    return statistics.median(taken[0]), statistics.median(taken[1])


def main() -> int:
    """Print both times and their ratio; exit code 1 if it is above `MOST`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how often each is started (default: {ROUNDS})")
    with tempfile.TemporaryDirectory() as folder:
        empty, serve = measure(parser.parse_args().rounds, Path(folder))
    print(f"an empty application {empty * 1000:6.0f} ms")
    print(f"solitaire serve      {serve * 1000:6.0f} ms   x {serve / empty:.2f}")
    return int(serve > MOST * empty)


if __name__ == "__main__":
    sys.exit(main())
