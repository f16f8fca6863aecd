"""Games made up at random: small packs, and rules put together that nobody would put together.

    python -m tests.random_rules [--seconds N] [--seed S]

looks for games of which the solver, or another part that must do with any rules, is wrong, and
prints each with the smallest file that still shows it. Seeds are tried one after the other from
S on; the same seed is the same game on every machine.

What the solver leaves out of a search is proved from a game's tables, and a proof may rest on
something that holds for every game anybody plays. Here is where such a proof is found out.
"""

from __future__ import annotations

import argparse
import copy
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.made_up import Document, made_up, written
from tests.solver_truth import can_be_won, wrong_answers

from solitaire_engine.catalog import default_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.describe import rules_page
from solitaire_engine.errors import VariantError
from solitaire_engine.game import Game
from solitaire_engine.outcome import is_won
from solitaire_engine.records import read_record, record_text
from solitaire_engine.resolving import resolved_text
from solitaire_engine.rules import Rules
from solitaire_engine.solver import Limits
from solitaire_engine.solver.homing import SafeHome
from solitaire_engine.testing import assert_sound, rules_from, walk
from solitaire_engine.variant import load_variant


def rules_of(document: Document, folder: Path) -> Rules | None:
    """The rules, from a file in `folder`; None if they are refused."""
    try:
        return rules_from(written(document), folder, default_catalog())
    except VariantError:
        return None


def games(seeds: Iterable[int], folder: Path) -> Iterator[tuple[int, Rules]]:
    """The games of those seeds whose rules are not refused; the file of each is there until the next one is made."""
    for seed in seeds:
        rules = rules_of(made_up(seed), folder)
        if rules is not None:
            yield seed, rules


# --- What must hold of any game


def check_promises(rules: Rules) -> None:
    """AssertionError if the engine breaks a promise about any game, but for what the solver answers.

    Moves are legal or refused in a sentence, positions and records are read back (`assert_sound`);
    the page of the rules and the reason why nothing is played home unasked are words; the file,
    written anew, means the same game.
    """
    if has_texts(rules):
        assert_sound(rules, deals=("1",), steps=12)
    game = walk(Game(rules, parse_deal("1")), 1, 6)
    if game.moves:
        game.pop()
    catalog, file = default_catalog(), Path(rules.variant.file)
    again = read_record(record_text(game), "the record", catalog)
    assert (again.moves, again.position, again.undone) == (game.moves, game.position, game.undone), "the record differs"
    page = rules_page(rules)
    assert page.startswith(("# Made Up", "Made Up")) and "None" not in page, f"the page of the rules is odd: {page}"
    why = SafeHome(rules).why_not
    assert not why or re.fullmatch(r"[a-z][A-Za-z0-9, -]+[a-z]", why), f"no sentence: {why}"
    whole = file.with_name("whole.yaml")
    whole.write_text(resolved_text(file, catalog.beside(file), catalog.host, None, {}), encoding="utf-8")
    assert load_variant(whole, catalog.beside(whole), catalog.host).hash == rules.variant.hash, "the text differs"


def has_texts(rules: Rules) -> bool:
    """Whether every position that can come up has a text that is read back.

    Not so if cards are dealt in play to piles that can hold only so many, which nobody counts then, or if the
    stock is gathered itself and lies face up.
    """
    dealt = {*rules.deal_targets, *rules.gathered}
    return rules.stock not in dealt and not any(rules.maximum[rules.group_of[pile]] for pile in dealt)


@dataclass(frozen=True)
class Trouble:
    """What is wrong with a game: of which kind, with which deal (0: with none), and a sentence on it."""

    kind: str
    deal: int
    text: str


def promise_trouble(rules: Rules) -> Trouble | None:
    """What promise is broken, if one is; whatever is raised is one."""
    try:
        check_promises(rules)
    except Exception as error:
        return Trouble(type(error).__name__, 0, str(error))
    return None


