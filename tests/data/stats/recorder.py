"""A process that keeps games in a file of statistics, for test_stats: ``recorder.py FILE NAME GAMES``.

Games are called NAME-0, NAME-1 and so on; each is printed once it is kept. After every one it also
wins the game ``shared``, in as many moves as NAME says.
"""

import sys
from dataclasses import replace
from pathlib import Path

from solitaire_engine.statstore import Played, StatsFile

file, name, games = StatsFile(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3])
one = Played("", "klondike", "draw=1", "Klondike", "0" * 16, "7", "", "playing", 60.0, 90, 1)
print("ready", flush=True)
sys.stdin.readline()
for number in range(games):
    id = f"{name}-{number}"
    file.put(replace(one, id=id))
    file.put(replace(one, id=id, state="won"))
    print(id, flush=True)
    file.put(replace(one, id="shared", state="won", moves=int(name)))
