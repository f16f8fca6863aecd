"""The README holds: its files are the files, its examples run, its commands are commands."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Sequence
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from tests.fake_plugins import write_distribution
from tests.pages import blocks, tried
from tests.program import run
from tests.webbing import Process

from solitaire_engine.cards import parse_card
from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.cli import app
from solitaire_engine.host import Host

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def block(language: str, word: str) -> str:
    """The one quoted text of that language with that word in it."""
    (text,) = [text for text in blocks(language, README) if word in text]
    return text


def test_two_commands_set_everything_up() -> None:
    lines = [line for text in blocks("sh", README) for line in text.splitlines()]
    play, suite = [line for line in lines if "venv .venv" in line]
    assert play.endswith(" && .venv/bin/solitaire play antares")
    assert suite.endswith(" && .venv/bin/python -m pytest -n auto")
    for command in (play, suite):
        windows = command.replace("python3 -m", "py -m").replace(".venv/bin/", ".venv\\Scripts\\")
        assert f"`{windows}`" in README.replace("\n", " ")


def test_the_python_examples_give_what_they_show() -> None:
    assert tried("\n".join(text for text in blocks("python", README) if ">>>" in text), "README.md") > 5


def test_the_variant_shown_is_the_file() -> None:
    assert block("yaml", "name: Antares") == (ROOT / "variants" / "antares.yaml").read_text("utf-8")


def test_the_plugin_shown_brings_the_word_that_its_variant_uses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = tomllib.loads(block("toml", "solitaire_engine.plugins"))["project"]["entry-points"]
    ((group, plugins),) = points.items()
    ((name, module),) = plugins.items()
    # What an installer leaves behind: the module, and metadata with its entry point.
    points, modules = f"[{group}]\n{name} = {module}\n", {module: block("python", "hookimpl")}
    write_distribution(tmp_path, "red-gaps", "1", points, modules)
    monkeypatch.syspath_prepend(tmp_path)
    host = Host(entry_points(group=group))
    assert host.is_loaded(name)

    file = tmp_path / "red_scorpion.yaml"
    file.write_text(block("yaml", "name: Red Scorpion"), "utf-8")
    rules = Catalog([bundled_folder()], host).rules(str(file))
    (tableau,) = [group for group in rules.groups if group.kind == "tableau"]
    assert tableau.gap.word is not None
    assert [tableau.gap.word.takes(card, 0) for card in map(parse_card, ("AC", "7D", "KH", "2S"))] == [
        False, True, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)]+)\)", README))
def test_a_link_leads_somewhere(target: str) -> None:
    file, _, heading = target.partition("#")
    assert (ROOT / file).exists() or target.startswith("https://")
    headings = re.findall(r"(?m)^#+ (.*)$", (ROOT / file).read_text("utf-8")) if heading else []
    assert not heading or heading in [text.lower().replace(" ", "-") for text in headings]


def typed() -> list[str]:
    """What the table of the things to type shows."""
    rows = README.split("| you type |")[1].split("\n\n")[0].splitlines()
    return [text for row in rows for text in re.findall(r"`([^`]+)`", row.split("|")[1])]


def commands() -> list[str]:
    """Every command line of the text, with the options of `play` that are described beside it."""
    found = dict.fromkeys(re.findall(r"`(solitaire [^`]+)`", README))
    return [*found, *(f"solitaire play antares {option}" for option in re.findall(r"`(--deal [^`]+)`", README))]


def solitaire(folder: Path, *words: str, lines: Sequence[str] = ()) -> str:
    """What the program prints, run in a folder that is also where it keeps everything."""
    done = run(folder, *words, typed="".join(f"{line}\n" for line in lines))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a variant file, a game in progress, and the same game saved under the README's name."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "my_game.yaml").write_text(block("yaml", "name: Antares"), "utf-8")
    solitaire(folder, "play", "klondike", "--deal", "7", lines=["deal", "save game.txt", "quit"])
    solitaire(folder, "play", "klondike", "--deal", "8", lines=["deal", "quit"])
    return folder


def test_the_table_of_things_to_type_has_what_help_lists_and_nothing_unknown(tmp_path: Path) -> None:
    told = solitaire(tmp_path, "play", "klondike", "--deal", "7", lines=typed())
    assert "there is no command" not in told
    assert (tmp_path / "game.txt").is_file()
    shown = solitaire(tmp_path, "play", "klondike", "--deal", "7", lines=["board off", "help", "quit"])
    rows = re.findall(r"^(?:> )?(\S.*?)  +\S", shown.split("> ", 2)[2], re.MULTILINE)
    listed = {part.split()[0] for row in rows for part in row.split(", ")}
    assert {"undo", "quit"} < listed
    assert listed <= {text.split()[0] for text in typed()}


@pytest.mark.parametrize("command", commands())
def test_a_command_in_the_text_does_something(command: str, played: Path) -> None:
    words = shlex.split(command)[1:]
    if words[0] == "serve" or "--web" in words:
        with Process(played, *words, *(["--no-open", "--port", "0"] if words[0] == "serve" else [])) as served:
            assert served.client.ask(served.path).status == 200
        return
    assert solitaire(played, *words, lines=["quit"] if words[0] == "play" else [])


def test_every_command_of_the_program_is_in_the_text() -> None:
    own = [command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands]
    own += [group.name or "" for group in app.registered_groups]
    assert {command.split()[1] for command in commands()} == {name.rstrip("_") for name in own}
