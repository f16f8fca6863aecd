"""What the player's hands do: pick up, put down, names typed, the cursor, cards removed together, and the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.playing import CATALOG
from tests.tabling import carry, desk_of, piles, shown

from solitaire_engine.advice import THINKING, Advice
from solitaire_engine.cards import card_text
from solitaire_engine.position import Move
from solitaire_engine.saves import Save
from solitaire_engine.stats import Tally
from solitaire_engine.table.picking import may_go, way_of
from solitaire_engine.tui.desk import Desk
from solitaire_engine.tui.geometry import Table
from solitaire_engine.tui.looks import Looks
from solitaire_engine.tui.mouse import Mouse
from solitaire_engine.tui.screen import TOP, picture

TWO = "t1: KS QS 5H; t5: 6C; t6: 9D 8S 7D; t7: 9H; c1: TC"


def names(desk: Desk, indices: frozenset[int]) -> set[str]:
    return {desk.rules.names[pile] for pile in indices}


def made(desk: Desk) -> list[str]:
    return [str(move) for move in desk.session.game.moves]


def table_of(desk: Desk) -> Table:
    found = picture(desk, Looks(), 80, 24).table
    assert found is not None
    return found


# Picking up and putting down


def test_what_is_held_lights_up_where_it_may_go(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", "t1: KS 5H; t5: 6C; t6: QD; c1: TC; c2: TD; c3: TH; c4: TS")
    assert desk.take(desk.rules.index["t1"], 1)
    assert names(desk, desk.marks().targets) == {"t5", "t7", "t8"}
    assert desk.marks().held == {desk.rules.index["t1"]: 1}


def test_without_a_number_as_many_go_as_fit(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", TWO)
    assert carry(desk, "t6", "c1") is False
    assert desk.session.message.startswith("3 cards") or "one card" in desk.session.message
    desk = desk_of(tmp_path, "antares", "t6: 9D 8S 7D; c1: TC; c2: 2D; t5: TS")
    assert carry(desk, "t6", "t5") and made(desk) == ["t6 t5 3"]


def test_a_number_picks_so_many_and_a_single_card_stands_for_those_on_it(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", "t6: 9D 8S 7D; t5: TS")
    assert carry(desk, "t6", "t7", 2) and made(desk) == ["t6 t7 2"]
    desk = desk_of(tmp_path, "antares", "t6: 9D 8S 7D; t5: TS")
    assert carry(desk, "t6", "t5", 1) and made(desk) == ["t6 t5 3"], "one card alone cannot go there"


def test_what_cannot_be_picked_up_says_why_and_nothing_is_held(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", "t5: 9D 3S; t1: #KS 5H")
    assert not desk.take(desk.rules.index["t5"], 2) and desk.pick is None
    assert desk.session.message.startswith("9D and 3S do not hang together")
    assert not desk.take(desk.rules.index["t1"], 2)
    assert desk.session.message == "A face-down card cannot be moved."
    assert not desk.take(*piles(desk, "t2"))
    assert desk.session.message == "t2 is empty."


def test_a_refused_drop_says_why_in_one_sentence_and_lets_go(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", TWO)
    assert not carry(desk, "t7", "t5")
    assert desk.session.message == "The 9H cannot go on the 6C, which takes a red 5."
    assert desk.session.is_bad and desk.pick is None


def test_put_down_where_it_was_taken_nothing_happens(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", TWO)
    assert not carry(desk, "t1", "t1") and desk.pick is None and not made(desk)


def test_a_card_goes_home_or_says_why_not(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", "t1: 2S AS; f1: AC; t2: 9C")
    assert desk.home(*piles(desk, "t1")) and made(desk) == ["t1 f2"]
    assert not desk.home(*piles(desk, "t2"))
    assert desk.session.message == "The 9C cannot go on the AC, which takes the 2C."
    assert not desk.home(*piles(desk, "f1")) and desk.session.message == "f1 is home already."


def test_the_stock_deals_turns_over_and_says_when_it_cannot(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "klondike", "s: 2D 3D 4D; t1: KS", redeals="1")
    assert desk.stock() and desk.stock() and made(desk) == ["deal", "redeal"]
    assert desk.stock() and not desk.stock()
    assert desk.session.message == "The stock is empty."
    assert not desk_of(tmp_path, "antares", TWO).stock()


# Other kinds of moves


def test_two_cards_are_removed_by_picking_both_and_a_king_by_picking_it(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "pyramid", "t22: 6C; t23: 7D; t24: KS; t25: 9D")
    t22, t23, t24, t25 = piles(desk, "t22", "t23", "t24", "t25")
    assert desk.take(t22)
    assert names(desk, desk.marks().targets) == {"t23"}
    assert not desk.put(t25)
    assert "15" in desk.session.message or "13" in desk.session.message
    assert desk.take(t22) and desk.put(t23) and made(desk) == ["remove t22 t23"]
    assert desk.take(t24) and made(desk)[-1] == "remove t24"


def test_more_than_two_cards_are_picked_one_after_the_other(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "fifteens", "t1: 4C; t2: 5D; t3: 6S; t4: 2S")
    t1, t2, t3, t4 = piles(desk, "t1", "t2", "t3", "t4")
    assert desk.take(t1) and desk.put(t2)
    assert set(desk.marks().held) == {t1, t2} and desk.session.message == "Pick another card."
    assert desk.put(t3) and made(desk) == ["remove t1 t2 t3"]
    assert desk.take(t4) and desk.put(t4) is False


def test_a_move_of_a_plugin_is_carried_out_from_pile_to_pile(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "montana")
    move = next(move for move in desk.session.legal if move.kind == "extra")
    card, gap = move.text.split()
    source = next(n for n, p in zip(desk.rules.names, desk.session.position.piles, strict=True) if p and card in str(
        desk.session.position).split(f"; {n}: ")[-1].split(";")[0])  # fmt: skip
    assert desk.take(*piles(desk, source))
    assert gap in names(desk, desk.marks().targets)
    assert desk.put(*piles(desk, gap)) and made(desk) == [move.text]


def test_moves_that_go_the_same_way_are_to_be_chosen_from(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "push_pin", "t1: 4C; t2: 5D; t3: 6C; t4: 7D; t5: 8C; t6: 9S")
    squeezes = [move for move in desk.session.legal if move.kind == "extra"]
    assert desk.more_moves() == tuple(squeezes) and len(squeezes) > 1
    assert desk.choose(squeezes[0]) and made(desk) == [squeezes[0].text]


@pytest.mark.parametrize("variant", ["montana", "accordion"])
def test_where_only_a_plugins_moves_take_cards_no_card_is_said_never_to_move(variant: str, tmp_path: Path) -> None:
    desk = desk_of(tmp_path, variant)
    sources = {way[0] for move in desk.session.legal if (way := way_of(desk.rules, move)) is not None}
    tableau = [pile for pile in range(len(desk.rules.names)) if desk.rules.group(pile).kind == "tableau"]
    stays = next(pile for pile in tableau if pile not in sources and desk.session.position.piles[pile])
    card = card_text(desk.session.position.piles[stays][-1])
    assert not desk.take(stays)
    assert desk.session.message == f"No move takes the {card} now; x lists the moves."
    goes = min(sources)
    assert desk.take(goes)
    goals = desk.marks().targets
    other = next(pile for pile in tableau if pile not in goals and pile != goes)
    card = card_text(desk.session.position.piles[goes][-1])
    assert not desk.put(other)
    assert desk.session.message.startswith(f"No move takes the {card} to {desk.rules.names[other]}; it can go to t")
    desk.home(stays)
    assert "never leave" not in desk.session.message
    if not any(group.kind == "foundation" for group in desk.rules.groups):
        assert desk.session.message == "This game has no foundations."


def test_where_cards_cover_one_another_the_cursor_begins_on_a_card_that_can_be_played(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "tri_peaks")
    assert desk.cursor != piles(desk, "t1")[0]
    assert may_go(desk.rules, desk.session.legal, desk.cursor)
    assert not desk.take(*piles(desk, "t1"))


# Keys


def test_piles_are_named_by_typing_and_picked_up_and_put_down(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", TWO)
    for key in "t1":
        desk.letter(key) if key.isalpha() else desk.digit(int(key))
    assert desk.pick is not None and desk.cursor == desk.rules.index["t1"]
    desk.digit(1)
    assert desk.pick.count == 1
    desk.letter("t")
    desk.digit(5)
    assert made(desk) == ["t1 t5"]


def test_where_there_are_more_than_nine_piles_enter_ends_a_name(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "spider", "t1: 5H; t10: 6H; t2: 6S")
    desk.letter("t")
    desk.digit(1)
    assert desk.pick is None and desk.session.message == "t1: Enter, or another figure."
    desk.enter()
    assert desk.pick is not None and desk.pick.pile == desk.rules.index["t1"]
    desk.letter("t")
    desk.digit(1)
    desk.digit(0)
    assert made(desk) == ["t1 t10"]
    desk.letter("t")
    assert not desk.letter("x") and desk.session.message == "There is no pile x."


def test_the_arrows_reach_every_pile(tmp_path: Path) -> None:
    for variant in ("antares", "klondike", "pyramid", "beehive"):
        desk = desk_of(tmp_path, variant)
        table = table_of(desk)
        reached = {desk.cursor}
        for way in ("down", "left"):
            for _ in range(len(table.lines)):
                desk.go("down", table)
                for _ in range(max(map(len, table.lines))):
                    desk.go("right" if way == "down" else "left", table)
                    reached.add(desk.cursor)
        assert reached == set(table.spots), variant


def test_numbers_and_signs_choose_how_many_cards_the_cursor_takes(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", "t6: 9D 8S 7D; t5: TS")
    desk.cursor = desk.rules.index["t6"]
    desk.digit(3)
    assert desk.marks().reach == 3
    desk.wider(-1)
    assert desk.enter() and desk.pick is not None and desk.pick.count == 2
    desk.wider(1)
    assert desk.pick.count == 3
    desk.cursor = desk.rules.index["t5"]
    assert desk.enter() and made(desk) == ["t6 t5 3"]


def test_a_move_can_be_typed_in_words(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", "7")
    for char in "t4 t6 44":
        desk.type(char)
    desk.rub_out()
    assert "Move: t4 t6 4_" in shown(desk)
    assert desk.enter_typed() and made(desk) == ["t4 t6 4"]
    desk.type("x")
    assert not desk.enter_typed() and desk.session.is_bad


def test_a_hint_marks_the_cards_and_where_they_go(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", TWO)
    desk.hint(Advice("unknown", Move("cards", "t1", "t5", 1)))
    assert desk.session.message == "Hint: 5H from t1 to t5, on the 6C. A rule of thumb."
    assert "┏5♥━━━┓" in shown(desk) or "▸5♥━━━┓" in shown(desk)
    desk.hint(Advice("unknown", Move("cards", "t1", "t5", 1), reason=THINKING))
    assert desk.session.message.endswith("A rule of thumb. Ask again in a moment.")
    desk.hint(Advice("winnable", Move("cards", "t1", "t5", 1), 12, "solution"))
    assert desk.session.message.endswith("Winnable in about 12 moves.")
    desk.hint(Advice("lost", None))
    assert desk.session.message == "No hint could be found."


# The mouse


def point(desk: Desk, pile: str, card: int = -1) -> tuple[int, int]:
    """A cell of a pile's card, counted from the bottom, by default the last one."""
    spot = table_of(desk).spots[desk.rules.index[pile]]
    strip = spot.shown[card] if spot.shown else None
    return spot.x + 1, TOP + spot.y + (strip.y if strip is not None and not spot.across else 0)


