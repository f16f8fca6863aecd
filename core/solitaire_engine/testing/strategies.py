"""Strategies of hypothesis: any deal, and games and positions as play can bring them about.

    @given(positions("freecell"))
    def test_the_cells_hold_one_card_each(position): ...

What fails is made small as usual: fewer moves, and those that are listed first.
"""

from __future__ import annotations

from hypothesis import strategies as st

from ..cards import make_pack
from ..catalog import Catalog
from ..deals import MAX_MS, MAX_NUMBER, Deal, parse_deal
from ..game import Game
from ..position import Position
from .boards import AnyGame, rules_of

MOVES = 40


def deals(game: AnyGame | None = None, *, catalog: Catalog | None = None, **params: object) -> st.SearchStrategy[Deal]:
    """Any numbered deal, for a game of one full pack those of Microsoft's numbering too.

    Without a game: deals of our own, which every game has.
    """
    numbers: st.SearchStrategy[str] = st.integers(0, MAX_NUMBER).map(str)
    if game is not None and sorted(rules_of(game, catalog=catalog, **params).pack) == sorted(make_pack()):
        numbers |= st.integers(1, MAX_MS).map(lambda number: f"ms:{number}")
    return numbers.map(parse_deal)


def games(
    game: AnyGame, *, moves: int = MOVES, catalog: Catalog | None = None, **params: object
) -> st.SearchStrategy[Game]:
    """Any deal of a game, and up to `moves` legal moves from there; it ends earlier where there are none.

    Each is a game of its own, which a test may play on.
    """
    rules = rules_of(game, catalog=catalog, **params)

    @st.composite
    def played(draw: st.DrawFn) -> Game:
        begun = Game(rules, draw(deals(rules)))
        for _ in range(draw(st.integers(0, moves))):
            legal = list(begun.legal_moves)
            if not legal or begun.is_won:
                break
            begun.push(legal[draw(st.integers(0, len(legal) - 1))])
        return begun

    return played()


def positions(
    game: AnyGame, *, moves: int = MOVES, catalog: Catalog | None = None, **params: object
) -> st.SearchStrategy[Position]:
    """Any position that up to `moves` legal moves lead to from some deal."""
    return games(game, moves=moves, catalog=catalog, **params).map(lambda played: played.position)
