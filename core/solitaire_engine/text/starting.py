"""From what a person names to a game: a variant, a share code, a file, a deal, a position."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from pathlib import Path

from ..cards import parse_card
from ..catalog import Catalog, ShareCode, folded, is_path, parse_share
from ..deals import Deal, parse_deal, random_deal, read_deck
from ..definitions import Param
from ..errors import SolitaireError, UnknownVariant
from ..rules import Rules

_YAML = re.compile(r"(?i).*?\.ya?ml(?:[?:]|$)")
_NUMBER = re.compile(r"-?[0-9]+|(?i:ms|pysol) *:.*")
_FILE_NAME = re.compile(r".*\.[A-Za-z0-9]{1,12}")
Values = Mapping[str, str]


def record_path(name: str, catalog: Catalog) -> Path | None:
    """The path of a game record, if that is what the name is; None for a variant or a share code.

    Raises SolitaireError where the name can only be that of a file, and there is none.
    """
    path = Path(name)
    in_folder = "/" in name or "\\" in name
    if _YAML.match(name):
        return None
    if in_folder:
        if not path.exists():
            raise SolitaireError(f"{name}: there is no such file; name a game, a variant's YAML file or a game record")
        return path
    known = _knows(catalog, parse_share(name).variant)
    if known or not _is_file(path):
        if not known and _FILE_NAME.fullmatch(name):
            raise SolitaireError(f"{name}: there is no such file, nor a game of that name; see: solitaire list")
        return None
    return path


def _is_file(path: Path) -> bool:
    """Whether there is such a file; a name that the system refuses, as too long a one, is that of none."""
    with contextlib.suppress(OSError, ValueError):
        return path.is_file()
    return False


def _knows(catalog: Catalog, name: str) -> bool:
    try:
        catalog.find(name)
    except UnknownVariant:
        return False
    return True


def game_id(name: str, catalog: Catalog) -> str:
    """The id of the game that a name or a path means; UnknownVariant tells the nearest."""
    return Path(name).stem if is_path(name) else catalog.find(name).id


def rules_of(code: ShareCode, catalog: Catalog, values: Values, usual: Values | None = None) -> Rules:
    """The rules of a variant with the parameters of its share code, overruled by `values`.

    `usual`: what the user's settings have for the game, for parameters that neither sets.
    Names and values may differ from the variant's in case, spaces, hyphens and underscores.
    SolitaireError says what is not offered.
    """
    given = {**(usual or {}), **code.values, **values}
    if not given:
        return catalog.rules(code.variant)
    params = catalog.load(code.variant).params
    return catalog.rules(code.variant, dict(_spelled(params, name, value) for name, value in given.items()))


def _spelled(params: tuple[Param, ...], name: str, value: str) -> tuple[str, str]:
    """A parameter and its value as the variant spells them; as given where it has none of the kind."""
    param = next((p for p in params if folded(p.name) == folded(name)), None)
    if param is None:
        return name, value
    return param.name, next((c for c in param.choices if c == value or folded(c) == folded(value) != ""), value)


def deal_of(text: str) -> Deal:
    """The deal that a text names: a deal as `deals` writes it, the cards of a deck, or a file with them.

    ``random`` picks one. Raises DealError.
    """
    if text.strip().lower() == "random":
        return random_deal()
    first = re.split(r"[-,\s]+", text.strip())[0]
    if not first.isdecimal() and _is_card(first):
        return parse_deal(f"deck:{text}")
    # A file may be called 7, but the deal 7 is the same for everybody.
    if not _NUMBER.fullmatch(text.strip()) and (_is_file(Path(text)) or "/" in text or "\\" in text):
        return read_deck(Path(text))
    return parse_deal(text)


def _is_card(text: str) -> bool:
    try:
        parse_card(text)
    except ValueError:
        return False
    return True
