"""Boards of fc-solve and deals of Solvitaire: read as they are meant, written, and read again."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from tests.playing import GAMES, Setting, new_game, walk
from tests.program import run

from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.errors import PositionError
from solitaire_engine.host import Host
from solitaire_engine.interchange import (
    FORMATS,
    from_fc_solve,
    from_solvitaire,
    read_board,
    to_fc_solve,
    to_solvitaire,
    write_board,
)
from solitaire_engine.notation import parse_position
from solitaire_engine.position import Position
from solitaire_engine.rules import Rules

DATA = Path(__file__).parent / "data" / "interchange"
NAMES = {"fc-solve": "fc-solve", "solvitaire": "Solvitaire"}
RECORDED = {
    "bakers-game": Setting("bakers_game"),
    "black-hole": Setting("black_hole"),
    "canfield": Setting("canfield"),
    "fan": Setting("fan", (("ends", "twos"),)),
    "free-cell": Setting("freecell"),
    "free-cell-2-cell": Setting("freecell", (("cells", "2"),)),
    "freecell-1cells-ms1-300": Setting("freecell", (("cells", "1"),)),
    "freecell-4cells-ms1-300": Setting("freecell"),
    "king-albert": Setting("king_albert"),
    "klondike": Setting("klondike"),
    "simple_simon-ms1-300": Setting("simple_simon"),
}
"""The game that each file of recorded deals is of."""


def rules_of(game: str, **values: str) -> Rules:
    return Setting(game, tuple(values.items())).rules


def variant(folder: Path, text: str) -> Rules:
    """The rules of a game that stands in a file of its own."""
    (folder / "own.yaml").write_text(f"schema: 1\nname: Own\n{text}", "utf-8")
    return Catalog([bundled_folder()], Host()).rules(str(folder / "own.yaml"))


def alike(rules: Rules, one: Position, other: Position) -> bool:
    """Whether two positions differ in nothing but the places of the foundations, the score and later shuffles."""
    home = [[p.piles[i] for i in rules.home] for p in (one, other)]
    away = [[p.piles[i] for i in rules.away] for p in (one, other)]
    same = sorted(home[0]) == sorted(home[1]) and away[0] == away[1]
    return same and (one.redeals, one.base) == (other.redeals, other.base)


def text_of(deal: dict[str, Any], cells: int) -> str:
    """A recorded deal of Solvitaire in our notation, written without the engine."""
    parts: list[str] = []

    def add(name: str, cards: list[str]) -> None:
        ours = [("#" if card[-1].islower() else "") + card.upper().replace("10", "T") for card in cards]
        if ours:
            parts.append(f"{name}: {' '.join(ours)}")

    for number, pile in enumerate(deal["tableau piles"], 1):
        add(f"t{number}", pile)
    add("s", deal.get("stock", []))
    reserve = deal.get("reserve", [])
    if cells == 1:
        add("r1", reserve)
    else:
        for number, card in enumerate(reserve, 1):
            add(f"r{number}", [card])
    add("f1", deal.get("foundations", []) or ([deal["hole"]] if "hole" in deal else []))
    return "; ".join(parts)


def refusal(rules: Rules, text: str) -> str:
    with pytest.raises(PositionError) as caught:
        read_board(rules, text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# Recorded deals


def recorded() -> Iterator[tuple[str, int, dict[str, Any]]]:
    for path in sorted(DATA.glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield path.stem, number, json.loads(line)


@pytest.mark.parametrize(("name", "line", "record"), [pytest.param(*r, id=f"{r[0]}:{r[1]}") for r in recorded()])
def test_a_recorded_deal_is_read_and_written_again_as_it_is(name: str, line: int, record: dict[str, Any]) -> None:
    rules, deal = RECORDED[name].rules, record["deal"]
    if isinstance(deal, str):
        position = read_board(rules, deal)
        columns = [f"t{number}: {cards}" for number, cards in enumerate(deal.splitlines(), 1)]
        assert position == parse_position(rules, "\n".join(columns))
        assert to_fc_solve(rules, position) == deal
    else:
        position = read_board(rules, json.dumps(deal))
        reserves = sum(name.startswith("r") for name in rules.names)
        assert position == parse_position(rules, text_of(deal, reserves))
        assert json.loads(to_solvitaire(rules, position)) == deal


def test_there_is_a_recorded_deal_of_every_file() -> None:
    assert {path.stem for path in DATA.glob("*.jsonl")} == set(RECORDED)


@pytest.mark.parametrize(
    "game", ["freecell", "forecell", "seahaven_towers", "streets_and_alleys", "gypsy", "golf", "black_hole"]
)
def test_a_board_of_the_generator_of_pysol_cards_is_the_deal_of_that_number(game: str) -> None:
    # Another program's generator of the same texts: stocks, cells, face-down cards and a pile for all suits.
    cards, games, deals = (import_module(f"pysol_cards.{name}") for name in ("cards", "deal_game", "random_base"))
    for number in (24, 12345678):
        theirs = games.Game(game, number, deals.RandomBase.DEALS_PYSOLFC, 13)
        text: str = theirs.calc_layout_string(cards.CardRenderer(print_ts=True))
        rules = rules_of(game)
        position = read_board(rules, text)
        assert position == new_game(rules, f"pysol:{number}").position
        # The order of the headings, and empty cells at the end, are free.
        assert sorted(to_fc_solve(rules, position).split()) == sorted([*text.split(), *_empty(rules, position, text)])


def _empty(rules: Rules, position: Position, text: str) -> list[str]:
    """The marks of empty cells that the generator leaves out."""
    cells = [position.piles[pile] for pile in rules.cells]
    return ["-"] * (sum(not cell for cell in cells) - text.split().count("-")) if any(cells) else []


# Round trips


def sayable(rules: Rules, position: Position, program: str) -> bool | None:
    """Whether a program's text can say a deal, told from its piles alone; None where that takes a closer look."""
    kinds: dict[str, list[bytes]] = {}
    for group, cards in zip(rules.group_of, position.piles, strict=True):
        kinds.setdefault(rules.groups[group].kind, []).append(cards)
    if any(kinds.get("discard", [])) or any(len(cards) > 1 for cards in kinds.get("cell", [])):
        return False
    homes = [cards for cards in kinds.get("foundation", []) if cards]
    if program == "fc-solve":
        if any(kinds.get("waste", []) + kinds.get("reserve", [])):
            return False
        return None if homes else True
    reserves = kinds.get("reserve", [])
    if len(reserves) > 1 and any(len(cards) > 1 for cards in reserves):
        return False
    if len(kinds.get("foundation", [])) % 4:
        # Not one for each suit.
        return None
    suits = [card & 3 for cards in homes for card in cards[:1]]
    if len(set(suits)) < len(suits):
        # Aces that were taken out of rows are said by the gaps.
        return None
    return True if all(len(cards) == 1 for cards in homes) else None


