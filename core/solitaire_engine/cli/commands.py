"""The commands and their options. What a command does is imported when it runs, so that the program starts fast."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .group import DEBUG, Command, Commands, DailyCommand

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
PositionFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Start from a position in a file, also of fc-solve or Solvitaire.")
]
AnyRules = Annotated[bool, typer.Option("--any-rules", help="Replay a record even if the game's rules have changed.")]
Solver = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Who solves: python, or a solver that a plugin brings; the best if not given."),
]
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


@app.command(cls=DailyCommand)
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game's name, a share code, a YAML file, or a game record.")
    ] = None,
    deal: DealText = None,
    daily: Annotated[
        str | None,
        typer.Option(
            "--daily", metavar="[DATE]", help="The deal of a day, by default of today: the same for everybody."
        ),
    ] = None,
    param: Params = None,
    position: Position = None,
    position_file: PositionFile = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", "-r", help="Go on with the game played last, or with GAME: its name, or a number of saves."
        ),
    ] = False,
    winnable: Annotated[bool, typer.Option("--winnable", help="Deal only what the solver proves winnable.")] = False,
    text: Annotated[
        bool, typer.Option("--text", help="Play in lines of text, as it is done where there is no terminal.")
    ] = False,
    web: Annotated[bool, typer.Option("--web", help="Play in the browser: as serve, with this game.")] = False,
    port: Annotated[
        str | None, typer.Option("--port", metavar="PORT", help="With --web, at which port; 0 takes one that is free.")
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="With --web, do not open the browser.")] = False,
    watch: Annotated[
        bool, typer.Option("--watch", "-w", help="Deal the same cards again whenever the game's file is saved.")
    ] = False,
    ascii: Ascii = False,
    any_rules: AnyRules = False,
) -> None:
    """Play a game."""
    from .playing import Wanted, day_of, play_game

    day = None if daily is None else day_of(daily)
    wanted = Wanted(
        game, deal, tuple(param or ()), position, position_file, resume, ascii, any_rules, day, winnable, text, watch,
        web, port, not no_open,
    )  # fmt: skip
    raise typer.Exit(play_game(wanted))


@app.command(cls=Command)
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; other machines reach only what is not loopback.")
    ] = "127.0.0.1",
    port: Annotated[str, typer.Option(metavar="PORT", help="At which port; 0 takes one that is free.")] = "8765",
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="A further name under which browsers may ask for it."),
    ] = None,
    new_token: Annotated[
        bool, typer.Option("--new-token", help="Make a new link; the old ones are good no more.")
    ] = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
) -> None:
    """Serve the table in a browser, for every game."""
    from .serving import serve_tables

    raise typer.Exit(serve_tables(host, port, allow_host or (), new_token, not no_open))


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
    program: Annotated[
        str | None, typer.Option("--as", metavar="PROGRAM", help="As another program reads it: fc-solve, solvitaire.")
    ] = None,
    ascii: Ascii = False,
    any_rules: AnyRules = False,
) -> None:
    """Print a deal, a record's last position or a position as text, ours or another program's."""
    from .playing import Wanted
    from .showing import show_game

    show_game(Wanted(game, deal, tuple(param or ()), position, position_file, False, ascii, any_rules), program)


@app.command(cls=Command)
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Variant files, or names of games.")],
    deal: Annotated[str, typer.Option("--deal", "-d", metavar="DEAL", help="The deal to show.")] = "1",
    rules: Annotated[bool, typer.Option("--rules", help="Print the rules page too.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Leave the solver out.")] = False,
    short: Annotated[bool, typer.Option("--short", help="One line for each good file, as it is for several.")] = False,
    watch: Annotated[
        bool, typer.Option("--watch", "-w", help="Check again whenever the file is saved, and show the same deal.")
    ] = False,
    ascii: Ascii = False,
) -> None:
    """Check variant files: read them with every choice they offer, deal and play at random.

    Of one good file there is a report: a deal, how random play went, what the solver makes of a few deals.
    Exit code 0: all files are good; 1: some are not.
    """
    from .checking import check_files
    from .reporting import Asked

    raise typer.Exit(check_files(files, Asked(deal, rules, quick, short, watch, ascii)))


@app.command(cls=Command)
def new(
    id: Annotated[str, typer.Argument(metavar="ID", help="The game's id: small letters, digits and _, as in my_game.")],
    extends: Annotated[
        str | None, typer.Option(metavar="GAME", help="Begin with another game, of which only changes are written.")
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="What players call the game.")] = None,
    to: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where the file goes, if not here.")] = None,
    user: Annotated[
        bool, typer.Option("--user", help="Put it into your own variants folder: list shows it, play finds it by name.")
    ] = False,
) -> None:
    """Begin a variant: write a file with every line explained, which can be played as it is."""
    from .authoring import new_variant

    new_variant(id, extends, name, to, user)


@app.command(cls=Command)
def resolve(game: Name, param: Params = None) -> None:
    """Print a game's whole file, parents and choices merged in, and where each key comes from."""
    from .authoring import resolve_variant

    resolve_variant(game, param or ())


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
def solve(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A share code, also with a range (antares:1-200), a YAML file, a record."),
    ] = None,
    board: Annotated[
        str | None, typer.Argument(metavar="POSITION", help="A position of the game, as show prints it, or a file.")
    ] = None,
    deal: DealText = None,
    param: Params = None,
    position: Position = None,
    position_file: PositionFile = None,
    resume: Annotated[bool, typer.Option("--resume", "-r", help="Look at the game played last.")] = False,
    moves: Annotated[int | None, typer.Option(min=0, help="Look at a record after so many moves.")] = None,
    limit: Annotated[
        str | None,
        typer.Option(metavar="POSITIONS", help="Give up after so many, 200k if not given (native: 2M), or none."),
    ] = None,
    seconds: Annotated[str | None, typer.Option(metavar="SECONDS", help="Give up on a deal after so long.")] = None,
    memory: Annotated[str | None, typer.Option(metavar="SIZE", help="Give up at so much memory: 512M, 2G.")] = None,
    solver: Solver = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Work on a range with so many processes.")] = 1,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the solved game to a file that replay reads.")
    ] = None,
    boards: Annotated[bool, typer.Option("--boards", help="Show the board after every move.")] = False,
    no_moves: Annotated[bool, typer.Option("--no-moves", help="Only the verdict and what it took.")] = False,
    json: AsJson = False,
    ascii: Ascii = False,
    any_rules: AnyRules = False,
) -> None:
    """Say whether deals or positions can be won, and how.

    Exit code 0: every deal was decided; 3: some are unknown; 130: stopped by Ctrl-C.
    """
    from .playing import Wanted
    from .solving import Asked, solve_games

    wanted = Wanted(
        game=game, deal=deal, params=tuple(param or ()), position=position, position_file=position_file,
        resume=resume, ascii=ascii, any_rules=any_rules,
    )  # fmt: skip
    asked = Asked(board, moves, limit, seconds, memory, record, jobs, json, boards, no_moves, solver or "")
    raise typer.Exit(solve_games(wanted, asked))


