"""Forgot to mark its hook."""


def solitaire_words():
    return []
