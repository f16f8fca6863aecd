"""What a position comes to: whether it is won, how near it is, and its points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .cards import DOWN
from .position import Move, Position
from .rules import Rules


def is_won(rules: Rules, position: Position) -> bool:
    """Whether the position is won: by the variant's own condition, else when every card is home."""
    piles, win = position.piles, rules.variant.win
    if win.left is not None:
        return not (rules.stock >= 0 and piles[rules.stock]) and cards_away(rules, position) <= win.left
    if win.sorted is not None:
        lying = rules.piles_of(win.sorted)
        if any(piles[i] for i in rules.away if i not in lying):
            return False
        return all(is_sequence(rules, i, piles[i], position.base) for i in lying if piles[i])
    if win.word is not None:
        return rules.says_won(win.word, position)
    return not any(piles[i] for i in rules.must_be_empty)


def is_sequence(rules: Rules, pile: int, cards: bytes, base: int) -> bool:
    """Whether the cards are one whole sequence, of every rank of the pack, by the pile's building rule."""
    build = rules.tables(base).build[rules.unit_of[pile]]
    return len(cards) == len(rules.ranks) and all(build[above] >> below & 1 for below, above in pairwise(cards))


def cards_home(rules: Rules, position: Position) -> int:
    """How many cards are on foundations or discarded."""
    return sum(len(position.piles[i]) for i in rules.home)


def cards_away(rules: Rules, position: Position) -> int:
    """How many cards are anywhere else."""
    return sum(len(position.piles[i]) for i in rules.away)


def scored(rules: Rules, before: Sequence[bytes], after: Sequence[bytes], move: Move, score: int) -> int:
    """The score after a move, from the piles before and after it with all that followed of itself."""
    rule = rules.variant.score
    if rule is None:
        return score
    home = sum(len(after[i]) - len(before[i]) for i in rules.home)
    score += rule.home * max(home, 0) + rule.back * max(-home, 0)
    if move.kind == "redeal":
        score += rule.redeal
    elif move.kind == "cards":
        score += rule.turn * (_face_down(rules, before) - _face_down(rules, after))
        if rules.waste >= 0 and move.source == "w" and rules.group(rules.index[move.target]).kind == "tableau":
            score += rule.waste * move.count
    return score if rule.floor is None else max(score, rule.floor)


def _face_down(rules: Rules, piles: Sequence[bytes]) -> int:
    """How many cards of the tableau lie face down."""
    return sum(
        card >= DOWN for i, g in enumerate(rules.group_of) if rules.groups[g].kind == "tableau" for card in piles[i]
    )