@app.command(cls=Command)
def saves(json: AsJson = False) -> None:
    """List the unfinished games, the one played last first."""
    from .saved import list_saves

    list_saves(json)


@app.command(cls=Command)
def stats(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Only this game; with parameters, as in klondike?draw=1, only these."),
    ] = None,
    json: AsJson = False,
    reset: Annotated[bool, typer.Option("--reset", help="Forget the games played, after asking.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Show how often games were played and won, and how fast."""
    from .stats import show_stats

    raise typer.Exit(show_stats(game, as_json=json, reset=reset, yes=yes))


@app.command(cls=Command)
def odds(
    game: Name,
    param: Params = None,
    deals: Annotated[
        str, typer.Option("--deals", "-n", metavar="DEALS", help="So many, or a range: 1-1000, ms:1-1000, pysol:1-50.")
    ] = "100",
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="So many processes; as many as processors if not given.")
    ] = None,
    limit: Annotated[
        str | None,
        typer.Option(
            metavar="POSITIONS", help="Give up a deal after so many, 200k if not given (native: 2M), or none."
        ),
    ] = None,
    seconds: Annotated[str | None, typer.Option(metavar="SECONDS", help="Give up a deal after so long.")] = None,
    memory: Annotated[str | None, typer.Option(metavar="SIZE", help="Give up a deal at so much: 512M, 2G.")] = None,
    solver: Solver = None,
    confidence: Annotated[float, typer.Option(metavar="PERCENT", help="How sure the interval is to be.")] = 95.0,
    compare: Annotated[
        str | None, typer.Option(metavar="published", help="Set a published figure for the same rules beside it.")
    ] = None,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write what became of every deal to a file, as CSV.")
    ] = None,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Work on the cluster of a dask scheduler, tcp://host:8786.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Solve every deal anew, whatever is known of it.")] = False,
    json: AsJson = False,
    csv: Annotated[bool, typer.Option("--csv", help="As CSV, for programs.")] = False,
) -> None:
    """Estimate how often a game can be won, by solving many deals.

    What is found is kept: a run that was stopped goes on, and a longer one uses it.
    """
    from .odds import Asked, show_odds

    asked = Asked(
        game, tuple(param or ()), deals, limit, seconds, memory, confidence, jobs, dask, fresh, compare, export, json,
        csv, solver or "",
    )  # fmt: skip
    raise typer.Exit(show_odds(asked))


@app.command(cls=Command)
def schema(
    write: Annotated[
        Path | None,
        typer.Option("--write", "-w", metavar="FILE", help="Write it to a file or a folder."),
    ] = None,
    no_plugins: Annotated[
        bool,
        typer.Option("--no-plugins", help="Without the words of plugins that do not come with the engine."),
    ] = False,
) -> None:
    """Print the JSON Schema of variant files, with which editors complete and check them."""
    from .schema import show_schema

    show_schema(write, no_plugins)


plugin_app = typer.Typer(help="Make a plugin.", rich_markup_mode=None)
app.add_typer(plugin_app, name="plugin")


@plugin_app.command("new", cls=Command)
def plugin_new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is to be called, such as my_plugin.")],
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FOLDER", help="Where to put its folder; here if not given.")
    ] = None,
) -> None:
    """Write a complete package with a plugin to start from: a word, a game that uses it, and tests."""
    from .plugin_new import new_plugin

    new_plugin(name, to)


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
