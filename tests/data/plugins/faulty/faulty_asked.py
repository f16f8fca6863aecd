"""Further moves that cannot be asked for at all."""

from solitaire_engine.hooks import hookimpl


@hookimpl
def solitaire_extra_moves(game):
    return [game.no_such_thing]
