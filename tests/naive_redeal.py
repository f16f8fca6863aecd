"""Redeals: the waste back to the stock, or the tableau gathered and dealt anew; and the draws after the last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.naive_judge import Judge
from tests.naive_words import is_down

from solitaire_engine.deals import Generator


def may_redeal(game: Judge) -> bool:
    """Whether a redeal is left, and there are cards for it."""
    if game.redeals_used >= game.redeals_allowed():
        return False
    if game.document.get("redeal"):
        return any(game.piles[name] for name in _gathered(game))
    return not game.piles["s"] and any(game.piles[name] for name in game.piles_of_kind("waste"))


def redeal(game: Judge) -> None:
    """Make a legal redeal."""
    game.redeals_used += 1
    if game.document.get("redeal"):
        _deal_anew(game, game.document["redeal"])
        return
    cards: list[str] = []
    for name in game.piles_of_kind("waste"):
        cards += game.piles[name]
        game.piles[name] = []
    if game.rule("s").get("shuffle", False):
        cards = _shuffled(game, cards)
    # What lay lowest comes first again.
    game.piles["s"] = ["#" + card.lstrip("#") for card in reversed(cards)]


def _gathered(game: Judge) -> list[str]:
    """The piles that a redeal of the tableau gathers, in the order of the variant."""
    piles = game.piles_of(game.document["redeal"]["gather"])
    return [name for name in game.piles if name in piles]


def _deal_anew(game: Judge, rule: dict[str, Any]) -> None:
    names = _gathered(game)
    cards = [card.lstrip("#") for name in names for card in game.piles[name]]
    if rule.get("shuffle", False):
        cards = _shuffled(game, cards)
    for name in names:
        game.piles[name] = []
    if rule.get("order", "rows") == "rows":
        for number, card in enumerate(cards):
            game.put(names[number % len(names)], [card])
        return
    for number, card in enumerate(cards):
        game.put(names[min(number // int(rule["each"]), len(names) - 1)], [card])


def _shuffled(game: Judge, cards: list[str]) -> list[str]:
    """The cards in an order drawn from the game's generator, which goes on."""
    order, game.state = Generator.shuffle(game.state, bytes(range(len(cards))))
    return [cards[place] for place in order]


def draws(game: Judge) -> Iterator[str]:
    """The legal draws of a buried card after the last redeal, ``draw t5 t1 3``: its third card from the top."""
    rule = game.document.get("redeal") or {}
    used = game.redeals_used - game.redeals_allowed()
    if not 0 <= used < int(rule.get("merci", 0)):
        return
    for source in _gathered(game):
        if game.rule(source)["lift"] == "none" or game.is_covered(source):
            continue
        for count in range(2, len(game.piles[source]) + 1):
            card = game.piles[source][-count]
            for target in game.piles:
                if target != source and not is_down(card) and game.takes(target, [card], source):
                    yield f"draw {source} {target} {count}"


def draw(game: Judge, source: str, target: str, count: int) -> None:
    """Make a legal draw."""
    game.put(target, [game.piles[source].pop(-count)])
    game.redeals_used += 1
