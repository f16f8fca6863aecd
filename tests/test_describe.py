"""The rules page: golden pages for every game, sentences for every choice, and pages held to what is played.

The golden pages lie in ``data/rules``. After a change that is meant, write them anew with
``python -m tests.test_describe`` and read what git shows as changed: aloud, if you can.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from tests.playing import CATALOG, SETTINGS, SIX, VARIANTS, new_game

from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.consistency import SECTIONS
from solitaire_engine.describe import Section, rules_page, rules_sections
from solitaire_engine.host import Host
from solitaire_engine.position import Move
from solitaire_engine.refusals import why_not
from solitaire_engine.rules import Rules
from solitaire_engine.sentences import number, ordinal

ALL_WORDED = dict.fromkeys(SECTIONS, "Told in other words.")
PAGES = Path(__file__).parent / "data" / "rules"
COMMAND = "python -m tests.test_describe"
OURS = Catalog([bundled_folder()], CATALOG.host)
GAMES = [entry.id for entry in OURS.entries]
WITH_PAGES = GAMES + sorted(path.stem for path in VARIANTS.glob("page_*.yaml"))


def section(rules: Rules, key: str) -> Section:
    return next(section for section in rules_sections(rules) if section.key == key)


def told(name: str, key: str, **values: str) -> str:
    """The sentences and the lines of one section of a game's page."""
    found = section(CATALOG.rules(name, values), key)
    return " ".join((*found.sentences, *found.items))


# Golden pages


@pytest.mark.parametrize("name", WITH_PAGES)
def test_a_page_reads_as_its_golden_text(name: str) -> None:
    file = PAGES / f"{name}.txt"
    assert file.is_file(), f"{name} has no golden rules page; write it with: {COMMAND}"
    assert rules_page(CATALOG.rules(name)) == file.read_text(encoding="utf-8"), f"if that is meant: {COMMAND}"


def test_no_golden_page_is_left_over_from_a_game_that_is_gone() -> None:
    assert {file.stem for file in PAGES.iterdir()} == set(WITH_PAGES)


# Sentences of single choices


