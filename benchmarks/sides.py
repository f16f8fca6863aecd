"""The two sides that peers.py compares: the compiled solver, and fc-solve's library called through ctypes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import process_time

from solitaire_engine.apply import apply
from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.fcsolve import to_fc_solve
from solitaire_engine.game import Game
from solitaire_engine.outcome import is_won
from solitaire_engine.position import Position
from solitaire_engine.refusals import why_not
from solitaire_engine.rules import Rules
from solitaire_engine_native._native import Native
from solitaire_engine_native.backend import moves_of
from solitaire_engine_native.portfolio import plan
from solitaire_engine_native.tables import position_of, tables_of

LIBRARY = "libfreecell-solver.so.0"
FREECELL, BAKERS = ("-g", "freecell"), ("-g", "bakers_game", "--sequences-are-built-by", "suit")
"""Baker's Game names its suits once more, or fc-solve 5.0.0's scan of patsolve builds in colours."""
ONE_CELL = ("-g", "freecell", "--freecells-num", "1")
FASTEST = ("-l", "lg")
ATOMIC = ("-to", "01ABCDE", "-sp", "r:tf")
"""Every single move, and cards home where that is safe: it looks at everything."""
SORTED = ("--method", "random-dfs", "-to", "01[ABCDE]=asw(1)", "-sp", "r:tf")
"""The same, the best looking moves first."""
SORTED_META = ("--method", "random-dfs", "-to", "01[23456789ABCDE]=asw(1)", "-sp", "r:tf")
"""The same with its meta moves among them."""
COMPLETE: tuple[tuple[str, ...], ...] = (
    *(ATOMIC, SORTED, SORTED_META, ("-to", "0123456789ABCDE", "-sp", "r:tf")),
    *(("-l", "cn"), ("-l", "tfts"), ("-l", "fg")),
)
"""Its presets without meta moves, and scans that have all single moves. Its scan of patsolve is not
among them: it says that freecell cells=1 ms:144 and ms:189 are lost, which others of its scans win."""
PRESETS = ("lg", "as", "ct", "cm", "te", "eo", "obf", "gi", "tft", "fn", "hw", "rtt")
FIRST: tuple[tuple[str, ...], ...] = (*(("-l", name) for name in PRESETS), ())
"""Its presets for FreeCell that find most, and () for what it does unless told."""
QUOTAS = (0, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000)
"""The iterations that a first scan may have."""
ENDS = (250_000, 500_000, 1_000_000, 2_000_000)
"""Those that a complete one may have."""

MEMORY = 2 * 10**9
"""The most bytes that ours may take."""

faults: list[str] = []
"""What went wrong, a line each."""


@dataclass(frozen=True)
class Result:
    """What one side says about one deal."""

    verdict: str
    """`won`, `lost`, or `open`."""
    seconds: float
    moves: int = 0
    by_hand: int = 0
    stored: int = 0
    """Positions; iterations of fc-solve."""


@dataclass(frozen=True)
class Deal:
    """A deal, as both sides read it."""

    name: str
    start: Position
    ours: bytes
    theirs: bytes


def deals_of(rules: Rules, numbers: Sequence[int], boards: bool = True) -> list[Deal]:
    """Microsoft's deals of a game; `to_fc_solve` makes sure that its text reads back as the same position."""
    found: list[Deal] = []
    for number in numbers:
        start = Game(rules, parse_deal(f"ms:{number}")).start
        text = to_fc_solve(rules, start) if boards else ""
        found.append(Deal(f"ms:{number}", start, position_of(start), text.encode()))
    return found


