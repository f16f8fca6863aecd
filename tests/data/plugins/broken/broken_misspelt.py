"""Has a hook of a name that does not exist."""

from solitaire_engine.hooks import hookimpl


@hookimpl
def solitaire_wrods():
    return []
