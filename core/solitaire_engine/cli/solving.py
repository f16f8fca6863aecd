"""`solve`: whether deals and positions can be won, and how."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

import typer

from ..autoplay import Mode
from ..catalog import default_catalog
from ..deals import Deal
from ..errors import RecordError
from ..game import Game
from ..outcome import is_won
from ..records import save_record
from ..sentences import joined
from ..settings import load_settings
from ..solutions import Line, line_of, typed_line
from ..solver import Answer, Limits, Options, Verdict, solve
from ..solver.backends import choose
from ..solver.solving import limits_for
from ..text.console import Console
from ..text.look import look_of
from ..text.play import check_record
from ..text.solution import caution_text, effort_text, ending_text, plural, solution_lines, verdict_text
from .group import INTERRUPTED
from .limits import limits_of
from .listing import tell_hidden
from .playing import Wanted
from .targets import Target, target_of
from .watching import Watch

if TYPE_CHECKING:
    from ..odds.ranges import DealRange
    from .batch import Found

DECIDED, UNDECIDED = 0, 3
"""The exit codes: every deal was decided, or at least one is still unknown."""
_LIMITS: Final = {
    "positions": "the limit of positions", "seconds": "the limit of time", "memory": "the limit of memory",
}  # fmt: skip
"""The reasons that raising a limit may take away, as a line on one deal gives them."""
_VERDICTS: Final[tuple[Verdict, ...]] = ("winnable", "lost", "unknown")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks for, besides the game.

    `board`: a position as text or in a file; `moves`: how far into a record; `limit`,
    `seconds` and `memory` as they are typed; `solver` the name of one, or empty. `auto`: the
    user's setting of autoplay, for which the moves are printed.
    """

    board: str | None = None
    moves: int | None = None
    limit: str | None = None
    seconds: str | None = None
    memory: str | None = None
    record: Path | None = None
    jobs: int = 1
    json: bool = False
    boards: bool = False
    no_moves: bool = False
    solver: str = ""
    auto: Mode = "off"


def solve_games(wanted: Wanted, asked: Asked) -> int:
    """Solve what is wanted and print it; gives the exit code."""
    settings, limits = load_settings(), limits_of(asked.limit, asked.seconds, asked.memory)
    asked = replace(asked, auto=settings.autoplay)
    if asked.boards and (asked.json or asked.no_moves):
        raise typer.BadParameter("boards are shown with the moves only", param_hint="--boards")
    target = target_of(wanted, asked.board, asked.moves, default_catalog(), settings)
    tell_hidden(target.game.rules.variant.file)
    # Asked before all else, for a name that no solver has is told before any of them works.
    choice = choose(target.game.rules, asked.solver)
    if asked.limit is None:
        limits = limits_for(choice, limits)
    console = Console(sys.stdin, sys.stdout, look_of(sys.stdout, settings, ascii=wanted.ascii))
    if target.deals is not None:
        if asked.record is not None or asked.boards:
            option = "--record" if asked.record is not None else "--boards"
            raise typer.BadParameter("of a range only the verdicts are kept; name one deal", param_hint=option)
        return _Batch(target, target.deals, limits, asked, console).run()
    if asked.record is not None:
        _check_free(asked.record)
    return _solve_one(target, limits, asked, console)


def _check_free(path: Path) -> None:
    """RecordError where the record could not be written, told before the search and not after it."""
    if path.exists():
        check_record(path)
    elif not path.parent.is_dir():
        raise RecordError(f"{path}: there is no folder {path.parent}; make it first, or choose another")


def _solve_one(target: Target, limits: Limits, asked: Asked, console: Console) -> int:
    game = target.game
    for warning in game.rules.variant.warnings:
        print(f"solitaire: note: {warning}", file=sys.stderr)
    with Watch() as watch:

        def progress(positions: int) -> None:
            watch.show(lambda: _pace(positions, watch))

        if is_won(game.rules, game.position):
            answer = Answer("winnable")
        else:
            options = Options(solver=asked.solver)
            answer = solve(game.rules, game.position, limits, options, stop=watch.stop, progress=progress)
        stopped = watch.stopped and answer.verdict == "unknown"
    if answer.warning:
        print(f"solitaire: note: {answer.warning}", file=sys.stderr)
    line = line_of(game.rules, game.position, answer.moves)
    # First, for who reads the moves may have seen enough before the last.
    written = asked.record is not None and _write_record(game, answer, line, asked.record)
    if asked.json:
        console.show(_as_json(game, answer, line, asked))
    else:
        _print_one(target, answer, line, limits, asked, console)
    if written:
        print(f"written: {asked.record}", file=sys.stderr if asked.json else console.stdout)
    console.stdout.flush()
    return INTERRUPTED if stopped else UNDECIDED if answer.verdict == "unknown" else DECIDED


def _print_one(target: Target, answer: Answer, line: Line, limits: Limits, asked: Asked, console: Console) -> None:
    game, fewest = target.game, len(line.steps) if line.alone else 0
    line = typed_line(game.rules, line, asked.auto)
    console.say(verdict_text(target.label, answer, limits, len(line.steps)))
    if line.steps and not asked.no_moves:
        if caution := caution_text(line, asked.auto):
            console.say(caution)
        console.show("")
        wrap = console.stdout.isatty()
        for text in solution_lines(game.rules, line, console.look, wrap=wrap, boards=asked.boards):
            console.show(text)
        console.show("")
        console.say(ending_text(line, asked.auto, fewest))
    if answer.positions:
        console.say(f"{effort_text(answer.positions, answer.seconds)}; solver {answer.solver}.")


def _pace(positions: int, watch: Watch) -> str:
    return f"{effort_text(positions, max(watch.elapsed, 0.01))}; Ctrl-C stops"


