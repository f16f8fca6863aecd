"""Recorded positions of another program, read into our notation.

A file has one position a line, as JSON, with every legal move there. Here a line becomes
a `Vector`: board, moves and cards in dealing order as texts. Nothing here knows a rule.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data" / "vectors"


@dataclass(frozen=True)
class Vector:
    """One recorded position and what may be done in it."""

    game: str
    """The recording program's name of the game."""
    deal_no: int
    step: int
    """0 for the position after the deal; the next step follows from `chosen`."""
    board: str
    """``t1: KS 5H; f1: AC; s: 2D 3D``; the last card of the stock is dealt first."""
    moves: frozenset[str]
    """``t5 t1 3``, ``w f1``, ``deal``, and ``redeal`` for a deal from an empty stock."""
    chosen: str | None
    """The move that leads to the next step; None at a deal's last one."""
    talon_order: tuple[str, ...]
    """All cards in the order in which they leave the pack; at step 0 only, else empty."""
    base: str
    """Rank of the foundations' first cards; empty where the recording does not say."""
    redeals_used: int

    def __str__(self) -> str:
        return f"{self.game}, deal {self.deal_no}, step {self.step}"


def read_vectors(name: str, folder: Path = FOLDER, reserve: str = "r", foundations: Sequence[int] = ()) -> list[Vector]:
    """The positions of ``<name>.jsonl.gz`` (or ``.jsonl``) in file order.

    The recordings call cells reserve too: ``reserve`` is the letter of those piles, ``r`` or ``c``.
    ``foundations`` are our numbers, from 1, for the recorded foundations, if their order is not ours.
    Raises FileNotFoundError if the folder has neither file.
    """
    packed = folder / f"{name}.jsonl.gz"
    if packed.exists():
        text = gzip.decompress(packed.read_bytes()).decode("utf-8")
    else:
        text = (folder / f"{name}.jsonl").read_text(encoding="utf-8")
    return [parse_vector(line, reserve, foundations) for line in text.splitlines() if line.strip()]


def parse_vector(line: str, reserve: str = "r", foundations: Sequence[int] = ()) -> Vector:
    """One line of a file; see `read_vectors`."""
    record: dict[str, Any] = json.loads(line)
    state: dict[str, Any] = record["state"]
    letters = {"row": "t", "foundation": "f", "reserve": reserve}

    def pile_name(group: str, place: int) -> str:
        number = foundations[place] if group == "foundation" and foundations else place + 1
        return f"{letters[group]}{number}"

    piles = {pile_name(group, place): cards for group in letters for place, cards in enumerate(state.get(group, []))}
    piles["s"] = [card.lstrip("#") for card in state["talon"][0]]
    piles["w"] = state.get("waste", [[]])[0]

    def name(place: list[Any]) -> str:
        return "w" if place[0] == "waste" else pile_name(*place)

    def move_text(move: dict[str, Any]) -> str:
        if move.get("deal"):
            return "deal" if piles["s"] else "redeal"
        text = f"{name(move['from'])} {name(move['to'])}"
        return text if move["count"] == 1 else f"{text} {move['count']}"

    return Vector(
        game=record["game"],
        deal_no=record["deal_no"],
        step=record["step"],
        board="; ".join(f"{pile}: {' '.join(cards)}" for pile, cards in piles.items() if cards),
        moves=frozenset(move_text(move) for move in record["legal_moves"]),
        chosen=move_text(record["chosen"]) if record["chosen"] else None,
        talon_order=tuple(record.get("talon_order", ())),
        base=state.get("base", ""),
        redeals_used=state.get("round", 1) - 1,
    )


def board_piles(board: str) -> dict[str, list[str]]:
    """The named piles of a board text, each with its card texts."""
    parts = [part.partition(":") for part in board.split(";") if part.strip()]
    return {name.strip(): cards.split() for name, _, cards in parts}


def fold_board(board: str) -> str:
    """The board with its piles in a fixed order and its foundations sorted, without a base if it names one.

    The recordings keep a foundation for each suit, other programs take the first empty one:
    boards that differ only in that give the same text.
    """
    piles = {name: " ".join(cards) for name, cards in board_piles(board).items() if cards and name != "base"}
    foundations = sorted(cards for name, cards in piles.items() if name.startswith("f"))
    others = sorted(f"{name}: {cards}" for name, cards in piles.items() if not name.startswith("f"))
    return "; ".join([*(f"f: {cards}" for cards in foundations), *others])


def fold_moves(board: str, moves: Iterable[str]) -> set[str]:
    """The moves with every empty foundation called ``f0``, so that it does not matter which of them is named."""
    begun = board_piles(board)
    folded: set[str] = set()
    for move in moves:
        words = move.split()
        if len(words) > 1 and words[1].startswith("f") and not begun.get(words[1]):
            words[1] = "f0"
        folded.add(" ".join(words))
    return folded


def assert_alike_but_for_the_shuffle(board: str, other: str) -> None:
    """The same foundations, as many cards in every pile, and the same cards in all piles together."""
    ours, theirs = board_piles(board), board_piles(other)
    assert {name: len(cards) for name, cards in ours.items()} == {name: len(cards) for name, cards in theirs.items()}
    assert sorted(chain(*ours.values())) == sorted(chain(*theirs.values()))
    assert {n: cards for n, cards in ours.items() if n[0] == "f"} == {n: c for n, c in theirs.items() if n[0] == "f"}
