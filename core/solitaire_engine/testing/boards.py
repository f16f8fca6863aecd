"""Small boards, and what the rules say of a move on one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from ..catalog import Catalog, default_catalog
from ..errors import IllegalMove
from ..game import Game, param_texts
from ..notation import parse_position
from ..position import Move, Position
from ..rules import Rules

AnyGame = str | Path | Rules
"""A game by its name, by the path of its file, or its rules."""


def rules_of(game: AnyGame, *, catalog: Catalog | None = None, **params: object) -> Rules:
    """The rules of a game, with parameters by name, as in ``rules_of("klondike", draw=1)``.

    `catalog`: where games are looked for by name, by default among all that are installed.
    Raises what loading a game raises. Rules that are given stay as they are.
    """
    if isinstance(game, Rules):
        return game
    return (catalog or default_catalog()).rules(str(game), param_texts(params))


def board(game: AnyGame, text: str, *, rest: str = "", catalog: Catalog | None = None, **params: object) -> Game:
    """A game that stands as `text` says, which need not have all the cards.

    A pile with its cards, the lowest first, then a semicolon or a new line: ``t1: #4C 8S 7H; f1:
    AS..5S``. A card after ``#`` lies face down, two dots are a run of one suit, and counters
    are written as in ``redeals: 1``. `rest` names a pile under whose cards those of the pack
    lie that the text does not have, face up, for what needs them all. PositionError if the
    text describes no position of the game.
    """
    rules = rules_of(game, catalog=catalog, **params)
    position = parse_position(rules, text, complete=False)
    if rest:
        shown = Counter(rules.all_cards(position))
        left = bytes(sorted((Counter(rules.pack) - shown).elements()))
        piles = list(position.piles)
        piles[rules.index[rest]] = left + piles[rules.index[rest]]
        # Read again: only so is a pile refused that holds too many cards.
        position = parse_position(rules, str(position._replace(piles=tuple(piles))))
    return Game(rules, position)


def assert_legal(game: Game, *moves: Move | str) -> None:
    """Each of the moves is legal now, and listed as such."""
    __tracebackhide__ = True
    listed = set(game.legal_moves)
    for move in moves:
        reason = game.why_not(move)
        assert reason is None, f"{str(move)!r} is refused: {reason}\n{_now(game)}"
        parsed = game.parse(move) if isinstance(move, str) else move
        assert parsed in listed, f"{str(move)!r} is not refused, and not listed as legal\n{_now(game)}"


def assert_only(game: Game, *moves: Move | str) -> None:
    """These moves are legal now, and no others."""
    __tracebackhide__ = True
    assert_legal(game, *moves)
    meant = {game.parse(move) if isinstance(move, str) else move for move in moves}
    others = [str(move) for move in game.legal_moves if move not in meant]
    assert not others, f"there are other legal moves: {', '.join(others)}\nin {game.position}"


def assert_refused(game: Game, move: Move | str, why: str) -> None:
    """The move is refused now, the sentence has `why` in it, and trying it changes nothing."""
    __tracebackhide__ = True
    reason = game.why_not(move)
    assert reason is not None, f"{str(move)!r} is legal\n{_now(game)}"
    assert why in reason, f"{str(move)!r} is refused with another sentence: {reason}\nwhich has no {why!r}"
    assert move not in game.legal_moves, f"{str(move)!r} is refused and listed as legal\n{_now(game)}"
    before = game.position
    try:
        game.push(move)
    except IllegalMove as error:
        assert str(error) == reason, f"{str(move)!r} is refused with two sentences: {reason}\n{error}"
    else:
        raise AssertionError(f"{str(move)!r} is refused and can be made: {reason}")
    assert game.position == before, f"{str(move)!r} is refused and changes the position\n{_now(game)}"


def assert_plays(game: Game, move: Move | str, after: str | None = None, *, won: bool | None = None) -> Move:
    """The move is legal, is undone and redone exactly, and leads to the board `after`.

    Gives the move, which stays made. `after` is written as for `board` and has every pile that is
    not empty; `won` says whether the game is then won. Neither is looked at where it is None.
    """
    __tracebackhide__ = True
    assert_legal(game, move)
    before = game.position
    made = game.push(move)
    reached = game.position
    game.pop()
    assert game.position == before, f"undoing {str(move)!r} leads elsewhere: {_difference(game.position, before)}"
    game.redo()
    assert game.position == reached, f"redoing {str(move)!r} leads elsewhere: {_difference(game.position, reached)}"
    if after is not None:
        wanted = parse_position(game.rules, after, complete=False)
        assert reached == wanted, f"{str(move)!r} leads to another board: {_difference(reached, wanted)}"
    if won is not None:
        assert game.is_won == won, (
            f"after {str(move)!r} the game is {'won' if game.is_won else 'not won'}\n{_now(game)}"
        )
    return made


def check_case(rules: Rules, case: Mapping[str, object]) -> None:
    """Hold the rules to one case of a table of boards, as read from YAML.

    It has a ``board`` and a ``move``, and either ``refused`` with the exact sentence, or the board
    ``after`` the move, or ``allowed: true``; with one of the two perhaps whether the game is then
    ``won``. KeyError for a case without a board or a move.
    """
    __tracebackhide__ = True
    game, move = board(rules, str(case["board"])), str(case["move"])
    if "refused" in case:
        assert_refused(game, move, str(case["refused"]))
        reason = game.why_not(move)
        assert reason == case["refused"], f"{move!r} is refused with another sentence: {reason}"
        return
    said = case.get("allowed", "after" in case) is True
    assert said, "a case is either refused, with a sentence, or allowed: true, or has the board after the move"
    after, won = case.get("after"), case.get("won")
    assert_plays(game, move, None if after is None else str(after), won=None if won is None else bool(won))


def _now(game: Game) -> str:
    return f"in {game.position}\nlegal: {', '.join(map(str, game.legal_moves)) or 'nothing'}"


def _difference(found: Position, wanted: Position) -> str:
    """Both positions, as far as they differ."""
    parts: list[str] = []
    mine, theirs = _parts(found), _parts(wanted)
    for name in dict.fromkeys((*mine, *theirs)):
        if mine.get(name) != theirs.get(name):
            parts.append(f"{name}: {mine.get(name, 'nothing')}, not {theirs.get(name, 'nothing')}")
    return "; ".join(parts)


def _parts(position: Position) -> dict[str, str]:
    pairs = (part.partition(": ") for part in str(position).split("; ") if part)
    return {name: value for name, _, value in pairs}
