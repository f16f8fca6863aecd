"""The reference page for authors of variants, made from the tables that validate their files.

``python -m solitaire_engine.schema_docs > docs/schema.md`` writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from .game_words import REDEAL, REMOVAL, SCORE, SCORES, WIN
from .grammar import BUILD, DEAL, GAP, LIFT, LIMIT, USES
from .host import CORE, Host
from .reading import Key, Record, Type
from .schema import DEAL_STEP, DECK, DEFAULTS, KEYS, META, PARAM, PATCH, PRESET, TOP, TRANSFER
from .schema_prose import AFTER, BEFORE, LANGUAGES, PILES, STEPS, WORDS
from .words import Lift, StockDeal, Word

_MODES = {
    "none": "no card may be moved",
    "top": "only the top card may be moved",
    "pile": "only the whole pile may be moved",
    "top-or-pile": "the top card or the whole pile may be moved",
    "tail": "the top card may be moved together with those under it that are built on one another",
}


def schema_page(host: Host) -> str:
    """The page in Markdown. Of the words those of the engine and of the plugins that come with it are told."""
    return "\n".join([*_page(host), ""])


def _page(host: Host) -> Iterator[str]:
    yield BEFORE
    yield from _keys("The file", "All keys of a file. Those marked * must be there.", TOP)
    yield from _record(META, "Told about a game; nothing here changes how it plays.")
    yield from _record(DECK)
    yield from _keys("params", "The keys of each parameter.", PARAM)
    patch = ", ".join(f"`{key}`" for key in PATCH)
    yield from _keys("presets", f"The keys of each preset; besides these it may change {patch}.", PRESET)
    yield PILES
    yield from _defaults()
    yield from _group_keys()
    yield LANGUAGES
    yield from _record(BUILD, "The map form of `build`.")
    yield from _record(LIFT, "The map form of `lift`.")
    yield from _record(LIMIT, "The map form of `limit`.")
    yield from _record(GAP, "The map form of `gap`; `start` has only the first two keys.")
    also = "Further keys belong to the word; those of `row` are `each`, or `count`, which means the same."
    yield from _keys("A stock deal", f"The map under `deal` of a stock. {also}", DEAL)
    yield STEPS
    yield from _record(DEAL_STEP)
    yield from _record(TRANSFER)
    yield from _record(REMOVAL, "Besides `cards` exactly one of `sum`, `rank`, `ranks`, `same`, `by`, `beaten`.")
    yield from _record(REDEAL)
    yield from _record(WIN, "Exactly one of these.")
    yield from _record(SCORE, f"A map with these keys, or one of the words {_list(SCORES)}.")
    yield WORDS
    yield from _words(host)
    yield AFTER


def _keys(title: str, intro: str, keys: Mapping[str, Key]) -> Iterator[str]:
    """A table of keys."""
    yield f"\n### {title}\n"
    if intro:
        yield f"{intro}\n"
    rows = (
        (f"`{name}`{' *' if key.required else ''}", key.doc, _expects(key.type), f"`{name}: {key.example}`")
        for name, key in keys.items()
    )
    yield from _table(("key", "what it is for", "value", "example"), rows)


def _record(record: Record, intro: str = "") -> Iterator[str]:
    title = record.what[:1].upper() + record.what[1:] if " " in record.what else record.what
    yield from _keys(title, intro, record.keys)


def _expects(kind: Type) -> str:
    """What a value must be, as messages say it."""
    return kind.expects


def _group_keys() -> Iterator[str]:
    """The keys of all kinds of groups in one table; a key that means the same in several kinds stands once."""
    kinds: dict[tuple[str, str], list[str]] = {}
    found: dict[tuple[str, str], Key] = {}
    for kind, keys in KEYS.items():
        for name, key in keys.items():
            kinds.setdefault((name, key.doc), []).append(kind)
            found.setdefault((name, key.doc), key)
    yield "\n### The keys of a group\n"
    rows = (
        (
            f"`{name}`{' *' if key.required else ''}",
            "all" if len(kinds[name, doc]) == len(KEYS) else ", ".join(kinds[name, doc]),
            doc,
            _expects(key.type),
            f"`{name}: {key.example}`",
        )
        for (name, doc), key in found.items()
    )
    yield from _table(("key", "kinds", "what it is for", "value", "example"), rows)


def _defaults() -> Iterator[str]:
    """What a group has that says nothing, by kind."""
    names = ("count", "build", "start", "lift", "gap", "accept", "max")
    rows = (
        (f"`{kind}`", *(f"`{given[name]}`" if name in KEYS[kind] and given[name] else "" for name in names))
        for kind, given in DEFAULTS.items()
    )
    yield from _table(("kind", *names), rows)
    yield (
        "\nAn empty place means that the kind has no such key, or no limit. Foundations: `count` is for each pack, and "
        "`build` goes round from king to ace unless the base is the ace."
    )


def _words(host: Host) -> Iterator[str]:
    """All words by kind, with what they mean and where they come from."""
    for kind, use in USES.items():
        rows = [
            (f"`{word.name}`", meaning(word), "the engine" if owner == CORE else f"the plugin `{owner}`")
            for word, owner in host.words.all()
            if type(word) is kind and comes_along(host, owner)
        ]
        if rows:
            yield f"\n### Words for {use}\n"
            yield from _table(("word", "means", "comes from"), rows)


def comes_along(host: Host, owner: str) -> bool:
    """Whether a plugin is installed with the engine."""
    info = host.info(owner)
    return owner == CORE or (info is not None and info.distribution.replace("_", "-") == "solitaire-engine")


def meaning(word: Word) -> str:
    """What a word means, as a clause."""
    text = word.rule or (_MODES[word.mode] if isinstance(word, Lift) else "")
    if isinstance(word, StockDeal):
        usual = [f"`{key}: {default}` if nothing is said" for key, default in word.keys.items()]
        text = "; ".join([text or "as many cards to each pile, in rows", *usual])
    return text.replace("{pile}", "pile").replace("{cells}", "cells")


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def _list(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


if __name__ == "__main__":
    from .host import default_host

    print(schema_page(default_host()), end="")
