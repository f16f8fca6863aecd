"""The small languages inside a variant file: building, lifting, gaps, limits, stock deals.

Each type reads one key and gives a rule of `definitions`. The words it knows are those
of the registry, so a plugin's word is written exactly as a built-in one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from .cards import parse_rank
from .definitions import UNLIMITED, BuildRule, DealRule, GapRule, LiftRule, Onto, When
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
    Type,
    as_map,
    as_texts,
    named,
    way_out,
)
from .words import Build, Direction, Gap, Lift, Limit, Match, Pair, Redeal, StockDeal, Transfer, Win, Word
from .yamlnodes import Map, Node, Scalar, Seq

GROUPS = Many(Line("the name of a group"), least=1)
"""Names of pile groups."""

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
USES: Mapping[type[Word], str] = {
    Build: "a building rule",
    Direction: "the direction of a building rule",
    Match: "matching cards in a building rule",
    Lift: "lifting cards",
    Gap: "an empty pile",
    Limit: "a limit",
    Transfer: "a transfer",
    StockDeal: "a stock deal",
    Pair: "cards that go together",
    Win: "a won game",
    Redeal: "a redeal",
}
"""What the words of each kind are for."""


def unknown_word(
    node: Node, path: str, report: Report, name: str, kind: type[Word], extra: tuple[str, ...] = ()
) -> object:
    """Report a word nobody brought, and which missing plugin might have."""
    known = list(dict.fromkeys([*extra, *report.words.names(kind)]))
    excuses = [f"{reason}, which may be where it comes from" for reason in report.missing.values()]
    message = "; ".join([f"there is no word {named(name)} for {USES[kind]}", *excuses])
    return report.add(node.mark, path, message, way_out(name, known))


class WordType(Type):
    """A single word of a kind; gives the word."""

    def __init__(self, kind: type[Word]) -> None:
        self.kind = kind
        self.expects = f"a word for {USES[kind]}"

    def take(self, node: Node, path: str, report: Report) -> object:
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            return self.wrong(node, path, report)
        word = report.words.get(self.kind, node.text)
        return word if word is not None else unknown_word(node, path, report, node.text, self.kind)


BUILD = Record(
    "a building rule",
    {
        "dir": Key(WordType(Direction), "the direction", example="down"),
        "match": Key(WordType(Match), "how suits must match; without it they need not", example="alternate"),
        "step": Key(Integer(1, 12), "how many ranks a step goes", example="2"),
        "wrap": Key(Boolean(), "whether it goes round from king to ace", example="true"),
        "by": Key(WordType(Build), "a plugin's word instead of all these", example="some_word"),
    },
    lenient=True,
)


STEP = re.compile(r"0*(?:[1-9]|1[0-2])")
"""How many ranks a step of a building rule may go."""


class BuildType(Type):
    """``down alternate``, ``up suit wrap by 2``, ``none``, ``any``, a plugin's word, or a map."""

    expects = "a building rule such as 'down alternate' or 'up suit'"
    takes_maps = True

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Map):
            return self._from_map(node, path, report)
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            return self.wrong(node, path, report)
        return self.parse(node, node.text, path, report)

    def parse(self, node: Scalar, text: str, path: str, report: Report) -> object:
        """The rule that `text` writes."""
        words = report.words
        parts = text.split()
        if "or" in parts:
            choices = [self.parse(node, part, path, report) for part in f" {' '.join(parts)} ".split(" or ")]
            rules = tuple(rule for rule in choices if isinstance(rule, BuildRule))
            return BuildRule(either=rules) if len(rules) == len(choices) else BAD
        if len(parts) == 1 and (whole := words.get(Build, parts[0])) is not None:
            return BuildRule(word=whole)
        direction = words.get(Direction, parts[0]) if parts else None
        if direction is None:
            first = parts[0] if parts else ""
            return unknown_word(node, path, report, first, Build, tuple(words.names(Direction)))
        match = words.get(Match, "any")
        rest = parts[1:]
        if rest and rest[0] not in ("wrap", "by", "dead"):
            match = words.get(Match, rest[0])
            if match is None:
                return unknown_word(node, path, report, rest[0], Match, ("wrap", "by", "dead"))
            rest = rest[1:]
        wrap = False
        if rest and rest[0] == "wrap":
            wrap, rest = True, rest[1:]
        step = 1
        if rest and rest[0] == "by":
            if len(rest) < 2 or not STEP.fullmatch(rest[1]):
                return report.add(node.mark, path, "'by' is followed by a number from 1 to 12", "write by 2")
            step, rest = int(rest[1]), rest[2:]
        dead: tuple[int, ...] = ()
        dead_base = False
        if len(rest) == 1 and rest[0] == "dead":
            return report.add(node.mark, path, "after 'dead' come the ranks that take nothing", "write dead K")
        if rest and rest[0] == "dead":
            try:
                dead = tuple(parse_rank(word) for word in rest[1:] if word != "base")
            except ValueError as error:
                message = f"after 'dead' come the ranks that take nothing: {error}"
                return report.add(node.mark, path, message, "or write base for the base rank")
            dead_base, rest = "base" in rest, []
        if rest:
            order = "a direction, a match, 'wrap', 'by n' and 'dead K', in this order"
            return report.add(node.mark, path, f"{named(rest[0])} is out of place", f"a building rule is {order}")
        return BuildRule(direction=direction, match=match, step=step, wrap=wrap, dead=dead, dead_base=dead_base)

    @staticmethod
    def _from_map(node: Map, path: str, report: Report) -> object:
        keys = as_map(BUILD.take(node, path, report))
        others = [key for key in keys if key != "by"]
        if "by" in keys and others:
            return report.at(f"{path}.{others[0]}", "a word under 'by' says the whole rule", "leave the other keys out")
        if any(value is BAD for value in keys.values()):
            return BAD
        whole, direction = keys.get("by"), keys.get("dir")
        if isinstance(whole, Build):
            return BuildRule(word=whole)
        if not isinstance(direction, Direction):
            return report.add(node.mark, f"{path}.dir", "is missing: a building rule needs it", "add dir: down")
        match = keys.get("match", report.words.get(Match, "any"))
        step, wrap = cast(int, keys.get("step", 1)), keys.get("wrap") is True
        return BuildRule(direction=direction, match=cast(Match, match), step=step, wrap=wrap)


