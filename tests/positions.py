"""Hand-made positions: a board, a move, and what the rules say of it, as the tables in ``data`` hold them.

A case has a ``board`` and a ``move``, and either ``refused`` with the exact sentence, or
``allowed: true``, perhaps with the board ``after`` the move and whether the game is then ``won``.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.playing import board

from solitaire_engine.errors import IllegalMove
from solitaire_engine.game import Game
from solitaire_engine.notation import parse_position
from solitaire_engine.rules import Rules

Case = dict[str, Any]


def check_case(rules: Rules, case: Case) -> None:
    """Hold the rules to one case; AssertionError, or another test failure, where they differ."""
    game = board(rules, case["board"])
    before = game.position
    if "refused" in case:
        assert game.why_not(case["move"]) == case["refused"]
        with pytest.raises(IllegalMove) as caught:
            game.push(case["move"])
        assert str(caught.value) == case["refused"]
        assert case["move"] not in game.legal_moves
        assert game.position == before
        return
    assert case["allowed"] is True
    assert game.why_not(case["move"]) is None
    assert case["move"] in game.legal_moves
    move = game.push(case["move"])
    assert move in list(Game(rules, before).legal_moves)
    if "after" in case:
        assert game.position == parse_position(rules, case["after"], complete=False)
    assert game.is_won == case.get("won", game.is_won)
    game.pop()
    assert game.position == before
