"""Why a move is refused, in one sentence that a player understands.

The questions stand in the order in which a person would ask them; the first that is
answered with no gives the sentence. A move that passes all of them is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .cards import DOWN, RANKS, SUITS, card_text, is_red, rank_of, suit_of
from .definitions import GapRule, Group
from .extras import extra_moves
from .position import Move, Position
from .removals import why_no_removal
from .rules import Rules
from .sentences import joined, lifted, rank_phrase, ranks_phrase, the


def why_not(rules: Rules, position: Position, move: Move) -> str | None:
    """The reason why `move` is refused, or None if it is legal."""
    if move.kind == "deal":
        return why_no_deal(rules, position)
    if move.kind == "redeal":
        return why_no_redeal(rules, position)
    if move.kind == "extra":
        return None if move in extra_moves(rules, position) else f"{move.text!r} cannot be done now"
    if move.kind == "remove":
        return why_no_removal(rules, position, move.piles)
    source, target = rules.index.get(move.source, -1), rules.index.get(move.target, -1)
    if source < 0 or target < 0:
        wrong = move.source if source < 0 else move.target
        return f"there is no pile {wrong!r}"
    if move.count < 1:
        return "at least one card must be moved"
    if move.kind == "draw":
        return why_no_draw(rules, position, move)
    return why_no_cards(rules, position, source, target, move.count)


def why_no_cards(rules: Rules, position: Position, source: int, target: int, count: int) -> str | None:
    """As `why_not`, for `count` cards between two piles given by index."""
    if source == target:
        return "a pile cannot be moved onto itself"
    if position.base < 0 and rules.base_from and (source not in rules.base_from or target not in rules.home):
        places = " or ".join(dict.fromkeys(the(rules.group(pile)) for pile in rules.base_from))
        return f"first choose the base: play a card from {places} to a foundation"
    return (
        _held_back(rules, position, source, count)
        or _closed(rules, position, source, target, count)
        or _unfit(rules, position, source, target, count)
        or _too_heavy(rules, position, source, target, count)
    )


def why_no_lift(rules: Rules, position: Position, source: int, count: int) -> str | None:
    """Why the top `count` cards of a pile given by index cannot be lifted, wherever they would go; None if they can."""
    return _held_back(rules, position, source, count)


def _held_back(rules: Rules, position: Position, source: int, count: int) -> str | None:
    """Does the source let them go?"""
    pile, group, name = position.piles[source], rules.group(source), rules.names[source]
    mode = rules.lift_mode[rules.group_of[source]]
    if not pile:
        return f"{the(group)} is empty" if group.kind in ("stock", "waste") else f"{name} is empty"
    if count > len(pile):
        return f"{name} holds only {len(pile)} card{'' if len(pile) == 1 else 's'}"
    if mode == "none":
        if group.kind == "stock":
            return "cards leave the stock only by a deal"
        if rules.extra_moves and group.kind not in ("foundation", "discard"):
            # What a plugin's moves take is not known here; that they take nothing would be false.
            return f"cards leave {the(group)} only by moves of this game's own"
        return f"cards never leave {the(group)}"
    if any(card >= DOWN for card in pile[-count:]):
        return "a face-down card cannot be moved"
    if rules.has_covers and rules.is_covered(source, position.piles):
        return f"{_top(pile, name)} is covered by {_covers(rules, position, source)}"
    part = count < len(pile)
    if (mode == "top" and count > 1) or (mode == "pile" and part) or (mode == "top-or-pile" and count > 1 and part):
        return lifted(mode, group)
    hang = rules.tables(position.base).hang[rules.group_of[source]]
    if hang is not None:
        for depth in range(count, 1, -1):
            under, card = pile[-depth], pile[-depth + 1]
            if not hang[card] >> under & 1:
                return (
                    f"{card_text(under)} and {card_text(card)} do not hang together: "
                    f"{the(group)} moves only {_moved_groups(group)}"
                )
    return None


def _top(pile: bytes, name: str) -> str:
    return name if pile[-1] >= DOWN else f"the {card_text(pile[-1])}"


def _covers(rules: Rules, position: Position, pile: int) -> str:
    """The cards that cover a pile; a face-down one by the name of its pile."""
    tops = [(cover, position.piles[cover][-1]) for cover in rules.covers[pile] if position.piles[cover]]
    return joined([rules.names[cover] if card >= DOWN else f"the {card_text(card)}" for cover, card in tops])


def _moved_groups(group: Group) -> str:
    lift = group.lift
    if lift.word.refusal and lift.build is None and not lift.word.by_build:
        return lift.word.refusal
    build = lift.build or group.builds[0]
    return f"sequences {build.phrase}"


def _closed(rules: Rules, position: Position, source: int, target: int, count: int) -> str | None:
    """Is the way open, for that many?"""
    route = rules.routes[rules.group_of[source]][rules.group_of[target]]
    group = rules.group(target)
    if not route.most:
        return route.closed
    if group.when != "always" and not rules.holds(group.when, position):
        return f"{the(group)} is open only {rules.when_phrase(group.when)}"
    if count > route.most:
        return route.crowd
    if group.maximum and len(position.piles[target]) + count > group.maximum:
        if len(position.piles[target]) >= group.maximum:
            # Of a foundation that has come to its end the building rule says more: it takes nothing.
            ended = group.kind == "foundation" and not _goes_on(rules, position, target)
            return None if ended else f"{rules.names[target]} is full"
        room = group.maximum - len(position.piles[target])
        return f"{rules.names[target]} has room for only {room} more card{'' if room == 1 else 's'}"
    return None


def _goes_on(rules: Rules, position: Position, target: int) -> bool:
    """Whether any card fits on the top card of a pile."""
    takes = rules.tables(position.base).takes[rules.unit_of[target]]
    return bool(takes[position.piles[target][-1]])


def _unfit(rules: Rules, position: Position, source: int, target: int, count: int) -> str | None:
    """Does the target take the lead card?"""
    tables = rules.tables(position.base)
    pile, unit = position.piles[source], rules.unit_of[target]
    group = rules.group(target)
    lead, under = pile[-count], position.piles[target]
    if group.accept == "run":
        if under or count != group.maximum or not rules.completes(target, pile, position.base):
            return f"an empty {group.noun} takes a complete run of {group.maximum} cards, and nothing else"
        return None
    if not under:
        route = rules.routes[rules.group_of[source]][rules.group_of[target]]
        first = rules.gap_first[unit]
        if not route.gap_open:
            return f"an empty {group.noun} is filled from {_places(rules, group.gap.sources or ())} only"
        if rules.group_of[source] not in first and any(position.piles[i] for g in first for i in rules.span[g]):
            return f"an empty {group.noun} is filled from {_places(rules, group.gap.first)} first"
        if not tables.start[unit] >> lead & 1:
            wanted = starters(rules, rules.units[unit].start, tables.start[unit])
            return f"{'only ' if tables.start[unit] else ''}{wanted} may start {the(group)}"
        return why_no_place(rules, position.piles, target, pile[-count:]) if rules.particular[unit] else None
    if under[-1] >= DOWN:
        return f"the {card_text(lead)} cannot go on the {card_text(under[-1])}, which lies face down"
    if not tables.build[unit][lead] >> under[-1] & 1:
        takes = taken_by(tables.takes[unit][under[-1]])
        return f"the {card_text(lead)} cannot go on the {card_text(under[-1])}, which takes {takes}"
    return why_no_place(rules, position.piles, target, pile[-count:]) if rules.particular[unit] else None


def why_no_place(rules: Rules, piles: Sequence[bytes], target: int, cards: bytes) -> str | None:
    """What a table of two cards cannot tell: foundations that follow one another, and directions that are settled.

    `cards` are those that come to lie on `target`, the lead card first.
    """
    lead = cards[0]
    group = rules.group(target)
    span = rules.span[rules.group_of[target]]
    if group.follow and target > span.start:
        before = piles[target - 1]
        if all(rank_of(card) != rank_of(lead) for card in before):
            return (
                f"{rules.names[target]} takes {rank_phrase(rank_of(lead))} only once {rules.names[target - 1]} has one"
            )
    if group.lock and piles[target]:
        settled = next((p for p in ([target] if group.lock == "pile" else span) if len(piles[p]) > 1), None)
        if settled is not None:
            size = len(rules.variant.ranks)
            places = [
                rules.variant.ranks.index(rank_of(card)) for card in (*piles[settled][:2], *piles[target][-1:], *cards)
            ]
            upwards = (places[1] - places[0]) % size == 1
            if any((there - here) % size != (1 if upwards else size - 1) for here, there in pairwise(places[2:])):
                what = rules.names[target] if group.lock == "pile" else f"every {group.noun}"
                return f"{what} goes on {'upwards' if upwards else 'downwards'}, as it began"
    return None


def _places(rules: Rules, names: Sequence[str]) -> str:
    named = [the(group) for group in rules.groups if group.name in names]
    return " or ".join(named) if named else "nowhere"


def _too_heavy(rules: Rules, position: Position, source: int, target: int, count: int) -> str | None:
    """Can they be carried?"""
    group = rules.group_of[source]
    limit = rules.groups[group].limit
    if count == 1 or limit is None:
        return None
    cells = rules.empty_cells(position.piles)
    piles = rules.empty_piles(group, position.piles, target)
    most = rules.limit_now(group, position.piles, target)
    if count <= most:
        return None
    return rules.refusal_of(limit, count, cells, piles) or f"{count} cards are too many: {most} can be carried now"


def why_no_deal(rules: Rules, position: Position) -> str | None:
    """Why the stock does not deal, or None if it does."""
    if rules.stock < 0:
        return "this game has no stock"
    deal = rules.stock_deal
    if deal is None:
        return "the cards of this stock are played one by one, not dealt"
    if position.base < 0 and rules.base_from:
        return "first choose the base"
    if deal.close_up and _closes_up(rules, position.piles):
        return None
    if not position.piles[rules.stock]:
        if why_no_redeal(rules, position) is None:
            return "the stock is empty; turn the waste over with redeal"
        return "the stock is empty"
    if deal.onto != "all" and not rules.targets_now(position.piles):
        noun = rules.group(rules.deal_targets[0]).noun
        return f"there is no {'empty ' if deal.onto == 'empty' else ''}{noun} to deal to"
    if deal.when == "no-gaps" and any(not position.piles[i] for i in rules.deal_targets):
        noun = rules.group(rules.deal_targets[0]).noun
        return f"the stock deals no cards while there is an empty {noun}"
    return None


def why_no_redeal(rules: Rules, position: Position) -> str | None:
    """Why the waste is not turned over, or None if it may be."""
    if not rules.redeals:
        return "this game has no redeal"
    if rules.variant.redeal is not None:
        if rules.counts_redeals and position.redeals >= rules.redeals:
            return "the last redeal has been used"
        if not any(position.piles[pile] for pile in rules.gathered):
            return "there are no cards to gather"
        word = rules.variant.redeal.word
        return "there is nothing to redeal" if word and not rules.redeal_effects(word, position) else None
    if position.piles[rules.stock]:
        return "the waste is turned over only when the stock is empty"
    if rules.waste < 0 or not position.piles[rules.waste]:
        return "there is no card on the waste to turn over"
    if rules.counts_redeals and position.redeals >= rules.redeals:
        return "the last redeal has been used"
    return None


def _closes_up(rules: Rules, piles: Sequence[bytes]) -> bool:
    """Whether there is a gap before a filled pile among those that close up."""
    filled = [bool(piles[i]) for i in rules.deal_targets]
    return filled != sorted(filled, reverse=True)


def why_no_draw_at_all(rules: Rules, position: Position) -> str | None:
    """Why no buried card may be drawn now, or None if one may."""
    redeal = rules.variant.redeal
    if redeal is None or not redeal.merci:
        return "in this game no buried card may be drawn"
    if position.redeals < redeal.times:
        return "a buried card may be drawn only after the last redeal"
    if position.redeals >= redeal.times + redeal.merci:
        return "the last draw has been used"
    return None


def why_no_draw(rules: Rules, position: Position, move: Move) -> str | None:
    """Why the card `move.count` from the top may not be drawn out and played, or None if it may.

    It is judged as if it lay alone on its pile.
    """
    reason = why_no_draw_at_all(rules, position)
    source, target = rules.index[move.source], rules.index[move.target]
    pile = position.piles[source]
    if reason is not None:
        return reason
    if source not in rules.gathered:
        return f"no card is drawn from {the(rules.group(source))}"
    if not 1 < move.count <= len(pile):
        return f"{move.source} has no buried card number {move.count} from the top"
    piles = list(position.piles)
    piles[source] = pile[: -move.count] + pile[-move.count + 1 :] + pile[-move.count :][:1]
    return why_no_cards(rules, position._replace(piles=tuple(piles)), source, target, 1)


def taken_by(takes: int) -> str:
    """The cards of a mask that a pile takes: "the 4S", "a black 4", "the 4S or the 6S", "nothing"."""
    cards = [card for card in range(52) if takes >> card & 1]
    if not cards:
        return "nothing"
    by_rank: dict[int, list[int]] = {}
    for card in cards:
        by_rank.setdefault(rank_of(card), []).append(card)
    if len(by_rank) > 4:
        suits = {suit_of(card) for card in cards}
        return "other cards" if len(suits) > 1 else "other cards of one suit"
    parts = [part for rank, same in by_rank.items() for part in _of_rank(rank, [suit_of(card) for card in same])]
    return joined(parts, "or")


def _of_rank(rank: int, suits: Sequence[int]) -> list[str]:
    name = RANKS[rank] if RANKS[rank] != "T" else "10"
    if len(suits) == 1:
        return [f"the {RANKS[rank]}{SUITS[suits[0]]}"]
    if len(suits) == 4:
        return [f"{'an' if name in ('A', '8') else 'a'} {name}"]
    colours = {is_red(suit) for suit in suits}
    if len(suits) == 2 and len(colours) == 1:
        return [f"a {'red' if colours.pop() else 'black'} {name}"]
    return [f"the {RANKS[rank]}{SUITS[suit]}" for suit in suits]


def starters(rules: Rules, rule: GapRule, mask: int) -> str:
    """Which cards may start an empty pile: "a king", "an ace or a king", "no card"."""
    cards = [card for card in range(52) if mask >> card & 1]
    if not cards:
        return "no card"
    ranks = sorted({rank_of(card) for card in cards})
    whole = all(sum(rank_of(c) == rank for c in cards) == len({suit_of(c) for c in rules.pack}) for rank in ranks)
    if whole and (rule.word is None or len(ranks) <= 4):
        return ranks_phrase(ranks)
    if rule.word is not None and rule.word.rule:
        return rule.word.rule
    return "certain cards"
