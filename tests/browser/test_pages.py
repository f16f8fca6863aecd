"""The windows and pages around the table: a new game, rules, files of one's own, statistics, odds, settings."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect
from tests.browser.driver import Player, Server, nearly_won, open_player

GAME = """schema: 1
name: Four by Four
piles:
  cell:       {kind: cell, count: 4}
  foundation: {kind: foundation}
  tableau:    {kind: tableau, count: 8, build: down alternate, lift: sequence, limit: cells, gap: any}
deal:
  - {to: tableau, cards: rest}
layout: [cell foundation, tableau]
"""


def test_a_game_is_found_by_words_and_dealt_with_its_parameters(player: Player) -> None:
    player.open("/play/antares/41")
    player.keys("n")
    search = player.page.get_by_role("combobox", name="Search games")
    expect(search).to_be_focused()
    search.fill("klond")
    expect(player.page.locator(".games [aria-selected=true]")).to_contain_text("Klondike")
    player.page.get_by_label("Cards turned at a time").select_option("1")
    player.page.locator("[name=deal]").fill("42")
    expect(player.page.locator(".details .code")).to_have_text("klondike?draw=1:42")
    player.page.get_by_role("button", name="Deal the cards").click()
    expect(player.page.locator("h1")).to_have_text("Klondike")
    player.connected()
    assert player.page.url.endswith("/play/klondike/42?draw=1")
    player.page.reload()
    player.connected()
    assert player.page.title().startswith("Klondike 42")


def test_a_share_code_is_played_from_the_search_field(player: Player) -> None:
    player.open("/new")
    search = player.page.get_by_role("combobox", name="Search games")
    expect(player.page.locator(".games li").first).to_be_attached()
    search.fill("freecell:ms:617")
    search.press("Enter")
    player.page.wait_for_selector(".table .card", state="attached")
    assert player.cards("t1")[0] == "7D"
    assert player.page.title().startswith("FreeCell ms:617")


def test_the_daily_deal_and_a_winnable_deal_can_be_asked_for(player: Player) -> None:
    player.open("/new")
    player.page.get_by_role("combobox", name="Search games").fill("freecell")
    expect(player.page.locator(".details h3")).to_have_text("FreeCell")
    player.page.get_by_label("today's daily deal").check()
    player.page.get_by_label("only what can be won").check()
    player.page.get_by_role("button", name="Deal the cards").click()
    expect(player.page.locator(".deal")).to_have_text(re.compile(r"^daily \d{4}-\d\d-\d\d$"))


def test_what_is_wrong_with_a_deal_is_said_before_it_is_dealt(player: Player) -> None:
    player.open("/new")
    expect(player.page.locator(".details h3")).not_to_be_empty()
    player.page.locator("[name=deal]").fill("nonsense")
    expect(player.page.locator(".note.bad")).to_contain_text("nonsense")


def test_an_unfinished_game_is_offered_and_gone_on_with(player: Player) -> None:
    player.open("/play/antares/43")
    card = player.cards("t1")[-1]
    player.drag("t1", "c1")
    player.wait_cards("c1", [card])
    player.open("/new")
    player.page.locator(".item", has_text="Antares 43").click()
    player.page.wait_for_selector(".table .card", state="attached")
    assert player.cards("c1") == [card]


def test_an_address_that_names_no_game_says_so(player: Player) -> None:
    player.open("/new")
    player.page.goto(f"{player.base}/play/nothing_at_all/3")
    expect(player.page.get_by_role("alert")).to_contain_text("nothing_at_all")


def test_the_rules_stand_beside_the_table_and_on_a_page(player: Player) -> None:
    player.open("/play/antares/44")
    player.keys("i")
    panel = player.page.locator(".panel.rules")
    expect(panel).to_contain_text("Scorpion piles are built down in suit")
    expect(player.page.locator("#pile-t8")).to_be_in_viewport()
    player.keys("i")
    expect(panel).to_be_hidden()
    player.open("/rules/antares")
    expect(player.page.locator("article")).to_contain_text("Scorpion piles are built down in suit")


def test_a_file_that_is_dropped_is_checked_and_dealt_once_it_is_mended(player: Player) -> None:
    player.open("/play/antares/45")
    drop(player, "four.yaml", GAME.replace("down alternate", "down alternat"))
    found = player.page.locator(".found")
    expect(found).to_contain_text("6:")
    expect(found).to_contain_text("alternate")
    # Nothing was dealt, and the place is gone to.
    expect(player.page.locator("h1")).to_have_text("Antares")
    found.get_by_role("button").first.click()
    source = player.page.get_by_label("The game in YAML")
    at = source.evaluate("area => area.value.slice(0, area.selectionStart).split('\\n').length")
    assert at == 6
    source.fill(GAME)
    expect(player.page.locator("h1")).to_have_text("Four by Four")
    expect(player.page.locator(".deal")).to_have_text("deal 45")
    first = player.cards("t1")
    # Another rule, and the same seed: the same cards.
    source.fill(GAME.replace("count: 4}", "count: 3}").replace("name: Four by Four", "name: Three by Four"))
    expect(player.page.locator("h1")).to_have_text("Three by Four")
    assert player.cards("t1") == first
    expect(player.page.locator("#pile-c4")).to_have_count(0)


def test_a_file_is_dropped_on_the_page_of_games_as_on_a_table(player: Player) -> None:
    player.open("/")
    expect(player.page.locator(".games li").first).to_be_attached()
    assert drop(player, "film.mkv", "x" * 300_001, on="main"), "the browser would leave the page"
    expect(player.page.get_by_role("alert")).to_have_text("film.mkv is no file of a game.")
    assert drop(player, "four.yaml", GAME.replace("down alternate", "down alternat"), on="main")
    expect(player.page.locator(".found")).to_contain_text("alternate")
    expect(player.page.get_by_role("alert")).to_have_count(0)
    expect(player.page.locator("h1")).to_have_text("Games")
    player.page.get_by_label("The game in YAML").fill(GAME)
    expect(player.page.locator("h1")).to_have_text("Four by Four")
    player.open("/stats")
    expect(player.page.locator("h1")).to_have_text("Statistics")
    assert drop(player, "four.yaml", GAME, on="main")
    expect(player.page.locator("h1")).to_have_text("Four by Four")


def drop(player: Player, name: str, text: str, on: str = ".table") -> bool:
    """Drop a file on the page; gives whether the page takes it, for otherwise the browser opens it instead."""
    taken: bool = player.page.evaluate(
        """([name, text, on]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name, {type: 'text/yaml'}));
            const options = {dataTransfer: data, bubbles: true, cancelable: true};
            const tell = (type) => document.querySelector(on).dispatchEvent(new DragEvent(type, options));
            return ['dragover', 'drop'].map(tell).every((left) => !left);
        }""",
        [name, text, on],
    )
    return taken


def test_the_files_of_the_catalogue_can_be_changed_at_the_table(player: Player) -> None:
    player.open("/play/freecell/ms:46")
    player.keys("e")
    source = player.page.get_by_label("The game in YAML")
    expect(source).to_have_value(re.compile("name: FreeCell"))


def test_what_is_no_file_of_a_game_is_not_read(player: Player) -> None:
    player.open("/play/antares/48")
    drop(player, "film.mkv", "x" * 300_001)
    player.wait_message("film.mkv is no file")
    expect(player.page.locator(".panel")).to_be_hidden()


def test_a_change_deals_nothing_once_the_editor_is_closed(player: Player) -> None:
    player.open("/play/antares/47")
    player.keys("e")
    player.page.locator("textarea.source").press_sequentially("# x")
    player.page.locator(".panel .close").click()
    player.page.wait_for_timeout(1000)
    assert player.page.url.endswith("/play/antares/47")


def test_settings_change_the_look_and_are_kept(player: Player) -> None:
    player.open("/play/klondike/47")
    look = player.page.locator("html")
    player.keys("o")
    player.page.locator("[name=theme]").select_option("dark")
    player.page.locator("[name=suits]").select_option("four")
    expect(look).to_have_attribute("data-theme", "dark")
    player.page.reload()
    expect(look).to_have_attribute("data-theme", "dark")
    expect(look).to_have_attribute("data-suits", "four")


def test_settings_of_the_game_reach_the_server(player: Player) -> None:
    player.open("/play/klondike/48")
    player.keys("o")
    player.page.locator("[name=autoplay]").select_option("safe")
    player.keys("Escape")
    player.page.reload()
    player.connected()
    player.keys("o")
    expect(player.page.locator("[name=autoplay]")).to_have_value(re.compile("safe|off"))


def test_the_share_link_is_shown(player: Player) -> None:
    player.open("/play/klondike/49?draw=1")
    player.keys("y")
    expect(player.page.locator(".dialog.share input")).to_have_value(f"{player.base}/play/klondike/49?draw=1")
    expect(player.page.locator(".dialog.share .code")).to_have_text("klondike?draw=1:49")
    assert player.page.locator(".dialog.share").evaluate("node => node.scrollWidth <= node.clientWidth")


def test_typed_moves_and_the_page_of_keys(player: Player) -> None:
    player.open("/play/antares/50")
    card = player.cards("t1")[-1]
    player.keys(":")
    player.page.get_by_label("Move", exact=True).fill("t1 c1")
    player.keys("Enter")
    player.wait_cards("c1", [card])
    player.keys("?")
    expect(player.page.locator(".dialog.keys")).to_contain_text("put back what is held")


def test_statistics_are_plotted(browser: Browser, own_server: Server) -> None:
    context, player = open_player(browser, own_server)
    for number in (1, 2, 3):
        game, _ = nearly_won("freecell", f"ms:{number}", 2)
        player.open(own_server.keep(game))
        player.keys("a")
        expect(player.page.locator(".notice.won")).to_be_visible()
    player.open("/stats")
    sheet = player.page.locator(".sheet", has_text="FreeCell")
    expect(sheet.locator(".fact", has_text="won")).to_contain_text("3 (100%)")
    expect(sheet.get_by_role("img", name=re.compile("Win rate over time"))).to_be_visible()
    expect(sheet.get_by_role("img", name=re.compile("moves of games won"))).to_be_visible()
    expect(sheet.get_by_role("img", name=re.compile("time of games won"))).to_be_visible()
    context.close()
    assert not player.errors


def test_odds_are_measured_with_an_interval_and_can_be_stopped(browser: Browser, own_server: Server) -> None:
    context, player = open_player(browser, own_server)
    player.open("/odds?variant=freecell")
    player.page.locator("[name=deals]").fill("6")
    player.page.get_by_role("button", name="Measure").click()
    result = player.page.locator(".sheet.odds")
    expect(result).to_contain_text("6 winnable")
    expect(result).to_contain_text("100.0% of the decided deals can be won (6 of 6)")
    expect(result).to_contain_text(re.compile(r"between \d+\.\d% and 100\.0% with 95% confidence"))
    expect(result).to_contain_text(re.compile(r"solver \w+"))
    expect(result).to_contain_text("It lies inside the interval that was measured.")
    expect(result.get_by_role("img", name=re.compile("95 percent confidence"))).to_be_visible()
    player.page.locator("[name=variant]").select_option("klondike")
    player.page.locator("[name=deals]").fill("100000")
    player.page.get_by_role("button", name="Measure").click()
    expect(result).to_contain_text("Measuring")
    player.page.get_by_role("button", name="Stop").click()
    expect(result).to_contain_text("Stopped")
    context.close()
    assert not player.errors
