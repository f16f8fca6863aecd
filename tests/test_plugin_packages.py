"""The packages in plugins/: what `plugin new` writes and the example install, pass their own tests, and play."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.fake_plugins import write_distribution
from tests.program import environment, run
from typer.testing import CliRunner, Result

from solitaire_engine.catalog import default_catalog
from solitaire_engine.cli import app
from solitaire_engine.cli.plugin_new import ARGUMENTS, TEMPLATE_NAME, range_for, template_folder, write_plugin
from solitaire_engine.distributions import ENGINE, engine_version, own_points
from solitaire_engine.hooks import GROUP
from solitaire_engine.host import default_host
from solitaire_engine.testing import catalog_with, host_with

PLUGINS = Path(__file__).parents[1] / "plugins"
GUIDE = (PLUGINS / "README.md").read_text("utf-8")
BADGERS = PLUGINS / "examples" / "badgers"


def call(*args: str) -> Result:
    return CliRunner().invoke(app, list(args))


def fails(code: int, *args: str) -> str:
    """The one line of a command that fails, without the program's name."""
    result = call(*args)
    assert (result.exit_code, result.stdout) == (code, "")
    (line,) = result.stderr.splitlines()
    return line.removeprefix("solitaire: ")


def project(folder: Path) -> dict[str, Any]:
    """What a package's pyproject.toml says of it."""
    return dict(tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"])


def installed(package: Path, folder: Path) -> dict[str, str]:
    """Variables for a process in which a package is installed as its pyproject.toml says; `folder` for its metadata."""
    about = project(package)
    points = about["entry-points"][GROUP]
    write_distribution(folder, about["name"], about["version"], points, requires=about["dependencies"])
    return {"PYTHONPATH": os.pathsep.join(map(str, (folder, package)))}


def passes_its_tests(package: Path, folder: Path, env: dict[str, str]) -> str:
    """Run a package's tests in a process of its own, warnings being errors; gives what pytest says at the end."""
    command = [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", str(package)]
    variables = {**environment(folder, **env), "PYTHONDONTWRITEBYTECODE": "1"}
    variables.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(command, env=variables, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1]


# What `plugin new` writes


def test_a_new_plugin_is_a_package_that_passes_its_tests_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written = call("plugin", "new", "first-steps")
    assert (written.exit_code, written.stderr) == (0, "")
    package = Path("solitaire-first-steps")
    assert written.stdout.splitlines()[0] == f"written: {package}"
    assert written.stdout.splitlines()[1].endswith("solitaire play first_steps")
    env = installed(tmp_path / package, tmp_path / "site")
    assert "4 passed" in passes_its_tests(tmp_path / package, tmp_path, env)
    listed = run(tmp_path, "plugins", env=env).stdout
    assert re.search(r"(?m)^first_steps +solitaire-first-steps 0\.1\.0 +ok +build first_steps$", listed)
    played = run(tmp_path, "play", "--text", "first_steps:1", typed="t1 c1\nquit\n", env=env)
    assert (played.returncode, played.stderr) == (0, "")
    assert "First Steps - first_steps:1" in played.stdout and " to c1." in played.stdout


def test_no_name_of_the_template_is_left_in_a_new_plugin(tmp_path: Path) -> None:
    folder = tmp_path / "solitaire-odd-fish"
    write_plugin("odd_fish", folder)
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert files == {
        "LICENSE",
        "README.md",
        "pyproject.toml",
        "solitaire_odd_fish/__init__.py",
        "solitaire_odd_fish/py.typed",
        "solitaire_odd_fish/variants/odd_fish.yaml",
        "tests/test_odd_fish.py",
    }
    for name in files:
        text = (folder / name).read_text("utf-8")
        assert not re.search(r"my.plugin", text, re.IGNORECASE), name
    assert list(tmp_path.iterdir()) == [folder]


def test_the_template_asks_for_this_version_of_the_engine_and_its_makes() -> None:
    assert project(template_folder())["dependencies"] == [f"{ENGINE}{range_for(engine_version())}"]
    assert project(BADGERS)["dependencies"] == [f"{ENGINE}{range_for(engine_version())}"]


@pytest.mark.parametrize(
    ("engine", "wanted"),
    [("0.1.0", ">=0.1,<0.2"), ("0.12.3.dev1", ">=0.12,<0.13"), ("1.4.2", ">=1.4,<2"), ("2", ">=2.0,<3")],
)
def test_a_new_plugin_works_with_the_versions_that_do_not_break_it(engine: str, wanted: str) -> None:
    assert range_for(engine) == wanted


def test_nothing_that_is_there_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    there = tmp_path / "solitaire-odd-fish"
    there.mkdir()
    way = "this is there already, and is left as it is; choose another name or folder"
    assert fails(1, "plugin", "new", "odd_fish") == f"solitaire-odd-fish: {way}"
    assert list(there.iterdir()) == []
    (tmp_path / "other").mkdir()
    assert call("plugin", "new", "odd_fish", "--to", "other").exit_code == 0
    assert (tmp_path / "other" / "solitaire-odd-fish" / "pyproject.toml").exists()


@pytest.mark.parametrize("name", ["Odd", "x", "1st", "odd fish", "odd__fish", "odd_", "a" * 41, "été", ""])
def test_a_name_that_cannot_be_one_is_refused_with_the_way_out(name: str) -> None:
    assert f"{name!r} cannot be the name of a plugin; write two or more small letters" in fails(
        2, "plugin", "new", name
    )


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("shifts", rf"the plugin 'shifts' \({ENGINE} .*\) is installed"),
        ("core", "it is the engine's own"),
        ("engine", rf"the distribution {ENGINE} .* is installed"),
        ("plugins", "a module solitaire_plugins is installed"),
        ("down", "the engine's direction word 'down' has it"),
        ("wrap", "it means something else in variant files"),
        ("class", "it means something else in the Python of its tests"),
        ("host", "it means something else in the Python of its tests"),
        ("agnes_aces", r"there is a game Agnes Aces \(agnes_aces\)"),
        ("gaps-", ""),
    ],
)
def test_a_name_that_is_taken_is_refused_and_it_is_said_by_whom(name: str, who: str) -> None:
    if who:
        assert re.fullmatch(rf"the name '{name}' is taken: {who}; choose another", fails(1, "plugin", "new", name))
    else:
        assert "cannot be the name of a plugin" in fails(2, "plugin", "new", name)


