"""Games of the catalogue with packs so small that every position of a deal can be looked at.

The files in ``data/small`` extend games of the catalogue, so the rules under test are the
catalogue's; only the pack is cut, and the piles with it.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, TypedDict

from tests.exhaustive import Judgement, judge
from tests.naive import Naive
from tests.solver_truth import explored

from solitaire_engine.cards import card_text
from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.deals import parse_deal, start_state
from solitaire_engine.game import Game
from solitaire_engine.host import default_host
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules

FOLDER = Path(__file__).parent / "data" / "small"
VERDICTS = FOLDER / "verdicts.json"
CATALOG = Catalog([FOLDER, bundled_folder()], default_host())
FAMILIES = {entry.id: entry.family for entry in CATALOG.entries if entry.file.parent == FOLDER}
"""The small games, presets of them included, each with its family."""
BY_PLUGIN = {name for name, family in FAMILIES.items() if family in ("accordion", "gaps")}
"""Games with words that the second program does not know: the engine's own rules judge them, without the solver."""


class Verdicts(TypedDict):
    """What is known of one game: of its first `tried` deals those that are lost and those that can be won, each
    with the number of positions, and how many have too few or too many positions to be kept."""

    family: str
    tried: int
    few: int
    many: int
    lost: dict[str, int]
    winnable: dict[str, int]


def known_verdicts() -> dict[str, Verdicts]:
    """What `make_small_verdicts` found, by game."""
    found: dict[str, Verdicts] = json.loads(VERDICTS.read_text(encoding="utf-8"))
    return found


def naive_start(rules: Rules, deal: str) -> Naive:
    """The second program's own deal of a small game."""
    document: dict[str, Any] = copy.deepcopy(dict(rules.variant.document))
    return Naive(document, [card_text(card) for card in parse_deal(deal).order(rules.pack)], start_state(deal))


def start(rules: Rules, deal: str) -> Position:
    """The engine's deal."""
    return Game(rules, parse_deal(deal)).position


def judgement(name: str, deal: str, most: int) -> Judgement | None:
    """What looking at every position says of a deal; None if there are more than `most`."""
    rules = CATALOG.rules(name)
    if name not in BY_PLUGIN:
        return judge(naive_start(rules, deal), most)
    # A position is its own key here: nothing that it holds is taken for granted.
    return explored(rules, start(rules, deal), lambda position: position, most)
