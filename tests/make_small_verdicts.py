"""Writes tests/data/small/verdicts.json: deals of small games, each with what all its positions say of it.

    python -m tests.make_small_verdicts [ID...]

For each game the deals 1, 2, 3... are judged until enough are lost and enough can be won, `TRIED`
at most. Kept are those with `LEAST` to `MOST` positions: the number stands behind the deal.
Deals with fewer are counted under `few`, those with more, whose outcome is not known, under `many`.
"""

from __future__ import annotations

import json
import sys

from tests.small_games import FAMILIES, VERDICTS, Verdicts, judgement, known_verdicts

WANTED = 36
"""So many deals of each outcome a family's games bring in together, more or less."""
MORE = {"1-deck": 10, "2-deck": 12, "accordion": 16, "fan": 10, "gaps": 26}
"""So many deals of each outcome from each game, where other games of the family have too few of one."""
TRIED = 60
LEAST, MOST = 8, 2_500


def verdicts(name: str, each: int) -> Verdicts:
    """What is kept of one game: up to `each` deals of either outcome."""
    lost: dict[str, int] = {}
    winnable: dict[str, int] = {}
    few = many = tried = 0
    while tried < TRIED and not (len(lost) >= each and len(winnable) >= each):
        tried += 1
        found = judgement(name, str(tried), MOST)
        if found is None:
            many += 1
        elif found.positions < LEAST:
            few += 1
        elif len(kept := winnable if found.winnable else lost) < each:
            kept[str(tried)] = found.positions
    return {"family": FAMILIES[name], "tried": tried, "few": few, "many": many, "lost": lost, "winnable": winnable}


def main(ids: list[str]) -> None:
    """Judge deals of the named games, or of all, and write the file."""
    known = known_verdicts() if VERDICTS.exists() else {}
    for name in ids or sorted(FAMILIES):
        games = sum(family == FAMILIES[name] for family in FAMILIES.values())
        known[name] = verdicts(name, MORE.get(FAMILIES[name], max(8, -(-WANTED // games))))
        found = known[name]
        print(name, "lost", len(found["lost"]), "winnable", len(found["winnable"]), "tried", found["tried"], flush=True)
        text = ",\n".join(f'  "{game}": {json.dumps(known[game])}' for game in sorted(known) if game in FAMILIES)
        VERDICTS.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
