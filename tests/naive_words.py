"""The words of a variant as the naive program reads them: defaults, known keys, and the build rules.

Written from the description of the words alone, like `naive`; nothing here looks at a position.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

RANKS = "A23456789TJQK"
SUITS = "CDHS"
RED_SUITS = "DH"

PREFIXES = {
    "tableau": "t", "foundation": "f", "cell": "c", "reserve": "r", "stock": "s", "waste": "w", "discard": "d",
}  # fmt: skip
DEFAULTS: dict[str, dict[str, Any]] = {
    "tableau": {"build": "none", "lift": "top", "gap": "any", "accept": "group"},
    "foundation": {"build": "up suit", "lift": "none", "start": "base", "accept": "single"},
    "cell": {"build": "none", "lift": "top", "gap": "any", "accept": "single", "max": 1},
    "reserve": {"build": "none", "lift": "top", "gap": "none", "accept": "none"},
    "stock": {"build": "none", "lift": "none", "gap": "none", "accept": "none", "redeals": 0},
    "waste": {"build": "none", "lift": "top", "gap": "none", "accept": "none"},
    "discard": {"build": "none", "lift": "none", "gap": "none", "accept": "none"},
}
PILE_KEYS = {
    "kind", "count", "build", "lift", "limit", "gap", "start", "accept", "max", "from", "to", "auto", "shape", "grid",
    "lock", "follow", "when",
}  # fmt: skip
STOCK_KEYS = {"deal", "redeals", "shuffle"}
STEP_KEYS = {"to", "each", "cards", "take", "order", "up", "down", "piles", "sets_base", "fix", "play"}
SILENT_KEYS = {"name", "plural", "fan", "meets", "open", "face"}
"""Keys of a pile that change no rule; `face` changes one only in a stock."""
RULE_KEYS = {"piles", "deal", "transfer", "base", "deck", "remove", "redeal", "win"}
SILENT_DOCUMENT_KEYS = {
    "schema", "id", "name", "aliases", "extends", "meta", "params", "presets", "plugins", "layout", "text", "score",
    "auto",
}  # fmt: skip


def refuse_unknown(place: str, given: set[str], known: set[str]) -> None:
    """ValueError for keys or words that this program does not know."""
    if given - known:
        raise ValueError(f"{place}: the naive program does not know {', '.join(sorted(given - known))}")


def is_down(card: str) -> bool:
    return card.startswith("#")


def rank_text(word: str | int) -> str:
    """A rank as one letter: 10, ``"10"`` and ``T`` are the same rank."""
    return "T" if str(word) == "10" else str(word)


def rank_number(card: str) -> int:
    """1 for an ace, 13 for a king."""
    return RANKS.index(card.lstrip("#")[0]) + 1


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def ranks_from_to(text: str) -> str:
    """The ranks of ``7-K`` in their order; after the king comes the ace, so that ``7-A`` has it on top."""
    lowest, highest = text.split("-")
    first = RANKS.index(rank_text(lowest))
    count = (RANKS.index(rank_text(highest)) - first) % len(RANKS) + 1
    return (RANKS + RANKS)[first : first + count]


class Build(NamedTuple):
    """One building rule: ``down alternate wrap by 2 dead K A base``."""

    direction: str
    """``up``, ``down``, ``updown``, ``same`` or ``any``."""
    match: str = "any"
    step: int = 1
    wrap: bool = False
    dead: tuple[str, ...] = ()
    """Ranks on which nothing may be put; ``base`` is that of the foundations, once it is known."""


def read_builds(build: Any) -> list[Build]:
    """The rules of which one must be kept; none at all for ``none``."""
    if build == "none":
        return []
    if isinstance(build, dict):
        refuse_unknown("build", set(build), {"dir", "match", "step", "wrap", "corner", "dead"})
        corner = build.get("corner", "plain")
        refuse_unknown("build.corner", {corner}, {"plain", "wrap", "dead-kings"})
        dead = [rank_text(word) for word in as_list(build.get("dead", []))] + ["K"] * (corner == "dead-kings")
        wrap = bool(build.get("wrap", False)) or corner == "wrap"
        return [_known(Build(build["dir"], build.get("match", "any"), int(build.get("step", 1)), wrap, tuple(dead)))]
    return [_read_words(part) for part in str(build).split(" or ")]


@cache
def _read_words(text: str) -> Build:
    words = text.split()
    words, dead = (words[: words.index("dead")], words[words.index("dead") + 1 :]) if "dead" in words else (words, [])
    direction, *words = words
    match, step, wrap = "any", 1, False
    if words and words[0] in ("suit", "alternate", "color", "other", "any"):
        match = words.pop(0)
    if words and words[0] == "wrap":
        wrap = bool(words.pop(0))
    if len(words) == 2 and words[0] == "by":
        step = int(words.pop())
        words.pop()
    if words or ("dead" in text and not dead):
        raise ValueError(f"build: the naive program cannot read {text!r}")
    return _known(Build(direction, match, step, wrap, tuple(map(rank_text, dead))))


def _known(build: Build) -> Build:
    refuse_unknown("build", {build.direction}, {"up", "down", "updown", "same", "any"})
    refuse_unknown("build", {build.match}, {"suit", "alternate", "color", "other", "any"})
    refuse_unknown("build", set(build.dead), {*RANKS, "base"})
    return build


def matches(match: str, first: str, second: str) -> bool:
    """Whether the suits of two cards are to each other as the word says."""
    same_suit = first[-1] == second[-1]
    same_color = (first[-1] in RED_SUITS) == (second[-1] in RED_SUITS)
    return {
        "suit": same_suit, "alternate": not same_color, "color": same_color, "other": not same_suit, "any": True,
    }[match]  # fmt: skip


def fits(ranks: str, build: Any, under: str, card: str, base: str, circular: bool = False) -> bool:
    """Whether a card may lie on another by a build rule; ``circular`` wraps whatever the rule says.

    ``base`` is the foundations' base rank; any other text while it is not known.
    """
    if is_down(under) or is_down(card):
        return False
    return any(_fits_one(ranks, one, under, card, base, circular) for one in read_builds(build))


def _fits_one(ranks: str, build: Build, under: str, card: str, base: str, circular: bool) -> bool:
    if under[0] in build.dead or (under[0] == base and "base" in build.dead):
        return False
    if not matches(build.match, under, card):
        return False
    if build.direction == "any":
        return True
    up = ranks.index(card[0]) - ranks.index(under[0])
    step = build.step
    wanted = {"up": [step], "down": [-step], "updown": [step, -step], "same": [0]}[build.direction]
    if build.wrap or circular:
        return any((up - steps) % len(ranks) == 0 for steps in wanted)
    return up in wanted


def hangs_together(ranks: str, build: Any, cards: list[str], base: str, circular: bool = False) -> bool:
    """Whether every card lies on the one before it as the build rule says."""
    return all(fits(ranks, build, cards[i], cards[i + 1], base, circular) for i in range(len(cards) - 1))
