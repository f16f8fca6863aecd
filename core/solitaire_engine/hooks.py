"""The hooks a plugin may implement. Each is a plain function marked with `hookimpl`.

A plugin is a module (or any object) named by an entry point in the group
``solitaire_engine.plugins``; the name of the entry point is the name that variants
write under ``plugins:``. All hooks are asked through `host`, which shields the engine
from plugins that fail; docs/hooks.md has an example of each.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pluggy

from .distributions import GROUP
from .effects import Effect, ExtraMove
from .words import Word

if TYPE_CHECKING:
    import typer

    from .position import Move
    from .solver.backends import SolverBackEnd
    from .view import View

__all__ = [
    "GROUP", "RULES_VERSION", "hookimpl", "solitaire_after_move", "solitaire_commands", "solitaire_extra_moves",
    "solitaire_solvers", "solitaire_variants", "solitaire_words",
]  # fmt: skip

PROJECT: Final = "solitaire_engine"
RULES_VERSION: Final = "solitaire_rules_version"
"""An attribute a plugin may have beside its hooks: a whole number, 1 where it is missing.

It goes into the hash of every variant that names the plugin and is asked by it in play,
as a word's `version` does, so raise it when the hooks come to act differently.
"""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a plugin's function as the implementation of the hook of its name: ``@hookimpl`` on the line above it."""


@hookspec
def solitaire_words() -> Iterable[Word]:  # type: ignore[empty-body]
    """The words this plugin brings. Asked once, when the plugin is loaded."""


@hookspec
def solitaire_variants() -> Iterable[Path]:  # type: ignore[empty-body]
    """Folders with further variant files (``*.yaml``), as absolute paths.

    Asked once, when the plugin is loaded.
    """


@hookspec
def solitaire_extra_moves(game: View) -> Iterable[ExtraMove]:  # type: ignore[empty-body]
    """Further legal moves of a position, for variants that name the plugin under ``plugins:``.

    Must depend on nothing but `game`. Every move given must be possible: its effects are
    tried before it is offered.
    """


@hookspec
def solitaire_after_move(game: View, move: Move) -> Iterable[Effect]:  # type: ignore[empty-body]
    """What follows of itself after `move`, for variants that name the plugin under ``plugins:``.

    `game` is the position after the move. Must depend on nothing but `game` and `move`.
    Asked again after its own effects until it gives none, so it must come to an end.
    """


@hookspec
def solitaire_solvers() -> Iterable[SolverBackEnd]:  # type: ignore[empty-body]
    """Solvers that answer in the place of the one in Python. Asked once, when something is first to be solved.

    What they import is best imported here, for most commands solve nothing.
    """


@hookspec
def solitaire_commands(app: typer.Typer) -> None:
    """Add subcommands to `app`, which becomes part of the ``solitaire`` command.

    Asked when the command line starts.
    """
