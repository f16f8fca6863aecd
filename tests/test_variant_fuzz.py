"""Files broken at random: whatever they say, the loader gives a game or says what is wrong, and never falls over."""

from __future__ import annotations

import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import solitaire_engine as se
from solitaire_engine.catalog import default_catalog
from solitaire_engine.checking import check_source
from solitaire_engine.definitions import Variant
from solitaire_engine.errors import Problem, VariantError
from solitaire_engine.reading import BAD
from solitaire_engine.schema import KEYS, TOP
from solitaire_engine.variant import load_variant

VARIANTS = Path(__file__).parents[1] / "variants"
GAMES = ("agnes_aces", "agnes_bernauer", "antares", "freecell", "klondike", "scorpion")
TEXTS = {game: (VARIANTS / f"{game}.yaml").read_text("utf-8") for game in GAMES}
WORDS = sorted(
    {*TOP, *(key for keys in KEYS.values() for key in keys), *KEYS, "by", "to", "each", "cards", "auto", "sum"}
)
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, 7, -1, 52, 104, 105, 10**8, 10**12, 2.5,
    "", " ", "~", "10", "K", "yes", "$draw", "$", "$$", "any", "none", "base-1", "rest", "1..7", "999..1", "dealt",
    "chosen", "down suit", "down suit wrap by 13", "or", "up or", "dead", "down dead", "down dead base", "pyramid 7",
    "peaks 3x4", "no-gaps", "unlimited", "text\nof lines", "\N{SNOWMAN}", "a: b", "'",
    [], {}, [[]], [{}], {"": ""}, [None], ["A", "K"], [1] * 70,
    {"by": "row"}, {"by": {}}, {"accept": "K", "by": "any"}, {"to": []}, {"kind": "tableau"}, {"cards": 2, "sum": 13},
    {"kind": "stock", "deal": {"to": "stock"}}, {"default": 1, "choices": [1]}, {"dir": "down", "match": []},
    {"a": {"piles": {"tableau": None}}}, {"empty": ["tableau"]}, [{"cards": 2, "sum": 13}],
    {"times": 2, "gather": ["tableau"], "each": 3}, [{"to": "tableau", "cards": "rest"}],
)  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every map or list of a document with every key or index in it."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        found.extend((value, key) for key in value)
        found.extend(place for part in value.values() for place in places(part))
    elif isinstance(value, list):
        found.extend((value, index) for index in range(len(value)))
        found.extend(place for part in value for place in places(part))
    return found


def spoilt(document: Any, chance: random.Random) -> Any:
    """The document with something dropped, doubled, renamed, moved or replaced."""
    whole = places(document)
    if not whole:
        return deepcopy(chance.choice(VALUES))
    holder, key = chance.choice(whole)
    way = chance.choice(("drop", "replace", "replace", "rename", "move", "add", "swap"))
    if way == "drop":
        del holder[key]
    elif way == "replace":
        holder[key] = deepcopy(chance.choice(VALUES))
    elif way == "swap":
        other, place = chance.choice(whole)
        if place in (other if isinstance(other, dict) else range(len(other))):
            holder[key] = deepcopy(other[place])
    elif isinstance(holder, list):
        holder.insert(key, holder[key] if way == "add" else deepcopy(chance.choice(VALUES)))
    elif way == "rename":
        holder[chance.choice(WORDS)] = holder.pop(key)
    elif way == "move":
        value = holder.pop(key)
        holder[key] = value
    else:
        holder[chance.choice(WORDS)] = deepcopy(chance.choice(VALUES))
    return document


def broken(text: str, chance: random.Random) -> str:
    """The text with a line dropped, doubled or indented, or a character changed."""
    lines = text.split("\n")
    number = chance.randrange(len(lines))
    way = chance.choice(("drop", "double", "indent", "character", "swap"))
    if way == "drop":
        del lines[number]
    elif way == "double":
        lines.insert(number, lines[number])
    elif way == "indent":
        lines[number] = chance.choice((" ", "  ", "\t", "- ", "? ")) + lines[number]
    elif way == "character" and lines[number]:
        at = chance.randrange(len(lines[number]))
        lines[number] = lines[number][:at] + chance.choice(" :{}[],&*!|>'\"%@`#~$-0x\t\\") + lines[number][at + 1 :]
    else:
        other = chance.randrange(len(lines))
        lines[number], lines[other] = lines[other], lines[number]
    return "\n".join(lines)


def judged(path: Path) -> Variant | tuple[Problem, ...]:
    """The game of a file, or what is wrong with it; anything else that happens fails the test."""
    catalog = default_catalog()
    try:
        return load_variant(path, catalog.beside(path), catalog.host)
    except VariantError as error:
        return error.problems


def hold(path: Path) -> None:
    """Every promise about a file of which nothing is known."""
    result = judged(path)
    if isinstance(result, Variant):
        assert len(result.hash) == 16
        game = se.deal(str(path), 1)
        assert all(game.why_not(move) is None for move in game.legal_moves)
        assert BAD not in result.document.values()
    else:
        assert result
    catalog = default_catalog()
    found = check_source(path, catalog.beside(path), catalog.host)
    assert bool(result) and (isinstance(result, Variant) or found)
    for problem in (*found, *(() if isinstance(result, Variant) else result)):
        assert problem.file
        assert problem.message
        assert "\n" not in str(problem)
        assert len(str(problem)) < 2000
        whole_file = problem.message in ("is empty",)
        assert whole_file or (problem.line > 0 and problem.col > 0), problem
    assert len({(p.file, p.line, p.col, p.path, p.message) for p in found}) == len(found)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for broken files."""
    return tmp_path_factory.mktemp("broken")


FUZZ = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@FUZZ
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32), times=st.integers(1, 4))
def test_a_document_with_anything_in_the_wrong_place_is_loaded_or_refused(
    folder: Path, game: str, seed: int, times: int
) -> None:
    chance = random.Random(seed)
    document = yaml.safe_load(TEXTS[game])
    for _ in range(times):
        document = spoilt(document, chance)
    path = folder / f"{game}.yaml"
    path.write_text(yaml.safe_dump(document, sort_keys=False, allow_unicode=True), "utf-8")
    hold(path)


@FUZZ
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32), times=st.integers(1, 4))
def test_a_text_with_anything_mistyped_is_loaded_or_refused(folder: Path, game: str, seed: int, times: int) -> None:
    chance = random.Random(seed)
    text = TEXTS[game]
    for _ in range(times):
        text = broken(text, chance)
    path = folder / f"{game}.yaml"
    path.write_text(text, "utf-8")
    hold(path)


@FUZZ
@given(data=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_at_all_are_refused_or_loaded(folder: Path, data: bytes) -> None:
    path = folder / "bytes.yaml"
    path.write_bytes(data)
    result = judged(path)
    assert isinstance(result, Variant) or all(problem.message for problem in result)
