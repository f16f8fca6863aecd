"""What a move does: the cards it moves, and all that follows of itself.

Turning up, complete runs leaving, gaps that fill themselves and plugins' consequences
belong to the move that caused them, so one action of the player is one step of undo.
"""

from __future__ import annotations

from .cards import DOWN, FACE
from .deals import Generator
from .effects import carry_out
from .extras import consequences
from .hookcalls import HookCall
from .outcome import scored
from .position import Move, Position
from .rules import Rules

MOST_ROUNDS = 1000
"""After so many rounds of consequences a plugin's hook is held to be endless."""


def apply(rules: Rules, position: Position, move: Move) -> Position:
    """The position after `move`, which must be legal: nothing is checked here."""
    names, before, redeals, base, state, score = position
    piles = list(before)
    if move.kind == "cards":
        source, target, count = rules.index[move.source], rules.index[move.target], move.count
        pile = piles[source]
        if base < 0 and target in rules.home and not piles[target]:
            base = pile[-count] >> 2
        piles[target] += pile[-count:]
        rest = pile[:-count]
        if rest and rest[-1] >= DOWN and rules.turns_up[source]:
            rest = rest[:-1] + FACES[rest[-1]]
        piles[source] = rest
    elif move.kind == "deal":
        _deal(rules, piles, redeals)
    elif move.kind == "remove":
        for name in move.piles:
            source = rules.index[name]
            piles[rules.discard] += piles[source][-1:]
            piles[source] = piles[source][:-1]
    elif move.kind == "draw":
        source, target = rules.index[move.source], rules.index[move.target]
        pile = piles[source]
        piles[target] += FACES[pile[-move.count]]
        piles[source] = pile[: -move.count] + pile[-move.count + 1 :]
        redeals += 1
    elif move.kind == "redeal" and rules.variant.redeal is not None:
        state = _redeal_tableau(rules, piles, position)
        redeals += rules.counts_redeals
    elif move.kind == "redeal":
        piles[rules.stock] = bytes(card | DOWN for card in reversed(piles[rules.waste]))
        piles[rules.waste] = b""
        redeals += rules.counts_redeals
    else:
        state = carry_out(rules.index, piles, state, move.effects)
        base = _base_after(rules, piles, base)
    if rules.must_settle or move.kind != "cards":
        settle(rules, piles, base)
    if rules.variant.score is not None:
        score = scored(rules, before, piles, move, score)
    after = Position(names, tuple(piles), redeals, base, state, score)
    return _plugins_follow(rules, after, move) if rules.after_move else after


FACES = [bytes((card & FACE,)) for card in range(128)]
"""One face-up card as bytes, by card either way up."""


def opened(rules: Rules, position: Position) -> Position:
    """A dealt position with the consequences that follow of themselves."""
    piles = list(position.piles)
    settle(rules, piles, position.base)
    return position._replace(piles=tuple(piles))


def settle(rules: Rules, piles: list[bytes], base: int) -> None:
    """Turn up, take complete runs off and fill gaps, until nothing follows any more."""
    while True:
        for pile, cards in enumerate(piles):
            if cards and cards[-1] >= DOWN and rules.turns_up[pile] and not rules.is_covered(pile, piles):
                piles[pile] = cards[:-1] + FACES[cards[-1]]
        if not (_take_runs(rules, piles, base) or _fill_gaps(rules, piles)):
            return


def _take_runs(rules: Rules, piles: list[bytes], base: int) -> bool:
    taken = False
    for group in rules.run_groups:
        length = rules.maximum[group]
        for source, owner in enumerate(rules.group_of):
            # The cheap question first: this is asked of every pile after every move.
            if len(piles[source]) < length or rules.groups[owner].kind != "tableau":
                continue
            target = next((i for i in rules.span[group] if not piles[i]), None)
            if target is not None and rules.completes(target, piles[source], base):
                piles[target] = piles[source][-length:]
                piles[source] = piles[source][:-length]
                taken = True
    return taken


def _fill_gaps(rules: Rules, piles: list[bytes]) -> bool:
    filled = False
    for group in rules.fill_groups:
        for target in rules.span[group]:
            if piles[target]:
                continue
            for _ in range(rules.groups[group].gap.each):
                source = next((i for i in rules.fillers[group] if piles[i]), None)
                if source is not None:
                    piles[target] += FACES[piles[source][-1]]
                    piles[source] = piles[source][:-1]
                    filled = True
    return filled


def _redeal_tableau(rules: Rules, piles: list[bytes], position: Position) -> int:
    """Gather the piles in order, shuffle if the game says so, and deal them again; gives the generator's state."""
    redeal, state = rules.variant.redeal, position.state
    assert redeal is not None
    if redeal.word is not None:
        return carry_out(rules.index, piles, state, rules.redeal_effects(redeal.word, position))
    cards = b"".join(piles[pile] for pile in rules.gathered)
    cards = bytes(card & FACE for card in cards)
    if redeal.shuffle:
        cards, state = Generator.shuffle(state, cards)
    for pile in rules.gathered:
        piles[pile] = b""
    count = len(rules.gathered)
    for number, card in enumerate(cards):
        # What is over when every pile has its share goes on to the last pile, or round again in rows.
        place = min(number // redeal.each, count - 1) if redeal.by_piles else number % count
        piles[rules.gathered[place]] += FACES[card]
    return state


def _deal(rules: Rules, piles: list[bytes], number: int) -> None:
    """Deal from the stock, one card at a time, row after row; `number` redeals have been used."""
    deal = rules.stock_deal
    targets = rules.targets_now(piles)
    if deal is not None and deal.close_up:
        filled = [piles[i] for i in rules.deal_targets if piles[i]]
        for i, pile in enumerate(rules.deal_targets):
            piles[pile] = filled[i] if i < len(filled) else b""
    stock = piles[rules.stock]
    counts = rules.deal_counts(len(stock), len(targets), number) if stock else ()
    for row in range(max(counts, default=0)):
        for target, count in zip(targets, counts, strict=True):
            if row < count:
                piles[target] += FACES[stock[-1]]
                stock = stock[:-1]
    piles[rules.stock] = stock


def _base_after(rules: Rules, piles: list[bytes], base: int) -> int:
    """The base rank after a plugin's effects, which may have put the first card home."""
    first = next((piles[pile][0] for pile in rules.home if piles[pile]), None) if base < 0 else None
    return base if first is None else (first & FACE) >> 2


def _plugins_follow(rules: Rules, position: Position, move: Move) -> Position:
    """The consequences that plugins add; each sees what the one before it left."""
    acted: list[HookCall] = []
    for _ in range(MOST_ROUNDS):
        acted = []
        for call in rules.after_move:
            after = consequences(rules, call, position, move)
            if after is None:
                continue
            piles = list(after.piles)
            base = _base_after(rules, piles, after.base)
            settle(rules, piles, base)
            position = after._replace(piles=tuple(piles), base=base)
            acted.append(call)
        if not acted:
            return position
    others = "".join(f", together with {call.blame}" for call in acted[1:])
    raise acted[0].fault(f"never comes to an end: {MOST_ROUNDS} times it gave effects after {str(move)!r}{others}")
