"""Rules put together at random: each seed is a game with a small pack, the same one on every machine."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import yaml

Document = dict[str, Any]
"""A variant file as plain values."""


class Sometimes(NamedTuple):
    """A key that is written with some chance, with one of some values; values that stand twice are likelier."""

    chance: float
    values: Sequence[Any]


Keys = Mapping[str, Sometimes]

BUILDS = (
    "down alternate", "down any", "down suit", "updown any", "updown suit", "up suit", "down other", "down color",
    "none", "up any", "down any or up suit", "down suit wrap", "any", "same any", "down alternate dead 3",
    "up other by 2",
)  # fmt: skip
LIFTS = ("sequence", "any", "top", "top", "pile", "top-or-pile", "down suit", "none", "down any")
PASSES = ("stock-empty", "last-deal", "first-deal")
PACKS: Sequence[Document] = (
    {"ranks": "A-3"}, {"ranks": "A-3"}, {"ranks": "A-3"}, {"ranks": "A-4"}, {"ranks": "A-3", "suits": 1},
    {"ranks": "A-4", "suits": 1}, {"ranks": "A-3", "suits": 2}, {"ranks": "A-4", "suits": 2},
    {"ranks": "A-2", "packs": 2}, {"ranks": "A-3", "packs": 2, "suits": 2}, {"ranks": "A-4", "without": ["3S", "AD"]},
)  # fmt: skip
FOUNDATION: Keys = {
    "build": Sometimes(
        0.4, (*["up suit"] * 4, "up any", "down suit", "up alternate", "up color", "updown suit", "up suit wrap",
              "updown any", "any", "up other")
    ),
    "start": Sometimes(0.2, ("any", "A", "A", "base", "3", ["A", "2"], "none")),
    "lift": Sometimes(0.25, ("top",)),
    "max": Sometimes(0.25, (1, 2, 3, 3, 4, 6)),
    "when": Sometimes(0.12, (*PASSES, "no-gaps")),
    "lock": Sometimes(0.06, ("pile", "group")),
    "follow": Sometimes(0.05, (True,)),
    "accept": Sometimes(0.07, ("group", "run")),
    "count": Sometimes(0.1, (1, 2, 3)),
}  # fmt: skip
TABLEAU: Keys = {
    "build": Sometimes(0.95, BUILDS),
    "lift": Sometimes(0.8, LIFTS),
    "limit": Sometimes(0.4, ("cells", "supermove", 1, 2)),
    "accept": Sometimes(0.2, ("single", "group", "none")),
    "max": Sometimes(0.15, (1, 2, 3, 4)),
    "when": Sometimes(0.1, (*PASSES, "no-gaps")),
    "lock": Sometimes(0.05, ("pile",)),
    "gap": Sometimes(0.8, ("any", "any", "any", "none", "none", "3", "2", "base", "base-1", ["A", "2"])),
}
CELL: Keys = {
    "count": Sometimes(0.4, (2, 3)),
    "max": Sometimes(0.1, (2, 3)),
    "gap": Sometimes(0.2, ("2", "3", "any")),
    "when": Sometimes(0.2, (*PASSES, "no-gaps")),
}
RESERVE: Keys = {
    "count": Sometimes(0.4, (2,)),
    "build": Sometimes(0.3, BUILDS),
    "gap": Sometimes(0.3, ("any", "none")),
    "accept": Sometimes(0.3, ("single", "group")),
    "lift": Sometimes(0.2, ("any", "sequence", "pile")),
}
STOCK: Keys = {
    "redeals": Sometimes(0.6, (1, 2, "unlimited", "unlimited")),
    "face": Sometimes(0.08, ("up",)),
    "lift": Sometimes(0.08, ("top",)),
}
STOCK_DEAL: Keys = {
    "each": Sometimes(0.5, (1, 2, 3, [1, 2])),
    "when": Sometimes(0.08, ("no-gaps",)),
    "onto": Sometimes(0.12, ("filled", "empty")),
    "close_up": Sometimes(0.06, (True,)),
}
REDEAL: Keys = {
    "shuffle": Sometimes(0.2, (True,)),
    "merci": Sometimes(0.2, (1,)),
    "each": Sometimes(0.5, (2, 3)),
    "order": Sometimes(0.2, ("rows", "piles")),
}
REMOVAL: Keys = {"match": Sometimes(0.3, ("suit", "alternate", "any")), "adjacent": Sometimes(0.1, (True,))}


class _Maker:
    """Puts one game together; the same seed makes the same game."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(f"rules {seed}")

    def often(self, chance: float) -> bool:
        return self._chance.random() < chance

    def pick(self, values: Sequence[Any]) -> Any:
        return copy.deepcopy(self._chance.choice(values))

    def some(self, values: Iterable[str], most: int = 2) -> list[str]:
        """One or more of the values, in any order."""
        known = list(values)
        return self._chance.sample(known, min(len(known), self._chance.randint(1, most)))

    def keys(self, table: Keys) -> Document:
        return {key: self.pick(values) for key, (chance, values) in table.items() if self.often(chance)}

    def document(self) -> Document:
        """The whole file."""
        deck = self.pick(PACKS)
        kinds = self._groups()
        piles = {name: self._group(name, kind, kinds) for name, kind in kinds.items()}
        document: Document = {"schema": 1, "name": "Made Up", "deck": deck}
        if self.often(0.2):
            document["base"] = self.pick(("dealt", "chosen", "2", "3"))
        if "d" in kinds:
            document["remove"] = [self._removal(kinds)]
        order = list(piles)
        if self.often(0.4):
            self._chance.shuffle(order)
        document["piles"] = {name: piles[name] for name in order}
        if "u" in kinds and self.often(0.15):
            document["transfer"] = [{"by": "shifts", "between": ["t", "u"]}]
            document["plugins"] = ["shifts"]
        document["deal"] = self._deal(document, kinds)
        if self.often(0.08):
            document["redeal"] = {"times": self.pick((1, 2)), "gather": self.some(kinds), **self.keys(REDEAL)}
        if self.often(0.2) or "f" not in kinds:
            how = self.pick(("empty", "empty", "empty", "sorted", "left"))
            document["win"] = {how: self._chance.randint(0, 6) if how == "left" else self.some(kinds)}
        if self.often(0.05):
            document["score"] = "standard"
        return document

    def _groups(self) -> dict[str, str]:
        """The names of the groups, each with its kind."""
        removes = self.often(0.12)
        found = {} if removes and self.often(0.4) else {"f": "foundation"}
        if found and self.often(0.25):
            found["h"] = "foundation"
        found["t"] = "tableau"
        for name, kind, chance in (("u", "tableau", 0.35), ("c", "cell", 0.5), ("r", "reserve", 0.35)):
            if self.often(chance):
                found[name] = kind
        if self.often(0.5):
            found |= {"stock": "stock", "w": "waste"}
        return found | ({"d": "discard"} if removes else {})

    def _group(self, name: str, kind: str, kinds: Mapping[str, str]) -> Document:
        """The keys of one group."""
        givers = [other for other, of in kinds.items() if of not in ("stock", "discard", "foundation")]
        takers = [other for other, of in kinds.items() if of in ("foundation", "tableau", "cell")]
        tables: Mapping[str, Keys] = {
            "foundation": FOUNDATION, "tableau": TABLEAU, "cell": CELL, "reserve": RESERVE, "stock": STOCK
        }  # fmt: skip
        group: Document = {"kind": kind, **self.keys(tables.get(kind, {}))}
        if kind == "foundation" and "h" in kinds:
            group["count"] = 2
        if kind == "tableau":
            group["count"] = self.pick((2, 2, 3, 3, 4) if name == "t" else (1, 1, 2))
            if self.often(0.15):
                group["gap"] = self._gap(givers)
        if kind in ("foundation", "tableau", "cell") and self.often(0.15 if kind == "foundation" else 0.08):
            group["from"] = self.some(givers)
        if kind in ("tableau", "cell", "waste") and self.often(0.08):
            group["to"] = self.some(takers)
        if kind == "stock" and self.often(0.9):
            group["deal"] = self._stock_deal(kinds)
        if kind in ("foundation", "tableau") and group.get("count", 0) > 1 and self.often(0.05):
            group["build"] = [self.pick(("up suit", "up any") if kind == "foundation" else BUILDS)
                              for _ in range(group["count"])]  # fmt: skip
        return group

    def _gap(self, givers: Sequence[str]) -> Document:
        """A gap with what says more than which cards may start it."""
        gap: Document = {}
        if self.often(0.5):
            gap["accept"] = self.pick(("any", "3", "2"))
        for key, chance in (("from", 0.4), ("auto", 0.4), ("first", 0.3)):
            if self.often(chance):
                gap[key] = self.some(givers, 1)
        if "auto" in gap and self.often(0.3):
            gap["each"] = self.pick((1, 2))
        return gap or {"from": self.some(givers, 1)}

    def _stock_deal(self, kinds: Mapping[str, str]) -> Document:
        """How the stock deals: mostly to the waste."""
        ways = [["w"], ["w"], ["w"], ["w"], ["t"], ["w", "t"], *([name] for name in ("r", "c", "f") if name in kinds)]
        return {"to": self.pick(ways), **self.keys(STOCK_DEAL)}

    def _removal(self, kinds: Mapping[str, str]) -> Document:
        """Which cards go together."""
        which = {"sum": self.pick((3, 4, 5)), "rank": "2", "same": "rank", "ranks": ["A", "2"]}
        key = self.pick(list(which))
        found: Document = {"cards": 1 if key == "rank" else 2, key: which[key], **self.keys(REMOVAL)}
        if self.often(0.3):
            found["from"] = self.some([name for name, kind in kinds.items() if kind not in ("stock", "discard")])
        return found

    def _deal(self, document: Document, kinds: Mapping[str, str]) -> list[Document]:
        """The steps of the deal; without a stock nothing is left over."""
        deck = document["deck"]
        left = int(deck["ranks"][-1]) * 4 * deck.get("packs", 1) - len(deck.get("without", []))
        steps: list[Document] = []
        if document.get("base") == "dealt" and "f" in kinds:
            steps.append({"to": "f", "cards": 1, "piles": [1], "sets_base": True})
        elif "f" in kinds and self.often(0.08):
            steps.append({"to": "f", "cards": 1, "take": self.pick(("A", "AS", "2"))})
        for name, most, chance in (("r", 3, 1.0), ("u", 3, 0.8), ("c", 1, 0.2), ("w", 1, 0.1)):
            if name in kinds and self.often(chance):
                steps.append({"to": name, "cards": self._chance.randint(1, most)})
        left -= sum(step["cards"] for step in steps)
        steps.append({"to": "t", "cards": self._chance.randint(1, left - 2) if "stock" in kinds else "rest"})
        if self.often(0.2):
            steps[-1]["up"] = self.pick((1, 2))
        return steps


def made_up(seed: int) -> Document:
    """The game of a seed; about half of all seeds give rules that contradict each other and are refused."""
    return _Maker(seed).document()


def written(document: Document) -> str:
    """The document as the text of a file."""
    return yaml.safe_dump(document, sort_keys=False, default_flow_style=None, width=10**6)
