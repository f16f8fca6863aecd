"""The small values of a variant file that are neither plain numbers nor rules: spans, faces, bases."""

from __future__ import annotations

import re

from .cards import parse_rank
from .grammar import GROUPS, RANKS
from .reading import BAD, Integer, Many, Report, Type, way_out
from .yamlnodes import Map, Node, Scalar, Seq

SPAN = re.compile(r"([0-9]{1,3})\.\.([0-9]{1,3})")
"""Numbers of cards that go up or down by one from pile to pile."""


class PerPile(Many):
    """One rule for all piles of a group, or a list with one for each."""

    def __init__(self, item: Type) -> None:
        super().__init__(item, least=1)
        self.expects = f"{item.expects}, or a list of these, one for each pile"


class RanksType(Type):
    """A span of ranks such as ``A-K``, ``7-K`` or, with the ace high, ``7-A``; gives the ranks 0..12, lowest first."""

    expects = "a span of ranks from low to high, such as A-K, 7-K or 7-A"

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Scalar) and node.value is not None:
            low, dash, high = (part.strip() for part in node.text.partition("-"))
            try:
                first, last = parse_rank(low), parse_rank(high)
            except ValueError:
                return self.wrong(node, path, report)
            if dash and last == 0 < first:
                return (*range(first, 13), 0)
            if dash and first <= last:
                return tuple(range(first, last + 1))
        return self.wrong(node, path, report)


class SpanType(Type):
    """``1..7`` (one more card for each pile), ``rest``, a number, or a list of numbers."""

    expects = "a number of cards, a list of numbers, 1..7, or rest"

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Seq):
            return Many(Integer(0, 104)).take(node, path, report)
        if isinstance(node, Scalar) and node.value == "rest":
            return "rest"
        if isinstance(node, Scalar) and (found := SPAN.fullmatch(node.text)):
            first, last = int(found[1]), int(found[2])
            step = 1 if last >= first else -1
            if max(first, last) <= 104:
                return tuple(range(first, last + step, step))
        return Integer(0, 104, self.expects).take(node, path, report)


class FacesType(Type):
    """``all``, ``last-row`` of a shape, a number of cards, or a list with a number for each pile."""

    expects = "all, last-row, a number of cards, or a list of numbers"

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Scalar) and node.value in ("all", "last-row"):
            return node.text
        if isinstance(node, Seq):
            return Many(Integer(0, 104)).take(node, path, report)
        number = Integer(0, 104, self.expects).take(node, path, report)
        return BAD if number is BAD else (number,)


class BaseType(Type):
    """``dealt``, ``chosen``, ``{chosen: [groups]}``, or a rank."""

    expects = "a rank, dealt, chosen, or {chosen: [groups to choose from]}"
    takes_maps = True

    def take(self, node: Node, path: str, report: Report) -> object:
        if isinstance(node, Map) and node.keys() == ("chosen",):
            return GROUPS.read(node.entries[0][1], f"{path}.chosen", report)
        if not isinstance(node, Scalar) or node.value is None:
            return self.wrong(node, path, report)
        if node.value in ("dealt", "chosen"):
            return node.text
        try:
            return parse_rank(node.text)
        except ValueError:
            return self.wrong(node, path, report, way_out(node.text, ["dealt", "chosen", *RANKS]))


class Anything(Type):
    """A value that is judged elsewhere."""

    def __init__(self, expects: str) -> None:
        self.expects = expects

    def take(self, node: Node, path: str, report: Report) -> object:
        return None


class Settled(Type):
    """A word that was read before."""

    def __init__(self, word: str) -> None:
        self.word = word

    def take(self, node: Node, path: str, report: Report) -> object:
        return self.word
