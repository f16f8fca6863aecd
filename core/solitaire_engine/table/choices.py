"""What a new game can be: games found by words, their parameters, and which deal. No screen is needed for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from ..catalog import Catalog, Entry, ShareCode, folded, parse_share
from ..daily import daily_deal
from ..deals import Deal, random_deal
from ..definitions import Param
from ..errors import SolitaireError
from ..game import Game
from ..rules import Rules
from ..settings import Settings
from ..sittings import Sitting
from ..text.starting import deal_of, game_id, rules_of


def search(catalog: Catalog, text: str) -> list[Entry]:
    """The games whose name, other names, id or family have every word of a text; the best first.

    A name that is the text comes first, then names that begin with it; a game's own name
    goes before other names that it has.
    """
    words = [folded(word) for word in text.split() if folded(word)]
    whole = folded(text)
    found: list[tuple[int, str, Entry]] = []
    for entry in catalog.entries:
        names, others = [folded(entry.name), folded(entry.id)], [folded(name) for name in entry.aliases]
        if not all(any(word in place for place in (*names, *others, folded(entry.family))) for word in words):
            continue
        ranks = (whole in names, whole in others, _begins(names, whole), _begins(others, whole))
        rank = ranks.index(True) if True in ranks else len(ranks) + (whole not in names[0])
        found.append((rank, entry.name.lower(), entry))
    return [entry for _, _, entry in sorted(found, key=lambda each: each[:2])]


def _begins(names: Iterable[str], text: str) -> bool:
    return any(name.startswith(text) for name in names)


def is_share_code(text: str) -> bool:
    """Whether a text in the search field is meant as a share code or a file and not as words."""
    return any(mark in text for mark in (":", "?")) or text.strip().lower().endswith((".yaml", ".yml"))


def dealt_again(name: str, catalog: Catalog, values: Mapping[str, str], deal: Deal) -> Game:
    """The deal by the rules that the file of a game has now, with the values that are still offered.

    Raises SolitaireError where the file is not good, or the deal is none of its pack.
    """
    params = catalog.load(name).params
    kept = {param.name: values[param.name] for param in params if values.get(param.name) in param.choices}
    return Game(Rules(catalog.load(name, kept), catalog.host), deal)


@dataclass(slots=True)
class Setup:
    """A game that is about to begin.

    `values`: the parameters that were chosen. `deal`: its text, empty for any. `daily`: the deal of
    today. `winnable`: only a deal that the solver proves winnable.
    """

    catalog: Catalog
    variant: str
    values: dict[str, str]
    deal: str = ""
    daily: bool = False
    winnable: bool = False

    @classmethod
    def of(cls, catalog: Catalog, settings: Settings, name: str) -> Setup:
        """The setup of a game of the catalogue with the parameters that the settings have for it."""
        values = dict(settings.params_of(game_id(name, catalog)))
        setup = cls(catalog, name, values)
        try:
            setup.rules()
        except SolitaireError:
            # What the settings say is not offered, which the command line tells in full.
            setup.values = {}
        return setup

    @classmethod
    def of_code(cls, catalog: Catalog, text: str) -> Setup:
        """The setup that a share code means; SolitaireError says what is wrong with it."""
        code = parse_share(text.strip())
        setup = cls(catalog, code.variant, dict(code.values), code.deal)
        setup.rules()
        if setup.deal:
            deal_of(setup.deal)
        return setup

    @classmethod
    def like(cls, catalog: Catalog, game: Game) -> Setup:
        """The setup for another game of the same rules."""
        variant = game.rules.variant
        code = parse_share(game.share_code) if game.share_code else ShareCode(variant.id, variant.changed_values, "")
        return cls(catalog, code.variant, dict(code.values))

    def rules(self) -> Rules:
        """The rules with the values chosen; SolitaireError where one is not offered."""
        return rules_of(ShareCode(self.variant, self.values, ""), self.catalog, {})

    @property
    def params(self) -> tuple[Param, ...]:
        """The choices that the game offers."""
        return self.rules().variant.params

    def value_of(self, param: Param) -> str:
        """The value of a parameter now."""
        return self.rules().variant.values[param.name]

    def turn(self, param: Param, step: int = 1) -> None:
        """Go on to the next choice of a parameter."""
        at = param.choices.index(self.value_of(param)) if self.value_of(param) in param.choices else 0
        self.values[param.name] = param.choices[(at + step) % len(param.choices)]

    @property
    def code(self) -> str:
        """The share code of the game as it is set up, without a deal where any will do. Raises SolitaireError."""
        deal = str(self.day_deal()) if self.daily else str(deal_of(self.deal)) if self.deal else ""
        return str(ShareCode(self.variant, self.rules().variant.changed_values, deal))

    def day_deal(self) -> Deal:
        """The deal of today."""
        return daily_deal(self.rules().variant, date.today(), self.catalog)

    def begin(self, stop: Callable[[], bool] | None = None) -> tuple[Game, Sitting | None] | None:
        """The game; None if looking for a winnable deal was stopped. SolitaireError says why there is none."""
        rules = self.rules()
        if self.daily:
            game = Game(rules, self.day_deal())
            return (game, Sitting(daily=date.today().isoformat())) if self._is_wanted(game, stop) else None
        if self.deal:
            game = Game(rules, deal_of(self.deal))
            return (game, None) if self._is_wanted(game, stop) else None
        if not self.winnable:
            return Game(rules, random_deal()), None
        from ..advice.prover import Prover
        from ..winnable import TRIES, winnable_deal

        with Prover() as prover:
            deal = winnable_deal(rules, stop=stop, solver=prover.solve)
        if deal is None:
            if stop is not None and stop():
                return None
            raise SolitaireError(f"none of {TRIES} deals was proved winnable; try again, or play any deal")
        return Game(rules, deal), None

    def _is_wanted(self, game: Game, stop: Callable[[], bool] | None) -> bool:
        """False if the solver was stopped; SolitaireError if the game is to be winnable and is not known to be."""
        if not self.winnable:
            return True
        from ..advice.prover import Prover
        from ..solver import Options
        from ..winnable import CHECKED

        with Prover() as prover:
            answer = prover.solve(game.rules, game.position, CHECKED, Options(shorten=False), stop=stop)
        if stop is not None and stop():
            return False
        if answer.verdict == "winnable":
            return True
        known = "is lost, as the solver has proved" if answer.verdict == "lost" else "is not proved winnable"
        raise SolitaireError(f"deal {game.deal} {known}; choose another, or leave winnable out")
