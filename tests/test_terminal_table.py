"""The table as a player has it, the real program on a real terminal: one process for many games of keys and mouse."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals on Windows", allow_module_level=True)

from tests.playing import CATALOG
from tests.program import run
from tests.terminals import Terminal, keys_of

from solitaire_engine.cards import cards_text
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.records import load_record
from solitaire_engine.saves import SaveFolder

DATA = Path(__file__).parent / "data"
SUITS = dict(zip("♣♦♥♠", "CDHS", strict=True))
CARD = re.compile(r"[╭▸┏╔](10|[2-9AJQK])([♣♦♥♠])")
NAMES = re.compile(r"(?:\s+[cfst][0-9]*)+\s*")
SHORT = "t3F1 t3F1 t2c1 t2F2 t1F2 t2F1 t2F3 c1F3 t1F2 t2F4 t1F2 t1F1 t1F4 t1F3 t3F3 t3c1 t3F4 c1F4"
"""The keys that win deal 9 of the small game: what the solver found."""
PER_DRAG = 3_000
"""Bytes: a fiftieth of what fifty moves may write."""
UP, LEFT, RIGHT = "\x1b[A", "\x1b[D", "\x1b[C"
JUNK = (
    # Reports of a mouse that is nowhere, a wheel, other buttons, old reports, focus, a clipboard.
    "\x1b[<0;0;0M", "\x1b[<0;999;999M\x1b[<0;999;999m", "\x1b[<64;10;10M\x1b[<65;10;10M",
    "\x1b[<1;10;10M\x1b[<1;10;10m", "\x1b[<35;10;10M", "\x1b[M !!", "\x1b[O\x1b[I",
    "\x1b]52;c;AAAA\x07", "\x1b[99;99;99Z",
    # Keys without a meaning, characters of other scripts, and a text that is pasted, with keys that mean something.
    "\x1bOP\x1b[15~\x1b[1;2A", "\x00\x01\x02\x04\x1c\x7f", "é漢字🂡", f"\x1b[200~{'t4t6q' * 500}\x1b[201~",
)  # fmt: skip


def cards_on(text: str) -> dict[str, list[str]]:
    """The cards below the names of piles, by pile, the lowest card first."""
    begins: dict[int, str] = {}
    cards: dict[str, list[str]] = {}
    for line in text.split("\n"):
        if NAMES.fullmatch(line):
            begins = {found.start() - 1: found.group() for found in re.finditer(r"\w+", line)}
            cards |= {name: [] for name in begins.values()}
        for found in CARD.finditer(line):
            cards[begins[found.start()]].append(("T" if found[1] == "10" else found[1]) + SUITS[found[2]])
    return cards


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    with Terminal(tmp_path_factory.mktemp("table"), "play", "antares:7") as terminal:
        terminal.until("? help")
        yield terminal
        terminal.type("q")
        assert terminal.ends() == 0 and terminal.is_as_before
        assert terminal.errors == ""


@pytest.fixture
def table(opened: Terminal) -> Terminal:
    """The terminal with the deal as it was at the beginning, and nothing in hand."""
    opened.type("r")
    opened.until(lambda text: " 0 moves" in text and " beginning" in text)
    return opened


def test_the_deal_lies_on_the_table_card_by_card(table: Terminal) -> None:
    game = Game(CATALOG.rules("antares"), parse_deal("7"))
    dealt = {name: cards_text(game.position.piles[n]).split() for name, n in game.rules.index.items() if name[0] == "t"}
    assert {name: cards for name, cards in cards_on(table.text).items() if name[0] == "t"} == dealt
    title = table.text.split("\n")[0]
    assert title.startswith(" Antares  7") and "0 moves" in title


def test_a_click_on_a_card_and_one_on_its_goal_move_the_cards(table: Terminal) -> None:
    table.click("J♣")
    assert "J♣━━━┓" in table.until("╔Q♥═══╗"), "the goal lights up while the cards are held"
    table.click("Q♥")
    table.until("JC AC TH 4D from t4 to t6.")
    assert cards_on(table.text)["t6"][-5:] == ["QH", "JC", "AC", "TH", "4D"]


def test_cards_follow_the_mouse_and_lie_where_they_are_dropped(table: Terminal) -> None:
    start, end = table.place("9♥"), table.place("any")
    table.settled(0.1)
    written = len(table.written)
    table.press(start)
    table.until("9♥━━━┓")
    table.move((start[0] + 3, start[1] + 4))
    dragged = table.until(lambda text: "9♥" in "".join(text.split("\n")[start[1] + 2 :]))
    assert dragged.count("9♥") == 2, "the card still shows where it came from"
    table.move(end)
    table.release(end)
    assert cards_on(table.until("9H from t1 to c1."))["c1"] == ["9H"]
    assert table.text.count("9♥") == 1
    assert len(table.written) - written < PER_DRAG


def test_a_refused_drop_says_why_and_the_cards_go_back(table: Terminal) -> None:
    before = cards_on(table.text)
    start, end = table.place("9♥"), table.place("Q♥")
    table.press(start)
    table.move((40, 20))
    table.move(end)
    table.release(end)
    table.until("The 9H cannot go on the QH, which takes a black J.")
    assert cards_on(table.text) == before and "┏" not in table.text and " 0 moves" in table.text


def test_a_drop_beside_the_table_and_the_right_button_put_the_cards_back(table: Terminal) -> None:
    start = table.place("9♥")
    table.press(start)
    table.move((1, 22))
    table.release((1, 22))
    table.until(lambda text: "┏" not in text and text.count("9♥") == 1)
    table.click("9♥")
    table.until("9♥━━━┓")
    table.press(start, 2)
    table.release(start, 2)
    assert " 0 moves" in table.until(lambda text: "┏" not in text)


def test_arrows_and_enter_are_enough(table: Terminal) -> None:
    while "▸9♥" not in table.text:
        marked = table.place("▸")
        table.type(LEFT)
        table.until(lambda _, before=marked: "▸" in table.text and table.place("▸") != before)  # type: ignore[misc]
    table.type("\r")
    table.until("┏9♥━━━┓")
    table.type(UP + RIGHT + "\r")
    table.until("9H from t1 to c2.")


def test_a_move_is_undone_made_again_and_chosen_from_the_list(table: Terminal) -> None:
    table.type("t4t6t1c3")
    table.until("9H from t1 to c3.")
    table.type("u")
    table.until("Undone: t1 c3.")
    table.type("U")
    table.until("9H from t1 to c3.")
    table.type("m")
    table.until("2. t1 c3")
    table.type(UP + "\r")
    table.until("After 1 move.")
    assert cards_on(table.text)["t1"][-1] == "9H"


def test_nothing_that_a_terminal_may_send_disturbs_the_game(table: Terminal) -> None:
    before = cards_on(table.text)
    for sent in JUNK:
        table.type(sent)
    table.type(":t4 t6\r")
    table.until("JC AC TH 4D from t4 to t6.")
    table.type("u")
    assert cards_on(table.until("Undone: t4 t6 4.")) == before


def test_a_short_game_is_won_taken_back_and_won_again_but_counted_once(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", f"{DATA / 'solving' / 'small_cells.yaml'}:9") as terminal:
        terminal.until("? help")
        terminal.type(SHORT.replace(" ", ""))
        assert "18 moves, 0:0" in terminal.until("You won!")
        terminal.type("u")
        terminal.until(lambda text: "Undone: " in text and "You won!" not in text)
        terminal.type("U")
        terminal.until("another game")
        terminal.insist(lambda: terminal.type("n"), "only what can be won")
        terminal.type("\x03")
        assert terminal.ends() == 130 and terminal.is_as_before
    [counted] = json.loads(run(tmp_path, "stats", "--json").stdout)["games"]
    assert (counted["played"], counted["won"]) == (1, 1)


@pytest.mark.parametrize("variant", ["antares", "agnes_aces"])
def test_a_whole_game_is_won_by_keys(variant: str, tmp_path: Path) -> None:
    """The moves are those the solver found; what was played is read from the file that is kept."""
    solution = load_record(DATA / "screens" / f"{variant}_won.txt", CATALOG)
    assert solution.is_won and len(solution.moves) > 90
    with Terminal(tmp_path, "play", str(solution.share_code)) as terminal:
        terminal.until("? help")
        for number, move in enumerate(solution.moves, 1):
            terminal.type(keys_of(move))
            if number % 10 == 0:
                terminal.until(f" {number} moves ")
        assert f"{len(solution.moves)} moves, " in terminal.until("You won!")
        terminal.type("q")
        assert terminal.ends() == 0 and terminal.is_as_before
    games = SaveFolder(tmp_path / "data" / "games")
    [won] = games.finished.iterdir()
    assert load_record(won, CATALOG).moves == solution.moves and not games.unfinished()
