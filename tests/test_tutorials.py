"""docs/first_variant.md: from its first line to its last, everything does what it is shown to do."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from tests.pages import Example, agrees, changed, commands, examples, files, printed_by, shown
from tests.program import run

from solitaire_engine.game import deal

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "first_variant.md").read_text("utf-8")
FILE = "night_train.yaml"


def written(folder: Path, upto: int | None = None) -> str:
    """The file of the page in a folder as it stands after so many of the blocks that write it; gives its text."""
    (path, text) = (folder / FILE, "")
    for part in [part for part in shown(PAGE) if part.name][:upto]:
        assert part.name == FILE
        text = changed(text, part.text) if part.language == "diff" else part.text
    path.write_text(text, "utf-8")
    return text


def without_figures(example: Example, text: str) -> str:
    """What is printed, with N for what another version, or another machine, may answer otherwise."""
    if " solve " in example.command:
        lines = [line for line in text.splitlines() if not re.match(r" +\d+\. |\.\.\.$", line) and line]
        return re.sub(r"(?<!:)\b\d[\d.,]*\b", "N", "\n".join(lines))
    return re.sub(r"rules [0-9a-f]{16}|version \S+, solver \d+", "N", text)


def test_the_tutorial_runs_from_top_to_bottom_and_prints_what_it_shows(tmp_path: Path) -> None:
    made, edits = 0, 0
    for part in shown(PAGE):
        if part.name:
            edits += 1
            written(tmp_path, edits)
        elif part.language == "console":
            for example in commands(part.text):
                made += 1
                printed = printed_by(example, tmp_path)
                output = without_figures(example, example.output)
                assert agrees(without_figures(example, printed), output), f"$ {example.command}\n{printed}"
    assert (made, edits) == (13, 8)


def test_every_option_and_command_of_the_text_is_one_of_the_program(tmp_path: Path) -> None:
    named = {command: set[str]() for command in re.findall(r"[`$ ]solitaire ([a-z]+)", PAGE)}
    assert {"new", "check", "play", "rules", "solve", "odds", "resolve", "config"} <= set(named)
    for line in re.findall(r"solitaire [a-z]+ [^`\n]*", PAGE):
        named[line.split()[1]] |= set(re.findall(r"--[a-z]+", line))
    for command, options in named.items():
        help = run(tmp_path, command, "--help")
        assert help.returncode == 0 and options <= set(re.findall(r"--[a-z]+", help.stdout)), command


def test_the_moves_of_the_solution_that_are_shown_can_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path)
    monkeypatch.chdir(tmp_path)
    (solution,) = [example.output for example in examples(PAGE) if " solve " in example.command]
    moves = re.findall(r"^ +\d+\. (.+?)  ", solution, re.MULTILINE)
    assert len(moves) == 3
    game = deal(FILE, 7)
    for move in moves:
        game.push(move)


def test_a_preset_of_ones_own_file_is_played_by_its_id_once_the_file_is_in_the_folder_that_config_names(
    tmp_path: Path,
) -> None:
    written(tmp_path)
    (folder,) = re.findall(r"^your own variants: (.+)$", run(tmp_path, "config").stdout, re.MULTILINE)
    Path(folder).mkdir(parents=True)
    shutil.copy(tmp_path / FILE, folder)
    played = run(tmp_path, "play", "night_express", "--deal", "7", "--text", typed="share\nquit\n")
    assert (played.returncode, played.stderr) == (0, "")
    assert "> share\nnight_express:7\n" in played.stdout


def test_the_first_file_is_as_short_as_it_is_said_to_be_and_every_change_changes_it(tmp_path: Path) -> None:
    assert len(files(PAGE)[FILE].splitlines()) == 9
    texts = [written(tmp_path, count) for count in range(1, 9)]
    assert all(one != other for one, other in pairwise(texts))


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)]+)\)", PAGE))
def test_a_link_of_the_tutorial_leads_somewhere(target: str) -> None:
    file, _, heading = target.partition("#")
    path = ROOT / "docs" / file
    assert path.is_file()
    headings = re.findall(r"(?m)^#+ (.*)$", path.read_text("utf-8"))
    assert not heading or heading in {text.lower().replace(" ", "-") for text in headings}
