"""Small parts of English sentences about piles, ranks and numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .cards import RANK_NAMES, SUIT_NAMES, rank_of, suit_of

if TYPE_CHECKING:
    # What a variant's definition is made of takes a while to import, and listing the games needs none of it.
    from .definitions import Group
    from .words import LiftMode

NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
ROOM_BY_CELLS = "one card more than there are empty {cells}"
LIFTED: Mapping[LiftMode, str] = {
    "none": "no card may be moved off {pile}",
    "top": "only the top card of {pile} may be moved",
    "tail": "cards at the top of {pile} may be moved together",
    "pile": "only the whole of {pile} may be moved",
    "top-or-pile": "only the top card or the whole of {pile} may be moved",
}
"""What each way to lift lets go, ``{pile}`` standing for one pile."""


def number(count: int) -> str:
    """A count in words up to twelve, in digits above."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def ordinal(place: int) -> str:
    """The ordinal of a place counted from 0, in words up to twelfth, in digits above."""
    if place < len(ORDINALS):
        return ORDINALS[place]
    ending = "th" if (place + 1) % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get((place + 1) % 10, "th")
    return f"{place + 1}{ending}"


def times(count: int) -> str:
    """ "once", "twice", "three times"."""
    return {1: "once", 2: "twice"}.get(count, f"{number(count)} times")


def an(noun: str) -> str:
    """The noun with its indefinite article."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def cards(count: int) -> str:
    """ "one card", "three cards"."""
    return f"{number(count)} card{'' if count == 1 else 's'}"


def counted(count: int, what: str = "move") -> str:
    """ "1 move", "7 moves": the number in digits."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def card_name(card: int) -> str:
    """ "the ace of spades"."""
    return f"the {RANK_NAMES[rank_of(card)]} of {SUIT_NAMES[suit_of(card)]}"


def is_single(group: Group) -> bool:
    """Whether the group is one pile that is spoken of as "the ..."."""
    return group.count == 1


def the(group: Group) -> str:
    """One pile of a group in a sentence: "a tableau pile", "the waste"."""
    return f"the {group.noun}" if is_single(group) else an(group.noun)


def plural_of(group: Group) -> str:
    """The piles of a group: "tableau piles", or the noun if there is one."""
    return group.noun if group.count == 1 else group.plural


def counted_piles(group: Group) -> str:
    """The piles of a group with their number: "seven tableau piles"."""
    return f"{number(group.count)} {plural_of(group)}"


def pile_word(group: Group) -> str:
    """What one pile is called where its group is known: "pile" for a Scorpion pile, else its noun."""
    return "pile" if group.noun.partition(" (")[0].endswith("pile") else group.noun


def piles_of(group: Group) -> str:
    """All piles of a group: "the seven tableau piles", "the waste"."""
    return f"the {group.noun}" if group.count == 1 else f"the {counted_piles(group)}"


def some_piles(group: Group, places: Sequence[int], rest: bool = False) -> str:
    """Some piles of a group by their places, counted from 0 and rising.

    "the waste", "the seven tableau piles", "the first three tableau piles", "the second and
    third cells". With `rest` they are the ones not named before: "the other four".
    """
    count, last = len(places), group.count - 1
    if count == group.count:
        return piles_of(group)
    if rest:
        return f"the other {number(count)}" if count > 1 else "the last" if places[0] == last else "the other"
    if count > 1 and places[0] == 0 and places[-1] == count - 1:
        return f"the first {number(count)} {group.plural}"
    if count > 1 and places[0] == last - count + 1 and places[-1] == last:
        return f"the last {number(count)} {group.plural}"
    if count == 1:
        return f"the {ordinal(places[0])} {group.noun}"
    if count > 2 and places[-1] - places[0] == count - 1:
        return f"the {ordinal(places[0])} to {ordinal(places[-1])} {group.plural}"
    return f"the {joined([ordinal(place) for place in places])} {group.plural}"


def rank_phrase(rank: int) -> str:
    """ "a king", "an ace"."""
    return an(RANK_NAMES[rank])


def ranks_phrase(ranks: Sequence[int]) -> str:
    """ "an ace or a king"."""
    return joined([rank_phrase(rank) for rank in ranks], "or")


def joined(parts: Sequence[str], word: str = "and") -> str:
    """ "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def lifted(mode: LiftMode, group: Group) -> str:
    """What a pile of the group lets go: "only the top card of a cell may be moved"."""
    return LIFTED[mode].format(pile=the(group))


def capital(text: str) -> str:
    """The sentence with a capital first letter."""
    return text[:1].upper() + text[1:]


def full_stop(text: str) -> str:
    """The text as a sentence: with a full stop, unless it ends in a mark of its own."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."
