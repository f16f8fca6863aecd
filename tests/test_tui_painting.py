"""How cards are drawn: symbols and letters, states, empty piles, themes; and whole screens kept as golden texts.

``python -m tests.test_tui_painting`` writes the golden screens anew; each is to be looked at.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.color import ColorSystem
from tests.playing import CATALOG
from tests.tabling import desk_of, piles, shown

from solitaire_engine.cards import parse_card
from solitaire_engine.tui.canvas import Canvas, changes, columns, cut, segments, text_of
from solitaire_engine.tui.ink import Ink
from solitaire_engine.tui.looks import Looks
from solitaire_engine.tui.painting import takes
from solitaire_engine.tui.screen import keys_of, picture

SCREENS = Path(__file__).parent / "data" / "screens"
GOLDEN: dict[str, tuple[str, Sequence[str]]] = {
    "antares": ("7", ("t4 t6 4", "t4 f1", "t1 t1")),
    "agnes_aces": ("7", ("deal", "t5 f1", "t7 f2", "t2 t6")),
    "klondike": ("7", ("deal", "deal", "t5 f1", "w w")),
    "spider": ("7", ("deal", "deal", "t1 t1")),
    "pyramid": ("7", ("deal", "deal")),
    "montana": ("7", ()),
}
"""For each game its deal and what is done: moves, or a pile picked up where it is named twice."""


def golden_screen(variant: str, folder: Path, looks: Looks | None = None) -> str:
    """The screen of 80x24 after what `GOLDEN` says."""
    deal, done = GOLDEN[variant]
    desk = desk_of(folder, variant, deal)
    for text in done:
        words = text.split()
        if len(words) > 1 and words[0] == words[1]:
            desk.take(*piles(desk, words[0]))
        else:
            move = desk.session.game.parse(text)
            assert desk.session.play(move), desk.session.message
    desk.session.save.sitting.clock = lambda: 0.0
    return shown(desk, looks=looks)


@pytest.mark.parametrize("variant", GOLDEN)
def test_a_screen_of_80_by_24_is_as_it_was_looked_at(variant: str, tmp_path: Path) -> None:
    kept = (SCREENS / f"{variant}.txt").read_text("utf-8")
    screen = golden_screen(variant, tmp_path)
    assert f"{screen}\n" == kept, "look at the new one, then: python -m tests.test_tui_painting"
    assert len(screen.split("\n")) == 24 and max(map(len, screen.split("\n"))) <= 80


@pytest.mark.parametrize("variant", GOLDEN)
def test_with_letters_a_screen_has_nothing_but_plain_characters(variant: str, tmp_path: Path) -> None:
    screen = golden_screen(variant, tmp_path, Looks(ascii=True))
    assert screen.isascii()
    symbols = golden_screen(variant, tmp_path)
    assert [len(line) for line in screen.split("\n")] == [len(line) for line in symbols.split("\n")]


def test_a_card_shows_rank_and_suit_and_ten_in_two_figures(tmp_path: Path) -> None:
    lines = shown(desk_of(tmp_path, "antares", "t1: KS TH; t2: #4C 9D")).split("\n")
    assert lines[6][1:18] == "╭K♠───╮   ╭░░░░░╮"
    assert lines[7][1:18] == "▸10♥──╮   ╭9♦───╮"
    assert lines[8][1:8] == "│  ♥  │" and lines[9][1:8] == "╰─────╯"


def test_held_cards_and_their_targets_look_different_without_any_colour(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", "t1: KS QS JS; t6: QH; t2: KD; c1: 2C")
    assert desk.take(desk.rules.index["t1"], 1)
    screen = shown(desk)
    assert "▸J♠━━━┓" in screen and "╔Q♥═══╗" in screen
    assert "║ any ║" in screen and "┆  A  ┆" in screen
    letters = shown(desk, looks=Looks(ascii=True))
    assert ">JS===*" in letters and ">QH===<" in letters


@pytest.mark.parametrize(
    ("variant", "board", "pile", "expected"),
    [
        ("antares", "", "t1", "K"),
        ("antares", "", "t5", "any"),
        ("antares", "", "c1", "any"),
        ("antares", "", "f1", "A"),
        ("klondike", "w: 4S", "s", "↻"),
        ("klondike", "", "s", "\u00d7"),
        ("klondike", "s: 4S", "w", ""),
        ("canfield", "f1: 5C; base: 5", "f2", "5"),
        ("canfield", "f1: TC; base: T", "f2", "10"),
        ("agnes_bernauer", "f1: 9C; base: 9", "t1", "8"),
        ("spider", "", "f1", "run"),
        ("beleaguered_castle", "", "t1", "any"),
    ],
)
def test_an_empty_pile_says_what_it_takes(tmp_path: Path, variant: str, board: str, pile: str, expected: str) -> None:
    desk = desk_of(tmp_path, variant, board or "f1: AC")
    assert takes(desk.rules, desk.session.position, desk.rules.index[pile], Looks()) == expected


@pytest.mark.parametrize("theme", ["dark", "light", "high-contrast"])
def test_every_style_of_a_theme_can_be_read(theme: str, tmp_path: Path) -> None:
    looks = Looks(theme=theme)  # type: ignore[arg-type]
    for style, paint in looks.paints.items():
        assert paint.fg != paint.bg, style
        if style.startswith("suit"):
            assert _contrast(paint.fg, paint.bg) > 3, style
        elif style.partition(".")[0] in ("label", "bar", "title", "message", "bad", "key"):
            assert _contrast(paint.fg, paint.bg) > 4.5, style


def _contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as the Web Content Accessibility Guidelines 2 define it: 1 to 21."""

    def light(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_four_colours_give_each_suit_its_own_and_two_give_two() -> None:
    def colors(looks: Looks) -> set[str]:
        return {looks.paint(f"suit{suit}").fg for suit in range(4)}

    assert len(colors(Looks())) == 2
    assert len(colors(Looks(four_colors=True))) == 4


def test_without_colours_no_style_has_one() -> None:
    looks = Looks(color=False)
    used = {f"{role}{state}" for role in ("suit1", "edge", "back", "empty") for state in ("", ".held", ".target")}
    for style in {*looks.paints, *used}:
        paint = looks.paint(style)
        assert not paint.fg and not paint.bg
    assert looks.paint("suit1.held").reverse


def test_a_window_that_is_too_small_says_what_it_needs_and_what_it_has(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares")
    assert shown(desk, 20, 6).startswith("needs 23x5, have 20x\n6")
    assert shown(desk, 80, 4) == "needs 23x5, have 80x4\n\n\n"


def test_a_message_is_read_to_its_end_and_the_keys_make_room_for_it(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares")
    words = [f"word{number}" for number in range(30)]
    for width, height, count in ((80, 24, 18), (60, 20, 18), (40, 12, 18)):
        desk.session.refuse(" ".join(words[:count]))
        screen = shown(desk, width, height)
        assert all(word in screen.lower() for word in words[:count]), screen
        assert "? help" not in screen
    desk.session.refuse(" ".join(words * 3))
    assert "…" in shown(desk, 80, 24)
    desk.session.say("Short")
    assert "? help" in shown(desk, 80, 24)


def test_that_a_game_is_not_kept_stands_in_the_title_for_good(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares")
    desk.session.warning = "The game is not kept: the disk is full"
    assert shown(desk).split("\n")[0].endswith("NOT KEPT")
    desk.session.warning = "The game is not counted: it is damaged"
    assert shown(desk, 40, 12).split("\n")[0].endswith("not counted")


def test_a_long_name_leaves_room_for_moves_and_time(tmp_path: Path) -> None:
    file = tmp_path / "long.yaml"
    file.write_text(f"schema: 1\nname: {'Very long name ' * 6}\nextends: antares\n", "utf-8")
    for width in (40, 80):
        title = shown(desk_of(tmp_path, str(file)), width).split("\n")[0]
        assert title.startswith(" Very long name") and "…" in title and title.endswith("0 moves  0:00")


def test_wide_characters_take_two_columns_and_accents_none(tmp_path: Path) -> None:
    canvas = Canvas(8, 1)
    canvas.put(0, 0, "三e\u0301十x", "table")
    assert text_of(canvas.rows()) == "三e\u0301十x" and len(canvas.rows()[0]) == 8
    assert [text for text, _ in canvas.rows()[0]] == ["三", "", "e\u0301", "十", "", "x", " ", " "]
    canvas.put(1, 0, "-", "table")
    canvas.put(3, 0, "+", "table")
    assert text_of(canvas.rows()) == " -e\u0301+ x", "what is left of half a character is blank"
    canvas.put(7, 0, "三", "table")
    assert text_of(canvas.rows()) == " -e\u0301+ x", "no half fits at the edge"
    assert columns("三e\u0301x") == 4 and cut("三十三", 5) == "三十…" and cut("三十", 4) == "三十"


def test_the_pile_of_backs_counts_what_it_hides(tmp_path: Path) -> None:
    down = " ".join(f"#{card}" for card in ("2C", "3C", "4C", "5C", "6C", "7C"))
    up = "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H"
    assert "╭░░░\u00d7" in shown(desk_of(tmp_path, "klondike", f"t1: {down} {up}"), 80, 20)


def test_only_what_differs_is_written_again() -> None:
    before, after = Canvas(40, 3), Canvas(40, 3)
    after.put(3, 1, "AB", "label")
    after.put(30, 1, "C", "bad")
    spans = list(changes(before.rows(), after.rows()))
    assert [(span.x, span.y, span.width) for span in spans] == [(3, 1, 2), (30, 1, 1)]
    plain = Ink(Looks(color=False), None)
    assert plain.patch(before.rows(), after.rows()) == "\x1b[2;4H\x1b[0;2mAB\x1b[2;31H\x1b[22;1mC\x1b[0m"
    assert plain.patch(after.rows(), after.rows()) == ""
    few = Ink(Looks(), ColorSystem.EIGHT_BIT)
    assert few.patch(before.rows(), after.rows()) == (
        "\x1b[2;4H\x1b[0;38;5;151;48;5;22mAB\x1b[2;31H\x1b[1;38;5;217mC\x1b[0m"
    )
    assert segments(after.rows()[1])[:2] == [("   ", "table"), ("AB", "label")]


def test_a_move_changes_only_the_piles_it_touches(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares")
    desk.session.save.sitting.clock = lambda: 0.0
    first = picture(desk, Looks(), 80, 24)
    assert first.table is not None
    desk.session.play(desk.session.game.parse("t4 t6 4"))
    second = picture(desk, Looks(), 80, 24)
    touched = [first.table.spots[pile] for pile in piles(desk, "t4", "t6")]
    columns = {x for spot in touched for x in range(spot.x, spot.x + spot.width)}
    changed = {x for s in changes(first.rows, second.rows) if 1 < s.y < 22 for x in range(s.x, s.x + s.width)}
    assert changed <= columns


def test_symbols_for_suits_are_those_of_the_text_board() -> None:
    looks = Looks()
    assert [looks.suit(parse_card(f"A{suit}")) for suit in "CDHS"] == ["♣", "♦", "♥", "♠"]
    assert text_of(Canvas(3, 2).rows()) == "\n"
    assert CATALOG.rules("antares").names[0] == "c1"


def test_the_row_of_keys_has_what_the_game_has_and_the_most_needed_where_it_is_short() -> None:
    def told(variant: str, width: int) -> str:
        return " ".join(key for key, _ in keys_of(CATALOG.rules(variant), width))

    assert told("klondike", 200) == "? u h f a Space n r q m v i y"
    assert told("antares", 200) == "? u h f a n r q m v i y"
    assert told("pyramid", 200) == "? u h Space n r q m v i y"
    assert told("accordion", 200) == "? u h n x r q m v i y"
    assert told("klondike", 23) == "? n q" and told("klondike", 40) == "? u h n q"
    for width in range(20, 120):
        row = keys_of(CATALOG.rules("klondike"), width)
        assert sum(len(key) + len(what) + 3 for key, what in row) <= width


if __name__ == "__main__":
    for name in GOLDEN:
        with tempfile.TemporaryDirectory() as place:
            text = golden_screen(name, Path(place))
        (SCREENS / f"{name}.txt").write_text(f"{text}\n", "utf-8")
        print(text)
