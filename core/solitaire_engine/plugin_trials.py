"""Trying out plugins that are installed: their words, and the games that name them.

A plugin can load without a fault and fail all the same, when a word is asked or a hook is
called in play. Whoever lists the plugins wants to know, without having to play for it.
"""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .cards import make_pack
from .catalog import Catalog, bundled_folder
from .deals import parse_deal
from .definitions import BuildRule, DealRule, GapRule
from .distributions import ENGINE
from .errors import PluginError, SolitaireError, VariantError
from .faults import one_line
from .game import Game
from .host import Host, PluginInfo
from .solver import Limits, Options
from .solver.backends import offers_of
from .solver.solving import solve_by
from .tabulate import build_masks, deal_counts, limit_table, pair_masks, start_mask, together_masks
from .words import Build, Direction, Gap, Lift, Limit, Match, Pair, StockDeal, Word

GAMES: Final = 12
MOVES: Final = 20
"""So many games are tried at most, each so many moves long."""
TRIED: Final = Limits(positions=1_000)
"""How far a plugin's solver is to look at one deal."""
_CELLS: Final = 4
_PILES: Final = 8
_ANY: Final = Match(name="any-card", fits=lambda card, under: True)


def faults_of(host: Host, catalog: Catalog) -> dict[str, str]:
    """What fails of plugins that are loaded and not the engine's own: for each a clause on its first fault, by name.

    Every word that is asked of cards is asked of all of a pack, and stocks are dealt with words for that;
    solvers are asked to solve a deal. The plugins' own games are read, and games outside of the engine's
    own folder are dealt and played a few moves at random.
    """
    found: dict[str, str] = {}
    for info in host.plugins:
        if host.is_loaded(info.name) and info.distribution != ENGINE:
            for word in host.words.owned_by(info.name):
                try:
                    _ask(host, word)
                except PluginError as error:
                    found.setdefault(info.name, _clause(str(error), info))
    for name, said in _unsolving(host, catalog):
        found.setdefault(name, said)
    for name, said in _unplayable(host, catalog):
        if host.is_loaded(name):
            found.setdefault(name, said)
    for said in _failing_games(catalog):
        for info in host.plugins:
            if info.blame in said:
                found.setdefault(info.name, _clause(said, info))
                break
    return found


def _clause(said: str, info: PluginInfo) -> str:
    """An error without the plugin's name, which stands beside it already."""
    if said.startswith(f"{info.blame}: "):
        return said.removeprefix(f"{info.blame}: ")
    return f"its {said.replace(f' of {info.blame}', '', 1).removeprefix('the ')}"


def _ask(host: Host, word: Word) -> None:
    """Ask a word what a game may ask it; PluginError if it fails or gives nonsense."""
    cards = make_pack()
    ranks = range(13)
    if isinstance(word, Build):
        build_masks(host, BuildRule(word=word), cards, ranks, 0)
    elif isinstance(word, Direction):
        build_masks(host, BuildRule(direction=word, match=_ANY), cards, ranks, 0)
    elif isinstance(word, Match):
        pair_masks(host, word, word.fits, cards)
    elif isinstance(word, Pair):
        together_masks(host, word, cards)
    elif isinstance(word, Lift) and word.hangs is not None:
        pair_masks(host, word, word.hangs, cards)
    elif isinstance(word, Gap):
        start_mask(host, GapRule(word), 0, cards)
    elif isinstance(word, Limit):
        limit_table(host, word, _CELLS, _PILES)
    elif isinstance(word, StockDeal):
        # How many piles there are, and what its keys are, is a game's choice: only a failure is a fault of the word.
        for piles in (1, _PILES):
            with contextlib.suppress(ValueError):
                deal_counts(host, DealRule(word, (), word.keys), len(cards), piles)


def _unsolving(host: Host, catalog: Catalog) -> Iterator[tuple[str, str]]:
    """What is wrong with the solvers that plugins bring: the plugin's name, and a clause."""
    offered = offers_of(host)
    for name, fault in offered.faults.items():
        if info := host.info(name):
            yield name, _clause(fault, info)
    bundled = bundled_folder()
    games = [entry for entry in catalog.entries if entry.file.parent == bundled][:GAMES]
    for offer in offered.offers:
        info = host.info(offer.call.plugin)
        for entry in games:
            rules = catalog.rules(entry.id)
            try:
                if offer.why_not(rules):
                    continue
                solve_by(offer, rules, Game(rules, parse_deal("1")).position, TRIED, Options(shorten=False))
            except PluginError as error:
                if info is not None:
                    yield info.name, _clause(str(error), info)
            break


def _unplayable(host: Host, catalog: Catalog) -> Iterator[tuple[str, str]]:
    """What is wrong with the games that plugins bring as far as no word fails: the plugin's name, and a clause."""
    for entry in catalog.entries:
        owner = host.owner_of(entry.file.parent)
        if owner and entry.preset is None:
            try:
                catalog.rules(entry.id)
            except PluginError:
                # Whose fault that is stands in the error.
                continue
            except SolitaireError as error:
                yield owner, f"its game {entry.id} does not load: {_first(error, entry.file.parent)}"
    for problem in catalog.problems:
        for told in problem.problems if isinstance(problem, VariantError) else ():
            if owner := host.owner_of(Path(told.file).parent):
                yield owner, f"a game of it is left out: {_first(problem, Path(told.file).parent)}"
    for shadow in catalog.shadows:
        if owner := host.owner_of(shadow.hidden.parent):
            yield owner, f"its game {shadow.id} is hidden by the one in {shadow.taken}; rename one of them"


def _first(error: SolitaireError, folder: Path) -> str:
    """The first line of an error, and how many follow, without the folder, which is the plugin's."""
    first, *others = str(error).split("\n")
    more = f" (and {len(others)} more)" if others else ""
    return one_line(first.replace(f"{folder}{os.sep}", "")) + more


def _failing_games(catalog: Catalog) -> Iterator[str]:
    """What plugins are told to have done wrong in the games that are not the engine's own."""
    bundled = bundled_folder()
    others = [entry for entry in catalog.entries if entry.file.parent != bundled and entry.preset is None]
    # Games of the user's own are not to crowd out those of the plugins.
    others.sort(key=lambda entry: entry.file.parent in catalog.own)
    for entry in others[:GAMES]:
        try:
            _play(Game(catalog.rules(entry.id), parse_deal("1")))
        except PluginError as error:
            yield str(error)
        except SolitaireError:
            # A file with faults of its own, which the list of the games tells.
            continue


def _play(game: Game) -> None:
    chance = random.Random(1)
    for _ in range(MOVES):
        moves = list(game.legal_moves)
        if not moves or game.is_won:
            return
        game.push(chance.choice(moves))
