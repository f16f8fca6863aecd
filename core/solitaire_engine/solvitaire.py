"""Deals and positions in Solvitaire's JSON: lists of cards, each pile bottom card first.

Source: the reader of deals in Solvitaire's C++ program, and deals written by it. A small
suit letter is a card face down; the last card of the stock is dealt next; the reserve is
one pile, or one card a pile.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import cast

from .boards import Board, piles_of_kind, refusal, refuse, singles, sure, too_many
from .cards import DOWN, FACE, RANKS, SUITS, is_down, rank_of, suit_of
from .definitions import Kind
from .errors import PositionError
from .position import Position
from .reading import named, way_out
from .rules import Rules
from .sentences import number

PROGRAM = "Solvitaire"
TABLEAU = "tableau piles"
KEYS = (TABLEAU, "sequences", "accordion", "hole", "foundations", "cells", "reserve", "stock", "waste")
_RANKS = {**{str(rank + 1): rank for rank in range(13)}, **{name: rank for rank, name in enumerate(RANKS)}}


# Reading


def from_solvitaire(rules: Rules, text: str) -> Position:
    """The position that a deal of Solvitaire describes.

    Without ``foundations`` and ``hole`` those cards lie there that the game's deal takes out
    of the pack for them. PositionError names the key, the pile and the card that are wrong.
    """
    return _Reader(rules).read(_document(text))


def _document(text: str) -> dict[str, object]:
    try:
        document: object = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise PositionError(f"line {error.lineno}, column {error.colno}: this is no JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise PositionError("this JSON is no deal of Solvitaire: a list of cards for each pile") from error
    if not isinstance(document, dict):
        raise PositionError(f"a deal of Solvitaire is an object with some of the keys {', '.join(KEYS)}")
    found = cast(dict[str, object], document)
    for key in found:
        if key not in KEYS:
            raise PositionError(f"there is no key {named(key)}; {way_out(key, KEYS)}")
    return found


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise PositionError(f"the key {named(key)} stands there twice")
        found[key] = value
    return found


class _Reader:
    """A deal while its keys are read."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.board = Board(rules)
        self.base = -1 if rules.base_varies else rules.variant.base

    def read(self, document: dict[str, object]) -> Position:
        lists = {key: _list(document.get(key, []), key) for key in KEYS if key != "hole"}
        self._columns(lists[TABLEAU])
        self._rows(lists["sequences"])
        self.board.spread("tableau", *_singly(lists["accordion"], "accordion"))
        self.board.spread("cell", *_singly(lists["cells"], "cells"))
        self._pile("stock", self.rules.stock, lists["stock"])
        self._pile("waste", self.rules.waste, lists["waste"])
        reserves = piles_of_kind(self.rules, "reserve")
        if len(reserves) == 1:
            self._pile("reserve", reserves[0], lists["reserve"])
        else:
            self.board.spread("reserve", *_singly(lists["reserve"], "reserve"))
        if "hole" in document:
            self._home(_card(document["hole"], "hole"), "hole")
        self._foundations(lists["foundations"])
        for card in sorted(_gap_marks(self.rules) if lists["sequences"] else ()):
            if self.board.missing(card):
                self._home(card, "sequences")
        if "hole" not in document and "foundations" not in document:
            self._take_out()
        return self.board.position(self.base)

    def _pile(self, key: str, pile: int, entries: list[object]) -> None:
        if entries and pile < 0:
            raise PositionError(f"{key}: this game has no {key}")
        for card, place in zip(*_cards(entries, key), strict=True):
            self.board.put(pile, card, place)

    def _columns(self, columns: list[object]) -> None:
        piles = piles_of_kind(self.rules, "tableau")
        if len(columns) > len(piles):
            raise PositionError(f"{TABLEAU}, pile {len(piles) + 1}: {too_many(self.rules, 'tableau')}")
        if columns and len(columns) < len(piles):
            lists = f"{number(len(columns))} list{'' if len(columns) == 1 else 's'}"
            raise PositionError(f"{TABLEAU}: {lists}, and this game has {number(len(piles))} tableau piles")
        for place, (pile, column) in enumerate(zip(piles, columns, strict=False), 1):
            where = f"{TABLEAU}, pile {place}"
            self._pile(where, pile, _list(column, where))

    def _rows(self, rows: list[object]) -> None:
        """Lay rows of single cards and gaps, for which an ace may stand where aces lie on piles of their own."""
        if not rows:
            return
        aces = _gap_marks(self.rules)
        cards: list[int | None] = []
        places: list[str] = []
        for place, row in enumerate(rows, 1):
            where = f"sequences, row {place}"
            found, at = _singly(_list(row, where), where)
            cards += [None if card in aces else card for card in found]
            places += at
        self.board.spread("tableau", cards, places)

    def _home(self, card: int, place: str) -> None:
        if self.base < 0:
            self.base = rank_of(card)
        self.board.lay_home(card & FACE, self.base, place)

    def _foundations(self, entries: list[object]) -> None:
        for place, entry in enumerate(entries):
            if isinstance(entry, list):
                # Older versions have a list for each foundation.
                found = _cards(cast(list[object], entry), f"foundations, pile {place + 1}")
            else:
                found = [_card(entry, _at("foundations", place))], [_at("foundations", place)]
            for card, at in zip(*found, strict=True):
                self._home(card, at)

    def _take_out(self) -> None:
        """Lay the cards on the foundations that the deal takes out of the pack for them."""
        for step in self.rules.variant.deal:
            for placed in step.placements:
                pile = self.rules.index[self.rules.pile_names[placed.group][placed.place]]
                if placed.card is not None and pile in self.rules.home:
                    self._home(placed.card, "foundations")


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise PositionError(f'{where}: here a list is needed, as in ["AS", "10D"]')
    return cast(list[object], value)


