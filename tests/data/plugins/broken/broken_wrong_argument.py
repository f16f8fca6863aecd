"""Has a hook with an argument that the hook does not have."""

from solitaire_engine.hooks import hookimpl


@hookimpl
def solitaire_after_move(game, mvoe):
    return []
