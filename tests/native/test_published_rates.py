"""Our win rates agree with those that Blake and Gent published for games with the same rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmarks.published_rates import BEGIN, END, MOST_UNKNOWN, SAMPLES, Kept, Row, Sample, main, measured, section

from solitaire_engine.catalog import default_catalog
from solitaire_engine.odds.published import published_for
from solitaire_engine.odds.statistics import Counts

DOCUMENT = (Path(__file__).parents[2] / "docs" / "odds.md").read_text("utf-8")
NAMES = [sample.published.share for sample in SAMPLES]

DEALS = {
    "bakers-game": 1_000,
    "seahaven-towers": 1_000,
    "fan": 300,
    "free-cell-2-cell": 1_000,
    "king-albert": 500,
    "beleaguered-castle": 500,
    "canfield": 100,
}
"""So many deals take some 160 s of processor time, in two threads; Klondike would take far more."""


def documented() -> list[Row]:
    """The rows of the table in the document, read back from its counts."""
    shown = DOCUMENT[DOCUMENT.index(BEGIN) : DOCUMENT.index(END)]
    lines = [line for line in shown.splitlines() if line.startswith("| `")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    presets = {sample.published.share: sample.preset for sample in SAMPLES}
    found: list[Row] = []
    for game, deals, *numbers in rows:
        positions, *counts = (int(cell.replace(",", "")) for cell in numbers[:4])
        last = int(deals.removeprefix("1-").replace(",", ""))
        found.append(Row(Sample(presets[game.strip("`")], last, positions), Counts(*counts)))
    return found


def test_the_table_in_the_document_is_what_the_benchmark_prints_for_its_counts() -> None:
    assert section(documented()) in DOCUMENT


def test_the_table_in_the_document_has_every_game_within_the_limit_that_the_benchmark_sets() -> None:
    measured_so = [(sample.preset, sample.positions) for sample in SAMPLES]
    assert [(row.sample.preset, row.sample.positions) for row in documented()] == measured_so
    assert all(row.counts.deals == row.sample.deals for row in documented())


def test_a_row_of_fewer_deals_than_are_meant_says_so_below_the_table() -> None:
    sample = Sample("klondike", 20, 8_000_000)
    told = section([Row(sample, Counts(16, 3, 1))]).splitlines()
    assert told[-4:] == ["", "- Not all deals were run of `klondike` (20 of 300).", "", END]


def test_the_figures_of_games_that_the_document_has_in_full_lie_inside_and_few_deals_are_unknown() -> None:
    in_full = [row for row in documented() if row.sample in SAMPLES]
    assert in_full
    assert [fault for row in in_full for fault in row.faults] == []


@pytest.mark.parametrize("sample", SAMPLES, ids=NAMES)
def test_a_figure_is_set_beside_the_game_whose_rules_it_was_measured_for(sample: Sample) -> None:
    published = sample.published
    assert published_for(default_catalog().rules(published.variant, published.values)) is published


def test_a_figure_outside_and_too_many_unknown_deals_are_told() -> None:
    sample = Sample("bakers-game", 1_000, 1)
    (outside,) = Row(sample, Counts(600, 400)).faults
    assert re.fullmatch(r"bakers_game: 75\.053 % is not between 55\.\d\d% and 64\.\d\d%", outside)
    assert Row(sample, Counts(740, 210, 50)).faults == []
    many = Row(sample, Counts(740, 209, 51))
    assert many.faults == ["bakers_game: 51 of 1000 deals are unknown"]
    assert "- Not as it should be: bakers_game: 51 of 1000 deals are unknown." in section([many])


def test_the_benchmark_ends_with_1_where_something_is_not_as_it_should_be(capsys: pytest.CaptureFixture[str]) -> None:
    # Nothing can be said of a deal by two positions, and so all of them are unknown.
    assert main(["klondike", "--deals", "1", "--jobs", "1", "--positions", "2"]) == 1
    assert "1 of 1 deals are unknown" in capsys.readouterr().out


def test_the_benchmark_prints_the_rows_asked_for_and_ends_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["seahaven-towers", "--deals", "20", "--jobs", "1"]) == 0
    heading, rule, row, _, note, _ = capsys.readouterr().out.splitlines()
    assert f"{heading}\n{rule}" in DOCUMENT
    assert row.startswith("| `seahaven_towers` | 1-20 |")
    assert note == "- Not all deals were run of `seahaven_towers` (20 of 1,000)."


def test_a_run_that_was_stopped_goes_on_from_the_verdicts_that_were_kept(tmp_path: Path) -> None:
    file, (sample, *_) = tmp_path / "kept", SAMPLES
    measured(Sample(sample.preset, 3, sample.positions), kept=Kept(file))
    first = file.read_text("utf-8")
    # What stands there is believed: with other verdicts the counts are others.
    file.write_text(re.sub('"(winnable|lost)"', '"unknown"', first), "utf-8")
    assert measured(Sample(sample.preset, 4, sample.positions), kept=Kept(file)).counts.unknown == 3
    assert len(file.read_text("utf-8").splitlines()) == 4
    # Within other limits a verdict may be another, and is not taken from there.
    assert measured(Sample(sample.preset, 3, sample.positions + 1), kept=Kept(file)).counts.unknown == 0


@pytest.mark.long
@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.preset in DEALS], ids=lambda sample: sample.preset)
def test_the_published_figure_lies_inside_what_is_measured_now(sample: Sample) -> None:
    row = measured(Sample(sample.preset, DEALS[sample.preset], sample.positions), jobs=2)
    assert row.faults == []
    assert row.counts.unknown <= MOST_UNKNOWN * row.counts.deals
