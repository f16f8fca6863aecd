"""What a deal text promises: the same cards in the same order, for ever, or one sentence that says why not."""

from __future__ import annotations

import doctest
import hashlib
import json
import re
import secrets
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_engine.cards import DOWN, card_text, cards_text, make_pack, parse_card
from solitaire_engine.deals import (
    MAX_MS,
    MAX_NUMBER,
    MAX_PYSOL,
    MAX_PYSOL_MS,
    Deal,
    Generator,
    parse_deal,
    random_deal,
    read_deck,
    start_state,
)
from solitaire_engine.errors import DealError

DATA = Path(__file__).parent / "data" / "deals"
DOCS = Path(__file__).parents[1] / "docs" / "deals.md"

PACKS = {
    row["pack"]: make_pack(row["packs"], row["suits"], row["ranks"])
    for row in json.loads((DATA / "digests.json").read_text("utf-8"))
}
ONE = make_pack()
TWO = make_pack(2)


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def digest(cards: bytes) -> str:
    return hashlib.sha256(cards_text(cards).encode("ascii")).hexdigest()


def refusal(action: Callable[[], object]) -> str:
    with pytest.raises(DealError) as caught:
        action()
    text = str(caught.value)
    assert "\n" not in text
    return text


def pinned() -> list[tuple[str, str, str]]:
    rows = json.loads((DATA / "digests.json").read_text("utf-8"))
    return [(row["pack"], deal, sha) for row in rows for deal, sha in row["digests"].items()]


# The same deal for ever


@pytest.mark.parametrize(("pack", "deal", "sha"), pinned())
def test_a_deal_is_the_same_for_ever(pack: str, deal: str, sha: str) -> None:
    assert digest(parse_deal(deal).order(PACKS[pack])) == sha


def test_the_pinned_table_in_the_docs_is_true() -> None:
    row = re.compile(r"^\| ([^|]+) \| `([^`|]+)` \| ([^|]+) \| `([0-9a-f]{64})` \|$", re.MULTILINE)
    rows = row.findall(DOCS.read_text("utf-8"))
    assert {pack for pack, *_ in rows} == set(PACKS)
    for pack, deal, begins, sha in rows:
        order = parse_deal(deal).order(PACKS[pack])
        assert (cards_text(order[:6]), digest(order)) == (begins, sha), f"{pack} {deal}"


