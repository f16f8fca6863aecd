"""Words of plugins in games: they do what they say, and one that answers nonsense is named with its plugin."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from tests.fake_plugins import host_with, plugin, point, rules_of, small_game

from solitaire_engine.cards import is_red, rank_of, suit_of
from solitaire_engine.errors import PluginError, VariantError
from solitaire_engine.game import Game
from solitaire_engine.rules import Rules
from solitaire_engine.view import View
from solitaire_engine.words import Args, Build, Direction, Gap, Lift, Limit, Match, Pair, StockDeal, Win, Word

FREECELL = "schema: 1\nname: Trial\nextends: freecell\n"
USES: dict[type[Word], str] = {
    Build: f"{FREECELL}piles: {{tableau: {{build: trial}}}}\n",
    Direction: f"{FREECELL}piles: {{tableau: {{build: trial suit}}}}\n",
    Match: f"{FREECELL}piles: {{tableau: {{build: down trial}}}}\n",
    Lift: f"{FREECELL}piles: {{tableau: {{lift: trial}}}}\n",
    Gap: f"{FREECELL}piles: {{tableau: {{gap: trial}}}}\n",
    Limit: f"{FREECELL}piles: {{tableau: {{limit: trial}}}}\n",
    StockDeal: "schema: 1\nname: Trial\nextends: agnes_aces\npiles:\n"
    "  stock: {deal: {by: trial, to: reserve}, redeals: 0}\nplugins: ~\n",
    Pair: "schema: 1\nname: Trial\npiles:\n  tableau: {kind: tableau, count: 13}\n  discard: {kind: discard}\n"
    "remove: [{cards: 2, by: trial}]\ndeal: [{to: tableau, each: 4}]\n",
    Win: f"{FREECELL}win: {{by: trial}}\n",
}


def game_rules(word: Word, folder: Path) -> Rules:
    """The rules of a small variant that uses the word, which is named `trial`."""
    return rules_of(USES[type(word)], folder, host_with(point("maker", plugin(word), "maker-pack", "2.3")))


def trial(kind: type[Word], **fields: Any) -> Word:
    """A word named `trial`; its functions may give what their types forbid."""
    return kind(name="trial", **fields)


def fails(*arguments: object) -> object:
    raise KeyError(len(arguments))


# What they can do


def test_a_build_word_decides_which_card_lies_on_which(tmp_path: Path) -> None:
    word = Build(name="trial", fits=lambda card, under: rank_of(card) == rank_of(under), rule="with cards of one rank")
    game = small_game(game_rules(word, tmp_path), "t1: 5H; t2: 5S; t3: 6S")
    assert "t1 t2" in game.legal_moves
    assert game.why_not("t1 t3") == "the 5H cannot go on the 6S, which takes a 6"


def test_a_direction_and_a_match_combine_with_the_engines_own(tmp_path: Path) -> None:
    twice = Direction(name="trial", fits=lambda rank, under, step, around: rank == 2 * under, rule="doubled")
    game = small_game(game_rules(twice, tmp_path), "t1: 5H; t2: 3H; t3: 3S")
    assert "t1 t2" in game.legal_moves and "t1 t3" not in game.legal_moves
    higher = Match(name="trial", fits=lambda card, under: suit_of(card) > suit_of(under), rule="in a higher suit")
    game = small_game(game_rules(higher, tmp_path), "t1: 5H; t2: 6D; t3: 6S")
    assert "t1 t2" in game.legal_moves and "t1 t3" not in game.legal_moves


@pytest.mark.parametrize(
    ("plain", "ending"),
    [
        ("down alternate wrap", "down alternate wrap dead base"),
        ("updown any by 2", "updown any by 2 dead base"),
        ("down alternate wrap dead K", "down alternate wrap dead base K"),
    ],
)
def test_a_rule_that_ends_at_the_base_rank_is_the_plain_one_but_for_what_lies_on_cards_of_that_rank(
    plain: str, ending: str, tmp_path: Path
) -> None:
    text = "schema: 1\nname: Trial\nextends: canfield\npiles: {tableau: {build: %s, lift: sequence}}\n"
    goes_on, ends = (rules_of(text % rule, tmp_path, host_with()) for rule in (plain, ending))
    group = ends.number_of("tableau")
    unit = ends.units_of_group[group].start
    for base in range(-1, 13):
        of_base = sum(1 << card for card in range(52) if rank_of(card) == base)
        whole, tables = goes_on.tables(base), ends.tables(base)
        assert tables.build[unit] == tables.hang[group] == [mask & ~of_base for mask in whole.build[unit]]
        assert tables.takes[unit] == [0 if of_base >> card & 1 else mask for card, mask in enumerate(whole.takes[unit])]
        takes_nothing_anyway = base < 0 or (base == 12 and "dead K" in plain)
        assert (tables.build[unit] == whole.build[unit]) == takes_nothing_anyway
        assert tables.start == whole.start


def test_a_direction_that_fails_on_one_rank_is_found_at_once_whatever_the_base_will_be(tmp_path: Path) -> None:
    def picky(rank: int, under: int, step: int, around: int) -> bool:
        return bool(1 / under)

    host = host_with(point("maker", plugin(Direction(name="trial", fits=picky, rule="so")), "maker-pack", "2.3"))
    text = "schema: 1\nname: Trial\nextends: canfield\npiles: {tableau: {build: trial any dead base}}\n"
    with pytest.raises(PluginError, match="failed for ace on ace: ZeroDivisionError"):
        rules_of(text, tmp_path, host)


def test_a_lift_word_decides_which_cards_hang_together(tmp_path: Path) -> None:
    word = Lift(
        name="trial",
        mode="tail",
        hangs=lambda card, under: is_red(card) and is_red(under),
        rule="red cards may be moved together",
        refusal="red cards together",
    )
    game = small_game(game_rules(word, tmp_path), "t1: 9S 5H 2D; t2: 6S")
    assert "t1 t2 2" in game.legal_moves
    assert game.why_not("t1 t3 3") == "9S and 5H do not hang together: a tableau pile moves only red cards together"


def test_a_gap_word_decides_which_card_starts_an_empty_pile(tmp_path: Path) -> None:
    word = Gap(name="trial", takes=lambda card, base: rank_of(card) % 2 == base, rule="a card of odd rank")
    game = small_game(game_rules(word, tmp_path), "t1: 5H; t2: 6S")
    assert "t1 t3" in game.legal_moves
    assert game.why_not("t2 t3") == "only a card of odd rank may start a tableau pile"


def test_a_limit_word_decides_how_many_cards_are_carried_and_has_its_own_sentence(tmp_path: Path) -> None:
    def refusal(count: int, cells: int, piles: int) -> str:
        return f"{count} is too heavy\nwith {cells} cells and {piles} piles"

    word = Limit(name="trial", most=lambda cells, piles: 1 + cells // 2, refusal=refusal)
    game = small_game(game_rules(word, tmp_path), "t1: 5H 4S 3H; t2: 6S; c1: 2S; c2: 2H")
    assert "t1 t2 2" not in game.legal_moves
    assert game.why_not("t1 t2 3") == "3 is too heavy with 2 cells and 6 piles"
    plain = Limit(name="trial", most=lambda cells, piles: 1 + cells // 2)
    game = small_game(game_rules(plain, tmp_path), "t1: 5H 4S 3H; t2: 6S; c1: 2S; c2: 2H")
    assert game.why_not("t1 t2 3") == "3 cards are too many: 2 can be carried now"


def test_a_win_word_decides_when_the_game_is_won(tmp_path: Path) -> None:
    word = Win(name="trial", won=lambda view: not view.tops("cell"), rule="no cell holds a card")
    rules = game_rules(word, tmp_path)
    assert small_game(rules, "t1: 5H").is_won
    assert not small_game(rules, "t1: 5H; c1: 4S").is_won


# Nonsense

PLACE = r"\((tests/test_tabulate|tmp.*)\.py:\d+\)"


def not_bool(*_: object) -> object:
    return "yes"


def one(*_: object) -> object:
    return 1


PREDICATES = [(Build, "fits"), (Direction, "fits"), (Match, "fits"), (Lift, "hangs"), (Gap, "takes"), (Pair, "fits")]
CASES = {
    "fits": "AC on AC",
    "hangs": "AC on AC",
    "takes": "AC",
}


def error_of(word: Word, folder: Path) -> str:
    with pytest.raises(PluginError) as caught:
        game_rules(word, folder)
    return str(caught.value)


@pytest.mark.parametrize(("kind", "field"), PREDICATES, ids=[kind.__name__ for kind, _ in PREDICATES])
@pytest.mark.parametrize(
    ("function", "what"),
    [
        (fails, r"failed for {case}: KeyError: \d"),
        (not_bool, r"gave 'yes' for {case}; it must give True or False"),
        (one, r"gave 1 for {case}; it must give True or False"),
    ],
    ids=["raises", "text", "number"],
)
def test_a_predicate_that_gives_no_answer_is_named_with_its_plugin_its_version_and_the_case(
    kind: type[Word], field: str, function: Callable[..., object], what: str, tmp_path: Path
) -> None:
    more = {"mode": "tail"} if kind is Lift else {}
    case = "ace on ace" if kind is Direction else CASES[field]
    start = rf"the {kind.kind} word 'trial' of the plugin 'maker' \(maker-pack 2\.3\)"
    text = error_of(trial(kind, **{field: function}, **more), tmp_path)
    assert re.fullmatch(rf"{start} {what.format(case=case)} {PLACE}", text)


def test_a_predicate_that_fails_for_one_card_only_is_found_when_the_game_is_compiled(tmp_path: Path) -> None:
    def picky(card: int, under: int) -> bool:
        return bool(1 / (card - 51)) if under == 0 else False

    assert " failed for KS on AC: ZeroDivisionError: " in error_of(Build(name="trial", fits=picky), tmp_path)


def test_a_gap_word_that_says_it_takes_anything_must_do_so(tmp_path: Path) -> None:
    text = error_of(Gap(name="trial", takes=lambda card, base: card != 7, anything=True), tmp_path)
    assert re.fullmatch(rf"the gap word .* says anything=True and refuses 2S {PLACE}", text)


def test_a_pair_must_be_one_either_way_round(tmp_path: Path) -> None:
    text = error_of(Pair(name="trial", fits=lambda one, other: one > other), tmp_path)
    assert re.fullmatch(rf"the pair word .* takes AD with AC and not the other way round {PLACE}", text)


@pytest.mark.parametrize(
    ("most", "what"),
    [
        (lambda cells, piles: "3", "gave '3' for 0 empty cells and 0 empty piles; it must give a whole number from 1"),
        (lambda cells, piles: 2.5, "gave 2.5 for 0 empty cells and 0 empty piles; it must give a whole number from 1"),
        (lambda cells, piles: True, "gave True for 0 empty cells and 0 empty piles; .*"),
        (lambda cells, piles: cells, "gave 0 for 0 empty cells and 0 empty piles; .*"),
        (lambda cells, piles: 3 - cells, "gave 0 for 3 empty cells and 0 empty piles; .*"),
        (lambda cells, piles: 9 // (5 - piles), "failed for 0 empty cells and 5 empty piles: ZeroDivisionError: .*"),
    ],
)
def test_a_limit_gives_a_number_for_every_number_of_gaps(
    most: Callable[[int, int], Any], what: str, tmp_path: Path
) -> None:
    text = error_of(Limit(name="trial", most=most), tmp_path)
    assert re.fullmatch(rf"the limit word 'trial' of the plugin 'maker' \(maker-pack 2\.3\) {what} {PLACE}", text)


def test_a_limit_of_thousands_is_as_good_as_none(tmp_path: Path) -> None:
    rules = game_rules(Limit(name="trial", most=lambda cells, piles: 10**30), tmp_path)
    assert "t1 t2 3" in small_game(rules, "t1: 5H 4S 3H; t2: 6S; c1: 2S; c2: 2H; c3: 2C; c4: 2D").legal_moves


@pytest.mark.parametrize(
    ("refusal", "what"),
    [
        (fails, "failed for the refusal of 2 cards: KeyError: 3"),
        (lambda count, cells, piles: None, "gave None as its refusal; it must give a sentence"),
        (lambda count, cells, piles: " ", "gave ' ' as its refusal; it must give a sentence"),
    ],
)
def test_a_refusal_that_is_no_sentence_is_found_when_the_game_is_compiled(
    refusal: Callable[[int, int, int], str], what: str, tmp_path: Path
) -> None:
    text = error_of(Limit(name="trial", most=lambda cells, piles: 1, refusal=refusal), tmp_path)
    assert re.fullmatch(rf"the limit word 'trial' of the plugin 'maker' \(maker-pack 2\.3\) {what} {PLACE}", text)


def test_a_refusal_that_fails_in_play_names_its_plugin_and_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    def refusal(count: int, cells: int, piles: int) -> str:
        return {2: "two"}[count]

    rules = game_rules(Limit(name="trial", most=lambda cells, piles: 1, refusal=refusal), tmp_path)
    game = small_game(rules, "t1: 5H 4S 3H; t2: 6S")
    before = game.position
    with pytest.raises(PluginError, match=r"^the limit word 'trial' of the plugin 'maker' \(maker-pack 2\.3\) failed"):
        game.push("t1 t2 3")
    assert game.position == before and game.moves == ()


COUNTS: list[tuple[Callable[[int, int], object], str]] = [
    (lambda stock, targets: [1] * (targets - 1), r"deals \[1, 1, 1, 1, 1, 1\] from a stock of 1 to 7 piles"),
    (lambda stock, targets: [0] * targets, r"deals \[0, 0, 0, 0, 0, 0, 0\] from a stock of 1 to 7 piles"),
    (lambda stock, targets: [1] * targets, r"deals \[1, 1, 1, 1, 1, 1, 1\] from a stock of 1 to 7 piles"),
    (lambda stock, targets: [2, -1, *[0] * (targets - 2)], r"deals \[2, -1, 0, 0, 0, 0, 0\] from a stock of 1 .*"),
    (lambda stock, targets: [1.0, *[0] * (targets - 1)], r"deals \[1\.0, 0, 0, 0, 0, 0, 0\] from a stock of 1 .*"),
    (lambda stock, targets: [True, *[0] * (targets - 1)], r"deals \[True, 0, 0, 0, 0, 0, 0\] from a stock of 1 .*"),
    (lambda stock, targets: None, "deals None from a stock of 1 to 7 piles"),
    (lambda stock, targets: stock, "deals 1 from a stock of 1 to 7 piles"),
    (lambda stock, targets: [min(stock, 9)] if stock > 9 else [stock, *[0] * 6], r"deals \[9\] from a stock of 10 .*"),
]


@pytest.mark.parametrize(("counts", "what"), COUNTS)
def test_a_stock_deal_that_does_not_add_up_is_a_problem_of_the_file_and_names_the_plugin(
    counts: Callable[[int, int], Any], what: str, tmp_path: Path
) -> None:
    def counts_of(stock: int, targets: int, args: Args) -> Sequence[int]:
        return cast(Sequence[int], counts(stock, targets))

    with pytest.raises(VariantError) as caught:
        game_rules(StockDeal(name="trial", counts=counts_of), tmp_path)
    (problem,) = caught.value.problems
    assert problem.path == "piles.stock.deal" and problem.line == 5
    assert re.fullmatch(
        rf"the deal word 'trial' of the plugin 'maker' \(maker-pack 2\.3\) {what} {PLACE}", problem.message
    )


def test_a_stock_deal_that_fails_is_named_with_its_plugin(tmp_path: Path) -> None:
    text = error_of(trial(StockDeal, counts=fails), tmp_path)
    assert re.fullmatch(
        r"the deal word 'trial' of the plugin 'maker' \(maker-pack 2\.3\) failed for a stock of 1 and 7 piles: "
        rf"KeyError: 3 {PLACE}",
        text,
    )


@pytest.mark.parametrize(
    ("won", "what"),
    [
        (fails, r"failed for the position t1: 5H: KeyError: 1"),
        (not_bool, r"gave 'yes' for the position t1: 5H; it must give True or False"),
    ],
)
def test_a_win_word_that_fails_in_play_names_its_plugin(won: Callable[[View], bool], what: str, tmp_path: Path) -> None:
    game: Game = small_game(game_rules(Win(name="trial", won=won), tmp_path), "t1: 5H")
    with pytest.raises(PluginError) as caught:
        assert game.is_won
    assert re.fullmatch(
        rf"the win word 'trial' of the plugin 'maker' \(maker-pack 2\.3\) {what} {PLACE}", str(caught.value)
    )


def test_a_word_may_stop_python_and_is_only_named_for_it(tmp_path: Path) -> None:
    def leave(card: int, under: int) -> bool:
        raise SystemExit(1)

    assert "failed for AC on AC: it called sys.exit" in error_of(Build(name="trial", fits=leave), tmp_path)


def test_a_message_stays_one_line_whatever_a_word_says(tmp_path: Path) -> None:
    def shout(card: int, under: int) -> bool:
        raise ValueError("no\n" * 500)

    text = error_of(Build(name="trial", fits=shout), tmp_path)
    assert "\n" not in text and len(text) < 400
