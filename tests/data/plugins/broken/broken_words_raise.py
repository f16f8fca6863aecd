"""Has a hook that fails."""

from solitaire_engine.hooks import hookimpl


@hookimpl
def solitaire_words():
    raise RuntimeError("no words\nat all")