def test_no_argument_of_those_who_take_plugins_by_name_is_the_name_of_a_plugin() -> None:
    own = {*inspect.signature(catalog_with).parameters, *inspect.signature(host_with).parameters}
    assert own - {"folders", "points", "plugins"} == set(ARGUMENTS), "the starred ones clash with no name"


def test_where_nothing_can_be_written_it_is_said_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    way = "there is no such folder; make it first, or name another one with --to"
    assert fails(1, "plugin", "new", "odd_fish", "--to", str(tmp_path / "no")) == f"{tmp_path / 'no'}: {way}"

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "rename", full)
    line = fails(1, "plugin", "new", "odd_fish", "--to", str(tmp_path))
    assert line.startswith(f"{tmp_path / 'solitaire-odd-fish'}: the plugin cannot be written: ")
    assert list(tmp_path.iterdir()) == []


def test_without_its_own_command_plugin_says_what_is_missing() -> None:
    assert fails(2, "plugin").startswith("missing command; see: ")


# The guide


def test_the_plugin_of_the_guide_works_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = GUIDE.partition("## Your first plugin")[2].partition("\n## ")[0]
    files = r"`(solitaire_[\w/.]+|tests/[\w/.]+)`[^\n]*\n\n```\w+\n(.*?)```"
    shown = dict(re.findall(files, steps, re.DOTALL))
    said = dict(re.findall(r"```console\n\$ solitaire ([^\n]+)\n(.*?)```", steps, re.DOTALL))
    new, plugins, solve = said
    monkeypatch.chdir(tmp_path)
    assert call(*new.split()).stdout == said[new]
    package = tmp_path / "solitaire-small-steps"
    env = installed(package, tmp_path / "site")
    listed = said[plugins].replace(f"{ENGINE} 0.1.0", f"{ENGINE} {engine_version()}")
    # The compiled solver is listed where it is installed, which the guide's reader need not have done.
    lines = [line for line in run(tmp_path, plugins, env=env).stdout.splitlines() if not line.startswith("native ")]
    assert " ".join(lines).split() == listed.split()
    assert len(shown) == 3 and all((package / name).exists() for name in shown)
    for name, text in shown.items():
        (package / name).write_text(text, "utf-8")
    assert "2 passed" in passes_its_tests(package, tmp_path, env)
    solved = run(tmp_path, *solve.split(), env=env)
    assert solved.returncode == 0
    assert _without_numbers(solved.stdout) == _without_numbers(said[solve])


def _without_numbers(text: str) -> list[str]:
    """What the solver says, but for numbers: another version may need other moves, and another machine other times."""
    return re.sub(r"(?<!:)\b[\d,.]*\d\b", "N", text).split()


# The example


def test_the_example_passes_its_tests_and_adds_its_command(tmp_path: Path) -> None:
    env = installed(BADGERS, tmp_path / "site")
    assert "9 passed" in passes_its_tests(BADGERS, tmp_path, env)
    told = run(tmp_path, "how-deep", "3", env=env)
    assert (told.returncode, told.stderr) == (0, "")
    assert re.fullmatch(r"(A[CDHS]: t\d, \d below it, \d above\n){4}", told.stdout)
    wrong = run(tmp_path, "how-deep", "ms:0", env=env)
    assert wrong.returncode == 1 and len(wrong.stderr.splitlines()) == 1 and "ms:0" in wrong.stderr


def test_the_example_is_played_and_solved_by_its_share_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env = installed(BADGERS, tmp_path / "site")
    monkeypatch.setenv("SOLITAIRE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SOLITAIRE_CONFIG", str(tmp_path / "config"))
    for folder in reversed(env["PYTHONPATH"].split(os.pathsep)):
        monkeypatch.syspath_prepend(folder)
    own_points.cache_clear()
    default_host.cache_clear()
    default_catalog.cache_clear()
    try:
        typed = "dig t1\ndig t1\nundo\nshare\ndig t9\nquit\n"
        played = CliRunner().invoke(app, ["play", "--text", "badgers:3"], input=typed)
        assert played.exit_code == 0 and "Dig t1: " in played.stdout and "Undone: dig t1." in played.stdout
        assert "> share\nbadgers:3\n" in played.stdout
        assert "No: 'dig t9' cannot be done now." in played.stdout
        solved = call("solve", "badgers:3", "--limit", "5000")
        assert solved.exit_code == 0 and "badgers:3 is winnable" in solved.stdout and "dig t" in solved.stdout
    finally:
        own_points.cache_clear()
        default_host.cache_clear()
        default_catalog.cache_clear()
        sys.modules.pop("solitaire_badgers", None)


def test_the_packages_are_not_installed_with_the_engine() -> None:
    names = {info.name for info in default_host().plugins}
    assert not names & {"badgers", TEMPLATE_NAME}
