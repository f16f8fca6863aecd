"""Statistics: how often each game was played and won, how fast, and how many times in a row.

A game counts from its first move, once, whatever is done with it: it is known by the id of its
`Sitting`, which its save keeps. It is won at the first win, with the time and the moves of that
moment; it is lost when it is given up, or when another game of its kind is begun and it is not won;
the newest one is unfinished until then. A lost game that is resumed and won is won.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from .catalog import parse_share
from .errors import StatsError
from .game import Game
from .kinds import Kind, kind_of
from .sittings import Sitting
from .statstore import Played, State, StatsFile

Outcome = Literal["won", "lost", "unfinished"]


@dataclass(frozen=True, slots=True)
class Totals:
    """The statistics of one variant with certain parameters.

    `played` is `won` + `lost` + `unfinished`. `streak`: so many games in a row were won at last, or,
    below 0, lost; `longest_won` and `longest_lost`: the most there ever were. Times in seconds and
    moves are those of the games won, but for those of finished games, which are won or lost; None
    where there is no such game.
    """

    kind: Kind
    name: str
    played: int
    won: int
    lost: int
    unfinished: int
    streak: int
    longest_won: int
    longest_lost: int
    best_seconds: float | None
    average_seconds: float | None
    best_moves: int | None
    average_moves: float | None
    finished_average_seconds: float | None
    finished_average_moves: float | None
    hints: int

    @property
    def share_won(self) -> float | None:
        """The part of the finished games that were won, from 0 to 1."""
        finished = self.won + self.lost
        return self.won / finished if finished else None


def totals(games: Iterable[Played]) -> list[Totals]:
    """The statistics of each kind of game, by variant and parameters; `games` in the order in which they were begun."""
    kinds: dict[tuple[str, str], list[Played]] = {}
    for game in games:
        kinds.setdefault((game.variant, game.params), []).append(game)
    return [_totals(kinds[key]) for key in sorted(kinds)]


def outcomes(games: Sequence[Played]) -> list[Outcome]:
    """What became of each of the games of one kind, in the order in which they were begun."""
    last = len(games) - 1
    return [
        "won" if game.state == "won" else "lost" if game.state == "abandoned" or place < last else "unfinished"
        for place, game in enumerate(games)
    ]


def _totals(games: Sequence[Played]) -> Totals:
    results = outcomes(games)
    won = [game for game, result in zip(games, results, strict=True) if result == "won"]
    finished = [game for game, result in zip(games, results, strict=True) if result != "unfinished"]
    streak = longest_won = longest_lost = 0
    for result in results:
        if result == "unfinished":
            continue
        step = 1 if result == "won" else -1
        streak = streak + step if streak * step > 0 else step
        longest_won, longest_lost = max(longest_won, streak), max(longest_lost, -streak)
    return Totals(
        kind=kind_from(games[-1].variant, games[-1].params),
        name=games[-1].name,
        played=len(games),
        won=len(won),
        lost=results.count("lost"),
        unfinished=results.count("unfinished"),
        streak=streak,
        longest_won=longest_won,
        longest_lost=longest_lost,
        best_seconds=min((game.seconds for game in won), default=None),
        average_seconds=_mean([game.seconds for game in won]),
        best_moves=min((game.moves for game in won), default=None),
        average_moves=_mean([game.moves for game in won]),
        finished_average_seconds=_mean([game.seconds for game in finished]),
        finished_average_moves=_mean([game.moves for game in finished]),
        hints=sum(game.hints for game in games),
    )


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def params_text(kind: Kind) -> str:
    """The parameters of a kind as `Played` has them: ``back=none&draw=1``."""
    return "&".join(f"{name}={value}" for name, value in sorted(kind.params.items()))


def kind_from(variant: str, params: str) -> Kind:
    """The inverse of `params_text`."""
    return Kind(variant, parse_share(f"x?{params}").values if params else {})


class Tally:
    """Counts one game, for a player's interface; nothing it does ever keeps anybody from playing.

    Call `changed` after every move, undo and redo *before* the game is saved as finished, so that a
    process that is killed in between loses no win, and `left` when the player leaves.
    """

    def __init__(self, game: Game, sitting: Sitting, file: StatsFile | None = None) -> None:
        """`sitting`: that of the game's `Save`."""
        self.game, self.sitting = game, sitting
        self.file = file or StatsFile()
        self.problem = ""
        """Why the game could not be counted, in a sentence; empty where all is well."""
        self._counted: State | None = None
        self._kind: Kind | None = None
        self._played: Played | None = None

    def changed(self) -> None:
        """A move was made, undone or redone."""
        if self._counted == "won":
            return
        if self.game.is_won:
            self._put("won")
        elif self._counted != "playing" and self.game.moves:
            self._put("playing")

    def hinted(self) -> None:
        """A hint was given."""
        self.sitting.hints += 1
        if self._counted == "playing":
            self._put("playing")

    def left(self) -> None:
        """The player leaves; the game can be resumed."""
        if self._counted == "won":
            # As it was at that moment, if it could not be written then.
            if self.problem:
                self._write()
        elif self._counted is not None:
            self._put(self._counted)

    def given_up(self) -> None:
        """The player begins another game instead of this one."""
        if self._can_be_given_up:
            self._put("abandoned")

    @property
    def is_at_stake(self) -> bool:
        """Whether the game counts as lost if another is begun instead."""
        return self._can_be_given_up and self.sitting.counts and self.game.deal is not None

    @property
    def _can_be_given_up(self) -> bool:
        return not self.game.is_won and self._counted != "won" and bool(self.game.moves or self.game.undone)

    def _put(self, state: State) -> None:
        game, sitting = self.game, self.sitting
        if not sitting.counts or game.deal is None:
            self._counted = state
            return
        variant = game.rules.variant
        self._kind = kind = self._kind or kind_of(variant)
        self._played = Played(
            sitting.id, kind.variant, params_text(kind), variant.name, variant.hash, str(game.deal), sitting.daily,
            state, round(sitting.seconds, 1), len(game.moves), sitting.hints,
        )  # fmt: skip
        self._write()
        # Not before, for Ctrl-C may come in between, and then it is tried again.
        self._counted = state

    def _write(self) -> None:
        if self._played is None:
            return
        try:
            self.file.put(self._played)
            self.problem = ""
        except StatsError as error:
            self.problem = str(error)


_MINUTE: Final = 60


def clock_text(seconds: float) -> str:
    """A time as a clock shows it: "3:07", "1:02:45"."""
    minutes, rest = divmod(round(seconds), _MINUTE)
    hours, minutes = divmod(minutes, _MINUTE)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
