"""Writes tests/data/naive/catalogue.json: for each game how many series of moves there are to depth 3.

    python -m tests.make_counts [ID...]

The numbers come from the second program (`naive`), which deals and plays from the resolved
variant on its own; the tests hold the engine to them. Depth 3 is left out where it would
have more than `MOST` series, by the second program's own estimate from depth 2, and games
that need words of a plugin, which it does not know, are left out with the reason.
"""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from typing import Any

from tests.naive import Naive

from solitaire_engine.cards import card_text
from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import parse_deal, start_state
from solitaire_engine.rules import Rules

FILE = Path(__file__).parent / "data" / "naive" / "catalogue.json"
DEAL = "1"
MOST = 260_000


def naive_deal(rules: Rules) -> Naive:
    """The second program's own deal of a game."""
    deck = [card_text(card) for card in parse_deal(DEAL).order(rules.pack)]
    document: dict[str, Any] = copy.deepcopy(dict(rules.variant.document))
    return Naive(document, deck, start_state(DEAL))


def counts(game: Naive) -> list[int]:
    """How many series of none, one, two and, where they are not too many, three moves there are."""
    level = [game.apply(move) for move in sorted(game.moves())]
    found = [1, len(level), sum(len(there.moves()) for there in level)]
    if found[2] * max(found[2] // max(found[1], 1), 1) <= MOST:
        level = [there.apply(move) for there in level for move in sorted(there.moves())]
        found.append(sum(len(there.moves()) for there in level))
    return found


def main(ids: list[str]) -> None:
    """Count the named games, or all, and write the file."""
    catalog = default_catalog()
    known: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for entry in catalog.entries:
        if entry.preset is not None or (ids and entry.id not in ids):
            continue
        rules = catalog.rules(entry.id)
        try:
            known[entry.id] = counts(naive_deal(rules))
        except ValueError as error:
            known[entry.id] = f"not counted: {error}"
        print(entry.id, known[entry.id], flush=True)
    text = ",\n".join(f'  "{name}": {json.dumps(known[name])}' for name in sorted(known))
    FILE.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
