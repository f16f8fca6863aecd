"""What a variant file says, once it is read: plain frozen values, no YAML and no tables.

`schema` makes these from a checked document, `rules` compiles them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, cast

from .words import Build, Direction, Gap, Lift, Limit, Match, Pair, Redeal, StockDeal, Transfer, Win, Word

Kind = Literal["stock", "waste", "foundation", "cell", "reserve", "tableau", "discard"]
Accept = Literal["single", "group", "run", "none"]
When = Literal["always", "no-gaps", "stock-empty", "first-deal", "last-deal"]
Onto = Literal["all", "filled", "empty"]
Lock = Literal["", "pile", "group"]

UNLIMITED = -1
"""Redeals without end."""

DEALT = -1
"""A base rank that the deal decides."""

CHOSEN = -2
"""A base rank that the player's first card on a foundation decides."""


@dataclass(frozen=True, slots=True)
class BuildRule:
    """Which card may be put on which: a word of its own, or a direction and a match.

    `dead` are ranks that take nothing; `dead_base` says that cards of the base rank take
    nothing either, once it is known; `either` are whole rules of which one is enough.
    """

    word: Build | None = None
    direction: Direction | None = None
    match: Match | None = None
    step: int = 1
    wrap: bool = False
    dead: tuple[int, ...] = ()
    dead_base: bool = False
    either: tuple[BuildRule, ...] = ()

    @property
    def phrase(self) -> str:
        """Completes "built ...", such as "down in alternating colours"."""
        if self.either:
            return ", or ".join(rule.phrase for rule in self.either)
        if self.word is not None:
            return self.word.rule or self.word.name
        assert self.direction is not None and self.match is not None
        by = f" by {_times(self.step)}" if self.step != 1 else ""
        return f"{self.direction.rule}{by} {self.match.rule}"

    @property
    def minds_base(self) -> bool:
        """Whether another base rank makes it another rule."""
        return self.dead_base or any(rule.minds_base for rule in self.either)

    def words(self) -> tuple[Word, ...]:
        """The words the rule is made of."""
        own = tuple(word for word in (self.word, self.direction, self.match) if word is not None)
        return own + tuple(word for rule in self.either for word in rule.words())


def _times(number: int) -> str:
    return {2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "sixes"}.get(number, str(number))


@dataclass(frozen=True, slots=True)
class LiftRule:
    """What a pile lets go; `build` is the rule by which cards hang together, None if all do."""

    word: Lift
    build: BuildRule | None = None
    own: bool = False
    """Whether `build` is a rule of its own (``lift: down suit``) rather than the pile's building rule."""


@dataclass(frozen=True, slots=True)
class GapRule:
    """What may start an empty pile: some ranks, or a word; `sources` limits where from.

    `auto` names groups that fill an empty pile by themselves, in that order, with `each`
    cards. While a pile of the groups in `first` has cards, only those groups may fill one.
    """

    word: Gap | None = None
    ranks: tuple[int, ...] = ()
    sources: tuple[str, ...] | None = None
    auto: tuple[str, ...] = ()
    each: int = 1
    first: tuple[str, ...] = ()

    @property
    def anything(self) -> bool:
        """Whether every card may start the pile, from wherever."""
        return self.word is not None and self.word.anything and self.sources is None


@dataclass(frozen=True, slots=True)
class DealRule:
    """How the stock deals in play."""

    word: StockDeal
    to: tuple[str, ...]
    args: Mapping[str, object] = field(default_factory=dict[str, object])
    when: When = "always"
    onto: Onto = "all"
    close_up: bool = False
    """Whether the piles first close up, so that the empty ones come last."""


def first_pass(args: Mapping[str, object], number: int = 0) -> dict[str, object]:
    """The arguments of a stock deal in pass `number`: where a list is given, its entry, the last one for good."""
    found: dict[str, object] = {}
    for key, value in args.items():
        if isinstance(value, tuple):
            each = cast(tuple[object, ...], value)
            found[key] = each[min(number, len(each) - 1)]
        else:
            found[key] = value
    return found


@dataclass(frozen=True, slots=True)
class Group:
    """Some piles of one kind under one set of rules.

    `builds` and `starts` have one entry, or one per pile. `maximum` 0 means no limit.
    """

    name: str
    kind: Kind
    count: int
    noun: str
    plural: str
    builds: tuple[BuildRule, ...]
    lift: LiftRule
    gap: GapRule
    starts: tuple[GapRule, ...]
    limit: Limit | None
    accept: Accept
    maximum: int
    sources: tuple[str, ...] | None
    targets: tuple[str, ...] | None
    auto: bool
    when: When
    deal: DealRule | None
    redeals: int
    face_up: bool = False
    """Whether a stock shows its top card."""
    follow: bool = False
    """Whether a foundation takes a rank only once the foundation before it has it."""
    lock: Lock = ""
    """Whether the first step of a pile, or of the group, settles which way all go on."""
    covers: tuple[tuple[int, ...], ...] = ()
    """For each pile the places of those that cover it; empty where none does."""
    rows: tuple[int, ...] = ()
    """How many piles lie in each row, where a shape or a grid says so."""

    def build_of(self, place: int) -> BuildRule:
        """The building rule of the group's pile number `place`, counted from 0."""
        return self.builds[place if len(self.builds) > 1 else 0]

    def start_of(self, place: int) -> GapRule:
        """What may start the group's pile number `place`."""
        return self.starts[place if len(self.starts) > 1 else 0]


