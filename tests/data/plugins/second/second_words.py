"""A plugin with a word that another distribution brings too."""

from solitaire_engine.hooks import hookimpl
from solitaire_engine.words import Gap


@hookimpl
def solitaire_words():
    return [Gap(name="shared", takes=lambda card, base: card < 26)]
