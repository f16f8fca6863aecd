"""The pages on hooks and plugins are held to the code: signatures are compared, and every example runs as it stands."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest
import typer
from tests.fake_plugins import on_path, write_distribution
from tests.pages import blocks, files, tried
from typer.testing import CliRunner

from solitaire_engine import hooks
from solitaire_engine.catalog import default_catalog
from solitaire_engine.distributions import own_points
from solitaire_engine.effects import COMMANDS, ExtraMove, Shuffle, Take, Turn
from solitaire_engine.hookchecks import hook_names
from solitaire_engine.host import Host, default_host
from solitaire_engine.solver import Searched, SolverBackEnd
from solitaire_engine.view import View
from solitaire_engine.words import KINDS, Word

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "hooks.md").read_text("utf-8")
GUIDE = (ROOT / "plugins" / "README.md").read_text("utf-8")
SIGNATURES = {
    node.name: f"{node.name}({ast.unparse(node.args)}) -> {ast.unparse(node.returns)}"
    for node in ast.parse(Path(hooks.__file__).read_text("utf-8")).body
    if isinstance(node, ast.FunctionDef) and node.returns is not None
}


def section(page: str, hook: str) -> str:
    """The section of a page that has the signature of a hook right below its heading."""
    (found,) = [part for part in re.split(r"(?m)^## ", page) if part.partition("\n\n")[2].startswith(f"`{hook}(")]
    return found


@contextmanager
def installed(shown: dict[str, str], folder: Path, points: dict[str, str], **more: Any) -> Iterator[Host]:
    """The engine as it is where a distribution with the shown files is installed, in a folder that is entered."""
    for name, text in shown.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    write_distribution(folder, "shown-pack", points=points, **more)
    with on_path(folder), pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        own_points.cache_clear()
        default_host.cache_clear()
        default_catalog.cache_clear()
        try:
            yield default_host()
        finally:
            own_points.cache_clear()
            default_host.cache_clear()
            default_catalog.cache_clear()


@contextmanager
def example_of(hook: str, folder: Path) -> Iterator[tuple[Host, str]]:
    """The example of a hook, installed; gives the host and the section."""
    text = section(PAGE, hook)
    shown = files(text)
    (module,) = [name.removesuffix(".py") for name in shown if name.endswith(".py")]
    with installed(shown, folder, {module: module}) as host:
        info = host.info(module)
        assert info is not None and (info.status, info.hooks) == ("ok", (hook,)), info
        yield host, text


def run_transcript(text: str) -> int:
    """Run what a section shows of Python; gives how many statements there were."""
    return tried("\n".join(blocks("pycon", text)), "docs/hooks.md")


# Every hook is there


def test_the_page_has_every_hook_with_its_exact_signature_and_an_example() -> None:
    assert list(SIGNATURES) == list(hook_names())
    shown = re.findall(r"(?m)^`(solitaire_\w+\(.*)`$", PAGE)
    assert shown == list(SIGNATURES.values())
    for hook in SIGNATURES:
        assert f"def {hook}(" in "".join(blocks("python", section(PAGE, hook)))


def test_every_hook_has_a_test_of_its_example() -> None:
    assert {f"test_hook_{name.removeprefix('solitaire_')}" for name in SIGNATURES} <= set(globals())


def test_every_hook_tells_what_it_is_for() -> None:
    for hook in SIGNATURES:
        doc = inspect.getdoc(getattr(hooks, hook))
        assert doc and doc.endswith(".")


def test_hook_words(tmp_path: Path) -> None:
    with example_of("solitaire_words", tmp_path) as (host, text):
        info = host.info("one_apart")
        assert info is not None and info.words == ("build one_apart", "gap red")
        assert run_transcript(text) == 3


def test_hook_variants(tmp_path: Path) -> None:
    with example_of("solitaire_variants", tmp_path) as (host, text):
        assert host.variant_folders() == [tmp_path / "games"]
        assert run_transcript(text) == 2


def test_hook_extra_moves(tmp_path: Path) -> None:
    with example_of("solitaire_extra_moves", tmp_path) as (_, text):
        assert run_transcript(text) == 8


def test_hook_after_move(tmp_path: Path) -> None:
    with example_of("solitaire_after_move", tmp_path) as (_, text):
        assert run_transcript(text) == 6


def test_hook_solvers(tmp_path: Path) -> None:
    with example_of("solitaire_solvers", tmp_path) as (_, text):
        assert run_transcript(text) == 8


def test_the_page_tells_a_solver_and_its_answer_with_their_exact_fields() -> None:
    for kind in (SolverBackEnd, Searched):
        shown = ", ".join(f.name if f.default is MISSING else f"{f.name}={f.default!r}" for f in fields(kind))
        assert f"- `{kind.__name__}({shown})`" in PAGE


def test_hook_commands(tmp_path: Path) -> None:
    with example_of("solitaire_commands", tmp_path) as (host, text):
        app = typer.Typer()
        app.command("play")(lambda: None)
        host.add_commands(app)
        (console,) = blocks("console", text)
        command, _, output = console.partition("\n")
        result = CliRunner().invoke(app, command.removeprefix("$ solitaire ").split())
        assert (result.exit_code, result.output) == (0, output)


# What else the page says


def test_the_page_tells_every_kind_of_word_with_its_fields() -> None:
    rows = dict(re.findall(r"(?m)^\| `(\w+)` \| (.*) \|$", PAGE))
    assert set(rows) == {kind.__name__ for kind in KINDS}
    common = {field.name for field in fields(Word)}
    for kind in KINDS:
        own = [field.name for field in fields(kind) if field.name not in common]
        told = re.findall(r"`(\w+)(?:\(.*?\))?`(?=:)", rows[kind.__name__].partition(" | ")[2])
        assert told == own, kind


def test_the_page_tells_every_effect_with_its_exact_fields() -> None:
    for kind in (Take, Turn, Shuffle, ExtraMove):
        shown = ", ".join(f.name if f.default is MISSING else f"{f.name}={f.default!r}" for f in fields(kind))
        assert f"- `{kind.__name__}({shown})`" in PAGE


def test_the_page_tells_every_command_that_a_move_may_not_be_named_like() -> None:
    listed = " ".join(PAGE.partition("a command of the table: ")[2].split("\n\n")[0].split())
    assert re.findall(r"`([\w-]+)`", listed) == list(COMMANDS)


def test_the_page_tells_all_that_a_hook_sees() -> None:
    told = re.findall(r"`(\w+)(?:\(\w+\))?`:", PAGE.partition("## What a hook sees")[2].partition("\n## ")[0])
    public = [name for name in vars(View) if not name.startswith("_")]
    assert sorted(told) == sorted(public)
    for name, argument in re.findall(r"(?m)^- `(\w+)\((\w+)\)`:", PAGE):
        assert list(inspect.signature(getattr(View, name)).parameters) == ["self", argument]


def test_the_page_tells_of_the_rules_version() -> None:
    assert f"`{hooks.RULES_VERSION}`" in PAGE


# The guide


@pytest.mark.parametrize("page", ["docs/hooks.md", "plugins/README.md"])
def test_a_link_of_the_pages_leads_somewhere(page: str) -> None:
    path = ROOT / page
    text = path.read_text("utf-8")
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"(?m)^#+ (.*)$", text)}
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert target.removeprefix("#") in headings if target.startswith("#") else (path.parent / target).exists()


def test_the_bundled_plugins_are_those_the_guide_names() -> None:
    modules = {path.stem for path in (ROOT / "plugins" / "solitaire_plugins").glob("*.py")} - {"__init__"}
    assert all(f"`{module}`" in GUIDE for module in modules)
    command = re.search(r"SOLITAIRE_PLUGINS=(\S+)", GUIDE)
    assert command and set(command[1].split(",")) == modules
