"""Cards that go home by themselves: which may without harm, and playing them.

A card is safe to play home if nothing that is still in play could want to lie on it, and
if no other card could want its place at home. Both are read off the building tables, so
they hold for every rule of building, a plugin's too: where cards are built down in
alternating colours the 5H waits for both black fours, where nothing is built every card
may go at once, and onto a pile that takes many cards none goes by itself.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from .cards import FACE, rank_of
from .errors import PluginError
from .game import Game
from .moves import legal_moves
from .position import Move, Position
from .rules import Rules

Mode = Literal["off", "safe", "all"]
"""No card goes home by itself, only safe ones do, or every one that fits."""


def home_moves(rules: Rules, position: Position) -> list[Move]:
    """The legal moves that bring cards home which are not there yet; none where a plugin cannot be asked."""
    home = {rules.names[pile] for pile in rules.home}
    try:
        moves = legal_moves(rules, position)
    except PluginError:
        # Nobody has asked for these moves; a player who asks for one is told.
        return []
    return [move for move in moves if move.kind == "cards" and move.target in home and move.source not in home]


def safe_moves(rules: Rules, position: Position) -> list[Move]:
    """The legal moves that bring home one card which is needed nowhere else."""
    return [move for move in home_moves(rules, position) if is_safe(rules, position, move)]


def is_safe(rules: Rules, position: Position, move: Move) -> bool:
    """Whether the single card that `move` brings home is needed by no card still in play, and takes no card's place."""
    source = rules.index[move.source]
    pile = position.piles[source]
    if move.count != 1 or (len(pile) == 1 and _gap_matters(rules, position, source)):
        return False
    at_home = Counter(card & FACE for i in rules.home for card in position.piles[i])
    away = [card for card, copies in Counter(rules.pack).items() if at_home[card] < copies]
    tables = rules.tables(position.base)
    card, unit = pile[-1] & FACE, rules.unit_of[rules.index[move.target]]
    under = position.piles[rules.index[move.target]][-1:]
    if under:
        chosen = any(other != card and tables.build[unit][other] >> under[0] & 1 for other in away)
    else:
        chosen = any(rank_of(other) != rank_of(card) and tables.start[unit] >> other & 1 for other in away)
    leaning = [tables.build[u] for u, at in enumerate(rules.units) if rules.groups[at.group].kind == "tableau"]
    return not chosen and not any(masks[other] >> card & 1 for masks in leaning for other in away)


def _gap_matters(rules: Rules, position: Position, pile: int) -> bool:
    """Whether emptying a pile has consequences: it fills itself, or it keeps the stock from dealing."""
    if rules.group(pile).gap.auto:
        return True
    deal = rules.stock_deal if rules.stock >= 0 and position.piles[rules.stock] else None
    return deal is not None and deal.when == "no-gaps" and rules.group(pile).kind == "tableau"


def let_go(rules: Rules, mode: Mode) -> Mode:
    """Which cards go home by themselves where both `mode` and the game have a say."""
    allowed = rules.variant.auto
    if mode == "off" or allowed == "none":
        return "off"
    return "all" if "all" in (mode, allowed) else "safe"


def autoplay(game: Game, mode: Mode) -> list[Move]:
    """Play home what `mode` and the game let go, until nothing is left; gives the moves, each a step of undo."""
    made: list[Move] = []
    allowed = let_go(game.rules, mode)
    if allowed == "off":
        return made
    choose = home_moves if allowed == "all" else safe_moves
    # No card is taken back, so each moves once at most; the count holds even if a plugin brings cards back.
    for _ in game.rules.pack:
        moves = choose(game.rules, game.position)
        if not moves:
            break
        try:
            made.append(game.push(moves[0]))
        except PluginError:
            break
    return made
