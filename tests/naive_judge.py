"""What a move must satisfy: whether piles let cards go, take them, and whether these can be carried."""

from __future__ import annotations

from tests.naive_table import Table
from tests.naive_words import as_list, fits, hangs_together, is_down, rank_text


class Judge(Table):
    """A table that knows of cards whether they may go from one pile to another."""

    def lets_go(self, source: str, count: int) -> bool:
        """The lift rule: whether the top ``count`` cards may leave the pile."""
        cards = self.piles[source][-count:]
        lift = self.rule(source)["lift"]
        if any(is_down(card) for card in cards) or lift == "none" or self.is_covered(source):
            return False
        if lift == "top":
            return count == 1
        if lift == "any":
            return True
        if lift == "pile":
            return count == len(self.piles[source])
        if lift == "top-or-pile":
            return count in (1, len(self.piles[source]))
        if lift == "sequence":
            return hangs_together(self.ranks, self.own(source, "build"), cards, self.base)
        return hangs_together(self.ranks, lift, cards, self.base)

    def crosses(self, source: str, target: str, count: int) -> bool:
        """Between tableau groups single cards go freely, more only where a transfer names both groups."""
        ends = {self.group[source], self.group[target]}
        if count == 1 or len(ends) == 1 or {self.kind(source), self.kind(target)} != {"tableau"}:
            return True
        return any(ends <= set(transfer["between"]) for transfer in self.document.get("transfer") or [])

    def may_send(self, source: str, target: str) -> bool:
        """Whether ``from`` of the target and ``to`` of the source name each other's groups."""
        senders = as_list(self.rule(target).get("from", self.group[source]))
        receivers = as_list(self.rule(source).get("to", self.group[target]))
        return self.group[source] in senders and self.group[target] in receivers

    def can_carry(self, source: str, target: str, count: int) -> bool:
        """The limit of the source's group on the number of cards moved together."""
        limit = self.rule(source).get("limit")
        if limit is None or count == 1:
            return True
        cells = [name for name in self.piles_of_kind("cell") if not self.piles[name] and self.is_open(name)]
        room = 1 + len(cells)
        if limit == "cells":
            return count <= room
        if limit == "supermove":
            gap = self.rule(source)["gap"]
            takes_any = (gap.get("accept", "any") if isinstance(gap, dict) else gap) == "any"
            for name in self.piles_of(self.group[source]):
                if takes_any and not self.piles[name] and name != target:
                    room = room * 2
            return count <= room
        return count <= int(limit)

    def takes(self, target: str, cards: list[str], source: str = "") -> bool:
        """Whether the target takes these cards, of which only the lead card must fit.

        Without a source they come from the pack, while it is dealt, and only what lies on the target counts.
        """
        rule, pile = self.rule(target), self.piles[target]
        if not self.is_open(target) or rule["accept"] == "none" or (source and not self.may_send(source, target)):
            return False
        if rule["accept"] == "run":
            # With auto the run goes by itself, so a player has no such move.
            return not rule.get("auto", False) and self.takes_run(target, cards, source)
        if rule["accept"] == "single" and len(cards) > 1:
            return False
        if len(pile) + len(cards) > rule.get("max", 1000) or not self._follows(target, cards[0]):
            return False
        if not pile:
            return self.may_start(target, cards[0], source) and self._keeps_direction(target, cards)
        if not fits(self.ranks, self.own(target, "build"), pile[-1], cards[0], self.base, self.is_circular(target)):
            return False
        return self._keeps_direction(target, cards)

    def may_start(self, target: str, card: str, source: str = "") -> bool:
        """The gap or start rule: whether the card may be the first of an empty pile."""
        words = self.own(target, "start") if self.kind(target) == "foundation" else self.rule(target)["gap"]
        if isinstance(words, dict):
            first = as_list(words.get("first", []))
            senders = words.get("from")
            if any(self.piles[name] for name in self.piles_of(first)):
                senders = first
            if senders is not None and self.group.get(source) not in as_list(senders):
                return False
            words = words.get("accept", "any")
        below_base = self.ranks[self.ranks.index(self.base) - 1] if self.base in self.ranks else "none"
        for word in as_list(words):
            if word == "any" or (word == "base" and self.base in (card[0], "none")):
                return True
            if (word == "base-1" and card[0] == below_base) or rank_text(word) == card[0]:
                return True
        return False

    def takes_run(self, target: str, cards: list[str], source: str = "") -> bool:
        """Whether these are a whole foundation, read from the top card down, and this one is empty and open."""
        upwards = cards[::-1]
        if not self.is_open(target) or self.piles[target] or len(cards) != self.rule(target)["max"]:
            return False
        if any(is_down(card) for card in cards) or not self.may_start(target, upwards[0], source):
            return False
        return hangs_together(self.ranks, self.own(target, "build"), upwards, self.base, self.is_circular(target))

    def _follows(self, target: str, card: str) -> bool:
        """Where foundations ``follow``, all but the first take only ranks that lie on the one before them."""
        if not self.rule(target).get("follow", False) or self.place(target) == 0:
            return True
        before = self.piles_of(self.group[target])[self.place(target) - 1]
        return any(other.lstrip("#")[0] == card[0] for other in self.piles[before])

    def _keeps_direction(self, target: str, cards: list[str]) -> bool:
        """Where the direction is locked, whether all of these cards go on as the first two of the pile began."""
        lock = self.rule(target).get("lock")
        if lock is None:
            return True
        before = self.piles[target]
        after = before + cards
        watched = [target] if lock == "pile" else self.piles_of(self.group[target])
        begun = [self.piles[name] for name in watched if len(self.piles[name]) > 1]
        if not begun and len(after) < 3:
            return True  # nothing is settled yet, and these cards go no further than settling it
        first, second, *_ = begun[0] if begun else after
        way = "up" if self._way(first, second) == "up" else "down"
        judged = range(max(1, len(before)) if begun else 2, len(after))
        return all(self._way(after[place - 1], after[place]) == way for place in judged)

    def _way(self, under: str, card: str) -> str:
        """``up`` to the next rank of the pack, the first after the last; ``down`` to the one before; else empty."""
        places = [self.ranks.index(one.lstrip("#")[0]) for one in (under, card)]
        return {1: "up", len(self.ranks) - 1: "down"}.get((places[1] - places[0]) % len(self.ranks), "")
