"""A word that no variant could use is refused when its plugin is loaded, with the way out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.fake_plugins import plugin, point, sole_info

from solitaire_engine.words import Build, Direction, Gap, Lift, Limit, Match, Pair, StockDeal, Transfer, Win, Word


def words_of(word: Word) -> Callable[[], list[Word]]:
    """The hook `solitaire_words` for one word."""

    def solitaire_words() -> list[Word]:
        return [word]

    return solitaire_words


PLAIN: dict[type[Word], dict[str, Any]] = {
    Build: {"name": "plain", "fits": lambda card, under: True},
    Direction: {"name": "plain", "fits": lambda rank, under, step, wrap: True},
    Match: {"name": "plain", "fits": lambda card, under: True},
    Lift: {"name": "plain", "mode": "tail"},
    Gap: {"name": "plain", "takes": lambda card, base: True},
    Limit: {"name": "plain", "most": lambda cells, piles: 1},
    Transfer: {"name": "plain"},
    StockDeal: {"name": "plain", "counts": lambda stock, targets, args: [1] * targets},
    Pair: {"name": "plain", "fits": lambda one, other: True},
    Win: {"name": "plain", "won": lambda view: True},
}
BAD_NAME = "with a bad name; write two or more small letters and digits, joined by _ or -, a letter first"
BAD_KEY = "which cannot be used; choose another name than by, to, when, count, onto, close_up"
BAD_WORDS = [
    (Gap, {"name": "K"}, BAD_NAME),
    (Gap, {"name": "7"}, BAD_NAME),
    (Gap, {"name": "Red"}, BAD_NAME),
    (Gap, {"name": "red cards"}, BAD_NAME),
    (Gap, {"name": "red\n"}, BAD_NAME),
    (Gap, {"name": 5}, BAD_NAME),
    (Build, {"name": "wrap"}, "with a name that means something else in variant files; choose another"),
    (Limit, {"name": "true"}, "with a name that means something else in variant files; choose another"),
    (Gap, {"version": 0}, "with the version 0; write a whole number from 1"),
    (Gap, {"version": "2"}, "with the version '2'; write a whole number from 1"),
    (Gap, {"rule": None}, "with the rule None; write a text of one line"),
    (Gap, {"rule": "a\nb"}, r"with the rule 'a\nb'; write a text of one line"),
    (Build, {"fits": "alternate"}, "with fits='alternate'; give a function"),
    (Direction, {"fits": None}, "with fits=None; give a function"),
    (Pair, {"fits": 13}, "with fits=13; give a function"),
    (Win, {"won": True}, "with won=True; give a function"),
    (Gap, {"takes": 4}, "with takes=4; give a function"),
    (Gap, {"anything": "yes"}, "with anything='yes'; write True or False"),
    (Lift, {"hangs": True}, "with hangs=True; give a function, or None"),
    (Lift, {"hangs": max, "by_build": True}, "with both hangs and by_build; give one of them"),
    (Lift, {"mode": "some"}, "with the mode 'some'; modes are none, top, tail, pile, top-or-pile"),
    (Lift, {"refusal": 1}, "with the refusal 1; write a text of one line"),
    (Limit, {"most": 3}, "with most=3; give a function"),
    (Limit, {"refusal": "too many"}, "with refusal='too many'; give a function, or None"),
    (Transfer, {"most": 0}, "with most=0; write a whole number from 1, or None for any number"),
    (Transfer, {"most": True}, "with most=True; write a whole number from 1, or None for any number"),
    (StockDeal, {"counts": [1]}, "with counts=[1]; give a function"),
    (StockDeal, {"keys": ["each"]}, "with keys=['each']; write a dict of names and defaults"),
    (StockDeal, {"keys": {"to": 1}}, f"with the key 'to', {BAD_KEY}"),
    (StockDeal, {"keys": {"each": None}}, "with the default None for 'each'; write True, False, a number or a text"),
]


@pytest.mark.parametrize(
    ("kind", "values", "why"), BAD_WORDS, ids=[f"{kind.__name__}-{values}" for kind, values, _ in BAD_WORDS]
)
def test_a_word_that_no_variant_could_use_is_refused_with_the_way_out(
    kind: type[Word], values: dict[str, Any], why: str
) -> None:
    fields = {**PLAIN[kind], **values}
    word = kind(**fields)
    found = sole_info(point("odd", plugin(hooks=[words_of(word)])))
    start = f"its hook solitaire_words gave a {kind.kind} word {fields['name']!r} {why}"
    assert found.status == "broken"
    assert re.fullmatch(rf"{re.escape(start)} \(tests/test_wordchecks\.py:\d+\)", found.reason)


@pytest.mark.parametrize("kind", PLAIN, ids=[kind.__name__ for kind in PLAIN])
def test_a_plain_word_of_each_kind_is_taken(kind: type[Word]) -> None:
    assert sole_info(point("plain", plugin(kind(**PLAIN[kind])))).words == (f"{kind.kind} plain",)
