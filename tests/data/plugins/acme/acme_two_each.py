"""A stock deal: two cards to each pile, the first pile first, while there are cards."""

from solitaire_engine.hooks import hookimpl
from solitaire_engine.words import StockDeal


def two_each(stock, targets, args):
    return [max(0, min(2, stock - 2 * pile)) for pile in range(targets)]


@hookimpl
def solitaire_words():
    return [StockDeal(name="two_each", counts=two_each, rule="two at a time")]
