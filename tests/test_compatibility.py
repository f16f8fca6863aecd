"""What lasts from version to version: each claim of docs/compatibility.md, and every sentence that it quotes."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path

import pluggy
import pytest
from tests.fake_plugins import DATA, host_with, plugin, point, sole_info
from tests.program import run

from solitaire_engine import hooks, records
from solitaire_engine.api_docs import PUBLIC
from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.checking import check_source
from solitaire_engine.deals import parse_deal
from solitaire_engine.errors import RecordError, VariantError
from solitaire_engine.game import Game
from solitaire_engine.hookcalls import HookCall
from solitaire_engine.hooks import hookspec
from solitaire_engine.host import Host
from solitaire_engine.records import read_record, record_text
from solitaire_engine.rules import Rules
from solitaire_engine.schema import VERSION
from solitaire_engine.solver.answers import SOLVER_VERSION
from solitaire_engine.words import Gap, Word

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "compatibility.md").read_text("utf-8")
GAME = """\
schema: 1
name: Trial
extends: freecell
piles: {tableau: {gap: lucky}}
plugins: [lucky]
"""


def lucky(version: int = 1, rules_version: int = 1) -> object:
    """A plugin with a word and a hook that acts in play."""

    def solitaire_after_move(game: object) -> Iterable[object]:
        return []

    word: Word = Gap(name="lucky", version=version, takes=lambda card, base: True, rule="a lucky card")
    return plugin(word, hooks=[solitaire_after_move], solitaire_rules_version=rules_version)


def rules_with(folder: Path, made: object) -> tuple[Catalog, Rules]:
    path = folder / "trial.yaml"
    path.write_text(GAME, "utf-8")
    catalog = Catalog([folder, bundled_folder()], host_with(point("lucky", made)))
    return catalog, catalog.rules("trial")


def quoted(text: str) -> bool:
    """Whether the page shows a text, whatever hash stands in it."""
    page = " ".join(PAGE.split())
    return re.sub(r"\b[0-9a-f]{16}\b", "HASH", " ".join(text.split())) in re.sub(r"\b[0-9a-f]{16}\b", "HASH", page)


# Variant files


def test_a_file_of_a_newer_schema_is_refused_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "tomorrow.yaml"
    path.write_text(GAME.replace(f"schema: {VERSION}", "schema: 2"), "utf-8")
    catalog, _ = rules_with(tmp_path, lucky())
    (problem,) = check_source(path, catalog.beside(path), catalog.host)
    assert quoted(str(problem).removeprefix(f"{tmp_path}/"))
    with pytest.raises(VariantError, match="install a newer solitaire-engine"):
        catalog.rules(str(path))
    assert catalog.rules("freecell").variant.id == "freecell", "the other games go on"


# Hooks


@pytest.fixture
def deprecated(monkeypatch: pytest.MonkeyPatch) -> str:
    """A hook and an argument that will go, as a later version would declare them."""
    gone = "the hook solitaire_openings goes away in 0.4; use solitaire_variants"
    argument = "the argument base goes away in 0.4; it is game.position.base"

    def solitaire_openings() -> Iterable[str]: ...  # type: ignore[empty-body]

    def solitaire_closings(game: object, base: int) -> Iterable[str]: ...  # type: ignore[empty-body]

    told = hookspec(warn_on_impl=DeprecationWarning(gone))(solitaire_openings)
    told_of_one = hookspec(warn_on_impl_args={"base": DeprecationWarning(argument)})(solitaire_closings)
    for spec in (told, told_of_one):
        monkeypatch.setattr(hooks, spec.__name__, spec, raising=False)
    return gone


def test_a_hook_that_will_go_works_on_and_its_plugin_is_named_in_a_warning(deprecated: str) -> None:
    def solitaire_openings() -> Iterable[str]:
        return ["e4"]

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        host = host_with(point("openings", plugin(hooks=[solitaire_openings]), "old-pack", "1.4"))
    (warning,) = caught
    assert warning.category is DeprecationWarning
    assert str(warning.message) == f"the plugin 'openings' (old-pack 1.4): {deprecated}"
    assert Path(warning.filename).name == Path(__file__).name, "the place is that of the plugin's function"
    assert quoted(str(warning.message))
    info = host.info("openings")
    assert info is not None and (info.status, info.reason, info.hooks) == ("ok", deprecated, ("solitaire_openings",))
    (call,) = host.callers("solitaire_openings", ["openings"])
    assert call() == ("e4",)


def test_an_argument_that_will_go_is_told_only_to_those_who_take_it(deprecated: str) -> None:
    def solitaire_closings(game: object, base: int) -> Iterable[str]:
        return []

    with pytest.warns(DeprecationWarning, match=r"^the plugin 'late' \(late-pack 1.0\): the argument base goes away"):
        host_with(point("late", plugin(hooks=[solitaire_closings])))

    def without(game: object) -> Iterable[str]:
        return []

    without.__name__ = "solitaire_closings"
    info = sole_info(point("early", plugin(hooks=[without])))
    assert (info.status, info.reason) == ("ok", "")


def test_where_warnings_are_errors_the_plugin_is_broken_and_nobody_else(deprecated: str) -> None:
    def solitaire_openings() -> Iterable[str]:
        return []

    # As in every test of this project.
    host = host_with(point("openings", plugin(hooks=[solitaire_openings])))
    info = host.info("openings")
    assert info is not None and info.status == "broken" and deprecated in info.reason
    assert host.is_loaded("shifts")


def test_no_hook_of_this_version_will_go() -> None:
    manager = pluggy.PluginManager(hooks.PROJECT)
    manager.add_hookspecs(hooks)
    for name in [name for name in vars(hooks) if name.startswith("solitaire_")]:
        spec = getattr(manager.hook, name).spec
        assert spec.warn_on_impl is None and not spec.warn_on_impl_args


def test_a_hook_that_gets_a_new_argument_is_still_called_where_it_is_not_taken() -> None:
    def solitaire_after_move(game: object) -> list[object]:
        return [game]

    call = HookCall("old", "the plugin 'old'", "solitaire_after_move", solitaire_after_move, ("game",))
    assert call(game=1, move=2, new=3) == (1,)


# Plugins and the engine's version


def test_a_plugin_for_another_engine_is_incompatible_and_says_what_it_needs(tmp_path: Path) -> None:
    made = point("lucky", lucky(), "lucky-pack", "2.0", ["solitaire-engine>=0.1,<0.2"])
    assert Host([made], engine="0.1.7").is_loaded("lucky")
    host = Host([made], engine="0.2.0")
    info = host.info("lucky")
    assert info is not None and info.status == "incompatible"
    assert quoted(info.reason)
    path = tmp_path / "trial.yaml"
    path.write_text(GAME, "utf-8")
    with pytest.raises(VariantError) as refused:
        Catalog([bundled_folder()], host).rules(str(path))
    assert f"the plugin 'lucky' (lucky-pack 2.0) is incompatible: {info.reason}" in str(refused.value)


def test_an_engine_before_its_release_is_in_the_range_of_its_version() -> None:
    for version, status in (("0.2.0rc1", "ok"), ("0.1.9", "incompatible")):
        made = point("early", lucky(), requires=["solitaire-engine>=0.2.0a0"])
        assert sole_info(made, engine=version).status == status


# Rules and records


@pytest.mark.parametrize("later", [{"version": 2}, {"rules_version": 2}])
def test_a_game_made_under_an_older_version_of_a_word_or_hook_is_reported_and_not_replayed(
    tmp_path: Path, later: dict[str, int]
) -> None:
    _, rules = rules_with(tmp_path, lucky())
    text = record_text(played(rules))
    catalog, now = rules_with(tmp_path, lucky(**later))
    assert now.variant.hash != rules.variant.hash
    sentence = refusal(lambda: read_record(text, "game.txt", catalog))
    assert quoted(sentence), sentence
    assert read_record(text, "game.txt", catalog, any_rules=True).moves == played(rules).moves


def played(rules: Rules) -> Game:
    game = Game(rules, parse_deal("ms:1"))
    game.push(next(iter(game.legal_moves)))
    return game


def refusal(action: Callable[[], object]) -> str:
    with pytest.raises(RecordError) as caught:
        action()
    return str(caught.value)


def test_names_notes_and_layout_are_no_rules(tmp_path: Path) -> None:
    _, rules = rules_with(tmp_path, lucky())
    path = tmp_path / "trial.yaml"
    path.write_text(GAME.replace("Trial", "Another Name") + "meta: {minutes: 9}\ntext: {tableau: Eight.}\n", "utf-8")
    catalog = Catalog([bundled_folder()], host_with(point("lucky", lucky())))
    assert catalog.rules(str(path)).variant.hash == rules.variant.hash


def test_a_record_of_a_newer_format_is_refused_and_an_older_one_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog, rules = rules_with(tmp_path, lucky())
    text = record_text(played(rules))
    newer = text.replace(f"record {records.VERSION}", f"record {records.VERSION + 1}")
    assert quoted(refusal(lambda: read_record(newer, "game.txt", catalog)))
    monkeypatch.setattr(records, "VERSION", records.VERSION + 1)
    assert read_record(text, "game.txt", catalog).position == played(rules).position


# The page


def test_the_page_names_the_versions_there_are_now() -> None:
    assert f"`schema: {VERSION}`" in PAGE
    assert f"`solitaire-engine record {records.VERSION}`" in PAGE
    assert f"`SOLVER_VERSION`, now {SOLVER_VERSION}" in PAGE


def test_the_page_and_the_reference_speak_of_the_same_modules() -> None:
    named = set(re.findall(r"`solitaire_engine(?:\.(\w+))?`", PAGE))
    assert named >= set(PUBLIC)


def test_the_list_of_plugins_tells_of_one_that_is_not_for_this_engine(tmp_path: Path) -> None:
    done = run(tmp_path, "plugins", env={"PYTHONPATH": str(DATA / "future")})
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("future ")]
    assert re.fullmatch(r"future +future-pack 9\.1 +incompatible +it needs solitaire-engine>=99, and this is \S+", line)
    assert (done.returncode, done.stderr) == (0, "")
