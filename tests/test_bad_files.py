"""What the loader says about files that are wrong: every problem of a file, each once, with its place and a way out.

tests/data/bad/ has the files, expected.yaml the exact text. Whole files that cannot be read at all are made here.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.bad_files import CASES, FOLDER, abridged, expected, finder, host, problems, shown

from solitaire_engine.catalog import Catalog
from solitaire_engine.checking import check_source
from solitaire_engine.errors import Problem, VariantError
from solitaire_engine.variant import load_variant

MESSAGES = expected()
GOOD = """\
schema: 1
name: Good
piles:
  foundation: {kind: foundation}
  tableau: {kind: tableau, count: 4}
deal:
  - {to: tableau, each: 13}
"""


def refusal(path: Path) -> tuple[Problem, ...]:
    """The problems of a file that does not load."""
    with pytest.raises(VariantError) as caught:
        load_variant(path, finder(path.parent), host())
    return caught.value.problems


def test_the_corpus_and_its_expectations_belong_together() -> None:
    assert sorted(MESSAGES) == CASES
    assert all(MESSAGES.values()), "a bad file has at least one problem"


@pytest.mark.parametrize("case", CASES)
def test_every_problem_of_a_bad_file_is_told_once_with_its_place_and_a_way_out(case: str) -> None:
    assert problems(case) == MESSAGES[case]


@pytest.mark.parametrize("case", CASES)
def test_a_bad_file_does_not_load_and_says_what_a_check_says(case: str) -> None:
    path = FOLDER / f"{case}.yaml"
    # A game with its default values does not meet what only its choices and presets bring.
    offered = re.compile(
        r"params\.\w+\.choices\.\w+\.|presets\.\w+\.(with|piles|deal|layout)\b|with (the preset |\w+=)"
    )
    told = [text for text in MESSAGES[case] if offered.search(text) is None]
    if told:
        texts = [abridged(shown(problem)) for problem in refusal(path)]
        assert [text for text in texts if offered.search(text) is None] == told
        assert set(texts) <= set(MESSAGES[case])
    else:
        load_variant(path, finder(FOLDER), host())


def test_a_place_is_never_blamed_twice_for_the_same_key() -> None:
    for case in CASES:
        found = check_source(FOLDER / f"{case}.yaml", finder(FOLDER), host())
        places = [(p.file, p.line, p.col, p.path, re.match(r"with \S+: ", p.message) and p.message) for p in found]
        assert len(places) == len(set(places)), case


def test_a_good_file_has_no_problem(tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD, "utf-8")
    assert check_source(path, finder(tmp_path), host()) == ()
    assert load_variant(path, finder(tmp_path), host()).name == "Good"


BOMB = "".join(f"a{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * 9)}]\n" for n in range(9))
UNREADABLE = {
    "empty": (b"", r"is empty"),
    "only_comments": (b"# nothing\n# at all\n", r"is empty"),
    "list": (b"- schema: 1\n- name: List\n", r"1:1: a variant is a map of keys"),
    "text": (b"Spider, please", r"1:1: a variant is a map of keys"),
    "nul": (b"schema: 1\0\n", r"is not a text file"),
    "binary": (bytes(range(256)), r"is not a text file|is not UTF-8"),
    "latin_1": ("schema: 1\nname: Königin\n".encode("latin-1"), r"2:8: byte 18 of the file \(0xF6\) is not UTF-8"),
    "utf_16": (GOOD.encode("utf-16"), r"is written in UTF-16"),
    "ten_megabytes": (b"# " + b"x" * 10_000_000, r"is larger than 256 kB"),
    "deep_in_brackets": (b"schema: " + b"[" * 10_000, r"nested deeper than 30 levels"),
    "deep_in_lines": (b"".join(b" " * n + b"a:\n" for n in range(200)), r"nested deeper than 30 levels"),
    "alias_bomb": (f"a0: &a0 [x]\n{BOMB}".encode(), r"there are more than 50 aliases|more than 20,000 values"),
    "alias_in_itself": (b"schema: &a [*a]\n", r"stands inside the very value it refers to"),
    "python_tag": (b"schema: !!python/object/apply:os.system [ls]\n", r"the tag .* is not allowed"),
    "merge_key": (b"a: &a {schema: 1}\nb: {<<: *a}\n", r"merge keys \(<<\) are not allowed; use extends"),
    "two_documents": (GOOD.encode() + b"---\n" + GOOD.encode(), r"8:1: a second document begins here"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_cannot_be_read_is_refused_in_one_sentence_each(name: str, tmp_path: Path) -> None:
    data, message = UNREADABLE[name]
    path = tmp_path / f"{name}.yaml"
    path.write_bytes(data)
    found = refusal(path)
    assert any(re.search(message, shown(problem, tmp_path)) for problem in found), found
    assert all(problem.file == str(path) and "\n" not in str(problem) for problem in found)
    assert check_source(path, finder(tmp_path), host()) == found


def test_a_folder_and_a_missing_file_are_named(tmp_path: Path) -> None:
    folder, missing = tmp_path / "folder.yaml", tmp_path / "missing.yaml"
    folder.mkdir()
    assert str(refusal(folder)[0]) == f"{folder}: is a folder, not a file; name a YAML file in it"
    assert str(refusal(missing)[0]) == f"{missing}: there is no such file; check the name and the folder"


def test_a_chain_of_parents_has_an_end(tmp_path: Path) -> None:
    for number in range(25):
        extends = f"extends: game_{number + 1}\n" if number < 24 else ""
        (tmp_path / f"game_{number}.yaml").write_text(f"schema: 1\nname: Game\n{extends}", "utf-8")
    assert [shown(problem, tmp_path) for problem in refusal(tmp_path / "game_0.yaml")] == [
        "3:10: extends: there are more than 20 games above one another (inherited by game_0.yaml);"
        " extend a game further up"
    ]


def test_presets_of_two_files_cannot_have_the_same_id(tmp_path: Path) -> None:
    for id in ("one", "two"):
        (tmp_path / f"{id}.yaml").write_text(f"{GOOD}presets:\n  both: {{name: Both}}\n", "utf-8")
    catalog = Catalog([tmp_path], host())
    assert [str(problem) for problem in catalog.problems] == [
        f"{tmp_path / 'two.yaml'}:9:3: presets.both: the id 'both' is that of a game in {tmp_path / 'one.yaml'};"
        " give it another id"
    ]


def test_of_thousands_of_faults_as_many_are_told_as_anybody_reads(tmp_path: Path) -> None:
    path = tmp_path / "faults.yaml"
    path.write_text(GOOD + "".join(f"key{n}: {n}\n" for n in range(5000)), "utf-8")
    found = refusal(path)
    assert len(found) == 200
    assert found[-1].message == "there are more than 200 problems"
    assert all(len(str(problem)) < 600 for problem in found)


def test_a_deal_of_thousands_of_steps_is_refused_in_no_time(tmp_path: Path) -> None:
    path = tmp_path / "steps.yaml"
    step = "  - {to: tableau, each: 104}\n"
    path.write_text(GOOD.replace("count: 4", "count: 60") + step * 2000, "utf-8")
    assert [problem.message for problem in refusal(path)] == ["deals 12480780 cards, 12480728 more than the pack has"]
