"""What several test modules need: every game with every choice it offers, seeded games, small boards.

The games are those of the catalogue and those in ``data/variants``, which use the words that
no game of the catalogue uses.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from itertools import combinations, product
from pathlib import Path

from tests import odd_words

from solitaire_engine.apply import apply
from solitaire_engine.cards import FACE, card_text, make_pack
from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.deals import parse_deal
from solitaire_engine.errors import SolitaireError
from solitaire_engine.extras import extra_moves
from solitaire_engine.game import Game
from solitaire_engine.host import Host
from solitaire_engine.notation import parse_position
from solitaire_engine.position import Move, Position
from solitaire_engine.rules import Rules

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


def board(rules: Rules, text: str) -> Game:
    """A game on a board that need not have all cards."""
    return Game(rules, parse_position(rules, text, complete=False))


def card_counts(position: Position) -> Counter[int]:
    """How often each card is there, whichever way up it lies."""
    return Counter(card & FACE for pile in position.piles for card in pile)


def pile_texts(position: Position) -> dict[str, list[str]]:
    """The cards of every pile as texts, lowest first."""
    return {name: list(map(card_text, pile)) for name, pile in zip(position.names, position.piles, strict=True)}


def moves_of_walk(game: Game, seed: str, steps: int, *, greedy: bool = False) -> Iterator[Move]:
    """Make up to `steps` moves picked by a seeded generator, and give each after it is made.

    A greedy walk brings a card home wherever one can go; any other prefers positions it has not
    seen, so that it gets somewhere. It ends where there is no move, or the game is won.
    """
    chance = random.Random(seed)
    home = {game.rules.names[pile] for pile in game.rules.home}
    seen = {game.position}
    for _ in range(steps):
        moves = list(game.legal_moves)
        if not moves or game.is_won:
            return
        chance.shuffle(moves)
        move = moves[0]
        if greedy:
            move = min(moves, key=lambda move: (move.target not in home, move.source in home))
        else:
            for candidate in moves[:4]:
                if apply(game.rules, game.position, candidate) not in seen:
                    move = candidate
                    break
        game.push(move)
        seen.add(game.position)
        yield move


def walk(game: Game, seed: str, steps: int, *, greedy: bool = False) -> Game:
    """The game after a whole walk of `moves_of_walk`."""
    for _ in moves_of_walk(game, seed, steps, greedy=greedy):
        pass
    return game


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


def conceivable_moves(rules: Rules, position: Position) -> Iterator[Move]:
    """Every pile to every pile, itself included, every number of cards to one more than are there; and the others."""
    for source, cards in zip(rules.names, position.piles, strict=True):
        for target in rules.names:
            for count in range(1, len(cards) + 2):
                yield Move("cards", source, target, count)
                if rules.gathered:
                    yield Move("draw", source, target, count)
    if rules.variant.removals:
        yield from (Move("remove", piles=(name,)) for name in rules.names)
        yield from (Move("remove", piles=pair) for pair in combinations(rules.names, 2))
    yield from (Move("deal"), Move("redeal"), Move("remove", piles=rules.names[:1]))
    yield Move("extra", text="no-such-move")
    yield from extra_moves(rules, position)
