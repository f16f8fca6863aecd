"""Boards in the text of Freecell Solver (fc-solve): one column a line, bottom card first.

Source: fc-solve's README and the reader and writer of boards in its C program; for
``Talon:``, ``Num-Redeals:`` and ``<5H>`` (face down) its old versions (2.x) and the board
generators that come with it.
"""

from __future__ import annotations

import re

from .boards import Board, in_suit, piles_of_kind, refuse, singles, sure, takes_runs, too_many
from .cards import DOWN, FACE, RANKS, SUITS, card_text, cards_text, is_down, parse_card, rank_of, suit_of
from .definitions import DEALT
from .errors import PositionError
from .position import Position
from .reading import named, way_out
from .rules import Rules
from .sentences import number

PROGRAM = "fc-solve"
# Every spelling that its reader takes of a heading, those that are written first.
_SPELLINGS = """\
freecells: fc: freecell:
foundations: decks: deck: founds: foundation: found:
talon: queue:
num-redeals: readels-num: readeals-number:"""
_CELLS, _HOMES, _STOCK, _REDEALS = map(str.split, _SPELLINGS.splitlines())
_HEADING = re.compile(r"[A-Za-z][A-Za-z -]*:")
_CARD = re.compile(r"(?i)<?(10|[A1-9TJQK])[CDHS]>?")
_HEIGHT = re.compile(r"(?i)([CDHS])-*(0|10|[A1-9TJQK])")
_SUITS = "HCDS"
"""The order of its foundations."""


def looks_like_fc_solve(text: str) -> bool:
    """Whether a line of the text could only stand in a board of fc-solve: a column, or one of its headings."""
    for line in map(str.strip, text.splitlines()):
        heading = _HEADING.match(line)
        if heading and heading[0].lower() in (*_CELLS, *_HOMES, *_STOCK, *_REDEALS):
            return True
        if line.startswith(":") or _CARD.fullmatch(line.partition(" ")[0].partition("\t")[0]):
            return True
    return False


# Reading


def from_fc_solve(rules: Rules, text: str) -> Position:
    """The position that a board of fc-solve describes; PositionError names the line that is wrong.

    Ten is ``T`` or ``10``, an ace ``A`` or ``1``, ``-`` and ``*`` are empty cells, ``<5H>`` lies
    face down; small letters will do, a colon before a column too; a line that begins with ``#``
    is a comment. An empty column is a colon alone, or, if no column has a colon, an empty line.
    """
    return _Reader(rules).read(text)