def test_the_examples_in_the_docs_run_as_printed() -> None:
    result = doctest.testfile(str(DOCS), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


def test_the_states_in_the_docs_are_those_with_which_play_begins() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| ([0-9]+) \|$", DOCS.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == 3
    for deal, state in rows:
        assert start_state(deal) == int(state)


def test_the_generator_gives_the_published_splitmix64_values() -> None:
    state, values = 1234567, []
    for _ in range(5):
        value, state = Generator.next(state)
        values.append(value)
    assert values == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_deal_does_not_depend_on_how_the_pack_was_put_together() -> None:
    for text in ("7", "ms:7", "pysol:77777777"):
        deal = parse_deal(text)
        assert deal.order(TWO) == deal.order(bytes(sorted(TWO))) == deal.order(TWO[::-1])


# Numbers of other programs


@pytest.mark.parametrize("record", records("talons.jsonl"), ids=lambda r: f"{r['number']}-{r['games'][0]}")
def test_pysolfc_talons_are_reproduced(record: dict[str, Any]) -> None:
    talon = record["cards"].split()
    pack = make_pack(len(talon) // 52)
    number: str = record["number"]
    spellings = (f"ms:{number[2:]}", f"pysol:{number}") if number.startswith("ms") else (f"pysol:{number}",)
    for spelling in spellings:
        order = cards_text(parse_deal(spelling).order(pack)).split()
        if record["games"] == ["Bisley"]:  # there PySolFC takes the aces out after the shuffle
            order = [card for card in order if card[0] != "A"] + ["AC", "AS", "AH", "AD"]
        assert order == talon


@pytest.mark.parametrize("record", records("boards.jsonl"), ids=lambda r: f"{r['deal']}-{r['game']}")
def test_recorded_boards_are_dealt_row_by_row(record: dict[str, Any]) -> None:
    if record["game"] == "freecell":
        order = parse_deal(record["deal"]).order(ONE)
        board = [cards_text(order[column::8]) for column in range(8)]
    else:  # Gypsy: two rows face down, one face up, the rest in the talon
        order = parse_deal(record["deal"]).order(TWO)
        names = [f"<{card_text(card)}>" for card in order[:16]] + [card_text(card) for card in order[16:]]
        board = ["Talon: " + " ".join(names[24:])] + [" ".join(names[column:24:8]) for column in range(8)]
    assert board == record["board"]


def test_microsoft_deal_1_begins_as_everybody_knows_it() -> None:
    assert cards_text(parse_deal("ms:1").order(ONE)[:8]) == "JD 2D 9H JC 5D 7H 7C 5H"


def test_pysolfc_numbers_up_to_32000_are_microsofts() -> None:
    for number in (1, 617, 31999, 32000):
        for pack in (ONE, TWO):
            assert parse_deal(f"pysol:{number}").order(pack) == parse_deal(f"ms:{number}").order(pack)
    assert parse_deal("pysol:32001").order(ONE) != parse_deal("ms:32001").order(ONE)


@pytest.mark.parametrize("text", ["ms:1", "pysol:1", "pysol:ms1"])
@pytest.mark.parametrize(
    "pack", [make_pack(2, (3,)), make_pack(2, (2, 3)), make_pack(1, ranks=range(12)), make_pack(4), ONE[1:], b""]
)
def test_foreign_numbers_refuse_packs_for_which_they_are_not_defined(text: str, pack: bytes) -> None:
    message = refusal(lambda: parse_deal(text).order(pack))
    assert message == (
        f"{text} orders one full pack of 52 cards or two, and this game has another pack of {len(pack)}; "
        "use a plain number such as 7 instead"
    )


def test_without_pysol_cards_only_its_own_deals_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysol_cards", None)
    monkeypatch.setitem(sys.modules, "pysol_cards.cards", None)
    assert "pip install pysol-cards" in refusal(lambda: parse_deal("pysol:5").order(ONE))
    assert parse_deal("ms:5").order(ONE) != parse_deal("5").order(ONE)


# Texts


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("7", "7"),
        (" 007\n", "7"),
        ("0", "0"),
        ("000", "0"),
        (str(MAX_NUMBER), str(MAX_NUMBER)),
        ("0" * 5000 + "7", "7"),
        ("ms:11982", "ms:11982"),
        ("MS: 00042", "ms:42"),
        (f"ms:{MAX_MS}", f"ms:{MAX_MS}"),
        ("pysol:02590420359999900005", "pysol:2590420359999900005"),
        (f"pysol:{MAX_PYSOL}", f"pysol:{MAX_PYSOL}"),
        ("PySol:MS0123", "pysol:ms123"),
        (f"pysol:ms{MAX_PYSOL_MS}", f"pysol:ms{MAX_PYSOL_MS}"),
        ("deck:JD-2D-9H", "deck:JD-2D-9H"),
        ("Deck: jd, 10d 2D\n9h\t7c -", "deck:JD-TD-2D-9H-7C"),
    ],
)
def test_every_spelling_has_one_canonical_text(text: str, canonical: str) -> None:
    assert str(parse_deal(text)) == parse_deal(text).text == canonical
    assert parse_deal(canonical) == parse_deal(text)


numbers = st.one_of(
    st.integers(0, MAX_NUMBER).map(str),
    st.integers(1, MAX_MS).map("ms:{}".format),
    st.integers(1, MAX_PYSOL).map("pysol:{}".format),
    st.integers(1, MAX_PYSOL_MS).map("pysol:ms{}".format),
)


@given(st.one_of(numbers, st.permutations(ONE).map(lambda cards: "deck:" + cards_text(cards).replace(" ", "-"))))
def test_text_and_deal_make_a_round_trip(text: str) -> None:
    assert str(parse_deal(text)) == text
    assert parse_deal(str(parse_deal(text))) == parse_deal(text)


words = st.sampled_from(
    ["ms", "pysol", "deck", ":", "-", "#", "0", "7", "10", "JD", "9h", "x", " ", "\n", "\u0663", "\0"]
)


