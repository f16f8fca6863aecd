"""The limits of a search as they are typed: ``200k`` positions, ``2.5`` seconds, ``512M`` of memory."""

from __future__ import annotations

import re
from typing import Final

import typer

from ..solver.answers import POSITIONS, Limits
from ..yamlnodes import show

_NUMBER: Final = re.compile(r"(?i)([0-9][0-9_,]{0,15}(?:\.[0-9]{1,9})?)\s*([kmg]?)(i?b?)")
_POWERS: Final = {"": 0, "k": 1, "m": 2, "g": 3}
_NONE: Final = "none"


def limits_of(positions: str | None, seconds: str | None, memory: str | None) -> Limits:
    """The limits that are typed; None stands for what is not typed, and is no limit but for positions.

    ``none`` lifts a limit. BadParameter names the option and what it takes.
    """
    return Limits(
        POSITIONS if positions is None else _whole(positions, "--limit", 1000, "a number of positions, as in 200000"),
        None if seconds is None else _seconds(seconds),
        None if memory is None else _whole(memory, "--memory", 1024, "a size with its unit, as in 512M or 2G"),
    )


def _whole(text: str, option: str, thousand: int, wanted: str) -> int | None:
    if text.strip().lower() == _NONE:
        return None
    found = _NUMBER.fullmatch(text.strip())
    # Only memory comes in bytes.
    if found is None or (found[3] and thousand == 1000):
        raise _bad(text, option, wanted)
    number = int(_plain(found[1]) * thousand ** _POWERS[found[2].lower()])
    if number < 1:
        raise _bad(text, option, wanted)
    return number


def _seconds(text: str) -> float | None:
    if text.strip().lower() == _NONE:
        return None
    found = _NUMBER.fullmatch(text.strip().lower().removesuffix("s"))
    if found is None or found[2] or found[3] or not _plain(found[1]):
        raise _bad(text, "--seconds", "a number of seconds above 0, as in 60 or 2.5")
    return _plain(found[1])


def _plain(digits: str) -> float:
    return float(re.sub("[_,]", "", digits))


def _bad(text: str, option: str, wanted: str) -> typer.BadParameter:
    return typer.BadParameter(f"'{show(text)}' is not {wanted}; or write {_NONE} for no limit", param_hint=option)
