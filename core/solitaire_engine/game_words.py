"""The small languages that speak of the whole game: removals, redeals, shapes, points, winning."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from .definitions import Removal, ScoreRule, TableauRedeal, WinRule
from .grammar import GROUPS, RedealsType, WordType
from .reading import (
    BAD,
    Boolean,
    Integer,
    Key,
    Many,
    OneOf,
    Rank,
    Record,
    Report,
    Type,
    as_map,
    as_texts,
    as_tuple,
)
from .words import Match, Pair, Redeal, Win
from .yamlnodes import Node, Scalar, Seq

SHAPE = re.compile(r"(pyramid|inverted|peaks) +([0-9]{1,2})(?:x([0-9]{1,2}))?")
CARDS_SPAN = re.compile(r"([0-9])\.\.([0-9])")


class ShapeType(Type):
    """``pyramid 7``, ``inverted 7``, ``peaks 3x4``: gives rows and who covers whom."""

    expects = "a shape: pyramid 7, inverted 7 or peaks 3x4"

    def take(self, node: Node, path: str, report: Report) -> object:
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            return self.wrong(node, path, report)
        found = SHAPE.fullmatch(node.text.strip())
        if not found or (found[3] is not None) != (found[1] == "peaks"):
            return self.wrong(node, path, report)
        first, second = int(found[2]), int(found[3] or 0)
        if not 1 < first <= 10 and found[1] != "peaks":
            return report.add(node.mark, path, f"this shape has 2 to 10 rows, not {first}")
        if found[1] == "peaks" and not (1 <= first <= 6 and 2 <= second <= 8 and first * second * second <= 200):
            return report.add(node.mark, path, f"{first}x{second} is no size for peaks", "write peaks 3x4")
        rows = _rows(found[1], first, second)
        return rows, _covers(found[1], rows, first)


def _rows(shape: str, first: int, second: int) -> tuple[int, ...]:
    if shape == "pyramid":
        return tuple(range(1, first + 1))
    if shape == "inverted":
        return tuple(range(first, 0, -1))
    return (*(first * row for row in range(1, second)), first * (second - 1) + 1)


def _covers(shape: str, rows: tuple[int, ...], peaks: int) -> tuple[tuple[int, ...], ...]:
    """For each card, counted row by row, those of the next row that lie on it."""
    found: list[tuple[int, ...]] = []
    begin = 0
    for number, width in enumerate(rows):
        below = begin + width
        last = number == len(rows) - 1
        for place in range(width):
            if last:
                found.append(())
            elif shape == "pyramid":
                found.append((below + place, below + place + 1))
            elif shape == "inverted":
                found.append(tuple(below + p for p in (place - 1, place) if 0 <= p < rows[number + 1]))
            else:
                # Within a peak of k cards the next row has k + 1; the peaks of the last row run together.
                size = width // peaks
                peak, inside = divmod(place, size)
                shift = peak * (size + 1) if number < len(rows) - 2 else peak * size
                found.append((below + shift + inside, below + shift + inside + 1))
        begin = below
    return tuple(found)


class CardsNumber(Type):
    """A number of cards, or a span such as ``2..4``; gives a pair."""

    expects = "a number of cards, or a span such as 2..4"

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Scalar) and (found := CARDS_SPAN.fullmatch(node.text)):
            least, most = int(found[1]), int(found[2])
            return (least, most) if 1 <= least <= most else self.wrong(node, path, report)
        number = Integer(1, 9).take(node, path, report)
        return BAD if number is BAD else (number, number)


REMOVAL = Record(
    "a removal",
    {
        "cards": Key(CardsNumber(), "how many cards go together", required=True, example="2"),
        "sum": Key(Integer(2, 60), "what they add up to; jack 11, queen 12, king 13", example="13"),
        "rank": Key(Rank(), "the rank of a card that goes alone", example="K"),
        "ranks": Key(Many(Rank(), least=1), "the ranks they have, one card of each", example="[J, Q, K]"),
        "same": Key(OneOf("rank"), "what is the same in all of them", example="rank"),
        "by": Key(WordType(Pair), "a plugin's word for two cards that go together", example="some_word"),
        "match": Key(WordType(Match), "how their suits must match", example="suit"),
        "beaten": Key(
            WordType(Match), "a card goes if a higher one that matches is in sight; ace high", example="suit"
        ),
        "adjacent": Key(Boolean(), "whether they must lie beside one another in the grid", example="true"),
        "from": Key(GROUPS, "the only groups they are taken from", example="tableau"),
    },
)


class RemoveType(Type):
    """A list of removals, such as ``- {cards: 2, sum: 13}``."""

    expects = "a list of removals, such as - {cards: 2, sum: 13}"

    def take(self, node: Node, path: str, report: Report) -> object:
        if not isinstance(node, Seq):
            return self.wrong(node, path, report)
        removals = [self._one(part, f"{path}[{number}]", report) for number, part in enumerate(node.items)]
        return BAD if BAD in removals else tuple(removals)

    @staticmethod
    def _one(node: Node, path: str, report: Report) -> object:
        read = REMOVAL.read(node, path, report)
        if read is BAD:
            return BAD
        keys = as_map(read)
        least, most = cast(tuple[int, int], keys["cards"])
        hows = [name for name in ("sum", "rank", "ranks", "same", "by", "beaten") if name in keys]
        if len(hows) != 1:
            way = "give one of sum, rank, ranks, same, by, beaten"
            return report.add(node.mark, path, "must say in one way which cards go", way)
        pair = cast(Pair | None, keys.get("by"))
        ranks = as_tuple(keys.get("ranks")) or ((keys["rank"],) if "rank" in keys else ())
        wanted = len(ranks) if ranks else 1 if "beaten" in keys else 2 if pair else least
        if (least, most) != (wanted, wanted) and not ("sum" in keys or "same" in keys):
            return report.at(f"{path}.cards", f"must be {wanted} here", f"write cards: {wanted}")
        return Removal(
            least,
            most,
            cast(int | None, keys.get("sum")),
            cast(tuple[int, ...], ranks),
            "same" in keys,
            pair,
            cast(Match | None, keys.get("match")),
            cast(Match | None, keys.get("beaten")),
            keys.get("adjacent") is True,
            as_texts(keys["from"]) if "from" in keys else None,
        )


REDEAL = Record(
    "redeal",
    {
        "times": Key(RedealsType("a number"), "how often", required=True, example="2"),
        "gather": Key(
            GROUPS, "the groups whose cards are gathered, pile after pile", required=True, example="[tableau]"
        ),
        "shuffle": Key(Boolean(), "whether they are shuffled", example="true"),
        "each": Key(Integer(1, 52), "how many cards each pile gets", example="3"),
        "order": Key(OneOf("rows", "piles"), "one card to each pile in turn, or pile after pile", example="piles"),
        "merci": Key(Integer(0, 9), "how many buried cards may be drawn after the last redeal", example="1"),
        "by": Key(WordType(Redeal), "a plugin's word for how it is done", example="some_word"),
    },
)


class RedealType(Type):
    """How the tableau is gathered and dealt again."""

    expects = "a map such as {times: 2, gather: [tableau], shuffle: true, each: 3, order: piles}"

    def take(self, node: Node, path: str, report: Report) -> object:
        read = REDEAL.take(node, path, report)
        if read is BAD:
            return BAD
        keys = as_map(read)
        word = cast(Redeal | None, keys.get("by"))
        if word is None and "each" not in keys:
            return report.add(node.mark, path, "says neither how many cards a pile gets nor how else", "add each: 3")
        if word is not None and (own := [key for key in ("each", "order", "shuffle") if key in keys]):
            return report.at(f"{path}.{own[0]}", "the word under 'by' decides this", "leave it out")
        return TableauRedeal(
            cast(int, keys["times"]),
            as_texts(keys["gather"]),
            keys.get("shuffle") is True,
            cast(int, keys.get("each", 1)),
            keys.get("order", "rows") == "piles",
            cast(int, keys.get("merci", 0)),
            word,
        )


_POINTS = Integer(-1000, 1000)
SCORE = Record(
    "score",
    {
        "start": Key(_POINTS, "points at the start", example="-52"),
        "home": Key(_POINTS, "for each card that goes to a foundation or is discarded", example="10"),
        "back": Key(_POINTS, "for each card that comes back from a foundation", example="-15"),
        "turn": Key(_POINTS, "for each card of the tableau that is turned up", example="5"),
        "waste": Key(_POINTS, "for each card from the waste to the tableau", example="5"),
        "redeal": Key(_POINTS, "for each redeal", example="-20"),
        "floor": Key(_POINTS, "points never fall below this", example="0"),
    },
)
SCORES: Mapping[str, ScoreRule] = {
    "standard": ScoreRule(home=10, back=-15, turn=5, waste=5, floor=0),
    "vegas": ScoreRule(start=-52, home=5, back=-5),
}


class ScoreType(Type):
    """``standard``, ``vegas``, or a map of events and points."""

    expects = "standard, vegas, or a map such as {home: 10, back: -15}"

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Scalar):
            name = OneOf(*SCORES).take(node, path, report)
            return SCORES[name] if isinstance(name, str) else BAD
        read = SCORE.take(node, path, report)
        if read is BAD:
            return BAD
        rule = ScoreRule(**cast(dict[str, int], as_map(read)))
        if rule.home + rule.back > 0:
            message = f"a card that goes home and comes back would gain {rule.home + rule.back} points"
            return report.add(node.mark, path, message, "make back cost at least what home gives")
        return rule


WIN = Record(
    "win",
    {
        "empty": Key(GROUPS, "the groups that must be empty", example="[tableau]"),
        "sorted": Key(GROUPS, "the groups that must lie in complete sequences", example="[tableau]"),
        "left": Key(Integer(0, 103), "how many cards at most may be left", example="4"),
        "by": Key(WordType(Win), "a plugin's word for a won position", example="some_word"),
    },
)


class WinType(Type):
    """One way to win: ``empty``, ``sorted``, ``left`` or a plugin's word."""

    expects = "a map such as {empty: [tableau]}"

    def take(self, node: Node, path: str, report: Report) -> object:
        read = WIN.take(node, path, report)
        if read is BAD:
            return BAD
        keys = as_map(read)
        if len(keys) != 1:
            return report.add(node.mark, path, "must say in one way what wins", "give one of empty, sorted, left, by")
        word = cast(Win | None, keys.get("by"))
        return WinRule(
            as_texts(keys["empty"]) if "empty" in keys else None,
            as_texts(keys["sorted"]) if "sorted" in keys else None,
            cast(int | None, keys.get("left")),
            word,
        )
