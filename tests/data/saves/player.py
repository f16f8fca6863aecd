"""A player in a process of its own, for test_saves: ``player.py TASK FOLDER SEED MOVES``.

``begin`` starts a game, ``resume`` goes on with the newest unfinished one. Each of MOVES random
moves is printed before it is saved, so what is on the disk is at most one move behind.
"""

import random
import sys
from pathlib import Path

from solitaire_engine import RecordError, deal, default_catalog
from solitaire_engine.saves import SaveFolder

task, folder, seed, moves = sys.argv[1], SaveFolder(Path(sys.argv[2])), sys.argv[3], int(sys.argv[4])
chance = random.Random(seed)
print("ready", flush=True)
sys.stdin.readline()
if task == "begin":
    game = deal("klondike", chance.randrange(1000), draw=1)
    save = folder.begin(game)
else:
    try:
        game, save = folder.resume(None, default_catalog())
    except RecordError as error:
        sys.exit(str(error))
for _ in range(moves):
    if game.moves and chance.random() < 0.05:
        game.pop()
    else:
        game.push(chance.choice(list(game.legal_moves)))
    print(" / ".join(map(str, game.moves)), flush=True)
    save.update(game)
print(save.path, flush=True)