@pytest.mark.parametrize("program", FORMATS)
def test_every_deal_that_a_text_can_say_is_said_and_read_again(program: str) -> None:
    said = 0
    for setting in GAMES:
        rules = setting.rules
        position = new_game(rules, "1").position
        able = sayable(rules, position, program)
        try:
            text = write_board(rules, position, program)
        except PositionError as error:
            assert able is not True, f"{setting}: {error}"
            assert str(error).startswith(f"{NAMES[program]}'s text cannot say "), setting
            continue
        assert able is not False, setting
        assert text.endswith("\n")
        assert alike(rules, read_board(rules, text), position), setting
        said += 1
    assert said > 0.8 * len(GAMES)


@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(0, 60), st.booleans())
@hypothesis_settings(max_examples=80, deadline=None)
def test_a_position_reached_in_play_is_said_as_it_is_or_refused(
    setting: Setting, seed: int, steps: int, greedy: bool
) -> None:
    rules = setting.rules
    position = walk(new_game(rules, str(seed)), str(seed), steps, greedy=greedy).position
    for program, write in FORMATS.items():
        try:
            text = write(rules, position)
        except PositionError as error:
            assert str(error).startswith(f"{NAMES[program]}'s text cannot say ")
            continue
        assert alike(rules, read_board(rules, text), position)


ALWAYS = {
    "fc-solve": ("antares", "freecell", "bakers_game", "eight_off", "seahaven_towers", "fan", "simple_simon", "yukon",
                 "repair", "bakers_dozen", "citadel", "gypsy"),
    "solvitaire": ("antares", "freecell", "bakers_game", "eight_off", "klondike", "canfield", "king_albert",
                   "simple_simon", "yukon", "spiderette", "stonewall"),
}  # fmt: skip


