"""`new`: a file that is good as it is written, whose alternatives are true, and that takes no other's place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.program import run
from typer.testing import CliRunner

from solitaire_engine.catalog import Catalog, bundled_folder, default_catalog
from solitaire_engine.checking import check_source
from solitaire_engine.cli import app
from solitaire_engine.errors import SolitaireError
from solitaire_engine.json_schema import FILE_NAME as SCHEMA_FILE
from solitaire_engine.json_schema import header
from solitaire_engine.starter import check_id, check_name, default_name, starter_text, write_new
from solitaire_engine.trying import try_out

ALTERNATIVE = re.compile(r"( *)#([a-z]+):")
NO_ID = "is no id of a game: small letters, digits and _, and a letter first"
KLONDIKE = bundled_folder() / "klondike.yaml"
KEY = re.compile(r"( *)([a-z]+):")


def bundled() -> Catalog:
    return Catalog([bundled_folder()], default_catalog().host)


def text_of(folder: Path, parent: str | None = None, id: str = "my_game", name: str = "My Game") -> str:
    return starter_text(id, name, parent, bundled(), folder / f"{id}.yaml")


def problems(folder: Path, text: str, id: str = "my_game") -> list[str]:
    path = folder / f"{id}.yaml"
    path.write_text(text, "utf-8")
    catalog = bundled()
    return [str(problem) for problem in check_source(path, catalog.beside(path), catalog.host)]


def alternatives(text: str) -> list[str]:
    """The text with each key that stands behind a # in turn, in the place of the key of that name before it."""
    lines, found = text.split("\n"), list[str]()
    for number, line in enumerate(lines):
        match = ALTERNATIVE.match(line)
        if match is None:
            continue
        changed = [*lines]
        changed[number] = line.replace("#", "", 1)
        for above in range(number - 1, -1, -1):
            key = KEY.match(lines[above])
            if key and len(key[1]) < len(match[1]):
                break
            if key and key[1] == match[1] and key[2] == match[2]:
                changed[above] = ""
                break
        found.append("\n".join(changed))
    return found


def test_a_new_file_is_good_and_every_alternative_in_it_too(tmp_path: Path) -> None:
    text = text_of(tmp_path)
    assert problems(tmp_path, text) == []
    others = alternatives(text)
    assert len(others) > 15
    for other in others:
        assert problems(tmp_path, other) == []


def test_every_key_of_a_new_file_is_explained(tmp_path: Path) -> None:
    above = False
    for line in text_of(tmp_path).split("\n"):
        explained = above or "   #" in line or line.lstrip().startswith("#")
        assert explained or not line.strip() or re.match(r" +(?:kind|count|cell|foundation|tableau|-)", line), line
        above = line.startswith("# ") or (above and bool(line.strip()) and not line.startswith("piles:"))


def test_the_first_line_of_a_new_file_is_the_one_that_editors_read(tmp_path: Path) -> None:
    for parent in (None, "klondike"):
        assert text_of(tmp_path, parent).split("\n")[0] == header(SCHEMA_FILE)


@pytest.mark.parametrize(
    "parent", ["freecell", "klondike", "antares", "agnes_aces", "pyramid", "spider", "Wasp", "accordion"]
)
def test_a_file_that_extends_a_game_is_that_game_and_says_all_that_it_says(parent: str, tmp_path: Path) -> None:
    catalog, path = bundled(), tmp_path / "my_game.yaml"
    parent = catalog.find(parent).file.stem
    known = catalog.load(parent)
    text = text_of(tmp_path, parent)
    assert problems(tmp_path, text) == []
    assert catalog.load(str(path)).hash == known.hash
    # All of it without the # is the same game once more, with nothing inherited that counts.
    whole = re.sub(r"(?m)^#( *(?:[A-Za-z_]+:|- ))", r"\1", text)
    assert whole != text
    assert problems(tmp_path, whole) == []
    assert catalog.load(str(path)).hash == known.hash


