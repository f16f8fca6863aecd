"""The page of all games of the catalogue, family by family, each with a picture of its deal.

``python -m solitaire_engine.catalogue_docs > docs/catalogue.md`` writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .catalog import Catalog, Entry, bundled_folder
from .definitions import Param
from .describe_deal import opening_deal
from .game import deal
from .host import default_host
from .rules import Rules
from .sentences import joined
from .text.board import board_text
from .text.look import Look

DEAL = 1
"""The deal that is shown of every game."""
LOOK = Look(width=80, ascii=True)

_BEFORE = f"""\
# The catalogue

All games in [variants/](../variants), by family. `solitaire play` takes a game's id or name, `solitaire rules` prints
its rules page, and `solitaire list --family golf` lists a family. The pictures show deal {DEAL} of each game: `##` is a
card that lies face down, `--` an empty pile, and under a stock stands the number of its cards.

This page is written by `python -m solitaire_engine.catalogue_docs > docs/catalogue.md`."""


def catalogue_page(catalog: Catalog) -> str:
    """The page in Markdown, ending in a line feed. SolitaireError if a game cannot be loaded or dealt."""
    return "\n".join([*_page(catalog), ""])


def _page(catalog: Catalog) -> Iterator[str]:
    families: dict[str, list[Entry]] = {}
    for entry in catalog.entries:
        families.setdefault(entry.family, []).append(entry)
    files = sum(entry.preset is None for entry in catalog.entries)
    yield _BEFORE
    yield f"\nThere are {files} games in {len(families)} families, and {len(catalog.entries) - files} presets of them."
    yield ""
    for family in sorted(families):
        yield f"- [{family}](#{family}): {joined([e.name for e in _games(families[family])])}"
    for family in sorted(families):
        yield f"\n## {family}"
        for entry in _games(families[family]):
            presets = [other for other in families[family] if other.preset and other.file == entry.file]
            yield from _game(catalog, entry, presets)


def _games(entries: Sequence[Entry]) -> list[Entry]:
    """The games of their own, by name."""
    return sorted((entry for entry in entries if entry.preset is None), key=lambda entry: entry.name)


def _game(catalog: Catalog, entry: Entry, presets: Sequence[Entry]) -> Iterator[str]:
    rules = catalog.rules(entry.id)
    yield f"\n### {entry.name}\n"
    yield f"{' '.join(_facts(rules))}\n"
    items = [*map(_choice, rules.variant.params), *(f"`{preset.id}` is {preset.name}" for preset in presets)]
    yield from (f"- {item}" for item in items)
    if items:
        yield ""
    picture = board_text(rules, deal(entry.id, DEAL, catalog=catalog).position, LOOK)
    yield f"```text\n{picture}\n```"


def _facts(rules: Rules) -> Iterator[str]:
    """The id, the other names, the pack, what it needs, and how it is dealt."""
    variant = rules.variant
    also = f", also called {joined(variant.aliases, 'or')}" if variant.aliases else ""
    packs = "one pack" if variant.packs == 1 else "two packs"
    needs = f", with the plugin {joined(variant.plugins)}" if variant.plugins else ""
    yield f"`{variant.id}`{also}: {packs}, {len(variant.pack)} cards{needs}."
    yield from opening_deal(rules)


def _choice(param: Param) -> str:
    choices = [f"`{choice}`{' (usual)' if choice == param.default else ''}" for choice in param.choices]
    return f"`{param.name}`{f', {param.text}' if param.text else ''}: {joined(choices, 'or')}"


if __name__ == "__main__":
    print(catalogue_page(Catalog([bundled_folder()], default_host())), end="")
