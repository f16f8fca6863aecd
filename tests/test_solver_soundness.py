"""The solver against a judge that looks at every position: what it leaves out must change no answer.

The deals are those of small games (`small_games`), and the judge is the second program, which
shares no rule with the engine and leaves nothing out (`exhaustive`).
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any, Literal

import pytest
from tests.make_small_verdicts import LEAST, MOST
from tests.small_games import BY_PLUGIN, CATALOG, FAMILIES, judgement, known_verdicts, naive_start, start

from solitaire_engine.apply import apply
from solitaire_engine.catalog import default_catalog
from solitaire_engine.moves import legal_moves
from solitaire_engine.outcome import is_won
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules
from solitaire_engine.solver import Answer, Limits, Options, homing, packing, solve
from solitaire_engine.solver.portfolio import Attempt, attempts

KNOWN = known_verdicts()
ALL_OPTIONS = [
    Options(safe_home=home, alike=alike, whole_deals=whole, shorten=False)
    for home, alike, whole in product((True, False), repeat=3)
]
LIMITS = Limits(positions=100_000)
"""No deal of a small game has more than a few thousand positions, so this is no limit."""
SAMPLE = 600
"""Positions of the deals that the ordinary tests judge anew."""
AT_LEAST = 30
SOUND_SPANS = packing.alike_spans
Outcome = Literal["lost", "winnable"]
OUTCOMES: tuple[Outcome, ...] = ("lost", "winnable")


def verdict_of(winnable: bool) -> Outcome:
    return "winnable" if winnable else "lost"


def deals_of(name: str) -> list[tuple[str, bool]]:
    """The judged deals of a game, and whether each can be won."""
    return [(deal, outcome == "winnable") for outcome in OUTCOMES for deal in KNOWN[name][outcome]]


def sample_of(name: str) -> list[tuple[str, bool]]:
    """Of either outcome the deal with the most positions that does not take too long."""
    found: list[tuple[str, bool]] = []
    for outcome in OUTCOMES:
        sizes = KNOWN[name][outcome]
        if sizes:
            small = [deal for deal in sizes if sizes[deal] <= SAMPLE] or [min(sizes, key=sizes.__getitem__)]
            found.append((max(small, key=sizes.__getitem__), outcome == "winnable"))
    return found


def check(name: str, deal: str, winnable: bool, options: Options) -> None:
    """Hold the answer to the judge's, and its moves to both programs."""
    rules = CATALOG.rules(name)
    position = start(rules, deal)
    answer = solve(rules, position, LIMITS, options)
    assert answer.verdict == verdict_of(winnable), f"{name}:{deal} is {verdict_of(winnable)}, not so with {options}"
    if answer.verdict == "winnable":
        check_moves(name, rules, deal, position, answer)


def check_moves(name: str, rules: Rules, deal: str, position: Position, answer: Answer) -> None:
    """The moves win, as the engine plays them and as the second program does."""
    naive = None if name in BY_PLUGIN else naive_start(rules, deal)
    for move in answer.moves:
        position = apply(rules, position, move)
        if naive is not None:
            naive = naive.apply(str(move))
    assert is_won(rules, position), f"{name}:{deal}"
    assert naive is None or naive.is_won(), f"{name}:{deal}"