def _at(where: str, place: int) -> str:
    return f"{where}, card {place + 1}"


def _cards(entries: Sequence[object], where: str) -> tuple[list[int], list[str]]:
    """Cards and where each of them stands."""
    places = [_at(where, place) for place in range(len(entries))]
    return [_card(entry, place) for entry, place in zip(entries, places, strict=True)], places


def _singly(entries: Sequence[object], where: str) -> tuple[list[int | None], list[str]]:
    """Cards, None for an empty place, and where each of them stands."""
    places = [_at(where, place) for place in range(len(entries))]
    return [None if entry == "" else _card(entry, place) for entry, place in zip(entries, places, strict=True)], places


def _card(entry: object, place: str) -> int:
    text = entry if isinstance(entry, str) else json.dumps(entry)
    rank, suit = _RANKS.get(text[:-1].upper()), text[-1:]
    if not isinstance(entry, str) or rank is None or not suit or suit.upper() not in SUITS:
        what = "a rank and a suit, as in AS or 10D, or 10d for a card face down"
        raise PositionError(f"{place}: {named(text)} is not a card; write {what}")
    return rank * 4 + SUITS.index(suit.upper()) + (DOWN if suit.islower() else 0)


def _gap_marks(rules: Rules) -> set[int]:
    """The aces, where each lies on a foundation by itself, so that in a row it can only stand for a gap."""
    alone = [pile for pile in piles_of_kind(rules, "foundation") if rules.maximum[rules.group_of[pile]] == 1]
    return {card for card in rules.pack if alone and rank_of(card) == 0}


# Writing


def to_solvitaire(rules: Rules, position: Position) -> str:
    """The position as a deal of Solvitaire, lines ended; PositionError names what the text cannot say.

    Every pile that the game has is named, with cards or without. What is not said are the
    rules, the score, and how cards will be shuffled later.
    """
    refuse(rules, position, ("discard",), PROGRAM)
    key, tableau = _tableau(rules, position)
    parts = [f'"{key}": {tableau}'] if tableau else []
    cells = _one_each(rules, position, "cell")
    if cells:
        parts.append(f'"cells": {json.dumps(cells if any(cells) else [])}')
    reserves = piles_of_kind(rules, "reserve")
    if reserves:
        words = _words(position.piles[reserves[0]]) if len(reserves) == 1 else _one_each(rules, position, "reserve")
        parts.append(f'"reserve": {json.dumps(words)}')
    if rules.stock >= 0:
        # All of it lies face down, which this program has no need to be told.
        parts.append(f'"stock": {json.dumps(_words(bytes(c & FACE for c in position.piles[rules.stock])))}')
    if rules.waste >= 0:
        parts.append(f'"waste": {json.dumps(_words(position.piles[rules.waste]))}')
    if key != "sequences" or not _gap_marks(rules):
        parts.append(_homes(rules, position))
    text = "{\n  " + ",\n  ".join(parts) + "\n}\n"
    return sure(rules, position, text, from_solvitaire, PROGRAM)


def _word(card: int) -> str:
    rank = "10" if rank_of(card) == 9 else RANKS[rank_of(card)]
    suit = SUITS[suit_of(card)]
    return rank + (suit.lower() if is_down(card) else suit)


def _words(pile: bytes) -> list[str]:
    return [_word(card) for card in pile]


def _tableau(rules: Rules, position: Position) -> tuple[str, str]:
    """The key and the text of the tableau: rows, one row as long as the pack, or piles."""
    groups = [group for group in rules.groups if group.kind == "tableau"]
    piles = piles_of_kind(rules, "tableau")
    if len(groups) == 1 and groups[0].rows and groups[0].maximum == 1:
        gap = "AS" if _gap_marks(rules) else ""
        words = [word or gap for word in _one_each(rules, position, "tableau")]
        ends = [sum(groups[0].rows[: row + 1]) for row in range(len(groups[0].rows))]
        lists = [words[end - length : end] for end, length in zip(ends, groups[0].rows, strict=True)]
        return "sequences", _lines(lists)
    if len(groups) == 1 and not groups[0].rows and len(piles) == len(rules.pack):
        return "accordion", json.dumps(_one_each(rules, position, "tableau"))
    return TABLEAU, _lines([_words(position.piles[pile]) for pile in piles]) if piles else ""


def _lines(lists: list[list[str]]) -> str:
    return "[\n    " + ",\n    ".join(map(json.dumps, lists)) + "\n  ]"


def _one_each(rules: Rules, position: Position, kind: Kind) -> list[str]:
    """One word for each pile of a kind, empty for an empty pile; PositionError for two cards on one."""
    return ["" if card is None else _word(card) for card in singles(rules, position, kind, PROGRAM)]


def _homes(rules: Rules, position: Position) -> str:
    homes = [pile for pile in piles_of_kind(rules, "foundation") if position.piles[pile]]
    if homes and len(piles_of_kind(rules, "foundation")) == 1:
        if len(cards := position.piles[homes[0]]) > 1:
            raise refusal(rules, homes[0], cards, PROGRAM, "room for one card")
        return f'"hole": "{_word(cards[0])}"'
    suits: set[int] = set()
    for pile in homes:
        own = {suit_of(card) for card in position.piles[pile]}
        if len(own) > 1 or own & suits:
            raise refusal(rules, pile, position.piles[pile], PROGRAM, "one foundation for each suit")
        suits |= own
    return f'"foundations": {json.dumps([word for pile in homes for word in _words(position.piles[pile])])}'
