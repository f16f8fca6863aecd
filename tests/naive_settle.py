"""What follows from a move by itself: cards turn up, runs are taken off, gaps are filled."""

from __future__ import annotations

from tests.naive_judge import Judge
from tests.naive_words import as_list


def settle(game: Judge) -> None:
    """Turn up, take off and fill, in this order and over again, until nothing more follows."""
    before = None
    while game.piles != before:
        before = {name: list(cards) for name, cards in game.piles.items()}
        _turn_up(game)
        _take_off_runs(game)
        _fill_gaps(game)


def _turn_up(game: Judge) -> None:
    """Face-down top cards turn up in tableau, reserve and face-up stock, unless other cards of a shape cover them."""
    for name, cards in game.piles.items():
        turns = game.kind(name) in ("tableau", "reserve") or (name == "s" and game.rule("s").get("face") == "up")
        if turns and cards and not game.is_covered(name):
            cards[-1] = cards[-1].lstrip("#")


def _take_off_runs(game: Judge) -> None:
    """Complete runs go to the first empty foundation that takes them by itself."""
    for name in game.piles_of_kind("tableau"):
        for target in game.piles_of_kind("foundation"):
            rule = game.rule(target)
            if rule["accept"] != "run" or not rule.get("auto", False):
                continue
            run = game.piles[name][-rule["max"] :]
            if game.takes_run(target, run, name):
                game.put(target, run)
                del game.piles[name][-rule["max"] :]
                break


def _fill_gaps(game: Judge) -> None:
    """Where ``gap.auto`` names groups, their first pile with cards fills an empty pile, a card or ``each`` cards."""
    for name in game.piles:
        gap = game.rule(name).get("gap")
        if game.piles[name] or not isinstance(gap, dict):
            continue
        others = [other for other in game.piles_of(as_list(gap.get("auto", []))) if other != name]
        for _ in range(int(gap.get("each", 1))):
            full = [other for other in others if game.piles[other]]
            if full:
                game.put(name, [game.piles[full[0]].pop().lstrip("#")])
