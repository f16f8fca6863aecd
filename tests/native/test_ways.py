"""The ways on that the native solver sees are those that the Python solver sees: they lead to the same positions.

`Native.ways` holds its own books to account as well: the key and the worth of each position, made
anew, must be those kept up on the way, and every move must be taken back.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import count, islice
from pathlib import Path

import pytest
import yaml
from tests.made_up import made_up
from tests.native.driving import OPTIONS, native_of, read_position, taken
from tests.playing import SETTINGS, Setting
from tests.random_rules import games, rules_of
from tests.test_vectors import RECORDED, recorded
from tests.test_vectors import position_of as recorded_position
from tests.test_vectors import rules_of as recorded_rules

from solitaire_engine.apply import apply
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.moves import legal_moves
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules
from solitaire_engine.solver import Options
from solitaire_engine.solver.homing import SafeHome
from solitaire_engine.solver.talon import Talon
from solitaire_engine.solver.ways import Way, Ways
from solitaire_engine_native.tables import deals_wait, position_of

DATA = Path(__file__).parents[1] / "data"
ODD = {
    f"{file.stem} {name}": {"schema": 1, "name": name, **rules}
    for file in (DATA / "odd_rules.yaml", DATA / "native" / "odd_games.yaml")
    for name, rules in yaml.safe_load(file.read_text(encoding="utf-8")).items()
}
GAMES = [setting for setting in SETTINGS if not setting.values]
"""Every game and every preset, as it is."""
SEEDS = range(40)


class Comparison:
    """Both programs' ways on in positions of one game."""

    def __init__(self, rules: Rules, start: Position) -> None:
        self.rules = rules
        waits = deals_wait(rules)
        self._talon = Talon(rules)
        self._waits = waits
        self._ways = {
            (home, alike): Ways(rules, start, Options(safe_home=home, alike=alike, whole_deals=waits))
            for home, alike in OPTIONS
        }
        self._home = SafeHome(rules, waste=not (waits and self._talon.endless))
        talon = [rules.waste] if waits else [rules.stock]
        self._drawn_from = {rules.names[pile] for pile in talon if pile >= 0}

    def check(self, position: Position, safe_home: bool, alike: bool) -> int:
        """Hold the one to the other; gives the number of ways."""
        ways = self._ways[safe_home, alike]
        # Which of several foundations takes a card that goes home unasked is the same to both.
        pack = self._folded if safe_home else ways.packer.pack
        start = ways.settled(position) if safe_home else position
        away = ways.away(start)
        children = ways.children(start)
        expected = {pack(self._end(ways, way, away, safe_home)) for way in children}
        found = native_of(self.rules).ways(position_of(start), safe_home=safe_home, alike=alike)
        ends = {pack(self._first(read_position(self.rules, way[5]))) for way in found}
        # What leads back to where it begins is a way for one program and none for the other.
        assert ends ^ expected <= {pack(start)}, f"safe_home {safe_home}, alike {alike}, from {start}"
        return len(children)

    def _folded(self, position: Position) -> bytes:
        """A position packed, with its foundations in the order of their cards."""
        piles = list(position.piles)
        home = sorted(piles[pile] for pile in self.rules.home)
        for pile, cards in zip(self.rules.home, home, strict=True):
            piles[pile] = cards
        return self._ways[True, True].packer.pack(position._replace(piles=tuple(piles)))

    def _end(self, ways: Ways, way: Way, away: int, safe_home: bool) -> Position:
        end = ways.end(way, away)
        # The one thing that differs: a card just come from the waste after deals, or from an open stock, may be
        # safe where it lies, and goes home at once.
        if safe_home and way[2].source in self._drawn_from:
            end = self._first(self._home.settle(end)[0])
        return end

    def _first(self, position: Position) -> Position:
        return self._talon.first(position) if self._waits else position


def walk(rules: Rules, deal: str, steps: int, seed: int, every: int = 1) -> int:
    """Compare the ways on along a random walk, at each position under one set of options; gives their number."""
    chance = random.Random(seed)
    position = Game(rules, parse_deal(deal)).start
    comparison = Comparison(rules, position)
    compared = 0
    for step in range(steps):
        moves = legal_moves(rules, position)
        if step % every == 0:
            for safe_home, alike in OPTIONS if every == 1 else [OPTIONS[step // every % len(OPTIONS)]]:
                compared += comparison.check(position, safe_home, alike)
        if not moves:
            break
        position = apply(rules, position, chance.choice(moves))
    return compared


def test_in_every_game_the_ways_on_lead_to_the_same_positions() -> None:
    compared: Counter[str] = Counter()
    for number, setting in enumerate(GAMES):
        rules = setting.rules
        if taken(rules):
            compared[setting.variant] += walk(rules, str(number % 7 + 1), 28, number, every=7)
    assert len(compared) >= 0.9 * len(GAMES)
    assert sum(count == 0 for count in compared.values()) < len(compared) / 20


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_on_long_ways_through_every_game_with_every_choice_the_ways_on_are_the_same(setting: Setting) -> None:
    rules = setting.rules
    if taken(rules):
        walk(rules, "2", 60, 2, every=4)


@pytest.mark.parametrize("name", RECORDED)
def test_in_recorded_positions_the_ways_on_are_the_same(name: str) -> None:
    rules = recorded_rules(name)
    vectors = recorded(name)
    comparison = Comparison(rules, recorded_position(rules, vectors[0]))
    for number, vector in enumerate(vectors[::6]):
        comparison.check(recorded_position(rules, vector), *OPTIONS[number % len(OPTIONS)])


@pytest.mark.long
@pytest.mark.parametrize("name", RECORDED)
def test_in_all_recorded_positions_the_ways_on_are_the_same(name: str) -> None:
    rules = recorded_rules(name)
    comparison = Comparison(rules, recorded_position(rules, recorded(name)[0]))
    for vector in recorded(name):
        for options in OPTIONS:
            comparison.check(recorded_position(rules, vector), *options)


@pytest.mark.parametrize("name", ODD)
def test_in_games_with_odd_rules_the_ways_on_are_the_same(name: str, tmp_path: Path) -> None:
    document = {key: value for key, value in ODD[name].items() if key != "deals"}
    rules = rules_of(document, tmp_path)
    assert rules is not None
    if taken(rules):
        assert sum(walk(rules, deal, 12, int(deal)) for deal in ("1", "2")) > 0


def test_in_games_made_up_at_random_the_ways_on_are_the_same(tmp_path: Path) -> None:
    tried = 0
    for seed, rules in games(SEEDS, tmp_path):
        if taken(rules):
            tried += 1
            walk(rules, str(seed + 1), 12, seed)
    assert tried >= len(SEEDS) / 4
    assert any("stock" in made_up(seed)["piles"] for seed in SEEDS)


@pytest.mark.long
def test_in_many_games_made_up_at_random_the_ways_on_are_the_same(tmp_path: Path) -> None:
    for seed, rules in islice(games(count(1_000), tmp_path), 400):
        if taken(rules):
            walk(rules, "3", 30, seed)
