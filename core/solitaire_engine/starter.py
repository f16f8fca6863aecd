"""The file that a new variant begins as: short, complete, every line explained, and good as it is.

A line whose first sign is a ``#`` without a space is a key that may be had: with the ``#``
away, and the key that it replaces gone, the file is still good. A ``#`` with a space begins a comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Final

from .catalog import Catalog, folded
from .document import load_source
from .errors import SolitaireError, VariantError
from .json_schema import FILE_NAME, header
from .reading import named
from .records import why_unwritable
from .resolving import DEPTHS
from .scanning import is_id, like_id
from .schema import TOP, VERSION
from .variant import new_report
from .yamlnodes import Map, Mark, Node, Scalar
from .yamlwriting import block_lines, scalar_text

_LONGEST: Final = 100
_OWN: Final = ("schema", "id", "name", "aliases", "extends", "meta", "presets")
"""Keys of a parent that its children do not repeat."""
_DEPTHS: Final = {**DEPTHS, "params": 1}

_WHOLE: Final = """\
# The version of this format, and what players call the game.
schema: {version}
name: {name}
#aliases: [Another Name]     # other names, for searching

# What is told about the game; nothing in here changes how it plays. Without a source a figure is left out.
meta:
  #family: freecell          # games of one family stand together
  #difficulty: 3             # 1 to 5
  #minutes: 10               # how long a game takes
  notes: [The tableau is dealt face up.]

# Choices for the player, each used somewhere below as $name. To play with one: --param cells=3
params:
  cells: {{default: 4, choices: [3, 4, 5], text: number of cells}}

# The cards; without this key one full pack, and foundations that start with aces.
#deck: {{packs: 2}}
#deck: {{ranks: A-Q}}
#base: 7                     # foundations start with sevens

# The groups of piles, in the order in which they are numbered: c1, c2 ... f1 ... t1 ...
piles:
  cell:
    kind: cell               # holds one card of any kind
    count: $cells
  foundation:
    kind: foundation         # without more words: from the ace up in suit, one for each suit
    #build: up color         # or up in colour
    #lift: top               # the top card may come back
  tableau:
    kind: tableau
    count: 8
    build: down alternate    # which card may be put on which: one rank lower, of the other colour
    #build: down suit        # or in suit
    #build: down any         # or in any suit
    lift: sequence           # which cards may be taken off: those that lie as build says
    #lift: top               # or only the last one
    #lift: any               # or any card, with all that lies on it
    limit: supermove         # how many at once: as many as empty cells and columns would carry one by one
    #limit: cells            # or as many as the empty cells alone would
    gap: any                 # what may start an empty column
    #gap: K                  # or only a king
    #gap: none               # or nothing

# The opening deal, step by step. Cards that are left over go to the stock, if there is one.
deal:
  - {{to: tableau, cards: rest}}

# How the groups lie on the table: one row, then the next.
layout: [cell foundation, tableau]

# Which cards may go home by themselves; without this key those that nothing else can need.
#auto: none
#score: standard

