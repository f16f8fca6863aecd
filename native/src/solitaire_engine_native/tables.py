"""A variant's compiled tables as the words that the native solver reads, and positions as bytes.

The order is that of ``Spec::read`` in spec.cpp; one is not changed without the other, and
`VERSION` with them. Nothing of a variant's name goes over, and nothing that Python would
have to be asked in the middle of a search: what needs that is declined by `why_not`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import cast

from solitaire_engine.definitions import CHOSEN, DEALT
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules
from solitaire_engine.solver.evaluation import home_levels
from solitaire_engine.solver.homing import SafeHome
from solitaire_engine.solver.packing import alike_spans, sunk_piles
from solitaire_engine.solver.talon import Talon
from solitaire_engine.tabulate import Masks

MAGIC, VERSION = 0x736F6C6974616972, 1
KINDS = ("tableau", "foundation", "cell", "reserve", "stock", "waste", "discard")
LIFTS = ("none", "top", "tail", "pile", "top-or-pile")
WHENS = ("always", "no-gaps", "stock-empty", "first-deal", "last-deal")
LOCKS = ("", "pile", "group")
ONTOS = ("all", "filled", "empty")
MOST_PILES, MOST_CARDS, MOST_GROUPS, MOST_PASSES = 64, 208, 64, 64
CARDS = range(52)


def why_not(rules: Rules) -> str:
    """Why a game is declined, as a clause; empty if it is taken."""
    variant = rules.variant
    redeal = variant.redeal
    checks = (
        (bool(rules.extra_moves), "a plugin adds moves of its own"),
        (bool(rules.after_move), "a plugin adds consequences to moves"),
        (variant.win.word is not None, "a word of a plugin says when it is won"),
        (redeal is not None and redeal.word is not None, "a word of a plugin redeals"),
        (len(rules.names) > MOST_PILES, f"it has more than {MOST_PILES} piles"),
        (len(rules.pack) > MOST_CARDS, f"it has more than {MOST_CARDS} cards"),
        (len(rules.groups) > MOST_GROUPS or len(rules.units) > MOST_GROUPS, f"it has more than {MOST_GROUPS} groups"),
    )
    return next((why for wrong, why in checks if wrong), "")


def tables_of(rules: Rules) -> bytes:
    """The words of a game that `why_not` does not decline, little-endian, eight bytes each."""
    return _Writer(rules).words()


def position_of(position: Position) -> bytes:
    """A position as bytes: base + 1, redeals used, the generator's state, then each pile with its length."""
    head = bytes([position.base + 1]) + position.redeals.to_bytes(2, "little") + position.state.to_bytes(8, "little")
    return head + b"".join(bytes([len(pile)]) + pile for pile in position.piles)


def deals_wait(rules: Rules) -> bool:
    """Whether cards are dealt only to play one of them: the native search then takes single cards off the waste."""
    return Talon(rules).waits and rules.lift_mode[rules.group_of[rules.waste]] in ("top", "none")


