"""The opening deal, worked out card by card before any card is dealt.

A step becomes a list of placements; that the steps use up the pack, no more and no
less, is then a matter of counting, and is settled when the variant is loaded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .cards import DOWN, RANKS, cards_text, parse_card, parse_rank
from .definitions import DealStep, Group, Placement
from .reading import BAD, Report, as_map, as_numbers, as_texts, named, way_out
from .sentences import counted


@dataclass
class _Planner:
    """`names` are all groups of the file, `groups` those whose kind and count are known.

    `left` and `pack` are the cards not dealt yet; `pack` is empty where it is not known.
    """

    groups: Mapping[str, Group]
    names: Sequence[str]
    left: int
    pack: Counter[int]
    report: Report

    def plan(self, step: Mapping[str, object], path: str) -> DealStep | None:
        """The placements of one step, or None where they cannot be told; a problem is then reported."""
        names = as_texts(step["to"])
        piles = self._piles(step, names, path)
        if piles is None:
            return None
        if "take" in step:
            return self._taken(step, names, piles, path)
        amounts = self._amounts(step, piles, path)
        if amounts is None:
            return None
        downs = self._faces(step, amounts, path)
        if downs is None:
            return None
        if self.left < 0:
            # More than the pack is dealt already: the number of further cards tells by how much.
            self.left -= sum(amounts)
            return None
        order = step.get("order", "rows")
        sets_base = step.get("sets_base", False) is True
        fix, plays = step.get("fix"), step.get("play") is True
        placed: list[Placement] = []
        rows = (
            [
                (index, depth)
                for depth in range(max(amounts, default=0))
                for index in range(len(piles))
                if depth < amounts[index]
            ]
            if order == "rows"
            else [(index, depth) for index in range(len(piles)) for depth in range(amounts[index])]
        )
        for index, depth in rows:
            group, place = piles[index]
            placed.append(
                Placement(
                    group, place, depth >= downs[index], sets_base=sets_base, plays=plays, unlike=fix == "unlike-ranks"
                )
            )
        self.left -= len(placed)
        return DealStep(
            tuple(placed),
            names,
            step.get("cards") == "rest",
            order == "piles",
            sets_base,
            False,
            fix == "kings-to-bottom",
            plays,
            fix == "unlike-ranks",
        )

    def _taken(
        self, step: Mapping[str, object], names: tuple[str, ...], piles: list[tuple[str, int]], path: str
    ) -> DealStep | None:
        """A step that takes certain cards out of the pack, one to each pile in turn."""
        for key in ("each", "cards", "up", "down", "fix", "play", "order"):
            if key in step:
                self.report.at(f"{path}.{key}", f"a step has 'take' or {key!r}, not both", "leave one out")
                return None
        cards = self._named_cards(as_texts(step["take"]), f"{path}.take")
        if cards is None:
            return None
        if not piles:
            self.report.at(f"{path}.to", "there are no piles to deal to", "name groups that have piles")
            return None
        sets_base = step.get("sets_base", False) is True
        placed = [
            Placement(*piles[number % len(piles)], True, card, sets_base and number == 0)
            for number, card in enumerate(cards)
        ]
        self.left -= len(placed)
        return DealStep(tuple(placed), names, False, False, sets_base, True)

    def _named_cards(self, words: Sequence[str], path: str) -> list[int] | None:
        found: list[int] = []
        for number, word in enumerate(words):
            cards = cards_named(word)
            if cards is None:
                where = self.report.item(path, number)
                self.report.at(where, f"{named(word)} is neither a card nor a rank", "write AS, or A for all aces")
                return None
            several = word.strip().upper() in {*RANKS, "10"}
            for card in cards:
                found.extend([card] * (self.pack[card] if several else 1))
        short = Counter(found) - self.pack
        if short and self.pack:
            self.report.at(path, f"takes {cards_text(sorted(short))}, which the pack has no more", "take other cards")
            return None
        self.pack -= Counter(found)
        return found

    def _piles(self, step: Mapping[str, object], names: Sequence[str], path: str) -> list[tuple[str, int]] | None:
        good = True
        for number, name in enumerate(names):
            where = self.report.item(f"{path}.to", number)
            if name not in self.names:
                self.report.at(where, f"there is no group {named(name)}", way_out(name, self.names, "groups"))
                good = False
            elif name not in self.groups:
                good = False
            elif self.groups[name].kind == "stock":
                self.report.at(where, "the stock gets the cards that the steps leave", "leave this step out")
                good = False
        if not good:
            return None
        piles = [(name, place) for name in names for place in range(self.groups[name].count)]
        if "piles" not in step:
            return piles
        chosen = as_numbers(step["piles"])
        for number, pile in enumerate(chosen):
            where = self.report.item(f"{path}.piles", number)
            if pile > len(piles):
                message = f"there is no pile {pile}, for these groups have {counted(len(piles), 'pile')}"
                self.report.at(where, message, "name piles that there are")
                good = False
            elif pile in chosen[:number]:
                self.report.at(where, f"the pile {pile} is named twice", "name it once")
                good = False
        return [piles[pile - 1] for pile in chosen] if good else None

    def _amounts(self, step: Mapping[str, object], piles: Sequence[object], path: str) -> list[int] | None:
        each, cards = step.get("each"), step.get("cards")
        if each is not None and cards is not None:
            self.report.at(f"{path}.cards", "a step has 'each' or 'cards', not both", "leave one out")
            return None
        count = len(piles)
        if isinstance(each, int):
            return [each] * count
        if isinstance(cards, tuple):
            return self._numbers(step["cards"], count, f"{path}.cards", "write one number for each pile")
        if cards is None:
            way = "write each: 4, or cards: [1, 2, 3]"
            self.report.at(path, "the step does not say how many cards it deals", way)
            return None
        total = (max(self.left, 0) if self.pack else 0) if cards == "rest" else cards
        assert isinstance(total, int)
        if total and not count:
            self.report.at(f"{path}.to", "there are no piles to deal to", "name groups that have piles")
            return None
        return [total // count + (index < total % count) for index in range(count)]

    def _numbers(self, given: object, count: int, path: str, way: str) -> list[int] | None:
        """A list of as many numbers as there are piles."""
        numbers = as_numbers(given)
        if len(numbers) == count:
            return numbers
        self.report.at(path, f"gives {counted(len(numbers), 'number')} for {counted(count, 'pile')}", way)
        return None

    def _faces(self, step: Mapping[str, object], amounts: Sequence[int], path: str) -> list[int] | None:
        """How many of each pile's first cards lie face down."""
        up, down = step.get("up"), step.get("down")
        if up is not None and down is not None:
            self.report.at(f"{path}.down", "a step has 'up' or 'down', not both", "leave one out")
            return None
        name, given = ("up", up) if up is not None else ("down", down)
        if given is None:
            return [0] * len(amounts)
        if given == "last-row":
            return self._last_row(step, amounts, name, path)
        if given == "all":
            return [0 if name == "up" else amount for amount in amounts]
        numbers: list[int] | None = as_numbers(given)
        if len(as_numbers(given)) == 1:
            numbers = as_numbers(given) * len(amounts)
        else:
            way = "write one number for all, or one for each pile"
            numbers = self._numbers(given, len(amounts), f"{path}.{name}", way)
        if numbers is None:
            return None
        if name == "up":
            return [max(0, amount - number) for amount, number in zip(amounts, numbers, strict=True)]
        return [min(amount, number) for amount, number in zip(amounts, numbers, strict=True)]

    def _last_row(self, step: Mapping[str, object], amounts: Sequence[int], name: str, path: str) -> list[int] | None:
        """The piles of a shape that nothing covers lie face up, the others face down."""
        names = as_texts(step["to"])
        if name != "up" or not all(self.groups[group].covers for group in names):
            self.report.at(f"{path}.{name}", "last-row is for 'up' in groups with a shape", "write a number of cards")
            return None
        covers = [cover for group in names for cover in self.groups[group].covers]
        return [amount if cover else 0 for amount, cover in zip(amounts, covers, strict=True)]


