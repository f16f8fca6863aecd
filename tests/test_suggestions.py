"""A name that no game has is answered with what is likely to be meant, and where the game may have gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fake_plugins import DATA, on_path
from typer.testing import CliRunner

from solitaire_engine.catalog import default_catalog
from solitaire_engine.checking import check_source
from solitaire_engine.cli import app
from solitaire_engine.distributions import own_points
from solitaire_engine.host import default_host


def refused(*args: str) -> str:
    result = CliRunner().invoke(app, list(args))
    assert result.exit_code != 0
    return str(result.stderr or result.exception).strip().removeprefix("solitaire: ")


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A plugin that cannot be loaded is installed."""
    monkeypatch.chdir(tmp_path)
    with on_path(DATA / "broken"):
        for made in (own_points, default_host, default_catalog):
            made.cache_clear()
        yield
    for made in (own_points, default_host, default_catalog):
        made.cache_clear()


@pytest.mark.parametrize("name", ["terrace", "far_step", "badgers"])
def test_names_that_share_a_few_letters_are_not_proposed(name: str) -> None:
    assert refused("rules", name) == f"there is no variant {name!r}; see: solitaire list"


def test_a_name_that_is_like_an_alias_is_answered_with_the_alias_and_its_game() -> None:
    assert refused("rules", "parterr").endswith("did you mean 'flower_garden', also called Parterre?")
    assert refused("list", "parterer").endswith("did you mean 'flower_garden', also called Parterre?")


@pytest.mark.parametrize("command", ["play", "check", "rules", "solve", "show", "resolve"])
def test_a_file_of_that_name_in_this_folder_is_pointed_to(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("terrace.yaml").write_text("schema: 1\nname: Terrace\nextends: freecell\n", "utf-8")
    assert (
        refused(command, "terrace")
        == "there is no variant 'terrace'; there is a file terrace.yaml here; write terrace.yaml"
    )


def test_an_unknown_name_is_told_with_the_plugins_that_do_not_work(broken: None) -> None:
    gone = [info for info in default_host().plugins if info.status == "broken"]
    plugins = ", ".join(f"{info.name} (broken-bits 0.3)" for info in gone[:3]) + f" and {len(gone) - 3} more"
    said = refused("play", "far_step")
    assert said == (
        f"there is no variant 'far_step'; the plugins {plugins} do not work, which may be where it comes from; "
        "see: solitaire plugins"
    )
    assert refused("play", "antars").endswith("; did you mean 'antares'?")
    listed = CliRunner().invoke(app, ["list", "freecell"])
    assert listed.exit_code == 0
    assert listed.stderr.splitlines() == [
        f"solitaire: the plugins {plugins} do not work, and no games of theirs are listed; see: solitaire plugins"
    ]


def test_a_list_says_nothing_of_a_plugin_that_is_left_out_by_wish(
    broken: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLITAIRE_PLUGINS", "gaps")
    for made in (default_host, default_catalog):
        made.cache_clear()
    assert CliRunner().invoke(app, ["list", "freecell"]).stderr == ""
    assert "do not work, which may be where it comes from" in refused("play", "far_step")


@pytest.mark.parametrize(
    ("parent", "said"),
    [
        ("FreeCell", "there is no game 'FreeCell'; write its id: freecell"),
        ("freecel", "there is no game 'freecel'; did you mean 'freecell'?"),
        ("freecell.yaml", "must be the id of a game, not the name of a file: 'freecell.yaml'; write freecell"),
        ("nowhere.yaml", "not the name of a file: 'nowhere.yaml'; write its id, as in extends: freecell"),
        ("mine", "the file extends itself, and there is no other game 'mine'; name another game"),
        ("mine.yaml", "the file extends itself, and there is no other game 'mine'; name another game"),
        ("besid", "there is no game 'besid'; did you mean 'beside'?"),
        ("xyzzy", "there is no game 'xyzzy'; see: solitaire list"),
    ],
)
def test_a_parent_that_is_not_there_is_told_with_the_one_that_is_meant(tmp_path: Path, parent: str, said: str) -> None:
    (tmp_path / "beside.yaml").write_text("schema: 1\nname: Beside\nextends: freecell\n", "utf-8")
    file = tmp_path / "mine.yaml"
    file.write_text(f"schema: 1\nname: Mine\nextends: {parent}\n", "utf-8")
    catalog = default_catalog()
    (problem,) = check_source(file, catalog.beside(file), catalog.host)
    assert str(problem).endswith(said)
    assert problem.line == 3
