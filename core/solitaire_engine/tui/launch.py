"""From a game to the table on the terminal and back: the terminal is left as it was found, whatever happens."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import platformdirs

from ..catalog import Catalog
from ..errors import SolitaireError
from ..game import Game
from ..saves import DATA_VARIABLE, Save, SavedGame, SaveFolder
from ..sentences import counted
from ..settings import Settings
from ..text.look import look_of
from .looks import Looks

if TYPE_CHECKING:
    from ..table.session import Session

CRASHED: Final = 1


def can_show(stdin: TextIO, stdout: TextIO, environ: Mapping[str, str], windows: bool = os.name == "nt") -> bool:
    """Whether there is a terminal that a table can be painted on."""
    if not (stdin.isatty() and stdout.isatty()):
        return False
    term = environ.get("TERM", "")
    return windows if not term else term not in ("dumb", "unknown")


def looks_for(settings: Settings, *, ascii: bool) -> Looks:
    """How the table is drawn on this terminal: as set, as asked, and as the terminal can."""
    look = look_of(sys.stdout, settings, ascii=ascii)
    return Looks(look.ascii, look.color, settings.four_colors, settings.theme)


def log_folder() -> Path:
    """Where the program writes what went wrong: beside the games if these are elsewhere, else the user's folder."""
    chosen = os.environ.get(DATA_VARIABLE)
    return Path(chosen) / "logs" if chosen else platformdirs.user_log_path("solitaire-engine", appauthor=False)


def open_table(
    game: Game,
    save: Save,
    folder: SaveFolder,
    settings: Settings,
    catalog: Catalog,
    looks: Looks,
    kept: Sequence[SavedGame] = (),
    watched: str = "",
    *,
    asks: bool = True,
) -> int:
    """Play at the table until the player leaves; gives the exit code.

    `save`: where `game` is kept; `folder`: where new games are. `kept`: unfinished games, the
    newest first; if `asks` they are offered, those of the same variant before the others, else only counted.
    `watched`: the name of the game, or the path of its file, where it is to be dealt again whenever the file is saved.
    """
    # Textual reads the variable for itself, and the setting goes before it.
    os.environ.pop("NO_COLOR", None)
    if not looks.color:
        os.environ["NO_COLOR"] = "1"
    # A size that some shells export is that of the window they once had; the terminal knows its own.
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    from ..table.session import Session
    from .app import TableApp
    from .terminal import use_plain_bars

    if looks.ascii:
        use_plain_bars()
    session = Session(game, save, folder, settings)
    offered = sorted(kept, key=lambda saved: saved.variant != game.rules.variant.id)
    if watched:
        from .rereading import RereadingTable

        app: TableApp = RereadingTable(session, catalog, settings, looks, watched)
    else:
        app = TableApp(session, catalog, settings, looks, offered if asks else ())
    if kept and not asks:
        session.message = f"{session.message} {counted(len(kept), 'unfinished game')}: solitaire saves."
    crash: BaseException | None = None
    code: int | None = None
    try:
        code = app.run()
        crash = app.crash
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        crash = error
    finally:
        session.leave()
        app.close()
    if crash is None and code is None:
        crash = RuntimeError("the table has closed by itself")
    if crash is not None:
        return _crashed(crash, f"{session.warning[:1].lower()}{session.warning[1:]}" or "the game is kept")
    try:
        _tell_leaving(session)
        sys.stdout.flush()
    except OSError:
        # Nobody is there any more; what is still in the buffer must not fail at exit either.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return CRASHED if code is None else code


def _tell_leaving(session: Session) -> None:
    game = session.game
    if session.warning:
        print(session.warning)
    elif (game.moves or game.undone) and not game.is_won:
        print("The game is kept. To go on: solitaire play --resume")


def _crashed(error: BaseException, kept: str) -> int:
    """Write down where the fault is, and say so in one line; gives the exit code.

    `kept`: what has become of the game.
    """
    lines = "".join(traceback.format_exception(error))
    what = " ".join(str(error).split())
    if not isinstance(error, SolitaireError):
        # What a plugin does wrong says so itself, and is no fault of this program's.
        what = f"internal error, please report it: {type(error).__name__}{f': {what}' if what else ''}"
    path = log_folder() / f"crash-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(lines, "utf-8")
        where = f"the log is {path}"
    except OSError as failed:
        where = f"no log could be written ({failed.strerror})"
    print(f"solitaire: {what}; {kept}; {where}", file=sys.stderr)
    return CRASHED
