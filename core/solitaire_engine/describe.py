"""The rules page of a game, written from its compiled rules.

Nothing here knows a game by name: every sentence comes from the groups, the tables, the
opening deal and the words of the variant, so a page cannot drift away from what is played.
A word that a plugin brings has its say through its `rule`; a variant may put its own
wording in place of one section under ``text:``, by the section's key (the name of a group,
``pack``, ``deal``, ``transfer``, ``remove``, ``redeal``, ``score`` or ``win``). What a variant
calls its piles (``name``, ``plural``) is what the page calls them.

The page is plain text with a little markdown: ``#`` before the title, ``##`` before each
heading, ``-`` before the lines of a list. Each paragraph is one long line; the caller wraps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace

from .definitions import Group, Kind, Param
from .describe_deal import opening_deal
from .describe_game import crossings, pack, redealing, removing, scoring, the_place, winning
from .describe_piles import pile_rules
from .describe_stock import stock_rules
from .rules import Rules
from .sentences import capital, full_stop, joined

ORDER: tuple[Kind, ...] = ("stock", "waste", "foundation", "discard", "cell", "reserve", "tableau")
"""The order in which a page speaks of the piles; groups of one kind keep the order of the file."""


@dataclass(frozen=True, slots=True)
class Section:
    """A headed part of a rules page: whole sentences, then the lines of a list, if it has one.

    `key` is the name of a pile group, or one of ``about``, ``pack``, ``deal``, ``transfer``,
    ``remove``, ``redeal``, ``score``, ``win``, ``choices``, ``notes`` and ``sources``. The
    section ``about`` has no heading.
    """

    key: str
    heading: str
    sentences: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


def rules_page(rules: Rules) -> str:
    """The whole page as text, ending in a line feed."""
    blocks = [f"# {rules.variant.name}"]
    for section in rules_sections(rules):
        if section.heading:
            blocks.append(f"## {section.heading}")
        if section.sentences:
            blocks.append(" ".join(section.sentences))
        if section.items:
            blocks.append("\n".join(f"- {item}" for item in section.items))
    return "\n\n".join(blocks) + "\n"


def rules_sections(rules: Rules) -> tuple[Section, ...]:
    """The sections of the page, in the order in which it has them."""
    rules = _told_apart(rules)
    text = rules.variant.text
    return tuple(
        Section(section.key, section.heading, (full_stop(text[section.key]),)) if section.key in text else section
        for section in _sections(rules)
        if section.sentences or section.items or section.key in text
    )


def _sections(rules: Rules) -> Iterator[Section]:
    variant = rules.variant
    yield Section("about", "", tuple(_about(rules)))
    yield Section("pack", "The pack", (pack(rules),))
    yield Section("deal", "The deal", tuple(opening_deal(rules)))
    for kind in ORDER:
        for number_of, group in enumerate(rules.groups):
            if group.kind == kind:
                told = stock_rules(rules, number_of) if kind in ("stock", "waste") else pile_rules(rules, number_of)
                yield Section(group.name, capital(the_place(rules, group)), tuple(told))
    yield Section("transfer", "Between the piles", tuple(crossings(rules)))
    yield Section("remove", "Removing cards", tuple(removing(rules)))
    yield Section("redeal", "Redealing", tuple(redealing(rules)))
    yield Section("score", "Scoring", tuple(scoring(rules)))
    yield Section("win", "Winning", (winning(rules),))
    yield Section(
        "choices", "Choices", tuple(_choices(rules)), tuple(_choice(rules, param) for param in variant.params)
    )
    yield _notes(rules)
    yield Section("sources", "Sources", items=tuple(map(full_stop, variant.meta.sources)))


def _told_apart(rules: Rules) -> Rules:
    """The same rules, with the names of groups added to their nouns where two groups are called the same."""
    nouns = Counter(group.noun for group in rules.groups)
    if max(nouns.values()) == 1:
        return rules
    told = copy(rules)
    told.groups = tuple(_with_name(group) if nouns[group.noun] > 1 else group for group in rules.groups)
    return told


def _with_name(group: Group) -> Group:
    name = group.name.replace("_", " ")
    return replace(group, noun=f"{group.noun} ({name})", plural=f"{group.plural} ({name})")


def _about(rules: Rules) -> Iterator[str]:
    variant = rules.variant
    if variant.aliases:
        yield f"Also known as {joined(variant.aliases, 'or')}."
    if variant.meta.inventor:
        yield f"Invented by {full_stop(variant.meta.inventor)}"
    if variant.meta.year:
        yield f"First published in {variant.meta.year}."


def _choices(rules: Rules) -> Iterator[str]:
    variant = rules.variant
    for param in variant.params[:1]:
        now = variant.values[param.name]
        other = next((choice for choice in param.choices if choice != now), now)
        yield f"The game may be played in other ways; each choice is set by its name, as in {param.name}={other}."
        changed = [f"{name}={value}" for name, value in variant.changed_values.items()]
        yield f"This page describes the game with {joined(changed) if changed else 'the usual choices'}."


def _choice(rules: Rules, param: Param) -> str:
    """A parameter, what it offers, and what holds here."""
    value = rules.variant.values[param.name]
    here = f", but here {value}" if value != param.default else ""
    what = f" ({param.text})" if param.text else ""
    return f"{param.name}{what}: {_offered(param.choices)}, usually {param.default}{here}."


def _offered(choices: Sequence[str]) -> str:
    """ "1 or 3", "4 to 10"."""
    numbers = [int(choice) for choice in choices if choice.isdecimal()]
    if len(choices) > 3 and numbers == list(range(numbers[0], numbers[0] + len(choices))):
        return f"{numbers[0]} to {numbers[-1]}"
    return joined(choices, "or")


def _notes(rules: Rules) -> Section:
    """Readings taken where sources differ, and what this page cannot tell."""
    variant = rules.variant
    items = [full_stop(note) for note in variant.meta.notes]
    items.extend(full_stop(capital(warning)) for warning in variant.warnings)
    if rules.extra_moves or rules.after_move:
        items.append(f"Plugins take part in play beyond what is told here ({joined(variant.plugins)}).")
    about = ("These notes speak of the game with its usual choices.",) if items and variant.changed_values else ()
    return Section("notes", "Notes", about, tuple(items))
