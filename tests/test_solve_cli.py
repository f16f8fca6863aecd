"""The command `solitaire solve`: verdicts, solutions that play accepts, ranges, records, limits, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Sequence
from multiprocessing import active_children
from pathlib import Path

import pytest
from tests.pages import blocks, examples
from tests.program import run, start
from typer.testing import CliRunner, Result

from solitaire_engine.catalog import default_catalog
from solitaire_engine.cli import app
from solitaire_engine.cli.batch import solve_in_processes
from solitaire_engine.cli.limits import limits_of
from solitaire_engine.cli.playing import Wanted
from solitaire_engine.cli.targets import range_of
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game, deal
from solitaire_engine.records import load_record, save_record
from solitaire_engine.solutions import line_of, typed_line
from solitaire_engine.solver import Answer, Limits, Options, solve
from solitaire_engine.text.look import Look
from solitaire_engine.text.solution import solution_lines

DATA = Path(__file__).parent / "data" / "solving"
CELLS, STOCK, ENDLESS = (str(DATA / f"{name}.yaml") for name in ("small_cells", "small_stock", "endless"))
WINNABLE, LOST = 41, 27
"""Deals of the small game with cells."""
STOCK_WINNABLE = 3
IN_ORDER = "t1: 4S 3S 2S AS 4C 3C 2C AC; t2: 4H 3H 2H AH; t3: 4D 3D 2D AD"
HOME = "f1: AS..4S; f2: AC..4C; f3: AH..4H; f4: AD..4D"


pytestmark = pytest.mark.usefixtures("own_folders")


def call(*args: str) -> Result:
    """Run the command within this process."""
    return CliRunner().invoke(app, ["solve", *args])


def prints(*args: str, code: int = 0) -> str:
    """What the command prints when it ends with `code` and says nothing on stderr."""
    result = call(*args)
    assert (result.exit_code, result.stderr) == (code, "")
    return result.stdout


def told(*args: str, code: int = 0) -> list[dict[str, object]]:
    """The objects that the command prints."""
    return [json.loads(line) for line in prints(*args, "--json", code=code).splitlines()]


def fails(code: int, *args: str) -> str:
    """The one line of a command that fails, without the program's name."""
    result = call(*args)
    assert (result.exit_code, result.stdout) == (code, "")
    (line,) = result.stderr.splitlines()
    return line.removeprefix("solitaire: ")


def by_hand(text: str) -> list[str]:
    """The numbered moves of a printed solution."""
    return [move.strip() for move in re.findall(r"^ *\d+\. (.+?)(?:  +|$)", text, re.MULTILINE)]


def every_move(text: str) -> list[str]:
    """The moves of a printed solution with those that go home by themselves."""
    moves: list[str] = []
    for line in text.splitlines():
        moves += by_hand(line)
        if line.lstrip().startswith("Then by itself: "):
            moves += re.findall(r"(?:: |, )((?:\w+ ){1,2}\w+) \(", line)
    return moves


def set_autoplay(folder: Path, autoplay: str) -> None:
    """Write a settings file with that alone."""
    (folder / "config").mkdir(exist_ok=True)
    (folder / "config" / "settings.yaml").write_text(f"autoplay: {autoplay}\n", "utf-8")


def played(folder: Path, game: str, moves: Sequence[str]) -> str:
    """What is said when the game is won that is played by these moves; empty if it is not."""
    done = run(folder, "play", game, "--text", typed="".join(f"{move}\n" for move in ["board off", *moves, "quit"]))
    assert (done.returncode, done.stderr) == (0, "")
    assert "No: " not in done.stdout
    return next((line for line in done.stdout.splitlines() if line.startswith("You won")), "")


# One deal


@pytest.mark.parametrize("game", [f"{CELLS}:{WINNABLE}", f"{STOCK}:{STOCK_WINNABLE}"])
def test_the_numbered_moves_of_a_solution_typed_into_play_win_with_the_usual_settings(
    game: str, tmp_path: Path
) -> None:
    done = run(tmp_path, "solve", game)
    assert (done.returncode, done.stderr) == (0, "")
    numbered = by_hand(done.stdout)
    assert done.stdout.startswith(f"{game} is winnable: {len(numbered)} moves")
    assert len(numbered) > 10 and "by itself" not in done.stdout
    assert f"Won in {len(numbered)} moves. With the setting autoplay: safe, " in done.stdout
    assert played(tmp_path, game, numbered).startswith(f"You won in {len(numbered)} moves!")


