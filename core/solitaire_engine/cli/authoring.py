"""`new` and `resolve`: a variant file to begin with, and a game's whole file with where each key comes from."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from ..catalog import default_catalog, folded, is_path, parse_share
from ..errors import SolitaireError
from ..folders import own_folder
from ..resolving import resolved_text
from ..starter import check_id, check_name, default_name, starter_text, write_new
from ..text.starting import rules_of
from .listing import tell_hidden
from .playing import param_values


def new_variant(id: str, extends: str | None, name: str | None, to: Path | None, user: bool) -> None:
    """Write a new variant file and say where it is."""
    if user and to is not None:
        raise typer.BadParameter("say where, or --user, not both", param_hint="--to")
    catalog = default_catalog()
    check_id(id, catalog)
    name = default_name(id) if name is None else name.strip()
    check_name(name)
    path = (own_folder() if user else to or Path()) / f"{id}.yaml"
    if extends is not None and is_path(extends):
        way = "name a game, or a file beside the new one by its id"
        raise SolitaireError(f"a file extends a game by its id, and {extends!r} is a path; {way}")
    write_new(path, starter_text(id, name, extends, catalog, path), make_folder=user)
    print(f"written: {path}")
    game = id if user else path
    print(f"next: solitaire check {game}, solitaire play {game}")


def resolve_variant(name: str, params: Sequence[str]) -> None:
    """Print the file that a game comes to."""
    catalog, code = default_catalog(), parse_share(name)
    if code.deal:
        raise SolitaireError(f"a file is that of a game, not of a deal; leave :{code.deal} out")
    # Asked first: it knows other spellings of choices, and says what is wrong with them.
    given = {folded(param) for param in (*code.values, *param_values(params))}
    variant = rules_of(code, catalog, param_values(params)).variant
    tell_hidden(variant.file)
    file = Path(variant.file)
    preset = variant.id if variant.id != file.stem else None
    own = {param: value for param, value in variant.values.items() if folded(param) in given}
    text = resolved_text(file, catalog.beside(file), catalog.host, preset, own)
    sys.stdout.write(text)
