"""The table of the naive program: the piles of one position, their names and rules, and its text.

Here is what can be read off a position without judging a move.
"""

from __future__ import annotations

import math
from typing import Any, Self

from tests.naive_checks import check_document, check_piles
from tests.naive_shapes import covering, piles_in
from tests.naive_words import (
    DEFAULTS,
    PREFIXES,
    RANKS,
    as_list,
    hangs_together,
    rank_text,
    ranks_from_to,
)


class Table:
    """Piles of cards, with the rules beside them.

    ``piles`` maps ``t1..``, ``f1..``, ``c1..``, ``r1..``, ``d1..``, ``s``, ``w`` to cards from bottom
    to top, ``TD`` or face down ``#TD``; the last card of the stock is dealt first.
    ``base`` is a rank; ``none`` while it is to be chosen, ``dealt`` before it is dealt.
    """

    def __init__(self, document: dict[str, Any], state: int = 0) -> None:
        """All piles empty; ``state`` is the generator's, for later shuffles. ValueError for unknown words."""
        check_document(document)
        self.document = document
        self.state = state
        self.redeals_used = 0
        pack = document.get("deck") or {}
        self.ranks = ranks_from_to(str(pack.get("ranks", "A-K")))
        base = document.get("base", "A")
        self.choosers: list[str] = as_list(base["chosen"]) if isinstance(base, dict) else []
        """Groups whose cards alone may be played until the base is chosen; none: all."""
        self.first_base = "chosen" if isinstance(base, dict) else rank_text(base)
        """What the variant says of the base: a rank, ``dealt`` or ``chosen``."""
        if self.first_base not in (*RANKS, "dealt", "chosen"):
            raise ValueError(f"base: the naive program does not know {self.first_base}")
        self.base = "none" if self.first_base == "chosen" else self.first_base
        self.rules: dict[str, dict[str, Any]] = {}
        for group, given in document["piles"].items():
            rule = {"count": 1, **DEFAULTS[given["kind"]], **given}
            if rule["kind"] == "foundation":
                rule = {**rule, "count": 4 * pack.get("packs", 1), "max": len(self.ranks), **given}
            if "shape" in rule:
                rule["count"] = piles_in(rule["shape"])
            self.rules[group] = rule
        check_piles(self.rules, self.ranks)
        self.group: dict[str, str] = {}
        for kind, prefix in PREFIXES.items():
            groups = [group for group, rule in self.rules.items() if rule["kind"] == kind]
            owners = [group for group in groups for _ in range(self.rules[group]["count"])]
            if kind in ("stock", "waste") and len(owners) == 1:
                self.group[prefix] = owners[0]
            elif kind == "stock" and owners:
                raise ValueError("the naive program knows only one stock")
            else:
                self.group.update({f"{prefix}{number}": owner for number, owner in enumerate(owners, 1)})
        self.piles: dict[str, list[str]] = {name: [] for group in self.rules for name in self.piles_of(group)}

    # --- Reading the rules

    def rule(self, name: str) -> dict[str, Any]:
        """The rules of the group that the pile belongs to, defaults filled in."""
        return self.rules[self.group[name]]

    def kind(self, name: str) -> str:
        return str(self.rule(name)["kind"])

    def piles_of(self, groups: str | list[str]) -> list[str]:
        """Names of the piles of a group, or of several groups one after the other."""
        return [name for group in as_list(groups) for name, owner in self.group.items() if owner == group]

    def piles_of_kind(self, *kinds: str) -> list[str]:
        """Names of all piles of some kinds, in the order of the variant."""
        return [name for name in self.piles if self.kind(name) in kinds]

    def place(self, name: str) -> int:
        """The pile's number in its group, from 0."""
        return self.piles_of(self.group[name]).index(name)

    def own(self, name: str, key: str) -> Any:
        """A value that may be written once for all piles of a group, or as a list with one for each."""
        value = self.rule(name)[key]
        return value[self.place(name)] if isinstance(value, list) else value

    def redeals_allowed(self) -> float:
        """How many redeals the stock or the tableau has in all."""
        stock = self.rule("s")["redeals"] if "s" in self.piles else 0
        times = (self.document.get("redeal") or {"times": stock})["times"]
        return math.inf if times == "unlimited" else int(times)

    # --- Reading the position

    def is_circular(self, name: str) -> bool:
        """Whether the pile goes on from the last rank to the first: foundations do unless their base is the ace."""
        return self.kind(name) == "foundation" and self.base != "A"

    def is_covered(self, name: str) -> bool:
        """Whether cards of the same shape lie on the pile's cards."""
        if "shape" not in self.rule(name):
            return False
        others = self.piles_of(self.group[name])
        return any(self.piles[others[place]] for place in covering(self.rule(name)["shape"], self.place(name)))

    def is_in_last_row(self, name: str) -> bool:
        """Whether no place of the pile's shape lies on this one; ValueError for a pile that is in no shape."""
        if "shape" not in self.rule(name):
            raise ValueError(f"deal: up: last-row is for a shape, and {self.group[name]} has none")
        return not covering(self.rule(name)["shape"], self.place(name))

    def is_time(self, when: str, gaps_in: list[str]) -> bool:
        """Whether the time has come that a ``when`` names; for ``no-gaps`` none of the given piles may be empty."""
        if when == "no-gaps":
            return all(self.piles[name] for name in gaps_in)
        if when == "stock-empty":
            return not self.piles.get("s")
        if when == "first-deal":
            return self.redeals_used == 0
        if when == "last-deal":
            return self.redeals_used >= self.redeals_allowed()
        return True

    def is_open(self, name: str) -> bool:
        """Whether the pile may be given cards at this time."""
        when = self.rule(name).get("when", "always")
        return when == "always" or self.is_time(when, self.piles_of_kind("tableau"))

    # --- Changing it

    def put(self, target: str, cards: list[str]) -> None:
        """Lay cards on a pile; the first that comes to an empty foundation chooses a base that is still open."""
        if self.base == "none" and self.kind(target) == "foundation" and not self.piles[target]:
            self.base = self._start_card(target, cards).lstrip("#")[0]
        self.piles[target] += cards

    def _start_card(self, target: str, cards: list[str]) -> str:
        """The card with which the foundation begins: of a run, which comes whole, the one on top."""
        return cards[-1] if self.rule(target)["accept"] == "run" else cards[0]

    # --- Texts

    @classmethod
    def from_board(cls, document: dict[str, Any], board: str, redeals_used: int = 0, state: int = 0) -> Self:
        """The position written as ``t1: KS 5H; f1: AC..4C; s: 2D 3D; base: A``, exactly as it stands there.

        A base that is dealt or chosen and not written is the rank of the first card of a foundation.
        Cards of the stock need no ``#``. ValueError for an unknown pile.
        """
        game = cls(document, state=state)
        game.redeals_used = redeals_used
        written = ""
        for part in filter(str.strip, board.split(";")):
            name, _, text = (piece.strip() for piece in part.partition(":"))
            if name == "base":
                written = text
                continue
            if name not in game.piles:
                raise ValueError(f"there is no pile {name!r} in this game, only {' '.join(game.piles)}")
            cards = game._read_cards(text)
            if game.kind(name) == "stock":
                cards = ["#" + card.lstrip("#") for card in cards]
                if cards and game.rule(name).get("face") == "up":
                    cards[-1] = cards[-1].lstrip("#")
            game.piles[name] = cards
        game.base = game._base_of_board(written)
        return game

    def _read_cards(self, text: str) -> list[str]:
        cards: list[str] = []
        for word in text.split():
            first, _, last = word.partition("..")
            cards.append(first)
            for rank in (RANKS * 2)[RANKS.index(first.lstrip("#")[0]) + 1 :]:
                if last and cards[-1] != last:
                    cards.append(rank + first[1])
        return cards

    def _base_of_board(self, written: str) -> str:
        if self.first_base in RANKS:
            if written not in ("", self.first_base):
                raise ValueError(f"base: {written} is written, and the variant says {self.first_base}")
            return self.first_base
        if written:
            return rank_text(written)
        begun = [name for name in self.piles_of_kind("foundation") if self.piles[name]]
        if begun:
            return self._start_card(begun[0], self.piles[begun[0]]).lstrip("#")[0]
        if self.first_base == "dealt":
            raise ValueError("the base is dealt: a board must show at least one card on a foundation, or say base: ..")
        return "none"

    def board(self) -> str:
        """The piles that hold cards, in the text that `from_board` reads; stock cards without their ``#``.

        Behind them the base, unless the variant fixes it.
        """
        parts: list[str] = []
        for name, cards in self.piles.items():
            shown = [card.lstrip("#") for card in cards] if name == "s" else cards
            if cards:
                parts.append(f"{name}: {' '.join(shown)}")
        if self.first_base not in RANKS:
            parts.append(f"base: {self.base}")
        return "; ".join(parts)

    def key(self) -> str:
        """One line that is the same for two positions exactly if they are the same position."""
        return f"{self.board()}; redeals used {self.redeals_used}; generator {self.state}"

    def is_won(self) -> bool:
        """Whether the goal is reached: what ``win`` says, by default that all cards are home."""
        home = self.piles_of_kind("foundation", "discard")
        elsewhere = [name for name in self.piles if name not in home]
        win = self.document.get("win") or {}
        if "left" in win:
            return not self.piles.get("s") and sum(len(self.piles[name]) for name in elsewhere) <= int(win["left"])
        if "empty" in win:
            return not any(self.piles[name] for name in self.piles_of(win["empty"]))
        ordered = self.piles_of(win.get("sorted", []))
        return all(not self.piles[name] or (name in ordered and self._is_sorted(name)) for name in elsewhere)

    def _is_sorted(self, name: str) -> bool:
        """Whether the pile is one sequence of all ranks by its build rule."""
        cards = self.piles[name]
        has_all_ranks = sorted(card[0] for card in cards) == sorted(self.ranks)
        return has_all_ranks and hangs_together(self.ranks, self.own(name, "build"), cards, self.base)
