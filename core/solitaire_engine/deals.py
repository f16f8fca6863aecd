"""Deals: which card comes first, second, third... for a deal number or a written deck.

A deal is named by a short text, the same for ever on every machine:

- ``7``: our own numbers, for every pack; the generator is written down in docs/deals.md;
- ``ms:11982``: Microsoft FreeCell's numbers, for one full pack or two;
- ``pysol:12345678901234567890``: PySolFC's numbers, for one full pack or two;
- ``deck:JD-2D-9H...``: the cards themselves.

How the cards are laid out is the variant's business; here they only get an order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final, TypeAlias

from .cards import SUITS, card_text, is_down, make_pack, parse_card
from .errors import DealError

DeckOrder: TypeAlias = bytes
"""Card ints in the order in which they are dealt: index 0 is dealt first."""

MAX_NUMBER: Final = 2**63 - 1
"""The last of our own deal numbers; the first is 0."""
MAX_MS: Final = 1_000_000
"""The last of Microsoft's deal numbers; the first is 1."""
MAX_PYSOL: Final = 10**20
MAX_PYSOL_MS: Final = 2**33 - 1

_MASK: Final = 2**64 - 1
_INTEGER: Final = re.compile("-?[0-9]+")
_SEPARATORS: Final = re.compile(r"[-,\s]+")
_FACE_DOWN: Final = re.compile(r"#(10|[A2-9TJQK])[CDHS](?![0-9A-Z])", re.IGNORECASE)
_FILE_LIMIT: Final = 65_536
_NAMES_SHOWN: Final = 10

_FORMS: Final = "a number such as 7, ms:11982, pysol:123456 or deck: with the cards in dealing order"


class Generator:
    """SplitMix64 as pure functions: a state goes in, a value and the next state come out.

    A state is an int of 64 bits, so a position can hold it and undo gives it back.
    The numbers that come out are part of the file format: they must never change.
    """

    @staticmethod
    def next(state: int) -> tuple[int, int]:
        """A value of 64 bits and the new state."""
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31), state

    @staticmethod
    def next_below(state: int, bound: int) -> tuple[int, int]:
        """A value from 0 to bound - 1, each equally likely, and the new state.

        ValueError unless 1 <= bound <= 2**64.
        """
        if not 1 <= bound <= 2**64:
            raise ValueError(f"a bound must be from 1 to 2**64, not {bound}")
        # Values of the last, incomplete run of `bound` would favour the small remainders.
        limit = 2**64 - 2**64 % bound
        value, state = Generator.next(state)
        while value >= limit:
            value, state = Generator.next(state)
        return value % bound, state

    @staticmethod
    def shuffle(state: int, cards: bytes) -> tuple[bytes, int]:
        """The cards in a new order, every order equally likely, and the new state.

        Fisher-Yates from the last place down to the second. The result depends on the
        order in which the cards are given.
        """
        shuffled = bytearray(cards)
        for last in range(len(shuffled) - 1, 0, -1):
            place, state = Generator.next_below(state, last + 1)
            shuffled[last], shuffled[place] = shuffled[place], shuffled[last]
        return bytes(shuffled), state


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal by its canonical text; `parse_deal` makes one from any spelling.

    Raises DealError for a text that is not canonical, so equal deals have equal texts.
    """

    text: str

    def __post_init__(self) -> None:
        canonical = _canonical(self.text)
        if canonical != self.text:
            raise DealError(f"{_shown(self.text)} must be written {_shown(canonical)} here; parse_deal does that")

    def __str__(self) -> str:
        return self.text

    def order(self, pack: bytes) -> DeckOrder:
        """The cards of a pack in dealing order, whatever their order in `pack`.

        Raises DealError if this kind of deal is not defined for the pack, or if the deck
        and the pack are not the same cards.
        """
        head, colon, rest = self.text.partition(":")
        if not colon:
            # Sorted, so that a deal does not depend on how a pack was put together.
            return Generator.shuffle(int(head), bytes(sorted(pack)))[0]
        if head == "ms":
            return _ms_order(int(rest), _full_packs(pack, self.text))
        if head == "pysol":
            return _pysol_order(rest, _full_packs(pack, self.text))
        deck = bytes(parse_card(card) for card in rest.split("-"))
        _check_deck(deck, pack)
        return deck


def parse_deal(text: str) -> Deal:
    """The deal named by a text such as ``7``, ``ms:11982``, ``pysol:123456``, ``deck:JD 2D 9H...``.

    Prefixes and cards may be in either case, numbers may begin with zeros, cards may be
    separated by ``-``, commas or white space. The inverse is ``str(deal)``. Raises DealError.
    """
    return Deal(_canonical(text))


def read_deck(path: Path) -> Deal:
    """The ``deck:`` deal written in a UTF-8 text file of at most 64 KiB.

    Cards in dealing order, separated as in `parse_deal`; a line that begins with ``#`` is
    a comment. Raises DealError with the file and the line.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_FILE_LIMIT + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL character
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise DealError(f"{path}: the deck cannot be read ({reason}); name a text file with the cards") from error
    if len(data) > _FILE_LIMIT:
        raise DealError(f"{path}: larger than {_FILE_LIMIT} bytes, so not a deck; name a text file with the cards")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DealError(f"{path}: the deck is not UTF-8 text; save it as plain text in UTF-8") from error
    cards = _read_cards(_file_tokens(path, text))
    if not cards:
        raise DealError(f"{path}: the file has no cards; write them in dealing order, as in JD 2D 9H")
    return Deal(_deck_text(cards))


