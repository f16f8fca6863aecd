"""What went wrong in somebody else's code, in one line: the error, and the plugin's file and line."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from pathlib import Path
from types import CodeType, TracebackType

import pluggy

LONGEST = 200
_OURS = tuple(f"{Path(str(file)).parent}{os.sep}" for file in (__file__, pluggy.__file__, importlib.__file__))


def one_line(text: str, longest: int = LONGEST) -> str:
    """A text without line breaks, cut where it is longer than a message should be, or than `longest` letters."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 3] + "..."


def shown(value: object) -> str:
    """A value from a plugin as a message shows it; a ``repr`` that fails is no second fault."""
    try:
        return one_line(repr(value))
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"an object of the type {type(value).__name__}"


def said_by(error: BaseException) -> str:
    """The text of an error in one line; an error of somebody else may fail even to say what it is."""
    try:
        return one_line(str(error))
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ""


def reason_of(error: BaseException) -> str:
    """An error as a clause: "KeyError: 'x' (my_plugin/words.py:12)"."""
    if isinstance(error, SystemExit):
        text = "it called sys.exit"
    else:
        said = said_by(error)
        kind = type(error).__name__
        # That a module was not found is plain from the text itself.
        text = said if isinstance(error, ImportError) and said else f"{kind}: {said}" if said else kind
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        # Their own text ends with the name of the file alone, which is __init__.py for many a plugin.
        return f"{type(error).__name__}: {one_line(error.msg)} ({_spot(error.filename, error.lineno)})"
    place = _place_of_error(error)
    return f"{text} ({place})" if place and not isinstance(error, SyntaxError) else text


def place_of(function: Callable[..., object]) -> str:
    """Where a function stands, as " (file:line)"; nothing where that cannot be told."""
    code = getattr(function, "__code__", None)
    return f" ({_spot(code.co_filename, code.co_firstlineno)})" if isinstance(code, CodeType) else ""


def _place_of_error(error: BaseException) -> str:
    """The deepest line of the plugin itself, not of what it calls in turn."""
    frames = _foreign_frames(error.__traceback__)
    if not frames:
        return ""
    home = Path(frames[0][0]).parent
    return _spot(*[frame for frame in frames if Path(frame[0]).parent == home][-1])


def _foreign_frames(traceback: TracebackType | None) -> list[tuple[str, int]]:
    frames: list[tuple[str, int]] = []
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if not file.startswith(("<frozen", *_OURS)):
            frames.append((file, traceback.tb_lineno))
        traceback = traceback.tb_next
    return frames


def _spot(file: str, line: int) -> str:
    return f"{'/'.join(Path(file).parts[-2:])}:{line}"
