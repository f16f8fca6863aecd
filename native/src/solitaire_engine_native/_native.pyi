"""The compiled search. Use it through solitaire_engine.solver; see backend.py for what is handed over."""

from collections.abc import Callable

class BadInput(ValueError):
    """Tables, a position or a plan that cannot be; the text says what is wrong."""

class Native:
    """The solver of one game, made from the words of tables.py; ValueError if they are wrong."""

    def __init__(self, tables: bytes) -> None: ...
    @property
    def unique(self) -> bool:
        """Whether no two cards of the pack are one and the same for the rules."""
    def ways(
        self, position: bytes, *, safe_home: bool = True, alike: bool = True
    ) -> list[tuple[int, int, int, int, int, bytes]]:
        """Every way on, as (act, from, to, n, piles, position after): for tests.

        ValueError where the search's own books do not balance.
        """
    def solve(
        self,
        position: bytes,
        plan: list[tuple[int, int, int, list[int]]],
        *,
        positions: int = 0,
        seconds: float = -1.0,
        memory: int = 0,
        stop: Callable[[], bool] | None = None,
        progress: Callable[[int], None] | None = None,
        safe_home: bool = True,
        alike: bool = True,
    ) -> tuple[bool, str, int, int, int, int, float, list[tuple[int, int, int, int, int]]]:
        """Gives (won, reason, positions, made, bytes, moves by hand, seconds, steps); the GIL is free meanwhile."""