LIFT = Record("a lifting rule", {"by": Key(WordType(Lift), "a plugin's word", required=True, example="some_word")})


class LiftType(Type):
    """``top``, ``sequence``, ``any``..., a building rule such as ``down suit``, or ``{by: word}``."""

    expects = "a lifting rule such as 'top', 'sequence', 'any' or 'down suit'"
    takes_maps = True

    def take(self, node: Node, path: str, report: Report) -> object:
        words = report.words
        if isinstance(node, Map):
            lone = as_map(LIFT.take(node, path, report)).get("by")
            return LiftRule(lone) if isinstance(lone, Lift) else BAD
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            return self.wrong(node, path, report)
        word = words.get(Lift, node.text)
        if word is not None:
            return LiftRule(word)
        first = (node.text.split() or [""])[0]
        sequence = words.get(Lift, "sequence")
        if words.get(Direction, first) is None or sequence is None:
            return unknown_word(node, path, report, node.text, Lift, tuple(words.names(Direction)))
        build = BuildType().parse(node, node.text, path, report)
        return LiftRule(sequence, build, own=True) if isinstance(build, BuildRule) else BAD


LIMIT = Record("a limit", {"by": Key(WordType(Limit), "a plugin's word", required=True, example="some_word")})


class LimitType(Type):
    """``cells``, ``supermove``, a number of cards, or a plugin's word."""

    expects = "a limit: cells, supermove, or a number of cards from 1 to 104"
    takes_maps = True

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Map):
            lone = as_map(LIMIT.take(node, path, report)).get("by")
            return lone if isinstance(lone, Limit) else BAD
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return WordType(Limit).take(node, path, report)
        number = Integer(1, 104, self.expects).take(node, path, report)
        if not isinstance(number, int):
            return BAD
        cards = "1 card" if number == 1 else f"{number} cards"
        return Limit(name=f"{number}", most=lambda cells, piles: number, rule=cards)


class AcceptType(Type):
    """``any``, ``none``, ``base``, ``base-1``, a plugin's word, a rank or a list of ranks; gives a `GapRule`."""

    expects = "what may start an empty pile: any, none, base, base-1, a rank or a list of ranks"

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Seq):
            return self._from_list(node, path, report)
        if not isinstance(node, Scalar) or node.value is None:
            return self.wrong(node, path, report)
        word = report.words.get(Gap, node.text)
        if word is not None:
            return GapRule(word=word)
        try:
            return GapRule(ranks=(parse_rank(node.text),))
        except ValueError:
            return unknown_word(node, path, report, node.text, Gap, RANKS)

    def _from_list(self, node: Seq, path: str, report: Report) -> object:
        if not node.items:
            return report.add(node.mark, path, f"must be {self.expects}, not an empty list", "write none for no card")
        ranks: list[int] = []
        good = True
        for number, part in enumerate(node.items):
            at = f"{path}[{number}]"
            rule = self.read(part, at, report) if isinstance(part, Scalar) else self.wrong(part, at, report)
            if not isinstance(rule, GapRule):
                good = False
            elif rule.word is not None:
                report.add(part.mark, at, "a list here holds ranks only", "write [A, K]")
                good = False
            else:
                ranks.extend(rule.ranks)
        return GapRule(ranks=tuple(ranks)) if good else BAD


