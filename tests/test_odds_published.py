"""Published win rates: the data, the games of ours that they are said of, and the comparison."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solitaire_engine.catalog import Catalog, bundled_folder, default_catalog
from solitaire_engine.deals import parse_deal
from solitaire_engine.errors import OddsError
from solitaire_engine.game import Game
from solitaire_engine.host import default_host
from solitaire_engine.odds import Counts, Estimate
from solitaire_engine.odds.published import Published, all_published, published_for
from solitaire_engine.odds.ranges import parse_range
from solitaire_engine.solver.answers import Limits
from solitaire_engine.text.odds import estimate_json, estimate_text, is_inside

MATCHED = [entry for entry in all_published() if entry.variant]
LOOKED_AT = (
    "klondike", "freecell?cells=2", "bakers_game", "seahaven_towers", "canfield?lift=sequence&corner=base",
    "king_albert", "beleaguered_castle", "fan?ends=twos",
)  # fmt: skip

# What Solvitaire's presets deal: cards in the tableau piles, in the cells, in the reserve piles, in the stock, and on
# the foundations; whether foundation cards come back; how many cards the stock deals, 0 for those to the tableau.
PRESETS: dict[str, tuple[list[int], list[int], list[int], int, int, bool, int]] = {
    "accordion": ([1] * 52, [], [], 0, 0, False, 0),
    "alpha-star": ([4] * 12, [], [], 0, 4, False, 0),
    "american-canister": ([7] * 4 + [6] * 4, [], [], 0, 0, False, 0),
    "bakers-game": ([7] * 4 + [6] * 4, [0] * 4, [], 0, 0, False, 0),
    "beleaguered-castle": ([6] * 8, [], [], 0, 4, False, 0),
    "black-hole": ([3] * 17, [], [], 0, 1, False, 0),
    "british-canister": ([7] * 4 + [6] * 4, [], [], 0, 0, False, 0),
    "canfield": ([1] * 4, [], [13], 34, 1, False, 3),
    "delta-star": ([4] * 12, [], [], 0, 4, False, 0),
    "east-haven": ([3] * 7, [], [], 31, 0, True, 0),
    "eight-off": ([6] * 8, [1] * 4 + [0] * 4, [], 0, 0, False, 0),
    "fan": ([3] * 16 + [2] * 2, [], [], 0, 0, True, 0),
    "fore-cell": ([6] * 8, [1] * 4, [], 0, 0, False, 0),
    "fortunes-favor": ([1] * 12, [], [], 36, 4, False, 1),
    "free-cell": ([7] * 4 + [6] * 4, [0] * 4, [], 0, 0, False, 0),
    "free-cell-0-cell": ([7] * 4 + [6] * 4, [], [], 0, 0, False, 0),
    "free-cell-1-cell": ([7] * 4 + [6] * 4, [0], [], 0, 0, False, 0),
    "free-cell-2-cell": ([7] * 4 + [6] * 4, [0] * 2, [], 0, 0, False, 0),
    "free-cell-3-cell": ([7] * 4 + [6] * 4, [0] * 3, [], 0, 0, False, 0),
    "free-cell-4-pile": ([13] * 4, [0] * 4, [], 0, 0, False, 0),
    "free-cell-5-pile": ([11] * 2 + [10] * 3, [0] * 4, [], 0, 0, False, 0),
    "free-cell-6-pile": ([9] * 4 + [8] * 2, [0] * 4, [], 0, 0, False, 0),
    "free-cell-7-pile": ([8] * 3 + [7] * 4, [0] * 4, [], 0, 0, False, 0),
    "golf": ([5] * 7, [], [], 16, 1, False, 1),
    "king-albert": (list(range(1, 10)), [], [1] * 7, 0, 0, True, 0),
    "klondike": (list(range(1, 8)), [], [], 24, 0, True, 3),
    "klondike-deal-1": (list(range(1, 8)), [], [], 24, 0, True, 1),
    "northwest-territory": (list(range(1, 9)), [], [1] * 16, 0, 0, True, 0),
    "raglan": ([1, 2, 3, 4, 5, 6, 7, 7, 7], [], [1] * 6, 0, 4, True, 0),
    "seahaven-towers": ([5] * 10, [0, 1, 1, 0], [], 0, 0, False, 0),
    "siegecraft": ([6] * 8, [0], [], 0, 4, False, 0),
    "somerset": ([1, 2, 3, 4, 5, 6, 7, 8, 8, 8], [], [], 0, 0, True, 0),
    "spanish-patience": ([4] * 13, [], [], 0, 0, True, 0),
    "streets-and-alleys": ([7] * 4 + [6] * 4, [], [], 0, 0, False, 0),
    "stronghold": ([7] * 4 + [6] * 4, [0], [], 0, 0, False, 0),
    "trigon": (list(range(1, 8)), [], [], 24, 0, False, 1),
}


def test_a_line_of_the_data_is_what_the_paper_says() -> None:
    (klondike,) = [entry for entry in all_published() if entry.preset == "klondike"]
    assert (klondike.percent, klondike.plus_minus, klondike.table) == (81.945, 0.084, "Table 1")
    assert klondike.counts == Counts(819371, 180472, 157)
    assert klondike.interval == pytest.approx((0.81861, 0.82029))


@pytest.mark.parametrize("entry", all_published(), ids=lambda entry: entry.game)
def test_a_published_interval_follows_from_the_published_counts(entry: Published) -> None:
    # The authors widen by the unknown deals as we do; the figures are rounded.
    low, high = entry.counts.interval()
    assert entry.interval == pytest.approx((low, high), abs=1e-4)
    assert low < entry.rate < high


@pytest.mark.parametrize("entry", MATCHED, ids=lambda entry: entry.game)
def test_a_game_with_a_published_figure_is_found_by_its_rules(entry: Published) -> None:
    rules = default_catalog().rules(entry.variant, entry.values)
    assert published_for(rules) == entry
    # What differs from it is no other game, but the same with other choices.
    assert entry.near in ("", entry.variant)


@pytest.mark.parametrize("entry", [entry for entry in MATCHED if entry.preset in PRESETS], ids=lambda entry: entry.game)
def test_a_game_with_a_published_figure_is_dealt_as_it_was_there(entry: Published) -> None:
    rules = default_catalog().rules(entry.variant, entry.values)
    position = Game(rules, parse_deal("1")).position
    sizes: dict[str, list[int]] = {"tableau": [], "cell": [], "reserve": [], "stock": [], "foundation": []}
    for pile, cards in enumerate(position.piles):
        sizes.setdefault(rules.group(pile).kind, []).append(len(cards))
    back = any(group.kind == "foundation" and group.lift.word.mode != "none" for group in rules.groups)
    dealt = 0 if rules.waste < 0 and entry.preset != "golf" else rules.deal_counts(9, 1, 0)[0]
    assert (
        sizes["tableau"], sizes["cell"], sizes["reserve"], sum(sizes["stock"]), sum(sizes["foundation"]), back, dealt,
    ) == PRESETS[entry.preset]  # fmt: skip


def test_every_published_game_of_which_we_have_the_rules_was_checked_for_its_deal() -> None:
    # Gaps moves its aces away after the deal; the others are Klondike with a choice, and have no preset.
    assert {entry.preset for entry in MATCHED} - set(PRESETS) == {"gaps-one-deal", ""}


@pytest.mark.parametrize("share", LOOKED_AT)
def test_the_games_whose_rates_are_to_be_reached_have_their_figure(share: str) -> None:
    assert share in {entry.share for entry in MATCHED}


def test_what_comes_near_says_in_what_it_differs() -> None:
    for entry in all_published():
        assert bool(entry.near) == bool(entry.why)
        if entry.near:
            default_catalog().find(entry.near)
    told = r"^no figure was published for carpet; that of Carpet \(87.558 %\) is for other rules: here the aces lie .*;"
    with pytest.raises(OddsError, match=told):
        published_for(default_catalog().rules("carpet"))


def test_other_rules_of_a_game_have_no_figure_and_are_told_which_have() -> None:
    with pytest.raises(OddsError, match=r"for klondike\?redeals=0; there are figures for klondike, klondike\?draw=1"):
        published_for(default_catalog().rules("klondike", {"redeals": "0"}))
    # Klondike has too many of other rules to tell them all.
    with pytest.raises(OddsError, match=r"klondike\?gap=any$"):
        published_for(default_catalog().rules("klondike", {"redeals": "0"}))
    with pytest.raises(OddsError, match=r"^no figure was published for fan; there are figures for fan\?ends=twos$"):
        published_for(default_catalog().rules("fan"))
    told = r"for canfield; there are figures for canfield\?lift=sequence&corner=base; that of Canfield .* any part of"
    with pytest.raises(OddsError, match=told):
        published_for(default_catalog().rules("canfield"))
    with pytest.raises(OddsError, match=r"^no figure was published for antares$"):
        published_for(default_catalog().rules("antares"))


def test_a_game_that_says_the_same_in_other_ways_has_the_figure(tmp_path: Path) -> None:
    assert published_for(default_catalog().rules("klondike_draw_one")).preset == "klondike-deal-1"
    copy = tmp_path / "delta_star.yaml"
    copy.write_text((bundled_folder() / "delta_star.yaml").read_text("utf-8").replace("Delta Star", "Mine"), "utf-8")
    rules = Catalog([bundled_folder()], default_host()).rules(str(copy))
    assert published_for(rules).game == "Delta Star"


@pytest.mark.parametrize(
    ("counts", "inside"), [(Counts(80, 20), True), (Counts(60, 40), False), (Counts(60, 20, 40), True)]
)
def test_a_published_figure_lies_inside_or_outside_of_ours(counts: Counts, inside: bool) -> None:
    (klondike,) = [entry for entry in all_published() if entry.preset == "klondike"]
    ours = Estimate("klondike", "Klondike", {}, "0", parse_range("100"), Limits(), counts)
    assert is_inside(ours, klondike) == inside
    told = estimate_text(ours, klondike)
    assert f"The published figure lies {'inside' if inside else 'outside'} the interval" in told
    assert "published 81.945 % +- 0.084 with 95 % confidence, of 1,000,000 deals, 157 unknown: Klondike" in told


@pytest.mark.parametrize("counts", [Counts(1, 0, 2), Counts(0, 2, 9), Counts(60, 20, 41)])
def test_where_too_many_deals_are_unknown_no_agreement_is_claimed(counts: Counts) -> None:
    (klondike,) = [entry for entry in all_published() if entry.preset == "klondike"]
    ours = Estimate("klondike", "Klondike", {}, "0", parse_range("100"), Limits(), counts)
    assert is_inside(ours, klondike)
    last = estimate_text(ours, klondike).splitlines()[-1]
    assert last == "Whether the published figure agrees cannot be said: too many deals are unknown; raise --limit."
    assert json.loads(estimate_json(ours, klondike))["published"]["inside"] is None


def test_that_a_figure_lies_outside_is_said_however_many_are_unknown() -> None:
    (klondike,) = [entry for entry in all_published() if entry.preset == "klondike"]
    ours = Estimate("klondike", "Klondike", {}, "0", parse_range("1000"), Limits(), Counts(0, 500, 500))
    assert "lies outside the interval" in estimate_text(ours, klondike)
    assert json.loads(estimate_json(ours, klondike))["published"]["inside"] is False


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        (Counts(1, 0, 2), "1 of 3 deals; of those decided 1 is winnable (100.00 %)"),
        (Counts(2, 2), "all 4 deals; 2 are winnable (50.00 %)"),
        (Counts(0, 0, 1), "none of 1 deal"),
    ],
)
def test_the_share_of_winnable_deals_is_said_of_the_decided_ones_alone(counts: Counts, told: str) -> None:
    ours = Estimate("klondike", "Klondike", {}, "0", parse_range("100"), Limits(), counts)
    assert f"decided   {told}" in estimate_text(ours).splitlines()
    assert json.loads(estimate_json(ours))["rate_of_decided"] == counts.rate_of_decided
