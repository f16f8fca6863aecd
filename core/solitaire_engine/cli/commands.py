"""The commands and their options. What a command does is imported when it runs, so that the program starts fast."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .group import DEBUG, Command, Commands

app = typer.Typer(
    name="solitaire",
    cls=Commands,
    help="Play patience games, each described by one YAML file.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
Commands.app = app

Params = Annotated[
    list[str] | None,
    typer.Option("--param", "-p", metavar="NAME=VALUE", help="Set a choice of the game; repeatable."),
]
DealText = Annotated[
    str | None, typer.Option("--deal", "-d", metavar="DEAL", help="A deal: 7, ms:11982, pysol:123, cards, or a file.")
]
Position = Annotated[str | None, typer.Option(metavar="TEXT", help="Start from a position, as show prints it.")]
PositionFile = Annotated[Path | None, typer.Option(metavar="FILE", help="Start from a position in a file.")]
AnyRules = Annotated[bool, typer.Option("--any-rules", help="Replay a record even if the game's rules have changed.")]
Ascii = Annotated[bool, typer.Option("--ascii", help="Letters instead of suit symbols.")]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for programs.")]
Name = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, a share code, or a YAML file.")]


def _version(wanted: bool) -> None:
    if wanted:
        from ..distributions import engine_version

        typer.echo(f"solitaire-engine {engine_version() or '(not installed)'}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    debug: Annotated[bool, typer.Option(DEBUG, help="Show where in the program an error comes from.")] = False,
) -> None:
    """Options of the program as a whole; `group` has taken `debug` out before they are read."""


@app.command(cls=Command)
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game's name, a share code, a YAML file, or a game record.")
    ] = None,
    deal: DealText = None,
    param: Params = None,
    position: Position = None,
    position_file: PositionFile = None,
    resume: Annotated[bool, typer.Option("--resume", "-r", help="Go on with the game played last.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Play in lines of text (so far the only way).")] = False,
    ascii: Ascii = False,
    any_rules: AnyRules = False,
) -> None:
    """Play a game."""
    from .playing import Wanted, play_game

    wanted = Wanted(game, deal, tuple(param or ()), position, position_file, resume, ascii, any_rules)
    raise typer.Exit(play_game(wanted))


@app.command("list", cls=Command)
def list_(
    search: Annotated[str | None, typer.Argument(help="Part of a name, an alias, an id or a family.")] = None,
    family: Annotated[str | None, typer.Option(help="Only games of this family.")] = None,
    json: AsJson = False,
) -> None:
    """List the games."""
    from .listing import list_games

    list_games(search or "", family or "", json)


@app.command(cls=Command)
def rules(game: Name, param: Params = None) -> None:
    """Print the rules of a game."""
    from .showing import show_rules

    show_rules(game, param or ())


@app.command(cls=Command)
def show(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A share code, a game's name, a YAML file, or a record.")],
    deal: DealText = None,
    param: Params = None,
    position: Position = None,
    position_file: PositionFile = None,
    ascii: Ascii = False,
    any_rules: AnyRules = False,
) -> None:
    """Print a deal, a record's last position or a position as text."""
    from .playing import Wanted
    from .showing import show_game

    show_game(Wanted(game, deal, tuple(param or ()), position, position_file, False, ascii, any_rules))


@app.command(cls=Command)
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Variant files, or names of games.")],
) -> None:
    """Check variant files: read them with every choice they offer, deal and play at random."""
    from .checking import check_files

    raise typer.Exit(check_files(files))


@app.command(cls=Command)
def replay(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A game record.")],
    moves: Annotated[int | None, typer.Option(min=0, help="Stop after so many moves.")] = None,
    ascii: Ascii = False,
    any_rules: AnyRules = False,
) -> None:
    """Replay a game record move by move and say how it ends."""
    from .showing import replay_record

    replay_record(record, moves, ascii, any_rules)


@app.command(cls=Command)
def plugins(json: AsJson = False) -> None:
    """List the plugins, with what became of those that do not work."""
    from .listing import list_plugins

    list_plugins(json)


@app.command(cls=Command)
def config(
    init: Annotated[bool, typer.Option("--init", help="Write a settings file with all defaults as comments.")] = False,
) -> None:
    """Show the settings and where they are kept."""
    from .listing import show_config

    show_config(init)
