"""What the naive program refuses: words that it would otherwise read as something else, or pass over.

One ValueError for the first of them, naming its place in the variant.
"""

from __future__ import annotations

from typing import Any

from tests.naive_words import (
    PILE_KEYS,
    PREFIXES,
    RULE_KEYS,
    SILENT_DOCUMENT_KEYS,
    SILENT_KEYS,
    STEP_KEYS,
    STOCK_KEYS,
    as_list,
    rank_text,
    read_builds,
    refuse_unknown,
)

TIMES = {"always", "no-gaps", "stock-empty", "first-deal", "last-deal"}
LIFTS = {"none", "top", "sequence", "any", "pile", "top-or-pile"}
REMOVAL_KINDS = {"sum", "rank", "ranks", "same", "beaten"}


def check_document(document: dict[str, Any]) -> None:
    """Refuse keys of the variant, of its deck and of its piles."""
    refuse_unknown("variant", set(document), RULE_KEYS | SILENT_DOCUMENT_KEYS)
    refuse_unknown("deck", set(document.get("deck") or {}), {"packs", "suits", "ranks", "without"})
    for group, given in document["piles"].items():
        kind = given["kind"]
        refuse_unknown(f"piles.{group}.kind", {kind}, set(PREFIXES))
        known = PILE_KEYS | SILENT_KEYS | (STOCK_KEYS if kind == "stock" else set())
        refuse_unknown(f"piles.{group}", set(given), known)
        if "count" in given and "shape" in given:
            raise ValueError(f"piles.{group}: count: n and shape: .. both say how many piles; leave one out")
    for transfer in document.get("transfer") or []:
        refuse_unknown("transfer", set(transfer), {"by", "between"})
        refuse_unknown("transfer.by", {transfer["by"]}, {"shifts"})
    _check_deal(document)
    _check_removals(document)
    _check_redeal(document)
    win = document.get("win") or {}
    refuse_unknown("win", set(win), {"empty", "sorted", "left"})


def check_piles(rules: dict[str, dict[str, Any]], ranks: str) -> None:
    """Refuse words of the groups; ``rules`` has them with their defaults."""
    for group, rule in rules.items():
        place, kind = f"piles.{group}", rule["kind"]
        accepts = {"single", "run", "none"} if kind == "foundation" else {"single", "group", "none"}
        refuse_unknown(f"{place}.accept", {rule["accept"]}, accepts)
        if "auto" in rule and rule["accept"] != "run":
            raise ValueError(f"{place}: the naive program knows auto only beside accept: run")
        refuse_unknown(f"{place}.lock", {rule.get("lock", "pile")}, {"pile", "group"})
        refuse_unknown(f"{place}.when", {rule.get("when", "always")}, TIMES)
        for build in as_list(rule["build"]):
            read_builds(build)
        if rule["lift"] not in LIFTS:
            read_builds(rule["lift"])
        gap = rule["start"] if kind == "foundation" else rule["gap"]
        if isinstance(gap, dict):
            refuse_unknown(f"{place}.gap", set(gap), {"accept", "from", "auto", "each", "first"})
            gap = gap.get("accept", "any")
        words = {rank_text(word) for word in as_list(gap)}
        refuse_unknown(f"{place}.gap", words, {"any", "none", "base", "base-1", *ranks})
        deal = rule.get("deal")
        if deal is not None:
            refuse_unknown(f"{place}.deal", set(deal), {"to", "count", "each", "when", "by", "onto", "close_up"})
            refuse_unknown(f"{place}.deal.by", {deal.get("by", "reserve_deal")}, {"reserve_deal"})
            refuse_unknown(f"{place}.deal.when", {deal.get("when", "always")}, TIMES)
            refuse_unknown(f"{place}.deal.onto", {deal.get("onto", "all")}, {"all", "filled", "empty"})
            if ("count" in deal) == ("each" in deal):
                raise ValueError(f"{place}.deal: say how many cards, either count: n or each: n")


def _check_deal(document: dict[str, Any]) -> None:
    for step in document.get("deal") or []:
        refuse_unknown("deal", set(step), STEP_KEYS)
        refuse_unknown("deal.fix", {step.get("fix", "kings-to-bottom")}, {"kings-to-bottom", "unlike-ranks"})
        refuse_unknown("deal.order", {step.get("order", "rows")}, {"rows", "piles"})
        if len({"each", "cards", "take"} & set(step)) != 1:
            raise ValueError("deal: each step has one of each, cards and take")


def _check_removals(document: dict[str, Any]) -> None:
    for removal in document.get("remove") or []:
        refuse_unknown("remove", set(removal), REMOVAL_KINDS | {"cards", "match", "adjacent", "from"})
        if len(REMOVAL_KINDS & set(removal)) != 1 or "cards" not in removal:
            raise ValueError("remove: say how many cards, and one of sum, rank, ranks, same and beaten")
        refuse_unknown("remove.same", {removal.get("same", "rank")}, {"rank"})
        for key in ("match", "beaten"):
            word = removal.get(key, "suit")
            refuse_unknown(f"remove.{key}", {word}, {"suit", "alternate", "color", "other", "any"})
    if document.get("remove") and not any(given["kind"] == "discard" for given in document["piles"].values()):
        raise ValueError("remove: there is no group of kind discard for the cards")


def _check_redeal(document: dict[str, Any]) -> None:
    redeal = document.get("redeal")
    if not redeal:
        return
    refuse_unknown("redeal", set(redeal), {"times", "gather", "each", "order", "shuffle", "merci"})
    refuse_unknown("redeal.order", {redeal.get("order", "rows")}, {"rows", "piles"})
    if not {"times", "gather"} <= set(redeal) or (redeal.get("order") == "piles" and "each" not in redeal):
        raise ValueError("redeal: say times, gather and, for order: piles, each")
    if any(given.get("redeals", 0) != 0 for given in document["piles"].values()):
        raise ValueError("redeal: the stock has redeals too, and both would be called redeal")
