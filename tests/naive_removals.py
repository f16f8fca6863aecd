"""Removals: cards that leave the game together because of their ranks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.naive_judge import Judge
from tests.naive_shapes import are_neighbours
from tests.naive_words import as_list, is_down, matches, rank_number, rank_text


def removals(game: Judge) -> Iterator[str]:
    """The legal removals, ``remove t1 t5``, piles in the order of the variant; one may come twice."""
    for rule in game.document.get("remove") or []:
        available = [name for name in game.piles if _is_available(game, rule, name)]
        for number in _numbers(rule["cards"]):
            for names in combinations(available, number):
                if _go_together(game, rule, list(names), available):
                    yield f"remove {' '.join(names)}"


def remove(game: Judge, names: list[str]) -> None:
    """Lay the top cards of these piles on the first discard pile."""
    for name in names:
        game.put(game.piles_of_kind("discard")[0], [game.piles[name].pop()])


def _numbers(cards: Any) -> list[int]:
    """The numbers of cards that a removal may have."""
    first, _, last = str(cards).partition("..")
    return list(range(int(first), int(last or first) + 1))


def _is_available(game: Judge, rule: dict[str, Any], name: str) -> bool:
    """Whether the top card of the pile may take part."""
    if not game.piles[name] or game.kind(name) in ("foundation", "discard") or game.rule(name)["lift"] == "none":
        return False
    if "from" in rule and game.group[name] not in as_list(rule["from"]):
        return False
    return not is_down(game.piles[name][-1]) and not game.is_covered(name)


def _go_together(game: Judge, rule: dict[str, Any], names: list[str], available: list[str]) -> bool:
    """Whether the top cards of these piles are removed together by this rule."""
    cards = [game.piles[name][-1] for name in names]
    if "sum" in rule and sum(rank_number(card) for card in cards) != int(rule["sum"]):
        return False
    if "rank" in rule and any(card[0] != rank_text(rule["rank"]) for card in cards):
        return False
    if "ranks" in rule and sorted(card[0] for card in cards) != sorted(map(rank_text, rule["ranks"])):
        return False
    if "same" in rule and any(card[0] != cards[0][0] for card in cards):
        return False
    if "beaten" in rule:
        tops = [game.piles[name][-1] for name in available]
        if not all(_is_beaten(rule["beaten"], card, tops) for card in cards):
            return False
    if not all(matches(rule.get("match", "any"), first, second) for first, second in combinations(cards, 2)):
        return False
    return not rule.get("adjacent", False) or all(_adjoin(game, *pair) for pair in combinations(names, 2))


def _is_beaten(match: str, card: str, tops: list[str]) -> bool:
    """Whether one of the cards is higher, the ace highest of all, and matches."""
    return any(_height(top) > _height(card) and matches(match, card, top) for top in tops)


def _height(card: str) -> int:
    return 14 if card[0] == "A" else rank_number(card)


def _adjoin(game: Judge, name: str, other: str) -> bool:
    """Whether two piles are neighbours in the grid of their group."""
    per_row = game.rule(name).get("grid")
    if per_row is None or game.group[name] != game.group[other]:
        return False
    return are_neighbours(int(per_row), game.place(name), game.place(other))
