"""What the boards of other programs have in common: cards laid one by one, each with the place it was read from.

Piles are found by kind and number, never by a game's name: tableau piles count on over all
tableau groups, and so do cells, reserves and foundations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from .cards import FACE, RANK_NAMES, SUIT_NAMES, card_text, cards_text, rank_of, suit_of
from .definitions import DEALT, Kind
from .errors import PositionError
from .notation import parse_position
from .position import Position
from .rules import Rules
from .sentences import cards as card_count
from .sentences import number, pile_word

_NOUNS: Mapping[Kind, str] = {
    "tableau": "tableau pile", "foundation": "foundation", "cell": "cell", "reserve": "reserve pile", "stock": "stock",
    "waste": "waste", "discard": "discard",
}  # fmt: skip


def piles_of_kind(rules: Rules, kind: Kind) -> tuple[int, ...]:
    """The piles of a kind over all groups, by index, in the order of their names."""
    return tuple(i for i in range(len(rules.names)) if rules.group(i).kind == kind)


def in_suit(rules: Rules, pile: int, suit: int, base: int) -> bytes:
    """The cards of one suit that a foundation takes one after the other, as far as no choice is left.

    Empty where the foundation does not begin with that suit. `base` is the base rank.
    """
    tables, unit = rules.tables(base), rules.unit_of[pile]
    cards = [card for card in sorted(set(rules.pack)) if suit_of(card) == suit]
    found: list[int] = []
    following = [card for card in cards if tables.start[unit] >> card & 1]
    most = rules.maximum[rules.group_of[pile]] or len(cards)
    while len(following) == 1 and len(found) < most:
        found += following
        following = [c for c in cards if tables.build[unit][c] >> found[-1] & 1 and c not in found]
    return bytes(found)


def takes_runs(rules: Rules, pile: int) -> bool:
    """Whether a foundation takes complete runs only, which lie on it with the last card lowest."""
    return rules.group(pile).accept == "run"


class Board:
    """The piles of a position while it is read."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.piles: list[list[int]] = [[] for _ in rules.names]
        self._copies = Counter(rules.pack)
        self._places: dict[int, list[str]] = {}

    def put(self, pile: int, card: int, place: str) -> None:
        """Lay a card on a pile; PositionError if the pack has no such card, or no more of them."""
        face = card & FACE
        places = self._places.setdefault(face, [])
        if not self._copies[face]:
            raise PositionError(f"{place}: {card_text(face)} is no card of this game's pack")
        if len(places) == self._copies[face]:
            more = f", and the pack has it {number(len(places))} times" if len(places) > 1 else ""
            raise PositionError(f"{place}: {card_text(face)} once more; it lies there already: {places[0]}{more}")
        places.append(place)
        self.piles[pile].append(card)

    def spread(self, kind: Kind, cards: Sequence[int | None], places: Sequence[str]) -> None:
        """Lay one card, or none, on each pile of a kind, each read from its place; PositionError if piles run out."""
        piles = piles_of_kind(self.rules, kind)
        for entry, (card, place) in enumerate(zip(cards, places, strict=True)):
            if card is None:
                continue
            if entry >= len(piles):
                raise PositionError(f"{place}: {too_many(self.rules, kind)}")
            self.put(piles[entry], card, place)

    def missing(self, card: int) -> int:
        """How many copies of a card have not been laid yet."""
        return self._copies[card] - len(self._places.get(card, ()))

    def missing_of(self, suit: int) -> int:
        """How many cards of a suit have not been laid yet."""
        return sum(self.missing(card) for card in self._copies if suit_of(card) == suit)

    def lay_up_to(self, suit: int, rank: int, base: int, first: int, place: str) -> None:
        """Lay the cards of one suit from the base up to a rank on the foundation that takes them.

        `first` is the foundation to try first, counted from 0. PositionError if there is none.
        """
        homes = piles_of_kind(self.rules, "foundation")
        for pile in (*homes[first : first + 1], *homes):
            cards = in_suit(self.rules, pile, suit, base)
            ranks = [rank_of(card) for card in cards]
            if self.piles[pile] or rank not in ranks:
                continue
            cards = cards[: ranks.index(rank) + 1]
            if takes_runs(self.rules, pile):
                if len(cards) < self.rules.maximum[self.rules.group_of[pile]]:
                    continue
                cards = cards[::-1]
            for card in cards:
                self.put(pile, card, place)
            return
        what = f"{SUIT_NAMES[suit]} up to the {RANK_NAMES[rank]}"
        raise PositionError(f"{place}: no empty foundation of this game takes {what}")

    def lay_home(self, card: int, base: int, place: str, first: int = -1) -> None:
        """Lay one card on the foundation that it follows on, else on the first that it may start.

        `first` is a foundation, counted from 0, to try before all others while it is empty.
        PositionError if no foundation takes the card.
        """
        rules, tables = self.rules, self.rules.tables(base)
        homes = piles_of_kind(rules, "foundation")
        own = [pile for number, pile in enumerate(homes) if number == first and not self.piles[pile]]
        for pile in (*own, *sorted(homes, key=lambda pile: not self.piles[pile])):
            cards, unit = self.piles[pile], rules.unit_of[pile]
            full = 0 < rules.maximum[rules.group_of[pile]] <= len(cards)
            follows = tables.build[unit][card] >> cards[-1] & 1 if cards else tables.start[unit] >> card & 1
            if follows and not full:
                self.put(pile, card, place)
                return
        raise PositionError(f"{place}: {card_text(card)} follows on no foundation; write each foundation from its base")

    def position(self, base: int, redeals: int = 0) -> Position:
        """The position, with the checks of `parse_position`; PositionError names the cards that are missing.

        `base`: the base rank where it varies, -1 if it is not known.
        """
        rules = self.rules
        if rules.variant.base == DEALT and base < 0:
            raise PositionError("the foundations are empty, and only their first card would tell this game's base rank")
        base = base if rules.base_varies else 0
        text = str(Position(rules.names, tuple(map(bytes, self.piles)), redeals, base))
        score = rules.variant.score.start if rules.variant.score else 0
        return parse_position(rules, text)._replace(score=score)


