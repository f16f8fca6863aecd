"""Whether what a plugin has as hooks can be registered, and what it gives as folders be searched."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

import pluggy

from . import hooks
from .faults import place_of, shown


def hook_names() -> dict[str, tuple[str, ...]]:
    """The names of all hooks, each with its arguments."""
    specs = {name: value for name, value in vars(hooks).items() if name.startswith("solitaire_")}
    return {name: tuple(inspect.signature(spec).parameters) for name, spec in specs.items()}


def problem_of_hooks(plugin: object) -> str:
    """What is wrong with a plugin's hooks, as a clause; nothing if they can be registered."""
    specs = hook_names()
    manager = pluggy.PluginManager(hooks.PROJECT)
    found = 0
    for name in dir(plugin):
        options = manager.parse_hookimpl_opts(plugin, name)
        if options is None:
            if name in specs and callable(getattr(plugin, name)):
                return f"its function {name} is not marked; put @hookimpl before it{place_of(getattr(plugin, name))}"
            continue
        found += 1
        hook = options.get("specname") or name
        function = getattr(plugin, name)
        if hook not in specs:
            close = get_close_matches(hook, specs, 1)
            hint = f"did you mean {close[0]}?" if close else f"hooks are {', '.join(specs)}"
            return f"it has a hook {hook}, which does not exist; {hint}{place_of(function)}"
        if inspect.isclass(plugin):
            return "its entry point names a class; name a module or an object"
        if options.get("wrapper") or options.get("hookwrapper"):
            return f"its hook {hook} is a wrapper; a plugin can only speak for itself"
        extra = [argument for argument in inspect.signature(function).parameters if argument not in specs[hook]]
        if extra:
            may = ", ".join(specs[hook]) or "no argument"
            return f"its hook {hook} has the argument {extra[0]!r}; it may have {may}{place_of(function)}"
    return "" if found else "it has no hooks; mark its functions with @hookimpl from solitaire_engine.hooks"


def checked_folders(given: Iterable[object]) -> tuple[Path, ...]:
    """The folders a plugin gave; ValueError, with a clause, for the first that cannot be searched."""
    folders: list[Path] = []
    for item in given:
        if not isinstance(item, str | Path):
            raise ValueError(f"gave {shown(item)}, which is not the path of a folder")
        folder = Path(item)
        if not folder.is_absolute():
            raise ValueError(f"gave {str(folder)!r}, which depends on where one stands; begin with Path(__file__)")
        if not folder.is_dir():
            raise ValueError(f"gave {str(folder)!r}, which is no folder")
        folders.append(folder)
    return tuple(folders)
