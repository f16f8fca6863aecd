"""Asking the words of a variant, once, and keeping their answers as tables.

Nothing else calls a word's Python. Whatever a plugin's word does, the answer is either
what the word was asked for or a PluginError that names the word, its plugin and the case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Final, cast

from .cards import RANK_NAMES, card_text, rank_of
from .definitions import BuildRule, DealRule, GapRule, first_pass
from .effects import Effect, carry_out, is_effect
from .errors import PluginError
from .faults import one_line, place_of, reason_of, shown
from .hookcalls import MOST_VALUES
from .host import Host
from .view import View
from .words import Limit, Match, Pair, Redeal, Win, Word

Masks = list[int]
"""128 masks by card; bit `b` of ``masks[a]`` says that a may lie on b, or hang on it. Face-down cards have none."""


MOST_OF_POSITION: Final = 80
"""Letters of a position in a message: enough to see which it is, and no more than a line bears."""


def build_masks(host: Host, rule: BuildRule, cards: Sequence[int], order: Sequence[int], base: int) -> Masks:
    """For each of `cards` on which others it may be put by a building rule.

    `order` has the ranks of the pack from the lowest to the highest: what goes up, goes up
    there, and what wraps goes from its last to its first. `base` is the base rank, -1 while
    none is known.
    """
    if rule.either:
        masks = [0] * 128
        for part in rule.either:
            more = build_masks(host, part, cards, order, base)
            masks = [mask | other for mask, other in zip(masks, more, strict=True)]
        return masks
    if rule.word is not None:
        return pair_masks(host, rule.word, rule.word.fits, cards)
    direction, match = rule.direction, rule.match
    assert direction is not None and match is not None
    masks = pair_masks(host, match, match.fits, cards)
    ranks = sorted({rank_of(card) for card in cards})
    places = {rank: place for place, rank in enumerate(order)}
    # Ranks first and only once: 13 x 13 questions instead of 52 x 52.
    for rank in ranks:
        fitting = {
            under
            for under in ranks
            if under not in rule.dead
            and _yes(
                host,
                direction,
                direction.fits,
                (places[rank], places[under], rule.step, len(order) if rule.wrap else 0),
                f"{RANK_NAMES[rank]} on {RANK_NAMES[under]}",
            )
            # Asked last, so that a word which fails does so whatever the base.
            and not (rule.dead_base and under == base)
        }
        allowed = sum(1 << under for under in cards if rank_of(under) in fitting)
        for card in cards:
            if rank_of(card) == rank:
                masks[card] &= allowed
    return masks


def pair_masks(host: Host, word: Word, fits: Callable[[int, int], bool], cards: Sequence[int]) -> Masks:
    """For each of `cards` with which others it goes together; `fits` belongs to `word`."""
    masks = [0] * 128
    for card in cards:
        for under in cards:
            # The usual answers first: this runs 52 x 52 times for every rule of a variant.
            try:
                answer: object = fits(card, under)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                raise _failed(host, word, f"{card_text(card)} on {card_text(under)}", error) from error
            if answer is True:
                masks[card] |= 1 << under
            elif answer is not False:
                raise _no_bool(host, word, fits, f"{card_text(card)} on {card_text(under)}", answer)
    return masks


def together_masks(host: Host, word: Pair | Match, cards: Sequence[int]) -> Masks:
    """For each of `cards` with which others it may be removed; a pair is the same either way round."""
    masks = pair_masks(host, word, word.fits, cards)
    for card in cards if isinstance(word, Pair) else ():
        for other in cards:
            if masks[card] >> other & 1 and not masks[other] >> card & 1:
                case = f"takes {card_text(card)} with {card_text(other)} and not the other way round"
                raise PluginError(f"{host.word_name(word)} {case}{place_of(word.fits)}")
    return masks


def says_won(host: Host, word: Win, view: View) -> bool:
    """Whether a word holds a position to be won."""
    return _yes(host, word, word.won, (view,), f"the position {one_line(str(view.position), MOST_OF_POSITION)}")


def redeal_effects(host: Host, word: Redeal, view: View, index: Mapping[str, int]) -> tuple[Effect, ...]:
    """What a word does when the player redeals, tried out so that it can be done."""
    case = f"the position {one_line(str(view.position), MOST_OF_POSITION)}"
    try:
        given: list[object] = list(islice(word.effects(view), MOST_VALUES + 1))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _failed(host, word, case, error) from error
    if len(given) > MOST_VALUES:
        problem = f"gave more than {MOST_VALUES} effects for {case} and was stopped{place_of(word.effects)}"
        raise PluginError(f"{host.word_name(word)} {problem}")
    effects = tuple(effect for effect in given if is_effect(effect))
    if len(effects) != len(given):
        raise PluginError(f"{host.word_name(word)} gave something that is no effect for {case}{place_of(word.effects)}")
    try:
        carry_out(index, list(view.position.piles), view.position.state, effects)
    except PluginError as error:
        raise PluginError(f"{host.word_name(word)} {error}{place_of(word.effects)}") from error
    return effects


def start_mask(host: Host, rule: GapRule, base: int, cards: Sequence[int]) -> int:
    """Which of `cards` may start an empty pile, as one mask."""
    word = rule.word
    if word is None:
        return sum(1 << card for card in cards if rank_of(card) in rule.ranks)
    mask = 0
    for card in cards:
        if _yes(host, word, word.takes, (card, base), card_text(card)):
            mask |= 1 << card
        elif word.anything:
            problem = f"says anything=True and refuses {card_text(card)}{place_of(word.takes)}"
            raise PluginError(f"{host.word_name(word)} {problem}")
    return mask


def limit_table(host: Host, limit: Limit, cells: int, piles: int) -> tuple[tuple[int, ...], ...]:
    """The most cards by (empty cells, other empty piles), from none to as many as there are."""
    return tuple(tuple(_most(host, limit, c, p) for p in range(piles + 1)) for c in range(cells + 1))


def _most(host: Host, limit: Limit, cells: int, piles: int) -> int:
    case = f"{cells} empty cells and {piles} empty piles"
    most = _answer(host, limit, limit.most, (cells, piles), case)
    if not isinstance(most, int) or isinstance(most, bool) or most < 1:
        problem = f"gave {shown(most)} for {case}; it must give a whole number from 1{place_of(limit.most)}"
        raise PluginError(f"{host.word_name(limit)} {problem}")
    if limit.refusal is not None:
        limit_refusal(host, limit, most + 1, cells, piles)
    return most


def limit_refusal(host: Host, limit: Limit, count: int, cells: int, piles: int) -> str:
    """The limit's own sentence for too many cards; empty if it has none."""
    if limit.refusal is None:
        return ""
    sentence = _answer(host, limit, limit.refusal, (count, cells, piles), f"the refusal of {count} cards")
    if not isinstance(sentence, str) or not sentence.strip():
        problem = f"gave {shown(sentence)} as its refusal; it must give a sentence{place_of(limit.refusal)}"
        raise PluginError(f"{host.word_name(limit)} {problem}")
    return one_line(sentence)


