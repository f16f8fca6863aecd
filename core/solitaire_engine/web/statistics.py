"""The statistics as the page plots them."""

from __future__ import annotations

from dataclasses import fields

from ..catalog import is_path
from ..saves import SaveFolder
from ..stats import kind_from, outcomes, params_text, totals
from ..statstore import Played, StatsFile
from .telling import Json

_SHOWN = (
    "played", "won", "lost", "unfinished", "streak", "longest_won", "longest_lost", "best_seconds", "average_seconds",
    "best_moves", "average_moves", "hints",
)  # fmt: skip


def statistics(folder: SaveFolder) -> Json:
    """Every kind of game that was played, with its games in the order in which they were begun. Raises StatsError."""
    file = StatsFile.beside(folder)
    games = file.games()
    begun = file.times()
    kinds: dict[tuple[str, str], list[Played]] = {}
    for game in games:
        kinds.setdefault((game.variant, game.params), []).append(game)
    told: list[Json] = []
    for each in totals(games):
        variant, params = each.kind.variant, params_text(each.kind)
        known = {field.name: getattr(each, field.name) for field in fields(each)}
        played = kinds[variant, params]
        results = outcomes(played)
        told.append(
            {
                # A file of one's own goes by its name alone.
                "variant": variant.replace("\\", "/").rpartition("/")[2] if is_path(variant) else variant,
                "params": dict(kind_from(variant, params).params),
                "name": each.name,
                "label": f"{each.name} ({each.kind.choices})" if each.kind.params else each.name,
                **{name: known[name] for name in _SHOWN},
                "games": [
                    {
                        "outcome": result,
                        "seconds": game.seconds,
                        "moves": game.moves,
                        "hints": game.hints,
                        "daily": game.daily,
                        "begun": begun.get(game.id, ""),
                    }
                    for game, result in zip(played, results, strict=True)
                ],
            }
        )
    return {"kinds": told}
