"""What the daily deal promises: the same for everybody on a date, and another for every day, game and choice."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest
from tests.program import environment, run
from typer.testing import CliRunner, Result

from solitaire_engine.catalog import default_catalog
from solitaire_engine.cli import app
from solitaire_engine.daily import daily_deal, daily_text, parse_day
from solitaire_engine.errors import DealError
from solitaire_engine.kinds import kind_of
from solitaire_engine.saves import SaveFolder

PAGE = (Path(__file__).parents[1] / "docs" / "statistics.md").read_text("utf-8")
CATALOG = default_catalog()
DAY = date(2030, 1, 31)


def deal(name: str, day: date = DAY, **values: str) -> str:
    return str(daily_deal(CATALOG.load(name, values), day))


def call(folder: Path, *args: str, typed: str = "") -> Result:
    return CliRunner(env=environment(folder)).invoke(app, list(args), input=typed)


def test_the_deals_are_those_of_the_page() -> None:
    rows = re.findall(r"^\| `daily (\S+) ([^?`]+)\??([^`]*)` \| (\d+) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 5
    for day, id, params, number in rows:
        values = dict(part.split("=") for part in params.split("&") if part)
        assert deal(id, date.fromisoformat(day), **values) == number


def test_the_number_is_made_as_the_page_says() -> None:
    digest = hashlib.sha256(b"daily 2030-01-31 klondike?back=none&draw=1").digest()
    assert deal("klondike", draw="1", back="none") == str(int.from_bytes(digest[:4], "big") % 2**31)


def test_every_process_gives_the_same_deal_whatever_its_hash_seed(tmp_path: Path) -> None:
    code = (
        "from datetime import date; from solitaire_engine import default_catalog\n"
        "from solitaire_engine.daily import daily_deal\n"
        "variant = default_catalog().load('klondike', {'draw': '1', 'back': 'none'})\n"
        "print(daily_deal(variant, date(2030, 1, 31)))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=environment(tmp_path, PYTHONHASHSEED=seed),
            capture_output=True,
            encoding="utf-8",
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert found == {deal("klondike", back="none", draw="1")}


def test_a_preset_has_the_deal_of_its_game_with_these_parameters() -> None:
    assert deal("klondike_draw_one") == deal("klondike", draw="1") != deal("klondike")


def test_a_file_of_ones_own_has_the_same_deal_in_every_folder(tmp_path: Path) -> None:
    found: set[str] = set()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        path = tmp_path / name / "mine.yaml"
        path.write_text("schema: 1\nname: Mine\nextends: klondike\n", "utf-8")
        found.add(deal(str(path), draw="1"))
        assert daily_text(kind_of(CATALOG.load(str(path), {"draw": "1"})), DAY) == "daily 2030-01-31 mine?draw=1"
    assert len(found) == 1


def test_days_and_games_have_deals_of_their_own() -> None:
    days = [DAY + timedelta(days=number) for number in range(400)]
    variant = CATALOG.load("antares")
    assert len({daily_deal(variant, day) for day in days}) == 400
    assert len({deal(id) for id in ("antares", "freecell", "klondike", "scorpion", "agnes_aces")}) == 5


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2030-01-31", DAY),
        (" 2028-02-29 ", date(2028, 2, 29)),
        ("today", date(2030, 3, 1)),
        ("Yesterday", date(2030, 2, 28)),
    ],
)
def test_a_day_is_a_date_or_a_word(text: str, day: date) -> None:
    assert parse_day(text, date(2030, 3, 1)) == day


@pytest.mark.parametrize("text", ["", "2030", "2030-13-01", "2030-02-29", "0000-01-01", "31.1.2030", "20300131", "x"])
def test_what_is_no_day_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(DealError, match=r"^'.*' is no date.*; write the year, the month and the day, as in 2030-01-31"):
        parse_day(text)


# The command


def test_play_says_whose_deal_it_is_and_shows_its_code_also_when_it_is_resumed(tmp_path: Path) -> None:
    code = f"klondike?draw=1:{deal('klondike', draw='1')}"
    begun = run(tmp_path, "play", "klondike", "-p", "draw=1", "--daily", "2030-01-31", typed="deal\nshare\nquit\n")
    assert (begun.returncode, begun.stderr) == (0, "")
    lines = begun.stdout.splitlines()
    assert lines[:2] == [f"Klondike - {code}", "This is the daily deal of 2030-01-31."]
    assert lines[lines.index("> share") + 1] == code
    assert call(tmp_path, "play", "--resume").stdout.splitlines()[:2] == lines[:2]
    assert [saved.sitting.daily for saved in SaveFolder(tmp_path / "data" / "games").unfinished()] == ["2030-01-31"]
    # The next deal is none of a day.
    assert "daily deal" not in call(tmp_path, "play", "--resume", typed="new 5\n").stdout.split("> new 5")[1]


@pytest.mark.parametrize(
    "args",
    [
        ["antares", "--daily"], ["--daily", "antares"], ["antares", "--daily", "today"],
        ["--daily", "today", "antares"], ["antares", "--daily=today"], ["--daily", "--ascii", "antares"],
        ["--daily", "antares", "--text"], ["-p", "limit=cells", "--daily", "antares"],
    ],
)  # fmt: skip
def test_the_day_may_be_left_out_wherever_the_option_stands(tmp_path: Path, args: list[str]) -> None:
    before = date.today()
    told = call(tmp_path, "play", *args).stdout
    assert any(
        told.startswith(f"Antares - antares:{deal('antares', day)}\nThis is the daily deal of {day}.\n")
        for day in (before, date.today())
    )


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["antares", "--daily", "2030-02-30"], "invalid value for --daily: '2030-02-30' is no date (day "),
        (["antares", "--daily", "foo"], "invalid value for --daily: 'foo' is no date; write the year"),
        (["--daily", "foo", "antares"], "invalid value for --daily: 'foo' is no date; write the year"),
        (["antares", "--daily", "31.1.2030"], "invalid value for --daily: '31.1.2030' is no date; write the year"),
        (["antares:7", "--daily"], "invalid value for --daily: the deal of a day is a deal already; leave the other"),
        (["antares", "--daily", "--deal", "7"], "invalid value for --daily: the deal of a day is a deal already; "),
        (["antares", "--daily", "--position", "x"], "invalid value for --daily: the deal of a day is a deal already; "),
        (["--daily"], "invalid value: name the game to begin, as in solitaire play antares --deal 7"),
        (["--daily", "--resume"], "invalid value: a resumed game has its deal and choices already"),
    ],
)
def test_a_day_that_cannot_be_or_is_one_deal_too_many_is_refused(tmp_path: Path, args: list[str], message: str) -> None:
    result = call(tmp_path, "play", *args)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"solitaire: {message}")
