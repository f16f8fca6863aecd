"""Dealing: the steps of the opening deal, and the deals from the stock."""

from __future__ import annotations

from typing import Any

from tests.naive_judge import Judge
from tests.naive_words import SUITS, as_list, rank_text

# --- The opening deal


def deal_opening(game: Judge, deck: list[str]) -> None:
    """Carry out the steps with the cards of ``deck``, the first of them first; what is left goes to the stock."""
    left = list(deck)
    steps: list[dict[str, Any]] = game.document.get("deal") or []
    aside = [_take_aside(as_list(step["take"]), left) if "take" in step else [] for step in steps]
    for step, taken in zip(steps, aside, strict=True):
        names = game.piles_of(step["to"])
        if "piles" in step:
            names = [names[number - 1] for number in as_list(step["piles"])]
        coming = taken if "take" in step else left
        if step.get("sets_base") and coming:
            game.base = coming[0][0]
        if "take" in step:
            for number, card in enumerate(taken):
                game.put(names[number % len(names)], [card])
        else:
            _deal_step(game, step, names, left)
        if step.get("fix") == "kings-to-bottom":
            for name in game.piles_of(step["to"]):
                cards = game.piles[name]
                kings = [card for card in cards if card.lstrip("#")[0] == "K"]
                game.piles[name] = kings + [card for card in cards if card.lstrip("#")[0] != "K"]
    if left:
        if "s" not in game.piles:
            raise ValueError(f"the deal leaves {len(left)} cards and there is no stock for them")
        game.piles["s"] = ["#" + card for card in reversed(left)]


def _take_aside(wanted: list[Any], left: list[str]) -> list[str]:
    """The named cards, taken out of ``left``; a rank names its cards of all suits, clubs first, spades last."""
    taken: list[str] = []
    for word in wanted:
        text = str(word)
        if text[-1] in SUITS:
            cards = [rank_text(text[:-1]) + text[-1]]
        else:
            of_rank = [card for card in left if card[0] == rank_text(word)]
            cards = [card for suit in SUITS for card in of_rank if card[1] == suit]
        for card in cards:
            if card in left:
                left.remove(card)
                taken.append(card)
    return taken


def _deal_step(game: Judge, step: dict[str, Any], names: list[str], left: list[str]) -> None:
    """Deal one step, card by card, from the front of ``left``."""
    wanted = _cards_per_pile(step, names, len(left))
    if step.get("order") == "piles":
        places = [place for place, count in enumerate(wanted) for _ in range(count)]
    else:
        rows = range(max(wanted, default=0))
        places = [place for row in rows for place, count in enumerate(wanted) if count > row]
    places = places[: len(left)]
    counts = [places.count(place) for place in range(len(names))]
    done = [0 for _ in names]
    for place in places:
        name = names[place]
        card = _next_card(game, step, name, left)
        if done[place] < _cards_down(game, step, name, place, counts[place]):
            card = "#" + card
        done[place] += 1
        game.put(_foundation_for(game, card) or name if step.get("play") else name, [card])


def _cards_per_pile(step: dict[str, Any], names: list[str], left: int) -> list[int]:
    """How many cards one deal step brings to each of its piles."""
    if "each" in step:
        return [int(step["each"])] * len(names)
    cards = step["cards"]
    if cards == "rest":
        return [len(range(place, left, len(names))) for place in range(len(names))]
    if isinstance(cards, str) and ".." in cards:
        first, last = map(int, cards.split(".."))
        cards = range(first, last + 1) if first <= last else range(first, last - 1, -1)
    if isinstance(cards, list | range):
        if len(cards) != len(names):
            raise ValueError(f"deal: {len(cards)} numbers of cards for {len(names)} piles")
        return [int(count) for count in cards]
    return [len(range(place, int(cards), len(names))) for place in range(len(names))]


def _cards_down(game: Judge, step: dict[str, Any], name: str, place: int, count: int) -> int:
    """How many of the ``count`` cards that a step brings to a pile lie face down, the first ones."""
    if "down" in step:
        down = step["down"][place] if isinstance(step["down"], list) else step["down"]
        return count if down == "all" else int(down)
    up = step.get("up", "all")
    if up == "all":
        return 0
    if up == "last-row":
        return 0 if game.is_in_last_row(name) else count
    return count - int(up)


def _next_card(game: Judge, step: dict[str, Any], name: str, left: list[str]) -> str:
    """Take the next card out of ``left``: the first of all, or with ``unlike-ranks`` the first of a new rank."""
    ranks = {card.lstrip("#")[0] for card in game.piles[name]}
    others = [card for card in left if card[0] not in ranks]
    card = others[0] if step.get("fix") == "unlike-ranks" and others else left[0]
    left.remove(card)
    return card


def _foundation_for(game: Judge, card: str) -> str:
    """The first foundation that takes a card of the pack while it is dealt; empty if none does."""
    for target in game.piles_of_kind("foundation"):
        if game.takes(target, [card.lstrip("#")]):
            return target
    return ""


# --- Deals from the stock


def may_deal(game: Judge) -> bool:
    """Whether a deal from the stock is legal: its time has come, and it brings some card somewhere."""
    deal = game.rule("s").get("deal") if "s" in game.piles else None
    if deal is None:
        return False
    targets = game.piles_of(deal["to"])
    tableau = [name for name in targets if game.kind(name) == "tableau"] or game.piles_of_kind("tableau")
    if not game.is_time(deal.get("when", "always"), tableau):
        return False
    if deal.get("close_up", False) and _closed_up(game, targets) != [game.piles[name] for name in targets]:
        return True
    return bool(game.piles["s"] and _receivers(game, deal))


def deal_from_stock(game: Judge) -> None:
    """Make a legal deal."""
    deal = game.rule("s")["deal"]
    if deal.get("close_up", False):
        targets = game.piles_of(deal["to"])
        game.piles.update(zip(targets, _closed_up(game, targets), strict=True))
    names = _receivers(game, deal)
    numbers = as_list(deal.get("each", deal.get("count")))
    number = int(numbers[min(game.redeals_used, len(numbers) - 1)])
    for name in names * number if "each" in deal else names[:1] * number:
        if game.piles["s"]:
            game.put(name, [game.piles["s"].pop().lstrip("#")])


def _closed_up(game: Judge, names: list[str]) -> list[list[str]]:
    """The contents of these piles with the empty ones moved behind the others."""
    full = [game.piles[name] for name in names if game.piles[name]]
    return full + [[] for _ in range(len(names) - len(full))]


def _receivers(game: Judge, deal: dict[str, Any]) -> list[str]:
    """The piles that the deal brings cards to, as they lie now."""
    names = game.piles_of(deal["to"])
    if deal.get("onto", "all") == "all":
        return names
    return [name for name in names if bool(game.piles[name]) == (deal["onto"] == "filled")]
