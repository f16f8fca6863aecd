"""Whether the compiled solver is here to be tested, or was left out on purpose."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import sys
from pathlib import Path
from typing import Final

NAME: Final = "solitaire-engine-native"
VARIABLE: Final = "SOLITAIRE_NO_NATIVE"
NOTE: Final = "solitaire-no-native.txt"
"""The file in which native/install.py leaves why this environment has none."""


def why_left_out() -> str:
    """Why the tests of the compiled solver are left out, as a clause; empty where they are not."""
    if os.environ.get(VARIABLE, "") not in ("", "0"):
        return f"{VARIABLE} is set"
    if is_installed():
        return ""
    note = Path(sys.prefix) / NOTE
    return note.read_text("utf-8").strip() if note.is_file() else ""


def is_installed() -> bool:
    """Whether it can be imported."""
    return importlib.util.find_spec("solitaire_engine_native") is not None


def told() -> str:
    """A sentence on the tests of the compiled solver, for the report of a run."""
    if why := why_left_out():
        return f"the tests of the compiled solver are LEFT OUT: {why}"
    if not is_installed():
        return f"tests/native will FAIL: run python native/install.py first, or set {VARIABLE}=1 to leave them out"
    return f"the compiled solver is tested: {NAME} {importlib.metadata.version(NAME)}"