class _Reader:
    """A board while its lines are read."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.board = Board(rules)
        self.columns: list[tuple[str, str]] = []
        self.homes: list[tuple[str, str]] = []
        self.colons: set[str] = set()
        self.redeals = 0

    def read(self, text: str) -> Position:
        seen: dict[str, str] = {}
        last = 0
        for last, line in enumerate(text.splitlines(), 1):
            place, line = f"line {last}", line.strip()
            if line.startswith("#"):
                if _CARD.match(line[1:].strip()):
                    raise PositionError(f"{place}: a line with # is a comment; a card face down is written <TD>")
                continue
            heading = _HEADING.match(line)
            if heading is None:
                self.columns.append((place, line.removeprefix(":").strip()))
                if line.startswith(":"):
                    self.colons.add(place)
                continue
            kind = self._headed(heading[0], line[heading.end() :].split(), place)
            if seen.setdefault(kind, place) != place:
                raise PositionError(f"{place}: {heading[0]} once more; {seen[kind]} has it already")
        self._lay_columns(f"line {last + 1}")
        return self.board.position(self._lay_homes(), self.redeals)

    def _headed(self, heading: str, words: list[str], place: str) -> str:
        """Read a line with a heading; gives the heading's first spelling."""
        spelling = heading.lower()
        if spelling in _CELLS:
            cells = [None if word.strip("-*") == "" else _card(word, place) for word in words]
            self.board.spread("cell", cells, [place] * len(cells))
            return _CELLS[0]
        if spelling in _HOMES:
            self.homes = [(word, place) for word in words]
            return _HOMES[0]
        if spelling in _STOCK:
            if words and self.rules.stock < 0:
                raise PositionError(f"{place}: {too_many(self.rules, 'stock')}")
            for word in reversed(words):
                # It lists the card that is dealt next first; in a pile that one lies on top.
                self.board.put(self.rules.stock, _card(word, place), place)
            return _STOCK[0]
        if spelling in _REDEALS:
            self._redeals_left(" ".join(words), place)
            return _REDEALS[0]
        headings = [words[0].capitalize() for words in (_CELLS, _HOMES, _STOCK, _REDEALS)]
        raise PositionError(f"{place}: there is no heading {named(heading)}; {way_out(heading, headings)}")

    def _redeals_left(self, word: str, place: str) -> None:
        if not re.fullmatch(r"-?\d{1,9}", word):
            raise PositionError(f"{place}: {named(word)} is no number of redeals that are left")
        if not self.rules.counts_redeals:
            return
        self.redeals = self.rules.redeals - int(word)
        if not 0 <= self.redeals <= self.rules.redeals:
            raise PositionError(f"{place}: {word} redeals cannot be left, for this game has {self.rules.redeals}")

    def _lay_columns(self, end: str) -> None:
        piles = piles_of_kind(self.rules, "tableau")
        columns = self.columns
        if self.colons:
            # Who marks columns with colons marks empty ones, too.
            columns = [column for column in columns if column[1] or column[0] in self.colons]
        while len(columns) > len(piles) and not columns[-1][1]:
            columns.pop()
        if len(columns) > len(piles) and sum(bool(line) for _, line in columns) == len(piles):
            # All columns have cards, so that empty lines are there for the eye only.
            columns = [column for column in columns if column[1]]
        if len(columns) > len(piles):
            raise PositionError(f"{columns[len(piles)][0]}: {too_many(self.rules, 'tableau')}")
        if len(columns) < len(piles):
            raise PositionError(
                f"{end}: here the text ends after {number(len(columns))} of {number(len(piles))} columns; "
                "an empty column is a line with a colon"
            )
        for pile, (place, line) in zip(piles, columns, strict=True):
            for word in line.split():
                self.board.put(pile, _card(word, place), place)

    def _lay_homes(self) -> int:
        """Lay the foundations; gives the base rank."""
        heights: list[tuple[int, int, int, str]] = []
        base = -1 if self.rules.base_varies else self.rules.variant.base
        for entry, (word, place) in enumerate(self.homes):
            if word.strip("-*") == "":
                continue
            height = _HEIGHT.fullmatch(word)
            if height is None:
                if not _CARD.fullmatch(word):
                    raise PositionError(
                        f"{place}: {named(word)} is no foundation; write a suit and a height, as in H-5"
                    )
                card = _card(word, place)
                base = rank_of(card) if base < 0 else base
                self.board.lay_home(card, base, place, entry)
            elif height[2] != "0":
                heights.append((entry, SUITS.index(height[1].upper()), _rank(height[2]), place))
        if base < 0 and heights:
            base = self._base_of(heights)
        for entry, suit, rank, place in heights:
            self.board.lay_up_to(suit, rank, base, entry, place)
        return base

    def _base_of(self, heights: list[tuple[int, int, int, str]]) -> int:
        """The base rank under which the foundations hold all cards that lie nowhere else."""
        order = self.rules.variant.ranks
        found: list[int] = []
        for base in order:
            held = [0, 0, 0, 0]
            for _, suit, rank, place in heights:
                if rank not in order:
                    raise PositionError(f"{place}: this game's pack has no {RANKS[rank]}")
                held[suit] += (order.index(rank) - order.index(base)) % len(order) + 1
            if all(held[suit] == self.board.missing_of(suit) for suit in range(4)):
                found.append(base)
        if len(found) != 1:
            how = "dealt" if self.rules.variant.base == DEALT else "chosen"
            why = "and the cards that lie nowhere else do not tell it"
            raise PositionError(f"{heights[0][3]}: this game's base rank is {how}, {why}")
        return found[0]


