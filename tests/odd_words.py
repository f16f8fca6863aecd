"""A plugin with words of most kinds, each unlike any bundled one, and a move that draws on chance.

The variant ``data/variants/odd_words.yaml`` uses them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solitaire_engine.cards import is_red, rank_of, suit_of
from solitaire_engine.effects import ExtraMove, Shuffle
from solitaire_engine.hooks import hookimpl
from solitaire_engine.view import View
from solitaire_engine.words import Args, Build, Gap, Lift, Limit, Redeal, StockDeal, Transfer, Word

NAME = "odd_words"


class EntryPoint:
    """What the host needs of an entry point, here for this module."""

    name = NAME
    value = "tests.odd_words"

    def load(self) -> object:
        """The plugin."""
        return OddWords()


def _to_the_ends(stock: int, targets: int, args: Args) -> Sequence[int]:
    """One card to the first pile, and one to the last while there is another."""
    return [1, *[0] * (targets - 2), int(stock > 1)]


class OddWords:
    """The hooks."""

    @hookimpl
    def solitaire_words(self) -> Iterable[Word]:
        """A word of each kind that piles, transfers and stocks can name."""
        return [
            Build(
                name="not_next",
                fits=lambda card, under: abs(rank_of(card) - rank_of(under)) not in (1, 6),
                rule="with any card but some",
            ),
            Build(
                name="own_suit",
                fits=lambda card, under: suit_of(card) == suit_of(under) and (rank_of(card) - rank_of(under)) % 3 != 0,
                rule="in suit",
            ),
            Lift(
                name="twins",
                mode="tail",
                hangs=lambda card, under: rank_of(card) == rank_of(under),
                rule="cards of one rank may be moved together",
                refusal="cards of one rank",
            ),
            Gap(name="red", takes=lambda card, base: is_red(card), rule="a red card"),
            Gap(name="unsaid", takes=lambda card, base: card % 5 == base),
            # An empty pile makes it harder here: the word that would betray an engine that takes limits to rise.
            Limit(name="fewer_with_gaps", most=lambda cells, piles: 6 - piles, rule="six cards, less one for each gap"),
            Transfer(name="threes", most=3, rule="up to three cards"),
            Redeal(
                name="mixing",
                effects=lambda view: [Shuffle(pile) for pile in view.piles("reserve") if len(view.cards(pile)) > 1],
                rule="The reserve is mixed.",
            ),
            StockDeal(name="to_the_ends", counts=_to_the_ends, rule="the first and the last"),
        ]

    @hookimpl
    def solitaire_extra_moves(self, game: View) -> Iterable[ExtraMove]:
        """The reserve may be mixed while it has more than one card."""
        (pile,) = game.piles("reserve")
        return [ExtraMove("mix the-reserve", (Shuffle(pile),))] if len(game.cards(pile)) > 1 else []
