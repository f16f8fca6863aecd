"""A consequence: an ace that lies open on a tableau pile goes to an empty foundation by itself."""

from solitaire_engine.cards import is_down, rank_of
from solitaire_engine.effects import Take
from solitaire_engine.hooks import hookimpl


@hookimpl
def solitaire_after_move(game):
    empty = game.empty("foundation")
    for pile, card in game.tops("tableau").items():
        if rank_of(card) == 0 and not is_down(card):
            return [Take(1, pile, empty[0])]
    return []
