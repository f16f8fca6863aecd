"""`serve` and `play --web`: the table in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

import typer

from ..errors import SolitaireError
from ..folders import data_folder

if TYPE_CHECKING:
    # The server answers before all this is loaded.
    from ..catalog import Catalog
    from ..game import Game
    from ..saves import Save, SavedGame, SaveFolder
    from ..settings import Settings
    from ..web.app import Tables

NEEDED = ("starlette", "uvicorn", "websockets")
"""What the extra ``web`` installs."""
MOST_PORTS = 65_535


def check_installed() -> None:
    """SolitaireError if the table in a browser cannot be served here."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        way = "install it with: pip install 'solitaire-engine[web]'"
        raise SolitaireError(f"the table in a browser needs {' and '.join(missing)}; {way}")


def port_of(text: str) -> int:
    """The port that a text names; a usage error if it names none."""
    if not text.isdecimal() or len(text) > len(str(MOST_PORTS)) or int(text) > MOST_PORTS:
        raise typer.BadParameter(f"a port is a number from 0 to {MOST_PORTS}", param_hint="--port")
    return int(text)


def serve_tables(host: str, port: str, names: Sequence[str], new_token: bool, opens: bool) -> int:
    """Serve until it is ended; gives the exit code."""
    number = port_of(port)
    check_installed()
    from ..web.serving import Wish, serve

    return serve(_tables, Wish(host, number, tuple(names), new_token, opens), data_folder(), say=_say)


def _say(text: str) -> None:
    print(text, flush=True)


def _tables() -> Tables:
    from ..catalog import default_catalog
    from ..saves import SaveFolder
    from ..settings import load_settings
    from ..web.app import Tables
    from ..web.site import make_site

    return Tables(make_site(default_catalog(), load_settings(), SaveFolder()))


def serve_game(
    game: Game,
    save: Save,
    folder: SaveFolder,
    settings: Settings,
    catalog: Catalog,
    kept: Sequence[SavedGame],
    port: int | None,
    opens: bool,
) -> int:
    """Serve with a game that the link leads to; gives the exit code.

    `kept`: unfinished games, to be told of. `port` and `opens` as of a `Wish`.
    """
    check_installed()
    from ..sentences import counted
    from ..web.app import Tables
    from ..web.serving import Wish, serve
    from ..web.site import make_site

    if kept:
        print(f"{counted(len(kept), 'unfinished game')}; the page lists them.")
    site = make_site(catalog, settings, folder)
    room = site.rooms.seat(game, save)
    return serve(lambda: Tables(site), Wish(port=port, opens=opens), data_folder(), f"/game/{room.id}", _say)
