"""Moves and positions as text, read back against a game's rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from .cards import DOWN, FACE, cards_text, rank_of
from .definitions import CHOSEN
from .errors import MoveTextError, PositionError
from .moves import legal_moves
from .position import Move, Position
from .refusals import why_not
from .rules import Rules
from .sentences import the
from .yamlnodes import show

_LETTERS = {"t": "tableau", "f": "foundation", "c": "cell", "r": "reserve", "d": "discard", "s": "stock", "w": "waste"}


def parse_move(rules: Rules, position: Position, text: str) -> Move:
    """The move that a player's text means in a position; legal or not, but one that can be named.

    ``t5 t1 3`` moves three cards, ``w f1`` one; ``t3 f`` means the first foundation that
    takes the card; ``t5 t1`` means one card, or, where one card cannot go but exactly one
    number of cards can, that number. ``deal``, ``redeal``, and plugins' words stand alone.
    MoveTextError says what is wrong with a text that names no move.
    """
    words = text.lower().split()
    if not words:
        raise MoveTextError("no move was given; write one such as t5 t1 3, w f or deal")
    if words in (["deal"], ["redeal"]):
        return Move("deal") if words == ["deal"] else Move("redeal")
    if rules.extra_moves:
        for move in legal_moves(rules, position):
            if move.kind == "extra" and move.text.lower() == " ".join(words):
                return move
        if not _begins_with_a_pile(words):
            # Most likely one of the plugin's moves, at another time.
            raise MoveTextError(f"'{show(text.strip())}' cannot be done now")
    if words[0] in ("remove", "draw"):
        return _removal(rules, words[1:]) if words[0] == "remove" else _draw(rules, words[1:])
    if rules.variant.removals and all(word in rules.index for word in words):
        # In games of pairs the names of two piles mean the pair, unless a card can go that way.
        pair = _removal(rules, words)
        other = Move("cards", words[0], words[1], 1) if len(words) == 2 else None
        if other is None or why_not(rules, position, other) is not None:
            return pair
    if len(words) not in (2, 3):
        raise MoveTextError(f"'{show(text.strip())}' is no move; write from, to and how many, as in t5 t1 3")
    source = _pile(rules, words[0])
    count = 0
    if len(words) == 3:
        count = _number(rules, words[2])
        if not count:
            raise MoveTextError(f"'{show(words[2])}' is not a number of cards")
    if words[1] in _LETTERS and words[1] not in rules.index:
        return _to_any(rules, position, source, words[1], count)
    return _sized(rules, position, source, _pile(rules, words[1]), count)


def _begins_with_a_pile(words: list[str]) -> bool:
    """Whether a move's text is meant as one of the engine's, whatever is wrong with it."""
    return words[0] in ("remove", "draw", "stock", "waste") or re.fullmatch(r"[tfcrsdw]\d*", words[0]) is not None


def _pile(rules: Rules, name: str) -> str:
    if name in rules.index:
        return name
    letters = {"stock": "s", "waste": "w"}
    if letters.get(name, "") in rules.index:
        return letters[name]
    found = re.fullmatch(r"([a-z]+?)(\d*)", name)
    kind = found[1] if found else ""
    same = [known for known in rules.names if known.rstrip("0123456789") == kind]
    if same and kind in _LETTERS:
        span = same[0] if len(same) == 1 else f"{same[0]} to {same[-1]}"
        raise MoveTextError(f"there is no pile {show(name)}; this game has {span}")
    raise MoveTextError(f"there is no pile '{show(name)}'; this game has {_spans(rules)}")


def _removal(rules: Rules, words: list[str]) -> Move:
    piles = sorted((_pile(rules, word) for word in words), key=rules.names.index)
    if not piles:
        raise MoveTextError("remove needs the piles whose top cards go, as in remove t1 t5")
    return Move("remove", piles=tuple(piles))


def _draw(rules: Rules, words: list[str]) -> Move:
    number = _number(rules, words[2]) if len(words) == 3 else 0
    if not number:
        raise MoveTextError("draw needs from, to and which card from the top, as in draw t5 t1 3")
    return Move("draw", _pile(rules, words[0]), _pile(rules, words[1]), number)


def _number(rules: Rules, word: str) -> int:
    """A number of cards; 0 for a word that is none."""
    digits = word.lstrip("0")
    # Compared by length first: Python refuses to convert thousands of digits.
    number = int(digits) if digits.isdecimal() and len(digits) <= 3 else 0
    return number if number <= max(104, len(rules.pack)) else 0


def _spans(rules: Rules) -> str:
    parts: list[str] = []
    for letter in dict.fromkeys(name.rstrip("0123456789") for name in rules.names):
        same = [name for name in rules.names if name.rstrip("0123456789") == letter]
        parts.append(same[0] if len(same) == 1 else f"{same[0]}-{same[-1]}")
    return ", ".join(parts)


def _sized(rules: Rules, position: Position, source: str, target: str, count: int) -> Move:
    """The move with its number of cards filled in."""
    move = Move("cards", source, target, count or 1)
    if count or why_not(rules, position, move) is None:
        return move
    size = len(position.piles[rules.index[source]])
    legal = [n for n in range(2, size + 1) if why_not(rules, position, replace(move, count=n)) is None]
    return replace(move, count=legal[0]) if len(legal) == 1 else move


def _to_any(rules: Rules, position: Position, source: str, letter: str, count: int) -> Move:
    """The move to the first pile of a kind that takes the cards, else to the first of them."""
    targets = [name for name in rules.names if name.rstrip("0123456789") == letter and name != source]
    if not targets:
        raise MoveTextError(f"this game has no {'other ' if source[0] == letter else ''}{_LETTERS[letter]}")
    moves = [_sized(rules, position, source, target, count) for target in targets]
    for move in moves:
        if why_not(rules, position, move) is None:
            return move
    # The pile whose refusal tells most: one that holds cards of the same suit, else the first.
    pile = position.piles[rules.index[source]]
    for move in moves:
        cards = position.piles[rules.index[move.target]]
        if pile and cards and letter == "f" and (cards[-1] ^ pile[-1]) & 3 == 0:
            return move
    return moves[0]


def parse_position(rules: Rules, text: str, *, complete: bool = True) -> Position:
    """The position that a text describes, checked against the game's pack.

    With `complete` every card of the pack must be there; without it cards may be
    missing, which is what small boards in tests are made of. PositionError names the
    cards that are too many or missing.
    """
    position = Position.parse(text, rules.names)
    if rules.stock >= 0:
        # A stock lies face down (its top card up, if it shows it), however it is written: one position has one value.
        piles = list(position.piles)
        stock = [card | DOWN for card in piles[rules.stock]]
        if stock and rules.turns_up[rules.stock]:
            stock[-1] &= FACE
        piles[rules.stock] = bytes(stock)
        position = position._replace(piles=tuple(piles))
    position = position._replace(piles=tuple(_lying(rules, position.piles, complete)))
    have = Counter(rules.all_cards(position))
    pack = Counter(rules.pack)
    if extra := have - pack:
        raise PositionError(f"too many cards: {_some(extra)}; the pack has each {_copies(rules)}")
    if complete and (missing := pack - have):
        raise PositionError(f"missing cards: {_some(missing)}")
    if rules.base_varies and "base:" not in text:
        position = position._replace(base=_base_of(rules, position))
    elif not rules.base_varies:
        if position.base not in (0, rules.variant.base):
            raise PositionError("base: this game's base rank is fixed; leave it out")
        position = position._replace(base=rules.variant.base)
    merci = rules.variant.redeal.merci if rules.variant.redeal else 0
    if position.redeals and (not rules.counts_redeals or position.redeals > rules.redeals + merci):
        raise PositionError(f"redeals: {position.redeals} cannot have been used in this game")
    return position


def _lying(rules: Rules, piles: tuple[bytes, ...], complete: bool) -> Iterator[bytes]:
    """The piles; in a complete position with those top cards up that turn up of themselves.

    PositionError where a pile holds too many.
    """
    for pile, cards in enumerate(piles):
        most = rules.maximum[rules.group_of[pile]]
        if 0 < most < len(cards):
            raise PositionError(f"{rules.names[pile]}: {len(cards)} cards, and {the(rules.group(pile))} holds {most}")
        turns = complete and cards and cards[-1] >= DOWN and rules.turns_up[pile] and not rules.is_covered(pile, piles)
        yield cards[:-1] + bytes((cards[-1] & FACE,)) if turns else cards


def _base_of(rules: Rules, position: Position) -> int:
    """The base rank that the lowest cards on the foundations tell."""
    for pile in rules.home:
        if position.piles[pile]:
            return rank_of(position.piles[pile][0])
    if rules.variant.base == CHOSEN:
        return -1
    if any(rules.lift_mode[rules.group_of[pile]] != "none" for pile in rules.home):
        # The first card may have been taken back, and `str` leaves a base of ace out.
        return 0
    raise PositionError("base: no foundation has a card; add the base rank, as in base: 7")


def _copies(rules: Rules) -> str:
    most = max(Counter(rules.pack).values())
    return {1: "once", 2: "twice"}.get(most, f"{most} times at most")


def _some(cards: Counter[int]) -> str:
    names = sorted(cards.elements())
    shown = cards_text(names[:10])
    return shown if len(names) <= 10 else f"{shown} and {len(names) - 10} more"
