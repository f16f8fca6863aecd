"""Which games the compiled solver takes, and why it declines the others.

``python -m solitaire_engine_native.coverage`` prints that for the whole catalogue, as it
stands in docs/native.md; with names of games or files only for these.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solitaire_engine.catalog import Catalog, bundled_folder, default_catalog
from solitaire_engine.errors import SolitaireError
from solitaire_engine.host import default_host

from .tables import why_not


@dataclass(frozen=True, slots=True)
class Told:
    """One game: what it is called by and called, and why it is declined, empty if it is taken."""

    id: str
    name: str
    why: str


def of(catalog: Catalog, games: Iterable[str]) -> Iterator[Told]:
    """What becomes of these games; SolitaireError for one that cannot be loaded."""
    for game in games:
        rules = catalog.rules(game)
        yield Told(game, rules.variant.name, why_not(rules))


def of_all() -> list[Told]:
    """What becomes of every game and preset of the engine's own catalogue."""
    catalog = Catalog([bundled_folder()], default_host())
    return list(of(catalog, [entry.id for entry in catalog.entries]))


def table(told: list[Told]) -> Iterator[str]:
    """A sentence and a table of those declined, in Markdown."""
    declined = [each for each in told if each.why]
    taken = len(told) - len(declined)
    yield f"Of the {len(told)} games and presets of the catalogue it takes {taken} ({100 * taken / len(told):.1f} %)."
    if declined:
        yield from ("Declined are:", "", "| game | why |", "|---|---|")
        yield from (f"| {each.name} (`{each.id}`) | {each.why} |" for each in declined)


def main(games: list[str]) -> int:
    """Print the table, or a line for each of some games; gives the exit code."""
    if not games:
        print("\n".join(table(of_all())))
        return 0
    try:
        for told in of(default_catalog(), games):
            print(f"{told.id}: {f'declined, for {told.why}' if told.why else 'taken'}")
    except SolitaireError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
