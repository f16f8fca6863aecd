"""Fails while it is imported."""

SUITS = {"spades": 3}

LAST = SUITS["stars"]
