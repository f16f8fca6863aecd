"""The program around the table, driven by Textual's pilot: keys, mouse, windows, and whole games."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.playing import CATALOG, board, new_game
from tests.tabling import session_of
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from solitaire_engine.game import Game
from solitaire_engine.records import load_record
from solitaire_engine.saves import Save, SaveFolder
from solitaire_engine.settings import Autoplay, Settings
from solitaire_engine.stats import Tally
from solitaire_engine.table.session import Session
from solitaire_engine.tui.app import TableApp
from solitaire_engine.tui.canvas import text_of
from solitaire_engine.tui.dialogs import Choice, Page
from solitaire_engine.tui.keys import HELP, help_lines
from solitaire_engine.tui.looks import Looks
from solitaire_engine.tui.newgame import NewGame
from solitaire_engine.tui.screen import TOP
from solitaire_engine.tui.terminal import INTERRUPTED

WON = Path(__file__).parent / "data" / "screens"
Played = Callable[[TableApp, Pilot[int]], Awaitable[None]]


def app_of(session: Session, looks: Looks | None = None) -> TableApp:
    return TableApp(session, CATALOG, Settings(), looks or Looks())


def run(app: TableApp, play: Played, size: tuple[int, int] = (80, 24)) -> int | None:
    """Run the program without a terminal and drive it; gives its result."""

    async def driven() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(app, pilot)

    asyncio.run(driven())
    return app.return_value


def at(folder: Path, text: str, autoplay: Autoplay = "off", variant: str = "antares") -> TableApp:
    """The program at a small board."""
    return app_of(session_of(folder, board(CATALOG.rules(variant), text), autoplay))


def dealt(folder: Path, variant: str = "antares", deal: str = "7") -> TableApp:
    return app_of(session_of(folder, new_game(CATALOG.rules(variant), deal)))


def screen(app: TableApp) -> str:
    return text_of(app.board.rows)


def made(app: TableApp) -> list[str]:
    return [str(move) for move in app.session.game.moves]


def cell(app: TableApp, pile: str) -> tuple[int, int]:
    """A cell of a pile's last card."""
    assert app.shown is not None and app.shown.table is not None
    spot = app.shown.table.spots[app.session.game.rules.index[pile]]
    return spot.x + 1, TOP + spot.y + (spot.shown[-1].y if spot.shown and not spot.across else 0)


