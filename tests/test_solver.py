"""The solver: what it answers, when it gives up, and that what it leaves out is proved.

That its verdicts are right is the matter of `test_solver_soundness` and `test_verdicts`.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fake_plugins import plugin, point
from tests.playing import CATALOG, SIX, walk

from solitaire_engine.apply import apply
from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.deals import parse_deal
from solitaire_engine.effects import Effect
from solitaire_engine.game import Game
from solitaire_engine.hooks import hookimpl
from solitaire_engine.host import Host
from solitaire_engine.moves import legal_moves
from solitaire_engine.position import Move, Position
from solitaire_engine.rules import Rules
from solitaire_engine.solutions import line_of
from solitaire_engine.solver import Limits, Options, solve
from solitaire_engine.solver.evaluation import Evaluation
from solitaire_engine.solver.homing import SafeHome
from solitaire_engine.solver.packing import Packer
from solitaire_engine.solver.portfolio import favourites
from solitaire_engine.solver.search import best_first, depth_first
from solitaire_engine.solver.shortening import shorten
from solitaire_engine.solver.talon import Talon
from solitaire_engine.solver.ways import Ways

FREECELL = CATALOG.rules("freecell")


def start(rules: Rules, deal: str) -> Position:
    return Game(rules, parse_deal(deal)).position


def replayed(rules: Rules, position: Position, moves: Iterable[Move]) -> Game:
    """A game in which the moves are made, each refused if it is not legal."""
    game = Game(rules, position)
    for move in moves:
        game.push(move)
    return game


# Answers


@pytest.mark.parametrize("variant", ["antares", "agnes_bernauer", "freecell", "klondike_draw_one", "pyramid", "yukon"])
def test_the_moves_of_a_solution_are_legal_one_after_the_other_and_win(variant: str) -> None:
    rules = CATALOG.rules(variant)
    found = 0
    for deal in range(1, 6):
        answer = solve(rules, start(rules, str(deal)), Limits(6_000))
        if answer.verdict == "winnable":
            found += 1
            assert replayed(rules, start(rules, str(deal)), answer.moves).is_won
            assert answer.positions <= 6_000
            assert answer.reason == ""
    assert found >= 1


def test_a_game_that_is_being_played_is_solved_from_where_it_stands() -> None:
    rng = random.Random(5)
    position = start(FREECELL, "ms:9")
    for _ in range(8):
        position = apply(FREECELL, position, rng.choice(legal_moves(FREECELL, position)))
    answer = solve(FREECELL, position, Limits(50_000))
    assert answer.verdict == "winnable"
    assert replayed(FREECELL, position, answer.moves).is_won


def test_a_game_that_is_won_needs_no_move_and_one_without_moves_is_lost() -> None:
    game = Game(FREECELL, start(FREECELL, "ms:1"))
    for move in solve(FREECELL, game.position).moves:
        game.push(move)
    won = solve(FREECELL, game.position)
    assert (won.verdict, won.moves) == ("winnable", ())
    rules = CATALOG.rules("freecell", {"cells": "0", "columns": "4"})
    lost = solve(rules, start(rules, "3"))
    assert (lost.verdict, lost.moves, lost.reason) == ("lost", (), "")
    assert lost.positions > 0


def test_the_lengths_are_those_that_a_player_has_before_and_after_needless_moves_are_dropped() -> None:
    position = start(FREECELL, "ms:5")
    plain = solve(FREECELL, position, options=Options(shorten=False))
    short = solve(FREECELL, position)
    assert short.found == len(line_of(FREECELL, position, plain.moves).steps)
    assert short.length == len(line_of(FREECELL, position, short.moves).steps)
    assert len(short.moves) <= len(plain.moves)
    assert (plain.length, plain.found) == (0, 0)


def test_a_move_to_and_fro_is_dropped_wherever_it_stands() -> None:
    position = start(FREECELL, "ms:1")
    moves = list(solve(FREECELL, position).moves)
    for at in (0, 3, 7):
        here = replayed(FREECELL, position, moves[:at]).position
        there = next(move for move in legal_moves(FREECELL, here) if move.target.startswith("c"))
        back = Move("cards", there.target, there.source, 1)
        longer = [*moves[:at], there, back, *moves[at:]]
        if any(move == back for move in legal_moves(FREECELL, apply(FREECELL, here, there))):
            assert len(shorten(FREECELL, position, longer, lambda: False)) <= len(moves)


@pytest.mark.parametrize(
    ("variant", "deal", "values"),
    [
        ("american_toad", "2", {}),
        ("ali_baba", "1", {}),
        ("fourteen_out", "1", {}),
        ("freecell", "2", {"back": "top"}),
    ],
)
def test_a_way_found_among_packed_positions_is_found_again_in_the_game(
    variant: str, deal: str, values: dict[str, str]
) -> None:
    # Here gaps stop filling themselves, the waste is part of a position or is not, pairs are
    # discarded in either order, and cards come back: the piles lie otherwise than in the search.
    rules = CATALOG.rules(variant, values)
    answer = solve(rules, start(rules, deal), Limits(3_000), Options(shorten=False))
    assert answer.verdict == "winnable"
    assert replayed(rules, start(rules, deal), answer.moves).is_won


# Limits


@pytest.mark.parametrize("most", [1, 2, 77, 4_001, 30_000])
def test_no_more_positions_are_stored_than_the_limit_says(most: int) -> None:
    rules = CATALOG.rules("spider")
    answer = solve(rules, start(rules, "1"), Limits(most))
    assert (answer.verdict, answer.reason) == ("unknown", "positions")
    assert answer.positions <= most


def test_the_time_and_the_wish_to_stop_end_a_search() -> None:
    rules = CATALOG.rules("spider")
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) == 3

    told: list[int] = []
    answer = solve(rules, start(rules, "1"), Limits(None), stop=stop, progress=told.append)
    assert (answer.verdict, answer.reason) == ("unknown", "stopped")
    assert told == sorted(told) and told[-1] > 0
    assert solve(rules, start(rules, "1"), Limits(None, seconds=0)).reason == "seconds"


@pytest.mark.parametrize(
    "make", [lambda: Limits(-1), lambda: Limits(seconds=-0.5), lambda: Limits(memory=-1), lambda: Limits(seconds=nan)]
)
def test_a_limit_below_nothing_is_refused(make: Callable[[], Limits]) -> None:
    with pytest.raises(ValueError, match="must not be negative"):
        make()


MEMORY = """
import re, sys
from pathlib import Path
import solitaire_engine as se
from solitaire_engine.solver import Limits, solve
from solitaire_engine.solver.watching import resident_size
game = se.deal("spider", 1)
before = resident_size()
answer = solve(game.rules, game.position, Limits(None, memory=int(sys.argv[1])))
peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) * 1024
print(answer.reason, answer.positions, peak - before)
"""


def test_a_search_never_takes_more_memory_than_it_may() -> None:
    most = 24_000_000
    run = subprocess.run([sys.executable, "-c", MEMORY, str(most)], check=True, capture_output=True, text=True)
    reason, positions, grown = run.stdout.split()
    assert reason == "memory"
    assert int(positions) > 10_000
    assert int(grown) <= most


SAME = """
import solitaire_engine as se
from solitaire_engine.solver import Limits, solve
for name in ("klondike", "antares", "canfield"):
    game = se.deal(name, 3)
    answer = solve(game.rules, game.position, Limits(5_000))
    print(answer.verdict, answer.positions, answer.length, *answer.moves)
