"""What is odd about a variant and no fault: groups that are not shown, words whose plugin the file does not name."""

from __future__ import annotations

from collections.abc import Iterator

from .deals import parse_deal
from .host import CORE, Host
from .opening import opening
from .reading import named
from .rules import Rules
from .variant import words_used


def remarks_on(rules: Rules, host: Host) -> tuple[str, ...]:
    """A sentence on each thing that is odd, with what to do about it; none for most games."""
    return (*_unshown(rules), *_borrowed(rules, host))


def _unshown(rules: Rules) -> Iterator[str]:
    """Groups that no row of the layout names although they have cards, or may get some by hand."""
    layout = rules.variant.layout
    if not layout:
        return
    shown = {token.partition("/")[0] for row in layout for token in row.split()}
    start = opening(rules, parse_deal("1"))
    holding = {rules.group(pile).name for pile, cards in enumerate(start.piles) if cards}
    for group in rules.groups:
        # What is played away is seldom looked at again, and what is set aside never comes back: games hide it by wish.
        aside = group.kind == "discard" or (group.accept == "none" and group.lift.word.mode == "none")
        if not group.count or aside or group.name in shown:
            continue
        takes = group.accept != "none" and group.kind in ("tableau", "cell", "foundation")
        full = [0 < group.maximum <= len(start.piles[pile]) for pile in rules.piles_of((group.name,))]
        if group.kind == "foundation" and all(full):
            continue
        if group.name in holding or takes or group.kind in ("stock", "waste"):
            yield f"the layout does not show {group.name}; name it in a row of layout"


def _borrowed(rules: Rules, host: Host) -> Iterator[str]:
    """Words of plugins that stand in the file without their plugin, so that nobody is told where they come from."""
    plugins = rules.variant.plugins
    told: set[str] = set()
    for word in words_used(rules.variant):
        # A number that is written for a limit is a word that no plugin brought.
        if host.words.get(type(word), word.name) is not word:
            continue
        owner = host.words.owner(type(word), word.name)
        if owner != CORE and owner not in plugins and owner not in told:
            told.add(owner)
            way = f"add plugins: [{', '.join((*plugins, owner))}]"
            yield f"the {word.kind} word {named(word.name)} is of the plugin {owner}, which is not named; {way}"