def cards_named(word: str) -> list[int] | None:
    """The cards that ``AS`` or ``A`` (one of each suit) names; None if it names none."""
    try:
        rank = parse_rank(word)
        return [rank * 4 + suit for suit in range(4)]
    except ValueError:
        pass
    try:
        card = parse_card(word)
        return None if card >= DOWN else [card]
    except ValueError:
        return None


def plan_deal(
    steps: Sequence[object], groups: Mapping[str, Group], names: Sequence[str], pack: bytes | None, report: Report
) -> tuple[DealStep | None, ...]:
    """All steps worked out, None for those that cannot be; problems unless they deal what the pack has.

    `steps` may hold `BAD`. `names` are all groups of the file, `groups` those whose kind and
    count are known. `pack` is None where it, or what its cards are dealt to, is not known.
    """
    cards = b"" if pack is None else pack
    planner = _Planner(groups, names, len(cards) if pack is not None else 1 << 20, Counter(cards), report)
    planned: list[DealStep | None] = []
    sure = pack is not None
    for number, step in enumerate(steps):
        left, problems = planner.left, len(report.problems)
        done = None if step is BAD or not names else planner.plan(as_map(step), f"deal[{number}]")
        planned.append(done)
        # A step that is not worked out still counts once too much is dealt, but not where it could not be read.
        sure = sure and len(report.problems) == problems and (done is not None or left < 0)
    if sure:
        _check_sum(planner.left, len(cards), any(group.kind == "stock" for group in groups.values()), report)
    _check_sizes(planned, groups, report)
    return tuple(planned)


def _check_sum(left: int, pack: int, stock: bool, report: Report) -> None:
    if left < 0:
        message = f"deals {counted(pack - left, 'card')}, {-left} more than the pack has"
        report.at("deal", message, "take some out of a step")
    elif left > 0 and not stock:
        message = f"leaves {counted(left, 'card')} of the pack's {pack} undealt, and there is no stock"
        report.at("deal", message, "deal them too, or add a stock to piles")
    elif left == 0 and stock:
        report.at("deal", "leaves no card for the stock", "deal fewer cards, or take the stock out of piles")


def _check_sizes(planned: Sequence[DealStep | None], groups: Mapping[str, Group], report: Report) -> None:
    """No pile is dealt more cards than it may hold."""
    sizes: Counter[tuple[str, int]] = Counter()
    for number, step in enumerate(planned):
        for placed in step.placements if step is not None else ():
            sizes[placed.group, placed.place] += 1
            group = groups[placed.group]
            if 0 < group.maximum < sizes[placed.group, placed.place] and not placed.plays:
                message = f"deals more than {counted(group.maximum, 'card')} to a {group.noun}, which may hold no more"
                report.at(f"deal[{number}]", message, f"deal fewer, or raise max in piles.{group.name}")
                return
