"""Cards as small integers, and their text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_engine.cards import (
    DOWN,
    FACE,
    RANK_NAMES,
    RANKS,
    SUITS,
    card_text,
    cards_text,
    is_down,
    is_red,
    make_pack,
    parse_card,
    parse_rank,
    rank_of,
    suit_of,
)

ALL = [*range(52), *range(DOWN, DOWN + 52)]


@pytest.mark.parametrize("card", ALL, ids=card_text)
def test_a_card_and_its_text_are_the_same_thing(card: int) -> None:
    text = card_text(card)
    assert parse_card(text) == card
    assert text.removeprefix("#") == RANKS[rank_of(card)] + SUITS[suit_of(card)]
    assert text.startswith("#") == is_down(card) == (card != card & FACE)


def test_cards_are_numbered_by_rank_and_then_by_suit_as_in_microsofts_deals() -> None:
    assert [card_text(card) for card in range(5)] == ["AC", "AD", "AH", "AS", "2C"]
    assert card_text(51) == "KS"
    assert cards_text([0, DOWN + 37, 51]) == "AC #TD KS"


def test_a_card_has_the_same_rank_suit_and_colour_whichever_way_it_lies() -> None:
    for card in range(52):
        assert rank_of(card + DOWN) == rank_of(card)
        assert suit_of(card + DOWN) == suit_of(card)
        assert is_red(card + DOWN) == is_red(card) == (SUITS[suit_of(card)] in "DH")


@pytest.mark.parametrize(
    ("text", "card"), [("as", "AS"), (" Td ", "TD"), ("10d", "TD"), ("#10H", "#TH"), ("#kc", "#KC")]
)
def test_people_may_write_small_letters_and_10_for_a_ten(text: str, card: str) -> None:
    assert card_text(parse_card(text)) == card


@pytest.mark.parametrize("text", ["", "A", "S", "1S", "11S", "AX", "SA", "##AS", "ASS", "# AS", "🂡"])
def test_a_text_that_names_no_card_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card; write a rank A23456789TJQK and a suit CDHS") as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)


@given(st.text(max_size=5))
def test_any_text_is_either_a_card_or_refused_with_a_sentence(text: str) -> None:
    try:
        card = parse_card(text)
    except ValueError as error:
        assert "is not a card" in str(error)
    else:
        assert card in ALL


@pytest.mark.parametrize(("rank", "names"), list(enumerate(zip(RANKS, RANK_NAMES, strict=True))))
def test_a_rank_may_be_a_letter_or_a_word(rank: int, names: tuple[str, str]) -> None:
    for name in names:
        assert parse_rank(name) == parse_rank(name.upper()) == parse_rank(f" {name.lower()} ") == rank


def test_ten_is_a_rank_in_three_spellings() -> None:
    assert parse_rank("10") == parse_rank("T") == parse_rank("ten") == 9


@pytest.mark.parametrize("text", ["", "1", "11", "AS", "kings", "joker"])
def test_a_text_that_names_no_rank_is_refused_with_the_ranks(text: str) -> None:
    with pytest.raises(ValueError, match="is not a rank; the ranks are A 2 3 4 5 6 7 8 9 10 J Q K"):
        parse_rank(text)


def test_a_pack_has_every_card_once_and_two_packs_have_it_twice() -> None:
    assert sorted(make_pack()) == list(range(52))
    assert sorted(make_pack(2)) == sorted([*range(52), *range(52)])


def test_packs_of_fewer_suits_keep_the_number_of_cards_of_each_rank() -> None:
    one = make_pack(2, suits=(3,))
    assert len(one) == 104 and {suit_of(card) for card in one} == {3}
    two = make_pack(1, suits=(2, 3))
    assert sorted(two) == sorted([rank * 4 + suit for rank in range(13) for suit in (2, 3)] * 2)


def test_a_short_pack_leaves_ranks_out() -> None:
    assert {rank_of(card) for card in make_pack(1, ranks=range(6, 13))} == set(range(6, 13))
    assert len(make_pack(1, ranks=range(6, 13))) == 28
