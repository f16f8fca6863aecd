"""What `check` tells of a good file: a deal, the rules page, how random play went, what the solver makes of it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Final

from ..deals import parse_deal
from ..describe import rules_page
from ..game import Game
from ..health import MOVES, Health, health_of
from ..rules import Rules
from ..settings import load_settings
from ..solver import Limits, solve
from ..text.board import board_text
from ..text.console import Console
from ..text.look import look_of
from ..text.solution import plural
from ..text.starting import deal_of

DEALS: Final = 10
POSITIONS: Final = 4_000
SECONDS: Final = 4.0
"""The solver looks at so many deals, each within so many positions, and takes no longer than so many seconds."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks for."""

    deal: str = "1"
    rules: bool = False
    quick: bool = False
    short: bool = False
    watch: bool = False
    ascii: bool = False


def report(rules: Rules, name: str, asked: Asked) -> int:
    """Print the report of a game, and give the exit code; `name` is what the commands that are named in it take."""
    console = Console(sys.stdin, sys.stdout, look_of(sys.stdout, load_settings(), ascii=asked.ascii))
    show_deal(rules, asked.deal, console)
    page = rules_page(rules)
    if asked.rules:
        console.say(f"{page.rstrip()}\n")
    else:
        console.say(f"Rules: a page of {len(page.split())} words; to read it: solitaire rules {name}\n")
    health = health_of(rules)
    for line in health_lines(health, len(rules.pack)):
        console.say(line)
    if not asked.quick:
        console.say()
        for line in solver_lines(rules, name):
            console.say(line)
    return 1 if health.faulty else 0


def show_deal(rules: Rules, deal: str, console: Console) -> None:
    """Print the board of a deal."""
    game = Game(rules, deal_of(deal))
    console.say(f"\nDeal {game.deal} of {rules.variant.name}:\n")
    console.show(f"{board_text(rules, game.position, console.look)}\n")


def health_lines(health: Health, cards: int) -> Iterator[str]:
    """How random play went."""
    fewest, most = health.moves[0], health.moves[-1]
    going = health.games - health.won - health.stuck
    yield f"Random play: {plural(health.games, 'game')} of {MOVES} moves at most"
    if health.faulty:
        yield f"- cards were lost or doubled in the deals {', '.join(map(str, health.faulty))}"
    else:
        yield f"- all {cards} cards were there after every move"
    if health.stuck_at_once:
        yield f"- without a single move: {health.stuck_at_once} of {health.games} deals"
    yield f"- won {health.won}, without a move left {health.stuck}, still going {going}"
    yield f"- moves in a game: {fewest} to {most}, {health.middle} in the middle"
    for sentence in health.unused:
        yield f"- {sentence}"
    if health.unused:
        yield "What never happened here may happen to somebody who plays well; if it should be common, look at it."


def solver_lines(rules: Rules, name: str) -> Iterator[str]:
    """What the solver makes of the first deals within a small budget."""
    end = monotonic() + SECONDS
    counts: Counter[str] = Counter()
    for number in range(1, DEALS + 1):
        if monotonic() >= end:
            break
        position = Game(rules, parse_deal(str(number))).position
        counts[solve(rules, position, Limits(positions=POSITIONS), stop=lambda: monotonic() >= end).verdict] += 1
    done = sum(counts.values())
    yield f"Solver: deals 1 to {done}, {POSITIONS:,} positions each"
    yield "- " + ", ".join(f"{counts[verdict]} {verdict}" for verdict in ("winnable", "lost", "unknown"))
    yield f"Too few for more than a guess; to measure: solitaire odds {name}"
