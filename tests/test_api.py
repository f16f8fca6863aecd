"""What programs and plugins may rely on is documented, and the page that tells it is what the code says."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest
from tests.pages import tried

import solitaire_engine
from solitaire_engine import api_docs
from solitaire_engine.api_docs import PUBLIC, api_page, doc_of, exports, members_of, signature_of
from solitaire_engine.errors import SolitaireError

ROOT = Path(__file__).parents[1]
PAGE = api_page()
NAMES = [(module, name) for module in PUBLIC for name in exports(module)]
IDS = [".".join(filter(None, pair)) for pair in NAMES]


def test_the_page_is_what_the_docstrings_say() -> None:
    assert (ROOT / "docs" / "api.md").read_text("utf-8") == PAGE, "python -m solitaire_engine.api_docs > docs/api.md"


@pytest.mark.parametrize(("module", "name"), NAMES, ids=IDS)
def test_every_public_name_is_told_in_a_sentence_with_its_types(module: str, name: str) -> None:
    value = exports(module)[name]
    doc = doc_of(sys.modules[f"solitaire_engine.{module}".rstrip(".")], name, value)
    assert re.search(r"[.:]$", doc.partition("\n\n")[0]), doc
    if isinstance(value, FunctionType):
        assert_typed(value)
    if isinstance(value, type):
        for member, (_, text) in members_of(value).items():
            assert text.partition("\n\n")[0].endswith((".", ":")), f"{name}.{member}"
            found = inspect.getattr_static(value, member)
            assert_typed(found.fget if isinstance(found, property) else getattr(value, member))


def assert_typed(function: object) -> None:
    """Every argument and what is given back has a type."""
    assert callable(function)
    signature = inspect.signature(function)
    own = [each for each in signature.parameters.values() if each.name not in ("self", "cls")]
    assert all(each.annotation is not each.empty for each in own), function
    assert signature.return_annotation is not signature.empty, function


def test_every_error_that_is_raised_on_purpose_is_public_or_says_where_it_comes_from() -> None:
    errors = {name for name, value in vars(sys.modules["solitaire_engine.errors"]).items() if isinstance(value, type)}
    public = {name for name in exports("") if name.endswith("Error") or name in errors}
    raised = {name for name in re.findall(r"\b[A-Z]\w+Error\b", PAGE) if name in errors}
    # MoveTextError is an IllegalMove; settings, statistics, solvers and odds have SolitaireErrors of their own.
    assert raised - public <= {"MoveTextError", "OddsError", "SettingsError", "SolverError", "StatsError"}
    for name in public:
        value = exports("")[name]
        assert isinstance(value, type) and (issubclass(value, SolitaireError) or name == "Problem")


@pytest.mark.parametrize("section", re.split(r"(?m)^## ", PAGE)[1:], ids=lambda text: str(text).split("\n")[0])
def test_the_examples_give_what_they_show(section: str) -> None:
    examples = "\n".join(re.findall(r"(?ms)^ *```pycon\n(.*?)^ *```$", section))
    tried(inspect.cleandoc(f"\n{examples}"), "docs/api.md")


def test_every_example_of_a_docstring_is_on_the_page() -> None:
    shown = sum(len(re.findall(r"(?m)^ *>>> ", block)) for block in re.findall(r"(?s)```pycon\n(.*?)```", PAGE))
    assert shown == len(re.findall(r"(?m)^ *>>> ", PAGE)) > 10


def test_the_names_of_the_package_are_those_it_imports_when_they_are_asked_for() -> None:
    assert sorted(solitaire_engine.__all__) == solitaire_engine.__all__
    assert all(hasattr(solitaire_engine, name) for name in solitaire_engine.__all__)


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import solitaire_engine; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    # Where typing is not there already it brings some of the standard library, as it does for everybody.
    foreign = {name for name in done.stdout.split() if name.partition(".")[0] not in sys.stdlib_module_names}
    assert foreign == {"solitaire_engine"}
    assert not {"argparse", "dataclasses", "inspect", "json", "pathlib"} & set(done.stdout.split())


# The page's own making


def test_a_signature_stands_as_its_file_writes_it() -> None:
    def sample(one: int, *more: str, word: str = "x", other: object = print, **rest: bool) -> list[int]:
        return []

    written = "sample(one: int, *more: str, word: str = 'x', other: object = ..., **rest: bool) -> list[int]"
    assert signature_of(api_docs, "sample", sample) == written

    def apart(one: int, *, two: tuple[int, ...] = ()) -> None: ...

    assert signature_of(api_docs, "apart", apart) == "apart(one: int, *, two: tuple[int, ...] = ()) -> None"


def test_the_public_modules_say_what_they_export() -> None:
    for name in PUBLIC:
        file = inspect.getsourcefile(sys.modules[f"solitaire_engine.{name}".rstrip(".")])
        assert file is not None
        body = ast.parse(Path(file).read_text("utf-8")).body
        assert any(isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__" for node in body), name


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("freecell:7", "se.deal('freecell', 7)"),
        ("freecell?cells=2:7", "se.deal('freecell', 7, cells=2)"),
        ("klondike?back=none:ms:42", "se.deal('klondike', 'ms:42', back='none')"),
        ("freecell?cells=2", "se.deal('freecell', cells=2)"),
    ],
)
def test_a_share_code_as_a_name_is_refused_with_the_call_that_means_the_same(code: str, call: str) -> None:
    with pytest.raises(solitaire_engine.UnknownVariant) as refused:
        solitaire_engine.deal(code)
    assert str(refused.value) == f"{code!r} is a share code and no name; give the deal and parameters apart: {call}"
    same = eval(call, {"se": solitaire_engine})
    assert same.share_code.split(":")[0] == code.split(":")[0]
