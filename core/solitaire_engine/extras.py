"""What plugins' hooks do in play: further moves, and consequences of a move."""

from __future__ import annotations

from .effects import Effect, ExtraMove, carry_out, is_effect
from .errors import PluginError
from .faults import shown
from .hookcalls import HookCall
from .position import Move, Position
from .rules import Rules


def extra_moves(rules: Rules, position: Position) -> list[Move]:
    """The moves that plugins add to a position.

    Each is tried before it is offered, so that a legal move can always be made.
    PluginError names the plugin that gives something impossible.
    """
    view = rules.view(position)
    found: dict[str, tuple[Move, HookCall]] = {}
    for call in rules.extra_moves:
        for extra in call(game=view):
            if not isinstance(extra, ExtraMove):
                raise call.fault(f"gave {shown(extra)}, which is no ExtraMove")
            # Players may type small letters for large ones, so the two are one text.
            text = extra.text.lower()
            if text in found:
                other = found[text][1]
                whose = "" if other is call else f"; {other.blame} gives it too"
                raise call.fault(f"gave the move {extra.text!r} more than once{whose}")
            try:
                carry_out(rules.index, list(position.piles), position.state, extra.effects)
            except PluginError as error:
                raise call.fault(f"gave the move {extra.text!r}, but {error}") from error
            found[text] = Move("extra", text=extra.text, effects=extra.effects), call
    return [move for move, _ in found.values()]


def consequences(rules: Rules, call: HookCall, position: Position, move: Move) -> Position | None:
    """The position after what one plugin's hook says follows of `move`; None where nothing does.

    PluginError names the plugin that gives something impossible.
    """
    effects: list[Effect] = []
    for effect in call(game=rules.view(position), move=move):
        if not is_effect(effect):
            raise call.fault(f"gave {shown(effect)}, which is no effect; effects are Take, Turn and Shuffle")
        effects.append(effect)
    if not effects:
        return None
    piles = list(position.piles)
    try:
        state = carry_out(rules.index, piles, position.state, effects)
    except PluginError as error:
        raise call.fault(f"gave impossible effects after {str(move)!r}: {error}") from error
    return position._replace(piles=tuple(piles), state=state)
