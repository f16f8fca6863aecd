"""Badgers: cards are dug out from below, and where a pile is used up the earth falls in.

Three hooks that words cannot replace: further moves, what follows of a move by itself, and
a command. Each looks at the position and keeps nothing of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import typer

import solitaire_engine
from solitaire_engine.cards import card_text, rank_of
from solitaire_engine.effects import Effect, ExtraMove, Take
from solitaire_engine.hooks import hookimpl
from solitaire_engine.view import View

GAME = "badgers"

# To be raised when digging or falling in come to mean something else: it goes into every record's hash.
solitaire_rules_version = 1


@hookimpl
def solitaire_variants() -> Iterable[Path]:
    """The folder with the game."""
    return [Path(__file__).parent / "variants"]


@hookimpl
def solitaire_extra_moves(game: View) -> Iterable[ExtraMove]:
    """``dig t3``: the lowest card of a pile goes to the first empty cell."""
    cells = game.empty("cell")
    if not cells:
        return
    for pile in game.piles("tableau"):
        count = len(game.cards(pile))
        if count > 1:
            # Only top cards can be taken: the pile is turned round, loses its card, and is turned back.
            yield ExtraMove(
                f"dig {pile}",
                (
                    Take(count, pile, pile, reverse=True),
                    Take(1, pile, cells[0]),
                    Take(count - 1, pile, pile, reverse=True),
                ),
            )


@hookimpl
def solitaire_after_move(game: View) -> Iterable[Effect]:
    """An empty pile takes the top card of the longest pile, the first of several, unless that is its only one.

    One card at a time: the engine asks again until nothing more falls. It comes to an end, for
    each time there is one empty pile less.
    """
    longest = max(game.piles("tableau"), key=lambda pile: len(game.cards(pile)))
    gaps = game.empty("tableau")
    return [Take(1, longest, gaps[0])] if gaps and len(game.cards(longest)) > 1 else []


@hookimpl
def solitaire_commands(app: typer.Typer) -> None:
    """The command ``solitaire how-deep``."""

    @app.command("how-deep")
    def how_deep(deal: str = typer.Argument("1", help="A deal, such as 7 or ms:11982.")) -> None:
        """Tell how deep the aces lie in a deal of Badgers."""
        position = solitaire_engine.deal(GAME, deal).position
        for name, cards in zip(position.names, position.piles, strict=True):
            for place, card in enumerate(cards):
                if rank_of(card) == 0:
                    print(f"{card_text(card)}: {name}, {place} below it, {len(cards) - place - 1} above")
