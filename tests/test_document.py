"""How a variant comes out of its files: parents, presets, parameters, identity and hash."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.bad_files import finder

from solitaire_engine.catalog import default_catalog
from solitaire_engine.definitions import UNLIMITED, Variant
from solitaire_engine.errors import SolitaireError, VariantError
from solitaire_engine.hooks import hookimpl
from solitaire_engine.host import Host
from solitaire_engine.variant import load_variant
from solitaire_engine.words import Build, Word

PARENT = """\
schema: 1
id: parent
name: Parent
aliases: [Old Name, Older Name]
meta:
  family: rows
  minutes: 10
  sources: [one book, another book]
params:
  draw: {default: 3, choices: [1, 3], text: cards turned at a time}
  redeals: {default: unlimited, choices: [0, 2, unlimited]}
deck: {packs: 1, suits: 4}
piles:
  stock: {kind: stock, deal: {to: waste, count: $draw}, redeals: $redeals}
  waste: {kind: waste}
  foundation: {kind: foundation, lift: top}
  tableau: {kind: tableau, count: 7, build: down alternate, lift: sequence, gap: {accept: K, from: [waste, tableau]}}
deal:
  - {to: tableau, cards: 1..7, up: 1}
layout: [stock waste . foundation, tableau]
text: {deal: The cards are dealt.}
presets:
  parent_draw_one: {name: Parent by Ones, aliases: [Ones], with: {draw: 1}}
