"""A game as the page is told of it: the whole state, a step with what flies, and the parts of both.

Cards that lie face down have no names here. docs/web_protocol.md has every field.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlencode

from ..apply import apply
from ..cards import DOWN, RANKS, card_text
from ..catalog import in_catalog, is_path, parse_share
from ..definitions import UNLIMITED
from ..describe import rules_sections
from ..game import Game
from ..moves import DEAL, REDEAL
from ..outcome import cards_home
from ..position import Move, Position
from ..rules import Rules
from ..table.changes import Flight, flights
from ..table.plan import Plan
from ..table.session import Session
from ..table.takes import taken_by
from ..text.tell import told_move
from .scrubbing import scrubbed

Json = dict[str, object]

BACK: Final = "#"
MOST_STAGES: Final = 120
"""A step of more moves than these is told as one change."""


def card(number: int) -> str:
    """A card as it is seen."""
    return BACK if number >= DOWN else card_text(number)


def cards(pile: bytes) -> list[str]:
    """The cards of a pile as they are seen, the lowest first."""
    return [card(number) for number in pile]


def message(text: str, bad: bool = False) -> Json:
    """Something that is said."""
    return {"text": scrubbed(text), "bad": bad}


def path_of(game: Game, id: str) -> str:
    """The address of a game: its share link, or where that would be of no use, or tell a path, the one with its id."""
    code = shared(game)
    if not code:
        return f"/game/{id}"
    parts = parse_share(code)
    query = f"?{urlencode(parts.values)}" if parts.values else ""
    return f"/play/{quote(parts.variant)}/{quote(parts.deal, safe=':,')}{query}"


def shared(game: Game) -> str:
    """The share code; empty for a game that began from a position, or whose file others have not got."""
    code = game.share_code
    return "" if not code or is_path(parse_share(code).variant) else code


def game_part(session: Session, id: str) -> Json:
    """Which game it is."""
    game = session.game
    variant = game.rules.variant
    return {
        "variant": variant.id,
        "name": variant.name,
        "family": variant.meta.family,
        "share": shared(game),
        "path": path_of(game, id),
        "deal": str(game.deal) if game.deal is not None else "",
        "daily": session.save.sitting.daily,
        "params": dict(variant.changed_values),
        "yaml": not in_catalog(variant),
        "file": Path(variant.file).name,
    }


def plan_part(plan: Plan) -> Json:
    """The lines of the table."""
    lines = [{"usual": line.usual, "shaped": line.shaped, "overlaps": line.overlaps} for line in plan.lines]
    return {"width": plan.width, "lines": lines}


def piles_part(rules: Rules, position: Position, plan: Plan) -> list[Json]:
    """Every pile, with where it stands and what lies there."""
    places = {place.pile: (number, place) for number, line in enumerate(plan.lines) for place in line.places}
    told: list[Json] = []
    for pile, name in enumerate(rules.names):
        group = rules.group(pile)
        line, place = places.get(pile, (-1, None))
        fan = "right" if group.kind == "waste" else "down" if place is not None and place.fans else ""
        told.append(
            {
                "name": name,
                "group": group.name,
                "kind": group.kind,
                "label": name if group.kind in ("stock", "waste") else f"{group.noun} {name}",
                "line": line,
                "x": place.x if place is not None else 0,
                "fan": fan,
                "spare": place.spare if place is not None else 0,
                "covers": [rules.names[cover] for cover in rules.covers[pile]],
                **pile_part(rules, position, pile),
            }
        )
    return told


def pile_part(rules: Rules, position: Position, pile: int) -> Json:
    """What lies on a pile, and what its place shows when it is empty."""
    lying = position.piles[pile]
    taken = "" if lying else taken_by(rules, position, pile)
    return {"cards": cards(lying), "takes": card_text(taken) if isinstance(taken, int) else taken}


def counts_part(session: Session) -> Json:
    """What the piles do not show."""
    rules, position, game = session.game.rules, session.position, session.game
    redeals: int | None = None
    if rules.redeals:
        redeals = UNLIMITED if rules.redeals == UNLIMITED else max(rules.redeals - position.redeals, 0)
    base = ""
    if rules.base_varies and position.base >= 0:
        base = "10" if RANKS[position.base] == "T" else RANKS[position.base]
    return {
        "moves": len(game.moves),
        "redeals": redeals,
        "stock": len(position.piles[rules.stock]) if rules.stock >= 0 else None,
        "score": position.score if rules.variant.score is not None else None,
        "seconds": round(session.save.sitting.elapsed, 1),
        "home": cards_home(rules, position),
        "base": base,
    }


def can_part(session: Session) -> Json:
    """What can be done now, for buttons."""
    game, legal = session.game, session.legal
    rules = game.rules
    homes = any(rules.group(pile).kind == "foundation" for pile in rules.home)
    return {
        "undo": bool(game.moves),
        "redo": bool(game.undone),
        "restart": bool(game.moves),
        "deal": DEAL in legal,
        "redeal": REDEAL in legal,
        "finish": session.can_finish,
        "auto": homes,
        "more": any(move.kind not in ("cards", "remove") for move in legal),
    }


def flight_part(rules: Rules, flight: Flight, stage: int) -> Json:
    """Cards that fly together."""
    return {
        "from": rules.names[flight.source],
        "at": flight.at,
        "to": rules.names[flight.target],
        "place": flight.place,
        "cards": cards(flight.cards),
        "backwards": flight.backwards,
        "stage": stage,
    }


def events(rules: Rules, positions: Sequence[Position]) -> list[Json]:
    """What flies on the way through some positions, one stage from each to the next."""
    if len(positions) > MOST_STAGES:
        positions = (positions[0], positions[-1])
    told: list[Json] = []
    for stage in range(len(positions) - 1):
        for flight in flights(positions[stage], positions[stage + 1]):
            told.append(flight_part(rules, flight, stage))
    return told


def changed_piles(rules: Rules, before: Position, after: Position) -> Json:
    """The piles that are not as they were; an empty stock may show something else though nothing lies there."""
    return {
        name: pile_part(rules, after, pile)
        for pile, name in enumerate(rules.names)
        if before.piles[pile] != after.piles[pile] or not after.piles[pile]
    }


def told_moves(rules: Rules, position: Position, moves: Iterable[Move]) -> list[Json]:
    """Moves that can be chosen, with what each does."""
    return [_told(rules, position, move) for move in moves]


def move_list(game: Game) -> list[Json]:
    """All moves of a game, those undone as well."""
    rules, position = game.rules, game.position
    told = [_told(rules, at, move) for move, at in zip(game.moves, game.positions, strict=False)]
    for move in game.undone:
        told.append(_told(rules, position, move))
        position = apply(rules, position, move)
    return told


def _told(rules: Rules, position: Position, move: Move) -> Json:
    return {"text": str(move), "told": scrubbed(told_move(rules, position, move))}


def rules_part(rules: Rules) -> Json:
    """The rules page in its sections."""
    sections = [
        {
            "key": section.key,
            "heading": section.heading,
            "sentences": [scrubbed(text) for text in section.sentences],
            "items": [scrubbed(text) for text in section.items],
        }
        for section in rules_sections(rules)
    ]
    return {"name": rules.variant.name, "sections": sections}


def held_part(rules: Rules, held: Mapping[int, int]) -> Json:
    """What is held: how many cards of which piles."""
    return {rules.names[pile]: count for pile, count in held.items()}
