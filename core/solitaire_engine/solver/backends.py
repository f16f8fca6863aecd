"""Solvers that plugins bring: what one is, which there are, and which of them answers.

A back end searches faster than Python and is trusted with less: it may decline a game, its
solutions are played through in the engine before anybody sees them, and whatever goes
wrong with it the solver in Python answers instead.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, cast
from weakref import WeakKeyDictionary

from ..errors import PluginError, SolverError
from ..faults import reason_of, shown
from ..hookcalls import HookCall
from ..host import Host, default_host
from ..position import Move, Position
from ..rules import Rules
from .answers import POSITIONS, SOLVER_VERSION, Limits, Options, Verdict

PYTHON: Final = "python"
"""The name of the solver that is always there."""
VARIABLE: Final = "SOLITAIRE_SOLVER"
"""Which solver answers where nobody says so: the name of one; empty or not set for the best there is."""
HOOK: Final = "solitaire_solvers"
COMPILED: Final = "solitaire-engine-native"
"""The distribution that most people miss who miss a solver."""
_NAME: Final = re.compile(r"[a-z0-9]+(?:[_-][a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Searched:
    """What a back end found out.

    `moves` win from the position, each as it is played, those that go home by themselves
    included; there are none unless the verdict is "winnable". `positions` were stored.
    `reason` says why nothing is known: "positions", "seconds", "memory", or "stopped" where
    it was told to stop.
    """

    verdict: Verdict
    moves: tuple[Move, ...] = ()
    positions: int = 0
    reason: str = ""


Stop = Callable[[], bool]
Progress = Callable[[int], None]
Search = Callable[[Rules, Position, Limits, Options, Stop, Progress], Searched]
"""Solves a position that is not won. Asks every few milliseconds whether to stop, which is so at the limit of
seconds too, and tells then how many positions are stored."""


@dataclass(frozen=True, slots=True)
class SolverBackEnd:
    """A solver that a plugin brings.

    `name`: what it is chosen by. `version`: raised whenever a position may get another answer
    or length within the same limits, for results that are kept name it. `why_not`: says in a
    clause why it does not take a game, and nothing for one that it takes. `search` solves a
    position, and with limits by positions alone it must do the same every time; it is called
    from several threads at once. `positions`: how many it may store where nobody sets a limit;
    of several back ends that take a game the one with the most is the best.
    """

    name: str
    version: str
    why_not: Callable[[Rules], str]
    search: Search
    positions: int = POSITIONS


@dataclass(frozen=True, slots=True)
class Offer:
    """A back end with the hook that brought it; `blame` begins what is said of its faults."""

    back_end: SolverBackEnd
    call: HookCall

    @property
    def blame(self) -> str:
        """The solver with its plugin, distribution and version."""
        return f"the solver {self.back_end.name!r} of {self.call.blame}"

    def why_not(self, rules: Rules) -> str:
        """Why the back end does not take a game; PluginError if it cannot say."""
        try:
            why = cast(object, self.back_end.why_not(rules))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise PluginError(f"{self.blame} cannot say whether it takes a game: {reason_of(error)}") from error
        if not isinstance(why, str):
            raise PluginError(f"{self.blame} gave {shown(why)} for why it does not take a game; give a text")
        return why


@dataclass(frozen=True, slots=True)
class Offers:
    """The back ends there are, the best first, and for each plugin whose hook failed a sentence on that."""

    offers: tuple[Offer, ...]
    faults: dict[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """What may be asked for."""
        return (PYTHON, *(offer.back_end.name for offer in self.offers))


@dataclass(frozen=True, slots=True)
class Choice:
    """Who answers for a game: a back end, or Python where `offer` is None.

    `note` says why it is not the one that was meant; empty where nothing went wrong.
    """

    offer: Offer | None = None
    note: str = ""

    @property
    def name(self) -> str:
        """The name of who answers."""
        return self.offer.back_end.name if self.offer else PYTHON

    @property
    def identity(self) -> str:
        """Name and version, by which results that are kept are told apart: "python 2"."""
        return f"{self.name} {self.offer.back_end.version if self.offer else SOLVER_VERSION}"

    @property
    def positions(self) -> int:
        """How many positions may be stored where nobody sets a limit."""
        return self.offer.back_end.positions if self.offer else POSITIONS


_KNOWN: Final[WeakKeyDictionary[Host, Offers]] = WeakKeyDictionary()
_LOCK: Final = threading.Lock()


def offers_of(host: Host) -> Offers:
    """What the plugins of a host bring; asked once."""
    with _LOCK:
        found = _KNOWN.get(host)
        if found is None:
            found = _KNOWN[host] = _asked(host)
        return found


def choose(rules: Rules, wanted: str = "", host: Host | None = None) -> Choice:
    """Who answers for a game: the solver `wanted`, else the one that `VARIABLE` names, else the best that takes it.

    SolverError for a name that no solver has. Where the one that is named does not take the game, Python answers.
    """
    name = wanted or os.environ.get(VARIABLE, "").strip()
    if name == PYTHON:
        return Choice()
    found = offers_of(host or default_host())
    meant = [offer for offer in found.offers if name in ("", offer.back_end.name)]
    if name and not meant:
        raise SolverError(_unknown(name, wanted, found))
    notes = [f"{fault}; {PYTHON} answers" for fault in found.faults.values() if not name]
    for offer in meant:
        try:
            why = offer.why_not(rules)
        except PluginError as error:
            notes.append(f"{error}; {PYTHON} answers")
            continue
        if not why:
            return Choice(offer)
        if name:
            notes.append(f"the solver {name!r} does not take this game: {why}; {PYTHON} answers")
    return Choice(None, "; ".join(notes))


def _unknown(name: str, wanted: str, found: Offers) -> str:
    where = "" if wanted else f"{VARIABLE}: "
    broken = "".join(f" ({fault})" for fault in found.faults.values())
    more = "" if found.offers else f". Others come with packages, as the compiled one with {COMPILED} (docs/native.md)"
    return f"{where}there is no solver {shown(name)}; there are: {', '.join(found.names)}{broken}{more}"


def _asked(host: Host) -> Offers:
    claims: dict[str, list[Offer]] = {}
    faults: dict[str, str] = {}
    for call in host.callers(HOOK, [info.name for info in host.plugins]):
        try:
            for back_end in _checked(call):
                claims.setdefault(back_end.name, []).append(Offer(back_end, call))
        except PluginError as error:
            faults[call.plugin] = str(error)
    for name, rivals in claims.items():
        if len(rivals) > 1:
            # Which was meant nobody can say, as with words.
            for offer in rivals:
                faults.setdefault(offer.call.plugin, str(offer.call.fault(f"gave {name!r}, as another one did too")))
    offers = [offer for rivals in claims.values() if len(rivals) == 1 for offer in rivals]
    offers.sort(key=lambda offer: (-offer.back_end.positions, offer.back_end.name))
    return Offers(tuple(offers), faults)


def _checked(call: HookCall) -> Iterable[SolverBackEnd]:
    """The back ends that a hook gives; PluginError for the first that is none."""
    answer = call.run()
    if answer is None:
        raise call.fault("gave None; end it with return and a list")
    found: list[SolverBackEnd] = []
    for value in call.values(answer):
        if not isinstance(value, SolverBackEnd):
            raise call.fault(f"gave {shown(value)}, which is no SolverBackEnd of solitaire_engine.solver")
        if not isinstance(value.name, str) or not _NAME.fullmatch(value.name) or value.name == PYTHON:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise call.fault(f"gave a back end called {shown(value.name)}; use small letters, and not {PYTHON!r}")
        if not isinstance(value.version, str) or not value.version:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise call.fault(f"gave the back end {value.name!r} with the version {shown(value.version)}; write a text")
        if not isinstance(value.positions, int) or value.positions < 1:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise call.fault(f"gave the back end {value.name!r} with {shown(value.positions)} positions")
        found.append(value)
    return found
