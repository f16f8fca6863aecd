"""The table in a real browser: mouse, keyboard, undo, hints, notices, and a server that dies."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect
from tests.browser.driver import Player, Server, nearly_won, open_player

from solitaire_engine.game import deal

COUNT = "pile => [...document.querySelectorAll('.card')].filter(card => card.pile === pile).length"


def test_a_share_link_deals_the_cards_that_the_engine_deals(player: Player) -> None:
    player.open("/play/antares/7")
    assert player.cards("t1") == ["5C", "JH", "2H", "4H", "8C", "9H"]
    assert player.cards("t8") == ["5H", "7S", "TD", "4S", "8H", "3H", "3S"]
    expect(player.page.locator("h1")).to_have_text("Antares")
    assert player.page.title().startswith("Antares 7")


def test_a_dragged_card_lies_where_it_was_dropped_and_undo_and_redo_move_it(player: Player) -> None:
    player.open("/play/antares/21")
    card = player.cards("t1")[-1]
    player.drag("t1", "c2")
    player.wait_cards("c2", [card])
    player.wait_message(f"{card} from t1 to c2")
    player.keys("u")
    player.wait_cards("c2", [])
    assert player.cards("t1")[-1] == card
    player.keys("U")
    player.wait_cards("c2", [card])


def test_a_group_is_dragged_with_the_card_it_hangs_on(player: Player) -> None:
    player.open("/play/antares/7")
    whole = player.cards("t3")
    goal = player.cards("t6")
    # From the left any group moves, and the jack of clubs fits the queen of hearts.
    group = player.cards("t4")[-4:]
    player.drag("t4", "t6", at=-4)
    player.wait_cards("t6", [*goal, *group])
    assert player.cards("t3") == whole


def test_what_is_clicked_is_held_and_the_piles_that_take_it_are_lit(player: Player) -> None:
    player.open("/play/antares/22")
    card = player.cards("t5")[-1]
    player.click("t5")
    lit = player.wait_marked("target")
    assert {"c1", "c2", "c3", "c4"} <= set(lit)
    assert player.marked("held") == ["t5"]
    player.click("c3")
    player.wait_cards("c3", [card])
    assert player.marked("target") == []


def test_escape_puts_back_what_is_held(player: Player) -> None:
    player.open("/play/antares/23")
    before = player.cards("t5")
    player.click("t5")
    player.wait_marked("held")
    player.keys("Escape")
    assert player.marked("held") == player.marked("target") == []
    assert player.cards("t5") == before


def test_a_refused_drag_says_why_and_the_card_glides_back(player: Player) -> None:
    player.open("/play/klondike/3")
    before, goal = player.cards("t2"), player.cards("t1")
    player.drag("t2", "t1")
    player.wait_message(f"The {before[-1]} cannot go on the {goal[-1]}, which takes")
    expect(player.page.locator(".message")).to_have_class(re.compile("bad"))
    player.rest()
    assert (player.cards("t2"), player.cards("t1")) == (before, goal)


def test_hidden_cards_are_not_on_the_page(player: Player) -> None:
    player.open("/play/klondike/3")
    assert player.cards("t7")[:-1] == ["#"] * 6
    assert set(player.cards("s")) == {"#"}


def test_a_click_on_the_stock_deals_and_one_on_the_empty_stock_deals_again(player: Player) -> None:
    player.open("/play/klondike/4?draw=3")
    for dealt in range(3, 25, 3):
        player.click("s")
        player.page.wait_for_function(f"() => ({COUNT})('w') === {dealt}")
    player.click("s")
    player.wait_cards("w", [])
    assert len(player.cards("s")) == 24


def test_a_double_click_sends_a_card_home(player: Player, server: Server) -> None:
    game, moves = nearly_won("freecell", "ms:7", 3)
    player.open(server.keep(game))
    move = moves[0]
    before = player.cards(move.target)
    card = player.cards(move.source)[-1]
    x, y = player.point(move.source)
    player.page.mouse.dblclick(x, y)
    player.wait_cards(move.target, [*before, card])


def test_a_hint_shows_its_cards_and_can_be_followed(player: Player) -> None:
    player.open("/play/freecell/ms:1")
    player.keys("h")
    player.wait_message("Hint:")
    assert player.marked("hint")
    player.keys("H")
    player.wait_message("from")
    player.page.wait_for_function("() => document.querySelector('.count.moves').textContent === '1 move'")


def test_moves_can_be_listed_and_gone_back_to(player: Player) -> None:
    player.open("/play/antares/24")
    cards = [player.cards(f"t{pile}")[-1] for pile in (1, 2, 3)]
    for pile in (1, 2, 3):
        player.drag(f"t{pile}", f"c{pile}")
        player.wait_cards(f"c{pile}", [cards[pile - 1]])
    player.keys("m")
    rows = player.page.locator(".panel.moves li")
    expect(rows).to_have_count(4)
    rows.nth(1).get_by_role("button").click()
    player.wait_cards("c3", [])
    player.wait_cards("c2", [])
    assert player.cards("c1") == [cards[0]]


def test_the_verdict_is_worked_out_and_shown_where_it_is_wanted(player: Player) -> None:
    player.open("/play/freecell/ms:50")
    expect(player.page.locator(".verdict")).to_have_text("winnable?")
    player.keys("v")
    expect(player.page.locator(".verdict")).to_have_text(re.compile(r"^winnable in \d+$"))
    player.keys("v")
    expect(player.page.locator(".verdict")).to_have_text("winnable?")


def test_a_game_is_won_by_keyboard_alone(player: Player, server: Server) -> None:
    game, moves = nearly_won("freecell", "ms:3", 6)
    player.open(server.keep(game))
    player.keys("ArrowRight")
    expect(player.page.locator(".slot:focus")).to_have_count(1)
    for move in moves:
        # Letters and figures name a pile; Enter ends a number that could have another figure.
        for name in (move.source, move.target):
            player.keys(*name)
        player.page.wait_for_timeout(30)
    notice = player.page.locator(".notice.won")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text(re.compile(r"Won! \d+ moves in \d+:\d\d"))
    notice.get_by_role("button", name="Play again").press("Enter")
    player.page.wait_for_function("() => document.querySelector('.count.moves').textContent === '0 moves'")


def test_arrows_and_enter_move_cards_and_the_cursor_is_seen(player: Player) -> None:
    player.open("/play/antares/25")
    card = player.cards("t1")[-1]
    expect(player.page.locator("#pile-t1")).to_have_attribute("tabindex", "0")
    player.keys("ArrowDown")
    assert player.page.evaluate("document.activeElement.dataset.pile") == "t1"
    expect(player.page.locator(".cursor")).to_be_visible()
    player.keys("Enter")
    player.wait_marked("target")
    player.keys("ArrowUp")
    assert player.page.evaluate("document.activeElement.dataset.pile") == "c1"
    player.keys("Enter")
    player.wait_cards("c1", [card])


def stuck_once_dealt() -> int:
    """The number of a deal of Golf in which nothing can be done after the whole stock is dealt."""
    for number in range(1, 100):
        game = deal("golf", number)
        while "deal" in game.legal_moves:
            game.push("deal")
        if not game.legal_moves:
            return number
    raise AssertionError("every deal goes on")


def test_a_stuck_game_is_noticed_with_ways_out(player: Player) -> None:
    player.open(f"/play/golf/{stuck_once_dealt()}")
    for _ in range(len(player.cards("s"))):
        player.keys("Space")
    notice = player.page.locator(".notice.stuck")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Undo").click()
    expect(notice).to_be_hidden()


def test_input_ends_the_movement_before_it(player: Player) -> None:
    player.open("/play/antares/26")
    cards = [player.cards(f"t{pile}")[-1] for pile in (1, 2, 3, 4)]
    # Faster than any card flies.
    for pile in (1, 2, 3, 4):
        player.keys("t", str(pile), "c", str(pile))
    player.wait_cards("c4", [cards[3]])
    assert [player.cards(f"c{cell}") for cell in (1, 2, 3, 4)] == [[card] for card in cards]
    for _ in range(4):
        player.keys("u")
    player.wait_cards("c1", [])
    assert [player.cards(f"t{pile}")[-1] for pile in (1, 2, 3, 4)] == cards


def test_a_reload_shows_the_same_game(player: Player) -> None:
    player.open("/play/antares/27")
    card = player.cards("t2")[-1]
    player.drag("t2", "c1")
    player.wait_cards("c1", [card])
    address = player.page.url
    player.page.reload()
    player.connected()
    assert player.cards("c1") == [card]
    assert player.page.url == address


def test_two_pages_on_one_game_stay_in_step(player: Player) -> None:
    player.open("/play/antares/60")
    other = Player(player.page.context.new_page(), player.base)
    other.open("/play/antares/60")
    card = player.cards("t6")[-1]
    player.drag("t6", "c4")
    other.wait_cards("c4", [card])
    other.keys("u")
    player.wait_cards("c4", [])
    assert not other.errors


def test_a_page_goes_on_when_its_server_was_killed_and_came_back(browser: Browser, own_server: Server) -> None:
    context, player = open_player(browser, own_server)
    player.open("/play/antares/7")
    card = player.cards("t1")[-1]
    player.drag("t1", "c1")
    player.wait_cards("c1", [card])
    own_server.kill()
    expect(player.page.locator(".offline")).to_be_visible()
    own_server.start()
    player.connected()
    expect(player.page.locator(".offline")).to_be_hidden()
    assert player.cards("c1") == [card]
    player.keys("u")
    player.wait_cards("c1", [])
    context.close()
    assert not player.errors


def test_a_deal_of_which_nothing_was_played_is_dealt_again_by_a_server_that_came_back(
    browser: Browser, own_server: Server
) -> None:
    context, player = open_player(browser, own_server)
    player.open("/play/antares/7")
    cards = player.cards("t1")
    own_server.kill()
    expect(player.page.locator(".offline")).to_be_visible()
    with player.page.expect_navigation():
        own_server.start()
    player.page.wait_for_selector(".table .card", state="attached")
    player.connected()
    assert player.cards("t1") == cards
    player.drag("t1", "c1")
    player.wait_cards("c1", cards[-1:])
    context.close()
    assert not player.errors


def test_a_window_that_cannot_be_fetched_is_told_and_opens_later(browser: Browser, own_server: Server) -> None:
    context, player = open_player(browser, own_server)
    player.open("/play/antares/7")
    player.drag("t1", "c1")
    player.wait_message("from t1 to c1")
    own_server.kill()
    expect(player.page.locator(".offline")).to_be_visible()
    player.keys("?")
    player.wait_message("cannot be reached")
    own_server.start()
    player.connected()
    player.keys("?")
    expect(player.page.get_by_role("dialog")).to_be_visible()
    context.close()
    assert not player.errors


def test_a_page_whose_link_is_good_no_more_says_so(browser: Browser, own_server: Server) -> None:
    context, player = open_player(browser, own_server)
    player.open("/play/antares/7")
    own_server.kill()
    own_server.start("--new-token")
    expect(player.page.locator(".offline")).to_contain_text("new link")
    context.close()


def test_who_wants_stillness_sees_no_card_fly(browser: Browser, server: Server) -> None:
    context, player = open_player(browser, server, reduced_motion="reduce")
    player.open("/play/antares/28")
    card = player.cards("t1")[-1]
    player.keys("t", "1", "c", "1")
    player.wait_cards("c1", [card])
    assert player.page.evaluate("document.querySelectorAll('.card.flying').length") == 0
    lies = player.page.evaluate(
        """() => {
            const card = [...document.querySelectorAll('.card')].find(card => card.pile === 'c1');
            const box = card.getBoundingClientRect();
            const place = document.getElementById('pile-c1').getBoundingClientRect();
            return Math.abs(box.x - place.x) + Math.abs(box.y - place.y) }"""
    )
    assert lies < 1
    context.close()


def test_two_cards_that_go_together_are_picked_one_after_the_other(player: Player) -> None:
    player.open("/play/simple_pairs/1")
    tops = {pile: player.cards(pile)[-1] for pile in [f"t{n}" for n in range(1, 8)] if player.cards(pile)}
    first, second = next(
        (one, other) for one in tops for other in tops if one < other and tops[one][0] == tops[other][0]
    )
    player.click(first)
    assert second in player.wait_marked("target")
    player.click(second)
    player.wait_message(tops[first])
    player.page.wait_for_function("() => document.querySelector('.count.moves').textContent === '1 move'")
    assert player.marked("held") == []
