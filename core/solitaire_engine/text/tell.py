"""What a move did, in one short sentence: for transcripts, and for those who listen to the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..cards import FACE, SUIT_NAMES, card_text, cards_text, is_down, suit_of
from ..effects import Take, Turn, carry_out
from ..position import Move, Position
from ..rules import Rules
from ..sentences import capital, counted, joined

MOST_NAMED = 5
"""So many cards of a group are named; of a longer one the first and the last."""
MOST_EFFECTS = 2
"""So many steps of a plugin's move are told."""


def tell(rules: Rules, before: Position, move: Move, after: Position) -> str:
    """The sentence, with everything that followed from the move: cards turned up, runs gone, gaps filled."""
    parts = [_action(rules, before, move, after), *_consequences(rules, before, move, after)]
    return capital(f"{'; '.join(part for part in parts if part)}.")


def cards_named(cards: Sequence[int]) -> str:
    """ "7D 6S 5H", or of a long group "9 cards from KS to 5H"."""
    if len(cards) <= MOST_NAMED:
        return cards_text(cards)
    return f"{len(cards)} cards from {card_text(cards[0])} to {card_text(cards[-1])}"


def gone_home(went: Sequence[bytes]) -> str:
    """What went home by itself, in a sentence; `went` has the cards of each move."""
    cards = [card & FACE for each in went for card in each]
    if len(cards) > MOST_NAMED:
        # They need not be of one suit, nor in order.
        return f"{len(cards)} cards go home, {card_text(cards[0])} first and {card_text(cards[-1])} last."
    return f"{cards_named(cards)} {'goes' if len(cards) == 1 else 'go'} home."


def told_move(rules: Rules, position: Position, move: Move) -> str:
    """A move that has not been made, with its cards: "7D 6S from t5 to t1, on the 8C"."""
    if move.kind == "cards":
        pile, under = position.piles[rules.index[move.source]], position.piles[rules.index[move.target]]
        where = f", on the {card_text(under[-1])}" if under else ""
        return f"{cards_named(pile[-move.count :])} from {move.source} to {move.target}{where}"
    return {
        "deal": "deal from the stock",
        "redeal": "turn the waste over" if rules.variant.redeal is None else "gather the tableau and deal it again",
        "remove": f"take {_removed(rules, position, move)} off",
        "draw": f"{_drawn(rules, position, move)} out of {move.source} to {move.target}",
    }.get(move.kind) or _acted(rules, position, move)


def _removed(rules: Rules, position: Position, move: Move) -> str:
    return joined([f"{card_text(position.piles[rules.index[name]][-1])} from {name}" for name in move.piles])


def _drawn(rules: Rules, position: Position, move: Move) -> str:
    return card_text(position.piles[rules.index[move.source]][-move.count]) if move.kind == "draw" else ""


def _action(rules: Rules, before: Position, move: Move, after: Position) -> str:
    """What the player did."""
    if move.kind == "cards":
        cards = before.piles[rules.index[move.source]][-move.count :]
        return f"{cards_named(cards)} from {move.source} to {move.target}"
    if move.kind == "deal":
        left = len(after.piles[rules.stock])
        got = _shares(rules, _dealt(rules, before))
        return f"dealt {got}; {f'{left} left in the stock' if left else 'the stock is empty now'}"
    if move.kind == "redeal" and rules.variant.redeal is not None:
        return "the tableau is gathered and dealt again"
    if move.kind == "redeal":
        left = len(after.piles[rules.stock])
        return f"the waste is turned over; {counted(left, 'card')} in the stock"
    if move.kind == "remove":
        return f"{_removed(rules, before, move)} removed"
    if move.kind == "draw":
        return f"{_drawn(rules, before, move)} drawn from {move.source} to {move.target}"
    return f"{move.text}: {_acted(rules, before, move)}"


