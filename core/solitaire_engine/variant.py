"""From a resolved document to a `Variant`: defaults of each pile kind, and what must fit together."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal, cast

from .cards import make_pack
from .consistency import (
    Whole,
    check_base,
    check_crossings,
    check_groups,
    check_layout,
    check_plugins,
    check_redeal,
    check_removals,
    check_text,
    check_win,
)
from .dealing import cards_named, plan_deal
from .definitions import (
    CHOSEN,
    DEALT,
    Crossing,
    Group,
    Meta,
    Param,
    Removal,
    ScoreRule,
    TableauRedeal,
    Variant,
    WinRule,
)
from .document import Source, load_source, resolve
from .errors import SolitaireError, VariantError
from .grouping import make_group, words_of
from .host import Host
from .offers import Finder, Preset
from .reading import BAD, Report, as_map, as_numbers, as_texts, as_tuple, named, way_out
from .schema import DOCUMENT
from .words import Word
from .yamlnodes import Map, Scalar, to_plain

_NOT_RULES = ("name", "aliases", "id", "meta", "layout", "text", "plugins", "schema")


def load_variant(
    path: Path,
    find: Finder,
    host: Host,
    preset: str | None = None,
    values: Mapping[str, str] | None = None,
) -> Variant:
    """Read, resolve and check a variant file.

    `preset` is the id of a preset of the file; `values` sets parameters, as text.
    Raises VariantError with every problem of the file, or SolitaireError where a
    parameter value is not offered.
    """
    report = new_report(path, host)
    source = load_source(path, find, report)
    return build_variant(source, host, report, preset, values or {})


def new_report(path: Path, host: Host) -> Report:
    """An empty report for a file."""
    return Report(str(path), host.words)


def build_variant(
    source: Source, host: Host, report: Report, preset: str | None = None, values: Mapping[str, str] | None = None
) -> Variant:
    """The variant of a loaded source with a preset and parameter values."""
    chosen = next((p for p in source.offers.presets if p.id == preset), None)
    if preset is not None and chosen is None:
        known = ", ".join(p.id for p in source.offers.presets) or "none"
        raise SolitaireError(f"{source.file} has no preset {named(preset)}; its presets: {known}")
    given = check_values(source, values or {})
    root, all_values = resolve(source, chosen, given, report)
    report.missing = _missing_plugins(root, host)
    builder = _Builder(source, chosen, root, all_values, host, report)
    variant = builder.build()
    if report.problems or variant is None:
        raise VariantError(report.problems)
    return variant


def check_values(source: Source, values: Mapping[str, str]) -> dict[str, str]:
    """The given parameter values; SolitaireError names what is offered where one is not."""
    offers = {param.name: param for param in source.offers.params}
    for name, value in values.items():
        if name in source.offers.doubtful:
            continue
        if name not in offers:
            way = way_out(name, list(offers), "its parameters") if offers else "it has no parameters"
            raise SolitaireError(f"{source.file.stem} has no parameter {named(name)}; {way}")
        if value not in offers[name].choices:
            raise SolitaireError(f"{name}={value} is not offered; {way_out(value, offers[name].choices, 'choices')}")
    return dict(values)


def _missing_plugins(root: Map, host: Host) -> dict[str, str]:
    plugins = root.get("plugins")
    names = to_plain(plugins) if plugins is not None else []
    listed = names if isinstance(names, list) else [names]
    return {name: host.why_missing(name) for name in listed if isinstance(name, str) and not host.is_loaded(name)}


class _Builder:
    def __init__(
        self, source: Source, preset: Preset | None, root: Map, values: dict[str, str], host: Host, report: Report
    ) -> None:
        self.source, self.preset, self.root, self.values = source, preset, root, values
        self.host, self.report = host, report
        self.used: list[Word] = []

    def build(self) -> Variant | None:
        """The variant; None if the report has a problem, of which there are then as many as can be found."""
        doc = as_map(DOCUMENT.read(self.root, "", self.report))
        self._check_id(doc)
        pack, packs = self._pack(doc)
        base = _base(doc)
        piles = as_map(doc.get("piles"))
        made = {name: make_group(name, as_map(keys), packs, base, self.report) for name, keys in piles.items()}
        groups = {name: group for name, group in made.items() if group is not None}
        whole = Whole(doc, tuple(piles), groups, pack, self.host, self.report)
        check_groups(whole)
        crossings, unheard = check_crossings(whole)
        check_plugins(whole, unheard)
        counted = pack if whole.complete and doc.get("deal") is not BAD else None
        planned = plan_deal(as_tuple(doc.get("deal")), groups, tuple(piles), counted, self.report)
        check_base(whole, planned)
        base_from = as_texts(doc.get("base")) or None
        whole.check_names(base_from, "base.chosen")
        win, redeal, score = doc.get("win"), doc.get("redeal"), doc.get("score")
        win = win if isinstance(win, WinRule) else WinRule()
        removals = tuple(rule for rule in as_tuple(doc.get("remove")) if isinstance(rule, Removal))
        check_win(whole, win)
        check_removals(whole, removals)
        if isinstance(redeal, TableauRedeal):
            check_redeal(whole, redeal)
        check_layout(whole)
        check_text(whole)
        if self.report.problems or pack is None:
            return None
        redeal = redeal if isinstance(redeal, TableauRedeal) else None
        self.used.extend(_words(groups.values(), crossings, removals, win, redeal))
        document = as_map(to_plain(self.root))
        plugins = as_texts(doc.get("plugins"))
        return Variant(
            id=self.preset.id if self.preset else self.source.file.stem,
            name=self.preset.name if self.preset else str(doc["name"]),
            aliases=self.preset.aliases if self.preset else as_texts(doc.get("aliases")),
            meta=_meta(as_map(doc.get("meta"))),
            params=self._params(),
            values=self.values,
            pack=pack,
            packs=packs,
            ranks=tuple(as_numbers(as_map(doc.get("deck")).get("ranks")) or range(13)),
            base=base,
            groups=tuple(groups.values()),
            crossings=crossings,
            deal=tuple(step for step in planned if step is not None),
            base_from=base_from,
            removals=removals,
            redeal=redeal,
            win=win,
            score=score if isinstance(score, ScoreRule) else None,
            auto=cast(Literal["safe", "none", "all"], doc.get("auto", "safe")),
            layout=as_texts(doc.get("layout")),
            plugins=plugins,
            text={key: str(value) for key, value in as_map(doc.get("text")).items()},
            document=document,
            hash=self._hash(document, plugins),
            file=str(self.source.file),
            warnings=tuple(self.report.warnings),
        )

    def _params(self) -> tuple[Param, ...]:
        """The parameters; what a preset sets is the usual value there."""
        own = self.preset.values if self.preset else dict[str, Scalar]()
        return tuple(
            replace(param, default=own[param.name].text) if param.name in own else param
            for param in self.source.offers.params
        )

    def _check_id(self, doc: Mapping[str, object]) -> None:
        given, stem = doc.get("id"), self.source.file.stem
        if isinstance(given, str) and given != stem:
            way = f"write id: {stem}, or rename the file"
            self.report.at("id", f"{named(given)} is not the name of the file", way)

    def _pack(self, doc: Mapping[str, object]) -> tuple[bytes | None, int]:
        """The cards, None where they are not known, and the number of packs."""
        keys = as_map(doc.get("deck"))
        packs, suits, ranks = keys.get("packs", 1), keys.get("suits", 4), keys.get("ranks")
        if not isinstance(packs, int):
            return None, 1
        if doc.get("deck") is BAD or not isinstance(suits, int) or ranks is BAD or keys.get("without") is BAD:
            return None, packs
        # One suit is spades, two are spades and hearts: what players of Spider expect to see.
        chosen = {1: (3,), 2: (2, 3), 3: (0, 2, 3), 4: (0, 1, 2, 3)}[suits]
        pack = make_pack(packs, chosen, as_numbers(ranks) if ranks is not None else range(13))
        for number, word in enumerate(as_texts(keys.get("without"))):
            cards = cards_named(word)
            if cards is None or not set(cards) & set(pack):
                message = f"{named(word)} is no card or rank of the pack"
                self.report.at(self.report.item("deck.without", number), message, "write a card as KS, a rank as 2")
            else:
                pack = bytes(card for card in pack if card not in cards)
        if not pack:
            self.report.at("deck", "there are no cards left in the pack", "leave fewer out")
            return None, packs
        return pack, packs

    def _hash(self, document: Mapping[str, object], plugins: tuple[str, ...]) -> str:
        """A digest of everything that decides how the game is played, and of nothing else."""
        rules = {key: _as_text(value) for key, value in document.items() if key not in _NOT_RULES}
        # Piles are numbered in the order of their groups, so that this order is a rule; what they are called is none.
        rules["piles"] = [
            [name, {key: _as_text(value) for key, value in as_map(keys).items() if key not in ("name", "plural")}]
            for name, keys in as_map(document["piles"]).items()
        ]
        words = sorted({f"{word.kind} {word.name} {word.version}" for word in self.used})
        acting = [(name, self.host.rules_version(name)) for name in dict.fromkeys(plugins)]
        hooks = [f"{name} {version}" for name, version in acting if version]
        text = json.dumps([rules, words, hooks], sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def words_used(variant: Variant) -> tuple[Word, ...]:
    """Every word that decides how a game is played, in the order of the file's keys, some more than once."""
    return tuple(_words(variant.groups, variant.crossings, variant.removals, variant.win, variant.redeal))


