"""docs/wins.md: every game of the catalogue is in it, and the rows are what the solver finds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.playing import CATALOG

from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.host import default_host
from solitaire_engine.solver import Limits, Options, Verdict, solve

PAGE = (Path(__file__).parents[1] / "docs" / "wins.md").read_text("utf-8")
ROW = re.compile(r"^\| .* \(`(\w+)`\) \| (\d+) \| (\d+) \| (\d+) \| ([\d,]+) \|$", re.MULTILINE)
ALL = PAGE.split("## All games")[1]
DEALS, LIMIT = (
    int(number.replace(",", ""))
    for number in re.search(r"on its deals 1 to (\d+), with at\s+most ([\d,]+)", PAGE).groups()  # type: ignore[union-attr]
)


def test_every_game_of_the_catalogue_was_tried_on_at_least_twenty_deals() -> None:
    found = {game: (int(won), int(lost), int(unknown)) for game, won, lost, unknown, _ in ROW.findall(ALL)}
    assert set(found) == {entry.id for entry in Catalog([bundled_folder()], default_host()).entries}
    assert DEALS >= 20
    assert {sum(counts) for counts in found.values()} == {DEALS}


def test_every_game_without_a_win_is_listed_with_what_was_tried() -> None:
    without = {game for game, won, *_ in ROW.findall(ALL) if won == "0"}
    listed = PAGE.split("## No win found")[1].split("## All games")[0] if without else ""
    assert {game for game, *_ in ROW.findall(listed)} == without


@pytest.mark.parametrize("game", ["freecell", "bakers_game", "black_hole", "antares"])
def test_a_row_says_what_the_solver_finds(game: str) -> None:
    rules = CATALOG.rules(game)
    counts: dict[Verdict, int] = {"winnable": 0, "lost": 0, "unknown": 0}
    for deal in range(1, DEALS + 1):
        position = Game(rules, parse_deal(str(deal))).position
        counts[solve(rules, position, Limits(LIMIT), Options(shorten=False)).verdict] += 1
    row = next(row for row in ROW.findall(ALL) if row[0] == game)
    assert tuple(map(int, row[1:4])) == tuple(counts.values())