def _write_record(game: Game, answer: Answer, line: Line, path: Path) -> bool:
    """Write the game with the solution after the moves it has; False, and said, where there is no solution."""
    if answer.verdict != "winnable":
        print(f"solitaire: {path} is not written, for there is no solution to keep", file=sys.stderr)
        return False
    whole = Game(game.rules, game.deal if game.deal is not None else game.start)
    for move in chain(game.moves, line.moves):
        whole.push(move)
    save_record(whole, path)
    return True


def _as_json(game: Game, answer: Answer, line: Line, asked: Asked) -> str:
    """One line: the game, the verdict, and what it took."""
    variant = game.rules.variant
    told: dict[str, object] = {
        "variant": variant.id,
        "params": dict(variant.values),
        "hash": variant.hash,
        "deal": str(game.deal) if game.deal is not None else None,
        "made": len(game.moves),
        "verdict": answer.verdict,
        "length": len(line.steps),
        "found": max(answer.found, len(line.steps)),
        "positions": answer.positions,
        "seconds": round(answer.seconds, 3),
        "reason": answer.reason,
        "solver": answer.solver,
        "warning": answer.warning,
    }
    if game.deal is None:
        told["position"] = str(game.start)
    if not asked.no_moves:
        told["moves"] = [str(move) for move in line.moves]
    return json.dumps(told, ensure_ascii=False)


class _Batch:
    """A range of deals: a line for each, and a summary."""

    def __init__(self, target: Target, deals: DealRange, limits: Limits, asked: Asked, console: Console) -> None:
        self.target, self.deals, self.limits, self.asked, self.console = target, deals, limits, asked, console
        self.watch = Watch()
        self.counts: Counter[Verdict] = Counter()
        self.solvers: Counter[str] = Counter()
        self.warned: set[str] = set()
        self.lengths: list[int] = []
        self.limited = False
        self.positions = 0
        last = Game(target.game.rules, Deal(f"{deals.prefix}{deals.last}"))
        self._wide = max(len(target.label), len(last.share_code))

    def run(self) -> int:
        """Solve and print; gives the exit code."""
        with self.watch:
            for deal, answer in self._answers():
                self._take(deal, answer)
            self.watch.clear()
            done, stopped = sum(self.counts.values()), self.watch.stopped
        if not self.asked.json:
            self.console.say(self._summary(done, stopped))
        if stopped and (self.counts["unknown"] or done < len(self.deals)):
            return INTERRUPTED
        return UNDECIDED if self.counts["unknown"] else DECIDED

    def _answers(self) -> Iterator[Found]:
        # Imported here: one deal needs no other process.
        from .batch import solve_here, solve_in_processes

        jobs = min(self.asked.jobs, len(self.deals))
        options = Options(solver=self.asked.solver)
        if jobs == 1 or self.target.start is None:
            rules = self.target.game.rules
            return solve_here(rules, self.deals, self.limits, options, self.watch.stop, self._progress)
        return solve_in_processes(
            self.target.start, self.deals, self.limits, options, jobs, self.watch.stop, lambda: self._progress(0)
        )

    def _progress(self, positions: int) -> None:
        self.watch.show(
            lambda: (
                f"deal {sum(self.counts.values()) + 1:,} of {len(self.deals):,}: "
                f"{_pace(self.positions + positions, self.watch)}"
            )
        )

    def _take(self, deal: str, answer: Answer) -> None:
        """Print a line on one deal, and count it."""
        game = Game(self.target.game.rules, Deal(deal))
        line = line_of(game.rules, game.position, answer.moves)
        self.counts[answer.verdict] += 1
        self.solvers[answer.solver] += 1
        self.positions += answer.positions
        self.limited |= answer.reason in _LIMITS
        typed = len(typed_line(game.rules, line, self.asked.auto).steps)
        if answer.verdict == "winnable":
            self.lengths.append(typed)
        self.watch.clear()
        if answer.warning and answer.warning not in self.warned:
            self.warned.add(answer.warning)
            print(f"solitaire: note: {answer.warning}", file=sys.stderr)
        if self.asked.json:
            self.console.show(_as_json(game, answer, line, self.asked))
        else:
            moves = plural(typed) if answer.verdict == "winnable" else ""
            effort = f"{plural(answer.positions, 'position')}, {answer.seconds:.2f} s"
            why = f"; {_short(answer)}" if answer.verdict == "unknown" else ""
            self.console.show(f"{game.share_code:{self._wide}}  {answer.verdict:8}  {moves:10}  {effort}{why}")
        # Whoever reads it through a pipe sees each line when it is known.
        self.console.stdout.flush()

    def _summary(self, done: int, stopped: bool) -> str:
        kinds = ", ".join(f"{self.counts[verdict]:,} {verdict}" for verdict in _VERDICTS)
        begin = (
            f"Stopped after {done:,} of {plural(len(self.deals), 'deal')}"
            if stopped and done < len(self.deals)
            else plural(done, "deal")
        )
        told = [f"{begin}: {kinds}."]
        if self.lengths:
            told.append(f"The solutions have {plural(round(median(self.lengths)))} in the median.")
        told.append(f"{effort_text(self.positions, self.watch.elapsed)}{self._by()}.")
        if self.limited and not stopped:
            told.append("For those unknown, raise --limit, --seconds or --memory.")
        return " ".join(told)

    def _by(self) -> str:
        """Who answered: "; solver python", and of several how many deals each."""
        if len(self.solvers) < 2:
            return f"; solver {next(iter(self.solvers))}" if self.solvers else ""
        return f"; solvers {joined([f'{name} ({count:,})' for name, count in self.solvers.most_common()])}"


def _short(answer: Answer) -> str:
    return _LIMITS.get(answer.reason, answer.reason)