class _Writer:
    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._out = array("Q", [MAGIC, VERSION])
        self._always, self._dealt = alike_spans(rules)
        self._spare = set(rules.away) - set(rules.must_be_empty)

    def words(self) -> bytes:
        rules, out = self._rules, self._out
        out.extend((len(rules.names), len(rules.groups), len(rules.units)))
        self._list(rules.pack)
        out.extend(pile + 1 for pile in (rules.stock, rules.waste, rules.discard))
        self._piles()
        for number in range(len(rules.groups)):
            self._group(number)
        self._units()
        for row in rules.routes:
            for route in row:
                out.extend((min(route.most, 255), route.gap_open))
        self._bases()
        self._deal()
        self._redeals()
        self._goal()
        self._removals()
        self._list(rules.base_from)
        self._solving()
        return out.tobytes()

    def _list(self, values: Iterable[int]) -> None:
        listed = list(values)
        self._out.append(len(listed))
        self._out.extend(listed)

    def _masks(self, masks: Masks) -> None:
        self._out.extend(masks[card] for card in CARDS)

    def _piles(self) -> None:
        rules, out = self._rules, self._out
        count = len(rules.names)
        always, dealt, spare = self._always, self._dealt, self._spare
        dealing, later = list(range(count)), list(range(count))
        for first, end in always:
            dealing[first:end] = later[first:end] = [first] * (end - first)
        for first, end in dealt:
            later[first:end] = [first] * (end - first)
        sunk = dict(sunk_piles(rules))
        home, must = set(rules.home), set(rules.must_be_empty)
        if rules.variant.win.left is not None or rules.variant.win.sorted is not None:
            must = set[int]()
        for pile in range(count):
            below = sunk.get(pile)
            out.extend(
                (
                    rules.group_of[pile],
                    rules.unit_of[pile],
                    rules.turns_up[pile],
                    pile in home,
                    pile in must,
                    pile in spare,
                    0 if below is None else 1 if below else 2,
                    dealing[pile],
                    later[pile],
                )
            )
            self._list(rules.covers[pile])

    def _group(self, number: int) -> None:
        rules, out = self._rules, self._out
        group = rules.groups[number]
        run = 0 if group.accept != "run" else 1 if group.auto else 2
        out.extend(
            (
                KINDS.index(group.kind),
                LIFTS.index(rules.lift_mode[number]),
                group.maximum,
                run,
                WHENS.index(group.when),
                group.gap.anything,
                group.follow,
                LOCKS.index(group.lock),
                group.rows[0] if group.rows else 0,
                len(rules.span[number]),
            )
        )
        limit = rules.limits[number] or ()
        out.extend((len(limit), len(limit[0]) if limit else 0))
        for row in limit:
            out.extend(row)
        out.extend((bool(group.gap.auto), max(group.gap.each, 1)))
        self._list(rules.fillers[number])

    def _units(self) -> None:
        rules, out = self._rules, self._out
        always, dealt = self._always, self._dealt
        for number, unit in enumerate(rules.units):
            span = (unit.first, unit.end)
            out.extend((unit.group, unit.end - unit.first))
            self._list(rules.gap_first[number])
            out.extend((span in always, span in always or span in dealt))

    def _bases(self) -> None:
        rules, out = self._rules, self._out
        variant = rules.variant
        bases = [-1, *range(13)] if variant.base in (DEALT, CHOSEN) else [variant.base]
        out.append(len(bases))
        home = SafeHome(rules)
        for base in bases:
            tables = rules.tables(base)
            out.append(base + 1)
            for build, start in zip(tables.build, tables.start, strict=True):
                out.append(start)
                self._masks(build)
            for hang in tables.hang:
                out.append(hang is None)
                if hang is not None:
                    self._masks(hang)
            levels = home_levels(rules, base)
            out.extend(levels[card] for card in CARDS)
            locks = None if home.why_not or base < 0 else home.locks(base)
            out.extend((locks is not None, locks is not None and locks.soon))
            for card in CARDS:
                out.extend((0, 0, 0) if locks is None else (locks.need[card], locks.over[card], locks.all[card]))

    def _deal(self) -> None:
        rules, out = self._rules, self._out
        deal = rules.stock_deal
        if deal is None:
            out.extend([0] * 8)
            return
        targets = len(rules.deal_targets)
        fewest = targets if deal.onto == "all" and not deal.close_up else min(1, targets)
        given = [cast(tuple[object, ...], value) for value in deal.args.values() if isinstance(value, tuple)]
        longest = max(map(len, given), default=1)
        passes = min(longest, MOST_PASSES)
        out.extend((1, ONTOS.index(deal.onto), WHENS.index(deal.when), deal.close_up))
        self._list(rules.deal_targets)
        out.extend((passes, fewest, targets))
        for number in range(passes):
            for count in range(fewest, targets + 1):
                for stock in range(1, len(rules.pack) + 1):
                    out.extend(rules.deal_counts(stock, count, number))

    def _redeals(self) -> None:
        rules, out = self._rules, self._out
        redeal = rules.variant.redeal
        keeps = rules.counts_redeals or redeal is not None
        out.extend((rules.redeals + 1, rules.counts_redeals, keeps))
        if redeal is None:
            out.extend((0, 0, 0, 0, 1, 0))
            self._list(())
            return
        out.extend((1, redeal.times + 1, redeal.shuffle, redeal.by_piles, max(redeal.each, 1), redeal.merci))
        self._list(rules.gathered)

    def _goal(self) -> None:
        rules, out = self._rules, self._out
        win = rules.variant.win
        out.append(1 if win.left is not None else 2 if win.sorted is not None else 0)
        out.append(win.left or 0)
        self._list(rules.piles_of(win.sorted or ()))
        self._list(rules.variant.ranks)

    def _removals(self) -> None:
        rules, out = self._rules, self._out
        out.append(len(rules.variant.removals))
        for removal in rules.variant.removals:
            out.extend((removal.least, removal.most, removal.total or 0))
            self._list(removal.ranks)
            out.extend((removal.same_rank, removal.adjacent))
            for word in (removal.pair, removal.match, removal.beaten):
                out.append(word is not None)
                if word is not None:
                    self._out.extend(
                        sum(1 << other for other in CARDS if rules.together(word, card, other)) for card in CARDS
                    )
            piles: Sequence[int] = range(len(rules.names))
            if removal.sources is not None:
                piles = rules.piles_of(removal.sources)
            out.append(sum(1 << pile for pile in piles))

    def _solving(self) -> None:
        rules, out = self._rules, self._out
        talon = Talon(rules)
        waits = deals_wait(rules)
        endless = waits and talon.endless
        # Where redeals are not counted all passes are dealt like the first one.
        out.extend((waits, endless, talon.passes_differ and not endless))
        home = SafeHome(rules, waste=not endless)
        out.extend((not home.why_not, home.needs_empty_stock))
        self._list(home.sources if not home.why_not else ())
        spare = set(rules.away) - set(rules.must_be_empty)
        out.append(rules.stock in spare and any(rules.group(pile).kind == "foundation" for pile in rules.deal_targets))