def too_many(rules: Rules, kind: Kind) -> str:
    """What is wrong with more piles of a kind than the game has: "one too many; this game has four cells"."""
    count, noun = len(piles_of_kind(rules, kind)), _NOUNS[kind]
    if not count:
        return f"this game has no {noun}{'' if kind in ('stock', 'waste') else 's'}"
    return f"one too many; this game has {number(count)} {noun}{'' if count == 1 else 's'}"


def refusal(rules: Rules, pile: int, cards: bytes, program: str, room: str) -> PositionError:
    """The error that a program's text has only so much `room` for a pile that holds cards."""
    what = f"{rules.names[pile]}, {pile_word(rules.group(pile))} of {card_count(len(cards))}"
    return PositionError(f"{program}'s text cannot say {what}: it has {room} there")


def refuse(rules: Rules, position: Position, kinds: Iterable[Kind], program: str) -> None:
    """PositionError where cards lie on piles of kinds that a program's text has no place for."""
    for kind in kinds:
        for pile in piles_of_kind(rules, kind):
            if cards := position.piles[pile]:
                raise refusal(rules, pile, cards, program, "no place for cards")


def singles(rules: Rules, position: Position, kind: Kind, program: str) -> list[int | None]:
    """The card of each pile of a kind, None for an empty pile; PositionError where a pile has two or more."""
    found: list[int | None] = []
    for pile in piles_of_kind(rules, kind):
        cards = position.piles[pile]
        if len(cards) > 1:
            raise refusal(rules, pile, cards, program, "room for one card")
        found.append(cards[0] if cards else None)
    return found


def sure(rules: Rules, position: Position, text: str, read: Callable[[Rules, str], Position], program: str) -> str:
    """The text, if reading it gives the position back; else PositionError names what is lost.

    Foundations under one rule may change places, and the score and the state of the generator
    are not looked at: no other program has them.
    """
    try:
        again = read(rules, text)
    except PositionError as error:
        raise PositionError(f"{program}'s text cannot say this position ({error})") from error
    pairs = zip(in_order(rules, position), in_order(rules, again), strict=True)
    for pile, (was, now) in enumerate(pairs):
        if was != now:
            where = "on the foundations" if pile in rules.home else f"on {rules.names[pile]}"
            change = f"{cards_text(was) or 'no card'} would become {cards_text(now) or 'no card'}"
            raise PositionError(f"{program}'s text cannot say what lies {where}: {change}")
    if again.base != position.base:
        raise PositionError(f"{program}'s text cannot say the base rank, which no foundation shows")
    if again.redeals != position.redeals:
        raise PositionError(f"{program}'s text cannot say how many redeals have been used ({position.redeals})")
    return text


def in_order(rules: Rules, position: Position) -> list[bytes]:
    """The piles, those foundations sorted that differ in nothing but their places."""
    piles = list(position.piles)
    for place, unit in enumerate(rules.units):
        if unit.first in rules.home and not rules.particular[place]:
            piles[unit.first : unit.end] = sorted(piles[unit.first : unit.end])
    return piles
