"""`play`: from what was asked for to a game at the table."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from ..catalog import Catalog, ShareCode, default_catalog, parse_share
from ..deals import parse_deal, random_deal
from ..errors import PositionError, RecordError, SolitaireError
from ..game import Game
from ..notation import parse_position
from ..records import load_record
from ..saves import Save, SavedGame, SaveFolder
from ..settings import Settings, load_settings
from ..text.console import Console
from ..text.look import look_of
from ..text.play import TextPlay
from ..text.starting import deal_of, game_id, record_path, rules_of

_POSITION_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks for."""

    game: str | None
    deal: str | None
    params: tuple[str, ...]
    position: str | None
    position_file: Path | None
    resume: bool
    ascii: bool
    any_rules: bool

    @property
    def sets_up(self) -> bool:
        """Whether anything says how a new game begins."""
        return bool(self.deal or self.params or self.position or self.position_file)


def play_game(wanted: Wanted) -> int:
    """Play what is wanted in the terminal; gives the exit code."""
    settings, catalog, folder = load_settings(), default_catalog(), SaveFolder()
    console = Console(sys.stdin, sys.stdout, look_of(sys.stdout, settings, ascii=wanted.ascii))
    game, save, kept = _game_and_save(wanted, settings, catalog, folder)
    if kept is not None:
        console.say(f"{_about(kept)} is kept unfinished; to go on with it: solitaire play --resume")
    return TextPlay(game, save, folder, console, settings).run()


def _game_and_save(
    wanted: Wanted, settings: Settings, catalog: Catalog, folder: SaveFolder
) -> tuple[Game, Save, SavedGame | None]:
    """The game, where it is kept, and another unfinished game to be told of."""
    record = record_path(wanted.game, catalog) if wanted.game is not None else None
    if record is not None or wanted.resume or wanted.game is None:
        if wanted.sets_up:
            if wanted.game is None and not wanted.resume:
                raise typer.BadParameter("name the game to begin, as in solitaire play antares --deal 7")
            raise typer.BadParameter("a resumed game has its deal and choices already")
        path = record or _unfinished(wanted, catalog, folder)
        return (*folder.resume(path, catalog, any_rules=wanted.any_rules), None)
    game = new_game(wanted, wanted.game, catalog, settings)
    kept: list[SavedGame] = []
    # A folder that cannot be read keeps nobody from playing; that nothing is kept there is said at the first move.
    with contextlib.suppress(RecordError):
        kept = folder.unfinished()
    return game, folder.begin(game), kept[0] if kept else None


def _unfinished(wanted: Wanted, catalog: Catalog, folder: SaveFolder) -> Path | None:
    """The file of the unfinished game to resume; None for the newest of all."""
    saved = folder.unfinished()
    if wanted.game is None:
        if not saved:
            how = "name a game, as in solitaire play antares; solitaire list has all"
            raise SolitaireError(f"there is no unfinished game; {how}")
        return None
    id = game_id(parse_share(wanted.game).variant, catalog)
    found = next((game.path for game in saved if game.variant == id), None)
    if found is None:
        raise SolitaireError(f"there is no unfinished game of {id}; begin one with: solitaire play {wanted.game}")
    return found


def new_game(wanted: Wanted, name: str, catalog: Catalog, settings: Settings, default_deal: str = "") -> Game:
    """A new game as the command line describes it.

    `default_deal`: the deal where none is given, by default a random one.
    """
    code = parse_share(name)
    if wanted.deal is not None and code.deal:
        raise typer.BadParameter(f"the share code has a deal already, {code.deal}", param_hint="--deal")
    rules = rules_of(code, catalog, param_values(wanted.params), _usual(code, catalog, settings))
    text = _position_text(wanted)
    if text is not None:
        if wanted.deal is not None or code.deal:
            raise typer.BadParameter("a game begins from a deal or from a position, not both", param_hint="--position")
        return Game(rules, parse_position(rules, text))
    if code.deal:
        return Game(rules, parse_deal(code.deal))
    if wanted.deal is not None:
        return Game(rules, deal_of(wanted.deal))
    return Game(rules, parse_deal(default_deal) if default_deal else random_deal())


def _usual(code: ShareCode, catalog: Catalog, settings: Settings) -> Mapping[str, str]:
    """The parameters that the settings have for a game; none for a share code, which means the same for everybody."""
    if code.deal or code.values or not settings.params:
        return {}
    usual = settings.params_of(game_id(code.variant, catalog))
    if usual:
        try:
            rules_of(code, catalog, usual)
        except SolitaireError as error:
            raise SolitaireError(f"{error} (the settings say so, see: solitaire config)") from error
    return usual


def param_values(params: Sequence[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for param in params:
        name, equals, value = param.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise typer.BadParameter(f"{param!r} sets nothing; write NAME=VALUE, as in draw=1", param_hint="--param")
        if values.setdefault(name.strip(), value.strip()) != value.strip():
            raise typer.BadParameter(f"{name.strip()!r} is set twice, to different values", param_hint="--param")
    return values


def _position_text(wanted: Wanted) -> str | None:
    if wanted.position is not None and wanted.position_file is not None:
        raise typer.BadParameter("the position is given twice", param_hint="--position-file")
    if wanted.position_file is None:
        return wanted.position
    path = wanted.position_file
    try:
        with path.open("rb") as stream:
            data = stream.read(_POSITION_BYTES + 1)
        if len(data) > _POSITION_BYTES:
            raise PositionError(f"{path}: larger than {_POSITION_BYTES} bytes, so no position")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise PositionError(f"{path}: the position cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise PositionError(f"{path}: this is not UTF-8 text, so no position") from error


def _about(saved: SavedGame) -> str:
    return f"A game of {saved.name} ({saved.moves} move{'' if saved.moves == 1 else 's'})"


def shown_game(wanted: Wanted, name: str, catalog: Catalog, settings: Settings) -> Game:
    """The game that `show` prints: a record's, or a new one, deal 1 where none is given."""
    record = record_path(name, catalog)
    if record is None:
        return new_game(wanted, name, catalog, settings, default_deal="1")
    if wanted.sets_up:
        raise typer.BadParameter("a record has its deal and choices already")
    return load_record(record, catalog, any_rules=wanted.any_rules)
