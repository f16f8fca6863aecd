"""A word that fails for one pair of cards, and one that gives nonsense: both while a game is compiled."""

from solitaire_engine.hooks import hookimpl
from solitaire_engine.words import Build, Gap

ABOVE = {card: card + 4 for card in range(48)}


@hookimpl
def solitaire_words():
    return [
        Build(name="under_its_next", fits=lambda card, under: ABOVE[card] == under, rule="with the next rank"),
        Gap(name="perhaps", takes=lambda card, base: "perhaps", rule="some card"),
    ]
