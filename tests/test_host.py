"""A plugin that fails harms nobody else, and is told of with its distribution, its version, what is wrong and where."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pluggy
import pytest
from tests.fake_plugins import (
    DATA,
    FakePoint,
    bundled_points,
    data_host,
    host_with,
    on_path,
    plugin,
    point,
    sole_info,
    write_distribution,
)

from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.hooks import hookimpl
from solitaire_engine.host import Host, PluginInfo, plugin_limit
from solitaire_engine.words import Build, Direction, Gap, Lift, StockDeal, Transfer, Word

ANY_GAP = Gap(name="anything", takes=lambda card, base: True)


def assert_core_works(host: Host) -> None:
    """FreeCell needs no plugin."""
    rules = Catalog([bundled_folder()], host).rules("freecell")
    assert rules.names[0] == "c1"


def reason(*points: FakePoint) -> str:
    """Why the one plugin is broken."""
    info = sole_info(*points)
    assert info.status == "broken"
    assert info.words == () and info.hooks == ()
    return info.reason


# Which are loaded


def test_without_plugins_the_engine_has_its_own_words() -> None:
    host = Host()
    assert host.plugins == ()
    assert host.words.names(Lift) == ["none", "top", "sequence", "any", "pile", "top-or-pile"]
    assert_core_works(host)


def test_a_working_plugin_is_listed_with_its_distribution_version_words_and_hooks() -> None:
    with data_host("acme") as host:
        info = host.info("two_each")
        assert info == PluginInfo(
            "two_each",
            "acme-patience",
            "1.2",
            "acme_two_each",
            "ok",
            words=("deal two_each",),
            hooks=("solitaire_words",),
        )
        assert host.words.owner(StockDeal, "two_each") == "two_each"


def test_the_same_distribution_twice_on_the_path_is_one_plugin(tmp_path: Path) -> None:
    write_distribution(tmp_path, "acme-patience", "0.9", {"two_each": "older"}, {"older": "raise RuntimeError"})
    with on_path(DATA / "acme", tmp_path) as points:
        assert [point.value for point in points if point.name == "two_each"] == ["acme_two_each"]


def test_the_limit_reads_names_between_commas() -> None:
    assert plugin_limit({}) is None
    assert plugin_limit({"SOLITAIRE_PLUGINS": ""}) == []
    assert plugin_limit({"SOLITAIRE_PLUGINS": " shifts , ,mixer"}) == ["shifts", "mixer"]


def test_an_empty_limit_disables_every_plugin() -> None:
    host = Host(bundled_points(), plugin_limit({"SOLITAIRE_PLUGINS": ""}))
    assert [(info.name, info.status, info.reason) for info in host.plugins] == [
        (name, "disabled", "left out by SOLITAIRE_PLUGINS") for name in ("accordion", "gaps", "reserve_deal", "shifts")
    ]
    assert host.words.names(Transfer) == []
    assert_core_works(host)


def test_a_limit_loads_the_plugins_it_names_and_imports_no_other() -> None:
    with on_path(DATA / "acme", DATA / "broken") as points:
        host = Host(points, ["threes", "shifts"])
        assert [info.name for info in host.plugins if info.status == "ok"] == ["shifts", "threes"]
        assert {info.status for info in host.plugins} == {"ok", "disabled"}
        assert (
            host.why_missing("exits")
            == "the plugin 'exits' (broken-bits 0.3) is disabled: left out by SOLITAIRE_PLUGINS"
        )


def test_a_limit_that_names_no_plugin_is_mentioned_with_the_nearest_name() -> None:
    host = Host(bundled_points(), ["shift", "shifts", "zzz", "zzz"])
    assert host.unknown_names == ("shift", "zzz")
    assert host.notices == (
        "SOLITAIRE_PLUGINS names the plugin 'shift', which is not installed; did you mean 'shifts'?",
        "SOLITAIRE_PLUGINS names the plugin 'zzz', which is not installed; installed: accordion, gaps, "
        "reserve_deal, shifts",
    )
    assert Host(bundled_points()).notices == ()


def test_a_host_without_a_plugin_does_not_know_it() -> None:
    host = host_with().without("shifts")
    assert [info.name for info in host.plugins] == ["accordion", "gaps", "reserve_deal"]
    assert host.why_missing("shifts") == "the plugin 'shifts' is not installed"


# Broken ones, as distributions


BROKEN = {
    "exits": r"it cannot be imported: it called sys\.exit \(broken/broken_exits\.py:5\)",
    "misspelt": r"it has a hook solitaire_wrods, which does not exist; did you mean solitaire_words\?"
    r" \(broken/broken_misspelt\.py:6\)",
    "needs_more": r"it cannot be imported: No module named 'a_module_that_nobody_has'"
    r" \(broken/broken_needs_more\.py:3\)",
    "no_attribute": r"it cannot be imported: AttributeError: module 'broken_bits' has no attribute 'missing'",
    "nowhere": r"it cannot be imported: No module named 'broken_nowhere'",
    "raises": r"it cannot be imported: KeyError: 'stars' \(broken/broken_raises\.py:5\)",
    "unmarked": r"its function solitaire_words is not marked; put @hookimpl before it \(broken/broken_unmarked\.py:4\)",
    "words_raise": r"its hook solitaire_words failed: RuntimeError: no words at all"
    r" \(broken/broken_words_raise\.py:8\)",
    "wrong_argument": r"its hook solitaire_after_move has the argument 'mvoe'; it may have game, move"
    r" \(broken/broken_wrong_argument\.py:6\)",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_reported_in_one_line_with_what_and_where(name: str) -> None:
    with data_host("broken") as host:
        info = host.info(name)
        assert info is not None and info.status == "broken"
        assert re.fullmatch(BROKEN[name], info.reason)
        assert host.why_missing(name) == f"the plugin '{name}' (broken-bits 0.3) is broken: {info.reason}"
        assert not host.is_loaded(name)


def test_broken_plugins_leave_everything_else_working() -> None:
    with data_host("broken", "acme") as host:
        assert {info.name for info in host.plugins if info.status == "broken"} == set(BROKEN)
        assert host.is_loaded("shifts") and host.is_loaded("two_each")
        assert_core_works(host)


def test_a_syntax_error_names_its_file_and_line(tmp_path: Path) -> None:
    write_distribution(tmp_path, "typo-pack", points={"typo": "typo_words"}, modules={"typo_words": "x = 1\ndef f(:\n"})
    with on_path(tmp_path) as points:
        found = sole_info(*[point for point in points if point.name == "typo"])
        assert re.fullmatch(r"it cannot be imported: SyntaxError: .*\(.+/typo_words\.py:2\)", found.reason)


def test_damaged_entry_points_are_reported_and_cost_nobody_else_anything(tmp_path: Path) -> None:
    ours, other = tmp_path / "ours", tmp_path / "other"
    write_distribution(ours, "torn-pack", "0.1", "[solitaire_engine.plugins]\ntorn\n")
    write_distribution(other, "another-program", "0.1", "[console_scripts]\ntorn\n")
    with on_path(ours, other) as points:
        host = Host(points)
        info = host.info("torn-pack")
        assert info is not None and (info.status, info.source) == ("broken", "torn-pack 0.1")
        assert info.reason.startswith("it cannot be imported: its entry_points.txt cannot be read: ")
        assert host.is_loaded("shifts")


def test_a_distribution_without_metadata_is_named_by_what_its_plugin_points_to(tmp_path: Path) -> None:
    write_distribution(tmp_path, "bare-pack", points={"bare": "bare_words"}, modules={"bare_words": "1 / 0\n"})
    (tmp_path / "bare_pack-1.0.dist-info" / "METADATA").unlink()
    with on_path(tmp_path) as points:
        why = Host(points).why_missing("bare")
    assert re.fullmatch(
        r"the plugin 'bare' \(bare_words\) is broken: it cannot be imported: ZeroDivisionError: .*bare_words\.py:1\)",
        why,
    )


def test_an_interrupt_while_plugins_load_is_the_users_own() -> None:
    with pytest.raises(KeyboardInterrupt):
        Host([point("slow", KeyboardInterrupt())])


# Incompatible ones


def test_a_plugin_for_a_future_engine_is_incompatible_and_not_even_imported() -> None:
    with data_host("future") as host:
        info = host.info("future")
        assert info is not None and info.status == "incompatible"
        assert re.fullmatch(r"it needs solitaire-engine>=99, and this is [\d.]+", info.reason)
        assert_core_works(host)


@pytest.mark.parametrize(
    "requires",
    [
        "solitaire-engine",
        "solitaire_engine>=0.3,<2",
        "Solitaire.Engine>=0.3a1",
        "solitaire-engine-native>=9",
        "rich>=99",
    ],
)
def test_a_plugin_whose_range_holds_the_engine_is_loaded(requires: str) -> None:
    assert sole_info(point("fine", plugin(ANY_GAP), requires=[requires]), engine="1.0").status == "ok"


@pytest.mark.parametrize(
    ("requires", "why"),
    [
        ("solitaire_engine<1", "it needs solitaire-engine<1, and this is 1.0"),
        ("solitaire-engine>=0.5,!=1.0", "it needs solitaire-engine!=1.0,>=0.5, and this is 1.0"),
        ("solitaire--engine>=9", "it needs solitaire-engine>=9, and this is 1.0"),
        (
            "solitaire-engine; os_name ~= 'posix'",
            "its metadata asks for \"solitaire-engine; os_name ~= 'posix'\", which is no requirement",
        ),
        (
            "solitaire-engine; 'x' in 'y'",
            "its metadata asks for \"solitaire-engine; 'x' in 'y'\", which is no requirement",
        ),
        ("solitaire-engine >>2", "its metadata asks for 'solitaire-engine >>2', which is no requirement"),
    ],
)
def test_a_plugin_whose_range_lacks_the_engine_says_which_it_needs(requires: str, why: str) -> None:
    info = sole_info(point("picky", plugin(ANY_GAP), requires=[requires]), engine="1.0")
    assert (info.status, info.reason) == ("incompatible", why)


def test_a_range_for_an_extra_or_another_system_does_not_count() -> None:
    lines = ["solitaire-engine>=9; extra == 'new'", "solitaire-engine>=9; python_version < '3'"]
    assert sole_info(point("fine", plugin(ANY_GAP), requires=lines), engine="1.0").status == "ok"


# Clashes


def test_of_two_distributions_that_claim_one_name_neither_is_loaded_and_both_are_named() -> None:
    with data_host("first", "second") as host:
        claimed = [info for info in host.plugins if info.name == "claimed"]
        assert [(info.source, info.status) for info in claimed] == [
            ("first-claim 1.0", "broken"),
            ("second-claim 2.1", "broken"),
        ]
        assert {info.reason for info in claimed} == {
            "its name is claimed by first-claim 1.0 and by second-claim 2.1; none of them is loaded, uninstall one"
        }
        assert "first-gap" not in host.words.names(Gap) and "second-gap" not in host.words.names(Gap)


def test_of_two_plugins_that_bring_one_word_neither_is_loaded_and_each_names_the_other() -> None:
    with data_host("first", "second") as host:
        first, second = host.info("first_words"), host.info("second_words")
        assert first is not None and second is not None
        assert (first.status, second.status) == ("broken", "broken")
        end = "too; neither is loaded, choose with SOLITAIRE_PLUGINS"
        assert first.reason == f"its gap word 'shared' comes from the plugin 'second_words' (second-claim 2.1) {end}"
        assert second.reason == f"its gap word 'shared' comes from the plugin 'first_words' (first-claim 1.0) {end}"
        assert "shared" not in host.words.names(Gap)
    with on_path(DATA / "first", DATA / "second") as points:
        host = Host(points, ["second_words"])
        assert host.words.owner(Gap, "shared") == "second_words"


def test_a_word_of_a_bundled_plugin_cannot_be_taken_over_by_a_plugin_that_sorts_before_it() -> None:
    thief = point("aaa", plugin(Transfer(name="shifts", most=2)))
    host = host_with(thief)
    assert host.words.owner(Transfer, "shifts") == "shifts"
    found = host.info("aaa")
    assert found is not None
    assert re.fullmatch(
        r"its transfer word 'shifts' belongs to the plugin 'shifts' \(solitaire-engine .+\)", found.reason
    )


def test_a_plugin_that_is_broken_anyway_claims_no_word() -> None:
    host = Host(
        [
            point("bad", plugin(Gap(name="none", takes=lambda card, base: True), ANY_GAP)),
            point("good", plugin(ANY_GAP)),
        ]
    )
    assert host.why_missing("bad").endswith("is broken: its gap word 'none' is the engine's own")
    assert host.words.owner(Gap, "anything") == "good"


@pytest.mark.parametrize(
    "word",
    [
        Build(name="down", fits=lambda card, under: True),
        Lift(name="updown", mode="top"),
        Direction(name="any", fits=lambda rank, under, step, around: True),
        Direction(name="top", fits=lambda rank, under, step, around: True),
    ],
    ids=lambda word: f"{word.kind}-{word.name}",
)
def test_a_word_that_would_change_what_a_building_or_lifting_rule_means_is_refused(word: Word) -> None:
    assert reason(point("sly", plugin(word))) == f"its {word.kind} word {word.name!r} is the engine's own"


def test_no_plugin_may_have_the_name_of_the_engine() -> None:
    assert reason(point("core", plugin(ANY_GAP))) == "the name 'core' is the engine's own"


def test_one_module_under_two_names_is_one_plugin() -> None:
    module = plugin(hooks=[words_of(ANY_GAP)])
    host = Host([point("one", module), point("two", module)])
    assert host.is_loaded("one")
    assert host.why_missing("two") == "the plugin 'two' (two-pack 1.0) is broken: it is the same as the plugin 'one'"


# What is no plugin, no hook, no word


def words_of(*words: object) -> Callable[..., object]:
    """The hook `solitaire_words` giving whatever."""

    def solitaire_words() -> object:
        return list(words)

    return solitaire_words


class AsClass:
    """A plugin that was not made an object."""

    @hookimpl
    def solitaire_words(self) -> Iterable[Word]:
        return [ANY_GAP]


class Shy:
    """A plugin that does not let itself be looked at."""

    def __dir__(self) -> list[str]:
        raise OSError("not now")


@pytest.mark.parametrize(
    ("what", "why"),
    [
        (None, "it has no hooks; mark its functions with @hookimpl from solitaire_engine.hooks"),
        ({}, "it has no hooks; mark its functions with @hookimpl from solitaire_engine.hooks"),
        (plugin(), "it has no hooks; mark its functions with @hookimpl from solitaire_engine.hooks"),
        (AsClass, "its entry point names a class; name a module or an object"),
    ],
)
def test_a_plugin_without_hooks_is_told_what_it_lacks(what: object, why: str) -> None:
    assert reason(point("empty", what)) == why


def test_a_plugin_that_fails_while_it_is_looked_at_is_broken() -> None:
    assert re.fullmatch(
        r"it cannot be registered: OSError: not now \(tests/test_host\.py:\d+\)", reason(point("shy", Shy()))
    )


def test_a_plugin_that_leaves_when_its_version_is_asked_for_is_broken() -> None:
    module = plugin(ANY_GAP)

    def __getattr__(name: str) -> object:
        raise SystemExit(3)

    module.__dict__["__getattr__"] = __getattr__
    found = reason(point("leaver", module))
    assert re.fullmatch(
        r"it cannot be asked for its solitaire_rules_version: it called sys\.exit \(tests/test_host\.py:\d+\)", found
    )


def test_what_a_plugin_prints_while_it_is_loaded_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    def solitaire_words() -> Iterable[Word]:
        print("here I am")
        return [ANY_GAP]

    assert sole_info(point("chatty", plugin(hooks=[solitaire_words]))).status == "ok"
    assert capsys.readouterr() == ("", "here I am\n")


def test_an_object_can_be_a_plugin() -> None:
    assert sole_info(point("object", AsClass())).words == ("gap anything",)


def test_a_wrapper_is_refused() -> None:
    module = plugin()
    wrapper = pluggy.HookimplMarker("solitaire_engine")(words_of(ANY_GAP), wrapper=True)
    module.__dict__["solitaire_words"] = wrapper
    assert (
        reason(point("wrapper", module)) == "its hook solitaire_words is a wrapper; a plugin can only speak for itself"
    )


def endless() -> Iterable[object]:
    while True:
        yield ANY_GAP


def leaves() -> object:
    raise SystemExit("bye")


class Odd(BaseException):
    """What no ``except Exception`` catches."""


class Speechless(Exception):
    """What fails to say what is wrong."""

    def __str__(self) -> str:
        raise SystemExit


class Faceless:
    """What cannot be shown."""

    def __repr__(self) -> str:
        raise Odd


def raises_odd() -> object:
    raise Odd("what")


def odd_values() -> Iterable[object]:
    yield ANY_GAP
    raise Odd("what")


def raises_speechless() -> object:
    raise Speechless


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (lambda: None, "gave None; end it with return and a list"),
        (lambda: ANY_GAP, r"gave Gap\(.*, which is no list; put it in one"),
        (lambda: "any", "gave 'any', which is no list; put it in one"),
        (endless, "gave more than 10000 values and was stopped"),
        (leaves, "failed: it called sys.exit"),
        (raises_odd, "failed: Odd: what"),
        (odd_values, "failed: Odd: what"),
        (raises_speechless, "failed: Speechless"),
        (lambda: [Faceless()], "gave an object of the type Faceless, which is no word; words are .*"),
        (lambda: [3], "gave 3, which is no word; words are Direction, Match, .*"),
        (lambda: [Word(name="plain")], r"gave Word\(.*, which is no word; words are .*"),
        (lambda: [ANY_GAP, ANY_GAP], "gave the gap word 'anything' twice"),
    ],
)
def test_a_words_hook_that_gives_something_else_is_told_so(given: Callable[..., object], why: str) -> None:
    def solitaire_words() -> object:
        return given()

    found = reason(point("odd", plugin(hooks=[solitaire_words])))
    assert re.fullmatch(rf"its hook solitaire_words {why} \(tests/test_host\.py:\d+\)", found)


@pytest.mark.parametrize("version", [0, -1, True, "1"])
def test_a_rules_version_is_a_whole_number(version: object) -> None:
    found = reason(point("odd", plugin(ANY_GAP, solitaire_rules_version=version)))
    assert found == f"its solitaire_rules_version is {version!r}; write a whole number from 1"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ([3], "gave 3, which is not the path of a folder"),
        (["variants"], "gave 'variants', which depends on where one stands; begin with Path(__file__)"),
        ([DATA / "nowhere"], f"gave {str(DATA / 'nowhere')!r}, which is no folder"),
        ([Path(__file__)], f"gave {__file__!r}, which is no folder"),
    ],
)
def test_a_folder_that_cannot_be_searched_is_refused(given: object, why: str) -> None:
    def solitaire_variants() -> object:
        return given

    found = reason(point("odd", plugin(ANY_GAP, hooks=[solitaire_variants])))
    assert re.fullmatch(rf"its hook solitaire_variants {re.escape(why)} \(tests/test_host\.py:\d+\)", found)