def random_deal() -> Deal:
    """One of our own deals, its number picked at random below 2**31."""
    # Imported here, as below: the program starts faster without them.
    import secrets

    return Deal(str(secrets.randbelow(2**31)))


def start_state(text: str) -> int:
    """The `Generator` state with which play begins, for reshuffles and the like.

    It is taken from the deal's canonical text, so that every kind of deal has one, and has
    nothing in common with the state that ordered the deck. Raises DealError.
    """
    import hashlib

    digest = hashlib.sha256(f"play {parse_deal(text)}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def _canonical(text: str) -> str:
    """The one spelling of a deal text; DealError if it names no deal."""
    stripped = text.strip()
    if not stripped:
        raise DealError(f"the deal is empty; a deal is {_FORMS}")
    head, colon, rest = stripped.partition(":")
    if not colon:
        if not _INTEGER.fullmatch(stripped):
            raise DealError(f"{_shown(stripped)} is not a deal; a deal is {_FORMS}")
        return str(_number(stripped, stripped, 0, MAX_NUMBER, f"plain deal numbers go from 0 to {MAX_NUMBER}"))
    kind, rest = head.strip().lower(), rest.strip()
    if kind == "ms":
        more = f"Microsoft's deals are ms:1 to ms:{MAX_MS}, and pysol:ms{MAX_MS + 1} goes on from there"
        return f"ms:{_number(stripped, rest, 1, MAX_MS, more)}"
    if kind == "pysol":
        if rest[:2].lower() == "ms":
            more = f"PySolFC's ms deals are pysol:ms1 to pysol:ms{MAX_PYSOL_MS}"
            return f"pysol:ms{_number(stripped, rest[2:], 1, MAX_PYSOL_MS, more)}"
        more = f"PySolFC's deals are pysol:1 to pysol:{MAX_PYSOL}, or pysol:ms1 to pysol:ms{MAX_PYSOL_MS}"
        return f"pysol:{_number(stripped, rest, 1, MAX_PYSOL, more)}"
    if kind == "deck":
        words = (word for word in _SEPARATORS.split(rest) if word)
        cards = _read_cards((f"card {place} of the deck", word) for place, word in enumerate(words, 1))
        if not cards:
            raise DealError("deck: has no cards after it; write them in dealing order, as in deck:JD-2D-9H")
        return _deck_text(cards)
    raise DealError(f"{_shown(stripped)} is not a deal, for the prefixes are ms:, pysol: and deck:; a deal is {_FORMS}")


def _number(text: str, digits: str, low: int, high: int, allowed: str) -> int:
    """The whole number in `digits`; DealError with the sentence `allowed` if it is none from low to high."""
    if not digits:
        raise DealError(f"{_shown(text)} lacks its number; {allowed}")
    if not _INTEGER.fullmatch(digits):
        raise DealError(f"{_shown(text)} is not a deal, for {_shown(digits)} is not a whole number; {allowed}")
    # Compared by length first: Python refuses to convert thousands of digits.
    short = digits.lstrip("0") or "0"
    if digits.startswith("-") or len(short) > len(str(high)) or not low <= int(short) <= high:
        raise DealError(f"there is no deal {_shown(text)}; {allowed}")
    return int(short)


def _shown(text: str) -> str:
    """A text in quotes, cut short if it is long, for a message."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def _deck_text(cards: Iterable[int]) -> str:
    return "deck:" + "-".join(map(card_text, cards))


def _file_tokens(path: Path, text: str) -> Iterator[tuple[str, str]]:
    """The words of a deck file, each with its place for messages; comments left out."""
    for number, line in enumerate(text.splitlines(), 1):
        place = f"{path}:{number}"
        stripped = line.strip()
        if stripped.startswith("#"):
            # A line of face-down cards is a mistake to report, not a comment to pass over.
            if down := _FACE_DOWN.match(stripped):
                raise DealError(
                    f"{place}: {down[0]!r} is a face-down card, and a deck has none; "
                    f"write {down[0][1:]}, or put a space after # if this is a comment"
                )
            continue
        for word in _SEPARATORS.split(stripped):
            if word:
                yield place, word


def _read_cards(tokens: Iterable[tuple[str, str]]) -> bytes:
    """The cards named by (place, word) pairs; DealError with the place if a word is no face-up card."""
    cards = bytearray()
    for place, word in tokens:
        try:
            card = parse_card(word)
        except ValueError as error:
            raise DealError(f"{place}: {_shown(word)} is not a card; write cards as in AS, TD or 10D") from error
        if is_down(card):
            raise DealError(f"{place}: {word!r} is a face-down card, and a deck has none; write {word[1:]}")
        cards.append(card)
    return bytes(cards)


def _check_deck(deck: bytes, pack: bytes) -> None:
    """DealError with what is missing and what is superfluous unless deck and pack are the same cards."""
    missing = Counter(pack) - Counter(deck)
    superfluous = Counter(deck) - Counter(pack)
    faults: list[str] = []
    if len(deck) != len(pack):
        faults.append(f"it has {len(deck)} card{'s' * (len(deck) != 1)} and the pack has {len(pack)}")
    if missing:
        faults.append(f"missing: {_names(missing)}")
    if superfluous:
        faults.append(f"superfluous: {_names(superfluous)}")
    if faults:
        raise DealError(f"the deck is not this game's pack: {'; '.join(faults)}")


def _names(cards: Counter[int]) -> str:
    """Up to ten cards by name, and the number of the others."""
    names = [card_text(card) for card in sorted(cards.elements())]
    more = len(names) - _NAMES_SHOWN
    return " ".join(names[:_NAMES_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _full_packs(pack: bytes, text: str) -> int:
    """How many full packs of 52 different cards `pack` is, 1 or 2; DealError if it is neither."""
    for packs in (1, 2):
        if sorted(pack) == sorted(make_pack(packs)):
            return packs
    raise DealError(
        f"{text} orders one full pack of 52 cards or two, and this game has another pack of {len(pack)}; "
        "use a plain number such as 7 instead"
    )


def _ms_order(number: int, packs: int) -> DeckOrder:
    """Microsoft's deal for one pack; for two, what PySolFC makes of the same generator."""
    if packs == 1:
        left = bytearray(range(52))
    else:
        left = bytearray(rank * 4 + SUITS.index(suit) for suit in "CSHD" for rank in range(13)) * packs
    state = number
    dealt = bytearray()
    for count in range(len(left), 0, -1):
        state = (state * 214013 + 2531011) & 0x7FFFFFFF
        place = (state >> 16) % count
        dealt.append(left[place])
        left[place] = left[count - 1]
    return bytes(dealt)


def _pysol_order(number: str, packs: int) -> DeckOrder:
    """The order in which PySolFC deals, from the package pysol-cards.

    The package has no types and only these deals need it: it is imported here, late.
    """
    try:
        cards = import_module("pysol_cards.cards")
        random = import_module("pysol_cards.random")
    except ImportError as error:
        raise DealError("pysol: deals need the Python package pysol-cards; pip install pysol-cards") from error
    base = random.RandomBase
    ms = number.startswith("ms")
    shuffled = random.shuffle(
        cards.createCards(packs),
        int(number.removeprefix("ms")),
        base.DEALS_MS if ms else base.DEALS_PYSOLFC,
    )
    # PySolFC takes cards from the end of the list.
    return bytes((card.rank - 1) * 4 + SUITS.index(card.suit_s()) for card in reversed(shuffled))