@pytest.mark.parametrize(
    ("game", "values", "key", "sentence"),
    [
        # What a choice changes is told as it is in this instance, not as in the usual game.
        ("klondike", {"draw": "1"}, "stock", "A deal turns one card of the stock face up on to the waste."),
        ("klondike", {"redeals": "0"}, "stock", "There is no redeal."),
        ("klondike", {"redeals": "2"}, "stock", "this may be done twice."),
        ("klondike", {"back": "none"}, "foundation", "Nothing comes back from the foundations."),
        ("klondike", {"gap": "any"}, "tableau", "An empty tableau pile takes any card, or any sequence that may be"),
        ("klondike", {"draw": "1"}, "choices", "draw (cards turned at a time): 1 or 3, usually 3, but here 1."),
        ("klondike", {"draw": "1", "back": "none"}, "choices", "describes the game with draw=1 and back=none."),
        ("klondike", {"draw": "1"}, "notes", "These notes speak of the game with its usual choices."),
        ("antares", {"limit": "supermove"}, "freecell", "and twice as many for each empty FreeCell pile besides"),
        ("freecell", {"cells": "0"}, "cell", "There are no cells in this game."),
        ("freecell", {"cells": "0"}, "tableau", "at most two cards while one other tableau pile is empty, four while"),
        ("freecell", {"cells": "1"}, "cell", "There is one cell, empty at first. It holds one card."),
        ("freecell", {"cells": "1"}, "tableau", "with one empty cell and one such pile, for instance, four cards."),
        ("freecell", {"columns": "10"}, "deal", "six cards to each of the first two tableau piles and five to each"),
        ("freecell", {"columns": "4"}, "deal", "in rows from the left: 13 cards to each of the four tableau piles."),
        ("freecell", {"back": "top"}, "foundation", "top card of a foundation may come back to a cell or to the tabl"),
        ("agnes_bernauer", {"faces": "klondike"}, "deal", "the last card of each pile lies face up, the others face"),
        ("agnes_bernauer", {"faces": "klondike"}, "tableau", "A face-down card that becomes the top card of its pile"),
        # A limit that lets only one card go makes groups no matter.
        ("page_pocket", {"carried": "1"}, "tableau", "Only the top card of a tableau pile may be moved."),
        # Packs of fewer suits.
        ("page_runs", {"suits": "1"}, "pack", "with 104 cards, all of them spades: each card eight times."),
        ("page_runs", {"suits": "3"}, "pack", "each of the spades and hearts twice and each of the clubs four times."),
        ("page_runs", {"suits": "4"}, "pack", "The game is played with two packs shuffled together, 104 cards in all."),
        # Words that no game of the catalogue uses.
        ("hand_runs", {}, "foundation", "Such a run, once it can be moved, may be put on an empty foundation."),
        ("builds", {}, "foundation", "from five to four; a king is followed by an ace."),
        ("canfield", {"corner": "base"}, "tableau", "an ace, and nothing may be put on a card of the base rank."),
        ("base_ends", {}, "tableau", "not be put on an ace, and nothing may be put on a jack or a card of the base"),
        ("base_ends", {"base": "7"}, "tableau", "not be put on an ace, and nothing may be put on a seven or a jack."),
        # Where rules are joined, each tells what takes nothing by it, and what takes nothing at all is told once.
        (
            "base_ends",
            {},
            "either",
            "but not the reverse, and nothing may be put on a card of the base rank when building up in suit, nor on a "
            "king when building down in any other suit.",
        ),
        ("base_ends", {"base": "7"}, "either", "nothing may be put on a seven when building up in suit, nor on a king"),
        ("base_ends", {}, "both", "nothing may be put on a queen, nor on a card of the base rank when building d"),
        ("base_ends", {"base": "Q"}, "both", "nothing may be put on a queen. Only"),
        ("builds", {}, "twos", "built down by twos in alternating colours."),
        (
            "gates",
            {},
            "foundation",
            "The last two foundations are built down in suit, one card at a time, from king to",
        ),
        ("chosen", {}, "foundation", "It must come from the tableau, and nothing else may be done before."),
        ("chosen", {}, "stock", "A deal puts one card face up on each empty tableau pile"),
        ("followers", {}, "foundation", "takes a card only once the one before it has a card of that rank."),
        ("followers", {}, "rows", "The first row to get a second card settles whether all of them go up or down."),
        ("followers", {}, "tableau", "As long as the reserve piles have cards, the card for it must come from a res"),
        (
            "pairs",
            {},
            "remove",
            "Two cards that add up to 13 may be removed together. A king may be removed by itself.",
        ),
        ("peaks", {}, "peaks", "The 28 tableau piles lie in four rows of three, six, nine and ten piles, each row"),
        ("redeals", {}, "redeal", "may be gathered, shuffled and dealt again, face up; this may be done twice."),
        (
            "lifts",
            {},
            "suited",
            "provided they form a sequence down in suit. Such a sequence may have at most two cards.",
        ),
    ],
)
def test_a_page_says_what_a_choice_or_a_word_means(game: str, values: dict[str, str], key: str, sentence: str) -> None:
    assert sentence in told(game, key, **values)


def test_groups_that_are_called_the_same_are_told_apart_by_their_names() -> None:
    assert section(CATALOG.rules("builds"), "both").heading == "The tableau piles (both)"
    assert "the two tableau piles (both)" in told("builds", "deal")


def test_a_sentence_of_the_file_takes_the_place_of_a_section() -> None:
    assert section(CATALOG.rules("page_pocket"), "win").sentences == ("Bring both packs home.",)


def test_a_file_may_word_any_section_itself_but_those_made_of_its_own_sentences() -> None:
    rules = CATALOG.rules("klondike")
    keys = {section.key for section in rules_sections(Rules(replace(rules.variant, text=ALL_WORDED), CATALOG.host))}
    assert {*SECTIONS, *(group.name for group in rules.groups)} == keys - {"about", "choices", "notes", "sources"}


# Plugins


def test_words_of_plugins_have_their_own_say() -> None:
    assert "The three twin piles are built with any card but some. Cards of one rank may be moved" in told(
        "odd_words", "twins"
    )
    assert "takes only a red card" in told("odd_words", "twins")
    assert "at most six cards, less one for each gap" in told("odd_words", "hearts")
    assert told("odd_words", "transfer").startswith("Up to three cards may cross between the twin piles and the heart")
    assert "heart piles, the first and the last; it may be made" in told("odd_words", "stock")


def test_a_page_admits_that_plugins_take_part_in_play() -> None:
    assert "Plugins take part in play beyond what is told here (odd_words)." in told("odd_words", "notes")


def test_without_its_plugin_antares_says_that_only_single_cards_cross_and_why() -> None:
    host = Host(entry_points(group="solitaire_engine.plugins"), only=["reserve_deal"])
    rules = Catalog([bundled_folder()], host).rules("antares")
    assert section(rules, "transfer").sentences == (
        "Only single cards may cross between the Scorpion piles and the FreeCell piles.",
    )
    assert any("shifts" in note for note in section(rules, "notes").items)
    assert "any sequence that may be moved" in " ".join(section(rules, "freecell").sentences)