# Games of their own, which differ by a few words.
#presets: {{{id}_hard: {{name: {hard}, with: {{cells: 3}}}}}}
"""


def starter_text(id: str, name: str, parent: str | None, catalog: Catalog, path: Path) -> str:
    """The text of a new variant file; `path` is where it will be, `parent` the game it changes, if any.

    Raises SolitaireError for a parent that is none, and VariantError for one that is not good.
    """
    try_out = [f"solitaire {word} {path.name}" for word in ("check", "play")]
    head = [
        header(FILE_NAME),
        "# The line above lets an editor complete and explain the keys; to write the file that it names:",
        f"#   solitaire schema --write {FILE_NAME}",
        f"# To see what is wrong, and to play: {', '.join(try_out)}.",
        "# A key behind a # can be had: take the # away, and the key that it replaces out.",
        "",
    ]
    title = _quoted(name)
    if parent is None:
        body = _WHOLE.format(version=VERSION, name=title, id=id, hard=_quoted(f"{name[:80]} (Hard)"))
        return "\n".join([*head, body])
    return "\n".join([*head, *_changed(title, parent, catalog, path), ""])


def _quoted(name: str) -> str:
    return scalar_text(Scalar(name, name, False, Mark(1, 1)))


def _changed(name: str, parent: str, catalog: Catalog, path: Path) -> Iterator[str]:
    """The lines of a file that changes another game; what that one says stands there to be changed."""
    file = catalog.beside(path)(parent)
    if file is None:
        entry = catalog.find(parent)
        if entry.preset is not None:
            way = f"extend {entry.file.stem}, and give it the values of that preset"
            raise SolitaireError(
                f"{entry.id} is a preset in the file of {entry.file.stem}, and a file extends a file; {way}"
            )
        file = entry.file
    report = new_report(file, catalog.host)
    root = load_source(file, catalog.beside(file), report).root
    if report.problems:
        raise VariantError(report.problems)
    title = root.get("name")
    known = title.text if isinstance(title, Scalar) else file.stem
    yield f"schema: {VERSION}"
    yield f"name: {name}"
    yield f"extends: {file.stem}"
    yield ""
    yield "# What is told about the game; nothing in here changes how it plays."
    yield "meta:"
    yield f"  notes: [{_quoted(f'As {known}, with changes.')}]"
    yield ""
    yield f"# This is all that {known} says, its parents included. What stays behind a # is as it is there."
    yield "# To change a key, take the # away, also from the lines above that it belongs to (piles:, tableau:)."
    yield "# A list, or what stands in braces, is replaced whole; ~ removes a key: params: ~"
    for key, value in _sorted(root):
        if key.text not in _OWN:
            yield from (f"#{line}" for line, _ in block_lines(key, value, _DEPTHS.get(key.text, 0), _uncommented))


def _uncommented(key: Scalar | None, value: Node) -> str:
    return ""


def _sorted(root: Map) -> Iterator[tuple[Scalar, Node]]:
    for name in TOP:
        yield from ((key, value) for key, value in root.entries if key.text == name)


def check_id(id: str, catalog: Catalog) -> None:
    """Whether a game may have that id; SolitaireError says why not, and what would do."""
    # The catalogue would find a game whose id begins with a digit; words of a file do not.
    if not is_id(id) or not id[0].isalpha():
        good = like_id(PurePath(id).name.lower().removesuffix(".yaml").removesuffix(".yml"))
        hint = f"; write {good}" if good[:1].isalpha() else ""
        raise SolitaireError(f"{named(id)} is no id of a game: small letters, digits and _, and a letter first{hint}")
    taken = next((entry for entry in catalog.entries if folded(entry.id) == folded(id)), None)
    if taken is not None:
        raise SolitaireError(f"there is a game {taken.id} already, in {taken.file}; choose another id")


def default_name(id: str) -> str:
    """A name made of an id: "my_game" is "My Game"."""
    return " ".join(word.capitalize() for word in id.split("_") if word)


def check_name(name: str) -> None:
    """Whether a game may be called that; SolitaireError says why not."""
    if not name.strip() or not name.isprintable() or len(name) > _LONGEST:
        raise SolitaireError(f"{named(name)} is no name of a game: write up to {_LONGEST} plain characters")


def write_new(path: Path, text: str, *, make_folder: bool = False) -> None:
    """Write a file that is not there yet; `make_folder`: and its folder. SolitaireError if it is there or cannot be."""
    try:
        if make_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError as error:
        if path.exists() or path.is_symlink():
            raise SolitaireError(
                f"{path}: this file is there already, and is left as it is; choose another id"
            ) from error
        raise SolitaireError(f"{path}: the file cannot be written: {why_unwritable(error, path.parent)}") from error
    except (OSError, ValueError) as error:
        raise SolitaireError(f"{path}: the file cannot be written: {why_unwritable(error, path.parent)}") from error
