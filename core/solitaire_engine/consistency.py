"""What must fit together in a variant beyond the single keys: groups that exist, cards that add up.

Each check goes as far as what it needs is known, so that one fault does not hide another
and is not reported again as its own consequence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .cards import rank_of
from .definitions import Crossing, DealRule, DealStep, Group, Removal, TableauRedeal, WinRule
from .host import Host
from .reading import BAD, Report, as_map, as_texts, as_tuple, named, way_out
from .sentences import rank_phrase
from .tabulate import deal_counts
from .words import Transfer

SECTIONS = ("pack", "deal", "transfer", "remove", "redeal", "score", "win")
"""Sections of the rules page besides one for each group."""


@dataclass(frozen=True)
class Whole:
    """A document being checked.

    `doc` has `BAD` for keys with problems. `names` are the groups of the file, `groups` those
    whose kind and count are known. `pack`: None where it is not known.
    """

    doc: Mapping[str, object]
    names: tuple[str, ...]
    groups: Mapping[str, Group]
    pack: bytes | None
    host: Host
    report: Report

    @property
    def complete(self) -> bool:
        """Whether all groups are known, so that things can be counted."""
        return bool(self.groups) and len(self.groups) == len(self.names) and not self.report.partial

    def of_kind(self, *kinds: str) -> list[Group]:
        """The groups of some kinds that are known."""
        return [group for group in self.groups.values() if group.kind in kinds]

    def check_names(self, names: Iterable[str] | None, path: str) -> bool:
        """Whether all names are groups; reports those that are not."""
        good = True
        for number, name in enumerate(names or ()):
            if self.names and name not in self.names:
                where = self.report.item(path, number)
                self.report.at(where, f"there is no group {named(name)}", way_out(name, self.names, "groups"))
                good = False
        return good


def check_groups(whole: Whole) -> None:
    """The groups that groups speak of, and what a stock and a waste need."""
    report = whole.report
    if whole.doc.get("piles") == {}:
        report.at("piles", "there are no piles", "add at least a tableau and a foundation")
    for group in whole.groups.values():
        path = f"piles.{group.name}"
        whole.check_names(group.sources, f"{path}.from")
        whole.check_names(group.targets, f"{path}.to")
        whole.check_names(group.gap.sources, f"{path}.gap.from")
        whole.check_names(group.gap.auto, f"{path}.gap.auto")
        whole.check_names(group.gap.first, f"{path}.gap.first")
        _check_dead_base(whole, group)
        if _feeds_itself(whole.groups, group.name):
            way = "leave out the group that closes the circle"
            report.at(f"{path}.gap.auto", "goes round in a circle: the group would fill its own gaps for ever", way)
        if group.deal is not None:
            _check_stock_deal(whole, group.deal, f"{path}.deal")
        if group.auto and group.accept != "run":
            way = "write accept: run, or leave auto out"
            report.at(f"{path}.auto", "only complete runs go to foundations by themselves", way)
    for kind in ("stock", "waste"):
        for group in whole.of_kind(kind)[1:]:
            report.at(f"piles.{group.name}", f"there is more than one {kind}", f"keep one {kind}")
    for stock in whole.of_kind("stock")[:1]:
        _check_stock(whole, stock)


def _check_dead_base(whole: Whole, group: Group) -> None:
    """Building rules speak of the base rank only where foundations have one."""
    if not whole.complete or whole.of_kind("foundation"):
        return
    lifted = () if group.lift.build is None else (group.lift.build,)
    for key, rules in (("build", group.builds), ("lift", lifted)):
        if any(rule.minds_base for rule in rules):
            message = "'dead base' is about the base rank of the foundations, and there is no foundation"
            whole.report.at(f"piles.{group.name}.{key}", message, "name the rank, as in dead A")


def _feeds_itself(groups: Mapping[str, Group], name: str) -> bool:
    """Whether gaps of a group are filled from the group itself, perhaps through others."""
    waiting, seen = list(groups[name].gap.auto), set[str]()
    while waiting:
        feeder = waiting.pop()
        if feeder == name:
            return True
        if feeder not in seen and feeder in groups:
            seen.add(feeder)
            waiting.extend(groups[feeder].gap.auto)
    return False


def _check_stock(whole: Whole, stock: Group) -> None:
    path, keys = f"piles.{stock.name}", as_map(as_map(whole.doc.get("piles")).get(stock.name))
    # A stock may also be played from, or fill gaps: that is use enough.
    fills = any(stock.name in group.gap.auto for group in whole.groups.values())
    if not keys.keys() & {"deal", "lift"} and not fills and whole.complete:
        way = "say where it deals, as in deal: {to: waste, count: 1}, or let its top card be played: lift: top"
        whole.report.at(path, "the stock has no 'deal'", way)
    if stock.redeals and not whole.of_kind("waste") and whole.complete:
        message = "a redeal turns the waste over, and there is no waste"
        whole.report.at(f"{path}.redeals", message, "leave redeals out, or add a waste")


def _check_stock_deal(whole: Whole, deal: DealRule, path: str) -> None:
    if not whole.check_names(deal.to, f"{path}.to") or not all(name in whole.groups for name in deal.to):
        return
    targets = [whole.groups[name] for name in deal.to]
    if any(target.kind == "stock" for target in targets):
        whole.report.at(f"{path}.to", "the stock cannot deal to itself", "name another group")
        return
    number = sum(target.count for target in targets)
    # No stock is larger than the pack.
    for stock in range(1, len(whole.pack or b"") + 1):
        try:
            deal_counts(whole.host, deal, stock, number)
        except ValueError as error:
            whole.report.at(path, str(error), "it must deal at least one card and no more than there are")
            return


def check_crossings(whole: Whole) -> tuple[tuple[Crossing, ...], set[str]]:
    """The transfers whose words are known, and the words that only a missing plugin may bring."""
    report = whole.report
    crossings: list[Crossing] = []
    unheard: set[str] = set()
    for number, entry in enumerate(as_tuple(whole.doc.get("transfer"))):
        keys = as_map(entry)
        path = report.item("transfer", number)
        name, between = str(keys.get("by")), as_texts(keys.get("between"))
        whole.check_names(between, f"{path}.between")
        for place, group in enumerate(between):
            if group in whole.groups and whole.groups[group].kind != "tableau":
                message = f"only groups of tableau piles have transfers, and {group} is a {whole.groups[group].kind}"
                report.at(f"{path}.between[{place}]", message, "single cards go there without")
        if entry is BAD:
            continue
        word = report.words.get(Transfer, name)
        if word is not None:
            crossings.append(Crossing(word, between))
        elif report.missing:
            # A transfer only adds moves: the game can be played without, and says so.
            unheard.add(name)
            why = "; ".join(report.missing.values())
            report.warnings.append(f"only single cards cross between {' and '.join(between)}: {why}")
        else:
            known = report.words.names(Transfer)
            report.at(f"{path}.by", f"there is no word {named(name)} for a transfer", way_out(name, known))
    return tuple(crossings), unheard


def check_plugins(whole: Whole, unheard: set[str]) -> None:
    """Refuse the file for a plugin that is missing, unless what it is used for is a transfer and nothing else.

    A plugin may act in play through its hooks, so without it the game may be another
    one. Only where the file shows the use - a transfer whose word is unknown - is
    going without it harmless; one missing word excuses one missing plugin.
    """
    report = whole.report
    listed, missing = as_texts(whole.doc.get("plugins")), report.missing
    unnamed = [name for name in listed if name in missing and name not in unheard]
    if len(unnamed) <= len(unheard - set(missing)):
        return
    for name in unnamed:
        # A word that is missing was reported with the same reason: one fault, one problem.
        if not any(missing[name] in problem.message for problem in report.problems):
            place = report.item("plugins", listed.index(name))
            way = "the game may be another one without it; install it, or take it out of plugins"
            report.at(place, missing[name], way)


def check_base(whole: Whole, planned: Sequence[DealStep | None]) -> None:
    """The base is in the pack; if it is dealt, one step deals one card for it."""
    report, base = whole.report, whole.doc.get("base", 0)
    if isinstance(base, int) and whole.pack and not any(rank_of(card) == base for card in whole.pack):
        starts = [start for group in whole.of_kind("foundation") for start in group.starts]
        if any(start.word is not None and start.word.name == "base" for start in starts):
            message = f"the foundations start with {rank_phrase(base)}, and the pack has none"
            report.at("base" if "base" in whole.doc else "deck", message, "write base: and a rank of the pack")
    if base is BAD or "deal" not in whole.doc:
        return
    steps = [as_map(step) for step in as_tuple(whole.doc["deal"])]
    setting = [number for number, step in enumerate(steps) if step.get("sets_base") is True]
    for number in setting:
        path = f"deal[{number}].sets_base"
        step = planned[number]
        if base != "dealt":
            report.at(path, "this step sets the base, but the base is not dealt", "write base: dealt")
        elif number != setting[0]:
            report.at(path, "a step above sets the base already", "leave sets_base out of one of them")
        elif step is not None and len(step.placements) != 1:
            message = f"a step that sets the base deals one card, and this one deals {len(step.placements)}"
            report.at(path, message, "write cards: 1")
    if base == "dealt" and not setting and BAD not in as_tuple(whole.doc["deal"]) and whole.doc["deal"] is not BAD:
        report.at("base", "the base is dealt, but no deal step sets it", "give one step sets_base: true")


def check_win(whole: Whole, win: WinRule) -> None:
    """The groups that `win` names, or, without it, room for the whole pack on the foundations."""
    whole.check_names(win.empty, "win.empty")
    whole.check_names(win.sorted, "win.sorted")
    if "win" in whole.doc or not whole.complete:
        return
    foundations, piles = whole.of_kind("foundation"), as_map(whole.doc.get("piles"))
    if not foundations and not whole.of_kind("discard"):
        message = "there is no foundation, and no 'win' that says what else wins"
        whole.report.at("piles", message, "add one or the other")
    elif not whole.of_kind("discard") and whole.pack is not None and all(group.maximum for group in foundations):
        room = sum(group.count * group.maximum for group in foundations)
        known = not any(as_map(piles[group.name]).get("max") is BAD for group in foundations)
        if room < len(whole.pack) and known:
            message = f"the foundations hold {room} cards at most, and the pack has {len(whole.pack)}"
            way = "raise count or max, or say what wins under 'win'"
            whole.report.at(f"piles.{foundations[0].name}", message, way)


def check_removals(whole: Whole, removals: Sequence[Removal]) -> None:
    """The groups that removals name, and what they need."""
    for number, rule in enumerate(removals):
        whole.check_names(rule.sources, f"remove[{number}].from")
        if rule.adjacent and whole.complete and not any(g.rows and not g.covers for g in whole.groups.values()):
            message = "cards must touch, but no group lies in a grid"
            whole.report.at(f"remove[{number}].adjacent", message, "give a group grid: 5")
    if removals and whole.complete and not whole.of_kind("discard"):
        whole.report.at("remove", "there is no pile for the removed cards", "add discard: {kind: discard} to piles")


def check_redeal(whole: Whole, redeal: TableauRedeal) -> None:
    """The groups that are gathered; the stock must not have redeals of its own."""
    whole.check_names(redeal.gather, "redeal.gather")
    if any(group.redeals for group in whole.groups.values()):
        whole.report.at("redeal", "the stock has redeals too", "keep one of the two")


def check_layout(whole: Whole) -> None:
    """Rows hold groups, each once, points for gaps, and perhaps the number after which a group is wrapped."""
    report = whole.report
    seen: set[str] = set()
    for number, row in enumerate(as_texts(whole.doc.get("layout"))):
        path = report.item("layout", number)
        for token in row.split():
            name, slash, wrap = token.partition("/")
            if token == ".":
                continue
            if whole.names and name not in whole.names:
                report.at(path, f"there is no group {named(name)}", way_out(name, whole.names, "groups"))
            elif slash and not re.fullmatch(r"[1-9][0-9]?", wrap):
                report.at(path, f"{named(token)} wraps after no number", f"write {name}/6 for rows of six piles")
            elif name in seen:
                report.at(path, f"the group {named(name)} is laid out twice", "name it once")
            seen.add(name)


def check_text(whole: Whole) -> None:
    """Sentences belong to sections of the rules page."""
    known = [*whole.names, *SECTIONS]
    for section in as_map(whole.doc.get("text")):
        if whole.names and section not in known:
            way = way_out(section, known, "sections")
            whole.report.at(f"text.{section}", f"there is no section {named(section)}", way)