GAP_HEAD: Mapping[str, Key] = {
    "accept": Key(AcceptType(), "what may start it; without it any card", example="K"),
    "by": Key(WordType(Gap), "a plugin's word instead of that", example="some_word"),
}
GAP = Record(
    "a gap",
    {
        **GAP_HEAD,
        "from": Key(GROUPS, "the only groups that may fill it", example="[waste, reserve]"),
        "auto": Key(GROUPS, "groups that fill it by themselves, the first that has cards", example="[reserve]"),
        "each": Key(Integer(1, 13), "how many cards fill it by themselves", example="3"),
        "first": Key(GROUPS, "groups that must be used up before others may fill it", example="[reserve]"),
    },
    lenient=True,
)
START = Record("a start", GAP_HEAD, lenient=True)


class GapType(Type):
    """As `AcceptType`, or a map that also says where cards may come from; gives a `GapRule`."""

    expects = AcceptType.expects
    takes_maps = True
    record = GAP

    def take(self, node: Node, path: str, report: Report) -> object:
        if not isinstance(node, Map):
            return AcceptType().take(node, path, report)
        keys = as_map(self.record.take(node, path, report))
        if "by" in keys and "accept" in keys:
            return report.at(f"{path}.by", "'by' and 'accept' say the same thing", "leave one out")
        if any(value is BAD for value in keys.values()):
            return BAD
        rule = keys.get("accept", GapRule(word=cast(Gap, keys.get("by", report.words.get(Gap, "any")))))
        assert isinstance(rule, GapRule)
        sources = as_texts(keys["from"]) if "from" in keys else None
        each = cast(int, keys.get("each", 1))
        return GapRule(rule.word, rule.ranks, sources, as_texts(keys.get("auto")), each, as_texts(keys.get("first")))


class StartType(GapType):
    """As `GapType`, for foundations: these are started by hand, from wherever their rules allow."""

    record = START


class RedealsType(Type):
    """A number of redeals, or ``unlimited``; `what` is what is counted, for messages."""

    def __init__(self, what: str = "a number of redeals") -> None:
        self.expects = f"{what} from 0 to 99, or unlimited"

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Scalar) and node.value == "unlimited":
            return UNLIMITED
        return Integer(0, 99, self.expects).take(node, path, report)


class ArgumentType(Type):
    """An argument of a word, of the type of its default; a list of numbers gives one for each pass of the stock."""

    def __init__(self, default: object, least: int) -> None:
        self.number = isinstance(default, int) and not isinstance(default, bool)
        self.item: Type = Boolean() if isinstance(default, bool) else Integer(least, 104) if self.number else Line()
        self.expects = self.item.expects

    def take(self, node: Node, path: str, report: Report) -> object:
        if self.number and isinstance(node, Seq):
            return Many(Integer(1, 52), least=1).take(node, path, report)
        return self.item.take(node, path, report)


WHEN = OneOf("always", "no-gaps", "stock-empty", "first-deal", "last-deal")

DEAL: Mapping[str, Key] = {
    "to": Key(GROUPS, "the groups whose piles get cards", required=True, example="waste"),
    "by": Key(WordType(StockDeal), "the word that says how many each gets; without it row", example="row"),
    "when": Key(OneOf("always", "no-gaps"), "when the stock deals", example="no-gaps"),
    "onto": Key(OneOf("all", "filled", "empty"), "which of the piles get cards", example="filled"),
    "close_up": Key(Boolean(), "whether the piles first close up, so that the empty ones come last", example="true"),
}


class DealType(Type):
    """``{to: waste, count: 3}``, ``{to: tableau, each: 1, when: no-gaps}``, ``{by: word, to: reserve}``."""

    expects = "a map that says where the stock deals, such as {to: waste, count: 1}"
    takes_maps = True

    def take(self, node: Node, path: str, report: Report) -> object:
        if not isinstance(node, Map):
            return self.wrong(node, path, report)
        by = node.get("by")
        name = by.text if isinstance(by, Scalar) and by.value is not None else "row"
        word = report.words.get(StockDeal, name)
        # Without its word nobody knows what a key of it may be.
        own = {key.text: None for key, _ in node.entries if key.text not in DEAL} if word is None else word.keys
        arguments = {key: Key(ArgumentType(default, 1 if key == "each" else 0), "") for key, default in own.items()}
        # For a single pile such as the waste "count" is the natural word for what a row calls "each".
        also = {"count": arguments["each"]} if "each" in arguments else {}
        known = Record("a stock deal", {**DEAL, **also, **arguments}, lenient=True)
        keys = as_map(known.take(node, path, report))
        if "count" in keys and "each" in keys and "each" in own:
            return report.at(f"{path}.each", "'each' and 'count' say the same thing", "leave one out")
        if word is None or any(value is BAD for value in keys.values()):
            return BAD
        args = {key: keys.get(key, default) for key, default in word.keys.items()}
        if "count" in keys and "each" in args:
            args["each"] = keys["count"]
        when, onto = cast(When, keys.get("when", "always")), cast(Onto, keys.get("onto", "all"))
        return DealRule(word, as_texts(keys["to"]), args, when, onto, keys.get("close_up") is True)
