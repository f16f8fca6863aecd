"""A game in progress: a position, the moves that led to it, and those undone."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from .apply import apply, opened
from .catalog import Catalog, ShareCode, default_catalog, in_catalog, parse_share
from .deals import Deal, parse_deal
from .errors import IllegalMove, SolitaireError, UnknownVariant
from .moves import legal_moves
from .notation import parse_move, parse_position
from .opening import opening
from .outcome import is_won
from .position import Move, Position
from .refusals import why_not
from .rules import Rules
from .stuck import is_stuck


class LegalMoves:
    """The legal moves of one position: iterate them, count them, ask whether one is `in`."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self._rules, self._position = rules, position
        self._moves: list[Move] | None = None

    def _all(self) -> list[Move]:
        if self._moves is None:
            self._moves = legal_moves(self._rules, self._position)
        return self._moves

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = parse_move(self._rules, self._position, move)
            except IllegalMove:
                return False
        return isinstance(move, Move) and why_not(self._rules, self._position, move) is None

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(map(str, self))}>"


class Game:
    """A game of one variant from one deal or position."""

    def __init__(self, rules: Rules, start: Deal | Position) -> None:
        """`start`: a deal, or a position of these rules to start from."""
        self.rules = rules
        self.deal = start if isinstance(start, Deal) else None
        self.start = opened(rules, opening(rules, start)) if isinstance(start, Deal) else start
        self._positions = [self.start]
        self._moves: list[Move] = []
        self._at = 0

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[self._at]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made, without those undone."""
        return tuple(self._moves[: self._at])

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start to now; number `n` is the one after `n` moves."""
        return tuple(self._positions[: self._at + 1])

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that `redo` would make again, the next first."""
        return tuple(self._moves[self._at :])

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the position now."""
        return LegalMoves(self.rules, self.position)

    def parse(self, text: str) -> Move:
        """The move a text means now (see `notation.parse_move`)."""
        return parse_move(self.rules, self.position, text)

    def why_not(self, move: Move | str) -> str | None:
        """Why a move is refused, in one sentence; None if it is legal."""
        try:
            move = self.parse(move) if isinstance(move, str) else move
        except IllegalMove as error:
            return str(error)
        return why_not(self.rules, self.position, move)

    def push(self, move: Move | str) -> Move:
        """Make a move, given as such or as text; IllegalMove carries the reason if it is refused.

        The moves undone before are forgotten, unless this is the first of them again. PluginError
        where a plugin's part in the move fails; the game is then as it was.
        """
        move = self.parse(move) if isinstance(move, str) else move
        reason = why_not(self.rules, self.position, move)
        if reason is not None:
            raise IllegalMove(reason)
        if self._at < len(self._moves) and self._moves[self._at] == move:
            self._at += 1
            return move
        after = apply(self.rules, self.position, move)
        if self.rules.variant.win.word is not None:
            # Asked before the move counts: where a plugin's word fails the game stays as it was.
            is_won(self.rules, after)
        del self._moves[self._at :], self._positions[self._at + 1 :]
        self._moves.append(move)
        self._positions.append(after)
        self._at += 1
        return move

    def pop(self) -> Move:
        """Undo the last move and give it; IllegalMove if there is none."""
        if not self._at:
            raise IllegalMove("there is no move to undo")
        self._at -= 1
        return self._moves[self._at]

    def redo(self) -> Move:
        """Make the move undone last again and give it; IllegalMove if there is none."""
        if self._at == len(self._moves):
            raise IllegalMove("there is no move to redo")
        self._at += 1
        return self._moves[self._at - 1]

    def restart(self) -> None:
        """Undo every move; all of them can be redone."""
        self._at = 0

    @property
    def is_won(self) -> bool:
        """Whether the game is won."""
        return is_won(self.rules, self.position)

    @property
    def is_stuck(self) -> bool:
        """Whether no way on is left: see `stuck.is_stuck`. False also where that is not known."""
        return is_stuck(self.rules, self.position)

    @property
    def share_code(self) -> str:
        """The text that gives anybody the same deal, such as ``antares:7``; empty for a position.

        A game of a file outside the catalogue is named by its path, which those who have the file can mend.
        """
        if self.deal is None:
            return ""
        variant = self.rules.variant
        by_path = variant.id == Path(variant.file).stem and not in_catalog(variant)
        return str(ShareCode(variant.file if by_path else variant.id, variant.changed_values, str(self.deal)))

    def __str__(self) -> str:
        return str(self.position)


def deal(variant: str, deal: str | int | Deal = 1, *, catalog: Catalog | None = None, **params: object) -> Game:
    """A new game: `variant` is a name or the path of a YAML file, `deal` a number or a deal text.

    Parameters of the variant are given by name, as in ``deal("klondike", 7, draw=1)``.
    """
    check_plain(variant, "se.deal")
    rules = (catalog or default_catalog()).rules(variant, param_texts(params))
    return Game(rules, deal if isinstance(deal, Deal) else parse_deal(str(deal)))


def from_position(variant: str, text: str, *, catalog: Catalog | None = None, **params: object) -> Game:
    """A game that starts from a position text (see `Position`)."""
    check_plain(variant, "se.from_position", "...")
    rules = (catalog or default_catalog()).rules(variant, param_texts(params))
    return Game(rules, parse_position(rules, text))


def check_plain(variant: str, called: str, second: str = "") -> None:
    """UnknownVariant for a share code where a game's name is wanted, with the call of `called` that means the same.

    `second`: its second argument, by default the deal.
    """
    code = None
    with contextlib.suppress(SolitaireError):
        code = parse_share(variant)
    # What a colon follows may be a drive.
    if code is None or not (code.values or (code.deal and code.deal[0] not in "/\\")):
        return
    deal = second or (code.deal if code.deal.isdecimal() else repr(code.deal) if code.deal else "")
    values = (f"{name}={value if value.isdecimal() else repr(value)}" for name, value in code.values.items())
    call = f"{called}({', '.join([repr(code.variant), *([deal] if deal else []), *values])})"
    raise UnknownVariant(f"{variant!r} is a share code and no name; give the deal and parameters apart: {call}")


def param_texts(params: Mapping[str, object]) -> dict[str, str]:
    """Parameter values as variants have them: texts, with the truth values in small letters."""
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in params.items()}