def _words(
    groups: Iterable[Group],
    crossings: Iterable[Crossing],
    removals: Iterable[Removal],
    win: WinRule,
    redeal: TableauRedeal | None,
) -> Iterator[Word]:
    for group in groups:
        yield from words_of(group)
    yield from (crossing.word for crossing in crossings)
    yield from (word for rule in removals for word in (rule.pair, rule.match, rule.beaten) if word is not None)
    if win.word is not None:
        yield win.word
    if redeal is not None and redeal.word:
        yield redeal.word


def _as_text(value: object) -> object:
    """The value with its scalars as text: 10 and "10" are the same rank."""
    if isinstance(value, dict):
        return {key: _as_text(part) for key, part in cast(dict[str, object], value).items()}
    if isinstance(value, list):
        return [_as_text(part) for part in cast(list[object], value)]
    return str(value)


def _base(doc: Mapping[str, object]) -> int:
    base = doc.get("base", 0)
    if isinstance(base, int):
        return base
    return DEALT if base == "dealt" else CHOSEN


def _meta(keys: Mapping[str, object]) -> Meta:
    def text(name: str) -> str:
        value = keys.get(name, "")
        return value if isinstance(value, str) else ""

    def number(name: str) -> int | None:
        value = keys.get(name)
        return value if isinstance(value, int) else None

    def lines(name: str) -> tuple[str, ...]:
        return as_texts(keys.get(name))

    return Meta(
        text("family"), text("inventor"), number("year"), number("difficulty"), number("skill"),
        number("minutes"), number("winnable"), lines("sources"), lines("notes"),
    )  # fmt: skip
