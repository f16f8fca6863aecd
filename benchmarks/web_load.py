"""How long a move takes in the browser's protocol while many games are played at once.

A server is started on the loopback address, with a data folder of its own; one process plays all
games, each over a socket of its own, a move in every `--every` seconds as a quick player would. What counts is the
time from sending a move to the step that answers it. Everything is bounded: games, seconds, and moves.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game

MOST: Final = 0.020
"""Seconds that 95 of 100 moves may take at most."""
GAMES: Final = 50
SECONDS: Final = 20.0
EVERY: Final = 1.0
VARIANTS: Final = ("antares", "agnes_aces", "klondike", "freecell", "spider", "yukon", "canfield", "scorpion")
PATIENCE: Final = 20.0


@dataclass(slots=True)
class Served:
    """A running server: where it is, and what it wants to see."""

    base: str
    cookie: str
    taken: list[float] = field(default_factory=list[float])

    @property
    def headers(self) -> dict[str, str]:
        """What every request has."""
        return {"Cookie": self.cookie, "Origin": self.base}

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask the API."""
        data = json.dumps(body).encode()
        headers = {**self.headers, "Content-Type": "application/json"}
        with urlopen(Request(self.base + path, data, headers), timeout=PATIENCE) as answer:
            found: dict[str, Any] = json.load(answer)
            return found


def start(folder: Path) -> tuple[subprocess.Popen[str], Served]:
    """A server at a free port."""
    environment = {**os.environ, "SOLITAIRE_DATA": str(folder / "data"), "SOLITAIRE_CONFIG": str(folder / "config")}
    command = [sys.executable, "-m", "solitaire_engine", "serve", "--no-open", "--port", "0"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    link = urlsplit(process.stdout.readline().split()[-1])
    token = parse_qs(link.query)["token"][0]
    return process, Served(f"http://{link.netloc}", f"solitaire-{link.port}={token}")


async def play(served: Served, number: int, seconds: float, every: float, chance: random.Random) -> None:
    """Play one game: the moves are chosen here, from the same rules, and timed there."""
    variant = VARIANTS[number % len(VARIANTS)]
    deal = str(number + 1)
    begun = await asyncio.to_thread(served.post, "/api/begin", {"variant": variant, "deal": deal})
    url = f"{served.base.replace('http', 'ws')}/ws/{begun['id']}"
    game = Game(default_catalog().rules(variant), parse_deal(deal))
    async with connect(url, additional_headers=served.headers, open_timeout=PATIENCE) as socket:
        await socket.recv()
        await asyncio.sleep(chance.random() * every)
        end = time.perf_counter() + seconds
        asked = 0
        while time.perf_counter() < end:
            moves = list(game.legal_moves)
            asked += 1
            if moves and not game.is_won and len(game.moves) < 200:
                move = str(game.push(chance.choice(moves)))
                served.taken.append(await timed(socket, {"t": "type", "text": move, "n": asked}))
            else:
                game.restart()
                served.taken.append(await timed(socket, {"t": "restart", "n": asked}))
            await asyncio.sleep(every * (0.5 + chance.random()))


async def timed(socket: ClientConnection, said: dict[str, Any]) -> float:
    """The seconds from a request to its answer, which must be a step."""
    begun = time.perf_counter()
    await socket.send(json.dumps(said))
    while True:
        answer = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        if answer.get("n") == said["n"]:
            taken = time.perf_counter() - begun
            assert answer["t"] == "step", answer
            return taken


async def run(served: Served, games: int, seconds: float, every: float) -> None:
    """Play all games at once."""
    chance = random.Random(1)
    await asyncio.gather(*(play(served, n, seconds, every, random.Random(chance.random())) for n in range(games)))


def main() -> int:
    """Print the median, the 95th percentile and the longest time; exit code 1 if the second is above `MOST`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"so many at once (default: {GAMES})")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"so long (default: {SECONDS:g})")
    parser.add_argument("--every", type=float, default=EVERY, help=f"seconds between two moves (default: {EVERY:g})")
    asked = parser.parse_args()
    games, seconds = min(asked.games, 200), min(asked.seconds, 120.0)
    with tempfile.TemporaryDirectory() as folder:
        process, served = start(Path(folder))
        try:
            asyncio.run(run(served, games, seconds, max(asked.every, 0.05)))
        finally:
            process.terminate()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
    taken = sorted(served.taken)
    middle, high = taken[len(taken) // 2], taken[int(len(taken) * 0.95)]
    print(f"{games} games, {len(taken)} moves in {seconds:g} s")
    print(f"median {middle * 1000:.1f} ms, 95th percentile {high * 1000:.1f} ms, longest {taken[-1] * 1000:.1f} ms")
    return int(high > MOST)


if __name__ == "__main__":
    sys.exit(main())