@pytest.mark.parametrize("autoplay", ["safe", "all"])
def test_a_solution_is_printed_as_the_setting_of_autoplay_has_it_played(autoplay: str, tmp_path: Path) -> None:
    game = f"{CELLS}:{WINNABLE}"
    before = told(game)[0]
    set_autoplay(tmp_path, autoplay)
    text = prints(game)
    numbered, every = by_hand(text), every_move(text)
    assert len(every) > len(numbered) > 1
    assert text.startswith(f"{game} is winnable: {len(numbered)} moves")
    others = len(every) - len(numbered)
    assert f"Won: {len(numbered)} moves by hand, {others} by themselves, as the setting autoplay is {autoplay}." in text
    assert played(tmp_path, game, numbered).startswith(f"You won in {len(every)} moves!")
    # What programs read depends on nobody's settings.
    assert {**told(game)[0], "seconds": 0} == {**before, "seconds": 0}


def test_every_move_of_a_solution_is_told_in_words() -> None:
    lines = [line for line in prints(f"{STOCK}:{STOCK_WINNABLE}").splitlines() if re.match(r" *\d+\. ", line)]
    for line in lines:
        assert re.match(r" *\d+\. \S.*?  +[A-Z0-9].* .*\.$", line), line
    assert any(re.search(r"deal +Dealt (?:\w\w )+to w; ", line) for line in lines)


def test_the_deal_that_cannot_be_won_is_said_to_be_proved_lost() -> None:
    first, second = prints(f"{CELLS}:{LOST}").splitlines()
    assert re.fullmatch(rf"{re.escape(CELLS)}:{LOST} is lost: proved by looking at [\d,]+ positions?\.", first)
    assert re.fullmatch(r"[\d,]+ positions? in [\d.]+ seconds(?:, [\d,]+ a second)?; solver python\.", second)


def test_the_limit_that_was_reached_is_named_with_what_to_try_and_the_exit_code_is_3() -> None:
    assert "is unknown: no answer within 50 positions; to look further, add --limit 500." in prints(
        f"{ENDLESS}:1", "--limit", "50", code=3
    )
    assert "is unknown: no answer within 0.1 seconds; to look longer, add --seconds 1." in prints(
        f"{ENDLESS}:1", "--limit", "none", "--seconds", "0.1", code=3
    )


def test_only_the_verdict_is_printed_without_moves_and_a_board_a_move_with_boards() -> None:
    game = f"{CELLS}:{WINNABLE}"
    bare = prints(game, "--no-moves")
    assert len(bare.splitlines()) == 2
    boards = prints(game, "--boards")
    assert by_hand(boards) == by_hand(prints(game))
    assert len(re.findall("^c1 .* f1 ", boards, re.MULTILINE)) == len(by_hand(boards))


def test_a_parameter_may_be_given_in_the_code_or_beside_it() -> None:
    more = ("--limit", "1", "--no-moves")
    (inside,) = told("klondike?draw=1:7", *more, code=3)
    (beside,) = told("klondike:7", "-p", "draw=1", *more, code=3)
    (usual,) = told("klondike", "--deal", "7", *more, code=3)
    assert inside["params"] == beside["params"] != usual["params"]
    assert inside["deal"] == usual["deal"] == "7"


def test_a_game_without_a_deal_is_deal_1() -> None:
    (one,) = told(CELLS)
    assert one["deal"] == "1"


# Records and positions


def test_the_record_of_a_solution_is_replayed_to_the_win_and_is_then_won_already(tmp_path: Path) -> None:
    done = run(tmp_path, "solve", f"{CELLS}:{WINNABLE}", "--record", "solved.txt")
    assert (done.returncode, done.stderr) == (0, "")
    replayed = run(tmp_path, "replay", "solved.txt").stdout
    assert f"Won in {len(every_move(done.stdout))} moves. Every move is legal.\n" in replayed
    assert prints("solved.txt").startswith(f"{CELLS}:{WINNABLE} after ")
    assert prints("solved.txt").endswith(" is won already.\n")


