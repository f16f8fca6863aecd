"""Win rates that others have published, for games whose rules agree with one of ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from ..catalog import Catalog, ShareCode, default_catalog
from ..errors import OddsError, UnknownVariant
from ..rules import Rules
from .statistics import Counts

FILE = "winnability.tsv"
PAPER = 'C. Blake and I. P. Gent, "The Winnability of Klondike Solitaire and Many Other Patience Games"'
PLACE = "arXiv:1906.12314v5 (2024)"
_NAMED = 6


@dataclass(frozen=True, slots=True)
class Published:
    """One published figure: `percent` of the deals can be won, give or take `plus_minus` with 95 % confidence.

    `variant` and `values` name our game with the same rules; `near` may name one that differs,
    such as the same game with other choices, and `why` says in what.
    """

    game: str
    preset: str
    percent: float
    plus_minus: float
    counts: Counts
    table: str
    variant: str
    values: Mapping[str, str]
    near: str
    why: str

    @property
    def rate(self) -> float:
        """The win rate, from 0 to 1."""
        return self.percent / 100

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval as it was published, both ends from 0 to 1."""
        return max(self.percent - self.plus_minus, 0.0) / 100, min(self.percent + self.plus_minus, 100.0) / 100

    @property
    def share(self) -> str:
        """Our game with the same rules, as `odds` takes it."""
        return str(ShareCode(self.variant, self.values, ""))


@cache
def all_published() -> tuple[Published, ...]:
    """Every figure of the file data/winnability.tsv, in its order."""
    text = (files("solitaire_engine") / "data" / FILE).read_text("utf-8")
    names, *rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return tuple(_published(dict(zip(names, row, strict=True))) for row in rows)


def _published(row: Mapping[str, str]) -> Published:
    counts = Counts(int(row["winnable"]), int(row["lost"]), int(row["unknown"]))
    values = dict(part.split("=", 1) for part in row["params"].split("&") if part)
    return Published(
        row["game"], row["preset"], float(row["percent"]), float(row["plus_minus"]), counts, row["table"],
        row["variant"], values, row["near"], row["why"],
    )  # fmt: skip


def published_for(rules: Rules, catalog: Catalog | None = None) -> Published:
    """The published figure for a game, found by its file's name and the hash of its rules.

    OddsError where there is none, with what there is for the same game under other rules.
    """
    catalog = catalog or default_catalog()
    same = [entry for entry in all_published() if entry.variant and _is_file_of(entry.variant, rules, catalog)]
    for entry in same:
        if catalog.rules(entry.variant, entry.values).variant.hash == rules.variant.hash:
            return entry
    variant = rules.variant
    asked = ShareCode(variant.id, variant.changed_values, "")
    told = "; ".join(_others(rules, same, catalog))
    raise OddsError(f"no figure was published for {asked}{f'; {told}' if told else ''}")


def _is_file_of(name: str, rules: Rules, catalog: Catalog) -> bool:
    """Whether a game of the catalogue may be that of the rules: their files have the same name."""
    try:
        return catalog.find(name).file.stem == Path(rules.variant.file).stem
    except UnknownVariant:
        return False


def _others(rules: Rules, same: list[Published], catalog: Catalog) -> Iterator[str]:
    """What is known of the game under other rules."""
    if same:
        names = [entry.share for entry in same[:_NAMED]]
        more = " and others" if len(same) > _NAMED else ""
        yield f"there are figures for {', '.join(names)}{more}"
    near = [entry for entry in all_published() if entry.near and _is_file_of(entry.near, rules, catalog)]
    # So many as Klondike has are no help beside the figures that there are.
    for entry in near if not same or len(near) <= _NAMED else ():
        yield f"that of {entry.game} ({entry.percent:g} %) is for other rules: {entry.why}"
