"""docs/authors.md: its commands do what they are shown to do, its options are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.pages import agrees, examples, printed_by
from tests.program import run

PAGE = (Path(__file__).parents[1] / "docs" / "authors.md").read_text("utf-8")
BAD = "schema: 1\nname: Bad\nextends: scorpion\npiles:\n  tableau: {lift: sequense}\n"


def test_the_commands_print_what_is_shown(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(BAD, "utf-8")
    assert len(examples(PAGE)) == 4
    for example in examples(PAGE):
        printed = printed_by(example, tmp_path)
        assert agrees(printed, example.output), printed


@pytest.mark.parametrize("command", ["new", "check", "resolve", "play"])
def test_every_option_of_the_page_is_an_option_of_a_command(command: str, tmp_path: Path) -> None:
    known = set(re.findall(r"--[a-z-]+", run(tmp_path, command, "--help").stdout))
    named = {
        word for line in re.findall(rf"solitaire {command}[^`\n]*", PAGE) for word in re.findall(r"--[a-z-]+", line)
    }
    assert named <= known
    if command == "check":
        assert set(re.findall(r"^\| `(--[a-z]+)", PAGE, re.MULTILINE)) <= known
