"""What the project promises about its own files: sizes, the direction of imports, no variant's name in the engine."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from solitaire_engine.catalog import Catalog
from solitaire_engine.host import Host

ROOT = Path(__file__).parents[1]
CORE = ROOT / "core" / "solitaire_engine"
PLUGINS = ROOT / "plugins" / "solitaire_plugins"
VARIANTS = ROOT / "variants"

# A module imports only from modules that stand before it. A new module is entered here where it belongs.
ORDER = (
    # Values.
    "errors", "faults", "cards", "deals", "effects", "position", "view", "words",
    # YAML, and the parts of a definition.
    "yamlnodes", "yamltext", "heads", "folders", "scanning", "reading", "definitions", "sentences",
    # Plugins.
    "distributions", "hooks", "hookcalls", "hookchecks", "plugin_commands", "wordchecks", "corewords", "host",
    # From the text of a variant to its definition and its tables.
    "grammar", "values", "game_words", "schema_prose", "schema", "tabulate", "routes", "grouping", "offers",
    "document", "dealing", "consistency", "variant", "tables", "rules", "suggesting", "catalog",
    # Play.
    "extras", "outcome", "removals", "refusals", "opening", "moves", "apply", "notation", "stuck", "game",
    # What is made of games and rules.
    "boards", "fcsolve", "solvitaire", "interchange",
    "autoplay", "hidden", "solutions", "hints", "sittings", "records", "saves", "kinds", "daily", "statstore",
    "stats", "settings",
    "checking", "filewatch", "health", "remarks", "schema_docs", "json_types", "json_schema", "yamlwriting",
    "resolving", "starter", "describe_parts", "describe_deal", "describe_foundations", "describe_game",
    "describe_lifting", "describe_piles", "describe_stock", "describe",
    "trying",
    # The solver.
    "solver.answers", "solver.backends", "solver.packing", "solver.homing", "solver.talon", "solver.ways",
    "solver.evaluation", "solver.search", "solver.portfolio", "solver.watching", "solver.shortening", "solver.solving",
    "solver", "plugin_trials",
    # Advice, after the solver.
    "winnable", "advice.answers", "advice.book", "advice.helper", "advice.worker", "advice.adviser", "advice.prover",
    "advice",
    # Worker processes, and odds, after the solver.
    "spawning",
    "odds.statistics", "odds.ranges", "odds.deciding", "odds.store", "odds.crew", "odds.cluster", "odds.estimating",
    "odds.published", "odds",
    # The names for programs that import the package.
    "__init__",
    # Text and the command line.
    "text", "text.look", "text.console", "text.board", "catalogue_docs", "text.tell", "text.solution", "text.odds",
    "text.starting", "text.looking", "text.advising", "text.play",
    # A game at a table, whatever shows it.
    "table", "table.plan", "table.takes", "table.changes", "table.session", "table.picking", "table.hands",
    "table.choices", "table.counsel",
    # The full-screen table: first what needs no screen, then Textual.
    "tui", "tui.fans", "tui.geometry", "tui.canvas", "tui.looks", "tui.painting", "tui.desk", "tui.screen",
    "tui.mouse", "tui.keys", "tui.ink", "tui.board", "tui.terminal", "tui.dialogs", "tui.newgame", "tui.windows",
    "tui.app", "tui.rereading", "tui.launch",
    # The table in a browser: first what the server starts with, then what it is loaded with.
    "web", "web.passes", "web.guard", "web.late", "web.serving", "web.scrubbing", "web.joining", "web.assets",
    "web.telling", "web.remains", "web.room", "web.rooms", "web.seats", "web.dropped", "web.measuring", "web.site",
    "web.sockets", "web.statistics", "web.pages", "web.api", "web.app",
    "cli.group", "cli.commands", "cli", "cli.listing", "cli.saved", "cli.stats", "cli.reporting", "cli.checking",
    "cli.serving", "cli.playing", "cli.authoring", "cli.showing", "cli.limits", "cli.watching", "cli.targets",
    "cli.batch", "cli.solving", "cli.odds", "cli.schema", "cli.plugin_new", "__main__",
    # For the tests of variants and plugins.
    "testing.boards", "testing.walks", "testing.hosts", "testing.strategies", "testing",
    # What is told of all that is public.
    "api_docs",
)  # fmt: skip

TYPES_ONLY = {"hooks": {"solver.backends"}}
"""What a signature names and only a type checker imports: a hook may bring what is made of much that comes later."""

FEWEST, MOST = 50, 400
"""Lines of a module."""
MOST_IN_TESTS = 600


def modules(folder: Path) -> dict[str, Path]:
    """The modules below a folder by dotted name; a package goes by its own name."""
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        found[".".join(parts[:-1]) if len(parts) > 1 and parts[-1] == "__init__" else ".".join(parts)] = path
    return found


CORE_MODULES = modules(CORE)
PLUGIN_MODULES = modules(PLUGINS)


def lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def imports(tree: ast.Module, *, lazy: bool) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """The level, module and names of every import; without `lazy` those inside functions are left out."""
    queue: list[ast.AST] = [tree]
    while queue:
        node = queue.pop()
        if isinstance(node, ast.ImportFrom):
            yield node.level, node.module or "", tuple(alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((0, alias.name, ()) for alias in node.names)
        elif lazy or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            queue.extend(ast.iter_child_nodes(node))


def imported_from_core(name: str, path: Path, *, lazy: bool) -> set[str]:
    """The modules of the engine that one of them imports, those for type checking too."""
    package = ["solitaire_engine", *name.split(".")]
    if path.name != "__init__.py":
        package.pop()
    found: set[str] = set()
    for level, module, names in imports(ast.parse(path.read_text("utf-8")), lazy=lazy):
        prefix = package[: len(package) - level + 1] if level else []
        if level and name == "__init__":
            prefix = ["solitaire_engine"]
        full = ".".join([*prefix, module] if module else prefix)
        if full != "solitaire_engine" and not full.startswith("solitaire_engine."):
            continue
        inner = full.removeprefix("solitaire_engine").removeprefix(".")
        inside = {f"{inner}.{each}".removeprefix(".") for each in names} & set(CORE_MODULES)
        found |= inside or {inner or "__init__"}
    return found


# Names that mean nothing else in code, unlike those of games such as Steps, Gate or Unlimited.
TELLING = re.compile(r"antares|agnes|freecell|klondike|scorpion|canfield|spider|yukon", re.IGNORECASE)
VARIANT_IDS = {entry.id for entry in Catalog([VARIANTS], Host()).entries if "_" in entry.id}


def asks_for_a_variant(tree: ast.Module) -> Iterator[int]:
    """The lines that compare a variant or its id with a text, or name one of the catalogue outside of sentences."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.Match):
            sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else [node.subject]
            names = [side for side in sides if re.search(r"\b(?:variant|variant\.name|id)$", ast.unparse(side))]
            texts = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
            if names and any(isinstance(text, str) and text for text in texts):
                yield node.lineno
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            if node.value in VARIANT_IDS or (TELLING.search(node.value) and not re.search(r"\s", node.value.strip())):
                yield node.lineno
        elif isinstance(node, ast.Name | ast.Attribute | ast.FunctionDef | ast.ClassDef | ast.arg):
            name = {"Name": "id", "Attribute": "attr", "arg": "arg"}.get(type(node).__name__, "name")
            if TELLING.search(getattr(node, name)):
                yield node.lineno


