"""The user's folders: of settings, of what the program keeps, of variants, and those that environment variables name.

Only names of folders are made here, and nothing is read: every command asks for them, and
has to start fast.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

CONFIG_VARIABLE: Final = "SOLITAIRE_CONFIG"
DATA_VARIABLE: Final = "SOLITAIRE_DATA"
VARIANTS_VARIABLE: Final = "SOLITAIRE_VARIANTS"
NAME: Final = "variants"
"""The folder of variants in the folder of the settings."""


def config_folder() -> Path:
    """The folder of the settings: ``SOLITAIRE_CONFIG``, else the one that the system has for such things."""
    if chosen := os.environ.get(CONFIG_VARIABLE):
        return Path(chosen)
    # Imported here: where the variable is set nothing else needs it.
    import platformdirs

    return platformdirs.user_config_path("solitaire-engine", appauthor=False)


def data_folder() -> Path:
    """The folder for everything the program keeps: ``SOLITAIRE_DATA``, else the user's data folder."""
    if chosen := os.environ.get(DATA_VARIABLE):
        return Path(chosen)
    import platformdirs

    return platformdirs.user_data_path("solitaire-engine", appauthor=False)


def named_folders(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """The folders in ``SOLITAIRE_VARIANTS``, separated as the system separates paths, each once.

    ``~`` stands for the home folder, as a shell would not always see to it.
    """
    parts = environ.get(VARIANTS_VARIABLE, "").split(os.pathsep)
    return tuple(dict.fromkeys(_at_home(part.strip()) for part in parts if part.strip()))


def _at_home(text: str) -> Path:
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError:  # there is no home folder
        return Path(text).absolute()


def own_folder() -> Path:
    """The folder for the user's variants, which need not be there: ``variants`` beside the settings."""
    return config_folder().absolute() / NAME


def user_folders() -> tuple[Path, ...]:
    """All folders of the user's variants: those that the variable names, then the one beside the settings."""
    return tuple(dict.fromkeys((*named_folders(os.environ), own_folder())))


def missing_folders() -> tuple[Path, ...]:
    """The folders that ``SOLITAIRE_VARIANTS`` names and that are none, or may not be looked into."""
    return tuple(
        folder for folder in named_folders(os.environ) if not os.access(folder, os.R_OK) or not folder.is_dir()
    )