# All pages


@pytest.mark.parametrize("name", SIX)
def test_a_page_comes_from_the_rules_and_not_from_the_name_of_the_game(name: str) -> None:
    rules = CATALOG.rules(name)
    other = Rules(replace(rules.variant, id="another_game", file="another_game.yaml"), CATALOG.host)
    assert rules_page(other) == rules_page(rules)


@pytest.mark.parametrize("variant", dict.fromkeys(setting.variant for setting in SETTINGS))
def test_a_page_of_any_choice_is_well_formed_and_true(variant: str) -> None:
    """Whole sentences; the stock lasts as long as the page says; and a king goes on an ace if it says so."""
    for setting in SETTINGS:
        if setting.variant == variant:
            rules = setting.rules
            sections = rules_sections(rules)
            assert_whole_sentences(sections)
            assert_stock_lasts(rules, sections)
            assert_kings_on_aces(rules, sections)


def assert_whole_sentences(sections: Sequence[Section]) -> None:
    for part in sections:
        for sentence in part.sentences:
            assert re.fullmatch(r"[A-Z][^\n]*[^ .,;:]\.", sentence), sentence
            assert not re.search(r"  | ,| ;| \.|\.\.|,,|\{|\}", sentence), sentence
            assert not re.search(r"\b[Aa] [aeiou](?!ne\b)|\b[Aa]n [^aeiou]", sentence), sentence
            assert not re.search(r"\bone (?:cards|piles|cells|foundations)\b", sentence), sentence
            if part.key not in ("choices", "notes", "about"):
                assert not re.search(r"(?<![\d])(?:\d|1[012])(?!\d)(?!th|st|nd|rd)", sentence), sentence
        assert all(item.endswith((".", "!", "?")) for item in part.items)


LASTS = re.compile(r"The (\d+|\w+) cards last for (\d+|\w+) deals|The stock is dealt once only")


def assert_stock_lasts(rules: Rules, sections: Sequence[Section]) -> None:
    found = LASTS.search(" ".join(s for part in sections for s in part.sentences))
    if found is None:
        assert rules.stock < 0 or rules.stock_deal is None or _deals_one_by_one(rules)
        return
    game, deals = new_game(rules, "7"), 0
    if rules.base_from:
        # Nothing is dealt before a card has been chosen for the base.
        game.push(next(iter(game.legal_moves)))
    cards = len(game.position.piles[rules.stock])
    while game.position.piles[rules.stock] and why_not(rules, game.position, Move("deal")) is None:
        game.push("deal")
        deals += 1
    assert not game.position.piles[rules.stock]
    assert (found[1], found[2]) in ((number(cards), number(deals)), (None, None))
    assert found[1] is not None or deals == 1


def _deals_one_by_one(rules: Rules) -> bool:
    deal = rules.stock_deal
    return deal is not None and (deal.onto != "all" or set(rules.deal_counts(5)) == {1})


def assert_kings_on_aces(rules: Rules, sections: Sequence[Section]) -> None:
    kings, aces = range(48, 52), range(4)
    # Where no base is settled yet, what is said of kings and aces holds for every base between them.
    tables = rules.tables(rules.variant.base if rules.variant.base >= 0 else 5)
    for g, group in enumerate(rules.groups):
        if group.kind != "tableau" or not group.count or len(rules.units_of_group[g]) > 1:
            continue
        masks = tables.build[rules.units_of_group[g].start]
        allowed = any(masks[king] >> ace & 1 for king in kings for ace in aces)
        text = " ".join(sentence for part in sections if part.key == group.name for sentence in part.sentences)
        if "a king may be put on an ace" in text:
            assert allowed
        elif "a king may not be put on an ace" in text:
            assert not allowed
        elif "nothing may be put on an ace" not in text:
            steps = {
                (card >> 2) - (under >> 2) for card in rules.pack for under in rules.pack if masks[card] >> under & 1
            }
            assert steps != {-1} or not {*kings, *aces} <= set(rules.pack)


@pytest.mark.parametrize(
    ("place", "word"),
    [(0, "first"), (11, "twelfth"), (12, "13th"), (20, "21st"), (21, "22nd"), (22, "23rd"), (111, "112th")],
)
def test_ordinals_are_words_up_to_twelfth_and_end_rightly_above(place: int, word: str) -> None:
    assert ordinal(place) == word


def write_pages() -> None:
    """Write every golden page anew."""
    PAGES.mkdir(exist_ok=True)
    for name in WITH_PAGES:
        (PAGES / f"{name}.txt").write_text(rules_page(CATALOG.rules(name)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_pages()
