"""What somebody at a table asks for, and the answer: each message of the page is one method here.

Nothing is decided by the page: what it says was done goes through `Hands`, as at the table in the terminal.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, cast, get_args

from ..autoplay import Mode
from ..errors import SolitaireError
from ..settings import Hints
from ..table.counsel import WORKING
from ..table.hands import Hands
from ..table.picking import Pick, may_go, moves_from, targets, way_of
from . import telling
from .room import Room
from .rooms import Rooms
from .scrubbing import scrubbed
from .telling import Json

PATIENCE: Final = 0.4
"""Seconds that a hint waits for the solver before a rule of thumb answers."""
LONGEST: Final = 200
"""Characters of a move that is typed."""


class Misread(Exception):
    """A message whose fields are not what they should be; the text is a clause that says so."""


class Player:
    """Somebody at a table: what is held, and what is answered. `send` takes a message for the page."""

    def __init__(self, room: Room, rooms: Rooms, send: Callable[[Json], None]) -> None:
        self.room, self.rooms = room, rooms
        self.send = send
        self.visible = True
        self.hands = Hands(room.session)
        self._answers: dict[str, Callable[[Json], Awaitable[Json]]] = {
            "pick": self._pick, "put": self._put, "release": self._release, "home": self._home, "deal": self._deal,
            "type": self._type, "more": self._more, "undo": self._undo, "redo": self._redo, "restart": self._restart,
            "to": self._to, "auto": self._auto, "hint": self._hint, "follow": self._follow, "watch": self._watch,
            "set": self._set, "moves": self._moves, "rules": self._rules, "state": self._state,
            "visible": self._visible,
        }  # fmt: skip

    @property
    def asks(self) -> tuple[str, ...]:
        """Every `t` that a page may send."""
        return tuple(self._answers)

    def settle(self) -> None:
        """The position has changed: nothing is held any more."""
        self.hands.settle()

    def renew(self) -> None:
        """The game was gone on with elsewhere, and is here as it is there."""
        self.hands = Hands(self.room.session)

    async def hear(self, said: Json) -> None:
        """Answer a message of the page."""
        number = said.get("n")
        number = number if isinstance(number, int | float) else None
        kind = said.get("t")
        answer = self._answers.get(kind) if isinstance(kind, str) else None
        if answer is None:
            told = self._say("The page has asked for something that the server does not know; reload it.", bad=True)
        else:
            try:
                told = await answer(said)
            except (Misread, SolitaireError) as error:
                told = self._say(str(error), bad=True)
            except Exception:
                # The table stays: what was kept is kept, and the page can go on.
                logging.getLogger(__name__).exception("a message of a page could not be answered")
                told = self._say("The server has failed at this; its log says how.", bad=True)
        # A copy: others get the same message without the number.
        self.send({**told, "n": number})

    def _say(self, text: str, *, bad: bool = False) -> Json:
        return {"t": "say", **telling.message(text, bad)}

    def _said(self) -> Json:
        """What the session says, where nothing has changed."""
        session = self.room.session
        return {"t": "say", **telling.message(session.message, session.is_bad)}

    # Fields

    def _pile(self, said: Json, name: str) -> int:
        pile = said.get(name)
        if not isinstance(pile, str) or pile not in self.hands.rules.index:
            raise Misread(f"{name} must be the name of a pile")
        return self.hands.rules.index[pile]

    def _piles(self, said: Json, name: str) -> list[int]:
        piles = said.get(name)
        names = cast(list[object], piles) if isinstance(piles, list) else [piles]
        if not names or not all(isinstance(each, str) and each in self.hands.rules.index for each in names):
            raise Misread(f"{name} must be the names of piles")
        return list(dict.fromkeys(self.hands.rules.index[cast(str, each)] for each in names))

    def _count(self, said: Json, pile: int) -> int:
        """How many cards of a pile are meant, from the top; 0 for as many as can go."""
        size = len(self.room.session.position.piles[pile])
        if "index" in said:
            index = _number(said, "index")
            # A place where no card lies is that of an empty pile, or the pile has changed meanwhile.
            return size - index if 0 <= index < size else 0
        return min(max(_number(said, "count"), 0), size) if "count" in said else 0

    # Changes

    async def _change(self, why: str, work: Callable[[], object]) -> Json:
        """Do something that may change the game; gives the step that everybody else was told, or what is said."""
        room = self.room
        async with room.lock:
            if await self.rooms.freshen_held(room):
                return self._say("This game was played elsewhere meanwhile; this is how it stands now.", bad=True)
            game = room.session.game
            number, before = len(game.moves), room.session.position

            def act() -> None:
                work()
                if room.session.position is not before:
                    room.look()

            if room.counsel.looks_on:
                await self.rooms.make_way(room)
            room.stir()
            await room.run(act)
            if room.session.position is before:
                return self._held() or self._choices() or self._said()
            if room.session.over:
                room.rest()
            for seat in room.seats:
                seat.settle()
            told = room.step(why, number, before)
            room.tell(told, self)
            room.follow_verdict()
        self.rooms.catch_up(room)
        return told

    def _held(self) -> Json | None:
        """What is held and where it may go; None where nothing is."""
        hands, session = self.hands, self.room.session
        pick = hands.pick
        if pick is None or hands.choices:
            return None
        rules, legal = hands.rules, session.legal
        every = targets(rules, legal, pick)
        ways = set(moves_from(rules, legal, pick))
        if not ways and pick.count == 1:
            ways = set(moves_from(rules, legal, Pick(pick.piles)))
        names = rules.names
        return {
            "t": "targets",
            "held": telling.held_part(rules, hands.held()),
            "to": [names[pile] for pile in sorted(every & ways)],
            "with": [names[pile] for pile in sorted(every - ways)],
            "text": scrubbed(session.message),
        }

    def _choices(self) -> Json | None:
        moves = self.hands.choices
        if not moves:
            return None
        told = telling.told_moves(self.hands.rules, self.room.session.position, moves)
        return {"t": "choose", "title": "Which move?", "moves": told}

    async def _pick(self, said: Json) -> Json:
        hands = self.hands
        if "piles" in said:
            piles = self._piles(said, "piles")

            def several() -> None:
                if hands.take(piles[0], 1):
                    for pile in piles[1:]:
                        if hands.pick is not None:
                            hands.put(pile)

            return await self._change("move", several)
        pile = self._pile(said, "pile")
        count = self._count(said, pile)
        return await self._change("move", lambda: self._take(pile, count))

    def _take(self, pile: int, count: int) -> bool:
        """Pick up; a stock of which no card can go deals instead."""
        kind = self.hands.rules.group(pile).kind
        if kind == "stock" and not may_go(self.hands.rules, self.room.session.legal, pile):
            return self.hands.stock()
        # Of these only the top card can go; what lies beside that of a waste is only shown.
        return self.hands.take(pile, min(count, 1) if kind in ("stock", "waste") else count)

    async def _put(self, said: Json) -> Json:
        hands = self.hands
        to = self._pile(said, "to")
        if "from" not in said:
            return await self._change("move", lambda: hands.put(to))
        piles = self._piles(said, "from")
        count = self._count(said, piles[0])

        def carry() -> None:
            if len(piles) > 1:
                hands.pick = Pick(tuple(piles), 1)
            elif not self._take(piles[0], count):
                return
            if hands.pick is not None:
                hands.put(to)

        return await self._change("move", carry)

    async def _release(self, said: Json) -> Json:
        hands = self.hands
        hands.release()
        hands.hinted = None
        return self._say("")

    async def _home(self, said: Json) -> Json:
        pile = self._pile(said, "pile")
        return await self._change("move", lambda: self.hands.home(pile))

    async def _deal(self, said: Json) -> Json:
        return await self._change("move", self.hands.stock)

    async def _type(self, said: Json) -> Json:
        text = _text(said, "text")[:LONGEST]
        return await self._change("move", lambda: self.hands.write(text))

    async def _more(self, said: Json) -> Json:
        moves = self.hands.more_moves()
        if not moves:
            return self._say("No other moves are legal now.", bad=True)
        told = telling.told_moves(self.hands.rules, self.room.session.position, moves)
        return {"t": "choose", "title": "Other moves", "moves": told}

    async def _undo(self, said: Json) -> Json:
        return await self._change("undo", self.room.session.undo)

    async def _redo(self, said: Json) -> Json:
        return await self._change("redo", self.room.session.redo)

    async def _restart(self, said: Json) -> Json:
        return await self._change("restart", self.room.session.restart)

    async def _to(self, said: Json) -> Json:
        number = max(_number(said, "moves"), 0)
        return await self._change("to", lambda: self.room.session.go_to(number))

    async def _auto(self, said: Json) -> Json:
        return await self._change("auto", self.room.session.auto)

    # Advice

    async def _hint(self, said: Json) -> Json:
        room, hands = self.room, self.hands
        session = room.session
        position = session.position
        peek = said.get("peek")
        if isinstance(peek, bool):
            room.set_hints("peek" if peek else "fair")
        await self.rooms.make_way(room)
        room.asked = room.touched
        room.stir()
        advice = await room.run(lambda: room.counsel.ask().answer(PATIENCE))
        async with room.lock:
            if session.position is not position:
                return self._say("")
            hands.hint(advice)
            await room.run(session.tally.hinted)
            move = hands.hinted
            if move is None or advice is None:
                return self._said()
            names = hands.rules.names
            way = way_of(hands.rules, move)
            return {
                "t": "hint",
                "text": scrubbed(session.message),
                "told": scrubbed(advice.sentence),
                "marks": [{"pile": names[pile], "count": count} for pile, count in hands.hints()],
                "from": names[way[0]] if way else "",
                "to": names[way[1]] if way else "",
                "move": str(move),
                "verdict": advice.verdict,
            }

    async def _follow(self, said: Json) -> Json:
        return await self._change("move", self.hands.follow)

    async def _watch(self, said: Json) -> Json:
        on = said.get("on")
        if not isinstance(on, bool):
            raise Misread("on must be true or false")
        room = self.room
        async with room.lock:
            if on != room.counsel.looks_on:
                room.counsel.toggle()
                await self.rooms.make_way(room)
                await room.run(room.look)
        if not on:
            await room.drop_adviser()
        if room.counsel.status == WORKING:
            room.follow_verdict()
        return room.tell_status(self)

    async def _set(self, said: Json) -> Json:
        room = self.room
        mode, hints = said.get("autoplay"), said.get("hints")
        if mode is not None and mode not in get_args(Mode):
            raise Misread(f"autoplay must be one of {', '.join(get_args(Mode))}")
        if hints is not None and hints not in get_args(Hints):
            raise Misread(f"hints must be one of {', '.join(get_args(Hints))}")
        async with room.lock:
            if mode is not None and mode != room.session.autoplay:
                room.session.autoplay = cast(Mode, mode)
                # Its lines are for cards that go home as they did.
                await room.drop_adviser()
            if hints is not None:
                room.set_hints(cast(Hints, hints))
            await room.run(room.look)
        room.follow_verdict()
        return room.tell_status(self)

    # What is asked

    async def _moves(self, said: Json) -> Json:
        async with self.room.lock:
            game = self.room.session.game
            return {"t": "moves", "moves": telling.move_list(game), "at": len(game.moves)}

    async def _rules(self, said: Json) -> Json:
        rules = self.hands.rules
        return {"t": "rules", **await self.room.run(lambda: telling.rules_part(rules))}

    async def _state(self, said: Json) -> Json:
        async with self.room.lock:
            return self.room.state()

    async def _visible(self, said: Json) -> Json:
        on = said.get("on")
        if not isinstance(on, bool):
            raise Misread("on must be true or false")
        self.visible = on
        room = self.room
        async with room.lock:
            if on:
                room.stir()
            elif not any(seat.visible for seat in room.seats):
                room.rest()
        return room.tell_status(self)


def _number(said: Mapping[str, object], name: str) -> int:
    value = said.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 1_000_000:
        raise Misread(f"{name} must be a whole number")
    return value


def _text(said: Mapping[str, object], name: str) -> str:
    value = said.get(name)
    if not isinstance(value, str):
        raise Misread(f"{name} must be a text")
    return value
