"""Extra moves with every effect: a pile can be mixed, reversed, or have its lowest card turned."""

from solitaire_engine.effects import ExtraMove, Shuffle, Take, Turn
from solitaire_engine.hooks import hookimpl

solitaire_rules_version = 3


@hookimpl
def solitaire_extra_moves(game):
    for pile in game.piles("tableau"):
        count = len(game.cards(pile))
        if count > 1:
            yield ExtraMove(f"mix {pile}", (Shuffle(pile),))
            yield ExtraMove(f"Reverse {pile}", (Take(count, pile, pile, reverse=True),))
            yield ExtraMove(f"turn-lowest {pile}", (Turn(pile, 0),))
