"""From the keys of a pile group to a `Group`, with the defaults of its kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from .definitions import Accept, BuildRule, DealRule, GapRule, Group, Kind, LiftRule, Lock, When
from .reading import BAD, Report, as_texts, as_tuple
from .schema import DEFAULTS, KEYS
from .sentences import counted
from .words import AnyWord, Build, Direction, Gap, Lift, Limit, Match, Registry, Word


def make_group(name: str, given: Mapping[str, object], packs: int, base: int, report: Report) -> Group | None:
    """The group, or None where its kind or the number of its piles is not known.

    `given` may hold `BAD`: such a key counts as not given. `base` is a rank, or negative while it is not known.
    """
    doubtful = {key for key, value in given.items() if value is BAD}
    keys = {key: value for key, value in given.items() if value is not BAD}
    kind = next((kind for kind in DEFAULTS if kind == keys.get("kind")), None)
    if kind is None or doubtful & {"count", "shape", "grid"} & KEYS[kind].keys():
        return None
    words, default, path = report.words, DEFAULTS[kind], f"piles.{name}"
    per = packs if kind == "foundation" else 1
    count = cast(int, keys.get("count", per * int(default["count"])))
    rows, covers = _rows(keys, count, path, report)
    count = sum(rows) if covers else count
    builds = tuple(rule for rule in as_tuple(keys.get("build")) if isinstance(rule, BuildRule))
    starts = tuple(rule for rule in as_tuple(keys.get("start")) if isinstance(rule, GapRule))
    for key, number in (("build", len(builds)), ("start", len(starts))):
        if number not in (0, 1, count):
            message = f"gives {counted(number, 'rule')} for {counted(count, 'pile')}"
            report.at(f"{path}.{key}", message, "give one rule, or one for each pile")
    # A reserve of one pile is spoken of as "the reserve".
    noun = kind if kind == "reserve" and count == 1 else default.get("name", kind)
    noun = str(keys.get("name", noun))
    lift, gap = keys.get("lift"), keys.get("gap")
    limit, deal = keys.get("limit"), keys.get("deal")
    return Group(
        name=name,
        kind=cast(Kind, kind),
        count=count,
        noun=noun,
        plural=str(keys.get("plural", f"{noun}s")),
        builds=builds or (_default_build(default["build"], kind == "foundation" and base != 0, words),),
        lift=lift if isinstance(lift, LiftRule) else LiftRule(_core(words, Lift, default["lift"])),
        gap=gap if isinstance(gap, GapRule) else GapRule(word=_core(words, Gap, default["gap"])),
        starts=starts or (GapRule(word=_core(words, Gap, default["start"])),),
        limit=limit if isinstance(limit, Limit) else None,
        accept=cast(Accept, keys.get("accept", default["accept"])),
        maximum=cast(int, keys.get("max", int(default["max"] or 0))),
        sources=as_texts(keys["from"]) if "from" in keys else None,
        targets=as_texts(keys["to"]) if "to" in keys else None,
        auto=keys.get("auto") is True,
        when=cast(When, keys.get("when", "always")),
        deal=deal if isinstance(deal, DealRule) else None,
        redeals=cast(int, keys.get("redeals", 0)),
        face_up=keys.get("face") == "up",
        follow=keys.get("follow") is True,
        lock=cast(Lock, keys.get("lock", "")),
        covers=covers,
        rows=rows,
    )


def _rows(
    keys: Mapping[str, object], count: int, path: str, report: Report
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """How many piles lie in each row, and which cover which."""
    shape, grid = as_tuple(keys.get("shape")), keys.get("grid")
    if shape:
        for key in ("count", "grid"):
            if key in keys:
                report.at(f"{path}.{key}", f"the shape says how the piles lie, and so does {key!r}", "leave one out")
        return cast(tuple[int, ...], shape[0]), cast(tuple[tuple[int, ...], ...], shape[1])
    if isinstance(grid, int):
        full, rest = divmod(count, grid)
        return (grid,) * full + ((rest,) if rest else ()), ()
    return (), ()


def _default_build(text: str, wrap: bool, words: Registry) -> BuildRule:
    direction, _, match = text.partition(" ")
    if not match:
        return BuildRule(word=_core(words, Build, text))
    return BuildRule(direction=_core(words, Direction, direction), match=_core(words, Match, match), wrap=wrap)


def _core(words: Registry, kind: type[AnyWord], name: str) -> AnyWord:
    word = words.get(kind, name)
    assert word is not None, "the engine's own words are always there"
    return word


def words_of(group: Group) -> Iterator[Word]:
    """Every word that decides how the group plays."""
    for rule in group.builds:
        yield from rule.words()
    yield group.lift.word
    if group.lift.build is not None:
        yield from group.lift.build.words()
    for gap in (group.gap, *group.starts):
        if gap.word is not None:
            yield gap.word
    if group.limit is not None:
        yield group.limit
    if group.deal is not None:
        yield group.deal.word
