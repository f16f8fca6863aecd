"""However somebody clicks, drags and types, the page shows what the server has, and nothing goes wrong on it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.browser.driver import Player

ACTIONS = 80
KEYS = ("u", "U", "h", "H", "a", "Space", "f", "Enter", "ArrowLeft", "ArrowDown", "Escape", "2", "+")

_TOLD = """async () => {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
    const { piles } = JSON.parse(page.getElementById('start').textContent).state;
    return Object.fromEntries(piles.map(({ name, cards }) => [name, cards]));
}"""
# Cards that show another face than their own, or lie elsewhere than they should.
_WRONG = """() => [...document.querySelectorAll('.card:not([hidden])')].filter(card => {
    const face = card.querySelector('svg').dataset.face;
    const { e, f } = new DOMMatrix(getComputedStyle(card).transform);
    return ![`f-${card.text}`, `s-${card.text}`, card.text === '#' ? 'back' : ''].includes(face)
        || Math.abs(e - card.x) > 1 || Math.abs(f - card.y) > 1;
}).map(card => `${card.pile} ${card.at} ${card.text}: ${card.className}`)"""


@pytest.mark.long
@pytest.mark.parametrize("variant", ["antares", "klondike", "spider", "pyramid", "calculation", "monte_carlo"])
def test_the_page_shows_what_the_server_has_after_any_input(player: Player, variant: str) -> None:
    player.open(f"/play/{variant}/{len(variant)}")
    hand = random.Random(variant)
    names: list[str] = player.page.evaluate("[...document.querySelectorAll('.slot')].map(slot => slot.dataset.pile)")
    mouse = player.page.mouse
    for _ in range(ACTIONS):
        match hand.randrange(4):
            case 0:
                mouse.click(*some_card(player, hand, names))
            case 1:
                mouse.move(*some_card(player, hand, names))
                mouse.down()
                mouse.move(*some_card(player, hand, names), steps=3)
                mouse.up()
            case 2:
                mouse.dblclick(*some_card(player, hand, names))
            case _:
                player.keys(hand.choice(KEYS))
        if player.page.locator("dialog[open]").count():
            player.keys("Escape")
    player.page.wait_for_timeout(1000)
    player.rest()
    told: dict[str, Any] = player.page.evaluate(_TOLD)
    assert {name: player.cards(name) for name in told} == told
    assert player.page.evaluate(_WRONG) == []


def some_card(player: Player, hand: random.Random, names: list[str]) -> tuple[float, float]:
    """A point on any card, mostly on a top one."""
    pile = hand.choice(names)
    count = len(player.cards(pile))
    return player.point(pile, -1 if not count or hand.random() < 0.6 else hand.randrange(-count, 0))
