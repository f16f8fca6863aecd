"""Montana and its relatives: cards lie in rows, and a gap takes what follows its left neighbour.

What a gap takes depends on the place beside it, which no table of two cards can say, so
the moves come from the hook for extra moves, and redealing and winning are words that see
the whole position. The variant has a group `row` whose piles make four rows, a place for
a card or a gap each, and a group `hand` with one pile, which cards pass through while they
are shuffled. Where it has a group `left`, its four piles are the left ends of the rows and
hold the aces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solitaire_engine.cards import FACE, card_text, rank_of, suit_of
from solitaire_engine.effects import Effect, ExtraMove, Shuffle, Take
from solitaire_engine.hooks import hookimpl
from solitaire_engine.view import View
from solitaire_engine.words import Redeal, Win, Word

ROWS = 4
KING = 12


def _rows(game: View) -> list[tuple[str, ...]]:
    """The places, row by row, from the left."""
    places = game.piles("row")
    width = len(places) // ROWS
    rows = [places[start : start + width] for start in range(0, len(places), width)]
    if "left" in game.groups:
        rows = [(end, *row) for end, row in zip(game.piles("left"), rows, strict=True)]
    return rows


def _card(game: View, place: str) -> int | None:
    cards = game.cards(place)
    return cards[-1] & FACE if cards else None


def _first_rank(game: View) -> int:
    """The rank that begins a row: the ace where aces are in play, else the two."""
    lying = [card for row in _rows(game) for place in row if (card := _card(game, place)) is not None]
    return min(rank_of(card) for card in lying)


def _in_order(game: View, row: Sequence[str], first: int) -> int:
    """How many cards at the left end of a row are where they belong."""
    count = 0
    suit = -1
    for number, place in enumerate(row):
        card = _card(game, place)
        if card is None or rank_of(card) != first + number or (number and suit_of(card) != suit):
            break
        suit = suit_of(card)
        count += 1
    return count


def rows_in_order(game: View) -> bool:
    """Whether every card lies in its row, one suit to a row, from the first rank to the king."""
    first = _first_rank(game)
    return all(_in_order(game, row, first) == KING + 1 - first for row in _rows(game))


def regap(game: View) -> Iterable[Effect]:
    """Take up the cards that are out of order, shuffle them and deal them again row by row, leaving
    a gap after the cards in order of each row."""
    hand = game.piles("hand")[0]
    first = _first_rank(game)
    taken: list[Effect] = []
    free: list[str] = []
    for row in _rows(game):
        loose = row[_in_order(game, row, first) :]
        taken.extend(Take(1, place, hand) for place in loose if _card(game, place) is not None)
        free.extend(loose[1:])
    if not taken:
        return []
    return [*taken, Shuffle(hand), *(Take(1, hand, place) for place in free[: len(taken)])]


@hookimpl
def solitaire_words() -> Iterable[Word]:
    """The win word `rows_in_order` and the redeal word `regap`."""
    return [
        Win(name="rows_in_order", won=rows_in_order, rule="each row holds one suit in order, up to the king"),
        Redeal(
            name="regap",
            effects=regap,
            rule="the cards that are not in order from the left end of their row are taken up, shuffled and dealt "
            "again row by row, with a gap after the cards in order of each row",
        ),
    ]


@hookimpl
def solitaire_extra_moves(game: View) -> Iterable[ExtraMove]:
    """For each gap the cards that may fill it: the one that follows its left neighbour in suit, or, at
    the left end of a row, those of the first rank. Nothing follows a king, or another gap."""
    first = _first_rank(game)
    where = {card: place for row in _rows(game) for place in row if (card := _card(game, place)) is not None}
    for row in _rows(game):
        for number, gap in enumerate(row):
            if _card(game, gap) is not None:
                continue
            left = _card(game, row[number - 1]) if number else None
            wanted: list[int] = []
            if number == 0:
                wanted = [first * 4 + suit for suit in range(4)]
            elif left is not None and rank_of(left) < KING:
                wanted = [left + 4]
            for card in wanted:
                if card in where:
                    yield ExtraMove(f"{card_text(card)} {gap}", (Take(1, where[card], gap),))
