"""Subcommands that plugins add to the command line, kept apart until they are known to be good."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Final

import typer
import typer.main

from .errors import PluginError, SolitaireError
from .faults import reason_of, said_by
from .hookcalls import HookCall

_THROUGH: Final[tuple[type[BaseException], ...]] = (
    SystemExit,
    KeyboardInterrupt,
    SolitaireError,
    BrokenPipeError,
    typer.Exit,
    typer.Abort,
    # Usage errors: their base class has moved between versions of typer, its name has not.
    *(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException" and issubclass(kind, Exception)),
)
"""What a command may raise to say something to the person who typed it."""


def add_plugin_commands(app: typer.Typer, calls: Iterable[HookCall]) -> dict[str, str]:
    """Add the commands of each plugin to `app`; gives, by plugin, why those of some are left out.

    A command that fails later, when it runs, raises a PluginError.
    """
    problems: dict[str, str] = {}
    taken = dict.fromkeys(_names(app), "the engine")
    for call in calls:
        own = typer.Typer()
        try:
            call.run(app=own)
            # Building the commands finds parameters that typer cannot make sense of.
            names = _names(own)
            clash = next((name for name in names if name in taken), None)
            if clash is not None:
                raise call.fault(f"adds the command {clash!r}, which {taken[clash]} has")
            if own.registered_callback is not None:
                raise call.fault("sets a callback, which would replace the options of the whole command")
            _guard(own, call)
            commands, groups = list(own.registered_commands), list(own.registered_groups)
        except PluginError as error:
            problems[call.plugin] = str(error).removeprefix(f"{call.blame}: ")
        except Exception as error:
            problems[call.plugin] = f"typer cannot use them: {said_by(error) or type(error).__name__}"
        else:
            app.registered_commands.extend(commands)
            app.registered_groups.extend(groups)
            taken.update((name, call.blame) for name in names)
    return problems


def to_stderr(line: str) -> None:
    """Write one line to stderr."""
    print(f"solitaire: {line}", file=sys.stderr)


def _names(app: typer.Typer) -> list[str]:
    """The names of an app's commands and groups."""
    if not app.registered_commands and not app.registered_groups:
        return []
    return list(typer.main.get_group(app).commands)


def _guard(app: typer.Typer, call: HookCall) -> None:
    """Make every command of a plugin's app fail with a PluginError."""
    for info in (*app.registered_commands, app.registered_callback):
        if info is not None and info.callback is not None:
            info.callback = _guarded(info.callback, call)
    for group in app.registered_groups:
        if group.typer_instance is not None:
            _guard(group.typer_instance, call)


def _guarded(callback: Callable[..., Any], call: HookCall) -> Callable[..., Any]:
    @wraps(callback)
    def run(*args: object, **values: object) -> object:
        try:
            return callback(*args, **values)
        except _THROUGH:
            raise
        except BaseException as error:
            name = getattr(callback, "__name__", "a command")
            raise PluginError(f"{call.blame}: its command {name} failed: {reason_of(error)}") from error

    return run
