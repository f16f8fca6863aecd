"""Games whose rules are odd, each in one way: there too what the solver leaves out must change no answer.

The rules are in ``data/odd_rules.yaml``. A deal is held to a search through the engine that looks
at every position (`solver_truth`); so are games made up at random (`random_rules`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.random_rules import rules_of
from tests.solver_truth import can_be_won, wrong_answers

from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules
from solitaire_engine.solver import Limits, homing

ODD: dict[str, dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "data" / "odd_rules.yaml").read_text(encoding="utf-8")
)
MOST = 20_000
"""No deal that is named here or there has so many positions."""
LIMITS = Limits(positions=50_000)
WRONG_ONCE = {
    "one_suit": 2,
    "two_suits": 2,
    "two_suits_and_a_cell": 18,
    "cells_after_the_last_redeal": 5,
    "pile_after_the_last_redeal": 7,
    "piles_after_the_last_redeal": 42,
    "foundations_after_the_last_redeal": 9,
    "foundations_without_the_reserve": 24,
    "foundations_after_the_stock": 1,
    "foundations_to_be_emptied": 1,
}
"""Deals that the solver called lost, although they can be won, when it took too much for granted."""


def odd_rules(name: str, folder: Path) -> Rules:
    document = {"schema": 1, "name": name, **ODD[name]}
    del document["deals"]
    rules = rules_of(document, folder)
    assert rules is not None, f"{name} is refused"
    return rules


def start(rules: Rules, deal: int) -> Position:
    return Game(rules, parse_deal(str(deal))).position


@pytest.mark.parametrize("name", ODD)
def test_no_answer_depends_on_what_is_left_out_where_rules_are_odd(name: str, tmp_path: Path) -> None:
    rules = odd_rules(name, tmp_path)
    assert ODD[name]["deals"]
    for deal in ODD[name]["deals"]:
        position = start(rules, deal)
        winnable = can_be_won(rules, position, MOST)
        assert winnable is not None, f"deal {deal} has too many positions"
        assert wrong_answers(rules, position, winnable, LIMITS) == [], f"deal {deal}: {position}"


@pytest.mark.parametrize("name", WRONG_ONCE)
def test_a_deal_that_was_called_lost_can_be_won(name: str, tmp_path: Path) -> None:
    rules = odd_rules(name, tmp_path)
    position = start(rules, WRONG_ONCE[name])
    assert can_be_won(rules, position, MOST) is True
    assert wrong_answers(rules, position, True, LIMITS) == []


def test_odd_games_have_lost_deals_as_well_as_winnable_ones(tmp_path: Path) -> None:
    counts: Counter[bool | None] = Counter()
    for name in ODD:
        rules = odd_rules(name, tmp_path)
        counts.update(can_be_won(rules, start(rules, deal), MOST) for deal in ODD[name]["deals"])
    assert counts[None] == 0
    assert min(counts[True], counts[False]) >= 100


# --- Unsound rules


def by_packs(home: homing.SafeHome, piles: tuple[bytes, ...]) -> int:
    """As many copies of each card as there are packs are taken for all of them."""
    lying = b"".join(piles[pile] for pile in home._rules.home)
    pack = set(home._rules.pack)
    return homing.NEVER | sum(1 << card for card in pack if lying.count(card) < home._rules.variant.packs)


def without(reason: str) -> Callable[[Rules], str]:
    """One of the reasons not to play cards home is not looked at."""
    return lambda rules: "" if (why := WHY_UNPROVED(rules)).startswith(reason) else why


WHY_UNPROVED = homing.why_unproved
UNSOUND: dict[str, tuple[str, object, list[str]]] = {
    "there is a copy of a card in each pack": ("SafeHome._away", by_packs, ["one_suit", "two_suits"]),
    "redeals need no cards": (
        "why_unproved", without("a redeal opens or closes"), [name for name in WRONG_ONCE if name.endswith("redeal")]
    ),
    "foundations are alike": (
        "why_unproved", without("its foundations differ"),
        ["foundations_without_the_reserve", "foundations_after_the_stock"],
    ),
}  # fmt: skip
"""What the solver took for granted once, as a patch, and games of which a deal shows that it may not."""


@pytest.mark.parametrize("rule", UNSOUND)
def test_odd_games_notice_what_is_taken_for_granted(rule: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    place, unsound, names = UNSOUND[rule]
    monkeypatch.setattr(f"solitaire_engine.solver.homing.{place}", unsound)
    for name in names:
        rules = odd_rules(name, tmp_path)
        assert wrong_answers(rules, start(rules, WRONG_ONCE[name]), True, LIMITS), name
