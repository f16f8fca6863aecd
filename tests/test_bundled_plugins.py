"""The bundled plugins do the work: without one of them its game is another game, or none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.fake_plugins import FakePoint, bundled_points, data_host, host_with, plugin, point, rules_of, small_game

from solitaire_engine.catalog import Catalog, bundled_folder
from solitaire_engine.deals import parse_deal
from solitaire_engine.errors import SolitaireError, VariantError
from solitaire_engine.game import Game, deal
from solitaire_engine.host import Host, default_host
from solitaire_engine.words import StockDeal, Transfer

NOT_THERE = {
    "shifts": r"the plugin 'shifts' is not installed",
    "reserve_deal": r"the plugin 'reserve_deal' is not installed",
}
CROSSING = "t1: 5H JD; t5: 6S; c1: 2C; c2: 2D; c3: 2H; t8: 8S 7D; t2: 9S; t3: KH"
"""A loose group and a sequence that may cross, each with a pile for its lead card; one cell is empty."""


def catalog(host: Host) -> Catalog:
    return Catalog([bundled_folder()], host)


def broken(name: str) -> FakePoint:
    return point(name, RuntimeError("out of order"), "solitaire-engine", "0.9")


def test_both_are_installed_and_found_by_entry_point() -> None:
    host = default_host()
    infos = [(info.name, info.distribution, info.status, info.words) for info in host.plugins]
    assert ("shifts", "solitaire-engine", "ok", ("transfer shifts",)) in infos
    assert ("reserve_deal", "solitaire-engine", "ok", ("deal reserve_deal",)) in infos


# shifts


def test_with_shifts_groups_cross_between_the_halves_of_antares() -> None:
    game = small_game(catalog(host_with()).rules("antares"), CROSSING)
    assert game.rules.variant.warnings == ()
    assert "t1 t5 2" in game.legal_moves
    assert "t8 t2 2" in game.legal_moves


@pytest.mark.parametrize(
    ("host", "why"),
    [
        (host_with(without=["shifts"]), NOT_THERE["shifts"]),
        (Host(bundled_points(), ["reserve_deal"]), r".* is disabled: left out by SOLITAIRE_PLUGINS"),
        (
            host_with(broken("shifts"), without=["shifts"]),
            r"the plugin 'shifts' \(solitaire-engine 0\.9\) is broken: it cannot be imported: RuntimeError: out .*",
        ),
    ],
    ids=["absent", "disabled", "broken"],
)
def test_without_shifts_antares_loads_with_a_warning_and_only_single_cards_cross(host: Host, why: str) -> None:
    rules = catalog(host).rules("antares")
    (warning,) = rules.variant.warnings
    assert re.fullmatch(rf"only single cards cross between scorpion and freecell: {why}", warning)
    game = small_game(rules, CROSSING)
    assert game.why_not("t1 t5 2") == "only single cards cross from a Scorpion pile to a FreeCell pile"
    assert game.why_not("t8 t2 2") == "only single cards cross from a FreeCell pile to a Scorpion pile"
    assert {move.count for move in game.legal_moves if (move.source < "t5") != (move.target < "t5")} == {1}
    single = small_game(rules, "t1: 5H; t5: 6S")
    assert "t1 t5" in single.legal_moves


def test_a_record_made_with_shifts_is_of_another_game_than_one_without() -> None:
    hashes = {catalog(host).rules("antares").variant.hash for host in (host_with(), host_with(without=["shifts"]))}
    assert len(hashes) == 2


# reserve_deal


def test_with_reserve_deal_agnes_aces_deals_a_card_to_each_reserve_and_three_at_last() -> None:
    game = deal("agnes_aces", 1, catalog=catalog(host_with()))
    reserves = game.rules.pile_names["reserve"]
    before = [game.position.piles[game.rules.index[pile]] for pile in reserves]
    for expected in ([1] * 7, [1] * 7, [1, 1, 1, 0, 0, 0, 0]):
        game.push("deal")
        after = [game.position.piles[game.rules.index[pile]] for pile in reserves]
        assert [len(b) - len(a) for a, b in zip(before, after, strict=True)] == expected
        before = after
    assert game.why_not("deal") == "the stock is empty"


@pytest.mark.parametrize("name", ["agnes_aces", "agnes_bernauer"])
@pytest.mark.parametrize(
    ("host", "why"),
    [
        (host_with(without=["reserve_deal"]), NOT_THERE["reserve_deal"]),
        (
            host_with(broken("reserve_deal"), without=["reserve_deal"]),
            r"the plugin 'reserve_deal' \(solitaire-engine 0\.9\) is broken: it cannot be imported: RuntimeError: .*",
        ),
    ],
    ids=["absent", "broken"],
)
def test_without_reserve_deal_agnes_does_not_load_and_says_which_word_and_which_plugin(
    name: str, host: Host, why: str
) -> None:
    with pytest.raises(VariantError) as caught:
        catalog(host).rules(name)
    (problem,) = caught.value.problems
    # Agnes Bernauer inherits the deal.
    assert Path(problem.file).name == "agnes_aces.yaml" and problem.line > 0
    assert problem.path == "piles.stock.deal.by"
    assert re.match(rf".*no word 'reserve_deal' .*; {why}", problem.message)
    assert "\n" not in str(caught.value)


def test_other_games_do_not_miss_the_bundled_plugins() -> None:
    none = catalog(Host())
    for name in ("freecell", "klondike", "scorpion"):
        assert none.rules(name).variant.warnings == ()


# Plugins that a file names


FREECELL = "schema: 1\nname: Trial\nextends: freecell\n"
ANTARES = "schema: 1\nname: Trial\nextends: antares\n"


def problems(text: str, folder: Path, host: Host) -> list[str]:
    """What is wrong with a variant, each with its place in the file."""
    with pytest.raises(VariantError) as caught:
        rules_of(text, folder, host)
    return [str(problem).removeprefix(f"{folder / 'trial.yaml'}:") for problem in caught.value.problems]


def test_a_plugin_that_is_named_and_missing_stops_the_game_for_it_may_act_in_play(tmp_path: Path) -> None:
    (line,) = problems(f"{FREECELL}plugins: [mixer]\n", tmp_path, Host())
    assert line == (
        "4:11: plugins[0]: the plugin 'mixer' is not installed; "
        "the game may be another one without it; install it, or take it out of plugins"
    )


def test_one_missing_word_excuses_one_missing_plugin_and_no_more(tmp_path: Path) -> None:
    two = f"{ANTARES}plugins: [shifts, mixer]\n"
    (line,) = problems(two, tmp_path, Host())
    assert line.startswith("4:19: plugins[1]: the plugin 'mixer' is not installed")
    assert len(problems(two, tmp_path, host_with())) == 1
    other = f"{ANTARES}transfer: [{{by: threes, between: [scorpion, freecell]}}]\nplugins: [acme]\n"
    assert len(rules_of(other, tmp_path, host_with()).variant.warnings) == 1


def test_a_transfer_whose_word_nobody_brings_and_no_missing_plugin_excuses_is_an_error(tmp_path: Path) -> None:
    text = f"{ANTARES}transfer: [{{by: shfits, between: [scorpion, freecell]}}]\n"
    (line,) = problems(text, tmp_path, host_with())
    assert line.startswith("4:17: transfer[0].by: ") and "did you mean 'shifts'?" in line


# Others of their kind


def test_another_stock_deal_works_through_the_same_hook() -> None:
    with data_host("acme") as host:
        rules = Catalog([*host.variant_folders(), bundled_folder()], host).rules("twice_dealt")
    game = Game(rules, parse_deal("1"))
    sizes: list[list[int]] = []
    while "deal" in game.legal_moves:
        game.push("deal")
        sizes.append([len(game.position.piles[rules.index[pile]]) for pile in rules.pile_names["reserve"]])
    assert sizes == [[3] * 7, [5, 4, 3, 3, 3, 3, 3]]


def test_another_transfer_works_through_the_same_hook() -> None:
    with data_host("acme") as host:
        rules = Catalog([*host.variant_folders(), bundled_folder()], host).rules("three_across")
    game = small_game(rules, "t1: 5H JD 3C 2C; t5: 6S; t6: QS")
    assert game.why_not("t1 t5 4") == "only 3 cards at once cross from a Scorpion pile to a FreeCell pile"
    assert "t1 t6 3" in game.legal_moves


def test_a_variant_may_use_two_transfers_and_the_larger_counts(tmp_path: Path) -> None:
    both = (
        "transfer:\n  - {by: pairs, between: [scorpion, freecell]}\n  - {by: shifts, between: [scorpion, freecell]}\n"
    )
    host = host_with(point("pairs", plugin(Transfer(name="pairs", most=2))))
    assert "t1 t5 2" in small_game(rules_of(ANTARES + both, tmp_path, host), CROSSING).legal_moves


def test_words_of_a_plugin_are_refused_in_the_place_of_another_kind(tmp_path: Path) -> None:
    host = host_with(point("odd", plugin(StockDeal(name="odd", counts=lambda stock, targets, args: [1] * targets))))
    with pytest.raises(SolitaireError, match="no word 'odd' for"):
        rules_of(f"{FREECELL}piles: {{tableau: {{gap: odd}}}}\n", tmp_path, host)
