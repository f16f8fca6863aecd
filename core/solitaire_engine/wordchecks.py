"""Whether what a plugin gives as words are words that a variant file can name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, cast, get_args

from .faults import shown
from .words import (
    KINDS,
    Build,
    Direction,
    Gap,
    Lift,
    LiftMode,
    Limit,
    Match,
    Pair,
    Redeal,
    StockDeal,
    Transfer,
    Win,
    Word,
)

Slot = tuple[type[Word], str]
"""A place in the vocabulary of variant files that one word can have."""

_NAME: Final = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")
_TAKEN_NAMES: Final = ("wrap", "by", "true", "false", "null", "unlimited")
_TAKEN_KEYS: Final = ("by", "to", "when", "count", "onto", "close_up")
_OPTIONAL: Final = ("hangs", "refusal")
_CALLED: Final[Mapping[type[Word], tuple[str, ...]]] = {
    Direction: ("fits",),
    Match: ("fits",),
    Build: ("fits",),
    Lift: ("hangs",),
    Gap: ("takes",),
    Limit: ("most", "refusal"),
    StockDeal: ("counts",),
    Pair: ("fits",),
    Win: ("won",),
    Redeal: ("effects",),
}


def checked_words(given: Iterable[object]) -> tuple[Word, ...]:
    """The words a plugin gave; ValueError, with a clause, for the first that is none or that stands twice."""
    words: list[Word] = []
    seen: set[Slot] = set()
    for item in given:
        if not isinstance(item, Word) or type(item) not in KINDS:
            kinds = ", ".join(kind.__name__ for kind in KINDS)
            raise ValueError(f"gave {shown(item)}, which is no word; words are {kinds}")
        problem = _problem_of(item)
        if problem:
            raise ValueError(f"gave a {item.kind} word {shown(item.name)} {problem}")
        if seen & slots_of(item):
            raise ValueError(f"gave the {item.kind} word {item.name!r} twice")
        seen |= slots_of(item)
        words.append(item)
    return tuple(words)


def slots_of(word: Word) -> set[Slot]:
    """The places a word takes: a direction begins building rules, which stand for whole ones and for lifts too."""
    kinds = (Direction, Build, Lift) if isinstance(word, Direction) else (type(word),)
    return {(kind, word.name) for kind in kinds}


def _problem_of(word: Word) -> str:
    """What is wrong with a word, as a clause after its name; nothing if it is good."""
    name = word.name
    if not _is_line(name) or not _NAME.fullmatch(name) or len(name) < 2:
        return "with a bad name; write two or more small letters and digits, joined by _ or -, a letter first"
    if name in _TAKEN_NAMES:
        return "with a name that means something else in variant files; choose another"
    if not _is_number(word.version) or word.version < 1:
        return f"with the version {shown(word.version)}; write a whole number from 1"
    if not _is_line(word.rule):
        return f"with the rule {shown(word.rule)}; write a text of one line"
    for field in _CALLED.get(type(word), ()):
        value: object = getattr(word, field)
        optional = field in _OPTIONAL
        if not callable(value) and not (optional and value is None):
            return f"with {field}={shown(value)}; give a function{', or None' if optional else ''}"
    return _own_problem(word)


def _own_problem(word: Word) -> str:
    if isinstance(word, Lift):
        if word.by_build and word.hangs is not None:
            return "with both hangs and by_build; give one of them"
        if word.mode not in get_args(LiftMode):
            return f"with the mode {shown(word.mode)}; modes are {', '.join(get_args(LiftMode))}"
        if not _is_line(word.refusal):
            return f"with the refusal {shown(word.refusal)}; write a text of one line"
    elif isinstance(word, Gap):
        if word.anything not in (True, False):
            return f"with anything={shown(word.anything)}; write True or False"
    elif isinstance(word, Transfer):
        if word.most is not None and (not _is_number(word.most) or word.most < 1):
            return f"with most={shown(word.most)}; write a whole number from 1, or None for any number"
    elif isinstance(word, StockDeal):
        return _problem_of_keys(word.keys)
    return ""


def _problem_of_keys(keys: object) -> str:
    if not isinstance(keys, Mapping):
        return f"with keys={shown(keys)}; write a dict of names and defaults"
    for key, default in cast(Mapping[object, object], keys).items():
        if not isinstance(key, str) or not _NAME.fullmatch(key) or key in _TAKEN_KEYS:
            return f"with the key {shown(key)}, which cannot be used; choose another name than {', '.join(_TAKEN_KEYS)}"
        if not isinstance(default, bool | int | str):
            return f"with the default {shown(default)} for {key!r}; write True, False, a number or a text"
    return ""


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_line(value: object) -> bool:
    return isinstance(value, str) and "\n" not in value