def deal_counts(host: Host, deal: DealRule, stock: int, targets: int, number: int = 0) -> tuple[int, ...]:
    """How many cards each of `targets` piles gets from a stock of `stock` cards in pass `number`, from 0.

    PluginError if the word fails; ValueError, with a sentence, if it deals what cannot be dealt.
    """
    word = deal.word
    case = f"a stock of {stock} and {targets} piles"
    given = _answer(host, word, word.counts, (stock, targets, first_pass(deal.args, number)), case)
    counts = _listed(given)
    good = [count for count in counts if isinstance(count, int) and not isinstance(count, bool) and count >= 0]
    if not len(good) == len(counts) == targets or not 0 < sum(good) <= stock:
        what = f"deals {shown(given)} from a stock of {stock} to {targets} pile{'' if targets == 1 else 's'}"
        raise ValueError(f"{host.word_name(word)} {what}{place_of(word.counts)}")
    return tuple(good)


def _listed(given: object) -> list[object]:
    return list(cast(Sequence[object], given)) if isinstance(given, list | tuple) else []


def _yes(host: Host, word: Word, ask: Callable[..., object], arguments: tuple[object, ...], case: str) -> bool:
    answer = _answer(host, word, ask, arguments, case)
    if not isinstance(answer, bool):
        raise _no_bool(host, word, ask, case, answer)
    return answer


def _answer(host: Host, word: Word, ask: Callable[..., object], arguments: tuple[object, ...], case: str) -> object:
    try:
        return ask(*arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _failed(host, word, case, error) from error


def _no_bool(host: Host, word: Word, ask: Callable[..., object], case: str, answer: object) -> PluginError:
    problem = f"gave {shown(answer)} for {case}; it must give True or False{place_of(ask)}"
    return PluginError(f"{host.word_name(word)} {problem}")


def _failed(host: Host, word: Word, case: str, error: BaseException) -> PluginError:
    return PluginError(f"{host.word_name(word)} failed for {case}: {reason_of(error)}")
