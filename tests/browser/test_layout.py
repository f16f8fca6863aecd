"""Every game of the catalogue is laid out, on a phone as on a large screen, so that nothing lies outside."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.driver import Player
from tests.playing import CATALOG

from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.table.plan import make_plan
from solitaire_engine.web.telling import piles_part, plan_part

WINDOWS = ((348, 480), (628, 270), (1248, 670), (1888, 950), (3800, 2000))
"""Pixels that a table has on a phone, upright and on its side, on two usual screens and on a large one."""
THICK = 5
"""So many pixels may the upper cards of a stock stand out to the left and above."""

LEAST = 24
"""So many pixels wide is every card: the least that a finger should have to meet."""

ARRANGED = """async ([states, windows, thick, least]) => {
    const layout = await import(new URL('layout.js', document.querySelector('script[type=module]').src));
    const found = [];
    for (const [id, state] of Object.entries(states)) for (const [width, height] of windows) {
        const { size, piles } = layout.arrange(state, width, height);
        if (size.w < least) found.push(`${id}: cards of ${size.w} at ${width}x${height}`);
        for (const [name, { x, y, cards }] of Object.entries(piles)) for (const [dx, dy] of [[0, 0], ...cards]) {
            const [left, top] = [x + dx, y + dy];
            if (left < -thick || top < -thick || left + size.w > size.width + 0.5 || top + size.h > height + 0.5)
                found.push(`${id}: ${name} at ${width}x${height}`);
        }
    }
    return [...new Set(found)];
}"""


def states(ids: list[str]) -> dict[str, Any]:
    """What the page is told of the first deal of some games."""
    told: dict[str, Any] = {}
    for id in ids:
        rules = CATALOG.rules(id, {})
        plan = make_plan(rules)
        piles = piles_part(rules, Game(rules, parse_deal("1")).position, plan)
        told[id] = {"plan": plan_part(plan), "piles": piles}
    return told


def test_several_games_lie_on_the_table_on_every_screen(player: Player) -> None:
    player.open("/new")
    ids = ["antares", "agnes_aces", "hawaiian", "montana", "pyramid", "fan", "braid", "double_antares"]
    assert player.page.evaluate(ARRANGED, [states(ids), WINDOWS, THICK, LEAST]) == []


@pytest.mark.long
def test_every_game_lies_on_the_table_on_every_screen(player: Player) -> None:
    player.open("/new")
    told = states([entry.id for entry in CATALOG.entries])
    assert len(told) > 300
    assert player.page.evaluate(ARRANGED, [told, WINDOWS, THICK, LEAST]) == []