def test_the_record_is_there_even_if_nobody_reads_to_the_end(tmp_path: Path) -> None:
    process = start(tmp_path, "solve", f"{CELLS}:{WINNABLE}", "--record", "solved.txt", "--boards")
    assert process.stdout is not None
    process.stdout.close()
    assert (process.wait(60), load_record(tmp_path / "solved.txt", default_catalog()).is_won) == (0, True)
    assert process.stderr is not None and process.stdin is not None
    assert process.stderr.read() == ""
    process.stderr.close()
    process.stdin.close()


def test_that_the_record_is_written_is_said_last_and_beside_json_on_stderr() -> None:
    assert prints(f"{CELLS}:{WINNABLE}", "--record", "solved.txt").endswith("\nwritten: solved.txt\n")
    result = call(f"{CELLS}:{WINNABLE}", "--record", "solved.txt", "--json")
    assert len(result.stdout.splitlines()) == 1 and result.stderr == "written: solved.txt\n"


def test_a_record_is_solved_from_its_last_move_or_from_an_earlier_one() -> None:
    prints(f"{CELLS}:{WINNABLE}", "--record", "solved.txt")
    game = load_record(Path("solved.txt"), default_catalog())
    made = len(game.moves) - 3
    for _ in range(3):
        game.pop()
    save_record(game, Path("short.txt"))
    for words in (["short.txt"], ["solved.txt", "--moves", str(made)]):
        assert prints(*words).startswith(f"{CELLS}:{WINNABLE} after {made} moves is winnable: ")
    (start,) = told("solved.txt", "--moves", "0")
    assert start["made"] == 0 and start["moves"] == told(f"{CELLS}:{WINNABLE}")[0]["moves"]


def test_the_record_of_a_solution_has_the_moves_that_were_made_before() -> None:
    prints(f"{CELLS}:{WINNABLE}", "--record", "solved.txt")
    prints("solved.txt", "--moves", "2", "--record", "again.txt")
    first, again = (load_record(Path(name), default_catalog()) for name in ("solved.txt", "again.txt"))
    assert again.is_won and again.moves[:2] == first.moves[:2] and again.deal == first.deal


def test_no_record_is_written_where_nothing_was_solved_and_nothing_else_is_overwritten() -> None:
    result = call(f"{CELLS}:{LOST}", "--record", "solved.txt")
    assert (result.exit_code, Path("solved.txt").exists()) == (0, False)
    assert result.stderr == "solitaire: solved.txt is not written, for there is no solution to keep\n"
    Path("letter.txt").write_text("Dear", "utf-8")
    assert "something that is no game record is there" in fails(1, f"{CELLS}:{WINNABLE}", "--record", "letter.txt")
    assert Path("letter.txt").read_text("utf-8") == "Dear"
    assert "there is no folder" in fails(1, f"{CELLS}:{WINNABLE}", "--record", "no/solved.txt")


def test_the_game_played_last_is_solved_and_stays_where_it_is(tmp_path: Path) -> None:
    run(tmp_path, "play", f"{CELLS}:{WINNABLE}", typed="t1 c1\nquit\n")
    (kept,) = (tmp_path / "data" / "games").glob("*.solitaire")
    for name in ("--resume", str(kept)):
        assert prints(name).startswith(f"{CELLS}:{WINNABLE} after 1 move ")
    assert kept.exists()


def test_a_record_made_under_other_rules_is_solved_only_on_request() -> None:
    prints(f"{CELLS}:{WINNABLE}", "--record", "solved.txt")
    text = Path("solved.txt").read_text("utf-8")
    Path("solved.txt").write_text(re.sub("hash: .*", "hash: 0123456789abcdef", text), "utf-8")
    assert "--any-rules" in fails(1, "solved.txt")
    assert prints("solved.txt", "--moves", "0", "--any-rules").startswith(f"{CELLS}:{WINNABLE} is winnable")


@pytest.mark.parametrize("way", ["option", "file option", "argument", "file", "code"])
def test_a_position_may_be_given_in_any_of_five_ways(way: str) -> None:
    Path("board.txt").write_text(IN_ORDER.replace("; ", "\n"), "utf-8")
    words = {
        "option": [CELLS, "--position", IN_ORDER],
        "file option": [CELLS, "--position-file", "board.txt"],
        "argument": [CELLS, IN_ORDER],
        "file": [CELLS, "board.txt"],
        "code": [f"{CELLS}:{IN_ORDER}"],
    }[way]
    assert prints(*words).startswith("this position of Small Cells is winnable: ")
    (one,) = told(*words)
    assert (one["deal"], one["position"], one["verdict"]) == (None, str(position_of(IN_ORDER)), "winnable")