"""


@pytest.fixture
def load(tmp_path: Path) -> Callable[..., Variant]:
    """Write files of a folder, the last one being loaded."""

    def write_and_load(preset: str | None = None, values: Mapping[str, str] | None = None, **files: str) -> Variant:
        for name, text in files.items():
            (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
        path = tmp_path / f"{[*files][-1]}.yaml"
        return load_variant(path, finder(tmp_path), default_catalog().host, preset, values)

    return write_and_load


Load = Callable[..., Variant]


def child(*lines: str) -> str:
    """A file that changes the parent."""
    return "\n".join(["schema: 1", "name: Child", "extends: parent", *lines, ""])


def at(variant: Variant, *keys: str) -> Any:
    """A value of the resolved document."""
    value: Any = variant.document
    for key in keys:
        value = value[key]
    return value


def message(error: pytest.ExceptionInfo[SolitaireError]) -> str:
    return str(error.value)


# Merging


def test_a_child_has_what_its_parent_says(load: Load) -> None:
    variant = load(parent=PARENT, child=child())
    assert [group.name for group in variant.groups] == ["stock", "waste", "foundation", "tableau"]
    assert variant.meta.sources == ("one book", "another book")
    assert variant.text == {"deal": "The cards are dealt."}
    assert variant.layout == ("stock waste . foundation", "tableau")
    assert [param.name for param in variant.params] == ["draw", "redeals"]


def test_identity_aliases_and_presets_are_not_inherited(load: Load) -> None:
    variant = load(parent=PARENT, child=child())
    assert (variant.id, variant.name, variant.aliases) == ("child", "Child", ())
    with pytest.raises(SolitaireError, match="has no preset 'parent_draw_one'; its presets: none"):
        load("parent_draw_one", parent=PARENT, child=child())


def test_meta_and_deck_merge_key_by_key(load: Load) -> None:
    variant = load(parent=PARENT, child=child("meta: {minutes: 5}", "deck: {suits: 2}"))
    assert (variant.meta.family, variant.meta.minutes) == ("rows", 5)
    assert at(variant, "deck") == {"packs": 1, "suits": 2}


def test_piles_merge_group_by_group_and_key_by_key(load: Load) -> None:
    variant = load(parent=PARENT, child=child("piles:", "  tableau: {lift: any}", "  cell: {kind: cell, count: 2}"))
    assert at(variant, "piles", "tableau", "build") == "down alternate"
    assert at(variant, "piles", "tableau", "lift") == "any"
    assert [group.name for group in variant.groups][-1] == "cell"


def test_what_stands_deeper_is_replaced_whole(load: Load) -> None:
    lines = ("piles:", "  tableau: {gap: {accept: Q}}", "  stock: {deal: {to: tableau}}")
    variant = load(parent=PARENT, child=child(*lines))
    assert at(variant, "piles", "tableau", "gap") == {"accept": "Q"}
    assert at(variant, "piles", "stock", "deal") == {"to": "tableau"}


def test_lists_are_replaced_whole(load: Load) -> None:
    lines = ("meta: {sources: [a third book]}", "deal: [{to: tableau, each: 2}]", "layout: [tableau]")
    variant = load(parent=PARENT, child=child(*lines))
    assert variant.meta.sources == ("a third book",)
    assert [len(step.placements) for step in variant.deal] == [14]
    assert variant.layout == ("tableau",)


def test_maps_that_do_not_merge_are_replaced_whole(load: Load) -> None:
    variant = load(parent=PARENT, child=child("text: {tableau: Seven columns.}"))
    assert variant.text == {"tableau": "Seven columns."}


def test_a_parameter_merges_key_by_key(load: Load) -> None:
    variant = load(parent=PARENT, child=child("params: {draw: {default: 1}, redeals: {choices: [1, unlimited]}}"))
    assert [(param.default, param.choices) for param in variant.params] == [
        ("1", ("1", "3")),
        ("unlimited", ("1", "unlimited")),
    ]


def test_a_tilde_removes_a_key_a_group_a_parameter_or_a_whole_section(load: Load) -> None:
    lines = (
        "params: {redeals: ~}",
        "meta: {minutes: ~}",
        "deck: ~",
        "layout: ~",
        "piles:",
        "  waste: ~",
        "  tableau: {gap: ~}",
        "  stock: {deal: {to: tableau, each: $draw}, redeals: ~}",
    )
    variant = load(parent=PARENT, child=child(*lines))
    assert [param.name for param in variant.params] == ["draw"]
    assert variant.meta.minutes is None
    assert not {"deck", "layout"} & variant.document.keys()
    assert [group.name for group in variant.groups] == ["stock", "foundation", "tableau"]
    assert variant.group("tableau").gap.anything


def test_a_grandchild_overlays_its_parent_and_that_its_own(load: Load) -> None:
    middle = child("piles: {tableau: {lift: any, count: 8}}", "deal: [{to: tableau, each: 3}]").replace("Child", "Mid")
    last = child("piles: {tableau: {count: 9}}").replace("extends: parent", "extends: middle")
    variant = load(parent=PARENT, middle=middle, last=last)
    tableau = variant.group("tableau")
    assert (tableau.count, tableau.lift.word.name, tableau.gap.ranks) == (9, "any", (12,))
    assert len(variant.deal[0].placements) == 27


def test_a_parents_parameter_that_the_file_overrides_is_no_longer_offered(load: Load) -> None:
    variant = load(parent=PARENT, child=child("piles: {stock: {redeals: 1}}"))
    assert [param.name for param in variant.params] == ["draw"]


def test_a_group_keeps_its_parents_place_and_new_ones_come_last(load: Load) -> None:
    lines = ("piles:", "  cell: {kind: cell}", "  tableau: {lift: any}", "  stock: {redeals: 1}")
    variant = load(parent=PARENT, child=child(*lines))
    assert [group.name for group in variant.groups] == ["stock", "waste", "foundation", "tableau", "cell"]


def test_a_file_may_build_on_the_game_of_the_catalogue_that_has_its_own_name(tmp_path: Path) -> None:
    own = tmp_path / "freecell.yaml"
    own.write_text("schema: 1\nname: My FreeCell\nextends: freecell\npiles: {cell: {count: 2}}\n", "utf-8")
    assert default_catalog().load(str(own)).group("cell").count == 2
    # Further up a chain the name means the catalogue's game too.
    own.write_text("schema: 1\nname: My FreeCell\nextends: bakers_game\n", "utf-8")
    assert default_catalog().load(str(own)).name == "My FreeCell"


def test_a_file_given_by_its_path_has_its_parents_beside_it_or_in_the_catalogue(tmp_path: Path) -> None:
    (tmp_path / "parent.yaml").write_text(PARENT, "utf-8")
    (tmp_path / "beside.yaml").write_text(child("piles: {tableau: {lift: any}}"), "utf-8")
    (tmp_path / "catalogued.yaml").write_text("schema: 1\nname: Cells\nextends: freecell\n", "utf-8")
    catalog = default_catalog()
    assert catalog.load(str(tmp_path / "beside.yaml")).group("tableau").gap.ranks == (12,)
    assert catalog.load(str(tmp_path / "catalogued.yaml")).group("cell").count == 4


# Parameters and presets


def test_a_parameters_value_has_the_type_it_would_have_if_it_were_written_there(load: Load) -> None:
    variant = load(parent=PARENT, values={"draw": "1", "redeals": "2"})
    assert at(variant, "piles", "stock", "deal", "count") == 1
    assert variant.group("stock").redeals == 2
    assert load(parent=PARENT).group("stock").redeals == UNLIMITED


def test_true_false_ranks_and_words_of_several_parts_can_be_values(load: Load) -> None:
    text = PARENT.replace("lift: top}", "accept: run, auto: $auto}").replace("build: down alternate", "build: $build")
    text = text.replace("accept: K", "accept: $gap").replace("  redeals: {default", (
        "  auto: {default: true, choices: [true, false]}\n"
        "  build: {default: down suit, choices: [down suit, down any wrap]}\n"
        "  gap: {default: 10, choices: [10, Q]}\n"
        "  redeals: {default"
    ))  # fmt: skip
    variant = load(parent=text)
    assert variant.group("foundation").auto is True
    assert variant.group("tableau").gap.ranks == (9,)
    other = load(parent=text, values={"auto": "false", "build": "down any wrap", "gap": "Q"})
    assert other.group("foundation").auto is False
    assert other.group("tableau").builds[0].wrap is True
    assert other.group("tableau").gap.ranks == (11,)


def test_quoted_text_that_begins_with_a_dollar_is_text(load: Load) -> None:
    variant = load(parent=PARENT.replace("name: Parent", 'name: "$draw"', 1))
    assert variant.name == "$draw"


def test_a_value_that_is_not_offered_is_refused_with_those_that_are(load: Load) -> None:
    with pytest.raises(SolitaireError) as refused:
        load(parent=PARENT, values={"draw": "2"})
    assert message(refused) == "draw=2 is not offered; choices: 1, 3"
    with pytest.raises(SolitaireError) as refused:
        load(parent=PARENT, values={"drew": "1"})
    assert message(refused) == "parent has no parameter 'drew'; its parameters: draw, redeals; did you mean 'draw'?"


def test_a_preset_is_a_game_of_its_own(load: Load) -> None:
    variant = load("parent_draw_one", parent=PARENT)
    assert (variant.id, variant.name, variant.aliases) == ("parent_draw_one", "Parent by Ones", ("Ones",))
    assert variant.values["draw"] == "1"
    assert at(variant, "piles", "stock", "deal", "count") == 1


PATCHED = (
    PARENT
    + """\
  patched:
    name: Patched
    with: {draw: 1}
    piles: {tableau: {lift: any, gap: Q}, foundation: {lift: none}}
    meta: {minutes: 20}
