"""Which games the compiled solver takes: nine of ten at least, and docs/native.md lists the others with reasons."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from solitaire_engine_native import coverage

PAGE = (Path(__file__).parents[2] / "docs" / "native.md").read_text("utf-8")


@cache
def told() -> list[coverage.Told]:
    return coverage.of_all()


def test_at_least_nine_games_of_ten_are_taken_and_each_other_one_is_declined_for_its_rules() -> None:
    declined = [each for each in told() if each.why]
    assert len(declined) <= len(told()) / 10
    assert all(each.why.startswith(("a plugin ", "a word ", "it has ")) for each in declined)


def test_the_page_lists_what_is_declined_as_the_code_says() -> None:
    assert "\n".join(coverage.table(told())) in PAGE, "write it anew: python -m solitaire_engine_native.coverage"


def test_it_says_of_games_by_name_whether_they_are_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert coverage.main(["freecell", "accordion"]) == 0
    assert capsys.readouterr().out == "freecell: taken\naccordion: declined, for a plugin adds moves of its own\n"
    assert coverage.main(["no such game"]) == 1
    assert "no such game" in capsys.readouterr().err
