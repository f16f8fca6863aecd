"""The rules a second time: slow, short, and written from the description of the words alone.

The engine compiles a variant into tables of bits. This program reads the same
variant as plain dictionaries, keeps piles as lists of card texts, tries every
source, every number of cards and every target, and copies all piles for every move.
It shares no rule with the engine, so where both agree on the legal moves and on the
numbers of positions, both have read the rules alike. Only the generator that shuffles
is the engine's, since its numbers are no matter of reading.

Input is a resolved variant: ``extends`` merged, every ``$parameter`` replaced. Words
that are not known here, such as those of plugins, are refused with ValueError, never skipped.

The modules, one importing the other in this order: ``naive_words`` (words and building rules),
``naive_shapes`` (places), ``naive_checks`` (refusals), ``naive_table`` (one position),
``naive_judge`` (what moves must satisfy), ``naive_deal``, ``naive_removals``, ``naive_redeal``,
``naive_settle`` (what moves do), and this one.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, Self

from tests.naive_deal import deal_from_stock, deal_opening, may_deal
from tests.naive_judge import Judge
from tests.naive_redeal import draw, draws, may_redeal, redeal
from tests.naive_removals import removals, remove
from tests.naive_settle import settle


class Naive(Judge):
    """One position of one game, with the rules beside it; see `Table` for its fields."""

    def __init__(self, document: dict[str, Any], deck: list[str] | None = None, state: int = 0) -> None:
        """Deal from ``deck``, cards in dealing order; without a deck all piles are empty.

        ``state`` is the generator's: that of `solitaire_engine.deals.start_state` for a game of the engine.
        """
        super().__init__(document, state)
        if deck:
            deal_opening(self, deck)
            settle(self)

    def moves(self) -> set[str]:
        """All legal moves: ``t5 t1 3``, ``w f1``, ``deal``, ``redeal``, ``remove t1 t5``, ``draw t5 t1 3``."""
        found = set(self._card_moves())
        if self.base == "none" and self.choosers:
            return {move for move in found if self._chooses_base(move)}
        if may_deal(self):
            found.add("deal")
        if may_redeal(self):
            found.add("redeal")
        return found | set(removals(self)) | set(draws(self))

    def _card_moves(self) -> Iterator[str]:
        for source in self.piles:
            for count in range(1, len(self.piles[source]) + 1):
                if not self.lets_go(source, count):
                    continue
                for target in self.piles:
                    if (
                        source != target
                        and self.crosses(source, target, count)
                        and self.takes(target, self.piles[source][-count:], source)
                        and self.can_carry(source, target, count)
                    ):
                        yield f"{source} {target}" if count == 1 else f"{source} {target} {count}"

    def _chooses_base(self, move: str) -> bool:
        """Whether a move of cards brings a single card of the choosing groups to an empty foundation."""
        source, target, *count = move.split()
        is_single = not count and self.group[source] in self.choosers
        return is_single and self.kind(target) == "foundation" and not self.piles[target]

    def apply(self, move: str) -> Self:
        """The position after a legal move and all that follows from it; ValueError for any other move."""
        if move not in self.moves():
            raise ValueError(f"{move!r} is not a legal move here")
        return self._after(move)

    def following(self) -> Iterator[Self]:
        """The position after each legal move; two moves may lead to the same."""
        return map(self._after, self.moves())

    def _after(self, move: str) -> Self:
        game = copy.copy(self)
        game.piles = {name: list(cards) for name, cards in self.piles.items()}
        words = move.split()
        if move == "deal":
            deal_from_stock(game)
        elif move == "redeal":
            redeal(game)
        elif words[0] == "remove":
            remove(game, words[1:])
        elif words[0] == "draw":
            draw(game, words[1], words[2], int(words[3]))
        else:
            source, target, *count = words
            number = int(count[0]) if count else 1
            cards = game.piles[source][-number:]
            del game.piles[source][-number:]
            game.put(target, cards)
        settle(game)
        return game

    def perft(self, depth: int) -> int:
        """How many different series of ``depth`` moves there are."""
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.moves())
        return sum(self._after(move).perft(depth - 1) for move in self.moves())

    def distinct(self, depth: int) -> int:
        """How many different positions lie exactly ``depth`` moves away."""
        level = {self.key(): self}
        for _ in range(depth):
            after = [game._after(move) for game in level.values() for move in game.moves()]
            level = {game.key(): game for game in after}
        return len(level)