def position_of(text: str) -> object:
    (one,) = told(CELLS, text)
    return one["position"]


@pytest.mark.parametrize("program", ["fc-solve", "solvitaire"])
def test_the_boards_of_other_programs_are_positions_too(program: str) -> None:
    shown = CliRunner().invoke(app, ["show", f"{CELLS}:{WINNABLE}", "--as", program]).stdout
    Path("board.txt").write_text(shown, "utf-8")
    for board in ("board.txt", shown):
        (one,) = told(CELLS, board)
        assert one["deal"] is None and one["moves"] == told(f"{CELLS}:{WINNABLE}")[0]["moves"]


def test_a_position_with_every_card_home_is_won_already() -> None:
    assert prints(CELLS, HOME) == "this position of Small Cells is won already.\n"


# Ranges


def test_a_range_gets_a_line_for_each_deal_and_a_summary_that_adds_up() -> None:
    *rows, last = prints(f"{CELLS}:{LOST}-{WINNABLE}").splitlines()
    found = [
        re.match(r"(\S+:(\d+)) +(winnable|lost) +(?:\d+ moves +)?[\d,]+ positions?, [\d.]+ s$", row) for row in rows
    ]
    assert [int(row[2]) for row in found if row] == list(range(LOST, WINNABLE + 1))
    verdicts = [row[3] for row in found if row]
    assert verdicts[0] == "lost" and verdicts[-1] == "winnable"
    won, lost = (verdicts.count(verdict) for verdict in ("winnable", "lost"))
    assert last.startswith(f"15 deals: {won} winnable, {lost} lost, 0 unknown. The solutions have ")


def test_unknown_deals_of_a_range_are_counted_and_make_the_exit_code_3() -> None:
    *rows, last = prints(f"{ENDLESS}:ms:1-3", "--limit", "20", code=3).splitlines()
    assert len(rows) == 3 and all(row.endswith("; the limit of positions") for row in rows)
    assert last.startswith("3 deals: 0 winnable, 0 lost, 3 unknown. ")
    assert last.endswith("For those unknown, raise --limit, --seconds or --memory.")


