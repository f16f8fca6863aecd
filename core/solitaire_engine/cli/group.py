"""The command line as a whole: plugins' commands, and every failure as one line and an exit code.

Exit codes: 0 all went well, 1 something is wrong with a file, a name or a rule, 2 the
command was not understood, 130 interrupted.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import typer
import typer.core
import typer.main

from ..errors import SolitaireError

DATA, USAGE, INTERRUPTED = 1, 2, 130
DEBUG: Final = "--debug"

_DAY: Final = re.compile(r"(?i)today|yesterday|[0-9]+[-./][0-9./-]*")
"""What is meant as a day wherever it stands, whether there is such a one or not."""

_USAGE_ERROR: Final[type[Exception]] = next(
    # Its home has moved between versions of typer, its name has not.
    kind
    for kind in typer.BadParameter.__mro__
    if kind.__name__ == "ClickException" and issubclass(kind, Exception)
)


class Commands(typer.core.TyperGroup):
    """The group of all commands.

    Plugins' commands are looked for only when a name is not one of ours, or all are
    listed: loading plugins costs time that most commands need not spend.
    """

    app: typer.Typer | None = None
    """The app the group is made of, for plugins to add to."""
    _complete = False

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line; ends with SystemExit, whatever happens."""
        given = list(sys.argv[1:] if args is None else args)
        # Wherever it stands: who needs it has just seen a command fail and adds it at the end.
        debug = DEBUG in given
        _tolerate()
        given = [word for word in given if word != DEBUG] or ["--help"]
        sys.exit(self._run(given, prog_name or "solitaire", complete_var, debug))

    def _run(self, args: list[str], prog_name: str, complete_var: str | None, debug: bool) -> int:
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False)
            sys.stdout.flush()
        except BrokenPipeError:
            _silence()
            return 0
        except KeyboardInterrupt:
            return INTERRUPTED
        except (_USAGE_ERROR, typer.Abort, SolitaireError, OSError, RecursionError, MemoryError) as error:
            if debug:
                raise
            return _failed(error)
        except Exception as error:
            if debug:
                raise
            _tell(f"internal error, please report it: {type(error).__name__}: {error}; {DEBUG} shows where")
            return DATA
        return code if isinstance(code, int) else 0

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was found."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Typer would exit with 1; that the reader has seen enough is no failure.
            _silence()
            return 0

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, a plugin's too."""
        found = super().get_command(ctx, cmd_name)
        if found is None:
            self._add_plugins()
            found = super().get_command(ctx, cmd_name)
        return found

    def get_params(self, ctx: Any) -> Any:
        """The options of the program as a whole."""
        return _as_they_are(super().get_params(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        """All names, for the help page."""
        self._add_plugins()
        return list(self.commands)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments begin with; a usage error names the nearest."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            from ..reading import nearest

            close = nearest(args[0], self.commands)
            hint = f"did you mean {close!r}?" if close else f"commands: {', '.join(self.commands)}"
            ctx.fail(f"there is no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def _add_plugins(self) -> None:
        if self._complete or self.app is None:
            return
        # For the app, which keeps what is added, however often a group is made of it.
        Commands._complete = True
        from ..host import default_host

        own = list(self.commands)
        default_host().add_commands(self.app, _tell)
        group = typer.main.get_group(self.app)
        self.commands.update({name: command for name, command in group.commands.items() if name not in own})


def _tolerate() -> None:
    """Let no character of a name or of the input be a reason to fail, nor that an input or output is closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (open to the end)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")


class Command(typer.core.TyperCommand):
    """One command."""

    def get_params(self, ctx: Any) -> Any:
        """Its options and arguments."""
        return _as_they_are(super().get_params(ctx))


class DailyCommand(Command):
    """A command whose option ``--daily`` may stand without its day."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Write today's day where none follows; what follows otherwise is the name of a game, unless there is one."""
        given: list[str] = []
        for place, word in enumerate(args):
            after = args[place + 1] if place + 1 < len(args) else "-"
            is_day = _DAY.fullmatch(after) or not (after.startswith("-") or self._lacks_game(args, place))
            given.append("--daily=today" if word == "--daily" and not is_day else word)
        return super().parse_args(ctx, given)

    def _lacks_game(self, args: Sequence[str], place: int) -> bool:
        """Whether no game is named, what may be the day at `place` left out."""
        valued = {name for param in self.params for name in param.opts if not getattr(param, "is_flag", True)}
        words = [*args[:place], *args[place + 2 :]]
        return all(
            word.startswith("-") or (number > 0 and words[number - 1] in valued) for number, word in enumerate(words)
        )


class _AsItIs:
    """What a version of typer calls to turn the text of a parameter into its type."""

    def __init__(self, kind: Callable[[Any], object]) -> None:
        self.kind = kind

    def coerce(self, value: Any, param: Any, ctx: Any) -> object:
        """The value as the parameter's type; nothing for one that is not given."""
        if param.multiple or param.nargs == -1:
            return value or ()
        return None if value is None else self.kind(value)


def _as_they_are(params: Any) -> Any:
    """Keep typer from importing a library of validators for what is text, a path or a flag.

    Newer versions do so for every parameter, and it takes longer than all the rest of a
    start. Older ones lack the attributes, and are left alone.
    """
    for param in params:
        kind = getattr(getattr(param, "type_descriptor", None), "annotation", None)
        if getattr(param, "_runtime_param", "") is None and kind in (str, Path, bool, list[str]):
            param._runtime_param = _AsItIs(kind if kind in (Path, bool) else str)
    return params


def _failed(error: BaseException) -> int:
    """Say in one line, or a line for each problem, what is wrong; gives the exit code."""
    if isinstance(error, _USAGE_ERROR):
        _tell(_usage(error))
        return USAGE
    if isinstance(error, typer.Abort):
        return INTERRUPTED
    if isinstance(error, OSError) and error.strerror:
        _tell(f"{error.filename}: {error.strerror}" if error.filename else error.strerror)
    elif isinstance(error, RecursionError | MemoryError):
        _tell("this is too large to be worked on")
    else:
        _tell(str(error))
    return DATA


def _usage(error: BaseException) -> str:
    """What is wrong with the command line, and where its help is."""
    describe = getattr(error, "format_message", None)
    text = str(describe()) if describe is not None else str(error)
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", "solitaire")
    text = " ".join(text.split()).rstrip(".")
    joint = " " if text.endswith("?") else "; "
    return f"{text[:1].lower()}{text[1:]}{joint}see: {path} --help"


def _tell(text: str) -> None:
    """Write each line to stderr with the program's name before it."""
    with contextlib.suppress(OSError):
        for line in text.split("\n"):
            print(f"solitaire: {line}", file=sys.stderr)


def _silence() -> None:
    """Leave nothing in stdout's buffer that would be written into a closed pipe at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