def click(desk: Desk, mouse: Mouse, pile: str, card: int = -1) -> None:
    x, y = point(desk, pile, card)
    mouse.press(table_of(desk), x, y)
    mouse.release(table_of(desk), x, y)


def drag(desk: Desk, mouse: Mouse, source: str, target: str, card: int = -1) -> None:
    mouse.press(table_of(desk), *point(desk, source, card))
    end = point(desk, target)
    mouse.drag(table_of(desk), *end)
    assert mouse.floating is not None
    mouse.release(table_of(desk), *end)


def test_a_card_and_its_place_are_clicked_one_after_the_other(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", TWO)
    mouse = Mouse(desk)
    click(desk, mouse, "t6", 1)
    assert desk.pick is not None and desk.pick.count == 2
    click(desk, mouse, "t7")
    assert desk.pick is None and made(desk) == ["t6 t7 2"]


def test_a_group_is_dragged_and_dropped_and_a_refused_drop_says_why(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", TWO)
    mouse = Mouse(desk)
    drag(desk, mouse, "t1", "t5")
    assert made(desk) == ["t1 t5"] and mouse.floating is None
    drag(desk, mouse, "t7", "t5")
    assert desk.session.message == "The 9H cannot go on the 5H, which takes a black 4."
    assert desk.pick is None


def test_what_is_dragged_is_painted_under_the_mouse(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", TWO)
    mouse = Mouse(desk)
    mouse.press(table_of(desk), *point(desk, "t6", 1))
    mouse.drag(table_of(desk), 30, 18)
    assert mouse.floating is not None and len(mouse.floating.cards) == 2
    lines = ["".join(char for char, _ in row) for row in picture(desk, Looks(), 80, 24, "", mouse.floating).rows]
    assert lines[18][29:36] == "┏8♠━━━┓" and lines[19][29:36] == "┏7♦━━━┓"


def test_dropped_beside_the_piles_nothing_happens(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", TWO)
    mouse = Mouse(desk)
    mouse.press(table_of(desk), *point(desk, "t1"))
    mouse.drag(table_of(desk), 79, 22)
    mouse.release(table_of(desk), 79, 22)
    assert desk.pick is None and not made(desk)


def test_two_clicks_send_a_card_home(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", "t1: 2S AS; f1: AC")
    mouse = Mouse(desk)
    click(desk, mouse, "t1")
    click(desk, mouse, "t1")
    mouse.double(table_of(desk), *point(desk, "t1"))
    assert made(desk) == ["t1 f2"]


def test_a_click_on_the_stock_deals_and_on_an_empty_one_turns_the_waste_over(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "klondike", "s: 2D 3D 4D; t1: KS")
    mouse = Mouse(desk)
    click(desk, mouse, "s")
    click(desk, mouse, "s")
    assert made(desk) == ["deal", "redeal"]


def test_any_other_button_puts_back_what_is_held(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares", TWO)
    mouse = Mouse(desk)
    click(desk, mouse, "t1")
    assert desk.pick is not None
    mouse.press(table_of(desk), 1, 20, 3)
    assert desk.pick is None


@pytest.mark.parametrize("variant", ["antares", "agnes_aces", "pyramid", "accordion", "spider", "fifteens", "golf"])
def test_every_legal_move_can_be_made_by_hand(variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the opening each move is made from pile to pile, by the stock, or from the list of other moves."""
    # What is kept is the matter of other tests, and the disk is slow.
    monkeypatch.setattr(Save, "update", lambda save, game: None)
    monkeypatch.setattr(Tally, "changed", lambda tally: None)
    rules = CATALOG.rules(variant)
    desk = desk_of(tmp_path, variant)
    for move in desk.session.legal:
        hand = desk_of(tmp_path, variant)
        if move.kind == "cards":
            done = carry(hand, move.source, move.target, move.count)
        elif move.kind == "remove":
            first, *rest = (rules.index[name] for name in move.piles)
            done = hand.take(first)
            for pile in rest:
                done = hand.put(pile)
        elif move.kind in ("deal", "redeal"):
            done = hand.stock()
        else:
            done = hand.choose(move)
        assert done and made(hand) == [str(move)], f"{move}: {hand.session.message}"


def test_where_no_hint_is_found_the_reason_is_said_and_not_that_there_is_no_move(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "antares")
    desk.hint(Advice("unknown", None, reason="the solver failed"))
    assert (desk.session.message, desk.session.is_bad) == ("The solver failed.", True)
    desk.hint(None)
    assert desk.session.message == "No hint could be found."
