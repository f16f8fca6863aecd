"""What the first sight of a table costs: nothing is painted before the cards, and little has to be."""

from __future__ import annotations

from tests.browser.driver import Player

WHEN = "name => performance.getEntriesByName(name)[0].startTime"
MOST_ELEMENTS = 500
"""For 52 cards with faces; each element of a card costs time before anything is seen."""


def test_the_first_that_is_painted_are_the_cards(player: Player) -> None:
    player.open("/play/antares/7")
    first, drawn, painted = (
        player.page.evaluate(WHEN, name) for name in ("first-paint", "cards-drawn", "cards-painted")
    )
    assert drawn <= first and drawn <= painted


def test_a_table_needs_four_answers_and_few_elements(player: Player) -> None:
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    player.open("/play/antares/7")
    needed = [name for name in asked if not name.endswith(".svg")]
    assert needed == ["7", "page.css", "theme.js", "app.js"]
    assert player.page.evaluate("document.querySelectorAll('.cards *').length") < MOST_ELEMENTS


def test_what_is_loaded_later_shares_the_modules_of_the_table(player: Player) -> None:
    player.open("/play/antares/7")
    same = """async () => {
        const file = name => import(new URL(name, document.querySelector('script[type=module]').src));
        const [whole, part] = await Promise.all([file('app.js'), file('dom.js')]);
        return whole.$dom.openDialog === part.openDialog;
    }"""
    assert player.page.evaluate(same)
