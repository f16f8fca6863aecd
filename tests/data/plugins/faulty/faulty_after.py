"""A consequence that fails once the first cell is filled."""

from solitaire_engine.hooks import hookimpl


@hookimpl
def solitaire_after_move(game):
    if game.cards("c1"):
        raise LookupError("nothing follows")
    return []
