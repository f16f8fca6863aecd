"""What flies from one position to another, read off the two alone."""

from __future__ import annotations

import pytest

from solitaire_engine.cards import cards_text
from solitaire_engine.position import Position
from solitaire_engine.table.changes import flights

NAMES = ("s", "w", "t1", "t2", "f1")


def flown(before: str, after: str, state: int = 0) -> list[str]:
    """The flights between two positions, as text."""
    old = Position.parse(before, NAMES)
    new = Position.parse(after, NAMES)._replace(state=state)
    return [
        f"{NAMES[each.source]}[{each.at}] {NAMES[each.target]}[{each.place}] {cards_text(each.cards)}"
        f"{' backwards' if each.backwards else ''}"
        for each in flights(old, new)
    ]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("t1: KS QH JS", "t1: KS; t2: QH JS", ["t1[1] t2[0] QH JS"]),
        ("t1: #2C AS", "t1: 2C; f1: AS", ["t1[1] f1[0] AS"]),
        ("s: #2C #3C #4C", "w: 4C 3C 2C", ["s[0] w[0] 4C 3C 2C backwards"]),
        ("w: 2C 3C 4C", "s: #4C #3C #2C", ["w[0] s[0] #4C #3C #2C backwards"]),
        ("s: #2C #3C; t1: KS; t2: KH", "t1: KS 3C; t2: KH 2C", ["s[1] t1[1] 3C", "s[0] t2[1] 2C"]),
        ("t1: KS QH JS", "t1: KS JS; w: QH", ["t1[1] w[0] QH", "t1[2] t1[1] JS"]),
        ("t1: AS AS; t2: AS", "t1: AS; t2: AS; f1: AS", ["t1[1] f1[0] AS"]),
        ("t1: #2C", "t1: 2C", []),
        ("t1: 2C", "t1: 2C", []),
    ],
)
def test_cards_fly_from_where_they_lay_to_where_they_lie(before: str, after: str, expected: list[str]) -> None:
    assert flown(before, after) == expected


def test_nobody_is_told_where_a_card_has_gone_that_was_shuffled_in() -> None:
    before = "t1: KS QH; t2: 2C 3D"
    one = flown(before, "t1: #2C #KS; t2: #QH 3D", state=1)
    other = flown(before, "t1: #QH #2C; t2: #KS 3D", state=1)
    hide = str.maketrans(dict.fromkeys("KSQH2C", "?"))
    assert [text.rpartition("]")[0] for text in one] == [text.rpartition("]")[0] for text in other]
    assert len(one) and all("#" in text.translate(hide) for text in one if "3D" not in text)
