"""The table on a phone: fingers, a small screen, and nothing that does not fit."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import CDPSession, expect
from tests.browser.driver import Player

OUTSIDE = """() => {
    const table = document.querySelector('.table').getBoundingClientRect();
    return [...document.querySelectorAll('.card:not([hidden])')].map(card => card.getBoundingClientRect())
        .filter(box => box.left < table.left - 1 || box.right > table.right + 1 || box.top < table.top - 4
            || box.bottom > table.bottom + 1).length
}"""
NARROWEST = """() => Math.min(
    ...[...document.querySelectorAll('.card:not([hidden])')].map(card => card.getBoundingClientRect().width))"""


def swipe(cdp: CDPSession, points: list[tuple[float, float]]) -> None:
    """A finger goes down at the first point, along the others, and up at the last."""
    x, y = points[0]
    cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for (left, top), (right, low) in pairwise(points):
        for part in (0.25, 0.5, 0.75, 1):
            x, y = left + (right - left) * part, top + (low - top) * part
            cdp.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_drags_a_card(finger: Player) -> None:
    finger.open("/play/antares/31")
    card = finger.cards("t8")[-1]
    finger.rest()
    (x, y), (to_x, to_y) = finger.point("t8"), finger.point("c1")
    swipe(finger.page.context.new_cdp_session(finger.page), [(x, y + 8), (to_x, to_y + 14)])
    finger.wait_cards("c1", [card])


def test_what_a_finger_carries_goes_back_when_the_system_takes_the_finger(finger: Player) -> None:
    finger.open("/play/antares/30")
    finger.rest()
    cdp = finger.page.context.new_cdp_session(finger.page)
    x, y = finger.point("t3")
    for kind, places in (("touchStart", [0]), ("touchMove", [10, 20, 30, 40])):
        for far in places:
            cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + far, "y": y + 8 + far}]})
    finger.wait_marked("target")
    cdp.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    expect(finger.page.locator(".card.held, .card.target, .slot.target")).to_have_count(0)


def test_two_taps_move_a_card(finger: Player) -> None:
    finger.open("/play/antares/32")
    card = finger.cards("t3")[-1]
    finger.rest()
    finger.page.touchscreen.tap(*finger.point("t3"))
    finger.wait_marked("target")
    finger.page.touchscreen.tap(*finger.point("c2"))
    finger.wait_cards("c2", [card])


def test_buttons_do_what_keys_do(finger: Player) -> None:
    finger.open("/play/antares/33")
    card = finger.cards("t3")[-1]
    finger.page.touchscreen.tap(*finger.point("t3"))
    finger.wait_marked("target")
    finger.page.touchscreen.tap(*finger.point("c2"))
    finger.wait_cards("c2", [card])
    finger.page.get_by_role("button", name="Undo").tap()
    finger.wait_cards("c2", [])
    finger.page.get_by_role("button", name="More").tap()
    finger.page.get_by_role("button", name="Redo").tap()
    finger.wait_cards("c2", [card])


@pytest.mark.parametrize("variant", ["antares", "klondike", "spider", "pyramid", "montana", "gargantua", "agnes_aces"])
def test_every_card_lies_on_the_table_and_is_wide_enough(player: Player, variant: str) -> None:
    player.open(f"/play/{variant}/1")
    for width, height, least in [(360, 640, 24), (1920, 1080, 90)]:
        player.page.set_viewport_size({"width": width, "height": height})
        player.page.wait_for_function("width => document.querySelector('.table').clientWidth === width", arg=width)
        player.page.wait_for_function(f"least => ({NARROWEST})() >= least", arg=least)
        # Cards glide to their new places.
        player.page.wait_for_function(f"() => ({OUTSIDE})() === 0")
        assert player.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_table_is_laid_anew_when_the_window_changes(player: Player) -> None:
    player.open("/play/klondike/34")
    wide = player.page.evaluate(NARROWEST)
    player.page.set_viewport_size({"width": 640, "height": 360})
    player.page.wait_for_function(f"wide => ({NARROWEST})() < wide", arg=wide)
    player.page.wait_for_function(f"() => ({OUTSIDE})() === 0")
    expect(player.page.get_by_role("button", name="Undo")).to_be_in_viewport()


def test_a_table_that_is_wider_than_a_phone_is_played_by_moving_it_sideways(finger: Player) -> None:
    finger.open("/play/double_antares/7")
    card = finger.cards("t16")[-1]
    move = "left => { document.querySelector('.table').scrollLeft = left; }"
    finger.page.evaluate(move, 1000)
    finger.page.touchscreen.tap(*finger.point("t16"))
    assert "c1" in finger.wait_marked("target")
    # Pushed beside the cards, it leaves in the hand what is held there.
    swipe(finger.page.context.new_cdp_session(finger.page), [(100, 480), (300, 480)])
    finger.page.wait_for_function("() => document.querySelector('.table').scrollLeft < 1")
    assert "c1" in finger.marked("target")
    finger.page.touchscreen.tap(*finger.point("c1"))
    finger.wait_cards("c1", [card])
