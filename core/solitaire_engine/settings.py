"""The user's settings: a small YAML file, read as strictly as the variants are."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

from .catalog import folded
from .errors import Problem, SettingsError, VariantError
from .folders import CONFIG_VARIABLE, config_folder
from .reading import Boolean, Key, OneOf, Record, Report, Table, Text, as_map
from .words import Registry
from .yamltext import read_file

FILE_NAME: Final = "settings.yaml"

Color = Literal["auto", "always", "never"]
Autoplay = Literal["off", "safe", "all"]
Theme = Literal["dark", "light", "high-contrast"]
Hints = Literal["fair", "peek"]

KEYS: Final[Mapping[str, Key]] = {
    "ascii": Key(Boolean(), "draw the board with plain ASCII characters only"),
    "color": Key(
        OneOf(*get_args(Color)), "colours in the terminal; auto leaves them out where the output is no terminal"
    ),
    "autoplay": Key(OneOf(*get_args(Autoplay)), "cards that go to the foundations by themselves"),
    "theme": Key(OneOf(*get_args(Theme)), "the colours of the board"),
    "four_colors": Key(Boolean(), "a colour of its own for each suit"),
    "params": Key(
        Table("variants and the parameters to play them with", Table("parameters and their values", Text())),
        "the parameters a variant is played with unless the command says otherwise",
    ),
    "hints": Key(OneOf(*get_args(Hints)), "whether hints may know the face-down cards: fair hints do not"),
    "think_ahead": Key(Boolean(), "once a hint was asked for, let the solver think after every move"),
}
"""Every key of the file. What each may be is said by its type alone, here and in messages."""

_FILE: Final = Record("the settings", KEYS)
_EXAMPLE: Final = "{klondike: {draw: 1}}"


@dataclass(frozen=True, slots=True)
class Settings:
    """How the user wants to play. `params`: by variant id, the values of parameters as text.

    `given` has the keys that the file sets; the others have their defaults.
    """

    ascii: bool = False
    color: Color = "auto"
    autoplay: Autoplay = "off"
    theme: Theme = "dark"
    four_colors: bool = False
    params: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    hints: Hints = "fair"
    think_ahead: bool = True
    given: frozenset[str] = frozenset()

    def params_of(self, id: str) -> Mapping[str, str]:
        """The parameters to play a variant with; none where the file names none. Ids are compared as `folded`."""
        return {
            name: value
            for known, values in self.params.items()
            if folded(known) == folded(id)
            for name, value in values.items()
        }


def settings_path(folder: Path | None = None) -> Path:
    """The settings file in `folder`, else in ``SOLITAIRE_CONFIG``, else in the user's config folder."""
    return (config_folder() if folder is None else folder) / FILE_NAME


def load_settings(folder: Path | None = None) -> Settings:
    """The settings of the file that `settings_path` names; the defaults where there is no file.

    Raises SettingsError with every problem of the file, one a line. Whether the variants
    and values under `params` exist is for the catalogue to say when they are used.
    """
    path = settings_path(folder)
    try:
        path.lstat()
        root = read_file(path)
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        way = f"choose another folder with {CONFIG_VARIABLE}"
        raise SettingsError(f"{path}: the settings cannot be read ({reason}); {way}") from error
    except VariantError as error:
        if _says_nothing(path):
            return Settings()
        raise SettingsError("\n".join(str(_of_settings(problem)) for problem in error.problems)) from error
    report = Report(str(path), Registry())
    # The types of KEYS are those of the fields, which no type checker can see.
    values = cast(dict[str, Any], as_map(_FILE.read(root, "", report)))
    if report.problems:
        raise SettingsError(str(VariantError(report.problems)))
    return Settings(**values, given=frozenset(values))


def _says_nothing(path: Path) -> bool:
    """Whether a file has nothing but comments and empty lines: as good as no file."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        lines = path.read_text("utf-8-sig").splitlines()
        return all(not line.strip() or line.lstrip().startswith("#") for line in lines)
    return False


def _of_settings(problem: Problem) -> Problem:
    """A problem of the YAML reader, which takes every file for a variant, in this file's terms."""
    message = problem.message.replace("a variant is a map", "the settings are a map")
    way = problem.way_out.replace("name: Antares", "ascii: true").replace("a variant is", "the settings are")
    return replace(problem, message=message, way_out=way)


def settings_text(settings: Settings, path: Path) -> str:
    """Every setting with its value, where the value comes from, and what is allowed, as lines of text."""
    there = "" if path.is_file() else " (there is no such file; all settings have their defaults)"
    rows = [
        (f"{key}: {_value_text(getattr(settings, key))}", "file" if key in settings.given else "default", _allowed(key))
        for key in KEYS
    ]
    wide = max(len(row[0]) for row in rows)
    lines = [f"{value:{wide}}  {origin:7}  {allowed}" for value, origin, allowed in rows]
    return "\n".join([f"settings: {path}{there}", *lines, ""])


def _value_text(value: object) -> str:
    """A value as the file would have it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        parts = cast(Mapping[str, object], value).items()
        return "{" + ", ".join(f"{key}: {_value_text(part)}" for key, part in parts) + "}"
    return str(value)


def _allowed(key: str) -> str:
    kind = KEYS[key].type
    if isinstance(kind, OneOf | Boolean):
        return f"allowed: {', '.join(kind.words) if isinstance(kind, OneOf) else 'true, false'}"
    return f"such as {_EXAMPLE}"


def write_default(path: Path) -> bool:
    """Write a settings file in which every key stands as a comment with its default; make its folder.

    Gives False, and changes nothing, where there is a file already. Raises SettingsError.
    """
    lines = [
        "# Settings of solitaire-engine. Take the # before a key away to set it; what is not set has",
        "# this default.",
    ]
    for key, known in KEYS.items():
        value = _EXAMPLE if key == "params" else _value_text(getattr(Settings(), key))
        lines += ["", f"# {known.doc[0].upper()}{known.doc[1:]}; {_allowed(key)}.", f"#{key}: {value}"]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write("\n".join([*lines, ""]))
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        # Where the folder's name is taken by a file the system says the same, but nothing is there.
        if isinstance(error, FileExistsError) and os.path.lexists(path):
            return False
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        way = f"choose another folder with {CONFIG_VARIABLE}"
        raise SettingsError(f"{path}: the settings cannot be written ({reason}); {way}") from error
    return True
