"""The engine's own words, brought through the same hook as any plugin's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cards import is_red, rank_of, suit_of
from .hooks import hookimpl
from .sentences import ROOM_BY_CELLS
from .words import Args, Build, Direction, Gap, Lift, Limit, Match, StockDeal, Word


def _down(rank: int, under: int, step: int, around: int) -> bool:
    return (rank + step) % around == under if around else rank + step == under


def _up(rank: int, under: int, step: int, around: int) -> bool:
    return _down(under, rank, step, around)


def _either(rank: int, under: int, step: int, around: int) -> bool:
    return _down(rank, under, step, around) or _up(rank, under, step, around)


DIRECTIONS = (
    Direction(name="down", fits=_down, rule="down"),
    Direction(name="up", fits=_up, rule="up"),
    Direction(name="updown", fits=_either, rule="up or down"),
    Direction(name="any", fits=lambda rank, under, step, around: True, rule="in any order"),
    Direction(name="same", fits=lambda rank, under, step, around: rank == under, rule="with cards of the same rank"),
)

MATCHES = (
    Match(name="suit", fits=lambda card, under: suit_of(card) == suit_of(under), rule="in suit"),
    Match(name="alternate", fits=lambda card, under: is_red(card) != is_red(under), rule="in alternating colours"),
    Match(name="color", fits=lambda card, under: is_red(card) == is_red(under), rule="in the same colour"),
    Match(name="other", fits=lambda card, under: suit_of(card) != suit_of(under), rule="in any other suit"),
    Match(name="any", fits=lambda card, under: True, rule="regardless of suit"),
)

BUILDS = (
    Build(name="none", fits=lambda card, under: False, rule="not at all"),
    Build(name="any", fits=lambda card, under: True, rule="with any card"),
)

LIFTS = (
    Lift(name="none", mode="none"),
    Lift(name="top", mode="top"),
    Lift(name="sequence", mode="tail", by_build=True, refusal="sequences"),
    Lift(
        name="any",
        mode="tail",
        rule="any face-up card may be moved together with all the cards on it, whatever their order",
    ),
    Lift(name="pile", mode="pile"),
    Lift(name="top-or-pile", mode="top-or-pile"),
)


GAPS = (
    Gap(name="any", takes=lambda card, base: True, anything=True, rule="any card"),
    Gap(name="none", takes=lambda card, base: False, rule="no card"),
    Gap(name="base", takes=lambda card, base: base < 0 or rank_of(card) == base, rule="a card of the base rank"),
    Gap(
        name="base-1",
        takes=lambda card, base: base >= 0 and rank_of(card) == (base - 1) % 13,
        rule="a card of the rank below the base (a king if the base is an ace)",
    ),
)


def _cells_refusal(count: int, cells: int, piles: int) -> str:
    wanted = f"{count - 1} empty cell" + ("s" if count > 2 else "")
    return f"{count} cards need {wanted}; {cells} {'is' if cells == 1 else 'are'} empty"


def _supermove_refusal(count: int, cells: int, piles: int) -> str:
    held = f"{cells} empty cell" + ("" if cells == 1 else "s")
    gaps = f"{piles} other empty pile" + ("" if piles == 1 else "s")
    most = (cells + 1) << piles
    return f"{count} cards are too many: {held} and {gaps} carry {most} card{'' if most == 1 else 's'}"


LIMITS = (
    Limit(
        name="cells",
        most=lambda cells, piles: cells + 1,
        refusal=_cells_refusal,
        rule=ROOM_BY_CELLS,
    ),
    Limit(
        name="supermove",
        most=lambda cells, piles: (cells + 1) << piles,
        refusal=_supermove_refusal,
        rule=f"{ROOM_BY_CELLS}, and twice as many for each empty {{pile}} besides the one it goes to",
    ),
)


def _row(stock: int, targets: int, args: Args) -> Sequence[int]:
    """`each` cards to each pile, one row after the other, as far as the stock goes."""
    each = args.get("each", 1)
    assert isinstance(each, int)
    total = min(stock, each * targets)
    return [total // targets + (pile < total % targets) for pile in range(targets)]


DEALS = (StockDeal(name="row", counts=_row, keys={"each": 1}),)


@hookimpl
def solitaire_words() -> Iterable[Word]:
    """All words of the engine itself."""
    return (*DIRECTIONS, *MATCHES, *BUILDS, *LIFTS, *GAPS, *LIMITS, *DEALS)