def answer_trouble(
    rules: Rules, deals: Iterable[int], most: int, limits: Limits, counts: Counter[str] | None = None
) -> Trouble | None:
    """The first of the deals of which the solver gives a wrong answer, if there is one.

    A deal with more than `most` positions is passed over, and so are all after it. `counts` is told
    how many could be judged.
    """
    counts = counts if counts is not None else Counter()
    for deal in deals:
        try:
            position = Game(rules, parse_deal(str(deal))).position
            if is_won(rules, position):
                continue
            winnable = can_be_won(rules, position, most)
            counts["too large" if winnable is None else "winnable" if winnable else "lost"] += 1
            if winnable is None:
                return None
            wrong = wrong_answers(rules, position, winnable, limits)
        except Exception as error:
            return Trouble(type(error).__name__, deal, str(error))
        if wrong:
            truth = "can be won" if winnable else "is lost"
            return Trouble("answer", deal, f"deal {deal} {truth}; {'; '.join(wrong)}")
    return None


# --- The smallest file that shows it

MOST = 1_200
"""Deals with more positions are not judged in a hunt."""
LIMITS = Limits(positions=20_000)
FEW = range(1, 31)
"""Deals that are tried with a file that has been made smaller."""


def smallest(document: Document, trouble: Trouble, folder: Path, deadline: float) -> tuple[Document, Trouble]:
    """The document with all dropped without which there is still trouble of that kind, with any of a few deals.

    It is as small as it has become when `time.monotonic` is past the deadline.
    """
    found = True
    while found:
        found = False
        for smaller in _smaller(document):
            if time.monotonic() > deadline:
                return document, trouble
            rules = rules_of(smaller, folder)
            if rules is None:
                continue
            still = _again(rules, trouble)
            if still is not None and still.kind == trouble.kind:
                document, trouble, found = smaller, still, True
                break
    return document, trouble


def _again(rules: Rules, trouble: Trouble) -> Trouble | None:
    """The trouble that there is with other rules."""
    if not trouble.deal:
        return promise_trouble(rules)
    for deal in (trouble.deal, *FEW):
        still = answer_trouble(rules, [deal], MOST, LIMITS)
        if still is not None:
            return still
    return None


def _smaller(document: Document) -> Iterator[Document]:
    """The document with each part dropped in turn, large parts first; and with one card, pile or time less."""
    for path in sorted(_paths(document), key=len):
        for less in (False, True):
            smaller = copy.deepcopy(document)
            holder: Any = smaller
            for key in path[:-1]:
                holder = holder[key]
            if not less:
                del holder[path[-1]]
            elif isinstance(holder[path[-1]], int) and not isinstance(holder[path[-1]], bool) and holder[path[-1]] > 1:
                holder[path[-1]] -= 1
            else:
                continue
            yield smaller


def _paths(value: Any) -> Iterator[tuple[Any, ...]]:
    """The keys and places that lead to each part of a value."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in entries:
        yield (key,)
        yield from ((key, *rest) for rest in _paths(part))


# --- The hunt


def hunt(seed: int, seconds: float, folder: Path) -> int:
    """Try seeds from `seed` on for so many seconds, print what is wrong, and say how many games had trouble."""
    counts: Counter[str] = Counter()
    start = time.monotonic()
    last = seed
    while time.monotonic() - start < seconds:
        document = made_up(last)
        rules = rules_of(document, folder)
        counts["refused" if rules is None else "games"] += 1
        if rules is not None:
            deals = random.Random(f"deals {last}").sample(range(1, 1_000), 5)
            for trouble in (promise_trouble(rules), answer_trouble(rules, deals, MOST, LIMITS, counts)):
                if trouble is not None:
                    counts["troubles"] += 1
                    small, seen = smallest(document, trouble, folder, time.monotonic() + 60)
                    print(f"seed {last}: {trouble.kind}: {trouble.text}\n  smallest: {seen.text}\n{written(small)}")
                    sys.stdout.flush()
        last += 1
    told = ", ".join(f"{counts[name]} {name}" for name in ("games", "refused", "winnable", "lost", "too large"))
    print(f"seeds {seed} to {last - 1}: {told}; {counts['troubles']} troubles")
    return counts["troubles"]


def main(arguments: Sequence[str]) -> int:
    """The command: 1 if there is trouble with a game."""
    parser = argparse.ArgumentParser(prog="python -m tests.random_rules", description="Look for games that go wrong.")
    parser.add_argument("--seconds", type=float, default=60, help="how long to look (default: 60)")
    parser.add_argument("--seed", type=int, default=1_000_000, help="the first seed (default: 1000000)")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        return 1 if hunt(given.seed, given.seconds, Path(folder)) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
