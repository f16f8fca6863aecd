"""A plugin whose name another distribution claims too."""

from solitaire_engine.hooks import hookimpl
from solitaire_engine.words import Gap


@hookimpl
def solitaire_words():
    return [Gap(name="second-gap", takes=lambda card, base: True)]