def test_the_first_picture_is_the_one_painted_without_a_screen(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        assert screen(app).startswith(" Antares  7")
        assert len(app.board.rows) == 24 and len(app.board.rows[0]) == 80

    run(dealt(tmp_path), play)


def test_the_keyboard_alone_plays(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("t", "4", "t", "6")
        assert made(app) == ["t4 t6 4"]
        await pilot.press("u")
        assert not made(app)
        await pilot.press("U")
        assert made(app) == ["t4 t6 4"]
        # Now by the arrows: the ace on t4 goes home, another card into a cell.
        await pilot.press("t", "4", "escape", "f")
        assert made(app)[-1] == "t4 f1"
        await pilot.press("left", "enter", "up", "enter")
        assert made(app)[-1] == "t3 c3"
        await pilot.press(":", *"t1 c4", "enter")
        assert made(app)[-1] == "t1 c4"
        await pilot.press("r")
        assert not made(app) and app.session.message.startswith("Back at the beginning")

    run(dealt(tmp_path), play)


def test_the_stock_is_dealt_by_the_space_bar_and_by_a_click(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("space")
        await pilot.click(offset=cell(app, "s"))
        assert made(app) == ["deal", "deal"]

    run(dealt(tmp_path, "klondike"), play)


def test_the_mouse_drags_clicks_and_double_clicks(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.mouse_down(offset=cell(app, "t1"))
        await pilot.hover(offset=cell(app, "t5"))
        await pilot.mouse_up(offset=cell(app, "t5"))
        assert made(app) == ["t1 t5"]
        await pilot.click(offset=cell(app, "t6"))
        assert app.desk.pick is not None
        await pilot.click(offset=cell(app, "t7"))
        assert made(app)[-1] == "t6 t7"
        await pilot.click(offset=cell(app, "t8"), times=2)
        assert made(app)[-1] == "t8 f1"

    run(at(tmp_path, "t1: KS 5H; t5: 6C; t6: 8S; t7: 9H; t8: AD"), play)


def test_a_refused_drop_says_why(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.mouse_down(offset=cell(app, "t7"))
        await pilot.hover(offset=cell(app, "t5"))
        await pilot.mouse_up(offset=cell(app, "t5"))
        assert "The 9H cannot go on the 6C, which takes a red 5." in screen(app)

    run(at(tmp_path, "t1: KS 5H; t5: 6C; t7: 9H"), play)


def test_help_has_every_key_and_any_key_closes_it(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("?")
        assert isinstance(app.screen, Page)
        text = "\n".join(app.screen.lines)
        await pilot.press("x")
        assert not isinstance(app.screen, Page)
        told = {word for _, rows in HELP for key, _ in rows for word in key.split()}
        for key in app.keys:
            assert key.strip() in told or key in (" ", "="), f"{key!r} is not told"
        assert "double-click" in text and all(len(line) < 80 for line in text.split("\n"))

    run(dealt(tmp_path), play)
    assert max(map(len, help_lines(40))) <= 42


def test_the_list_of_moves_goes_to_any_of_them(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("t", "4", "t", "6", "t", "1", "c", "1")
        assert len(made(app)) == 2
        await pilot.press("m", "up", "enter")
        assert made(app) == ["t4 t6 4"]
        await pilot.press("m", "down", "enter")
        assert len(made(app)) == 2

    run(dealt(tmp_path), play)


def test_a_win_is_celebrated_and_can_be_taken_back(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("t", "1", "escape", "f")
        assert isinstance(app.screen, Choice) and app.screen.heading == "You won!"
        assert app.screen.text.startswith("1 move, 0:0")
        await pilot.press("u")
        assert not isinstance(app.screen, Choice) and not made(app)

    run(at(tmp_path, "f1: AC..QC; f2: AD..KD; f3: AH..KH; f4: AS..KS; t1: KC"), play)


def test_a_stuck_game_offers_undo_restart_and_another(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("t", "1", "f")
        assert isinstance(app.screen, Choice) and app.screen.heading == "Stuck"
        assert [id for id, _ in app.screen.choices] == ["undo", "restart", "new"]
        await pilot.press("u")
        assert not made(app)

    run(at(tmp_path, "f1: 5C; t1: 6C; t2: JC; t3: 2C", variant="golf"), play)


def test_a_hint_comes_from_beside_and_is_marked(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("h")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.desk.hinted is not None and app.session.message.startswith("Hint: ")
        assert app.session.save.sitting.hints == 1
        await pilot.press("escape")
        assert app.desk.hinted is None

    app = dealt(tmp_path, "klondike")
    run(app, play)
    app.close()


def test_the_move_of_a_hint_is_played_by_a_key(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("H")
        assert app.session.is_bad and not made(app)
        await pilot.press("h")
        await app.workers.wait_for_complete()
        await pilot.pause()
        hinted = app.desk.hinted
        await pilot.press("H")
        assert made(app) == [str(hinted)] and app.desk.hinted is None

    app = dealt(tmp_path, "klondike")
    run(app, play)
    app.close()


def test_the_rules_are_shown_with_headings_and_without_marks_and_nothing_is_told_twice(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("i")
        page = app.screen
        assert isinstance(page, Page) and page.heading == "Klondike"
        assert not any(line.startswith("#") or line == "Klondike" for line in page.lines)
        assert [page.lines[number] for number in page.headings][:2] == ["The pack", "The deal"]
        assert max(map(len, page.lines)) <= 74
        at = next(number for number, line in enumerate(page.lines) if line.startswith("- "))
        items = [line for line in page.lines[at:] if line[:2] in ("- ", "  ")]
        assert any(line.startswith("  ") for line in items), "a long item goes on below its text"
        bold = page.query(Static).last().render()
        assert "#" not in str(bold) and "The pack" in str(bold)

    run(dealt(tmp_path, "klondike"), play)


def test_the_verdict_is_worked_out_while_play_goes_on(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("v")
        assert app.counsel.status in ("...", "hidden cards")
        for _ in range(100):
            await pilot.pause(0.05)
            app.counsel.take()
            if app.counsel.status != "...":
                break
        assert app.counsel.status == "hidden cards"
        await pilot.press("v")
        assert app.counsel.status == ""

    app = dealt(tmp_path, "klondike")
    run(app, play)
    app.close()


# A new game


def test_enter_twice_deals_the_same_game_anew(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        before = app.session.game
        await pilot.press("n")
        assert isinstance(app.screen, NewGame)
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.session.game is not before
        assert app.session.game.rules.variant.id == "klondike"
        assert app.session.game.rules.variant.values["draw"] == "1"

    game = Game(CATALOG.rules("klondike", {"draw": "1"}), new_game(CATALOG.rules("klondike"), "7").start)
    run(app_of(session_of(tmp_path, game)), play)


def test_a_game_is_found_by_words_its_choices_turned_and_its_code_shown(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("n")
        window = app.screen
        assert isinstance(window, NewGame)
        window.query_one("#search", Input).focus()
        await pilot.press(*"klond")
        assert str(window.query_one("#games", OptionList).get_option_at_index(0).prompt) == "Klondike (klondike)"
        await pilot.press("enter", "down", "enter")
        assert window.setup.value_of(window.setup.params[0]) == "1"
        window.query_one("#deal", Input).focus()
        await pilot.press(*"ms:42")
        await pilot.pause()
        assert "klondike?draw=1:ms:42" in str(window.query_one("#code", Static).render())
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.session.game.share_code == "klondike?draw=1:ms:42"

    run(dealt(tmp_path), play)


def test_a_game_that_would_count_as_lost_is_told_and_letters_search_from_the_lists(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("n")
        assert str(app.screen.query_one("#note", Static).render()) == ""
        await pilot.press("escape", "t", "4", "t", "6", "n")
        window = app.screen
        assert isinstance(window, NewGame)
        note = window.query_one("#note", Static)
        assert str(note.render()) == "The game of 1 move will count as lost."
        assert "deals on the first line" in str(window.query_one("#newgame").border_subtitle)
        await pilot.press(*"golf")
        assert window.words.value == "golf" and window.setup.variant == "golf"
        assert str(note.render()) == "The game of 1 move will count as lost."
        await pilot.press("tab", "k")
        assert window.words.value == "k", "a search from the list begins anew"

    run(dealt(tmp_path), play)


def test_a_share_code_is_accepted_and_a_wrong_one_says_why(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("n")
        window = app.screen
        window.query_one("#search", Input).focus()
        await pilot.press(*"freecell:ms:x", "enter")
        note = str(window.query_one("#note", Static).render())
        assert "ms:" in note
        await pilot.press("backspace", "1")
        assert "freecell:ms:1" in str(window.query_one("#code", Static).render()), "shown before it is dealt"
        assert window.query_one("#deal", Input).value == "ms:1"
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.session.game.share_code == "freecell:ms:1"

    run(dealt(tmp_path), play)


def test_the_daily_deal_is_played_and_kept_as_such(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("n")
        options = app.screen.query_one("#setup", OptionList)
        options.highlighted = options.option_count - 1
        await pilot.press("enter", "home", "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.session.save.sitting.daily and "daily" in screen(app).split("\n")[0]

    run(dealt(tmp_path), play)


def test_escape_leaves_everything_as_it_was(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        before = app.session.game
        for key in ("n", "?", "m", "i", "x"):
            await pilot.press(key, "escape", "escape")
            assert len(app.screen_stack) == 1
        assert app.session.game is before

    run(dealt(tmp_path), play)


def kept_at(folder: Path, *variants: str) -> SaveFolder:
    """A folder with an unfinished game of each variant, the last one the newest."""
    saves = SaveFolder(folder / "games")
    for age, variant in enumerate(reversed(variants)):
        game = new_game(CATALOG.rules(variant), "8")
        game.push(next(iter(game.legal_moves)))
        save = saves.begin(game)
        save.update(game)
        os.utime(save.path, (10_000 - age, 10_000 - age))
    return saves


def offering(folder: Path, *variants: str) -> TableApp:
    """The program with a new game of Antares beside unfinished ones."""
    session = session_of(folder, new_game(CATALOG.rules("antares"), "7"))
    return TableApp(session, CATALOG, Settings(), Looks(), kept_at(folder, *variants).unfinished())


def test_an_unfinished_game_of_whatever_variant_is_offered_and_r_goes_on_with_it(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, Choice) and app.screen.heading == "An unfinished game"
        await pilot.press("r")
        assert app.session.game.rules.variant.id == "klondike" and len(made(app)) == 1
        assert app.session.message == "Resumed after 1 move."

    run(offering(tmp_path, "klondike"), play)


def test_of_many_unfinished_games_the_first_are_offered_and_enter_plays_the_new_deal(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, Choice) and app.screen.heading == "5 unfinished games"
        assert [id for id, _ in app.screen.choices] == ["new", "0", "1", "2"]
        assert app.screen.choices[1][1].startswith("go on with Klondike 8, 1 move, ")
        assert app.screen.text == "solitaire saves lists all 5."
        await pilot.press("enter")
        assert app.session.game.rules.variant.id == "antares" and not made(app)

    app = offering(tmp_path, "golf", "spider", "pyramid", "freecell", "klondike")
    run(app, play)


def test_an_unfinished_game_that_cannot_be_read_is_told_and_the_new_one_is_played(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("r")
        assert app.session.game.rules.variant.id == "antares" and app.session.is_bad
        assert ".broken" in app.session.message

    app = offering(tmp_path, "klondike")
    [path] = (tmp_path / "games").glob("*.solitaire")
    path.write_text(path.read_text("utf-8") + "t9 t9 9\n", "utf-8")
    run(app, play)


def test_the_window_for_a_new_game_shows_every_choice_at_40_by_12(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("n")
        await pilot.pause()
        options, code = app.screen.query_one("#setup", OptionList), app.screen.query_one("#code", Static)
        assert options.size.height >= options.option_count == 4 and options.size.width >= 24
        assert code.region.bottom < 12
        await pilot.press("shift+tab", "shift+tab")
        await pilot.pause()
        assert app.screen.query_one("#games", OptionList).size.width >= 24

    run(dealt(tmp_path), play, (40, 12))


def test_a_deal_that_is_none_leaves_no_share_code_behind(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("n")
        app.screen.query_one("#deal", Input).value = "ms:x"
        await pilot.pause()
        assert "ms:1" in str(app.screen.query_one("#note", Static).render())
        assert str(app.screen.query_one("#code", Static).render()) == ""

    run(dealt(tmp_path), play)


def test_leaving_while_a_winnable_deal_is_looked_for_ends_the_search(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("n")
        window = app.screen
        assert isinstance(window, NewGame)
        window.setup.winnable = True
        await pilot.press("enter")
        await pilot.pause(0.2)
        assert "Esc stops" in str(window.query_one("#note", Static).render())
        await pilot.press("ctrl+c")

    # The loop waits for its threads when it ends, and would wait for ever.
    assert run(dealt(tmp_path, "accordion"), play) == INTERRUPTED


def test_keys_that_come_faster_than_windows_close_do_no_harm(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        for _ in range(3):
            await pilot.press("?", "x", "m", "enter", "enter", "n", "escape", "escape", "u", "u")
        assert len(app.screen_stack) == 1

    run(dealt(tmp_path), play)


# The program as a whole


def test_a_window_fits_a_screen_that_has_another_size_since_it_was_opened(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("i")
        await pilot.pause()
        assert app.screen.query_one("#page").size.height < 24
        await pilot.resize_terminal(100, 60)
        await pilot.pause()
        assert app.screen.query_one("#page").size.height > 40
        await pilot.resize_terminal(30, 9)
        await pilot.pause()
        assert app.screen.query_one("#page").region.bottom <= 9

    run(dealt(tmp_path, "klondike"), play)


def test_another_size_paints_another_table_and_too_small_a_one_says_so(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert "╭5♣╮" in screen(app) and len(app.board.rows) == 12
        await pilot.resize_terminal(20, 10)
        await pilot.pause()
        assert screen(app).startswith("needs 23x5, have 20x")
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert "╭5♣─────╮" in screen(app)

    run(dealt(tmp_path), play)


def test_leaving_and_ctrl_c_have_their_exit_codes(tmp_path: Path) -> None:
    async def leave(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("q")

    async def interrupt(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("ctrl+c")

    assert run(dealt(tmp_path), leave) == 0
    assert run(dealt(tmp_path), interrupt) == INTERRUPTED


def test_a_fault_of_the_program_ends_it_and_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = dealt(tmp_path)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        monkeypatch.setattr(app.session, "undo", lambda: 1 / 0)
        await pilot.press("u")

    with pytest.raises(ZeroDivisionError):
        run(app, play)
    assert isinstance(app.crash, ZeroDivisionError)


@pytest.mark.parametrize("variant", ["antares", "agnes_aces"])
def test_a_whole_game_is_won_through_the_interface(
    variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moves are those of a recorded solution, made by keys; the screen follows every one of them."""
    monkeypatch.setattr(Save, "update", lambda save, game: None)
    monkeypatch.setattr(Tally, "changed", lambda tally: None)
    solution = load_record(WON / f"{variant}_won.txt", CATALOG)
    assert solution.is_won

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        index = app.session.game.rules.index
        for number, move in enumerate(solution.moves, 1):
            number_of = [str(move.count)] if move.count > 1 else []
            keys = [*keys_for(move.source), *number_of, *keys_for(move.target)] if move.kind == "cards" else ["space"]
            # Posted as the driver does; the pilot's own way waits many milliseconds after every key.
            for key in keys:
                app.post_message(Key(key, " " if key == "space" else key))
            for _ in range(1000):
                await asyncio.sleep(0)
                if len(made(app)) == number:
                    break
            assert made(app)[-1] == str(move) and len(made(app)) == number, app.session.message
            for name in (move.source, move.target):
                cards = app.session.position.piles[index[name]] if name else b""
                assert not cards or app.looks.index(cards[-1], 3) in screen(app)
        await pilot.pause()
        assert isinstance(app.screen, Choice) and app.screen.heading == "You won!"

    run(app_of(session_of(tmp_path, Game(solution.rules, solution.start))), play)


def keys_for(pile: str) -> list[str]:
    """The keys that name a pile: capitals where the small letter means something else."""
    return [pile[0].upper() if pile[0] in "frd" else pile[0], *pile[1:]]