@given(st.lists(words, max_size=8).map("".join))
def test_no_text_whatever_ends_in_anything_but_a_deal_or_a_sentence(text: str) -> None:
    try:
        deal = parse_deal(text)
    except DealError as error:
        assert str(error)
    else:
        assert parse_deal(deal.text) == deal


def test_a_deal_is_a_frozen_value_with_a_canonical_text() -> None:
    deal = parse_deal("7")
    with pytest.raises(FrozenInstanceError):
        deal.text = "8"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    assert len({deal, Deal("7"), parse_deal("07")}) == 1
    assert refusal(lambda: Deal("ms:007")) == "'ms:007' must be written 'ms:7' here; parse_deal does that"
    assert "there is no deal 'ms:0'" in refusal(lambda: Deal("ms:0"))


FORMS = "a deal is a number such as 7, ms:11982, pysol:123456 or deck: with the cards in dealing order"
MS = "Microsoft's deals are ms:1 to ms:1000000, and pysol:ms1000001 goes on from there"
PLAIN = "plain deal numbers go from 0 to 9223372036854775807"
PYSOL = "PySolFC's deals are pysol:1 to pysol:100000000000000000000, or pysol:ms1 to pysol:ms8589934591"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"the deal is empty; {FORMS}"),
        (" \n", f"the deal is empty; {FORMS}"),
        ("seven", f"'seven' is not a deal; {FORMS}"),
        ("ms11982", f"'ms11982' is not a deal; {FORMS}"),
        ("1.5", f"'1.5' is not a deal; {FORMS}"),
        ("1_000", f"'1_000' is not a deal; {FORMS}"),
        ("\uff17", f"'\uff17' is not a deal; {FORMS}"),
        ("x" * 99, f"'{'x' * 37}...' is not a deal; {FORMS}"),
        ("-1", f"there is no deal '-1'; {PLAIN}"),
        ("-0", f"there is no deal '-0'; {PLAIN}"),
        (str(MAX_NUMBER + 1), f"there is no deal '9223372036854775808'; {PLAIN}"),
        ("9" * 5000, f"there is no deal '{'9' * 37}...'; {PLAIN}"),
        ("-" + "0" * 5000 + "7", f"there is no deal '-{'0' * 36}...'; {PLAIN}"),
        ("ms:", f"'ms:' lacks its number; {MS}"),
        ("ms:abc", f"'ms:abc' is not a deal, for 'abc' is not a whole number; {MS}"),
        ("ms:0", f"there is no deal 'ms:0'; {MS}"),
        ("ms:-1", f"there is no deal 'ms:-1'; {MS}"),
        ("ms:1000001", f"there is no deal 'ms:1000001'; {MS}"),
        ("pysol:", f"'pysol:' lacks its number; {PYSOL}"),
        ("pysol:0", f"there is no deal 'pysol:0'; {PYSOL}"),
        (f"pysol:{MAX_PYSOL + 1}", f"there is no deal 'pysol:{MAX_PYSOL + 1}'; {PYSOL}"),
        ("pysol:ms", "'pysol:ms' lacks its number; PySolFC's ms deals are pysol:ms1 to pysol:ms8589934591"),
        ("pysol:ms0", "there is no deal 'pysol:ms0'; PySolFC's ms deals are pysol:ms1 to pysol:ms8589934591"),
        ("foo:3", f"'foo:3' is not a deal, for the prefixes are ms:, pysol: and deck:; {FORMS}"),
        (":3", f"':3' is not a deal, for the prefixes are ms:, pysol: and deck:; {FORMS}"),
        ("deck:", "deck: has no cards after it; write them in dealing order, as in deck:JD-2D-9H"),
        ("deck:JD-1X-2D", "card 2 of the deck: '1X' is not a card; write cards as in AS, TD or 10D"),
        ("deck:JD #TD", "card 2 of the deck: '#TD' is a face-down card, and a deck has none; write TD"),
    ],
)
def test_what_is_no_deal_is_refused_in_a_sentence_that_names_the_way_out(text: str, sentence: str) -> None:
    assert refusal(lambda: parse_deal(text)) == sentence


# Decks