class Ours:
    """The compiled solver of one game."""

    def __init__(
        self, game: str, values: Mapping[str, str] | None = None, seconds: float | None = None, positions: int = 0
    ) -> None:
        self.rules = default_catalog().rules(game, values)
        self.native, self.plan, self.seconds = Native(tables_of(self.rules)), plan(self.rules), seconds
        self.positions = positions

    def __call__(self, deal: Deal) -> Result:
        """Solve a deal, within some positions or seconds of processor time if there is a limit."""
        return self.solve(deal)[0]

    def solve(self, deal: Deal) -> tuple[Result, list[tuple[int, int, int, int, int]]]:
        """The result, and the steps of the solution."""
        begun = process_time()
        stop = None if self.seconds is None else lambda: process_time() - begun > (self.seconds or 0)
        won, reason, stored, _, _, by_hand, _, steps = self.native.solve(
            deal.ours, self.plan, positions=self.positions, memory=MEMORY, stop=stop
        )
        taken = process_time() - begun
        return Result("won" if won else "open" if reason else "lost", taken, len(steps), by_hand, stored), steps

    def replayed(self, deal: Deal) -> Result:
        """The same, and the moves of a solution are made in the engine."""
        result, steps = self.solve(deal)
        if result.verdict == "won":
            position = deal.start
            for move in moves_of(self.rules, steps):
                if why_not(self.rules, position, move) is not None:
                    break
                position = apply(self.rules, position, move)
            if not is_won(self.rules, position):
                faults.append(f"{deal.name}: our moves do not win")
        return result


class _Moves(ctypes.Structure):
    _fields_ = (("number", ctypes.c_int), ("moves", ctypes.c_void_p))


class Scan:
    """fc-solve, set up once by arguments of its command line; ValueError if it does not know them."""

    def __init__(self, arguments: Sequence[str], iterations: int = 0) -> None:
        self.library = ctypes.CDLL(LIBRARY)
        self.arguments, self.iterations = arguments, iterations
        self.user = ctypes.c_void_p(self._call("alloc", ctypes.c_void_p)())
        words = (ctypes.c_char_p * len(arguments))(*[word.encode() for word in arguments])
        error, last = ctypes.c_void_p(), ctypes.c_int()
        parse = self._call("cmd_line_parse_args_with_file_nesting_count")
        if parse(
            self.user, len(arguments), words, 0, None, None, None, ctypes.byref(error), ctypes.byref(last), -1, None
        ):
            raise ValueError(f"fc-solve does not take {' '.join(arguments)}")
        self._limit = self._call("limit_iterations_long")
        self._solve, self._recycle = self._call("solve_board"), self._call("recycle")
        self._left, self._sequence = self._call("get_moves_left"), self._call("get_moves_sequence")
        self._times = self._call("get_num_times")
        self._free = ctypes.CDLL(None).free
        self._free.argtypes = [ctypes.c_void_p]

    def _call(self, name: str, gives: type[ctypes.c_int] | type[ctypes.c_void_p] = ctypes.c_int) -> Callable[..., int]:
        function = self.library[f"freecell_solver_user_{name}"]
        function.restype = gives
        return function

    def __call__(self, deal: Deal) -> Result:
        """Solve a deal; `lost` means that the scan has come to its end, which proves it only if it is complete."""
        user, moves = self.user, _Moves()
        if self.iterations:
            self._limit(user, ctypes.c_ssize_t(self.iterations))
        begun = process_time()
        code = self._solve(user, deal.theirs)
        number = 0
        if code == 0:
            number = self._left(user)
            self._sequence(user, ctypes.byref(moves))
        taken = process_time() - begun
        iterations = self._times(user)
        self._free(moves.moves)
        self._recycle(user)
        if code not in (0, 1, 5):
            raise ValueError(f"fc-solve answers {deal.name} with code {code}")
        return Result({0: "won", 1: "lost", 5: "open"}[code], taken, number, number, iterations)

    def close(self) -> None:
        """Give its memory back."""
        self._call("free")(self.user)


class Theirs:
    """One scan of fc-solve for at most some iterations, and a complete one for what that does not solve."""

    def __init__(
        self, game: Sequence[str], first: Sequence[str], quota: int, complete: Sequence[str] | None, most: int = 0
    ) -> None:
        self.first = Scan([*game, *first], quota) if quota or complete is None else None
        self.complete = Scan([*game, *complete], most) if complete is not None else None
        told = " ".join(first) or "with no scan named"
        self.name = f"fc-solve {' '.join(game)} {told}" if self.first else f"fc-solve {' '.join(game)}"
        if self.complete is not None and complete is not None:
            self.name += (f" for {quota:,} iterations, then" if self.first else "") + f" {' '.join(complete)}"

    def __call__(self, deal: Deal) -> Result:
        """The result of the scan that decided; the time of both."""
        found = self.first(deal) if self.first is not None else Result("open", 0.0)
        if found.verdict == "won" or self.complete is None:
            return found
        then = self.complete(deal)
        return Result(then.verdict, found.seconds + then.seconds, then.moves, then.by_hand)