@pytest.mark.parametrize(("program", "game"), [(program, game) for program, games in ALWAYS.items() for game in games])
def test_any_position_of_a_game_with_nothing_else_than_the_text_has_is_said(program: str, game: str) -> None:
    rules = rules_of(game)
    for seed in range(4):
        position = walk(new_game(rules, str(seed)), f"{game} {seed}", 100, greedy=seed % 2 == 0).position
        text = write_board(rules, position, program)
        assert alike(rules, read_board(rules, text), position)


def test_a_finished_game_is_said_too() -> None:
    rules = rules_of("freecell")
    position = parse_position(rules, "f1: AC..KC; f2: AD..KD; f3: AH..KH; f4: AS..KS")
    assert to_fc_solve(rules, position).startswith("Foundations: C-K D-K H-K S-K\n:\n:\n")
    assert read_board(rules, to_fc_solve(rules, position)) == position
    assert read_board(rules, to_solvitaire(rules, position)) == position
    # Complete runs lie on a foundation with the king lowest, and are one suit up to the king all the same.
    rules = rules_of("simple_simon")
    runs = {suit: " ".join(f"{rank}{suit}" for rank in "KQJT98765432A") for suit in "CDHS"}
    position = parse_position(rules, f"f1: {runs['H']}; f2: {runs['C']}; t3: {runs['D']}; t5: {runs['S']}")
    assert to_fc_solve(rules, position).startswith(f"Foundations: H-K C-K D-0 S-0\n:\n:\n{runs['D']}\n:\n")
    assert read_board(rules, to_fc_solve(rules, position)) == position


# fc-solve's spellings

MS1 = (DATA / "freecell-4cells-ms1-300.jsonl").read_text("utf-8").splitlines()[0]
BOARD: str = json.loads(MS1)["deal"]


@pytest.mark.parametrize(
    "text",
    [
        BOARD.replace("T", "10"),
        BOARD.lower(),
        BOARD.replace("\n", "\r\n"),
        BOARD.replace(" ", " \t "),
        re.sub(r"(?m)^", ": ", BOARD[:-1]),
        BOARD.replace("A", "1"),
        f"# deal 1\n\n{BOARD}\n\n\n",
        BOARD.replace("\n", "\n\n"),
        f"Freecells: - - * -\nFoundations: H-0 C-0 D-0 S-0 \n{BOARD}",
        f"fc:\nDecks:\n{BOARD}",
        f"{BOARD}Founds: S-0\n",
        BOARD.rstrip(),
    ],
)  # fmt: skip
def test_every_spelling_that_fc_solve_takes_is_read(text: str) -> None:
    rules = rules_of("freecell")
    assert read_board(rules, text) == from_fc_solve(rules, text) == new_game(rules, "ms:1").position


def test_what_fc_solve_prints_in_the_middle_of_a_solution_is_read() -> None:
    text = """
Foundations: H-2 C-A D-0 S-3\x20
Freecells:      KD  TC\x20\x20\x20\x20\x20\x20
:\x20
: QC JD
: 2D KC KS 5C TD 8S 9C
: 9H 9S 9D TS 4S 8D
: JC 5S QD QH TH QS 6H 7S
: 5D AD JS 4H 8H 6C 4C
: 7H 2C 3D 6S 6D
: 7C KH 4D JH 8C 5H 3H 3C 7D
"""
    rules = rules_of("freecell")
    position = read_board(rules, text)
    assert str(position) == (
        "c1: KD; c2: TC; f1: AH 2H; f2: AC; f4: AS 2S 3S; t2: QC JD; t3: 2D KC KS 5C TD 8S 9C; "
        "t4: 9H 9S 9D TS 4S 8D; t5: JC 5S QD QH TH QS 6H 7S; t6: 5D AD JS 4H 8H 6C 4C; t7: 7H 2C 3D 6S 6D; "
        "t8: 7C KH 4D JH 8C 5H 3H 3C 7D"
    )
    assert read_board(rules, to_fc_solve(rules, position)) == position
    # The order of the foundations is free, and an empty column may be an empty line.
    assert alike(rules, read_board(rules, text.strip().replace("H-2 C-A D-0 S-3", "S-3 C-A H-2")), position)
    lines = text.strip().replace("\n: \n", "\n\n").replace("\n: ", "\n")
    assert "\n\n" in lines
    assert read_board(rules, lines) == position


