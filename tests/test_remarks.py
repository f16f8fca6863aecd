"""`check` notes what is no fault and still odd: groups that are never shown, words of plugins that are not named."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fake_plugins import plugin, rules_of
from tests.playing import CATALOG
from typer.testing import CliRunner

from solitaire_engine.cli import app
from solitaire_engine.health import health_of
from solitaire_engine.host import Host
from solitaire_engine.remarks import remarks_on
from solitaire_engine.rules import Rules
from solitaire_engine.testing import host_with
from solitaire_engine.words import Gap

GAME = """\
schema: 1
name: Trial
extends: freecell
piles:
  terrace: {kind: GROUP}
PLACE
"""


def steps() -> Host:
    return host_with(far_step=plugin(Gap(name="far", takes=lambda card, base: True, rule="any card")))


def said(text: str, folder: Path, host: Host = CATALOG.host) -> tuple[str, ...]:
    return remarks_on(rules_of(text, folder, host), host)


@pytest.mark.parametrize(
    ("group", "shown"),
    [
        ("cell", False),
        ("tableau, build: down any, gap: any", False),
        ("reserve, count: 0", True),
        ("discard", True),
    ],
)
def test_a_group_that_no_row_names_is_noted_if_cards_may_lie_there(tmp_path: Path, group: str, shown: bool) -> None:
    text = GAME.replace("GROUP", group).replace("PLACE", "")
    expected = () if shown else ("the layout does not show terrace; name it in a row of layout",)
    assert said(text, tmp_path) == expected
    assert said(text.replace("\n\n", "\nlayout: [cell foundation terrace/4, tableau]\n"), tmp_path) == ()


def test_a_game_without_a_layout_shows_all_its_groups(tmp_path: Path) -> None:
    assert said(GAME.replace("GROUP", "cell").replace("PLACE", "layout: ~"), tmp_path) == ()


def test_a_word_of_a_plugin_that_is_not_named_is_noted_with_the_line_to_add(tmp_path: Path) -> None:
    host = steps()
    text = "schema: 1\nname: Trial\nextends: freecell\npiles: {tableau: {gap: far}}\n"
    assert said(text, tmp_path, host) == (
        "the gap word 'far' is of the plugin far_step, which is not named; add plugins: [far_step]",
    )
    assert said(text + "plugins: [far_step]\n", tmp_path, host) == ()
    (also,) = said(text + "plugins: [shifts]\n", tmp_path, host)
    assert also.endswith("add plugins: [shifts, far_step]")


def test_nothing_is_odd_about_the_games_of_the_catalogue() -> None:
    found = {entry.id: remarks_on(CATALOG.rules(entry.id), CATALOG.host) for entry in CATALOG.entries[::6]}
    assert {id: remarks for id, remarks in found.items() if remarks} == {}


def test_check_prints_its_notes_and_the_file_is_good_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("trial.yaml").write_text(GAME.replace("GROUP", "cell").replace("PLACE", ""), "utf-8")
    done = CliRunner().invoke(app, ["check", "--short", "trial.yaml"])
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "trial.yaml: good; 42 games played",
        "trial.yaml: note: the layout does not show terrace; name it in a row of layout",
    ]


def test_a_gap_that_fills_by_itself_counts_as_a_pile_that_became_empty(tmp_path: Path) -> None:
    def unused(gap: str) -> tuple[str, ...]:
        text = (
            "schema: 1\nname: Small\ndeck: {ranks: A-4}\npiles:\n  foundation: {kind: foundation}\n"
            "  reserve: {kind: reserve}\n"
            f"  tableau: {{kind: tableau, count: 8, build: down any, gap: {gap}}}\n"
            "deal:\n  - {to: tableau, each: 1}\n  - {to: reserve, cards: rest}\n"
        )
        return health_of(Rules(rules_of(text, tmp_path, CATALOG.host).variant, CATALOG.host)).unused

    sentence = "no pile of tableau became empty (gap)"
    assert sentence not in unused("{auto: reserve}")
    assert sentence not in unused("any")
