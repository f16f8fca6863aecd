"""The words a variant file may use, as typed records.

A word is a name in YAML and a little Python behind it: a predicate over two cards,
a number out of two counters, a procedure written as data. The engine asks a word
only while it compiles a variant (52 x 52 times for a predicate) and keeps the
answers in tables, so a plugin's word costs no more in play than the engine's own.
The engine's own words (`corewords`) come through the same hook as anybody's.

Ranks are 0 (ace) to 12 (king) here and cards 0..51 as in `cards`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal, TypeVar

if TYPE_CHECKING:
    from .effects import Effect
    from .view import View

__all__ = [
    "Args", "Build", "Direction", "Gap", "Lift", "LiftMode", "Limit", "Match", "Pair", "Redeal", "StockDeal",
    "Transfer", "Win", "Word",
]  # fmt: skip

Args = Mapping[str, object]
"""The other keys of the YAML map that named the word with ``by:``."""

LiftMode = Literal["none", "top", "tail", "pile", "top-or-pile"]
"""Which part of a pile a word of lifting is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """What all words have.

    `name` is what YAML writes; `version` goes into the hash of every variant that
    uses the word, so raise it when the meaning changes: records made under the old
    meaning are then reported instead of replayed wrongly. `rule` is the word's part
    of the rules page.
    """

    kind: ClassVar[str] = "word"
    name: str
    version: int = 1
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction(Word):
    """First part of a building rule: ``fits(rank, under, step, around)``.

    Ranks are places in the order of the game's pack, from 0: the ranks themselves in a
    full pack. `around` is how many there are if the rule wraps from the last to the first,
    and 0 if it does not.
    """

    kind: ClassVar[str] = "direction"
    fits: Callable[[int, int, int, int], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Word):
    """Second part of a building rule: may `card` lie on `under` as far as suits go."""

    kind: ClassVar[str] = "match"
    fits: Callable[[int, int], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Build(Word):
    """A whole building rule: may `card` be put on `under`. `rule` completes "built ..."."""

    kind: ClassVar[str] = "build"
    fits: Callable[[int, int], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift(Word):
    """Which cards a pile lets go.

    `mode`: ``top`` one card, ``tail`` any face-up tail whose neighbours hang together,
    ``pile`` the whole pile, ``top-or-pile`` either, ``none`` nothing.
    `hangs(card, under)`: may the two be lifted together; None leaves it to the pile's
    own building rule where `by_build`, else any two hang together.
    `rule` is a clause such as "any face-up card may be moved together with all the cards
    on it"; without one the mode is told. `refusal` completes "a tableau pile moves only ...".
    """

    kind: ClassVar[str] = "lift"
    mode: LiftMode
    hangs: Callable[[int, int], bool] | None = None
    by_build: bool = False
    refusal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap(Word):
    """Which card may start an empty pile: ``takes(card, base)``, base a rank, or -1 while none is known.

    `anything` says that every card may, which is what lets an empty pile help to move groups.
    `rule` completes "an empty pile takes only ..."; cards that are whole ranks are named without it.
    """

    kind: ClassVar[str] = "gap"
    takes: Callable[[int, int], bool]
    anything: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit(Word):
    """How many cards can be carried: ``most(empty_cells, other_empty_piles)``.

    At least 1: a single card can always be moved. ``refusal(count, empty_cells,
    other_empty_piles)`` gives the sentence for `count` cards being too many; without
    one the sentence names the number that can be carried.
    `rule` completes "such a group may have at most ...", ``{pile}`` in it standing for the
    noun of the piles that count, such as "tableau pile", and ``{cells}`` for that of the cells.
    """

    kind: ClassVar[str] = "limit"
    most: Callable[[int, int], int]
    refusal: Callable[[int, int, int], str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer(Word):
    """How many cards at once may cross between two groups (None: as many as may be lifted).

    What the source's lift and limit let go is settled before; only the lead card must
    fit its new pile. `rule` completes "... may cross between these piles and those".
    """

    kind: ClassVar[str] = "transfer"
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StockDeal(Word):
    """How the stock deals: ``counts(stock, targets, args)``.

    For a stock of `stock` cards and `targets` piles it gives the cards each pile gets,
    first pile first; their sum may not exceed `stock`, and a deal of nothing is no deal.
    The cards are dealt row by row: one to each pile that is to get any, then a second to each that gets
    more than one, and so on.
    `keys` are the further keys of the YAML map that `args` may hold, with their defaults. The type
    of a default is the type that the file must give; for type checkers what `args` holds is ``object``.
    `rule` follows a sentence of the engine that says already how many cards each pile gets at first, after a
    comma: "A deal puts one card on each of the seven reserve piles, ...".
    """

    kind: ClassVar[str] = "deal"
    counts: Callable[[int, int, Args], Sequence[int]]
    keys: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair(Word):
    """Which two cards may be removed together: ``fits(one, other)``, the same either way round."""

    kind: ClassVar[str] = "pair"
    fits: Callable[[int, int], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Win(Word):
    """When the game is won: ``won(view)``, asked after every move with the position.

    It is not tabulated: it sees the whole position, and so costs a call each time.
    `rule` completes "The game is won when ...".
    """

    kind: ClassVar[str] = "win"
    won: Callable[[View], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeal(Word):
    """How cards are taken up and dealt again: ``effects(view)``, asked when the player redeals.

    It gives effects (see `effects`); none means that there is nothing to redeal now. Like
    a win it sees the whole position. `rule` is a sentence that says what is dealt again.
    """

    kind: ClassVar[str] = "redeal"
    effects: Callable[[View], Iterable[Effect]]


AnyWord = TypeVar("AnyWord", bound=Word)

KINDS: tuple[type[Word], ...] = (Direction, Match, Build, Lift, Gap, Limit, Transfer, StockDeal, Pair, Win, Redeal)


class Registry:
    """Every word that the loaded plugins brought, by kind and name."""

    def __init__(self, words: Iterable[tuple[Word, str]] = ()) -> None:
        """`words`: pairs of a word and the name of the plugin that owns it."""
        self._words: dict[tuple[type[Word], str], tuple[Word, str]] = {}
        for word, owner in words:
            self.add(word, owner)

    def add(self, word: Word, owner: str) -> None:
        """Take a word in; ValueError names both owners if the name is taken."""
        slot = (type(word), word.name)
        if slot in self._words:
            raise ValueError(f"the {word.kind} word {word.name!r} comes from both {self._words[slot][1]} and {owner}")
        self._words[slot] = (word, owner)

    def get(self, kind: type[AnyWord], name: str) -> AnyWord | None:
        """The word of that kind and name, if any plugin brought it."""
        found = self._words.get((kind, name))
        return found[0] if found and isinstance(found[0], kind) else None

    def owner(self, kind: type[Word], name: str) -> str:
        """The plugin that brought the word; KeyError if none did."""
        return self._words[kind, name][1]

    def names(self, kind: type[Word]) -> list[str]:
        """The names of all words of a kind, in the order they came."""
        return [name for of, name in self._words if of is kind]

    def all(self) -> list[tuple[Word, str]]:
        """All words with their owners, in the order they came."""
        return list(self._words.values())

    def owned_by(self, owner: str) -> list[Word]:
        """All words one plugin brought."""
        return [word for word, of in self._words.values() if of == owner]