"""
)
CHOICES = PATCHED.replace(
    "params:\n",
    """\
params:
  style:
    default: plain
    choices:
      plain: ~
      hard: {piles: {tableau: {gap: none}, waste: {to: foundation}}, meta: {difficulty: 5}}
""",
)


def test_a_presets_other_keys_are_merged_like_a_childs(load: Load) -> None:
    variant = load("patched", parent=PATCHED)
    tableau = variant.group("tableau")
    assert (tableau.count, tableau.lift.word.name, tableau.gap.ranks) == (7, "any", (11,))
    assert (variant.meta.minutes, variant.meta.family) == (20, "rows")


def test_a_choice_can_change_several_keys(load: Load) -> None:
    plain = load(parent=CHOICES)
    hard = load(parent=CHOICES, values={"style": "hard"})
    assert plain.group("tableau").gap.ranks == (12,)
    assert hard.group("waste").targets == ("foundation",)
    assert (hard.meta.difficulty, hard.meta.minutes) == (5, 10)


def test_presets_come_before_patches_of_choices_and_given_values_come_last(load: Load) -> None:
    both = load("patched", {"style": "hard", "draw": "3"}, parent=CHOICES)
    word = both.group("tableau").gap.word
    assert word is not None and word.name == "none"
    assert both.group("tableau").lift.word.name == "any"
    assert at(both, "piles", "stock", "deal", "count") == 3


def test_a_childs_patches_come_after_what_it_says_itself(load: Load) -> None:
    lines = ("params: {style: {default: hard}}", "piles: {tableau: {gap: Q}}")
    word = load(parent=CHOICES, child=child(*lines)).group("tableau").gap.word
    assert word is not None and word.name == "none"


def test_a_patch_may_use_parameters_and_remove_keys(load: Load) -> None:
    text = CHOICES.replace("{tableau: {gap: none}, waste", "{tableau: {gap: ~}, stock: {redeals: $draw}, waste")
    variant = load(parent=text, values={"style": "hard"})
    assert variant.group("tableau").gap.anything
    assert variant.group("stock").redeals == 3


# Identity and hash


def test_the_name_of_the_file_is_the_id(load: Load) -> None:
    assert load(parent=PARENT).id == "parent"
    with pytest.raises(VariantError, match=r"id: 'parent' is not the name of the file; write id: uncle, or rename"):
        load(uncle=PARENT)


def hashes(load: Load, changes: Iterable[tuple[str, str]]) -> list[str]:
    """The hash of the parent with one change each."""
    found: list[str] = []
    for old, new in changes:
        assert old in PARENT
        found.append(load(parent=PARENT.replace(old, new, 1)).hash)
    return found


def test_the_hash_does_not_change_with_what_is_only_told(load: Load) -> None:
    changes = [
        ("name: Parent", "name: Another"),
        ("[Old Name, Older Name]", "[New Name]"),
        ("minutes: 10", "minutes: 20"),
        ("layout: [stock waste . foundation, tableau]", "layout: [tableau, foundation . stock waste]"),
        ("The cards are dealt.", "Cards are dealt."),
        ("cards turned at a time", "cards turned at once"),
        ("parent_draw_one:", "parent_by_ones:"),
        ("kind: tableau,", "kind: tableau, name: column, plural: columns,"),
        ("accept: K", "accept: 'K'"),
        ("id: parent\n", ""),
    ]
    assert set(hashes(load, changes)) == {load(parent=PARENT).hash}


def test_the_hash_changes_with_every_rule(load: Load) -> None:
    changes = [
        ("suits: 4", "suits: 2"),
        ("lift: top", "lift: none"),
        ("count: 7, build: down alternate", "count: 7, build: down suit"),
        ("lift: sequence", "lift: any"),
        ("accept: K", "accept: Q"),
        ("from: [waste, tableau]", "from: [waste]"),
        ("1..7, up: 1", "1..7, up: all"),
        ("default: 3", "default: 1"),
        ("default: unlimited", "default: 2"),
    ]
    found = [load(parent=PARENT).hash, *hashes(load, changes)]
    assert len(set(found)) == len(found)


def test_the_hash_changes_with_the_order_of_groups_by_which_piles_are_numbered(load: Load) -> None:
    waste, foundation = "  waste: {kind: waste}\n", "  foundation: {kind: foundation, lift: top}\n"
    swapped = PARENT.replace(waste + foundation, foundation + waste)
    assert load(parent=swapped).hash != load(parent=PARENT).hash


def test_a_game_has_one_hash_however_its_rules_came_together(load: Load) -> None:
    flat = load(parent=PARENT.replace("lift: sequence", "lift: any"))
    assert load(parent=PARENT, child=child("piles: {tableau: {lift: any}}")).hash == flat.hash
    assert load("parent_draw_one", parent=PARENT).hash == load(parent=PARENT, values={"draw": "1"}).hash


class Versions:
    """A plugin whose word comes in several versions."""

    def __init__(self, version: int) -> None:
        self.version = version

    @hookimpl
    def solitaire_words(self) -> Iterable[Word]:
        """One building word."""
        return [Build(name="freely", version=self.version, fits=lambda card, under: True, rule="freely")]


class Point:
    """An entry point that gives a plugin at hand."""

    name, value = "versions", "tests:versions"

    def __init__(self, plugin: object) -> None:
        self.plugin = plugin

    def load(self) -> object:
        """The plugin."""
        return self.plugin


def test_the_hash_changes_with_the_version_of_a_plugins_word(tmp_path: Path) -> None:
    text = PARENT.replace("build: down alternate", "build: freely") + "plugins: [versions]\n"
    path = tmp_path / "parent.yaml"
    path.write_text(text, "utf-8")
    one, same, two = (
        load_variant(path, finder(tmp_path), Host([Point(Versions(version))])).hash for version in (1, 1, 2)
    )
    assert one == same != two


def test_without_its_plugin_a_transfer_is_a_warning_and_another_hash() -> None:
    catalog = default_catalog()
    path = catalog.path_of("antares")
    assert path is not None
    whole = load_variant(path, catalog.path_of, catalog.host)
    bare = load_variant(path, catalog.path_of, catalog.host.without("shifts"))
    assert (whole.warnings, len(whole.crossings)) == ((), 1)
    assert bare.crossings == ()
    assert bare.warnings == (
        "only single cards cross between scorpion and freecell: the plugin 'shifts' is not installed",
    )
    assert bare.hash != whole.hash


def test_a_parameter_with_a_fault_of_its_own_is_still_one_and_nothing_follows_from_its_fault(load: Load) -> None:
    text = """\
schema: 1
name: Trial
params:
  cells: {default: 9, choices: [2, 4]}
piles:
  cell:       {kind: cell, count: $cell}
  foundation: {kind: foundation}
  tableau:    {kind: tableau, count: 8, build: down alternate, lift: sequence}
deal:
  - {to: tableau, cards: rest}
presets:
  few: {name: Few, with: {cells: 2}}
"""
    with pytest.raises(VariantError) as refused:
        load(trial=text)
    default, wrong = [problem for problem in refused.value.problems if problem.path != ""]
    assert (default.path, wrong.path) == ("params.cells.default", "piles.cell.count")
    assert "did you mean 'cells'?" in wrong.way_out and "none" not in wrong.way_out
