"""What a player cannot know, and that a fair hint does not depend on it."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from tests.playing import CATALOG, board, deals_for, new_game, walk

from solitaire_engine.cards import DOWN, FACE, card_text
from solitaire_engine.catalog import Entry
from solitaire_engine.game import Game
from solitaire_engine.hidden import BACK, hides, imagined, masked, unseen
from solitaire_engine.hints import hint
from solitaire_engine.position import Position


def hidden(game: Game) -> set[str]:
    """The cards that the player cannot tell apart, as texts."""
    return set(map(card_text, unseen(game.position, game.positions)))


@pytest.mark.parametrize(
    ("variant", "answer"),
    [
        # Everything lies face up.
        ("freecell", False),
        ("antares", False),
        ("beleaguered_castle", False),
        # Cards face down in the tableau, in the stock, in a reserve.
        ("klondike", True),
        ("scorpion", True),
        ("agnes_aces", True),
        ("spider", True),
        ("golf", True),
        ("canfield", True),
        # All face up, and a shuffle to come; or the tableau is gathered and dealt as it lies.
        ("la_belle_lucie", True),
        ("montana", True),
        ("cruel", False),
        # Moves of a plugin's, with everything in sight.
        ("accordion", False),
    ],
)
def test_whether_something_is_hidden_is_read_off_the_deal(variant: str, answer: bool) -> None:
    game = new_game(CATALOG.rules(variant), "7")
    assert hides(game.rules, game.position, game.positions) is answer


def test_a_shuffle_that_is_used_up_hides_nothing() -> None:
    rules = CATALOG.rules("la_belle_lucie")
    start = new_game(rules, "7").start
    assert rules.redeals > 0
    left = [hides(rules, start._replace(redeals=used)) for used in range(rules.redeals + 1)]
    assert left == [True] * rules.redeals + [False]


def test_a_stock_that_was_seen_before_it_was_turned_over_is_known() -> None:
    game = board(CATALOG.rules("klondike", {"draw": "1"}), "s: #2C #9D #4S; t1: KS")
    assert hidden(game) == {"2C", "9D", "4S"}
    game.push("deal")
    # Of two cards that are left neither is known; of one it is.
    assert hidden(game) == {"2C", "9D"}
    game.push("deal")
    assert not hidden(game) and not hides(game.rules, game.position, game.positions)
    game.push("deal")
    game.push("redeal")
    assert not hidden(game)
    assert hides(game.rules, game.position), "who has not seen the moves before knows nothing of the stock"


def test_of_two_cards_that_are_alike_both_must_have_been_seen_at_once() -> None:
    text = "s: #2C #9D #4S #9D; t1: KS; t2: KD"
    game = board(CATALOG.rules("spider"), text)
    # The row puts the 9D and the 4S on t1 and t2, and the other two on t3 and t4.
    assert hidden(game) == {"2C", "9D", "4S"}
    seen = Position.parse("t1: 9D; t2: 9D; t3: 2C; t4: 4S; s: #KD #KS", game.rules.names)
    again = Position.parse("s: #9D #2C #9D #4S; t1: KD; t2: KS", game.rules.names)
    assert not unseen(again, [seen])
    one = Position.parse("t1: 9D; s: #KD #KS #9D #2C #4S", game.rules.names)
    assert {card_text(card) for card in unseen(again, [one])} == {"9D", "2C", "4S"}


def test_what_was_seen_before_a_shuffle_does_not_count() -> None:
    names = CATALOG.rules("klondike").names
    before = Position.parse("t1: 2C 9D 4S", names)
    after = Position.parse("s: #2C #9D #4S", names)
    assert not unseen(after, [before])
    assert unseen(after._replace(state=5), [before])


def test_the_imagined_position_is_the_same_for_all_that_look_alike() -> None:
    rules = CATALOG.rules("klondike")
    texts = ("s: #AD #2D; t1: #AS 8D; t2: #KD 8H", "s: #KD #AS; t1: #2D 8D; t2: #AD 8H")
    one, other = (board(rules, text).position for text in texts)
    assert imagined(one, unseen(one)) == imagined(other, unseen(other))
    assert masked(one, unseen(one)) == masked(other, unseen(other))
    assert sorted(b"".join(imagined(one, unseen(one)).piles)) == sorted(b"".join(one.piles))
    assert b"".join(masked(one, unseen(one)).piles).count(BACK) == 4


def otherwise(history: Sequence[Position], chance: random.Random) -> list[Position]:
    """A history that looks the same to the player, with other cards in the places that he has not seen.

    Only cards are exchanged of which none was ever in sight, so that moves stay what they were.
    """
    down = unseen(history[-1], history)
    shown = {card for past in history for pile in past.piles for card in pile if card < DOWN}
    cards = sorted(down - shown)
    swapped = dict(zip(cards, chance.sample(cards, len(cards)), strict=True))

    def other(card: int) -> int:
        return swapped.get(card & FACE, card & FACE) | card & DOWN

    return [past._replace(piles=tuple(bytes(map(other, pile)) for pile in past.piles)) for past in history]


SAMPLE = [entry for number, entry in enumerate(CATALOG.entries) if number % 8 == 0 or entry.id == "wake_robin"]
"""In Wake Robin a deal of hidden cards and another move are often worth the same."""


@pytest.mark.parametrize("entry", SAMPLE, ids=lambda entry: entry.id)
def test_a_fair_hint_is_the_same_wherever_the_unseen_cards_lie(entry: Entry) -> None:
    rules, chance = CATALOG.rules(entry.id), random.Random(entry.id)
    for steps in (0, 6, 25):
        game = walk(new_game(rules, deals_for(rules)[0]), entry.id, steps)
        if game.is_won:
            continue
        fair = hint(rules, game.position, game.positions)
        for _ in range(2):
            history = otherwise(game.positions, chance)
            assert hint(rules, history[-1], history) == fair


def test_the_exchanged_cards_make_a_difference_to_one_who_peeks() -> None:
    # So that the test above is known to be able to fail.
    rules, chance = CATALOG.rules("klondike"), random.Random(1)
    game = walk(new_game(rules, "7"), "any", 6)
    peeked = set()
    for _ in range(12):
        history = otherwise(game.positions, chance)
        peeked.add(str(hint(rules, history[-1], history, peek=True)))
    assert len(peeked) > 1