def _acted(rules: Rules, before: Position, move: Move) -> str:
    """The first things that a plugin's move does; the rest, such as closing up a row, is only hinted at."""
    piles = list(before.piles)
    told: list[str] = []
    state = before.state
    for effect in move.effects[:MOST_EFFECTS]:
        if isinstance(effect, Take):
            taken = [card & FACE for card in piles[rules.index[effect.source]][-effect.count :]]
            told.append(f"{cards_named(taken)} from {effect.source} to {effect.target}")
        elif isinstance(effect, Turn):
            told.append(f"a card of {effect.pile} is turned over")
        else:
            told.append(f"{effect.pile} is shuffled")
        state = carry_out(rules.index, piles, state, [effect])
    return "; ".join([*told, *(["and so on"] if len(move.effects) > MOST_EFFECTS else [])])


def _shares(rules: Rules, dealt: Mapping[int, Sequence[int]]) -> str:
    """Which pile got which cards: "5H 6D to w", "5H to t1, 6D to t2", "5H 6D 7C 8S to t1-t4"."""
    piles = list(dealt)
    if len(piles) > 3 and piles == list(range(piles[0], piles[-1] + 1)) and all(len(c) == 1 for c in dealt.values()):
        cards = cards_text(card for share in dealt.values() for card in share)
        return f"{cards} to {rules.names[piles[0]]}-{rules.names[piles[-1]]}"
    return ", ".join(f"{cards_text(cards)} to {rules.names[pile]}" for pile, cards in dealt.items())


def _dealt(rules: Rules, before: Position) -> dict[int, list[int]]:
    """The cards that each pile gets by a deal, in the order in which they come to lie."""
    stock = [card & FACE for card in before.piles[rules.stock]]
    targets = rules.targets_now(before.piles)
    counts = rules.deal_counts(len(stock), len(targets), before.redeals) if stock else ()
    got: dict[int, list[int]] = {}
    for row in range(max(counts, default=0)):
        for target, count in zip(targets, counts, strict=True):
            if row < count:
                got.setdefault(target, []).append(stock.pop())
    return got


def _alone(rules: Rules, before: Position, move: Move) -> list[list[int]] | None:
    """The piles as the move alone would leave them; None for moves that leave nothing as it was."""
    piles = [list(pile) for pile in before.piles]
    if move.kind == "cards":
        source, target = rules.index[move.source], rules.index[move.target]
        piles[target] += piles[source][-move.count :]
        del piles[source][-move.count :]
    elif move.kind == "deal" and not (rules.stock_deal and rules.stock_deal.close_up):
        for target, cards in _dealt(rules, before).items():
            piles[target] += cards
            del piles[rules.stock][-len(cards) :]
    elif move.kind == "remove":
        for name in move.piles:
            piles[rules.discard].append(piles[rules.index[name]].pop())
    elif move.kind == "draw":
        card = piles[rules.index[move.source]].pop(-move.count)
        piles[rules.index[move.target]].append(card)
    else:
        return None
    return piles


def _consequences(rules: Rules, before: Position, move: Move, after: Position) -> Iterator[str]:
    """What followed from the move of itself, read off the difference to what the move alone would leave."""
    piles = _alone(rules, before, move)
    if piles is None:
        return
    changes = [(pile, was, list(now)) for pile, (was, now) in enumerate(zip(piles, after.piles, strict=True))]
    for pile, was, now in changes:
        turned = [card for card, old in zip(now, was, strict=False) if is_down(old) and not is_down(card)]
        if turned:
            yield f"{cards_text(turned)} turned up on {rules.names[pile]}"
    for pile, was, now in changes:
        gained = [card & FACE for card in now[len(was) :]]
        if gained and rules.group(pile).accept == "run":
            yield f"the run of {SUIT_NAMES[suit_of(gained[0])]} is complete and goes to {rules.names[pile]}"
        elif gained and rules.group(pile).gap.auto:
            sources = [i for i in rules.fillers[rules.group_of[pile]] if len(after.piles[i]) < len(piles[i])]
            place = f" from {rules.names[sources[0]]}" if sources else ""
            yield f"{cards_named(gained)} {'fill' if len(gained) > 1 else 'fills'} {rules.names[pile]}{place}"
        elif gained:
            yield f"{cards_named(gained)} came to {rules.names[pile]}"
