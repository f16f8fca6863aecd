"""`plugin new`: a complete package with a plugin, copied from a template under another name.

The template is a package that works as it stands, under the name my_plugin; only names and
the range of the engine's versions are changed in the copy.
"""

from __future__ import annotations

import importlib.util
import keyword
import re
import shutil
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import typer

from ..catalog import default_catalog, folded
from ..distributions import ENGINE, engine_version
from ..errors import SolitaireError
from ..host import CORE, Host
from ..records import why_unwritable
from ..wordchecks import checked_words, slots_of
from ..words import Build

TEMPLATE_NAME: Final = "my_plugin"
MOST_LETTERS: Final = 40
_NAME: Final = re.compile(r"[a-z][a-z0-9]+(_[a-z0-9]+)*")
ARGUMENTS: Final = ("host", "without")
"""What `catalog_with` and `host_with` take besides plugins by name."""
_LEFT_OUT: Final = ("__pycache__", ".pytest_cache", ".hypothesis", "build", "dist")


def template_folder() -> Path:
    """Where the template is: inside the installed package, or beside core/ in a checkout."""
    here = Path(__file__).resolve().parent.parent
    installed = here / "plugin_template"
    return installed if installed.is_dir() else here.parent.parent / "plugins" / "template"


def new_plugin(given: str, to: Path | None) -> None:
    """Write the package for a plugin into a new folder below `to`, and say what to do next.

    A usage error for a name that cannot be one; SolitaireError where the name is taken or
    nothing can be written. Nothing that is there is changed.
    """
    name = given.strip().replace("-", "_")
    if not _NAME.fullmatch(name) or len(name) > MOST_LETTERS:
        way = "write two or more small letters and digits, joined by _ or -, a letter first"
        raise typer.BadParameter(f"{given!r} cannot be the name of a plugin; {way}", param_hint="NAME")
    taken = _why_taken(name, default_catalog().host)
    if taken:
        raise SolitaireError(f"the name {name!r} is taken: {taken}; choose another")
    parent = to or Path()
    if not parent.is_dir():
        raise SolitaireError(f"{parent}: there is no such folder; make it first, or name another one with --to")
    folder = parent / f"solitaire-{name.replace('_', '-')}"
    if folder.exists() or folder.is_symlink():
        raise SolitaireError(f"{folder}: this is there already, and is left as it is; choose another name or folder")
    try:
        write_plugin(name, folder)
    except OSError as error:
        raise SolitaireError(f"{folder}: the plugin cannot be written: {why_unwritable(error, parent)}") from error
    print(f"written: {folder}")
    print(f'Next, in that folder: python -m pip install -e ".[test]", python -m pytest, solitaire play {name}')


def write_plugin(name: str, folder: Path) -> None:
    """Write the template under another name as the new folder `folder`, whole or not at all; may raise OSError."""
    template = template_folder()
    half = Path(tempfile.mkdtemp(prefix=".solitaire-", dir=folder.parent))
    try:
        # A folder that is made for one's own use alone would stay so.
        half.chmod(0o755)
        for source in _files(template):
            target = half / renamed(source.relative_to(template).as_posix(), name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(renamed(source.read_text("utf-8"), name), encoding="utf-8")
        half.rename(folder)
    except BaseException:
        shutil.rmtree(half, ignore_errors=True)
        raise


def renamed(text: str, name: str) -> str:
    """A text or a path of the template for a plugin of that name and for this version of the engine."""
    text = text.replace(TEMPLATE_NAME, name)
    text = text.replace(TEMPLATE_NAME.replace("_", "-"), name.replace("_", "-"))
    text = text.replace(_title(TEMPLATE_NAME), _title(name))
    return re.sub(rf'"{ENGINE}>=[^"]*"', f'"{ENGINE}{range_for(engine_version())}"', text)


def range_for(engine: str) -> str:
    """The versions of the engine that a plugin made with one works with: up to the next that may break it."""
    numbers = [int(part) for part in re.findall(r"\d+", engine)[:2]] or [0]
    major, minor = (*numbers, 0)[:2]
    return f">={major}.{minor},<{f'0.{minor + 1}' if major == 0 else major + 1}"


def _title(name: str) -> str:
    return name.replace("_", " ").title()


def _files(template: Path) -> Iterator[Path]:
    for path in sorted(template.rglob("*")):
        if path.is_file() and not any(part in _LEFT_OUT or part.endswith(".egg-info") for part in path.parts):
            yield path


def _why_taken(name: str, host: Host) -> str:
    """Who has a name that the plugin, its distribution, module, word or game would have; nothing if nobody has."""
    if keyword.iskeyword(name) or name in ARGUMENTS:
        return "it means something else in the Python of its tests"
    info = host.info(name)
    if info is not None or name == CORE:
        return f"{info.blame} is installed" if info is not None else "it is the engine's own"
    module, distribution = f"solitaire_{name}", f"solitaire-{name.replace('_', '-')}"
    try:
        return f"the distribution {distribution} {version(distribution)} is installed"
    except PackageNotFoundError:
        if importlib.util.find_spec(module) is not None:
            return f"a module {module} is installed"
    word = Build(name=name, fits=lambda card, under: False)
    try:
        checked_words([word])
    except ValueError:
        return "it means something else in variant files"
    for other, _ in host.words.all():
        if slots_of(other) & slots_of(word):
            return f"{host.word_name(other)} has it"
    for entry in default_catalog().entries:
        if folded(name) in {folded(text) for text in (entry.id, entry.name, *entry.aliases)}:
            return f"there is a game {entry.name} ({entry.id})"
    return ""