@dataclass(frozen=True, slots=True)
class Crossing:
    """A transfer: groups of cards may go between any two of `between`."""

    word: Transfer
    between: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Removal:
    """A set of cards that may be taken off the table together.

    `least` and `most` bound their number. They add up to `total` (ace 1 .. king 13), or
    have exactly the ranks `ranks`, or are alike in rank (`same_rank`), or satisfy `pair`;
    `match` asks more of their suits. `beaten` is the match under which a single card
    goes because a higher one (ace high) is in sight. `adjacent` asks that they touch.
    """

    least: int
    most: int
    total: int | None = None
    ranks: tuple[int, ...] = ()
    same_rank: bool = False
    pair: Pair | None = None
    match: Match | None = None
    beaten: Match | None = None
    adjacent: bool = False
    sources: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class TableauRedeal:
    """How the tableau is gathered and dealt again: `times` (-1 without end), `each` to a pile,
    or as a plugin's word says.

    `merci` is how many buried cards may be drawn out after the last redeal.
    """

    times: int
    gather: tuple[str, ...]
    shuffle: bool
    each: int
    by_piles: bool
    merci: int = 0
    word: Redeal | None = None


@dataclass(frozen=True, slots=True)
class ScoreRule:
    """Points: at the start, and for each card that goes home, comes back, is turned up, leaves the waste."""

    start: int = 0
    home: int = 0
    back: int = 0
    turn: int = 0
    waste: int = 0
    redeal: int = 0
    floor: int | None = None


@dataclass(frozen=True, slots=True)
class WinRule:
    """What wins: some groups empty, some groups sorted into whole sequences, few cards left, or a word."""

    empty: tuple[str, ...] | None = None
    sorted: tuple[str, ...] | None = None
    left: int | None = None
    word: Win | None = None


@dataclass(frozen=True, slots=True)
class Placement:
    """One card of the opening deal: to which pile, which way up.

    `card` is set where a certain card is taken out of the pack for it.
    """

    group: str
    place: int
    up: bool
    card: int | None = None
    sets_base: bool = False
    plays: bool = False
    """Whether the card goes to a foundation instead, if one takes it."""
    unlike: bool = False
    """Whether the next card of a rank not yet in the pile is dealt instead."""


@dataclass(frozen=True, slots=True)
class DealStep:
    """One step of the opening deal as it was written, for the rules page, with its placements."""

    placements: tuple[Placement, ...]
    groups: tuple[str, ...]
    rest: bool
    by_piles: bool
    sets_base: bool
    taken: bool
    kings_down: bool = False
    """Whether kings are moved to the bottom of their piles afterwards."""
    plays: bool = False
    unlike: bool = False


@dataclass(frozen=True, slots=True)
class Meta:
    """What is told about a game; nothing here changes how it plays."""

    family: str = ""
    inventor: str = ""
    year: int | None = None
    difficulty: int | None = None
    skill: int | None = None
    minutes: int | None = None
    winnable: int | None = None
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Param:
    """A choice a variant offers: its values as text, the default first among equals."""

    name: str
    default: str
    choices: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Variant:
    """One game, complete and checked.

    `ranks` has the ranks of the pack from the lowest to the highest.
    `values` holds the value of every parameter, as text. `document` is the resolved
    document as plain values: what was hashed, and what an independent program can read.
    `warnings` are sentences about words that are missing but can be done without.
    """

    id: str
    name: str
    aliases: tuple[str, ...]
    meta: Meta
    params: tuple[Param, ...]
    values: Mapping[str, str]
    pack: bytes
    packs: int
    ranks: tuple[int, ...]
    base: int
    groups: tuple[Group, ...]
    crossings: tuple[Crossing, ...]
    deal: tuple[DealStep, ...]
    base_from: tuple[str, ...] | None
    removals: tuple[Removal, ...]
    redeal: TableauRedeal | None
    win: WinRule
    score: ScoreRule | None
    auto: Literal["safe", "none", "all"]
    layout: tuple[str, ...]
    plugins: tuple[str, ...]
    text: Mapping[str, str]
    document: Mapping[str, object]
    hash: str
    file: str
    warnings: tuple[str, ...] = ()

    def group(self, name: str) -> Group:
        """The group of that name; KeyError if there is none."""
        for group in self.groups:
            if group.name == name:
                return group
        raise KeyError(name)

    @property
    def changed_values(self) -> dict[str, str]:
        """The parameters that differ from their defaults."""
        return {p.name: self.values[p.name] for p in self.params if self.values[p.name] != p.default}