def test_no_limit_is_to_be_raised_where_none_was_met(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Answer("unknown", reason="the plugin 'maker' failed")
    monkeypatch.setattr("solitaire_engine.cli.batch.solve", lambda *args, **more: failed)
    *rows, last = prints(f"{CELLS}:1-2", code=3).splitlines()
    assert len(rows) == 2 and all(row.endswith("; the plugin 'maker' failed") for row in rows)
    assert last.startswith("2 deals: 0 winnable, 0 lost, 2 unknown. ") and "raise" not in last


def test_several_processes_answer_as_one_does_and_in_the_same_order(tmp_path: Path) -> None:
    def answers(*more: str) -> list[dict[str, object]]:
        done = run(tmp_path, "solve", CELLS, "--deal", "20-45", "--json", *more)
        assert (done.returncode, done.stderr) == (0, "")
        return [{**json.loads(line), "seconds": 0} for line in done.stdout.splitlines()]

    assert answers("--jobs", "2") == answers()


def test_a_process_that_is_killed_costs_no_deal() -> None:
    wanted = Wanted(
        game=CELLS, deal=None, params=(), position=None, position_file=None, resume=False, ascii=False, any_rules=False
    )
    rules = default_catalog().rules(CELLS)
    found: list[tuple[str, str]] = []
    deals = map(str, range(1, 31))
    answers = solve_in_processes((wanted, CELLS), deals, Limits(), Options(), 2, lambda: False, lambda: None)
    for number, (dealt, answer) in enumerate(answers):
        found.append((dealt, answer.verdict))
        if number == 3:
            active_children()[0].kill()
    known = [(number, solve(rules, Game(rules, parse_deal(str(number))).position).verdict) for number in range(1, 31)]
    assert found == [(str(number), verdict) for number, verdict in known]


@pytest.mark.parametrize(
    ("text", "prefix", "first", "last"),
    [
        ("1-200", "", 1, 200),
        ("ms:1-200", "ms:", 1, 200),
        (" MS: 7 - 7 ", "ms:", 7, 7),
        ("pysol:ms5-6", "pysol:ms", 5, 6),
    ],
)
def test_a_range_may_have_a_prefix(text: str, prefix: str, first: int, last: int) -> None:
    deals = range_of(text)
    assert deals is not None
    assert list(deals) == [f"{prefix}{number}" for number in range(first, last + 1)]


@pytest.mark.parametrize("text", ["7", "ms:7", "deck:AS-2S", "", "t1: AS-2S", "1-", "-1", "a-b"])
def test_what_is_no_range_is_none(text: str) -> None:
    assert range_of(text) is None


# JSON


def test_json_has_every_field_that_the_page_names() -> None:
    table = PAGE.split("## For programs")[1]
    named = {name for row in re.findall(r"^\| (.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    (one,) = told(CELLS, IN_ORDER)
    assert set(one) == {*named, "found", "position"}
    (lost,) = told(f"{CELLS}:{LOST}")
    assert (lost["verdict"], lost["moves"], lost["length"], lost["deal"]) == ("lost", [], 0, str(LOST))
    (unknown,) = told(f"{ENDLESS}:1", "--limit", "10", code=3)
    assert (unknown["verdict"], unknown["reason"]) == ("unknown", "positions")
    assert "moves" not in told(f"{CELLS}:{WINNABLE}", "--no-moves")[0]


def test_the_moves_of_json_win_in_the_engine() -> None:
    for one in told(f"{CELLS}:40-44"):
        game = deal(CELLS, str(one["deal"]))
        moves = one["moves"]
        assert isinstance(moves, list) and game.rules.variant.hash == one["hash"]
        for move in moves:
            game.push(str(move))
        assert game.is_won is (one["verdict"] == "winnable")


# Limits and mistakes


@pytest.mark.parametrize(
    ("typed", "limits"),
    [
        ((None, None, None), Limits()),
        (("500", "2.5", "512M"), Limits(500, 2.5, 512 * 2**20)),
        (("1_000", "60s", "2 gib"), Limits(1000, 60, 2**31)),
        (("200k", None, "1.5G"), Limits(200_000, None, 3 * 2**29)),
        (("none", "NONE", "none"), Limits(None, None, None)),
    ],
)
def test_limits_are_read_as_people_write_them(typed: tuple[str | None, str | None, str | None], limits: Limits) -> None:
    assert limits_of(*typed) == limits


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "invalid value: name what to solve, as in solitaire solve antares:7"),
        (
            [CELLS, "--limit", "0"],
            "invalid value for --limit: '0' is not a number of positions, as in 200000; or write",
        ),
        ([CELLS, "--limit", "5MB"], "invalid value for --limit: '5MB' is not a number"),
        ([CELLS, "--seconds", "-1"], "invalid value for --seconds: '-1' is not a number of seconds above 0"),
        ([CELLS, "--seconds", "2M"], "invalid value for --seconds: '2M' is not"),
        ([CELLS, "--memory", "lots"], "invalid value for --memory: 'lots' is not a size with its unit, as in 512M"),
        ([CELLS, "--jobs", "0"], "invalid value for '--jobs'"),
        ([CELLS, "--moves", "1"], "invalid value for --moves: only a record has moves"),
        ([f"{CELLS}:1-3", "--record", "x"], "invalid value for --record: of a range only the verdicts are kept"),
        ([f"{CELLS}:1-3", "--boards"], "invalid value for --boards: of a range"),
        ([CELLS, "--json", "--boards"], "invalid value for --boards: boards are shown with the moves only"),
        ([f"{CELLS}:1", "--deal", "2"], "invalid value for --deal: the share code has a deal already, 1"),
        ([CELLS, "board.txt", "--position", IN_ORDER], "invalid value: the position is given twice"),
        ([f"{CELLS}:1", IN_ORDER], "invalid value for --position: a game begins from a deal or from a position"),
        ([IN_ORDER], "invalid value: a position needs its game before it"),
        ([CELLS, "--resume"], "invalid value for --resume: name a game or say --resume, not both"),
    ],
)
def test_a_command_line_that_is_not_understood_gets_one_line_and_exit_code_2(words: list[str], message: str) -> None:
    line = fails(2, *words)
    assert line.startswith(message) and line.endswith("see: solitaire solve --help")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["antars:7"], "there is no variant 'antars'; did you mean 'antares'?"),
        (["no/such.yaml:3"], "no/such.yaml"),
        (["no/such.txt"], "no/such.txt: there is no such file"),
        ([f"{CELLS}:seven"], "'seven' is not a deal; "),
        ([f"{CELLS}:7-3"], "the range '7-3' ends before it begins; write the lower number first"),
        (["freecell:ms:0-3"], "there is no deal 'ms:0'; "),
        (["freecell:ms:1-1000001"], "there is no deal 'ms:1000001'; "),
        ([f"{CELLS}:ms:1-2"], "ms:1 orders one full pack"),
        ([CELLS, "t1: AS"], "missing cards: "),
        ([CELLS, "t9: AS"], "there is no pile 't9'"),
        ([CELLS, "board.txt"], "board.txt: the position cannot be read "),
        (["--resume"], "there is no unfinished game; "),
    ],
)
def test_a_game_or_position_that_is_not_there_gets_one_line_and_exit_code_1(words: list[str], message: str) -> None:
    assert fails(1, *words).startswith(message)


