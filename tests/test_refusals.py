"""Tiny boards with a move and the sentence that refuses it, and a case for every sentence there is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.playing import CATALOG, board, conceivable_moves

import solitaire_engine
from solitaire_engine.moves import legal_moves
from solitaire_engine.position import Move
from solitaire_engine.refusals import why_not
from solitaire_engine.rules import Rules
from solitaire_engine.testing import check_case

DATA = Path(__file__).parent / "data"
ENGINE = Path(solitaire_engine.__file__).parent

Case = dict[str, Any]


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


REFUSALS: dict[str, list[Case]] = read(DATA / "refusals.yaml")
CASES = [
    pytest.param(variant, case, id=f"{variant}: {case['name']}")
    for variant, cases in REFUSALS.items()
    for case in cases
]

# Moves that cannot be written as text, with their sentences.
UNWRITTEN = {
    "there is no pile 't99'": Move("cards", "t1", "t99", 1),
    "at least one card must be moved": Move("cards", "t1", "t2", 0),
    "'mix the-reserve' cannot be done now": Move("extra", text="mix the-reserve"),
    "name the piles whose top cards are to be removed": Move("remove"),
    "there is no pile 't98'": Move("remove", piles=("t98",)),
}


def rules_of(variant: str, case: Case) -> Rules:
    return CATALOG.rules(variant, {name: str(value) for name, value in case.get("values", {}).items()})


@pytest.mark.parametrize(("variant", "case"), CASES)
def test_a_move_on_a_tiny_board(variant: str, case: Case) -> None:
    check_case(rules_of(variant, case), case)


@pytest.mark.parametrize(("sentence", "move"), UNWRITTEN.items())
def test_a_move_that_no_player_can_write_has_a_sentence_too(sentence: str, move: Move) -> None:
    game = board(CATALOG.rules("pairs" if move.kind == "remove" else "odd_words"), "t1: 9S; t2: 9H; r1: 5C")
    assert game.why_not(move) == sentence


def tables() -> Iterator[tuple[str, Case]]:
    """All cases on tiny boards, those of the two tables too, each with its game."""
    for variant, cases in REFUSALS.items():
        yield from ((variant, case) for case in cases)
    for path in sorted((DATA / "tables").glob("*.yaml")):
        table = read(path)
        yield from ((table["variant"], case) for case in table["cases"])


def test_on_every_tiny_board_the_moves_that_are_not_refused_are_the_legal_ones() -> None:
    for variant, case in tables():
        rules = rules_of(variant, case)
        position = board(rules, case["board"]).position
        allowed = {move for move in conceivable_moves(rules, position) if why_not(rules, position, move) is None}
        assert allowed == set(legal_moves(rules, position)), f"{variant}: {case['board']}"


def text_pattern(node: ast.expr) -> str | None:
    """The texts an expression can give, as a regular expression; None where it is not written as text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(text_pattern(part) or "" for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return ".*"
    return None


def branches(node: ast.expr | None) -> Iterator[ast.expr]:
    """The expressions that one with ``if`` or ``or`` may come to."""
    if isinstance(node, ast.IfExp):
        yield from (*branches(node.body), *branches(node.orelse))
    elif isinstance(node, ast.BoolOp):
        yield from (part for value in node.values for part in branches(value))
    elif node is not None:
        yield node


def sentences_in(path: Path, functions: str) -> list[str]:
    """The sentences that some functions of a module return, or give to a `Route`, as patterns."""
    found: list[str] = []
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(function, ast.FunctionDef) or not re.fullmatch(functions, function.name):
            continue
        for node in ast.walk(function):
            values: list[ast.expr | None] = []
            if isinstance(node, ast.Return):
                values = [node.value]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Route":
                values = [*node.args, *(keyword.value for keyword in node.keywords)]
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "crowd":
                values = [node.value]
            patterns = (text_pattern(branch) for value in values for branch in branches(value))
            found.extend(pattern for pattern in patterns if pattern)
    return list(dict.fromkeys(found))


SENTENCES = [
    *sentences_in(ENGINE / "refusals.py", "why_no.*|_held_back|_closed|_unfit|_too_heavy"),
    *sentences_in(ENGINE / "routes.py", "_route"),
    *sentences_in(ENGINE / "removals.py", "why_no_removal|_why_not_free"),
    *sentences_in(ENGINE / "corewords.py", ".*_refusal"),
    # What the words of taken_by complete: "the 8S cannot go on the 5D, which takes ...".
    *(f"the .* cannot go on the .*, which takes {text}" for text in (
        "nothing", "the ..", "a red .*", "a black .*", "an? [^ ]*", "the .. or the ..", "an? [^ ]* or an? [^ ]*",
        "the .., the .. or the ..", "other cards", "other cards of one suit",
    )),
]  # fmt: skip


@pytest.mark.parametrize("pattern", SENTENCES)
def test_a_tiny_board_shows_the_sentence(pattern: str) -> None:
    shown = {case["refused"] for _, case in tables() if "refused" in case} | set(UNWRITTEN)
    assert any(re.fullmatch(pattern, sentence) for sentence in shown), f"no case in refusals.yaml for: {pattern}"


def test_the_sentences_of_the_engine_are_found() -> None:
    """The patterns come out of the source: a rewrite must not leave the test above with nothing to look for."""
    assert len(SENTENCES) >= 45
    assert "a\\ pile\\ cannot\\ be\\ moved\\ onto\\ itself" in SENTENCES


def test_every_tiny_board_has_a_name_of_its_own() -> None:
    for variant, cases in REFUSALS.items():
        names = [case["name"] for case in cases]
        assert len(set(names)) == len(names), variant