@pytest.mark.parametrize("name", CORE_MODULES)
def test_a_module_of_the_engine_has_50_to_400_lines(name: str) -> None:
    path = CORE_MODULES[name]
    assert lines(path) <= MOST
    assert lines(path) >= FEWEST or path.name in ("__init__.py", "__main__.py")


@pytest.mark.parametrize("folder", ["plugins", "benchmarks", "tests"])
def test_no_other_file_of_python_is_longer_than_a_reader_bears(folder: str) -> None:
    most = MOST_IN_TESTS if folder == "tests" else MOST
    long = {str(path.relative_to(ROOT)): lines(path) for path in (ROOT / folder).rglob("*.py") if lines(path) > most}
    assert not long, f"at most {most} lines each"


def test_every_module_of_the_engine_has_its_place_in_the_order() -> None:
    assert sorted(ORDER) == sorted(CORE_MODULES)


@pytest.mark.parametrize("name", ORDER)
def test_a_module_imports_only_from_modules_before_it(name: str) -> None:
    # Commands import what they need when they run, so that the others start fast.
    lazy = not name.startswith("cli")
    later = imported_from_core(name, CORE_MODULES[name], lazy=lazy) - set(ORDER[: ORDER.index(name) + 1])
    assert later <= TYPES_ONLY.get(name, set()), f"{name} stands before them in ORDER"


def test_the_engine_imports_no_plugin() -> None:
    for name, path in CORE_MODULES.items():
        for _, module, _ in imports(ast.parse(path.read_text("utf-8")), lazy=True):
            assert not module.startswith("solitaire_plugins"), name


def test_bundled_plugins_use_what_any_plugin_may_use() -> None:
    public = {
        "solitaire_engine",
        *(f"solitaire_engine.{name}" for name in ("cards", "hooks", "words", "effects", "view")),
    }
    for name, path in PLUGIN_MODULES.items():
        for level, module, _ in imports(ast.parse(path.read_text("utf-8")), lazy=True):
            assert level or not module.startswith("solitaire_engine") or module in public, f"{name} imports {module}"


@pytest.mark.parametrize("name", CORE_MODULES)
def test_the_engine_knows_no_variant_by_name(name: str) -> None:
    found = list(asks_for_a_variant(ast.parse(CORE_MODULES[name].read_text("utf-8"))))
    assert not found, "what is special about a game stands in its file or in a plugin"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('if rules.variant.id == "gate": pass', True),
        ('if id in ("gate", "steps"): pass', True),
        ('match variant:\n    case "gate": pass', True),
        ('LIMITS = {"agnes_aces": 3}', True),
        ("def klondike_rules(): pass", True),
        ('"""As in Klondike."""', False),
        ('raise ValueError("write a name, as in klondike")', False),
        ('if pile.kind == "stock": pass', False),
        ("steps = range(3)", False),
    ],
)
def test_a_question_for_a_variant_is_found_and_an_example_is_not_one(code: str, found: bool) -> None:
    assert bool(list(asks_for_a_variant(ast.parse(code)))) == found


def test_the_changelog_begins_with_the_version_of_the_package() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    heads = re.findall(r"^## \[([^\]]+)\] - (\S+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert heads, "write the versions as in ## [0.1.0] - 2030-01-31"
    assert heads[0][0] == version
    for _, date in heads[1:]:
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", date), "only the newest version may be unreleased"


def test_nothing_is_left_to_do_in_the_files() -> None:
    marks = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")
    folders = ("core", "plugins", "variants", "tests", "docs", "benchmarks", ".ci")
    files = [*ROOT.glob("*.md"), ROOT / "pyproject.toml"]
    for folder in folders:
        files += [path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".md", ".yaml", "")]
    left = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        if path.is_file() and not path.is_relative_to(ROOT / "tests" / "data")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if marks.search(line)
    ]
    assert not left