def _card(word: str, place: str) -> int:
    found = _CARD.fullmatch(word)
    if found is None or word.startswith("<") != word.endswith(">"):
        raise PositionError(f"{place}: {named(word)} is not a card; write a rank and a suit, as in AS, 10D or TD")
    name = word.strip("<>")
    card = parse_card(f"A{name[1:]}" if name[0] == "1" and name[1] != "0" else name)
    return card + DOWN if word.startswith("<") else card


def _rank(text: str) -> int:
    return 9 if text == "10" else RANKS.index("A" if text == "1" else text.upper())


# Writing


def to_fc_solve(rules: Rules, position: Position) -> str:
    """The position as a board of fc-solve, lines ended; PositionError names what the text cannot say.

    Cells, foundations and stock are written where they hold cards. What the board does not
    say are the rules, the score, and how cards will be shuffled later.
    """
    refuse(rules, position, ("waste", "reserve", "discard"), PROGRAM)
    lines: list[str] = []
    homes = [position.piles[pile] for pile in piles_of_kind(rules, "foundation")]
    cells = singles(rules, position, "cell", PROGRAM)
    if any(homes):
        lines.append(f"{_HOMES[0].capitalize()} {_heights(rules, position)}")
    if any(cell is not None for cell in cells):
        lines.append(f"{_CELLS[0].capitalize()} {' '.join('-' if cell is None else card_text(cell) for cell in cells)}")
    if rules.stock >= 0 and (stock := position.piles[rules.stock]):
        lines.append(f"{_STOCK[0].capitalize()} {cards_text(card & FACE for card in reversed(stock))}")
    if position.redeals:
        lines.append(f"Num-Redeals: {rules.redeals - position.redeals}")
    lines += [_words(position.piles[pile]) or ":" for pile in piles_of_kind(rules, "tableau")]
    return sure(rules, position, "".join(f"{line}\n" for line in lines), from_fc_solve, PROGRAM)


def _words(pile: bytes) -> str:
    return " ".join(f"<{card_text(card & FACE)}>" if is_down(card) else card_text(card) for card in pile)


def _heights(rules: Rules, position: Position) -> str:
    """The foundations by suit and height, in the order of our piles, so that they can be laid in it again."""
    homes = piles_of_kind(rules, "foundation")
    held = [(pile, position.piles[pile]) for pile in homes if position.piles[pile]]
    loose = any(not in_suit(rules, pile, suit_of(cards[0]), position.base) for pile, cards in held)
    if loose and all(len(cards) == 1 for _, cards in held):
        # How the generators write piles on which all suits come together.
        return " ".join(cards_text(position.piles[pile]) or "-" for pile in homes)
    # Every suit is named as often as the pack has it; those without cards come in its own order.
    free = list(_SUITS) * -(-len(homes) // len(_SUITS))
    tops: dict[int, str] = {}
    for pile, cards in held:
        top = cards[0] if takes_runs(rules, pile) else cards[-1]
        whole = in_suit(rules, pile, suit_of(top), position.base)[: len(cards)]
        if cards not in (whole, whole[::-1]):
            raise PositionError(
                f"{PROGRAM}'s text cannot say {rules.names[pile]}, where {cards_text(cards)} lie: "
                "it has a suit and a height for each foundation"
            )
        suit = SUITS[suit_of(top)]
        tops[pile] = f"{suit}-{RANKS[rank_of(top)]}"
        if suit in free:
            free.remove(suit)
    rest = [f"{suit}-0" for suit in free]
    return " ".join(tops.get(pile) or (rest.pop(0) if rest else "-") for pile in homes)