@pytest.mark.parametrize("name", FAMILIES)
def test_the_answer_for_a_small_game_is_that_of_looking_at_every_position(name: str) -> None:
    for deal, winnable in sample_of(name):
        found = judgement(name, deal, LIMITS.positions or 0)
        assert found is not None
        assert found.positions == KNOWN[name][verdict_of(winnable)][deal]
        assert found.winnable == winnable
        for options in ALL_OPTIONS:
            check(name, deal, winnable, options)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_search_that_looks_at_everything_gives_the_same_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games never come as far as this search otherwise: the ones before it end sooner."""
    monkeypatch.setattr("solitaire_engine.solver.solving.attempts", only_complete)
    for deal, winnable in sample_of(name):
        for options in (ALL_OPTIONS[0], ALL_OPTIONS[-1]):
            check(name, deal, winnable, options)


def only_complete(rules: Rules, positions: int | None) -> list[Attempt]:
    return [attempt for attempt in attempts(rules, positions) if attempt.complete]


@pytest.mark.long
@pytest.mark.parametrize("name", FAMILIES)
def test_no_answer_for_any_judged_deal_depends_on_what_the_search_leaves_out(name: str) -> None:
    for deal, winnable in deals_of(name):
        for options in ALL_OPTIONS:
            check(name, deal, winnable, options)


@pytest.mark.long
@pytest.mark.parametrize("name", FAMILIES)
def test_no_answer_depends_on_the_search_that_gives_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solitaire_engine.solver.solving.attempts", only_complete)
    for deal, winnable in deals_of(name):
        check(name, deal, winnable, ALL_OPTIONS[0])


@pytest.mark.long
@pytest.mark.parametrize("name", FAMILIES)
def test_a_shortened_solution_of_a_small_game_wins_in_both_programs(name: str) -> None:
    for deal, winnable in deals_of(name):
        check(name, deal, winnable, Options())


# --- The data


def test_every_family_has_small_games() -> None:
    assert set(FAMILIES.values()) == {entry.family for entry in default_catalog().entries}
    assert KNOWN.keys() == FAMILIES.keys()


def test_every_family_has_thirty_lost_and_thirty_winnable_deals() -> None:
    counts = Counter({(family, outcome): 0 for family in FAMILIES.values() for outcome in OUTCOMES})
    for game in KNOWN.values():
        counts.update({(game["family"], outcome): len(game[outcome]) for outcome in OUTCOMES})
    assert {which: count for which, count in counts.items() if count < AT_LEAST} == {}


@pytest.mark.parametrize("name", FAMILIES)
def test_judged_deals_are_neither_trivial_nor_too_large_to_be_judged_again(name: str) -> None:
    game = KNOWN[name]
    sizes = [size for outcome in OUTCOMES for size in game[outcome].values()]
    assert sizes
    assert all(LEAST <= size <= MOST for size in sizes)
    assert game["family"] == FAMILIES[name]


def test_the_judge_shares_nothing_with_what_it_judges_but_the_generator_that_shuffles() -> None:
    here = Path(__file__).parent
    files = [here / "exhaustive.py", *here.glob("naive*.py")]
    found = {name for file in files for name in re.findall(r"solitaire_engine[.\w]*", imports_of(file))}
    assert found == {"solitaire_engine.deals"}


def imports_of(file: Path) -> str:
    lines = file.read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if line.startswith(("import ", "from ")))


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in FAMILIES if name not in BY_PLUGIN])
def test_both_programs_have_the_same_moves_in_every_position_of_a_small_deal(name: str) -> None:
    rules = CATALOG.rules(name)
    for deal, _ in sample_of(name):
        naive = naive_start(rules, deal)
        waiting, seen = [(start(rules, deal), naive)], {naive.key()}
        while waiting and len(seen) <= MOST:
            position, naive = waiting.pop()
            assert is_won(rules, position) == naive.is_won(), f"{name}:{deal}: {position}"
            moves = {str(move): move for move in legal_moves(rules, position)}
            assert moves.keys() == naive.moves(), f"{name}:{deal}: {position}"
            for text, move in moves.items():
                after = naive.apply(text)
                if not naive.is_won() and after.key() not in seen:
                    seen.add(after.key())
                    waiting.append((apply(rules, position, move), after))


# --- Unsound rules


def no_card_waits(rules: Rules, base: int) -> homing.Locks:
    """Every card goes home as soon as it can."""
    return homing.Locks([0] * 128, [0] * 128, [0] * 128, True)


def every_unit(rules: Rules) -> tuple[packing.Spans, packing.Spans]:
    """Piles under the same rules are alike whatever their places."""
    return tuple((unit.first, unit.end) for unit in rules.units if unit.end - unit.first > 1), ()


def as_if_dealt(rules: Rules) -> tuple[packing.Spans, packing.Spans]:
    """Piles are alike although the stock still deals to them."""
    always, dealt = SOUND_SPANS(rules)
    return tuple(sorted(always + dealt)), ()


def every_waste(rules: Rules) -> bool:
    """Deals can wait wherever there is a waste."""
    return rules.stock_deal is not None and set(rules.deal_targets) == {rules.waste}


def every_home(rules: Rules) -> tuple[tuple[int, int], ...]:
    """Of no foundation anything matters but the top card."""
    return tuple((pile, -1) for pile in rules.home)


UNSOUND: dict[str, tuple[list[tuple[str, Any]], list[str]]] = {
    "cards go home although others may want to lie on them": (
        [("homing._locks", no_card_waits)],
        ["small_black_hole", "small_calculation", "small_freecell_three"],
    ),
    "cards go home although the tableau is dealt again": (
        [("homing.why_unproved", lambda rules: "")],
        ["small_belle_lucie", "small_cruel"],
    ),
    "piles are alike although their places matter": (
        [("packing.alike_spans", every_unit), ("ways.alike_spans", every_unit)],
        ["small_tri_peaks", "small_monte_carlo", "small_blue_moon"],
    ),
    "piles are alike although the stock deals to them": (
        [("packing.alike_spans", as_if_dealt), ("ways.alike_spans", as_if_dealt)],
        ["small_aces_up", "small_gypsy"],
    ),
    "deals wait although gaps are filled from the waste": (
        [("talon.deals_can_wait", every_waste)],
        ["small_windmill"],
    ),
    "foundations are only their top cards although a direction is locked": (
        [("packing.sunk_piles", every_home)],
        ["small_braid"],
    ),
}
"""Rules that are not sound, as patches of the solver, and small games that show it."""


def is_wrong(name: str, deal: str, winnable: bool) -> bool:
    """Whether the answer is not the judge's, or there is none because the moves found do not fit together."""
    rules = CATALOG.rules(name)
    try:
        return solve(rules, start(rules, deal), LIMITS, Options(shorten=False)).verdict != verdict_of(winnable)
    except (LookupError, AssertionError):
        return True


@pytest.mark.parametrize("rule", UNSOUND)
def test_the_small_games_notice_an_unsound_rule(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patches, games = UNSOUND[rule]
    for place, unsound in patches:
        monkeypatch.setattr(f"solitaire_engine.solver.{place}", unsound)
    for name in games:
        assert any(is_wrong(name, deal, winnable) for deal, winnable in deals_of(name)), name
