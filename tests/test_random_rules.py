"""Games made up at random (`random_rules`): the solver is right about them, and the engine keeps what it promises."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count, islice
from pathlib import Path

import pytest
import yaml
from tests.made_up import made_up, written
from tests.random_rules import Trouble, answer_trouble, games, promise_trouble, smallest

from solitaire_engine.rules import Rules
from solitaire_engine.solver import Limits

GAMES = 250
DEALS = (1, 2, 3)
MOST = 400
"""Deals with more positions are passed over."""
LIMITS = Limits(positions=4_000)
FEW = range(20)


def hold(seed: int, rules: Rules, counts: Counter[str]) -> None:
    assert promise_trouble(rules) is None, f"seed {seed}"
    assert answer_trouble(rules, DEALS, MOST, LIMITS, counts) is None, f"seed {seed}"


def test_a_few_games_made_up_at_random_are_sound(tmp_path: Path) -> None:
    counts: Counter[str] = Counter()
    for seed, rules in games(FEW, tmp_path):
        hold(seed, rules, counts)
    assert counts["winnable"] and counts["lost"]


@pytest.mark.long
def test_games_made_up_at_random_are_sound_and_solved_right(tmp_path: Path) -> None:
    counts: Counter[str] = Counter()
    for seed, rules in islice(games(count(), tmp_path), GAMES):
        hold(seed, rules, counts)
    assert min(counts["winnable"], counts["lost"]) >= GAMES // 3


def test_a_seed_always_makes_the_same_game() -> None:
    chance = random.getstate()
    assert made_up(7) == made_up(7) != made_up(8)
    assert random.getstate() == chance
    # A hunt on another machine finds the same games by these.
    assert written(made_up(0)).startswith("schema: 1\nname: Made Up\n")


def test_games_made_up_have_every_kind_of_pile_and_of_rule() -> None:
    documents = [made_up(seed) for seed in range(300)]
    kinds = {group["kind"] for document in documents for group in document["piles"].values()}
    assert kinds == {"tableau", "foundation", "cell", "reserve", "stock", "waste", "discard"}
    keys = {key for document in documents for key in document}
    assert keys == {
        "schema", "name", "deck", "base", "piles", "transfer", "plugins", "deal", "remove", "redeal", "win", "score",
    }  # fmt: skip


def cells_are_trouble(rules: Rules) -> Trouble | None:
    """As if something were wrong with every game that has a cell."""
    return Trouble("cells", 0, "there is a cell") if any(group.kind == "cell" for group in rules.groups) else None


def test_a_hunt_prints_the_smallest_file_that_shows_the_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.random_rules.promise_trouble", cells_are_trouble)
    _, rules = next((seed, rules) for seed, rules in games(count(), tmp_path) if cells_are_trouble(rules))
    document = yaml.safe_load(Path(rules.variant.file).read_text(encoding="utf-8"))
    small, still = smallest(document, Trouble("cells", 0, ""), tmp_path, float("inf"))
    assert still.text == "there is a cell"
    assert [group["kind"] for group in small["piles"].values() if group["kind"] == "cell"] == ["cell"]
    assert len(written(small)) < len(written(document)) / 2
