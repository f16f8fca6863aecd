"""A variant compiled to tables, once, so that play asks no predicate.

"May this card be put on that one" becomes, for each set of piles under one rule, a mask
of 52 bits per card; "may it start an empty pile" one mask; "do these two hang together
when lifted" again masks; a limit a small table over (empty cells, empty piles); a stock
deal the list of cards each pile gets, for each size of the stock. Lists indexed by card
have 128 places, so that a face-down card (64 and up) finds a zero there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from types import MappingProxyType

from .cards import FACE, rank_of
from .definitions import CHOSEN, DEALT, UNLIMITED, DealRule, Group, Variant, When
from .effects import Effect
from .errors import PluginError
from .host import Host
from .position import Move, Position
from .routes import MANY, make_routes
from .tables import Tables, Unit, carrying, compile_tables
from .tabulate import deal_counts, limit_refusal, redeal_effects, says_won, together_masks
from .view import View
from .words import LiftMode, Limit, Match, Pair, Redeal, Win

PREFIX = {
    "tableau": "t", "foundation": "f", "cell": "c", "reserve": "r", "stock": "s", "waste": "w", "discard": "d",
}  # fmt: skip


class Rules:
    """A compiled variant. Everything public here is read only."""

    def __init__(self, variant: Variant, host: Host) -> None:
        """Compile; PluginError names the plugin whose word fails."""
        self.variant = variant
        self.groups = variant.groups
        self.pack = variant.pack
        self._host = host
        self._name_piles()
        self._make_units()
        self.routes = make_routes(self.groups, variant.crossings)
        self.lift_mode: tuple[LiftMode, ...] = tuple(group.lift.word.mode for group in self.groups)
        self.maximum = tuple(group.maximum for group in self.groups)
        self.cells = tuple(i for i in range(len(self.names)) if self.groups[self.group_of[i]].kind == "cell")
        self.limits = tuple(carrying(group, len(self.cells), host) for group in self.groups)
        self.stock = self._only("stock")
        self.waste = self._only("waste")
        kinds = [self.groups[g].kind for g in self.group_of]
        self.turns_up = tuple(
            kind in ("tableau", "reserve") or self.groups[g].face_up
            for kind, g in zip(kinds, self.group_of, strict=True)
        )
        self.covers = tuple(
            tuple(self.span[g][place] for place in group.covers[i - self.span[g].start]) if group.covers else ()
            for g, group in enumerate(self.groups)
            for i in self.span[g]
        )
        self.has_covers = any(self.covers)
        home = ("foundation", "discard")
        self.home = tuple(i for i, g in enumerate(self.group_of) if self.groups[g].kind in home)
        self.away = tuple(i for i in range(len(self.names)) if i not in self.home)
        self.must_be_empty = self.away if variant.win.empty is None else self.piles_of(variant.win.empty)
        self.ranks = sorted({rank_of(card) for card in self.pack})
        self.particular = tuple(bool(self.groups[u.group].follow or self.groups[u.group].lock) for u in self.units)
        self.gap_first = tuple(tuple(self.number_of(name) for name in unit.start.first) for unit in self.units)
        self.base_from = () if variant.base_from is None else self.piles_of(variant.base_from)
        self.discard = self._only("discard")
        self.gathered = () if variant.redeal is None else self.piles_of(variant.redeal.gather)
        self.run_groups = tuple(g for g, group in enumerate(self.groups) if group.accept == "run" and group.auto)
        self.fill_groups = tuple(g for g, group in enumerate(self.groups) if group.gap.auto)
        self._make_walks()
        self.extra_moves = host.callers("solitaire_extra_moves", variant.plugins)
        self.after_move = host.callers("solitaire_after_move", variant.plugins)
        self._tables: dict[int, Tables] = {}
        self._moves: dict[int, Move] = {}
        self._deals: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self.must_settle = bool(self.run_groups or self.fill_groups or self.has_covers)
        together = {word for removal in variant.removals for word in (removal.pair, removal.match, removal.beaten)}
        self._together = {word: together_masks(host, word, sorted(set(self.pack))) for word in together if word}
        # Every word is asked now, so that one that fails does so here and not in the middle of a game.
        self.tables(max(variant.base, 0))

    # Piles, groups, units

    def _name_piles(self) -> None:
        names: list[str] = []
        self.group_of: list[int] = []
        self.span: list[range] = []
        used: dict[str, int] = {}
        for number, group in enumerate(self.groups):
            letter = PREFIX[group.kind]
            start = len(names)
            for _ in range(group.count):
                used[letter] = used.get(letter, 0) + 1
                names.append(letter if group.kind in ("stock", "waste") else f"{letter}{used[letter]}")
                self.group_of.append(number)
            self.span.append(range(start, len(names)))
        self.names = tuple(names)
        self.index = {name: i for i, name in enumerate(names)}
        self.pile_names = {group.name: tuple(names[i] for i in self.span[g]) for g, group in enumerate(self.groups)}

    def _make_units(self) -> None:
        units: list[Unit] = []
        self.unit_of: list[int] = []
        self.units_of_group: list[range] = []
        for number, group in enumerate(self.groups):
            begin = len(units)
            rules = [
                (group.build_of(p), group.start_of(p) if group.kind == "foundation" else group.gap)
                for p in range(group.count)
            ]
            for place, (build, start) in enumerate(rules):
                pile = self.span[number][place]
                if place and rules[place - 1] == (build, start):
                    last = units[-1]
                    units[-1] = Unit(number, last.first, pile + 1, build, start)
                else:
                    units.append(Unit(number, pile, pile + 1, build, start))
                self.unit_of.append(len(units) - 1)
            self.units_of_group.append(range(begin, len(units)))
        self.units = tuple(units)

    def piles_of(self, names: Iterable[str]) -> tuple[int, ...]:
        """The piles of some groups, by index, in the order of the piles."""
        wanted = set(names)
        return tuple(i for i, g in enumerate(self.group_of) if self.groups[g].name in wanted)

    def _only(self, kind: str) -> int:
        """The index of the one pile of a kind, or -1."""
        return next((i for i, g in enumerate(self.group_of) if self.groups[g].kind == kind), -1)

    def _make_walks(self) -> None:
        """What `moves.legal_moves` walks: who gives, who takes, and from where to where."""
        self.givers: tuple[tuple[int, LiftMode], ...] = tuple(
            (g, mode) for g, mode in enumerate(self.lift_mode) if mode != "none" and self.span[g]
        )
        into = {t for routes in self.routes for t, route in enumerate(routes) if route.most}
        self.takers: tuple[tuple[int, int, int, int, When], ...] = tuple(
            (u, unit.first, unit.end, self.maximum[unit.group], self.groups[unit.group].when)
            for u, unit in enumerate(self.units)
            if unit.group in into and self.groups[unit.group].accept != "run"
        )
        units = [u for u, *_ in self.takers]
        single: list[tuple[tuple[int, bool], ...]] = []
        several: list[tuple[tuple[int, bool, int], ...]] = []
        for routes in self.routes:
            ways = [(u, routes[self.units[u].group]) for u in units]
            single.append(tuple((u, way.gap_open) for u, way in ways if way.most))
            several.append(tuple((u, way.gap_open, way.most) for u, way in ways if way.most > 1))
        self.single_targets, self.group_targets = tuple(single), tuple(several)
        by_hand = [g for g, group in enumerate(self.groups) if group.accept == "run" and not group.auto]
        self.run_targets = (
            tuple(
                tuple(i for t in by_hand if routes[t].most >= self.maximum[t] for i in self.span[t])
                for routes in self.routes
            )
            if by_hand
            else ()
        )
        self.fillers = {
            g: tuple(i for name in group.gap.auto for i in self.span[self.number_of(name)])
            for g, group in enumerate(self.groups)
        }

    def number_of(self, name: str) -> int:
        """The number of the group of that name."""
        return next(g for g, group in enumerate(self.groups) if group.name == name)

    # Limits and deals

    def deal_counts(self, stock: int, targets: int = -1, number: int = 0) -> tuple[int, ...]:
        """How many cards each of `targets` piles gets from a stock of that size in pass `number`, from 0.

        Without `targets` all piles of `deal_targets` are meant.
        """
        targets = len(self.deal_targets) if targets < 0 else targets
        key = (stock, targets, number)
        counts = self._deals.get(key)
        if counts is None:
            deal = self.stock_deal
            assert deal is not None
            try:
                counts = deal_counts(self._host, deal, stock, targets, number) if targets else ()
            except ValueError as error:
                raise PluginError(str(error)) from error
            self._deals[key] = counts
        return counts

    @cached_property
    def stock_deal(self) -> DealRule | None:
        """How the stock deals, if it does."""
        return self.groups[self.group_of[self.stock]].deal if self.stock >= 0 else None

    def targets_now(self, piles: Sequence[bytes]) -> list[int]:
        """The piles that the next deal serves; with the piles closed up first where the game says so."""
        deal = self.stock_deal
        if deal is None or deal.onto == "all":
            return list(self.deal_targets)
        if deal.close_up:
            filled = sum(bool(piles[i]) for i in self.deal_targets)
            return list(self.deal_targets[filled:])
        return [i for i in self.deal_targets if bool(piles[i]) == (deal.onto == "filled")]

    @cached_property
    def deal_targets(self) -> tuple[int, ...]:
        """The piles a stock deal goes to, in the order in which their groups are written there."""
        deal = self.groups[self.group_of[self.stock]].deal if self.stock >= 0 else None
        if deal is None:
            return ()
        return tuple(i for name in deal.to for i in self.span[self.number_of(name)])

    @property
    def redeals(self) -> int:
        """The redeals the game allows, of the waste or of the tableau; -1 without end."""
        if self.variant.redeal is not None:
            return self.variant.redeal.times
        return self.groups[self.group_of[self.stock]].redeals if self.stock >= 0 else 0

    @property
    def counts_redeals(self) -> bool:
        """Whether used redeals are part of a position: without end they make no difference."""
        return self.redeals not in (0, UNLIMITED)

    # Tables

    def tables(self, base: int) -> Tables:
        """The tables for a base rank; made when first asked for."""
        found = self._tables.get(base)
        if found is None:
            found = compile_tables(self.units, self.groups, self.pack, self.variant.ranks, base, self._host)
            self._tables[base] = found
        return found

    # Moves and positions

    def card_move(self, source: int, target: int, count: int) -> Move:
        """The move of `count` cards between two piles given by index; made once and kept."""
        key = (source << 16) | (target << 8) | count
        move = self._moves.get(key)
        if move is None:
            move = self._moves[key] = Move("cards", self.names[source], self.names[target], count)
        return move

    def group(self, pile: int) -> Group:
        """The group of a pile given by index."""
        return self.groups[self.group_of[pile]]

    def limit_now(self, group: int, piles: Sequence[bytes], target: int = -1) -> int:
        """The most cards that can be carried from a pile of `group` now; `target` is where they go."""
        table = self.limits[group]
        if table is None:
            return MANY
        return table[self.empty_cells(piles)][self.empty_piles(group, piles, target)]

    def view(self, position: Position) -> View:
        """A position as plugins' hooks and words may see it."""
        variant = self.variant
        return View(variant.id, position, MappingProxyType(self.pile_names), MappingProxyType(dict(variant.values)))

    def together(self, word: Pair | Match, one: int, other: int) -> bool:
        """Whether two cards, face up, may be removed together as far as a word of a removal goes."""
        return bool(self._together[word][one] >> other & 1)

    def says_won(self, word: Win, position: Position) -> bool:
        """Whether a word holds the position to be won; PluginError if it fails."""
        return says_won(self._host, word, self.view(position))

    def redeal_effects(self, word: Redeal, position: Position) -> tuple[Effect, ...]:
        """What a word does when the player redeals; PluginError if it fails."""
        return redeal_effects(self._host, word, self.view(position), self.index)

    def refusal_of(self, limit: Limit, count: int, cells: int, piles: int) -> str:
        """The limit's own sentence for `count` cards being too many; empty if it has none."""
        return limit_refusal(self._host, limit, count, cells, piles)

    def empty_cells(self, piles: Sequence[bytes]) -> int:
        """How many cells are empty."""
        return sum(not piles[cell] for cell in self.cells)

    def empty_piles(self, group: int, piles: Sequence[bytes], target: int = -1) -> int:
        """How many empty piles of the group, other than `target`, help to carry cards."""
        if not self.groups[group].gap.anything:
            return 0
        return sum(not piles[i] and i != target for i in self.span[group])

    def holds(self, when: When, position: Position) -> bool:
        """Whether a condition of the game holds."""
        piles = position.piles
        if when == "first-deal":
            return not position.redeals
        if when == "last-deal":
            return position.redeals >= self.redeals
        if when == "no-gaps":
            return all(piles[i] for i, g in enumerate(self.group_of) if self.groups[g].kind == "tableau")
        if when == "stock-empty":
            return self.stock < 0 or not piles[self.stock]
        return True

    @staticmethod
    def when_phrase(when: When) -> str:
        """Completes "is open only ..."."""
        return {
            "no-gaps": "while no tableau pile is empty",
            "stock-empty": "when the stock is empty",
            "first-deal": "before the first redeal",
            "last-deal": "after the last redeal",
        }.get(when, "")

    @property
    def uses_chance(self) -> bool:
        """Whether anything is shuffled during play."""
        shuffles = self.variant.redeal is not None and (
            self.variant.redeal.shuffle or self.variant.redeal.word is not None
        )
        return bool(self.extra_moves or self.after_move or shuffles)

    def key(self, position: Position) -> tuple[object, ...]:
        """What makes two positions the same for play."""
        return (position.piles, position.redeals, position.base, position.state)

    def completes(self, target: int, cards: bytes, base: int) -> bool:
        """Whether the top of `cards` is a complete run for the foundation `target`: as many cards as
        it holds, which it would take one by one from the top down."""
        length, unit = self.maximum[self.group_of[target]], self.unit_of[target]
        tables = self.tables(base)
        if len(cards) < length or not tables.start[unit] >> cards[-1] & 1:
            return False
        build = tables.build[unit]
        return all(build[cards[-k - 1]] >> cards[-k] & 1 for k in range(1, length))

    def is_covered(self, pile: int, piles: Sequence[bytes]) -> bool:
        """Whether other piles lie on this one."""
        return any(piles[cover] for cover in self.covers[pile])

    def all_cards(self, position: Position) -> Iterable[int]:
        """Every card of the position, face up."""
        return (card & FACE for pile in position.piles for card in pile)

    @property
    def base_varies(self) -> bool:
        """Whether the foundations' base is decided by the deal or by the player."""
        return self.variant.base in (DEALT, CHOSEN)
