"""JSON Schemas of the values of a variant file, made from the types that read them.

A schema accepts whatever its type accepts. What only the rest of a file can decide - whether a
group of that name is there, whether the cards add up - it leaves to the engine. Patterns are
written so that Python and JavaScript, in which most editors' checkers are written, read them alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias, cast

from .cards import RANK_NAMES
from .cards import RANKS as RANK_LETTERS
from .definitions import BuildRule
from .game_words import (
    CARDS_SPAN,
    REDEAL,
    REMOVAL,
    SCORE,
    SCORES,
    SHAPE,
    WIN,
    CardsNumber,
    RedealType,
    RemoveType,
    ScoreType,
    ShapeType,
    WinType,
)
from .grammar import (
    BUILD,
    DEAL,
    GAP,
    LIFT,
    LIMIT,
    RANKS,
    START,
    STEP,
    AcceptType,
    ArgumentType,
    BuildType,
    DealType,
    GapType,
    LiftType,
    LimitType,
    RedealsType,
    StartType,
    WordType,
)
from .host import CORE, Host
from .offers import ChoiceType
from .reading import LONGEST_LINE, Boolean, Integer, Key, Line, Many, OneOf, Rank, Record, Table, Text, Type
from .schema import DEAL_STEP, DealStepsType, VersionType
from .schema_docs import meaning
from .values import SPAN, BaseType, FacesType, PerPile, RanksType, SpanType
from .words import Build, Direction, Gap, Lift, Limit, Match, StockDeal, Word
from .yamlnodes import to_plain
from .yamltext import read_text

Schema: TypeAlias = "dict[str, object]"
"""A schema as JSON has it."""

PARAMETER: Final[Schema] = {
    "type": "string",
    "pattern": r"^\$[a-z][a-z0-9_]*$",
    "description": "The value of the parameter of that name.",
}
_SCALARS: Final = ("string", "integer", "boolean")
"""What a text may look like: 7 and true are texts where a text is asked for."""
_TEXT: Final[Schema] = {"type": [*_SCALARS], "pattern": r"\S"}
_LINE: Final[Schema] = {"type": [*_SCALARS], "pattern": rf"^\s*\S(?:.{{0,{LONGEST_LINE - 2}}}\S)?\s*$"}
# No ASCII but letters, digits and a few signs; what a letter is beyond ASCII is not the same in all languages.
_CHOICE: Final = r"^[^\x00-\x2a\x2c\x2e\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7f][^\x00-\x1f\x21-\x2a\x2c\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7f]{0,39}$"  # noqa: E501
CHOICE: Final[Schema] = {"type": [*_SCALARS], "pattern": _CHOICE}
"""A choice of a parameter, as a value or as a key."""


def _any_case(word: str) -> str:
    return "".join(f"[{letter.upper()}{letter.lower()}]" if letter.isalpha() else letter for letter in word)


_RANK: Final = "|".join((*map(_any_case, RANK_LETTERS), "10", *map(_any_case, RANK_NAMES)))
_RANKS_IN_FILES: Final = [int(rank) if rank.isdecimal() else rank for rank in RANKS]


def either(*choices: Schema) -> Schema:
    """What is one or more of these; a choice that is one among others already is taken apart."""
    flat: list[object] = []
    for choice in choices:
        inner = choice.get("anyOf")
        flat.extend(cast(list[object], inner) if isinstance(inner, list) and len(choice) == 1 else [choice])
    return {"anyOf": flat}


def example_of(key: Key) -> list[object]:
    """The key's example as JSON has it, none where it is only a stand-in."""
    node = None if key.example in ("", "some_word") else read_text(f"key: {key.example}\n", "example").get("key")
    return [] if node is None else [to_plain(node)]


def sentence(text: str) -> str:
    """A clause as a sentence of its own."""
    return f"{text[:1].upper()}{text[1:]}." if text else ""