def deck_of(cards: bytes) -> Deal:
    return parse_deal("deck:" + cards_text(cards))


def test_a_deck_is_dealt_as_written() -> None:
    order = parse_deal("ms:617").order(ONE)
    assert deck_of(order).order(ONE) == order


@pytest.mark.parametrize(
    ("deck", "pack", "sentence"),
    [
        (ONE[:-1], ONE, "it has 51 cards and the pack has 52; missing: KS"),
        (ONE[:1], ONE[:2], "it has 1 card and the pack has 2; missing: AD"),
        (bytes([*ONE, parse_card("JD")]), ONE, "it has 53 cards and the pack has 52; superfluous: JD"),
        (ONE.replace(bytes([parse_card("2C")]), bytes([parse_card("3H")])), ONE, "missing: 2C; superfluous: 3H"),
        (TWO[:-2], TWO, "it has 102 cards and the pack has 104; missing: KH KS"),
        (
            ONE,
            TWO,
            "it has 52 cards and the pack has 104; missing: AC AD AH AS 2C 2D 2H 2S 3C 3D and 42 more",
        ),
        (
            ONE,
            make_pack(1, (3,)),
            "missing: AS AS AS 2S 2S 2S 3S 3S 3S 4S and 29 more; "
            "superfluous: AC AD AH 2C 2D 2H 3C 3D 3H 4C and 29 more",
        ),
        (ONE, ONE[:-10], "it has 52 cards and the pack has 42; superfluous: JH JS QC QD QH QS KC KD KH KS"),
    ],
)
def test_a_deck_that_is_not_the_pack_is_told_which_cards_are_wrong(deck: bytes, pack: bytes, sentence: str) -> None:
    assert refusal(lambda: deck_of(deck).order(pack)) == f"the deck is not this game's pack: {sentence}"


def test_a_deck_file_may_have_comments_lines_of_any_length_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    text = "# my deck\r\nJD-2D, 9h\r\n\r\n  #comment\r\n10D\tAS\r\n#"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read_deck(path) == parse_deal("deck:JD-2D-9H-TD-AS")


def test_a_deck_file_holds_a_whole_deal() -> None:
    assert read_deck(DATA / "ms_1.deck").order(ONE) == parse_deal("ms:1").order(ONE)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", ": the file has no cards; write them in dealing order, as in JD 2D 9H"),
        (b"# nothing\n", ": the file has no cards; write them in dealing order, as in JD 2D 9H"),
        (b"JD 2D\n9H 1X\n", ":2: '1X' is not a card; write cards as in AS, TD or 10D"),
        (b"JD\n2D #TD\n", ":2: '#TD' is a face-down card, and a deck has none; write TD"),
        (b"JD # first\n", ":1: '#' is not a card; write cards as in AS, TD or 10D"),
        (
            b"JD\n\n#10d 4H\n",
            ":3: '#10d' is a face-down card, and a deck has none; "
            "write 10d, or put a space after # if this is a comment",
        ),
        (b"J\xd0", ": the deck is not UTF-8 text; save it as plain text in UTF-8"),
        (b"AS " * 30_000, ": larger than 65536 bytes, so not a deck; name a text file with the cards"),
    ],
)
def test_a_faulty_deck_file_is_refused_with_the_place(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(content)
    assert refusal(lambda: read_deck(path)) == f"{path}{sentence}"


@pytest.mark.parametrize("name", ["missing.txt", ".", "nul\0.txt"])
def test_a_deck_file_that_cannot_be_read_is_refused_by_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    message = refusal(lambda: read_deck(path))
    assert message.startswith(f"{path}: the deck cannot be read (")
    assert message.endswith("); name a text file with the cards")


# Shuffling


@given(
    st.integers(0, MAX_NUMBER),
    st.builds(
        make_pack,
        st.integers(1, 4),
        st.lists(st.integers(0, 3), min_size=1, max_size=4, unique=True),
        st.lists(st.integers(0, 12), max_size=13, unique=True),
    ),
)
def test_a_dealt_pack_has_the_same_cards(number: int, pack: bytes) -> None:
    assert Counter(parse_deal(str(number)).order(pack)) == Counter(pack)


@given(numbers, st.sampled_from([ONE, TWO]))
def test_full_packs_are_only_reordered_by_every_kind_of_number(text: str, pack: bytes) -> None:
    assert sorted(parse_deal(text).order(pack)) == sorted(pack)


@given(st.integers(0, 2**64 - 1), st.binary(max_size=120))
def test_a_shuffle_keeps_the_cards_and_repeats_from_the_same_state(state: int, cards: bytes) -> None:
    shuffled, after = Generator.shuffle(state, cards)
    assert sorted(shuffled) == sorted(cards)
    assert 0 <= after < 2**64
    assert Generator.shuffle(state, cards) == (shuffled, after)


def test_a_shuffle_keeps_face_down_cards_face_down() -> None:
    down = bytes(card + DOWN for card in ONE)
    assert Generator.shuffle(5, down)[0] == bytes(card + DOWN for card in Generator.shuffle(5, ONE)[0])


def test_two_shuffles_in_a_row_differ() -> None:
    first, state = Generator.shuffle(start_state("7"), ONE)
    second, _ = Generator.shuffle(state, ONE)
    assert first != second


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**64))
def test_a_bounded_value_is_below_its_bound(state: int, bound: int) -> None:
    assert 0 <= Generator.next_below(state, bound)[0] < bound


