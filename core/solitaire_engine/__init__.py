"""A plugin-based engine for patience card games, each written as one YAML file.

    >>> import solitaire_engine as se
    >>> game = se.deal("antares", 7)
    >>> len(game.legal_moves) > 0
    True

Names are imported when they are first used, so that importing the package costs little.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .catalog import Catalog, default_catalog
    from .deals import Deal, parse_deal
    from .effects import ExtraMove, Shuffle, Take, Turn
    from .errors import (
        DealError,
        IllegalMove,
        PluginError,
        PositionError,
        Problem,
        RecordError,
        SolitaireError,
        UnknownVariant,
        VariantError,
    )
    from .game import Game, deal, from_position
    from .hooks import hookimpl
    from .notation import parse_move, parse_position
    from .position import Move, Position
    from .rules import Rules

_HOMES = {
    "catalog": ("Catalog", "default_catalog"),
    "deals": ("Deal", "parse_deal"),
    "effects": ("ExtraMove", "Shuffle", "Take", "Turn"),
    "errors": (
        "DealError", "IllegalMove", "PluginError", "PositionError", "Problem", "RecordError", "SolitaireError",
        "UnknownVariant", "VariantError",
    ),
    "game": ("Game", "deal", "from_position"),
    "hooks": ("hookimpl",),
    "notation": ("parse_move", "parse_position"),
    "position": ("Move", "Position"),
    "rules": ("Rules",),
}  # fmt: skip
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Catalog", "Deal", "DealError", "ExtraMove", "Game", "IllegalMove", "Move", "PluginError", "Position",
    "PositionError", "Problem", "RecordError", "Rules", "Shuffle", "SolitaireError", "Take", "Turn", "UnknownVariant",
    "VariantError", "deal", "default_catalog", "from_position", "hookimpl", "parse_deal", "parse_move",
    "parse_position",
]  # fmt: skip


def __getattr__(name: str) -> object:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{home}", __name__), name)
    # Not kept in globals where a submodule has the same name would be hidden by it.
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
