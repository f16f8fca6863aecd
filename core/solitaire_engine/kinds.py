"""Which game it is that is played, for counting it and for dealing it daily: a variant and its parameters."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .catalog import Catalog, ShareCode, default_catalog, in_catalog
from .definitions import Variant
from .errors import SolitaireError


@dataclass(frozen=True, slots=True)
class Kind:
    """A variant by its id, or by its path where the catalogue has not got it, and the parameters that are not usual.

    Two kinds are equal where variant and parameters are, in whatever order these were given.
    """

    variant: str
    params: Mapping[str, str] = field(default_factory=dict[str, str])

    def __str__(self) -> str:
        """The share code without a deal, the parameters by name: ``klondike?back=none&draw=1``."""
        return str(ShareCode(self.variant, dict(sorted(self.params.items())), ""))

    def __hash__(self) -> int:
        return hash(str(self))

    @property
    def choices(self) -> str:
        """The parameters as a person reads them, such as "draw=1, back=none"; empty where all are usual."""
        return ", ".join(f"{name}={value}" for name, value in sorted(self.params.items()))


def kind_of(variant: Variant, catalog: Catalog | None = None) -> Kind:
    """The kind of a loaded variant.

    A preset that only sets parameters is of the kind of its game with these parameters, since
    the rules are the same; a preset with rules of its own is a kind of its own.
    """
    stem = Path(variant.file).stem
    known = in_catalog(variant)
    if variant.id == stem:
        return Kind(variant.id if known else str(Path(variant.file).absolute()), variant.changed_values)
    if known:
        with contextlib.suppress(SolitaireError):
            base = (catalog or default_catalog()).load(stem, variant.values)
            if base.hash == variant.hash:
                return Kind(base.id, base.changed_values)
    return Kind(variant.id, variant.changed_values)