def test_a_stock_is_said_with_the_next_card_first_and_cards_that_lie_face_down_in_angles() -> None:
    rules = rules_of("klondike", redeals="2", draw="1")
    game = new_game(rules, "7")
    first = to_fc_solve(rules, game.position).splitlines()[0].split()
    assert first[0] == "Talon:"
    assert "\n<2C> 5H\n" in to_fc_solve(rules, game.position)
    assert len(first) == 25
    game.push("deal")
    assert str(game.position).split("w: ")[1].split(";")[0] == first[1]
    with pytest.raises(PositionError, match=r"^fc-solve's text cannot say w, waste of one card: it has no place"):
        to_fc_solve(rules, game.position)
    while game.position.piles[rules.stock]:
        game.push("deal")
    game.push("redeal")
    assert "\nNum-Redeals: 1\n" in to_fc_solve(rules, game.position)
    while game.position.piles[rules.stock]:
        game.push("deal")
    game.push("redeal")
    text = to_fc_solve(rules, game.position)
    assert game.position.redeals == 2
    assert "\nNum-Redeals: 0\n" in text
    assert read_board(rules, text) == game.position
    assert read_board(rules, text.replace("Num-Redeals", "READELS-NUM")) == game.position
    with pytest.raises(PositionError, match=r"^Solvitaire's text cannot say how many redeals have been used \(2\)$"):
        to_solvitaire(rules, game.position)


# Foundations

SMALL = """
base: 7
deck: {ranks: A-8}
piles:
  foundation: {kind: foundation}
  left:  {kind: tableau, count: 1, build: none, gap: any}
  right: {kind: tableau, count: 2, build: none, gap: any}
deal:
  - {to: [left, right], cards: rest}
"""
REST = "AC 2C 3C 4C 5C 6C 8C\n3S 4S 5S 6S AD 2D 3D 4D 5D 6D 7D 8D\nAH 2H 3H 4H 5H 6H 7H 8H\n"


def test_a_height_is_laid_from_the_base_up_whatever_the_base_is(tmp_path: Path) -> None:
    rules = variant(tmp_path, SMALL)
    text = (
        "Foundations: S-2 H-0 C-7\nAC 2C 3C 4C 5C 6C 8C\n3S 4S 5S 6S AD 2D 3D 4D 5D 6D 7D 8D\nAH 2H 3H 4H 5H 6H 7H 8H\n"
    )
    position = read_board(rules, text)
    assert str(position).startswith("f1: 7S 8S AS 2S; f3: 7C; t1: AC 2C 3C 4C 5C 6C 8C; t2: 3S ")
    assert to_fc_solve(rules, position) == text.replace("C-7", "C-7 D-0")
    assert json.loads(to_solvitaire(rules, position))["foundations"] == ["7S", "8S", "AS", "2S", "7C"]
    assert alike(rules, read_board(rules, to_solvitaire(rules, position)), position)
    assert refusal(rules, text.replace("C-7", "C-K")) == (
        "line 1: no empty foundation of this game takes clubs up to the king"
    )
    assert refusal(rules, text.replace("C-7", "S-7")).startswith("line 1: 7S once more; it lies there already: line 1")


def test_a_base_that_is_dealt_is_worked_out_from_the_cards_that_lie_nowhere_else(tmp_path: Path) -> None:
    dealt = "deal:\n  - {to: foundation, cards: 1, sets_base: true}\n"
    rules = variant(tmp_path, SMALL.replace("base: 7", "base: dealt").replace("deal:\n", dealt))
    position = read_board(rules, f"Foundations: S-2 C-7\n{REST}")
    assert str(position).startswith("f1: 7S 8S AS 2S; f2: 7C; t1: ")
    assert position.base == 6
    assert read_board(rules, to_fc_solve(rules, position)) == position
    assert read_board(rules, to_solvitaire(rules, position)) == position
    assert refusal(rules, f"Foundations: S-3 C-7\n{REST}").startswith(
        "line 1: this game's base rank is dealt, and the cards"
    )
    assert refusal(rules, f"7S 8S AS 2S 7C {REST}").startswith("the foundations are empty, and only their first card")


