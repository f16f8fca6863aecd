"""What an empty pile takes, in a word, for those who draw its place."""

from __future__ import annotations

from typing import Final

from ..cards import FACE, RANKS, rank_of
from ..position import Position
from ..refusals import why_no_redeal
from ..rules import Rules

REDEALS: Final = "redeal"
"""An empty stock that can be filled again."""
CLOSED: Final = "closed"
"""An empty stock that stays empty."""


def taken_by(rules: Rules, position: Position, pile: int) -> str | int:
    """What an empty pile takes: a certain card, else a word, or nothing.

    The word is `REDEALS` or `CLOSED` for a stock, ``run``, ``any`` or ``some`` for what many
    cards may be, and otherwise a rank or two: ``K``, ``10``, ``A/K``.
    """
    kind = rules.group(pile).kind
    if kind == "stock":
        return REDEALS if rules.redeals and why_no_redeal(rules, position) is None else CLOSED
    if rules.group(pile).accept == "run":
        return "run"
    if kind in ("waste", "discard") or not _is_open(rules, pile):
        return ""
    if position.base < 0 and pile in rules.home:
        return "any"
    mask = rules.tables(position.base).start[rules.unit_of[pile]]
    cards = sorted({card & FACE for card in rules.pack if mask >> (card & FACE) & 1})
    ranks = list(dict.fromkeys(map(rank_of, cards)))
    if not cards:
        return ""
    if len(cards) == 1:
        return cards[0]
    if len(ranks) == 1:
        return "10" if ranks[0] == 9 else RANKS[ranks[0]]
    if len(ranks) <= 2:
        return "/".join(RANKS[rank] for rank in ranks)
    return "any" if len(cards) == len(set(rules.pack)) else "some"


def _is_open(rules: Rules, pile: int) -> bool:
    """Whether cards can be put on the pile at all."""
    into = rules.group_of[pile]
    return any(routes[into].most for routes in rules.routes)
