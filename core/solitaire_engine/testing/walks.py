"""What must hold of any game, however it is played, and of any variant file."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

from ..apply import apply
from ..cards import FACE, cards_text
from ..catalog import Catalog, default_catalog
from ..deals import parse_deal
from ..errors import IllegalMove
from ..extras import extra_moves
from ..game import Game
from ..moves import legal_moves
from ..notation import parse_move, parse_position
from ..position import Move, Position
from ..records import parse_record, record_text
from ..refusals import why_not
from ..rules import Rules
from ..trying import try_out
from .boards import AnyGame, rules_of

DEALS = ("1", "2")
STEPS = 60
MOST_CONCEIVED = 4
"""At so many positions of a walk every conceivable move is tried, which takes long."""


def card_counts(position: Position) -> Counter[int]:
    """How often each card is there, whichever way up it lies."""
    return Counter(card & FACE for pile in position.piles for card in pile)


def moves_of_walk(game: Game, seed: int | str, steps: int = STEPS, *, greedy: bool = False) -> Iterator[Move]:
    """Make up to `steps` moves picked by a seeded generator, and give each after it is made.

    A greedy walk brings a card home wherever one can go; any other prefers positions it has not
    seen, so that it gets somewhere. It ends where there is no move, or the game is won.
    """
    chance = random.Random(seed)
    home = {game.rules.names[pile] for pile in game.rules.home}
    seen = {game.position}
    for _ in range(steps):
        moves = list(game.legal_moves)
        if not moves or game.is_won:
            return
        chance.shuffle(moves)
        move = moves[0]
        if greedy:
            move = min(moves, key=lambda move: (move.target not in home, move.source in home))
        else:
            for candidate in moves[:4]:
                if apply(game.rules, game.position, candidate) not in seen:
                    move = candidate
                    break
        game.push(move)
        seen.add(game.position)
        yield move


def walk(game: Game, seed: int | str, steps: int = STEPS, *, greedy: bool = False) -> Game:
    """The game after a whole walk of `moves_of_walk`."""
    for _ in moves_of_walk(game, seed, steps, greedy=greedy):
        pass
    return game


def conceivable_moves(rules: Rules, position: Position) -> Iterator[Move]:
    """Every pile to every pile, itself included, every number of cards to one more than are there; and the others."""
    for source, cards in zip(rules.names, position.piles, strict=True):
        for target in rules.names:
            for count in range(1, len(cards) + 2):
                yield Move("cards", source, target, count)
                if rules.gathered:
                    yield Move("draw", source, target, count)
    if rules.variant.removals:
        yield from (Move("remove", piles=(name,)) for name in rules.names)
        yield from (Move("remove", piles=pair) for pair in combinations(rules.names, 2))
    yield from (Move("deal"), Move("redeal"), Move("remove", piles=rules.names[:1]))
    yield Move("extra", text="no-such-move")
    yield from extra_moves(rules, position)


def check_variant(path: Path | str, *, catalog: Catalog | None = None) -> None:
    """AssertionError with every problem of a variant file, each on a line with its place; nothing if it is good.

    What ``solitaire check`` finds: the file is read with the defaults, with every other choice of
    each parameter and with every preset; each is dealt and played at random. `catalog`: where its
    parents and its plugins are found, by default what is installed; see `catalog_with`.
    """
    __tracebackhide__ = True
    problems = try_out(Path(path), catalog or default_catalog()).problems
    assert not problems, "\n".join(problems)


def assert_sound(
    game: AnyGame,
    *,
    deals: Iterable[str | int] = DEALS,
    steps: int = STEPS,
    catalog: Catalog | None = None,
    **params: object,
) -> None:
    """A game keeps what every game must keep, in random play: each deal once at random and once greedily.

    No card is lost, doubled or swapped; every position and every move is read back from its
    text; a move is either listed as legal or refused with a sentence; undo and redo are exact;
    the game's record replays. `deals`: texts such as ``7`` or ``ms:11982``. `steps`: the most
    moves of a walk. Raises PluginError where a plugin fails in play.
    """
    __tracebackhide__ = True
    rules = rules_of(game, catalog=catalog, **params)
    for deal in map(str, deals):
        for greedy in (False, True):
            played = Game(rules, parse_deal(deal))
            try:
                _assert_game(walk(played, deal, steps, greedy=greedy))
            except (AssertionError, IllegalMove) as error:
                what = f"a move cannot be made again: {error}" if isinstance(error, IllegalMove) else str(error)
                made = ", ".join(map(str, played.moves)) or "no moves"
                raise AssertionError(f"{rules.variant.id}, deal {deal}: {what}\nafter {made}") from None


def _assert_game(played: Game) -> None:
    __tracebackhide__ = True
    rules, positions = played.rules, played.positions
    pack = Counter(rules.pack)
    for number, position in enumerate(positions):
        have = card_counts(position)
        missing, many = pack - have, have - pack
        assert have == pack, f"after {number} moves {_named(missing)} lost and {_named(many)} too many: {position}"
        assert parse_position(rules, str(position)) == position, f"a position is not read back: {position}"
    for position in positions[:: max(1, len(positions) // MOST_CONCEIVED)]:
        _assert_moves(rules, position)
    _assert_history(played)
    _assert_record(played)


def _named(cards: Counter[int]) -> str:
    return cards_text(sorted(cards.elements())) or "nothing"


def _assert_moves(rules: Rules, position: Position) -> None:
    """What is listed as legal is what is not refused, and each text means its move."""
    __tracebackhide__ = True
    listed = legal_moves(rules, position)
    assert len(set(listed)) == len(listed), f"a move is listed twice in {position}"
    for move in listed:
        reason = why_not(rules, position, move)
        assert reason is None, f"{str(move)!r} is listed as legal and refused in {position}: {reason}"
        assert parse_move(rules, position, str(move)) == move, f"{str(move)!r} means another move in {position}"
    known = set(listed)
    for move in conceivable_moves(rules, position):
        reason = why_not(rules, position, move)
        assert reason is not None or move in known, f"{str(move)!r} is not refused, and not listed in {position}"
        assert reason is None or reason.strip(), f"{str(move)!r} is refused without a sentence in {position}"


def _assert_history(played: Game) -> None:
    """Undo and redo lead through the very same positions, in a game made anew."""
    __tracebackhide__ = True
    game = Game(played.rules, played.start)
    for move in played.moves:
        game.push(move)
    for position in reversed(played.positions[:-1]):
        game.pop()
        assert game.position == position, f"undo leads to {game.position}, not to {position}"
    for position in played.positions[1:]:
        game.redo()
        assert game.position == position, f"redo leads to {game.position}, not to {position}"


def _assert_record(played: Game) -> None:
    """The record's deal and the texts of its moves give the same game."""
    __tracebackhide__ = True
    record = parse_record(record_text(played), "the record")
    again = Game(played.rules, parse_deal(record.field("deal")))
    for entry in record.moves:
        again.push(entry.text)
    assert again.moves == played.moves, "the record has other moves"
    assert again.positions == played.positions, "the record leads to other positions"
