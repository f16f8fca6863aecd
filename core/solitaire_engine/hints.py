"""A hint: the legal move that makes most progress, by looking one move ahead and one behind.

This is no solver. What a position is worth is counted from what is plain to see: cards
home, cards face down, empty piles, cards that hang together, cells in use. A move is
worth what it gains, and half of what the best move after it would gain. What repeats an
earlier position, or takes the last move back, is told only if there is nothing else.
A fair hint knows no card that the player has not seen: it imagines them in some order,
and behind a move that turns one up it does not look.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from .apply import apply
from .autoplay import is_safe
from .cards import DOWN, FACE
from .hidden import imagined, masked, unseen
from .moves import legal_moves
from .outcome import cards_home, is_won
from .position import Move, Position
from .rules import Rules

SAFE_HOME: Final = 100
HOME: Final = 30
TURNED_UP: Final = 40
EMPTIED: Final = 20
HANGS: Final = 6
CELL: Final = 10
WAITING: Final = 3
DEAL: Final = -12
REDEAL: Final = -16
IDLE: Final = -40
TAKEN_BACK: Final = -50
GATHERED: Final = -1000
"""What each is worth; only their order and rough distance matter."""
MOST_FOLLOWED: Final = 2000
"""About so many positions are looked at for a hint: some tenths of a second at most."""


def hint(rules: Rules, position: Position, history: Sequence[Position] = (), *, peek: bool = False) -> Move | None:
    """The legal move that makes most progress, or None if no move is legal.

    `history`: the positions before, the oldest first; `position` may be its last.
    `peek`: the hint may know the cards that lie face down, and how cards will be shuffled.
    """
    earlier = [past for past in history if past is not position]
    unknown = frozenset[int]() if peek else unseen(position, earlier)
    moves = legal_moves(rules, position)
    if unknown:
        earlier = [masked(past, unknown) for past in earlier]
        position = imagined(position, unknown)
        if rules.extra_moves:
            # A plugin's moves may depend on cards that the player does not see.
            moves = [move for move in legal_moves(rules, position) if move in moves]
    seen = {_alike(rules, past) for past in (*earlier, masked(position, unknown))}
    fresh: list[_Try] = []
    stale: list[_Try] = []
    for tried in _tries(rules, position, moves):
        shown = masked(tried.after, unknown)
        back = bool(earlier) and _takes_back(rules, earlier[-1], shown, tried.move)
        (stale if back or _alike(rules, shown) in seen else fresh).append(tried)
    tries = sorted(fresh or stale, key=lambda tried: -tried.gain)
    # In a game of hundreds of moves only the best of them are followed.
    tries = tries[: max(MOST_FOLLOWED // max(len(tries), 1), 8)]
    # Of equals the first is taken: sorting keeps the order of the piles.
    best = max(tries, key=lambda tried: _promise(rules, position, tried, tries, peek), default=None)
    return best.move if best is not None else None


@dataclass(frozen=True, slots=True)
class _Try:
    """A legal move, the position after it, and what it gains at once."""

    move: Move
    after: Position
    gain: int


def _alike(rules: Rules, position: Position) -> tuple[object, ...]:
    """Equal for positions that differ only in which of several piles of the same rules is which."""
    if rules.extra_moves or rules.has_covers or any(group.rows for group in rules.groups):
        # Where a pile lies beside others decides what may be done with it.
        return rules.key(position)
    piles = tuple(tuple(sorted(position.piles[unit.first : unit.end])) for unit in rules.units)
    return (piles, position.redeals, position.base, position.state)


def _takes_back(rules: Rules, before: Position, after: Position, move: Move) -> bool:
    """Whether `move` puts cards back to where they lay `before` the last move, whatever was turned up meanwhile."""
    if move.kind != "cards":
        return False
    target = rules.index[move.target]
    return [card & FACE for card in before.piles[target]] == [card & FACE for card in after.piles[target]]


def _promise(rules: Rules, position: Position, tried: _Try, tries: Sequence[_Try], peek: bool) -> float:
    """What a move is worth with what it makes possible: where that is unknown, what is possible now."""
    move, after = tried.move, tried.after
    if is_won(rules, after) and (peek or after.state == position.state):
        return float("inf")
    reveals = _hidden(after) < _hidden(position)
    if reveals and move.kind == "deal" and not peek:
        return DEAL
    if after.state != position.state or (move.kind == "redeal" and rules.variant.redeal is not None):
        # What is built is lost, and nobody knows how the cards will lie that are shuffled.
        return GATHERED
    if reveals and not peek:
        follow = [other.gain for other in tries if other.move.source != move.source]
    else:
        follow = [then.gain for then in _tries(rules, after, legal_moves(rules, after))]
    promise = tried.gain + max([0, *follow]) / 2
    idle = promise <= 0 and move.kind == "cards" and not _uses_cell(rules, move)
    return promise + IDLE if idle else promise


def _hidden(position: Position) -> int:
    """How many cards lie face down."""
    return sum(card >= DOWN for pile in position.piles for card in pile)


def _uses_cell(rules: Rules, move: Move) -> bool:
    return any(rules.group(rules.index[name]).kind == "cell" for name in (move.source, move.target))


def _tries(rules: Rules, position: Position, moves: Iterable[Move]) -> Iterator[_Try]:
    """Each of some moves of a position, with what it leads to and what it changes for the better."""
    worth, home = _worth(rules, position), cards_home(rules, position)
    for move in moves:
        after = apply(rules, position, move)
        if move.kind == "redeal" or after.state != position.state:
            yield _Try(move, after, REDEAL)
            continue
        gain = _worth(rules, after) - worth
        homeward = cards_home(rules, after) - home
        if move.kind == "deal":
            gain += DEAL
        elif homeward < 0:
            gain += TAKEN_BACK
        if homeward > 0:
            safe = move.kind != "cards" or homeward > 1 or is_safe(rules, position, move)
            gain += (SAFE_HOME if safe else HOME) * homeward
        yield _Try(move, after, gain)


def _worth(rules: Rules, position: Position) -> int:
    """What can be seen of a position; cards home are counted by `_tries`."""
    worth = 0
    build = rules.tables(position.base).build
    for pile, cards in enumerate(position.piles):
        kind = rules.group(pile).kind
        if kind == "cell":
            worth -= CELL * len(cards)
        elif kind in ("waste", "reserve"):
            worth -= WAITING * len(cards)
        elif kind == "tableau":
            worth += EMPTIED * (not cards)
            worth -= TURNED_UP * sum(card >= DOWN for card in cards)
            masks = build[rules.unit_of[pile]]
            # The masks of face-down cards are 0, and no mask has the bit of one.
            worth += HANGS * sum(masks[card] >> under & 1 for under, card in pairwise(cards))
    return worth
