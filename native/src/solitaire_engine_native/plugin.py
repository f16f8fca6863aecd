"""The plugin: it brings a solver, and loads it only when something is to be solved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from solitaire_engine.hooks import hookimpl

if TYPE_CHECKING:
    from solitaire_engine.solver import SolverBackEnd


@hookimpl
def solitaire_solvers() -> Iterable[SolverBackEnd]:
    """The solver `native`."""
    # Imported here: most commands solve nothing and need not wait for it.
    from .backend import back_end

    return [back_end()]