class Values:
    """Makes schemas with the words of a host; what stands in several places is kept once, in `defs`."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.defs: dict[str, Schema] = {}

    def of(self, kind: Type) -> Schema:
        """The schema of a type; TypeError where this module does not know it."""
        make = _MAKERS.get(type(kind))
        if make is None:
            raise TypeError(f"there is no JSON Schema for {type(kind).__name__}; add one to json_types")
        return make(self, kind)

    def shared(self, name: str, make: Callable[[], Schema]) -> Schema:
        """A reference to the definition `name`, which is made when it is first needed."""
        if name not in self.defs:
            self.defs[name] = {}  # keeps its place in the order
            self.defs[name] = make()
        return {"$ref": f"#/$defs/{name}"}

    def key(self, key: Key) -> Schema:
        """The schema of a key, with what it is for and an example."""
        return self.told(self.of(key.type), key)

    @staticmethod
    def told(schema: Schema, key: Key) -> Schema:
        """The schema with what the key is for, what is expected, and an example."""
        expects = key.type.expects
        told = sentence(expects) if expects.startswith(key.doc) else f"{sentence(key.doc)} Value: {expects}."
        examples = example_of(key)
        return {"description": told, **schema, **({"examples": examples} if examples else {})}

    def record(self, record: Record, **more: object) -> Schema:
        """A map with the keys of a record; `more` are further rules."""
        keys = {name: self.key(key) for name, key in record.keys.items()}
        return closed(keys, [name for name, key in record.keys.items() if key.required], **more)

    def words(self, kind: type[Word]) -> list[Schema]:
        """The words of a kind, each with what it means and where it comes from."""
        found: list[Schema] = []
        for word, owner in self.host.words.all():
            if type(word) is kind:
                told = meaning(word) if owner == CORE else f"{meaning(word)} (the plugin {owner})"
                found.append({"const": word.name, "description": sentence(told)})
        return found

    def pattern(self, kind: Type, pattern: str) -> Schema:
        """A text of this pattern; editors tell what is expected instead of the pattern."""
        return {"type": "string", "pattern": pattern, "patternErrorMessage": f"must be {kind.expects}"}

    def rule_patterns(self) -> tuple[str, str]:
        """Patterns of a building rule of one part: any, and one that begins with a direction."""
        whole, direction, match = (
            "|".join(self.host.words.names(kind)) for kind in (Build, Direction, Match)
        )  # names have no character that means something in a pattern
        tail = rf"(?:\s+wrap)?(?:\s+by\s+{STEP.pattern})?(?:\s+dead(?:\s+(?:{_RANK}|base))+)?"
        directed = rf"(?:{direction})(?:\s+(?:{match}))?{tail}"
        return rf"(?:{whole}|{directed})", directed


def closed(keys: Mapping[str, object], required: Iterable[str] = (), **more: object) -> Schema:
    """A map with these keys and no others."""
    must = list(required)
    return {
        "type": "object",
        "properties": dict(keys),
        **({"required": must} if must else {}),
        "additionalProperties": False,
        **more,
    }


def without(*keys: str) -> Schema:
    """What has none of these keys."""
    return {"properties": dict.fromkeys(keys, False)}


def _has(*keys: str) -> Schema:
    return {"required": list(keys)}


def _where(key: str, rule: Schema) -> Schema:
    """A rule for what has a key, said so that checkers of older dialects understand it too."""
    return {"if": _has(key), "then": rule}


def _integer(low: int, high: int) -> Schema:
    return {"const": low} if low == high else {"type": "integer", "minimum": low, "maximum": high}


def _scalar(*choices: Schema) -> Schema:
    """What may be the value of a parameter too."""
    return either(*choices, PARAMETER)


def _many(values: Values, kind: Many) -> Schema:
    item = values.of(kind.item)
    several: Schema = {"type": "array", "items": item, **({"minItems": kind.least} if kind.least else {})}
    return either(item, several) if kind.single and kind.least <= 1 else several


def _rank(values: Values, kind: Type) -> Schema:
    return values.shared(
        "rank", lambda: _scalar({"enum": _RANKS_IN_FILES}, values.pattern(Rank(), rf"^\s*(?:{_RANK})\s*$"))
    )


def _build(values: Values, kind: Type) -> Schema:
    def make() -> Schema:
        words = values.host.words
        whole, _ = values.rule_patterns()
        common: list[Schema] = []
        for first in filter(None, (words.get(Direction, name) for name in words.names(Direction))):
            for second in filter(None, (words.get(Match, name) for name in words.names(Match))):
                told = f"built {BuildRule(direction=first, match=second).phrase}"
                common.append({"const": f"{first.name} {second.name}", "description": sentence(told)})
        text = values.pattern(kind, rf"^\s*{whole}(?:\s+or\s+{whole})*\s*$")
        either_way, alone = [_has("dir"), _has("by")], [_where("by", without("dir", "match", "step", "wrap"))]
        as_map = values.record(BUILD, anyOf=either_way, allOf=alone)
        return _scalar(*values.words(Build), *common, text, as_map)

    return values.shared("build", make)


def _lift(values: Values, kind: Type) -> Schema:
    def make() -> Schema:
        whole, directed = values.rule_patterns()
        text = values.pattern(kind, rf"^\s*{directed}(?:\s+or\s+{whole})*\s*$")
        return _scalar(*values.words(Lift), text, values.record(LIFT))

    return values.shared("lift", make)


def _limit(values: Values, kind: Type) -> Schema:
    return values.shared("limit", lambda: _scalar(*values.words(Limit), _integer(1, 104), values.record(LIMIT)))


def _accept(values: Values, kind: Type) -> Schema:
    def make() -> Schema:
        rank = _rank(values, kind)
        return either(*values.words(Gap), rank, {"type": "array", "items": rank, "minItems": 1})

    return values.shared("accept", make)


def _gap(values: Values, kind: GapType) -> Schema:
    name = "start" if isinstance(kind, StartType) else "gap"
    record = START if isinstance(kind, StartType) else GAP
    return values.shared(
        name, lambda: either(_accept(values, kind), values.record(record, allOf=[_where("by", without("accept"))]))
    )


def _stock_deal(values: Values, kind: Type) -> Schema:
    def make() -> Schema:
        words = values.host.words
        known = {
            name: _arguments(values, word) for name in words.names(StockDeal) if (word := words.get(StockDeal, name))
        }
        names = list(dict.fromkeys(name for own in known.values() for name in own))
        keys = {name: values.key(key) for name, key in DEAL.items()}
        told = {
            name: {"description": f"An argument of {' or '.join(w for w in known if name in known[w])}."}
            for name in names
        }
        rules: list[Schema] = [{"if": _has("each", "count"), "then": False}] if "count" in names else []
        for by, own in known.items():
            named: Schema = {"properties": {"by": {"const": by}}, **({} if by == "row" else _has("by"))}
            rules.append({"if": named, "then": {"properties": {name: own.get(name, False) for name in names}}})
        return closed({**keys, **told}, [name for name, key in DEAL.items() if key.required], allOf=rules)

    return values.shared("stock_deal", make)


def _arguments(values: Values, word: StockDeal) -> dict[str, Schema]:
    """The keys that belong to a word of a stock deal, as `DealType` takes them."""
    own: dict[str, Schema] = {}
    for name, default in word.keys.items():
        own[name] = {**values.of(ArgumentType(default, 1 if name == "each" else 0)), "default": default}
    return {**({"count": own["each"]} if "each" in own else {}), **own}


def _argument(values: Values, kind: ArgumentType) -> Schema:
    several: Schema = {"type": "array", "items": _scalar(_integer(1, 52)), "minItems": 1}
    item = values.of(kind.item)
    return either(item, several) if kind.number else item


def _removals(values: Values, kind: Type) -> Schema:
    ways = ("sum", "rank", "ranks", "same", "by", "beaten")
    number: dict[int, Schema] = {
        count: {"properties": {"cards": _scalar({"enum": [count, f"{count}..{count}"]})}} for count in (1, 2)
    }
    rules: list[Schema] = [
        {"if": {"anyOf": [_has("rank"), _has("beaten")]}, "then": number[1]},
        _where("by", number[2]),
        # Said one by one, for "not exactly one of these" tells nobody which.
        *(_where(way, without(*(other for other in ways if other != way))) for way in ways),
    ]
    removal = values.shared("removal", lambda: values.record(REMOVAL, anyOf=[_has(way) for way in ways], allOf=rules))
    return {"type": "array", "items": removal}


def _redeal(values: Values, kind: Type) -> Schema:
    alone = [_where("by", without("each", "order", "shuffle"))]
    return values.shared("redeal", lambda: values.record(REDEAL, anyOf=[_has("each"), _has("by")], allOf=alone))


def _deal_steps(values: Values, kind: Type) -> Schema:
    amounts = [_has(name) for name in ("each", "cards", "take")]
    taking = without("each", "cards", "up", "down", "fix", "play", "order")
    once = [_where("take", taking), _where("each", without("cards")), _where("up", without("down"))]
    step = values.shared("deal_step", lambda: values.record(DEAL_STEP, anyOf=amounts, allOf=once))
    return {"type": "array", "items": step}


def _numbers(*words: str) -> Schema:
    """A number of cards, one for each pile, or a word."""
    number = _integer(0, 104)
    named: list[Schema] = [{"const": word} for word in words]
    return _scalar(*named, number, {"type": "array", "items": _scalar(number)})


_MAKERS: Final[Mapping[type[Type], Callable[[Values, Any], Schema]]] = {
    Text: lambda values, kind: dict(_TEXT),
    Line: lambda values, kind: dict(_LINE),
    Integer: lambda values, kind: _scalar(_integer(kind.low, kind.high)),
    VersionType: lambda values, kind: _scalar(_integer(kind.low, kind.high)),
    Boolean: lambda values, kind: _scalar({"type": "boolean"}),
    OneOf: lambda values, kind: _scalar({"enum": [*kind.words]}),
    Rank: _rank,
    Many: _many,
    PerPile: _many,
    Record: lambda values, kind: values.record(kind),
    Table: lambda values, kind: {"type": "object", "additionalProperties": values.of(kind.item)},
    RanksType: lambda values, kind: _scalar(values.pattern(kind, rf"^\s*(?:{_RANK})\s*-\s*(?:{_RANK})\s*$")),
    SpanType: lambda values, kind: either(_numbers("rest"), values.pattern(kind, f"^{SPAN.pattern}$")),
    FacesType: lambda values, kind: _numbers("all", "last-row"),
    BaseType: lambda values, kind: either(
        {"enum": ["dealt", "chosen"]},
        _rank(values, kind),
        closed({"chosen": values.of(DEAL["to"].type)}, ["chosen"]),
    ),
    WordType: lambda values, kind: _scalar(*values.words(kind.kind)),
    BuildType: _build,
    LiftType: _lift,
    LimitType: _limit,
    AcceptType: _accept,
    GapType: _gap,
    StartType: _gap,
    RedealsType: lambda values, kind: _scalar(_integer(0, 99), {"const": "unlimited"}),
    ArgumentType: _argument,
    DealType: _stock_deal,
    ShapeType: lambda values, kind: _scalar(values.pattern(kind, rf"^\s*{SHAPE.pattern}\s*$")),
    CardsNumber: lambda values, kind: _scalar(_integer(1, 9), values.pattern(kind, f"^{CARDS_SPAN.pattern}$")),
    RemoveType: _removals,
    RedealType: _redeal,
    ScoreType: lambda values, kind: _scalar({"enum": [*SCORES]}, values.shared("score", lambda: values.record(SCORE))),
    WinType: lambda values, kind: values.shared("win", lambda: values.record(WIN, minProperties=1, maxProperties=1)),
    DealStepsType: _deal_steps,
    ChoiceType: lambda values, kind: dict(CHOICE),
}
"""How each type is told, by the exact type: one that reads otherwise than its parent has a schema of its own."""
