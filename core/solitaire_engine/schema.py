"""Every key of a variant file: its type, where it may stand, and what it is for.

These tables validate a document and give its values; the docs are made from them too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .game_words import RedealType, RemoveType, ScoreType, ShapeType, WinType
from .grammar import GROUPS, WHEN, BuildType, DealType, GapType, LiftType, LimitType, RedealsType, StartType
from .reading import (
    BAD,
    Boolean,
    Integer,
    Key,
    Line,
    Many,
    OneOf,
    Record,
    Report,
    Table,
    Text,
    Type,
    named,
    nearest,
    shown,
)
from .values import Anything, BaseType, FacesType, PerPile, RanksType, Settled, SpanType
from .yamlnodes import Map, Node, Scalar, Seq

VERSION = 1
ID = re.compile(r"[a-z][a-z0-9_]*")
"""The name of a parameter, a preset or a group of piles."""


def is_name(key: Scalar, path: str, what: str, report: Report) -> bool:
    """Whether a key may be the name of `what`; a problem is reported where it may not."""
    if ID.fullmatch(key.text):
        return True
    report.add(key.mark, path, f"{named(key.text)} is no name for {what}", "use small letters, digits and _")
    return False


KINDS = ("stock", "waste", "foundation", "cell", "reserve", "tableau", "discard")


ACCEPT = OneOf("single", "group", "run", "none")


_GENERAL = {
    "kind": Key(OneOf(*KINDS), "what the piles are", required=True, example="tableau"),
    "name": Key(Line(), "what one pile is called in sentences", example="Scorpion pile"),
    "plural": Key(Line(), "what several are called, where adding an s is wrong", example="wishes"),
}
_COUNT = {"count": Key(Integer(0, 60, "a number of piles from 0 to 60"), "how many piles the group has", example="7")}
_ROUTES = {
    "from": Key(GROUPS, "the only groups that may send cards here", example="[waste, reserve]"),
    "to": Key(GROUPS, "the only groups these piles may send cards to", example="foundation"),
}
_BUILD = Key(PerPile(BuildType()), "which card may be put on which", example="down alternate")
_ACCEPT = Key(ACCEPT, "how many cards at once may be put there", example="single")
_MAX = Key(Integer(1, 104, "a number of cards from 1 to 104"), "the most cards a pile may hold", example="2")
_TAKING = {
    "gap": Key(GapType(), "what may start an empty pile", example="K"),
    "accept": _ACCEPT,
    "max": _MAX,
    "when": Key(WHEN, "when the pile is open to cards", example="stock-empty"),
}
_GIVING = {
    "lift": Key(LiftType(), "which cards may be taken off a pile", example="sequence"),
    "limit": Key(LimitType(), "how many cards can be carried at once", example="supermove"),
}

_LOCK = Key(OneOf("pile", "group"), "what must go on in the direction of its first step", example="pile")

KEYS: Mapping[str, Mapping[str, Key]] = {
    "tableau": {
        **_GENERAL,
        **_COUNT,
        "build": _BUILD,
        **_GIVING,
        **_TAKING,
        **_ROUTES,
        "shape": Key(ShapeType(), "how the piles cover one another, instead of count", example="pyramid 7"),
        "grid": Key(Integer(2, 20), "how many piles lie in a row, where neighbours matter", example="5"),
        "lock": _LOCK,
    },
    "foundation": {
        **_GENERAL,
        **_COUNT,
        "build": _BUILD,
        "start": Key(PerPile(StartType()), "what may start an empty foundation", example="[A, A, K, K]"),
        "lift": Key(LiftType(), "whether cards may come back", example="top"),
        "accept": _ACCEPT,
        "max": _MAX,
        "auto": Key(Boolean(), "whether complete runs go there by themselves", example="true"),
        "when": _TAKING["when"],
        "follow": Key(Boolean(), "whether a rank is taken only once the foundation before has it", example="true"),
        "lock": _LOCK,
        **_ROUTES,
    },
    "cell": {**_GENERAL, **_COUNT, **_GIVING, **_TAKING, **_ROUTES},
    "reserve": {**_GENERAL, **_COUNT, "build": _BUILD, **_GIVING, **_TAKING, **_ROUTES},
    "stock": {
        **_GENERAL,
        "deal": Key(DealType(), "how the stock deals in play", example="{to: waste, count: 1}"),
        "redeals": Key(RedealsType(), "how often the waste may be turned over to make a new stock", example="2"),
        "face": Key(OneOf("up", "down"), "whether its top card lies face up", example="up"),
        "lift": Key(LiftType(), "whether its top card may be played", example="top"),
        "to": _ROUTES["to"],
    },
    "waste": {**_GENERAL, "lift": _GIVING["lift"], "to": _ROUTES["to"]},
    "discard": {**_GENERAL, **_COUNT},
}

_ALL = {"count": "1", "build": "none", "start": "base", "lift": "top", "gap": "none", "accept": "none", "max": ""}
DEFAULTS: Mapping[str, Mapping[str, str]] = {
    "tableau": {**_ALL, "name": "tableau pile", "gap": "any", "accept": "group"},
    "foundation": {**_ALL, "count": "4", "build": "up suit", "lift": "none", "accept": "single", "max": "13"},
    "cell": {**_ALL, "gap": "any", "accept": "single", "max": "1"},
    "reserve": {**_ALL, "name": "reserve pile"},
    "stock": {**_ALL, "lift": "none"},
    "waste": _ALL,
    "discard": {**_ALL, "name": "discard pile", "lift": "none"},
}
"""What a group's keys are where the file does not say, by kind. A pile without `name` is called like its kind,
without `max` has no limit. Foundations: `count` is for each pack; `build` wraps if the base is not the ace."""

META = Record(
    "meta",
    {
        "family": Key(Line(), "the family of games it belongs to", example="golf"),
        "inventor": Key(Line(), "who made the game up, where a source says so", example="Paul Alfille"),
        "year": Key(Integer(1700, 2100), "the year of its first publication, where a source says so", example="1978"),
        "difficulty": Key(Integer(1, 5), "how hard it is to win, 1 to 5", example="3"),
        "skill": Key(Integer(1, 5), "how much skill counts, 1 to 5", example="4"),
        "minutes": Key(Integer(1, 240), "how long a game takes", example="10"),
        "winnable": Key(
            Integer(0, 100), "how many deals of a hundred can be won, where a source says so", example="82"
        ),
        "sources": Key(Many(Text()), "where the rules are written down", example="[the rules of another program]"),
        "notes": Key(Many(Text()), "readings taken where sources differ", example="[Redeals are unlimited.]"),
    },
)


CARDS = Many(Line("a card or a rank"), least=1)

DECK = Record(
    "deck",
    {
        "packs": Key(Integer(1, 2), "how many packs are shuffled together", example="2"),
        "suits": Key(Integer(1, 4), "how many different suits the cards have", example="1"),
        "ranks": Key(RanksType(), "which ranks are in the pack", example="7-K"),
        "without": Key(CARDS, "cards, or all of a rank, left out of the pack", example="[KS]"),
    },
    lenient=True,
)


DEAL_STEP = Record(
    "a deal step",
    {
        "to": Key(GROUPS, "the group or groups whose piles get cards", required=True, example="tableau"),
        "each": Key(Integer(1, 104), "as many cards to each pile", example="4"),
        "cards": Key(SpanType(), "how many cards in all, shared out evenly, or a number for each pile", example="1..7"),
        "order": Key(OneOf("rows", "piles"), "one card to each pile in turn, or pile after pile", example="piles"),
        "up": Key(FacesType(), "how many of a pile's last cards lie face up", example="1"),
        "down": Key(FacesType(), "how many of a pile's first cards lie face down", example="[3, 3, 3, 3, 0, 0, 0]"),
        "piles": Key(Many(Integer(1, 60), least=1), "only these piles, counted from 1", example="[2, 3]"),
        "sets_base": Key(Boolean(), "whether the card dealt here decides the foundations' base", example="true"),
        "take": Key(CARDS, "cards or ranks that are set aside for this step", example="A"),
        "fix": Key(
            OneOf("kings-to-bottom", "unlike-ranks"),
            "what is put right: kings go to the bottom of their piles, or no pile gets two cards of a rank",
            example="kings-to-bottom",
        ),
        "play": Key(Boolean(), "whether a card that a foundation takes goes there instead", example="true"),
    },
)


class DealStepsType(Type):
    """The opening deal: a list of steps."""

    expects = "a list of deal steps, such as - {to: tableau, each: 4}"

    def take(self, node: Node, path: str, report: Report) -> object:
        if not isinstance(node, Seq):
            return self.wrong(node, path, report)
        return Many(DEAL_STEP, single=False, lenient=True).take(node, path, report)


class PilesType(Type):
    """The pile groups; each is checked against the keys of its kind."""

    expects = "a map of pile groups, such as tableau: {kind: tableau, count: 7}"

    def take(self, node: Node, path: str, report: Report) -> object:
        if not isinstance(node, Map):
            return self.wrong(node, path, report)
        groups: dict[str, object] = {}
        for key, value in node.entries:
            at = f"{path}.{key.text}"
            is_name(key, at, "a group", report)
            groups[key.text] = self._group(value, at, report)
        return groups

    @staticmethod
    def _group(node: Node, path: str, report: Report) -> object:
        report.marks[path] = node.mark
        if not isinstance(node, Map):
            way = "write {kind: tableau, count: 7}"
            return report.add(node.mark, path, f"a pile group must be a map, not {shown(node)}", way)
        kind = node.get("kind")
        if kind is None:
            # A misspelt "kind" is named as such; the other keys cannot be judged without it.
            lone = Map(tuple((k, v) for k, v in node.entries if nearest(k.text, ["kind"])), node.mark)
            return Record("a pile group", {"kind": _GENERAL["kind"]}).take(lone, path, report)
        if not isinstance(kind, Scalar) or kind.text not in KEYS:
            OneOf(*KINDS).read(kind, f"{path}.kind", report)
        meant = nearest(kind.text, KINDS) if isinstance(kind, Scalar) else ""
        if not meant:
            return BAD
        keys = {**KEYS[meant], "kind": Key(Settled(meant), "")}
        return Record(f"a {meant} group", keys, lenient=True).take(node, path, report)


class VersionType(Integer):
    """The version of the format; what a newer engine has written a newer engine reads."""

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Scalar) and isinstance(node.value, int) and node.value > self.high:
            return self.wrong(node, path, report, "install a newer solitaire-engine, which may read it")
        return super().take(node, path, report)


TRANSFER = Record(
    "a transfer",
    {
        "by": Key(Line(), "the word that says how many cards cross", required=True, example="shifts"),
        "between": Key(
            Many(Line("the name of a group"), single=False, least=2),
            "the groups that they cross between",
            required=True,
            example="[left, right]",
        ),
    },
)

PARAM: Mapping[str, Key] = {
    "default": Key(Anything("one of the choices"), "the value if nothing is said", required=True, example="3"),
    "choices": Key(
        Anything("a list of values, or a map of values each with a patch"),
        "the values it can have; a patch is a map of keys that this choice changes",
        required=True,
        example="[1, 3]",
    ),
    "text": Key(Line(), "what the parameter is, for menus and help", example="cards turned at a time"),
}

PRESET: Mapping[str, Key] = {
    "name": Key(Line(), "what players call it", required=True, example="My Game (Draw One)"),
    "aliases": Key(Many(Line()), "other names, for searching", example="[Draw One]"),
    "with": Key(Anything("a map of parameters and their values"), "values for parameters", example="{draw: 1}"),
}

TOP: Mapping[str, Key] = {
    "schema": Key(
        VersionType(VERSION, VERSION, f"{VERSION}"), "the version of this format", required=True, example="1"
    ),
    "id": Key(Line(), "the game's identity; must be the name of the file", example="my_game"),
    "name": Key(Line(), "what players call the game", required=True, example="My Game"),
    "aliases": Key(Many(Line()), "other names, for searching", example="[Old Game, New Game]"),
    "extends": Key(Anything("the id of a game"), "the game whose file this one changes", example="other_game"),
    "meta": Key(META, "what is told about the game", example="{family: golf, minutes: 8}"),
    "params": Key(
        Anything("a map of parameters"), "choices the game offers", example="{draw: {default: 3, choices: [1, 3]}}"
    ),
    "deck": Key(DECK, "the cards played with; without it one full pack", example="{packs: 2}"),
    "base": Key(BaseType(), "the rank foundations start with; without it the ace", example="dealt"),
    "piles": Key(
        PilesType(),
        "the pile groups, in the order in which they are shown and numbered",
        required=True,
        example="{tableau: {kind: tableau, count: 7}}",
    ),
    "transfer": Key(
        Many(TRANSFER, lenient=True),
        "how groups of cards cross between groups of tableau piles; without it only single cards do",
        example="{by: shifts, between: [left, right]}",
    ),
    "deal": Key(
        DealStepsType(),
        "the opening deal; what is left goes to the stock",
        required=True,
        example="[{to: tableau, each: 4}]",
    ),
    "remove": Key(
        RemoveType(), "which cards leave the table together, for the discard pile", example="[{cards: 2, sum: 13}]"
    ),
    "redeal": Key(
        RedealType(),
        "how the tableau is gathered and dealt again",
        example="{times: 2, gather: [tableau], shuffle: true, each: 3, order: piles}",
    ),
    "win": Key(WinType(), "what wins, if not that every card is home", example="{empty: [tableau]}"),
    "score": Key(ScoreType(), "points: standard, vegas, or a map of events", example="vegas"),
    "auto": Key(OneOf("safe", "none", "all"), "which cards may go to the foundations by themselves", example="none"),
    "layout": Key(
        Many(Line()), "rows of groups as they lie on the table", example="[stock waste . foundation, tableau]"
    ),
    "presets": Key(
        Anything("a map of presets"),
        "games of their own that differ by values and patches",
        example="{my_game_draw_one: {name: My Game (Draw One), with: {draw: 1}}}",
    ),
    "plugins": Key(Many(Line()), "the plugins whose words the file uses", example="[shifts]"),
    "text": Key(
        Table("section: sentence", Text()),
        "sentences of the rules page in your own words",
        example="{tableau: Columns are built down.}",
    ),
}

PATCH = tuple(key for key in TOP if key not in ("schema", "id", "name", "aliases", "extends", "params", "presets"))
"""The keys that a preset or a parameter's choice may change."""

DOCUMENT = Record("a variant file", TOP, lenient=True)
