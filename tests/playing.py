"""What several test modules need: every game with every choice it offers, seeded games, small boards.

The games are those of the catalogue and those in ``data/variants``, which use the words that
no game of the catalogue uses.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from itertools import product
from pathlib import Path

from tests import odd_words

from solitaire_engine.cards import card_text, make_pack
from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.deals import parse_deal
from solitaire_engine.errors import SolitaireError
from solitaire_engine.game import Game
from solitaire_engine.host import Host
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules
from solitaire_engine.testing import board, card_counts, conceivable_moves, moves_of_walk, walk

__all__ = [
    "CATALOG", "CHOICES", "GAMES", "HOST", "SETTINGS", "SIX", "VARIANTS", "Setting", "board", "card_counts",
    "conceivable_moves", "deals_for", "moves_of_walk", "new_game", "pile_texts", "settings", "walk", "walks",
]  # fmt: skip

STEPS = 60
VARIANTS = Path(__file__).parent / "data" / "variants"
HOST = Host([*entry_points(group="solitaire_engine.plugins"), odd_words.EntryPoint()])
CATALOG = Catalog([bundled_folder(), VARIANTS], HOST)
SIX = ("antares", "agnes_aces", "agnes_bernauer", "freecell", "klondike", "scorpion")


@dataclass(frozen=True)
class Setting:
    """A game, or a preset of one, with parameter values that differ from its own."""

    variant: str
    values: tuple[tuple[str, str], ...] = ()

    @property
    def rules(self) -> Rules:
        return CATALOG.rules(self.variant, dict(self.values))

    def __str__(self) -> str:
        return "-".join([self.variant, *(f"{name}={value}" for name, value in self.values)])


def settings() -> list[Setting]:
    """Every game and preset as it is, and once for each other choice of each of its parameters.

    A game that does not load is left out here; `test_conformance` fails for it by name.
    """
    found: list[Setting] = []
    for entry in CATALOG.entries:
        try:
            variant = CATALOG.load(entry.id)
        except SolitaireError:
            continue
        found.append(Setting(entry.id))
        for param in variant.params:
            others = [choice for choice in param.choices if choice != variant.values[param.name]]
            found.extend(Setting(entry.id, ((param.name, choice),)) for choice in others)
    return found


SETTINGS = settings()
GAMES = [setting for setting in SETTINGS if not setting.values]
CHOICES = [setting for setting in SETTINGS if setting.values]


def deals_for(rules: Rules) -> list[str]:
    """Deals of our own and, for games of one full pack, one of Microsoft's."""
    return ["7", "ms:11982"] if sorted(rules.pack) == sorted(make_pack()) else ["7", "8"]


def new_game(rules: Rules, deal: str) -> Game:
    return Game(rules, parse_deal(deal))


def pile_texts(position: Position) -> dict[str, list[str]]:
    """The cards of every pile as texts, lowest first."""
    return {name: list(map(card_text, pile)) for name, pile in zip(position.names, position.piles, strict=True)}


@cache
def walks(setting: Setting) -> tuple[Game, ...]:
    """Played games of a setting, to be read and not changed.

    For a game as it is, one deal at random and one greedily, and for the first six games each of
    the deals both ways. For another choice of a parameter one short game: most of the rules are
    the same, and there are many choices.
    """
    rules = setting.rules
    if setting.values:
        return (walk(new_game(rules, "7"), str(setting), STEPS // 2, greedy=True),)
    ways = list(product(deals_for(rules), (False, True)))
    return tuple(
        walk(new_game(rules, deal), f"{setting} {deal}", STEPS, greedy=greedy)
        for deal, greedy in (ways if setting.variant in SIX else ways[::3])
    )