def test_the_command_writes_a_file_that_can_be_checked_and_played_at_once(tmp_path: Path) -> None:
    made = run(tmp_path, "new", "my_game")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == "written: my_game.yaml\nnext: solitaire check my_game.yaml, solitaire play my_game.yaml\n"
    checked = run(tmp_path, "check", "my_game.yaml", "--short")
    assert (checked.returncode, checked.stdout) == (0, "my_game.yaml: good; 9 games played\n")
    text = (tmp_path / "my_game.yaml").read_text("utf-8")
    again = run(tmp_path, "new", "my_game", "--extends", "klondike")
    assert (again.returncode, again.stdout) == (1, "")
    assert (
        again.stderr == "solitaire: my_game.yaml: this file is there already, and is left as it is; choose another id\n"
    )
    assert (tmp_path / "my_game.yaml").read_text("utf-8") == text


def test_a_game_in_ones_own_folder_is_played_by_its_name(tmp_path: Path) -> None:
    made = run(tmp_path, "new", "my_game", "--user", "--extends", "freecell", "--name", "Mein: Spiel")
    path = tmp_path / "config" / "variants" / "my_game.yaml"
    assert made.stdout == f"written: {path}\nnext: solitaire check my_game, solitaire play my_game\n"
    assert run(tmp_path, "show", "my_game:1").stdout.startswith("Mein: Spiel - my_game:1\n")
    # Its id is taken now, wherever another file would be.
    again = run(tmp_path, "new", "my_game")
    assert again.stderr == f"solitaire: there is a game my_game already, in {path}; choose another id\n"


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("My-Game.yaml",), 1, f"'My-Game.yaml' {NO_ID}; write my_game"),
        (("7up",), 1, f"'7up' {NO_ID}"),
        (("klondike",), 1, f"there is a game klondike already, in {KLONDIKE}; choose another id"),
        (("my_game", "--extends", "frecell"), 1, "there is no variant 'frecell'; did you mean 'freecell'?"),
        (("my_game", "--extends", "a.yaml"), 1, "a file extends a game by its id, and 'a.yaml' is a path; name a "),
        (
            ("my_game", "--extends", "klondike_draw_one"),
            1,
            "klondike_draw_one is a preset in the file of klondike, and",
        ),
        (("my_game", "--name", " "), 1, "'' is no name of a game: write up to 100 plain characters"),
        (("my_game", "--to", "no"), 1, f"{Path('no', 'my_game.yaml')}: the file cannot be written: there is no folder"),
        (("my_game", "--to", ".", "--user"), 2, "invalid value for --to: say where, or --user, not both; see: "),
        ((), 2, "missing argument 'ID'; see: solitaire new --help"),
    ],
)
def test_what_cannot_be_begun_gets_one_line_and_leaves_no_file(
    args: tuple[str, ...], code: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["new", *args])
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr.startswith(f"solitaire: {message}") and done.stderr.count("\n") == 1
    assert not list(tmp_path.rglob("*.yaml"))


def test_a_file_can_extend_one_that_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(text_of(tmp_path, id="base", name="Base"), "utf-8")
    (tmp_path / "child.yaml").write_text(text_of(tmp_path, "base", "child"), "utf-8")
    assert try_out(tmp_path / "child.yaml", bundled()).problems == ()


@pytest.mark.parametrize("name", ["Réussite", "a: b", "#1", "yes", "7", "'quoted'", "- x", "{x}", "~"])
def test_any_name_is_written_so_that_it_is_read_as_that_name(name: str, tmp_path: Path) -> None:
    check_name(name)
    assert problems(tmp_path, text_of(tmp_path, name=name)) == []
    assert bundled().load(str(tmp_path / "my_game.yaml")).name == name


def test_an_id_makes_a_name() -> None:
    assert default_name("my_new_game_2") == "My New Game 2"
    check_id("my_new_game_2", bundled())
    with pytest.raises(SolitaireError, match="there is a game klondike_draw_one already"):
        check_id("klondikedrawone", bundled())


def test_a_link_that_leads_nowhere_is_not_written_through(tmp_path: Path) -> None:
    path = tmp_path / "my_game.yaml"
    path.symlink_to(tmp_path / "elsewhere.yaml")
    with pytest.raises(SolitaireError, match="this file is there already"):
        write_new(path, "text")
    assert not (tmp_path / "elsewhere.yaml").exists()
