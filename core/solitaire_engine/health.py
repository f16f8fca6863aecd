"""How a game fares when it is played at random: does anything move, and is there anything that never does."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from .cards import FACE
from .deals import parse_deal
from .definitions import Group
from .game import Game
from .position import Move
from .rules import Rules

GAMES: Final = 20
MOVES: Final = 100
"""So many games are played, each so many moves long at most."""
HOMEWARD: Final = 2
"""One move of so many goes home where one can: who plays wholly at random hardly ever gets on."""


@dataclass(frozen=True, slots=True)
class Health:
    """What became of some games that were played at random.

    `games` were played, of which `won` were won, `stuck` had no move left before the last move that
    was looked at, and `stuck_at_once` had none to begin with. `moves` has how many moves each game
    had, the fewest first. `unused` are sentences on what no position of them allowed. `faulty` are the
    deals in which cards were lost or doubled.
    """

    games: int
    won: int
    stuck: int
    stuck_at_once: int
    moves: tuple[int, ...]
    unused: tuple[str, ...]
    faulty: tuple[int, ...] = ()

    @property
    def middle(self) -> int:
        """The middle one of the numbers of moves."""
        return self.moves[len(self.moves) // 2] if self.moves else 0


@dataclass(slots=True)
class _Seen:
    """What the positions allowed, by groups of piles."""

    out: set[str] = field(default_factory=set[str])
    into: set[str] = field(default_factory=set[str])
    several: set[str] = field(default_factory=set[str])
    pairs: set[frozenset[str]] = field(default_factory=set[frozenset[str]])
    kinds: set[str] = field(default_factory=set[str])
    emptied: set[str] = field(default_factory=set[str])


def health_of(rules: Rules, games: int = GAMES, most: int = MOVES) -> Health:
    """Play the deals 1 to `games` at random, `most` moves each; the same every time.

    Raises PluginError where a plugin's hook fails.
    """
    group_of = {name: rules.group(pile).name for pile, name in enumerate(rules.names)}
    seen = _Seen()
    lengths: list[int] = []
    faulty: list[int] = []
    pack = sorted(rules.pack)
    won = stuck = at_once = 0
    for number in range(1, games + 1):
        game, chance = Game(rules, parse_deal(str(number))), random.Random(number)
        while not game.is_won and len(game.moves) < most:
            moves = list(game.legal_moves)
            _note(rules, game, moves, group_of, seen)
            if not moves:
                stuck += 1
                at_once += not game.moves
                break
            game.push(_chosen(rules, moves, chance))
        won += game.is_won
        lengths.append(len(game.moves))
        if any(sorted(rules.all_cards(each)) != pack for each in game.positions):
            faulty.append(number)
    return Health(games, won, stuck, at_once, tuple(sorted(lengths)), tuple(_unused(rules, seen)), tuple(faulty))


def _chosen(rules: Rules, moves: list[Move], chance: random.Random) -> Move:
    homeward = [move for move in moves if move.kind == "cards" and rules.index[move.target] in rules.home]
    if homeward and chance.randrange(HOMEWARD) == 0:
        return chance.choice(homeward)
    return chance.choice(moves)


def _note(rules: Rules, game: Game, moves: list[Move], group_of: Mapping[str, str], seen: _Seen) -> None:
    for move in moves:
        seen.kinds.add(move.kind)
        if move.kind in ("cards", "draw"):
            source, target = group_of[move.source], group_of[move.target]
            seen.out.add(source)
            seen.into.add(target)
            if move.kind == "cards" and move.count > 1:
                seen.several.add(source)
                seen.pairs.add(frozenset((source, target)))
        seen.out.update(group_of[name] for name in move.piles)
    if game.moves:
        # What an effect or a rule of its own moves is no move of the player, but it is use.
        before, after = game.positions[-2].piles, game.positions[-1].piles
        for name, old, new in zip(rules.names, before, after, strict=True):
            (seen.into if len(new) > len(old) else seen.out).update([group_of[name]] if len(new) != len(old) else [])
            # A gap that is filled by itself at once is never seen empty: then other cards lie there.
            if old and not {card & FACE for card in old} & {card & FACE for card in new}:
                seen.emptied.add(group_of[name])


def _unused(rules: Rules, seen: _Seen) -> Iterator[str]:
    for group in rules.groups:
        yield from _of_group(rules, group, seen)
    if rules.stock_deal is not None and "deal" not in seen.kinds:
        yield "the stock never dealt"
    if "redeal" not in seen.kinds and _may_redeal(rules):
        yield "there never was a redeal"
    if rules.variant.removals and "remove" not in seen.kinds:
        yield "no cards could be removed together"
    if rules.extra_moves and "extra" not in seen.kinds:
        yield "there never was a move of a plugin's own"
    for crossing in rules.variant.crossings:
        if not any(pair <= set(crossing.between) and len(pair) > 1 for pair in seen.pairs):
            names = " and ".join(crossing.between)
            yield f"no group of cards could cross between {names} (transfer {crossing.word.name})"


def _may_redeal(rules: Rules) -> bool:
    if rules.variant.redeal is not None:
        return rules.variant.redeal.times != 0
    return any(group.kind == "stock" and group.redeals for group in rules.groups)


def _of_group(rules: Rules, group: Group, seen: _Seen) -> Iterator[str]:
    if not group.count or group.kind in ("stock", "discard"):
        return
    removes = bool(rules.variant.removals)
    if group.lift.word.mode != "none" and group.kind != "foundation" and group.name not in seen.out:
        yield f"no card could leave {group.name}"
    elif group.lift.word.mode == "tail" and group.accept == "group" and not removes and group.name not in seen.several:
        yield f"never more than one card at once could leave {group.name} (lift {group.lift.word.name})"
    takes = group.accept != "none" and group.kind in ("foundation", "cell", "tableau")
    if takes and not removes and group.name not in seen.into:
        yield f"no card could come to {group.name}"
    if group.kind == "tableau" and not group.covers and group.name not in seen.emptied:
        yield f"no pile of {group.name} became empty (gap)"
