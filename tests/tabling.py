"""A table without a screen, for tests: a game, the player's hands, and the picture as text."""

from __future__ import annotations

from pathlib import Path

from tests.playing import CATALOG

from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.notation import parse_position
from solitaire_engine.rules import Rules
from solitaire_engine.saves import SaveFolder
from solitaire_engine.settings import Autoplay, Settings
from solitaire_engine.table.plan import make_plan
from solitaire_engine.table.session import Session
from solitaire_engine.tui.canvas import text_of
from solitaire_engine.tui.desk import Desk
from solitaire_engine.tui.geometry import Needs, Table, arrange
from solitaire_engine.tui.looks import Looks
from solitaire_engine.tui.screen import picture


def session_of(folder: Path, game: Game, autoplay: Autoplay = "off") -> Session:
    """A session at a game; `folder` is where it is kept."""
    saves = SaveFolder(folder / "games")
    return Session(game, saves.begin(game), saves, Settings(autoplay=autoplay))


def desk_of(folder: Path, variant: str, start: str = "7", autoplay: Autoplay = "off", **values: str) -> Desk:
    """A desk with a game from a deal, or from a board that need not have all cards."""
    rules = CATALOG.rules(variant, values)
    is_board = ": " in start
    game = Game(rules, parse_position(rules, start, complete=False) if is_board else parse_deal(start))
    return Desk(session_of(folder, game, autoplay))


def shown(desk: Desk, width: int = 80, height: int = 24, looks: Looks | None = None) -> str:
    """The whole screen as text."""
    return text_of(picture(desk, looks or Looks(), width, height).rows)


def table_of(rules: Rules, game: Game, width: int = 80, height: int = 21) -> Table:
    """Where the cards lie; the table must fit."""
    table = arrange(make_plan(rules), rules, game.position, width, height)
    assert not isinstance(table, Needs)
    return table


def piles(desk: Desk, *names: str) -> list[int]:
    """Piles by name."""
    return [desk.rules.index[name] for name in names]


def carry(desk: Desk, source: str, target: str, count: int = 0) -> bool:
    """Pick cards up and put them down."""
    start, end = piles(desk, source, target)
    return desk.take(start, count) and desk.put(end)