"""


def test_the_same_limit_of_positions_gives_the_same_answer_in_every_process() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", SAME],
            check=True, capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(said) == 1
    assert "winnable" in said.pop()


def test_a_plugin_that_fails_in_a_search_is_named_and_nothing_is_claimed() -> None:
    calls: list[int] = []

    @hookimpl
    def solitaire_after_move(game: object, move: object) -> list[Effect]:
        calls.append(1)
        if len(calls) > 50:
            raise RuntimeError("tired")
        return []

    host = Host([point("sleepy", plugin(hooks=[solitaire_after_move]))])
    catalog = Catalog([bundled_folder()], host)
    rules = catalog.rules("freecell")
    rules.after_move = host.callers("solitaire_after_move", ["sleepy"])
    answer = solve(rules, start(rules, "ms:1"))
    assert answer.verdict == "unknown"
    assert "sleepy" in answer.reason and "tired" in answer.reason


# The two searches


@pytest.mark.parametrize("variant", ["freecell", "canfield", "golf"])
def test_both_searches_tell_the_same_of_a_deal(variant: str) -> None:
    values = {"freecell": {"cells": "1", "columns": "6"}}.get(variant, {})
    rules = CATALOG.rules(variant, values)
    agreed = 0
    for deal in range(1, 9):
        position = start(rules, str(deal))
        verdicts: set[bool] = set()
        for search in (best_first, depth_first):
            ways = Ways(rules, position, Options())
            packed = ways.packer.pack(ways.settled(position))
            outcome = search(ways, packed, Evaluation(rules, favourites(rules)[0]), 6_000, lambda stored, table: "")
            if not outcome.reason:
                verdicts.add(bool(outcome.path))
        assert len(verdicts) < 2
        agreed += len(verdicts)
    assert agreed or variant == "golf"


# Packed positions


@pytest.mark.parametrize("variant", [*SIX, "spider", "canfield", "montana", "pyramid", "osmosis", "cruel"])
def test_a_packed_position_gives_back_one_that_packs_and_plays_alike(variant: str) -> None:
    rules = CATALOG.rules(variant)
    first = start(rules, "7")
    packer = Packer(rules, first)
    for position in walk(Game(rules, parse_deal("7")), "1", 40).positions:
        packed = packer.pack(position)
        again = packer.unpack(packed)
        assert packer.pack(again) == packed
        assert sorted(map(len, again.piles)) == sorted(map(len, position.piles))
        assert len(legal_moves(rules, again)) == len(legal_moves(rules, position))


@given(order=st.permutations(range(8)), cells=st.permutations(range(4)))
def test_columns_and_cells_that_change_places_are_the_same_packed_position(order: list[int], cells: list[int]) -> None:
    first = start(FREECELL, "ms:2")
    game = Game(FREECELL, first)
    for text in ("t1 c1", "t2 c2", "t3 c3"):
        game.push(text)
    piles = game.position.piles
    at = {group.name: FREECELL.span[g] for g, group in enumerate(FREECELL.groups)}
    moved = list(piles)
    for place, other in enumerate(order):
        moved[at["tableau"][place]] = piles[at["tableau"][other]]
    for place, other in enumerate(cells):
        moved[at["cell"][place]] = piles[at["cell"][other]]
    packer = Packer(FREECELL, first)
    assert packer.pack(game.position._replace(piles=tuple(moved))) == packer.pack(game.position)
    plain = Packer(FREECELL, first, alike=False)
    same = tuple(moved) == piles
    assert (plain.pack(game.position._replace(piles=tuple(moved))) == plain.pack(game.position)) == same


def test_columns_that_the_stock_will_deal_to_are_alike_only_once_it_is_used_up() -> None:
    rules = CATALOG.rules("spider")
    position = start(rules, "1")
    packer = Packer(rules, position)
    swapped = list(position.piles)
    a, b = rules.index["t1"], rules.index["t2"]
    swapped[a], swapped[b] = swapped[b], swapped[a]
    assert packer.pack(position) != packer.pack(position._replace(piles=tuple(swapped)))
    for piles in (list(position.piles), swapped):
        piles[rules.stock] = b""
    dealt = list(position.piles)
    dealt[rules.stock] = b""
    assert packer.pack(position._replace(piles=tuple(dealt))) == packer.pack(position._replace(piles=tuple(swapped)))


# What goes home without harm


@pytest.mark.parametrize(
    ("variant", "why"),
    [
        ("freecell", ""),
        ("klondike", ""),
        ("antares", ""),
        ("canfield", ""),
        ("spider", "its foundations take more than single cards"),
        ("pyramid", "it has no foundations"),
        ("cruel", "the tableau is gathered and dealt again"),
        ("montana", "a plugin has a say in its moves"),
        ("osmosis", "what a foundation takes depends on others"),
    ],
)
def test_it_is_said_why_cards_are_not_played_home_unasked(variant: str, why: str) -> None:
    found = SafeHome(CATALOG.rules(variant)).why_not
    assert found == why or (variant == "montana" and found == "it has no foundations")


def homeward(rules: Rules, text: str) -> list[str]:
    """The moves by which safe cards go home from a position."""
    position = Position.parse(text, rules.names)
    return [str(move) for move in SafeHome(rules).settle(position)[1]]


def test_a_card_goes_home_once_nothing_can_lie_on_it_any_more() -> None:
    home = "f1: AC 2C 3C; f2: AD 2D 3D; f3: AH 2H 3H; f4: AS 2S"
    assert homeward(FREECELL, f"{home}; t1: KC 4H; t2: KD 3S 9C") == ["t1 f3"]
    # The 3S could lie on the 4H; but it could go home itself at any time, and nothing can lie on it.
    assert homeward(FREECELL, f"{home}; t1: KC 4H; t2: KD 9C 3S") == ["t1 f3", "t2 f4"]
    # Now the 3S cannot: the 2S is not home.
    assert homeward(FREECELL, f"{home[:-3]}; t1: KC 4H; t2: KD 2S 9C; t3: 3S 9D") == []


def test_where_cards_come_back_all_that_could_ever_lie_on_one_must_be_home() -> None:
    rules = CATALOG.rules("freecell", {"back": "top"})
    home = "f1: AC 2C 3C; f2: AD 2D; f3: AH 2H 3H; f4: AS 2S 3S"
    # The 3S may come back to the 4H, and then the 2D to it.
    assert homeward(rules, f"{home}; t1: KC 4H; t2: KD 3D 9C") == ["t1 f3"]
    assert homeward(rules, "f1: AC 2C 3C; f2: AD; f3: AH 2H 3H; f4: AS 2S 3S; t1: KC 4H; t2: KD 2D 9C") == []


def test_nothing_goes_home_unasked_while_spaces_fill_themselves_or_a_deal_brings_cards_down() -> None:
    canfield = CATALOG.rules("canfield")
    home = "base: 5; f1: 5C 6C; f2: 5D 6D; f3: 5H 6H; f4: 5S 6S"
    assert homeward(canfield, f"{home}; t1: 7C; t2: KD; r1: 9C") == []
    assert homeward(canfield, f"{home}; t1: 7C; t2: KD") == ["t1 f1"]
    gypsy = CATALOG.rules("gypsy")
    assert SafeHome(gypsy).why_not == ""
    home = "; ".join(f"f{number}: A{suit}" for number, suit in enumerate("CCDDHHSS", 1))
    assert homeward(gypsy, f"{home}; t1: KC 2H; s: #9C") == []
    assert homeward(gypsy, f"{home}; t1: KC 2H; t2: 9C") == ["t1 f5"]


def test_a_card_of_the_waste_goes_home_unasked_only_where_cards_are_dealt_singly() -> None:
    position = "f1: AC; f2: AD; f3: AH; f4: AS; w: KC 2H; s: #9C #8C"
    assert homeward(CATALOG.rules("klondike_draw_one"), position) == ["w f3"]
    assert homeward(CATALOG.rules("klondike"), position) == []


# Deals that wait


def test_deals_that_lead_into_each_other_are_one_position() -> None:
    rules = CATALOG.rules("klondike")
    talon = Talon(rules)
    assert talon.waits and talon.endless
    game = Game(rules, parse_deal("5"))
    first = talon.first(game.position)
    for _ in range(9):
        move = next(move for move in legal_moves(rules, game.position) if move.kind in ("deal", "redeal"))
        game.push(move)
        assert talon.first(game.position) == first


def test_every_card_that_dealing_brings_up_is_offered_and_no_other() -> None:
    rules = CATALOG.rules("klondike", {"redeals": "1"})
    position = start(rules, "5")
    offered = [state[1][-1] for _, state in Talon(rules).deals(position) if state[1]]
    game, seen = Game(rules, position), []
    while moves := [move for move in legal_moves(rules, game.position) if move.kind in ("deal", "redeal")]:
        game.push(moves[0])
        if game.position.piles[rules.waste]:
            seen.append(game.position.piles[rules.waste][-1])
    assert offered == list(dict.fromkeys(seen))


def test_a_later_pass_that_deals_otherwise_is_looked_at_even_where_the_same_cards_lie_the_same_way() -> None:
    # Three at a time, then two, then one: sixes of cards lie alike in the first pass and in the second.
    rules = CATALOG.rules("canfield_rush")
    game = Game(rules, parse_deal("1"))
    reached = [(game.position.piles[rules.waste], game.position.redeals)]
    while moves := [move for move in legal_moves(rules, game.position) if move.kind in ("deal", "redeal")]:
        game.push(moves[0])
        reached.append((game.position.piles[rules.waste], game.position.redeals))
    offered = [(state[1], state[2]) for _, state in Talon(rules).deals(start(rules, "1"))]
    assert offered[1:] == [(waste, redeals) for waste, redeals in reached if waste]


@pytest.mark.parametrize("variant", ["spider", "golf", "easthaven", "agnes_aces"])
def test_deals_do_not_wait_where_they_go_elsewhere_than_to_the_waste(variant: str) -> None:
    assert not Talon(CATALOG.rules(variant)).waits


# Facts that others have published


@pytest.mark.parametrize("last", [20, pytest.param(200, marks=pytest.mark.long)])
def test_the_first_deals_of_microsofts_freecell_are_all_solved_in_few_positions(last: int) -> None:
    answers = [
        solve(FREECELL, start(FREECELL, f"ms:{n}"), Limits(100_000), Options(shorten=False)) for n in range(1, last + 1)
    ]
    assert all(answer.verdict == "winnable" for answer in answers)
    assert sorted(answer.positions for answer in answers)[last // 2] <= 1_000


@pytest.mark.long
def test_microsofts_freecell_deal_11982_is_proved_lost() -> None:
    assert solve(FREECELL, start(FREECELL, "ms:11982"), Limits(1_000_000)).verdict == "lost"


@pytest.mark.parametrize("last", [10, pytest.param(200, marks=pytest.mark.long)])
def test_the_first_deals_of_antares_are_all_solved(last: int) -> None:
    rules = CATALOG.rules("antares")
    quick = replace(Options(), shorten=False)
    for number in range(1, last + 1):
        assert solve(rules, start(rules, f"ms:{number}"), Limits(100_000), quick).verdict == "winnable", number
