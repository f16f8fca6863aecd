"""What may be said to a browser: sentences of the engine without the paths of the machine.

The engine names files in full, for whoever sits at the machine has to find them. A page may be open elsewhere:

    >>> from solitaire_engine.web.scrubbing import scrubbed
    >>> scrubbed("/home/ada/games/7.solitaire: the disk is full")
    '7.solitaire: the disk is full'
"""

from __future__ import annotations

import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from ..catalog import bundled_folder
from ..folders import config_folder, user_folders
from ..saves import data_folder

MOST: Final = 4000
"""Characters of one text; nobody reads more, and a file of faults may have many."""

# Two parts at least, after something that no word goes on with: "A/K" and "and/or" are none.
_POSIX: Final = re.compile(r"(?<![\w/.:])(?:~?/)(?:[^\s/:;,'\"()<>|]+/)+(?P<name>[^\s/:;,'\"()<>|]*)")
_WINDOWS: Final = re.compile(r"(?<!\w)(?:[A-Za-z]:|\\)\\(?:[^\\/:;,'\"()<>|\n]+\\)*(?P<name>[^\\/\s:;,'\"()<>|]*)")


@cache
def _known_folders() -> tuple[str, ...]:
    """The folders that messages name, the longest first: a name with spaces is found by nothing else."""
    folders = [data_folder(), config_folder(), bundled_folder(), Path(tempfile.gettempdir()), *user_folders()]
    for find in (Path.home, Path.cwd):
        try:
            folders.append(find())
        except (OSError, RuntimeError):
            continue
    names = {str(each) for folder in folders for each in (folder, folder.absolute())}
    return tuple(sorted((name for name in names if len(name) > 1), key=len, reverse=True))


def scrubbed(text: str) -> str:
    """The text with the last name alone of every path, not longer than `MOST`, and such that it can be sent."""
    # Half a character, which JSON can have, is none in UTF-8.
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    for folder in _known_folders():
        for mark in ("/", "\\"):
            text = text.replace(folder + mark, mark + "x" + mark)
    text = _WINDOWS.sub(_last, _POSIX.sub(_last, text))
    return text if len(text) <= MOST else f"{text[: MOST - 3]}..."


def _last(found: re.Match[str]) -> str:
    return found["name"] or "a folder"
