"""`stats`: how often games were played and won."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import fields

from ..catalog import Catalog, default_catalog, is_path, parse_share
from ..errors import SolitaireError, UnknownVariant
from ..kinds import Kind, kind_of
from ..sentences import counted
from ..stats import Totals, clock_text, params_text, totals
from ..statstore import StatsFile
from ..text.starting import rules_of
from .listing import fitted, print_table, terminal_width


def show_stats(game: str | None, *, as_json: bool, reset: bool, yes: bool) -> int:
    """Print the statistics, of one game if it is named, or forget them; gives the exit code."""
    file = StatsFile()
    every = totals(file.games())
    shown = every if game is None else _of_game(every, game, default_catalog())
    # A file of one's own stands where the name stands by which it is shown, not where its folder would be.
    shown = sorted(shown, key=lambda each: _named(each.kind).casefold())
    if reset:
        return _reset(file, None if game is None else shown, sum(each.played for each in shown), yes)
    if as_json:
        facts = {"file": str(file.path), "games": [_facts(each) for each in shown]}
        print(json.dumps(facts, indent=2, ensure_ascii=False))
    elif not shown:
        none = "No game has been played yet; begin one, as with: solitaire play antares"
        print(none if game is None else f"No game of {game} has been played yet; begin one: solitaire play {game}")
    elif game is None:
        _print_all(shown)
    else:
        print("\n\n".join(_page(each) for each in shown))
    return 0


def _of_game(every: Sequence[Totals], name: str, catalog: Catalog) -> list[Totals]:
    """The statistics of a game; of one choice of parameters where the name has any, or is that of a preset."""
    code = parse_share(name)
    try:
        kind = kind_of(rules_of(code, catalog, {}).variant, catalog)
    except UnknownVariant:
        # What was played once may be gone since, with its plugin.
        found = [each for each in every if each.kind.variant == code.variant]
        if not found:
            raise
        return found
    if code.values or kind.params:
        return [each for each in every if each.kind == kind]
    return [each for each in every if each.kind.variant == kind.variant]


def _reset(file: StatsFile, chosen: Sequence[Totals] | None, count: int, yes: bool) -> int:
    games = counted(count, "game")
    if not count:
        print("There is nothing to forget.")
        return 0
    if not yes:
        of = ""
        if chosen is not None:
            of = f" of {', '.join(str(each.kind) for each in chosen)}"
        print(f"Forget the results of {games}{of} for good? [y/N] ", end="", flush=True)
        answer = sys.stdin.readline()
        if not answer.endswith("\n"):
            print()
        if answer.strip().lower() not in ("y", "yes"):
            if not answer:
                raise SolitaireError("nothing was forgotten, for nobody answered; add --yes to be sure")
            print("Nothing was forgotten.")
            return 1
    kinds = None if chosen is None else [(each.kind.variant, params_text(each.kind)) for each in chosen]
    count = file.delete(kinds)
    print(f"Forgotten: {counted(count, 'game')}.")
    return 0


def _facts(each: Totals) -> dict[str, object]:
    facts = {field.name: getattr(each, field.name) for field in fields(each) if field.name != "kind"}
    return {"variant": each.kind.variant, "params": dict(sorted(each.kind.params.items())), **facts}


def _print_all(shown: Sequence[Totals]) -> None:
    """A row for each game; it fits 80 columns with names of usual length."""
    head = ("game", "played", "won", "%", "streak", "best", "time", "avg", "moves", "avg")
    rows = [
        (
            _named(each.kind), str(each.played), str(each.won), _percent(each), _streak_words(each.streak),
            str(each.longest_won), _time(each.best_seconds), _time(each.average_seconds),
            _count(each.best_moves), _count(each.average_moves),
        )
        for each in shown
    ]  # fmt: skip
    print_table(fitted([head, *rows], 0, terminal_width()))
    print("\nTime and moves are the best and the average of the games won.")
    print("More about a game: solitaire stats GAME")


def _named(kind: Kind) -> str:
    """The kind, a file of one's own by its name alone."""
    return str(kind).replace("\\", "/").rpartition("/")[2] if is_path(kind.variant) else str(kind)


def _page(each: Totals) -> str:
    """Everything about one game, a line for each fact."""
    title = f"{each.name} - {each.kind.choices}" if each.kind.params else each.name
    finished = each.won + each.lost
    lines = [
        ("played", str(each.played)),
        ("won", f"{each.won}" + (f" of {finished} finished ({_percent(each)})" if finished else "")),
        ("lost", str(each.lost)),
        ("unfinished", str(each.unfinished)),
        ("streak", _streak_words(each.streak)),
        ("longest streaks", f"{each.longest_won} won, {each.longest_lost} lost"),
        ("time, games won", f"best {_time(each.best_seconds)}, average {_time(each.average_seconds)}"),
        ("moves, games won", f"best {_count(each.best_moves)}, average {_count(each.average_moves)}"),
        ("finished games", f"average time {_time(each.finished_average_seconds)}, "
                           f"average moves {_count(each.finished_average_moves)}"),
        ("hints used", str(each.hints)),
    ]  # fmt: skip
    wide = max(len(what) for what, _ in lines) + 2
    return "\n".join([title, *(f"  {what:{wide}}{fact}" for what, fact in lines)])


def _streak_words(streak: int) -> str:
    if not streak:
        return "none"
    return f"{abs(streak)} {'won' if streak > 0 else 'lost'}"


def _percent(each: Totals) -> str:
    return "-" if each.share_won is None else f"{each.share_won:.0%}"


def _time(seconds: float | None) -> str:
    return "-" if seconds is None else clock_text(seconds)


def _count(moves: float | None) -> str:
    return "-" if moves is None else f"{moves:.0f}"
