"""Trying a variant file out: read with every choice and preset, dealt, played at random; nothing may break."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .catalog import Catalog
from .checking import check_source, offered
from .deals import parse_deal
from .describe import rules_page
from .document import load_source
from .errors import PluginError, SolitaireError
from .game import Game
from .records import read_record, record_text
from .rules import Rules
from .scanning import is_id, like_id
from .variant import load_variant, new_report

DEALS: Final = 3
MOVES: Final = 60
"""So many games are played with each setting, each so many moves long at most."""

Setting = tuple[str | None, Mapping[str, str]]
"""A preset's id, and parameter values."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What is wrong with a file, a line for each problem with its place, and how many games were played."""

    problems: tuple[str, ...]
    played: int = 0


def try_out(path: Path, catalog: Catalog) -> Trial:
    """Read a file with everything it offers; if nothing is wrong with it, play it at random, until a plugin fails."""
    played = 0
    told: list[str] = []
    try:
        told += [str(problem) for problem in check_source(path, catalog.beside(path), catalog.host)]
        if path.is_file() and not is_id(path.stem):
            told.append(_misnamed(path))
        if not told:
            for setting in _settings(path, catalog):
                told.extend(problem for problem in _faults(path, setting, catalog) if problem not in told)
                played += DEALS
    except SolitaireError as error:
        told.append(f"{path}: {error}")
    return Trial(tuple(told), played)


def _misnamed(path: Path) -> str:
    """What is wrong with the name of a file, which is the game's id, and what would be right."""
    good = like_id(path.stem)
    way = f"rename it {good}{path.suffix}" if good else "rename it, as my_game.yaml is named"
    return f"{path}: the file's name is the game's id, of up to 100 small letters, digits and _; {way}"


def _settings(path: Path, catalog: Catalog) -> Iterator[Setting]:
    """The file as it is, with every other choice of each parameter, and every preset."""
    yield None, {}
    source = load_source(path, catalog.beside(path), new_report(path, catalog.host))
    yield from ((preset, values) for _, preset, values in offered(source))


def _faults(path: Path, setting: Setting, catalog: Catalog) -> Iterator[str]:
    """Deal and play a few games at random; what goes wrong."""
    preset, values = setting
    label = f"preset {preset}" if preset else ", ".join(f"{name}={value}" for name, value in values.items())
    place = f"{path}: {f'with {label}, ' if label else ''}"
    try:
        rules = Rules(load_variant(path, catalog.beside(path), catalog.host, preset, values), catalog.host)
        for warning in rules.variant.warnings:
            yield f"{path}: {warning}"
        rules_page(rules)
        for number in range(1, DEALS + 1):
            game = Game(rules, parse_deal(str(number)))
            yield from (f"{place}deal {number}: {fault}" for fault in _play(game, random.Random(number)))
            # A preset cannot be named by its file's path, so neither can a record's.
            if preset is None and read_record(record_text(game), str(path), catalog).position != game.position:
                yield f"{place}deal {number}: the record of the game does not replay"
    except PluginError:
        # It would fail with every other choice too, and say so again and again.
        raise
    except SolitaireError as error:
        yield f"{place}{error}"


def _play(game: Game, chance: random.Random) -> Iterator[str]:
    """Play one game at random; what does not hold of it."""
    for _ in range(MOVES):
        moves = list(game.legal_moves)
        for move in moves:
            if (reason := game.why_not(move)) is not None:
                yield f"after {len(game.moves)} moves {str(move)!r} is listed as legal and refused: {reason}"
        if not moves or game.is_won:
            break
        game.push(chance.choice(moves))
    if any(Counter(game.rules.all_cards(each)) != Counter(game.rules.pack) for each in game.positions):
        yield "cards were lost or doubled"
    end, made = game.position, len(game.moves)
    for _ in range(made):
        game.pop()
    undone = game.position
    for _ in range(made):
        game.redo()
    if undone != game.start or game.position != end:
        yield "undo and redo do not lead back"
