"""The board as text: rows as the variant lays them out, at any width, in symbols or letters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.playing import CATALOG, deals_for, new_game

from solitaire_engine.cards import DOWN
from solitaire_engine.catalog import Entry
from solitaire_engine.notation import parse_position
from solitaire_engine.settings import Color
from solitaire_engine.text.board import board_text, layout_of, list_text
from solitaire_engine.text.look import Look, wants_color

TINY = "c1: AH; f1: AC..4C; f3: AD; t1: KS 5H; t2: QD; t5: 9D 8S 7D; t8: TC"
LETTERS = Look(ascii=True)


def drawn(variant: str, text: str, look: Look = LETTERS, **values: str) -> list[str]:
    """The lines of a small board."""
    rules = CATALOG.rules(variant, values)
    return board_text(rules, parse_position(rules, text, complete=False), look).split("\n")


def test_piles_stand_under_their_names_in_the_rows_of_the_layout() -> None:
    assert drawn("antares", TINY, Look()) == [
        "c1   c2   c3   c4        f1   f2   f3   f4",
        "A♥   --   --   --        4♣   --   A♦   --",
        "",
        "t1   t2   t3   t4        t5   t6   t7   t8",
        "K♠   Q♦   --   --        9♦   --   --   T♣",
        "5♥                       8♠",
        "                         7♦",
    ]


def test_a_narrow_screen_gets_narrow_columns_and_then_more_rows() -> None:
    assert drawn("antares", TINY, Look(width=40, ascii=True))[:2] == [
        "c1  c2  c3  c4      f1  f2  f3  f4",
        "AH  --  --  --      4C  --  AD  --",
    ]
    assert drawn("antares", TINY, Look(width=24, ascii=True)) == [
        "c1 c2 c3 c4 f1 f2 f3 f4",
        "AH -- -- -- 4C -- AD --",
        "",
        "t1 t2 t3 t4    t5 t6 t7",
        "KS QD -- --    9D -- --",
        "5H             8S",
        "               7D",
        "",
        "t8",
        "TC",
    ]


def test_a_stock_shows_its_size_and_a_waste_its_last_three_cards() -> None:
    assert drawn("klondike", "s: 2D 3D; w: 4S 5S 6S 7S; t2: #9H 8C")[:6] == [
        "s    w         f1   f2   f3   f4",
        "##   +1        --   --   --   --",
        "2    5S",
        "     6S",
        "     7S",
        "",
    ]


def test_a_face_down_card_shows_its_back() -> None:
    assert drawn("klondike", "t2: #9H 8C")[-2:] == ["--   ##   --   --   --   --   --", "     8C"]
    assert drawn("klondike", "t2: #9H 8C", Look())[-2] == "--   ░░   --   --   --   --   --"


def test_what_no_pile_shows_is_told_below() -> None:
    assert drawn("agnes_bernauer", "f2: 9C")[-1] == "Foundations begin with a nine."
    assert drawn("klondike", "t1: KD; redeals: 1", redeals="2")[-1] == "1 redeal left."


def test_a_pyramid_is_drawn_as_one_with_holes_where_cards_are_gone(tmp_path: Path) -> None:
    file = tmp_path / "triangle.yaml"
    file.write_text(
        "schema: 1\nname: Triangle\ndeck: {ranks: A-5}\n"
        "piles:\n  stock: {kind: stock, deal: {to: waste, count: 1}}\n  waste: {kind: waste}\n"
        "  triangle: {kind: tableau, shape: pyramid 3, build: none, gap: none}\n  discard: {kind: discard}\n"
        "remove: [{cards: 2, sum: 6}]\ndeal: [{to: triangle, each: 1}]\nlayout: [triangle, stock waste . discard]\n",
        "utf-8",
    )
    assert drawn(str(file), "t1: AS; t2: 2S; t3: 3S; t4: 4S; t6: 2D; w: 5D")[:9] == [
        "      t1",
        "      AS",
        "   t2    t3",
        "   2S    3S",
        "t4          t6",
        "4S          2D",
        "",
        "s     w           d1",
        "--    5D          --",
    ]


def test_a_variant_without_a_layout_has_its_tableau_below_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "bare.yaml"
    file.write_text("schema: 1\nname: Bare\nextends: klondike\nlayout: ~\n", "utf-8")
    assert layout_of(CATALOG.rules(str(file))) == ("stock waste foundation", "tableau")


def test_red_suits_are_red_and_only_where_there_are_colours() -> None:
    assert drawn("antares", TINY, Look(color=True))[1].startswith("\x1b[31mA♥\x1b[0m   \x1b[2m--\x1b[0m")
    plain, painted = Look(), Look(color=True, four_colors=True)
    shown = "\n".join(drawn("antares", TINY, painted))
    assert len(set(re.findall(r"\x1b\[(\d+)m[A-Z0-9]+[♣♦♥]", shown))) == 3
    assert re.sub(r"\x1b\[\d+m", "", shown).split("\n") == drawn("antares", TINY, plain)


@pytest.mark.parametrize(
    ("setting", "terminal", "environ", "wanted"),
    [
        ("auto", True, {"TERM": "xterm"}, True),
        ("auto", True, {"TERM": "some-new-terminal"}, True),
        ("auto", True, {"TERM": "dumb"}, False),
        ("auto", True, {}, False),
        ("auto", True, {"WT_SESSION": "1"}, True),
        ("auto", False, {"TERM": "xterm"}, False),
        ("auto", True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        ("auto", True, {"TERM": "xterm", "NO_COLOR": ""}, True),
        ("never", True, {"TERM": "xterm"}, False),
        ("always", False, {"NO_COLOR": "1"}, True),
    ],
)
def test_colours_are_for_terminals_that_have_them(
    setting: Color, terminal: bool, environ: dict[str, str], wanted: bool
) -> None:
    assert wants_color(setting, terminal, environ) is wanted


@pytest.mark.parametrize("entry", CATALOG.entries, ids=lambda entry: entry.id)
def test_every_game_fits_every_width_and_hides_no_card_that_lies_open(entry: Entry) -> None:
    rules = CATALOG.rules(entry.id)
    position = new_game(rules, deals_for(rules)[0]).position
    for width in (80, 40, 20):
        look = Look(width=width, ascii=True)
        text, listed = board_text(rules, position, look), list_text(rules, position, look)
        assert max(len(line) for line in f"{text}\n{listed}".split("\n")) <= width
        words = text.split()
        # A layout may leave piles out that take no part in play.
        groups = {token.partition("/")[0] for row in layout_of(rules) for token in row.split()}
        piles = [pile for pile in range(len(rules.names)) if rules.group(pile).name in groups]
        assert [rules.names[pile] for pile in piles if rules.names[pile] not in words] == []
        fans = ("tableau", "reserve")
        shown = [card for i in piles for card in position.piles[i][0 if rules.group(i).kind in fans else -1 :]]
        assert all(look.card(card) in words for card in shown)
        assert words.count("##") == sum(card >= DOWN for card in shown)


def test_the_list_tells_each_pile_in_a_line_and_no_face_down_card() -> None:
    rules = CATALOG.rules("klondike")
    position = parse_position(rules, "s: 2D 3D; w: 4S; t1: #9H #TH 8C 7D", complete=False)
    lines = list_text(rules, position, LETTERS).split("\n")
    assert lines[:2] == ["s: 2 face down", "w: 4S"]
    assert "t1: 2 face down, 8C 7D" in lines and "t2: empty" in lines