def test_more_moves_than_a_record_has_are_refused() -> None:
    prints(f"{CELLS}:{WINNABLE}", "--record", "solved.txt")
    assert "invalid value for --moves: the record has " in fails(2, "solved.txt", "--moves", "1000")
    assert fails(2, "solved.txt", "--deal", "7").startswith("invalid value: a record has its deal and choices already")


# The page


PAGE = (Path(__file__).parents[1] / "docs" / "solving.md").read_text("utf-8")


@pytest.fixture
def files_of_the_page(tmp_path: Path) -> None:
    """The files that the page's commands read."""
    (small,) = blocks("yaml", PAGE)
    (tmp_path / "small.yaml").write_text(small, "utf-8")
    (tmp_path / "board.txt").write_text(IN_ORDER, "utf-8")
    run(tmp_path, "play", "small.yaml:5", typed="t1 c1\nquit\n")


def without_figures(text: str) -> str:
    """The text without a solution's moves, and with N for every number: both change when the solver does."""
    lines = [line for line in text.splitlines() if line and not by_hand(line) and "Then by itself" not in line]
    text = re.sub(r"\d[\d,.]*\d|\d", "N", "\n".join(lines))
    return re.sub(" +", " ", text.replace(" (N before needless ones were dropped)", ""))


@pytest.mark.usefixtures("files_of_the_page")
def test_the_examples_of_the_page_print_what_it_shows(tmp_path: Path) -> None:
    assert len(examples(PAGE)) >= 5
    for command, shown in examples(PAGE):
        result = CliRunner().invoke(app, shlex.split(command)[1:])
        assert result.exit_code in (0, 3) and result.stderr == ""
        printed = result.stdout.replace(f"{tmp_path}{os.sep}", "")
        assert without_figures(printed) == without_figures(shown), command


def test_the_solution_on_the_page_wins_and_is_told_as_the_program_tells_it() -> None:
    (shown,) = [text for command, text in examples(PAGE) if command.endswith(":41")]
    (small,) = blocks("yaml", PAGE)
    Path("small.yaml").write_text(small, "utf-8")
    game = deal("small.yaml", 41)
    start = game.position
    for move in every_move(shown):
        game.push(move)
    assert game.is_won
    line = line_of(game.rules, start, game.moves)
    line = typed_line(game.rules, line, "off")
    told = list(solution_lines(game.rules, line, Look(), wrap=False, boards=False))
    assert "\n".join(told) in shown


@pytest.mark.usefixtures("files_of_the_page")
@pytest.mark.parametrize("command", re.findall(r"^\| `solitaire (solve [^`]+)` \|", PAGE, re.MULTILINE))
def test_a_command_in_the_table_of_the_page_is_understood(command: str) -> None:
    prints("small.yaml:41", "--record", "solved.txt")
    more = ["--limit", "100"] if "klondike" in command else []
    result = CliRunner().invoke(app, [*shlex.split(command), *more])
    assert result.exit_code in (0, 3) and result.stderr == "" and result.stdout
