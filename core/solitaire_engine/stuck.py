"""Whether a game can go on: claimed only where every way on has been looked at."""

from __future__ import annotations

from collections import deque
from typing import Final

from .apply import apply
from .errors import PluginError
from .moves import legal_moves
from .outcome import cards_home, is_won
from .position import Position
from .rules import Rules

LIMIT = 2000
STUCK_LIMIT: Final = 200
"""So many positions are looked at after each move to see whether the game is lost: some milliseconds."""


def is_stuck(rules: Rules, position: Position, limit: int = LIMIT) -> bool:
    """Whether no series of moves brings one more card home than there are now.

    Every position that can be reached without bringing a card home is looked at, redeals
    and cards taken back included. A winning game must bring another card home some day,
    so where all of them are looked at and none leads on, the game is lost. Where there
    are more than `limit` of them, or a plugin fails on the way, nothing is claimed, and
    the answer is False. A game that is won is not stuck.
    """
    try:
        return not is_won(rules, position) and _is_closed(rules, position, limit)
    except PluginError:
        # What lies behind a plugin's fault nobody knows; it is told when the player comes to it.
        return False


def _is_closed(rules: Rules, position: Position, limit: int) -> bool:
    """Whether at most `limit` positions can be reached without bringing a card home, and none leads on."""
    home = cards_home(rules, position)
    seen = {rules.key(position)}
    waiting = deque([position])
    while waiting:
        here = waiting.popleft()
        for move in legal_moves(rules, here):
            there = apply(rules, here, move)
            if cards_home(rules, there) > home or is_won(rules, there):
                return False
            key = rules.key(there)
            if key not in seen:
                if len(seen) >= limit:
                    return False
                seen.add(key)
                waiting.append(there)
    return True
