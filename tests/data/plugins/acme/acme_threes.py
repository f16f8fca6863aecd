"""A transfer: at most three cards at once."""

from solitaire_engine.hooks import hookimpl
from solitaire_engine.words import Transfer


@hookimpl
def solitaire_words():
    yield Transfer(name="threes", most=3, rule="up to three cards")
