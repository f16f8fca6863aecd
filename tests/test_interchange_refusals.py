"""What is wrong with a board of another program is told with its place; the commands that read and write them."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from tests.pages import blocks, examples, tried
from tests.playing import new_game, walk
from tests.test_interchange import BOARD, DATA, refusal, rules_of
from typer.testing import CliRunner

from solitaire_engine.cli import app
from solitaire_engine.errors import PositionError
from solitaire_engine.interchange import FORMATS, read_board, write_board

DOC = (Path(__file__).parents[1] / "docs" / "interchange.md").read_text("utf-8")


# Refusals


@pytest.mark.parametrize(
    ("change", "with_", "message"),
    [
        ("9D TS", "9D XX", "line 3: 'XX' is not a card; write a rank and a suit, as in AS, 10D or TD"),
        ("TS 4S", "TS #4S", "line 3: '#4S' is not a card"),
        ("6C", "<6C", "line 5: '<6C' is not a card"),
        ("5H 3H", "5H KD", "line 8: KD once more; it lies there already: line 1"),
        ("5H 3H", "5H", "missing cards: 3H"),
        ("TC", "TC\nAC", "line 9: one too many; this game has eight tableau piles"),
        ("JD KD", "Talon: JD KD", "line 1: this game has no stock"),
        ("JD KD", "Freecells: - - - - JD\nKD", "line 1: one too many; this game has four cells"),
        ("JD KD", "Freecels: JD\nKD", "line 1: there is no heading 'Freecels:'; allowed: Freecells:, Foundations:,"),
        ("JD KD", "FC: JD\nFreecells: KD\n", "line 2: Freecells: once more; line 1 has it already"),
        ("JD KD", "Founds: X-3\nJD KD", "line 1: 'X-3' is no foundation; write a suit and a height, as in H-5"),
        ("JD KD", "Founds: H-3\nJD KD", "line 1: AH once more; it lies there already: line 8"),
        ("JD KD", "Founds: JD\nJD KD", "line 1: JD follows on no foundation; write each foundation from its base"),
        ("JD KD", "#JD KD\n", "line 1: a line with # is a comment; a card face down is written <TD>"),
        ("JD KD", "Num-Redeals: one\nJD KD", "line 1: 'one' is no number of redeals that are left"),
    ],
)
def test_what_is_wrong_with_a_board_of_fc_solve_is_told_with_its_line(change: str, with_: str, message: str) -> None:
    assert BOARD.count(change) == 1
    assert refusal(rules_of("freecell"), BOARD.replace(change, with_)).startswith(message)


def test_a_column_too_few_is_missed_where_the_text_ends() -> None:
    assert refusal(rules_of("freecell"), BOARD.partition("\n")[2]) == (
        "line 8: here the text ends after seven of eight columns; an empty column is a line with a colon"
    )


KLONDIKE: dict[str, Any] = json.loads((DATA / "klondike.jsonl").read_text("utf-8").splitlines()[0])["deal"]

STOCK: list[str] = KLONDIKE["stock"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tableau": []}, "there is no key 'tableau'; allowed: tableau piles, sequences, accordion, hole, "),
        ({"stock": "6H"}, 'stock: here a list is needed, as in ["AS", "10D"]'),
        ({"stock": ["6H", 7]}, "stock, card 2: '7' is not a card; write a rank and a suit, as in AS or "),
        ({"stock": ["6H", None]}, "stock, card 2: 'null' is not a card"),
        ({"stock": ["6H", ""]}, "stock, card 2: '' is not a card"),
        ({"stock": ["6H", "14H"]}, "stock, card 2: '14H' is not a card"),
        ({"stock": [*STOCK, "9D"]}, "stock, card 25: 9D once more; it lies there already: tableau piles, pile 1,"),
        ({"stock": STOCK[1:]}, "missing cards: 6H"),
        ({"tableau piles": [[]] * 8}, "tableau piles, pile 8: one too many; this game has seven tableau piles"),
        ({"tableau piles": [["9D"]]}, "tableau piles: one list, and this game has seven tableau"),
        ({"tableau piles": ["9D"] * 7}, "tableau piles, pile 1: here a list is needed"),
        ({"tableau piles": [["9D", "1X"], *[[]] * 6]}, "tableau piles, pile 1, card 2: '1X' is not a card"),
        ({"cells": ["", "AS"]}, "cells, card 2: this game has no cells"),
        ({"reserve": ["AS"]}, "reserve, card 1: this game has no reserve piles"),
        ({"foundations": ["2C"]}, "foundations, card 1: 2C follows on no foundation; write each foundation from"),
        ({"foundations": [["AS"]]}, "foundations, pile 1, card 1: AS once more; it lies there already: tableau"),
        ({"hole": ["AS"]}, "hole: '[\"AS\"]' is not a card"),
        ({"sequences": [["AS"]]}, "sequences, row 1, card 1: AS once more"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_deal_of_solvitaire_is_told_with_its_place(change: dict[str, Any], message: str) -> None:
    rules = rules_of("klondike")
    assert refusal(rules, json.dumps({**KLONDIKE, **change})).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"stock": [}', "line 1, column 12: this is no JSON: "),
        ("{", "line 1, column 2: this is no JSON: "),
        ("[]", "a deal of Solvitaire is an object with some of the keys tableau piles, "),
        ('{"stock": [], "stock": []}', "the key 'stock' stands there twice"),
        ("[" * 60_000, "this JSON is no deal of Solvitaire: "),
        ('{"stock": [' + "9" * 5000 + "]}", ""),
        ('{"stock": [NaN]}', "stock, card 1: 'NaN' is not a card"),
    ],
)
def test_what_is_no_deal_of_solvitaire_at_all_is_told_so(text: str, message: str) -> None:
    assert refusal(rules_of("klondike"), text).startswith(message)


def test_a_text_that_is_of_no_program_is_held_to_our_own_notation() -> None:
    rules = rules_of("freecell")
    position = new_game(rules, "ms:1").position
    assert read_board(rules, str(position)) == position
    assert read_board(rules, str(position).replace("; ", "\n")) == position
    assert refusal(rules, "hello").startswith("'hello' has no colon; ")
    assert refusal(rules, "x9: KS").startswith("there is no pile 'x9'; ")
    assert refusal(rules, "").startswith("missing cards: ")


@given(st.text(alphabet='AKT19XCDHS<>-:#{}[]",; \nfounds', max_size=80))
@hypothesis_settings(max_examples=120, deadline=None)
def test_no_text_whatever_does_more_than_be_refused(text: str) -> None:
    refusal(rules_of("canfield"), text)


@pytest.mark.parametrize("game", ["pyramid", "agnes_aces", "gate", "la_belle_lucie"])
def test_a_refusal_to_write_names_what_cannot_be_said(game: str) -> None:
    refused: list[str] = []
    rules = rules_of(game)
    for write in FORMATS.values():
        for position in (new_game(rules, "7").position, walk(new_game(rules, "7"), "7", 30, greedy=True).position):
            try:
                write(rules, position)
            except PositionError as error:
                refused.append(str(error))
    assert refused
    for text in refused:
        assert re.search(r"cannot say (?:[rdwcf]\d*, \S.*: it has|how many redeals)", text)


# The commands


def call(*args: str, code: int = 0) -> str:
    """Run the command in this process; gives what it prints, or the line that it fails with."""
    result = CliRunner().invoke(app, list(args), input="quit\n")
    assert result.exit_code == code, result.output
    if not code:
        return result.stdout
    (line,) = result.stderr.splitlines()
    return line.removeprefix("solitaire: ")


@pytest.mark.usefixtures("own_folders")
def test_a_position_file_may_be_of_any_of_the_programs() -> None:
    board = call("show", "freecell:ms:1").splitlines()[1:]
    for program in FORMATS:
        Path("board").write_text(call("show", "freecell:ms:1", "--as", program), "utf-8")
        assert call("show", "freecell", "--position-file", "board").splitlines()[1:] == board
        played = call("play", "freecell", "--position-file", "board")
        assert played.startswith("FreeCell - from a position\n")
        assert "J♦" in played
        assert call("show", "freecell", "--position", Path("board").read_text("utf-8")).splitlines()[1:] == board


@pytest.mark.usefixtures("own_folders")
def test_a_wrong_file_or_format_gets_one_line_with_its_place() -> None:
    Path("board").write_text(BOARD.replace("JD", "JX"), "utf-8")
    for command in ("show", "play", "solve"):
        assert call(command, "freecell", "--position-file", "board", code=1).startswith(
            "board: line 1: 'JX' is not a card"
        )
    assert call("show", "freecell", "--as", "fcsolve", code=2) == (
        "invalid value for --as: 'fcsolve' is not offered; allowed: fc-solve, solvitaire; did you mean 'fc-solve'? "
        "see: solitaire show --help"
    )
    assert call("show", "agnes_aces:7", "--as", "fc-solve", code=1) == (
        "fc-solve's text cannot say r1, pile of one card: it has no place for cards there"
    )
    with pytest.raises(PositionError, match=r"^there is no format 'x'; allowed: fc-solve, solvitaire$"):
        write_board(rules_of("freecell"), new_game(rules_of("freecell"), "1").position, "x")


# The document


@pytest.mark.usefixtures("own_folders")
def test_the_commands_of_the_document_do_what_it_shows() -> None:
    assert len(blocks("console", DOC)) == 3
    for command, shown in examples(DOC):
        command, _, file = command.partition(" > ")
        program, *args = shlex.split(command)
        if program != "solitaire":
            # Another program, which is given what was written before.
            assert Path(args[-1]).is_file(), command
            continue
        printed = call(*args)
        if file:
            Path(file).write_text(printed, "utf-8")
        elif shown:
            assert printed == shown


def test_the_python_examples_of_the_document_give_what_they_show() -> None:
    assert tried("\n".join(blocks("python", DOC)), "docs/interchange.md") > 5