def test_a_value_that_would_favour_small_numbers_is_drawn_again() -> None:
    first, state = Generator.next(0)
    second, state = Generator.next(state)
    bound = 2**63 + 1
    assert first >= bound > second
    assert Generator.next_below(0, bound) == (second, state)


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_a_bound_out_of_range_is_the_callers_mistake(bound: int) -> None:
    with pytest.raises(ValueError, match="a bound must be from 1 to"):
        Generator.next_below(1, bound)


def chi_square(counts: Counter[bytes], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((count - expected) ** 2 for count in counts.values()) / expected + (kinds - len(counts)) * expected


def test_deals_in_a_row_bring_each_order_of_a_tiny_pack_equally_often() -> None:
    counts = Counter(parse_deal(str(number)).order(ONE[:4]) for number in range(12_000))
    assert chi_square(counts, 24) < 49.7  # 23 degrees of freedom, one chance in a thousand


def test_shuffles_in_a_row_bring_each_order_of_a_tiny_pack_equally_often() -> None:
    counts: Counter[bytes] = Counter()
    state = start_state("7")
    for _ in range(12_000):
        cards, state = Generator.shuffle(state, ONE[:4])
        counts[cards] += 1
    assert chi_square(counts, 24) < 49.7


@pytest.mark.parametrize("place", [0, 25, 51])
def test_every_card_is_equally_often_in_a_place_of_the_deck(place: int) -> None:
    counts = Counter(parse_deal(str(number)).order(ONE)[place : place + 1] for number in range(2_600))
    assert chi_square(counts, 52) < 88.0  # 51 degrees of freedom, one chance in a thousand


# Play and new games


def test_play_begins_with_a_state_of_its_own_for_every_deal() -> None:
    texts = [*map(str, range(500)), *(f"ms:{n}" for n in range(1, 500)), "pysol:7", "pysol:ms7", "deck:AS-2S"]
    states = [start_state(text) for text in texts]
    assert len(set(states)) == len(texts)
    assert all(0 <= state < 2**64 for state in states)
    for number in range(500):
        assert Generator.shuffle(states[number], ONE)[0] != parse_deal(str(number)).order(ONE)


def test_play_begins_alike_for_every_spelling_of_a_deal() -> None:
    assert start_state(" MS:007") == start_state("ms:7")
    assert start_state("deck:as 10d") == start_state("deck:AS-TD")
    assert "foo:3" in refusal(lambda: start_state("foo:3"))


def test_a_new_game_gets_a_number_of_ours_below_two_to_the_31(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds: list[int] = []

    def highest(bound: int) -> int:
        bounds.append(bound)
        return bound - 1

    drawn = {random_deal() for _ in range(20)}
    assert len(drawn) > 15
    assert all(0 <= int(deal.text) < 2**31 for deal in drawn)
    monkeypatch.setattr(secrets, "randbelow", highest)
    assert random_deal() == Deal("2147483647")
    assert bounds == [2**31]