def test_two_packs_have_each_suit_twice() -> None:
    rules = rules_of("parliament")
    position = new_game(rules, "3").position
    text = to_fc_solve(rules, position)
    assert read_board(rules, text) == position
    heights = text.splitlines()[0].split()[1:]
    assert text.startswith("Foundations: ")
    assert sorted(height[0] for height in heights) == sorted("HCDS" * 2)
    with pytest.raises(
        PositionError, match=r"^Solvitaire's text cannot say f\d, .*: it has one foundation for each suit"
    ):
        to_solvitaire(rules, position)


def test_what_no_foundation_in_suit_is_cannot_be_said() -> None:
    rules = rules_of("black_hole")
    position = new_game(rules, "7").position
    assert to_fc_solve(rules, position).startswith("Foundations: AS\n")
    assert json.loads(to_solvitaire(rules, position))["hole"] == "AS"
    game = walk(new_game(rules, "7"), "7", 3)
    with pytest.raises(PositionError, match=r"^fc-solve's text cannot say f1, where AS .* lie: it has a suit and"):
        to_fc_solve(rules, game.position)
    with pytest.raises(PositionError, match=r"^Solvitaire's text cannot say f1, hole of four cards: it has room"):
        to_solvitaire(rules, game.position)


# Solvitaire's JSON


def test_rows_with_gaps_and_a_row_as_long_as_the_pack_have_keys_of_their_own() -> None:
    rules = rules_of("montana")
    position = new_game(rules, "7").position
    document = json.loads(to_solvitaire(rules, position))
    assert [len(row) for row in document["sequences"]] == [13] * 4
    assert sum(row.count("AS") for row in document["sequences"]) == 4
    for gap in ("AD", ""):
        assert alike(rules, read_board(rules, json.dumps(document).replace('"AS"', f'"{gap}"')), position)
    rules = rules_of("accordion")
    position = new_game(rules, "7").position
    assert len(json.loads(to_solvitaire(rules, position))["accordion"]) == 52
    assert alike(rules, read_board(rules, to_solvitaire(rules, position)), position)


def test_cards_that_the_deal_takes_out_for_the_foundations_need_not_be_said() -> None:
    for game in ("beleaguered_castle", "black_hole"):
        rules = rules_of(game)
        position = new_game(rules, "7").position
        document = json.loads(to_solvitaire(rules, position))
        del document["hole" if "hole" in document else "foundations"]
        assert read_board(rules, json.dumps(document)) == position


def test_other_forms_of_a_deal_of_solvitaire_mean_the_same() -> None:
    rules = rules_of("freecell")
    game = walk(new_game(rules, "5"), "5", 40, greedy=True)
    document = json.loads(to_solvitaire(rules, game.position))
    runs: dict[str, list[str]] = {}
    for card in document["foundations"]:
        runs.setdefault(card[-1], []).append(card)
    assert len(runs) > 1
    text = json.dumps({**document, "foundations": list(runs.values()), "reserve": [], "waste": []})
    numbers = re.sub(r'"([AJQK])(?=.")', lambda found: f'"{ {"A": 1, "J": 11, "Q": 12, "K": 13}[found[1]] }', text)
    assert numbers.count('"13') > 1
    for other in (text, numbers, f"\n  {text}"):
        assert read_board(rules, other) == from_solvitaire(rules, other)
        assert alike(rules, read_board(rules, other), game.position)
    # The order in which foundations are listed is free.
    cards = document["foundations"]
    random.Random(1).shuffle(cards)
    cards.sort(key=lambda card: "A23456789".find(card[0]))
    assert alike(rules, read_board(rules, json.dumps(document)), game.position)


@pytest.mark.parametrize("setting", [Setting("freecell"), Setting("klondike"), Setting("antares")], ids=str)
def test_what_show_prints_is_read_back_whole_or_the_last_line_alone(setting: Setting, tmp_path: Path) -> None:
    code = f"{setting.variant}:7"
    shown = run(tmp_path, "show", code).stdout
    (tmp_path / "shown.txt").write_text(shown, "utf-8")
    last = shown.splitlines()[-1]
    assert last.startswith("position: ")
    for words in (
        ["show", setting.variant, "--position-file", "shown.txt"],
        ["show", setting.variant, "--position", last],
    ):
        again = run(tmp_path, *words)
        assert (again.returncode, again.stderr, again.stdout.splitlines()[-1]) == (0, "", last)
    for board in ("shown.txt", last):
        solved = run(tmp_path, "solve", setting.variant, board, "--limit", "1", "--no-moves")
        assert (solved.returncode, solved.stderr) == (3, "")
