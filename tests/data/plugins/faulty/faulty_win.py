"""A word for winning that fails once the first cell is filled."""

from solitaire_engine.hooks import hookimpl
from solitaire_engine.words import Win


def won(game):
    if game.cards("c1"):
        raise ArithmeticError("who has won")
    return False


@hookimpl
def solitaire_words():
    return [Win(name="undecided", won=won, rule="somebody says so")]
