"""`play`: from what was asked for to a game at the table."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import typer

from ..catalog import Catalog, ShareCode, default_catalog, folded, is_path, parse_share
from ..daily import daily_deal, parse_day
from ..deals import parse_deal, random_deal
from ..errors import DealError, PositionError, RecordError, SolitaireError, UnknownVariant
from ..game import Game
from ..position import Position
from ..records import load_record
from ..rules import Rules
from ..saves import Save, SavedGame, SaveFolder
from ..settings import Settings, load_settings
from ..text.console import Console
from ..text.look import look_of
from ..text.starting import deal_of, game_id, record_path, rules_of
from ..tui.launch import can_show, looks_for, open_table
from .listing import tell_hidden
from .saved import about, chosen_save

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
    daily: date | None = None
    winnable: bool = False
    text: bool = False
    watch: bool = False
    web: bool = False
    port: str | None = None
    opens: bool = True

    @property
    def sets_up(self) -> bool:
        """Whether anything says how a new game begins."""
        return bool(self.deal or self.params or self.position or self.position_file or self.daily or self.winnable)


def play_game(wanted: Wanted) -> int:
    """Play what is wanted in the terminal; gives the exit code."""
    if wanted.watch:
        _check_watch(wanted)
    port: int | None = None
    if wanted.web:
        port = _check_web(wanted)
    elif wanted.port is not None or not wanted.opens:
        hint = "--no-open" if wanted.port is None else "--port"
        raise typer.BadParameter("only the table in the browser has a use for it; add --web", param_hint=hint)
    settings, catalog, folder = load_settings(), default_catalog(), SaveFolder()
    console = Console(sys.stdin, sys.stdout, look_of(sys.stdout, settings, ascii=wanted.ascii))
    game, save, kept = _game_and_save(wanted, settings, catalog, folder, console)
    tell_hidden(game.rules.variant.file)
    if wanted.watch:
        save.sitting.counts = False
    if wanted.web:
        from .serving import serve_game

        return serve_game(game, save, folder, settings, catalog, kept, port, wanted.opens)
    if not wanted.text and can_show(sys.stdin, sys.stdout, os.environ):
        watched = parse_share(wanted.game).variant if wanted.watch and wanted.game else ""
        # Who names a deal wants that very deal.
        asks = wanted.game is not None and not (wanted.winnable or _is_chosen(wanted, wanted.game))
        looks = looks_for(settings, ascii=wanted.ascii)
        return open_table(game, save, folder, settings, catalog, looks, kept, watched, asks=asks)
    if kept:
        console.say(f"{about(kept[0])} is kept unfinished; to go on with it: solitaire play --resume")
        if len(kept) > 1:
            console.say(f"There are {len(kept)} unfinished games; to see them: solitaire saves")
    # Imported here, for the table needs none of it and is to be there at once.
    from ..text.play import TextPlay

    return TextPlay(game, save, folder, console, settings).run()


def _check_web(wanted: Wanted) -> int | None:
    """The port of a game in the browser, None for any; a usage error or SolitaireError if it cannot be one."""
    from .serving import check_installed, port_of

    if wanted.text or wanted.watch:
        other = "--text" if wanted.text else "--watch"
        raise typer.BadParameter(f"the browser does without {other}; leave one of both out", param_hint="--web")
    port = None if wanted.port is None else port_of(wanted.port)
    check_installed()
    return port


def _check_watch(wanted: Wanted) -> None:
    """Whether a game can be dealt again whenever its file is saved; a usage error if not."""
    if wanted.game is None or wanted.resume or wanted.position is not None or wanted.position_file is not None:
        raise typer.BadParameter("name the file that is watched, and a deal if you like", param_hint="--watch")
    if wanted.text or not can_show(sys.stdin, sys.stdout, os.environ):
        way = f"in lines of text: solitaire check {parse_share(wanted.game).variant} --watch"
        raise typer.BadParameter(f"only the full-screen table can be dealt again; {way}", param_hint="--watch")


def _game_and_save(
    wanted: Wanted, settings: Settings, catalog: Catalog, folder: SaveFolder, console: Console
) -> tuple[Game, Save, Sequence[SavedGame]]:
    """The game, where it is kept, and the unfinished games to be told of, if another is begun."""
    record = None
    if wanted.game is not None:
        record = chosen_save(wanted.game, folder) if wanted.resume else None
        record = record or record_path(wanted.game, catalog)
    if record is not None or wanted.resume or wanted.game is None:
        if wanted.sets_up:
            if wanted.game is None and not wanted.resume:
                raise typer.BadParameter("name the game to begin, as in solitaire play antares --deal 7")
            raise typer.BadParameter("a resumed game has its deal and choices already")
        path = record or _unfinished(wanted, catalog, folder)
        return (*folder.resume(path, catalog, any_rules=wanted.any_rules), ())
    game = new_game(wanted, wanted.game, catalog, settings)
    if wanted.winnable:
        from ..text.looking import check_game, look_for_deal

        try:
            if _is_chosen(wanted, wanted.game):
                check_game(game, console)
            else:
                game = Game(game.rules, look_for_deal(game.rules, console))
        except KeyboardInterrupt:
            print("solitaire: stopped looking; no game was begun", file=sys.stderr)
            raise
    kept: list[SavedGame] = []
    # A folder that cannot be read keeps nobody from playing; that nothing is kept there is said at the first move.
    with contextlib.suppress(RecordError):
        kept = folder.begun()
    save = folder.begin(game)
    save.sitting.daily = wanted.daily.isoformat() if wanted.daily else ""
    return game, save, kept


def _is_chosen(wanted: Wanted, name: str) -> bool:
    """Whether the command line says from which deal or position a new game begins."""
    deal = (wanted.deal or parse_share(name).deal or "").strip().lower()
    return deal not in ("", "random") or bool(wanted.position or wanted.position_file or wanted.daily)


def _unfinished(wanted: Wanted, catalog: Catalog, folder: SaveFolder) -> Path | None:
    """The file of the unfinished game to resume; None for the newest of all."""
    saved = folder.unfinished()
    if wanted.game is None:
        if not saved:
            how = "name a game, as in solitaire play antares; solitaire list has all"
            raise SolitaireError(f"there is no unfinished game; {how}")
        return None
    code = parse_share(wanted.game)
    id, deal = _saved_id(code.variant, saved, catalog), str(parse_deal(code.deal)) if code.deal else ""
    found = next((game.path for game in _saves_of(code.variant, id, saved, catalog) if deal in ("", game.deal)), None)
    if found is None:
        what = f"{id} with the deal {deal}" if deal else id
        raise SolitaireError(f"there is no unfinished game of {what}; begin one with: solitaire play {wanted.game}")
    return found


def _saved_id(name: str, saved: Sequence[SavedGame], catalog: Catalog) -> str:
    """The id that a game is kept under; the catalogue need not know it where its file was given by path."""
    try:
        return game_id(name, catalog)
    except UnknownVariant:
        found = next((game.variant for game in saved if game.file and folded(game.variant) == folded(name)), None)
        if found is None:
            raise
        return found


def _saves_of(name: str, id: str, saved: Sequence[SavedGame], catalog: Catalog) -> list[SavedGame]:
    """The unfinished games of one game. Where it is given by path, those of that very file.

    By name, those of the catalogue's game come first, then those of files that are called like it.
    """
    games = [game for game in saved if game.variant == id]
    if not is_path(name):
        return sorted(games, key=lambda game: bool(game.file))
    path = Path(name).absolute()
    known = catalog.path_of(id)
    named = known is not None and known.resolve() == path.resolve()
    return [game for game in games if (Path(game.file).resolve() == path.resolve() if game.file else named)]


def day_of(text: str) -> date:
    """The day of ``--daily``; a usage error if it is none."""
    try:
        return parse_day(text)
    except DealError as error:
        raise typer.BadParameter(str(error), param_hint="--daily") from error


def new_game(wanted: Wanted, name: str, catalog: Catalog, settings: Settings, default_deal: str = "") -> Game:
    """A new game as the command line describes it.

    `default_deal`: the deal where none is given, by default a random one.
    """
    code = parse_share(name)
    if wanted.deal is not None and code.deal:
        raise typer.BadParameter(f"the share code has a deal already, {code.deal}", param_hint="--deal")
    rules = rules_of(code, catalog, param_values(wanted.params), _usual(code, catalog, settings))
    if wanted.daily is not None:
        if wanted.deal is not None or code.deal or wanted.position is not None or wanted.position_file is not None:
            raise typer.BadParameter("the deal of a day is a deal already; leave the other out", param_hint="--daily")
        return Game(rules, daily_deal(rules.variant, wanted.daily, catalog))
    text = _position_text(wanted)
    if text is not None:
        if wanted.deal is not None or code.deal:
            raise typer.BadParameter("a game begins from a deal or from a position, not both", param_hint="--position")
        return Game(rules, _board(rules, text, wanted.position_file))
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


def _board(rules: Rules, text: str, file: Path | None) -> Position:
    """The position of a text of ours or of another program; PositionError names the file, too, if there is one."""
    from ..interchange import read_board

    try:
        return read_board(rules, text)
    except PositionError as error:
        raise PositionError(f"{file}: {error}" if file is not None else str(error)) from error


def shown_game(wanted: Wanted, name: str, catalog: Catalog, settings: Settings) -> Game:
    """The game that `show` prints: a record's, or a new one, deal 1 where none is given."""
    record = record_path(name, catalog)
    if record is None:
        return new_game(wanted, name, catalog, settings, default_deal="1")
    if wanted.sets_up:
        raise typer.BadParameter("a record has its deal and choices already")
    return load_record(record, catalog, any_rules=wanted.any_rules)
