"""Effects and moves of plugins that cannot be meant are refused where they are made."""

from __future__ import annotations

import re
from typing import Any

import pytest

from solitaire_engine.effects import ExtraMove, Shuffle, Take, Turn

MIX = (Shuffle("t1"),)
WRONG: list[tuple[type[Any], tuple[Any, ...], str]] = [
    (Take, (0, "t1", "t2"), "Take: count must be a whole number from 1, not 0"),
    (Take, (True, "t1", "t2"), "Take: count must be a whole number from 1, not True"),
    (Take, ("1", "t1", "t2"), "Take: count must be a whole number from 1, not '1'"),
    (Take, (1, 3, "t2"), "Take: source must be the name of a pile such as 't1', not 3"),
    (Take, (1, "t1", ""), "Take: target must be the name of a pile such as 't1', not ''"),
    (Take, (1, "t1", "t2", False, "hidden"), "Take: face must be one of as-is, up, down, not 'hidden'"),
    (Turn, ("t1", -1), "Turn: index must be a whole number from 0, the lowest card, not -1"),
    (Turn, (None, 1), "Turn: pile must be the name of a pile such as 't1', not None"),
    (Shuffle, (2,), "Shuffle: pile must be the name of a pile such as 't1', not 2"),
    (ExtraMove, ("", MIX), "ExtraMove: the text '' cannot be typed as a move; .*"),
    (ExtraMove, ("mix  it", MIX), "ExtraMove: the text 'mix  it' cannot be typed .*"),
    (ExtraMove, ("mix\n", MIX), r"ExtraMove: the text 'mix\\n' cannot be typed .*"),
    (ExtraMove, ("m" * 61, MIX), "ExtraMove: the text 'm+' cannot be typed .*"),
    (ExtraMove, (7, MIX), "ExtraMove: the text 7 cannot be typed .*"),
    (ExtraMove, ("Undo it", MIX), ".* begins with 'Undo', which means something else already"),
    (ExtraMove, ("redeal", MIX), ".* begins with 'redeal', which means something else already"),
    (ExtraMove, ("w t1", MIX), ".* begins with 'w', which means something else already"),
    (ExtraMove, ("mix", ()), r"ExtraMove: \(\) must be a tuple of effects, .*"),
    (ExtraMove, ("mix", Shuffle("t1")), "ExtraMove: Shuffle.* must be a tuple of effects, .*"),
    (ExtraMove, ("mix", ("t1",)), r"ExtraMove: \('t1',\) must be a tuple of effects, .*"),
]


@pytest.mark.parametrize(("kind", "values", "why"), WRONG)
def test_a_value_that_cannot_be_meant_is_refused_with_what_would_be_right(
    kind: type[Any], values: tuple[Any, ...], why: str
) -> None:
    with pytest.raises(ValueError) as caught:
        kind(*values)
    assert re.fullmatch(why, str(caught.value))
