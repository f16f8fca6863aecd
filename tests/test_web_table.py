"""The table over its socket: moves are the rules', what is told is true, and nothing is given away."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Generator
from pathlib import Path

import pytest
from tests.playing import CATALOG
from tests.webbing import Client, Said, serving

from solitaire_engine.cards import DOWN, card_text
from solitaire_engine.deals import parse_deal
from solitaire_engine.game import Game
from solitaire_engine.notation import parse_position
from solitaire_engine.position import Position
from solitaire_engine.table.takes import taken_by
from solitaire_engine.web.site import Site


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Client, Site]]:
    """A server that all tests here may share, and its site."""
    with serving(tmp_path_factory.mktemp("table")) as both:
        yield both


@pytest.fixture
def client(both: tuple[Client, Site]) -> Client:
    """The server."""
    return both[0]


def seen(position: Position) -> dict[str, list[str]]:
    """The cards of each pile as a player sees them."""
    return {
        name: ["#" if card >= DOWN else card_text(card) for card in pile]
        for name, pile in zip(position.names, position.piles, strict=True)
    }


class Board:
    """What a page knows: the state, and the steps that it was told since."""

    def __init__(self, state: Said) -> None:
        self.v: int = state["v"]
        self.piles: dict[str, list[str]] = {pile["name"]: pile["cards"] for pile in state["piles"]}
        self.takes: dict[str, str] = {pile["name"]: pile["takes"] for pile in state["piles"]}

    def take(self, step: Said) -> None:
        """Let the cards fly as the step says, and then compare with how the piles are said to be."""
        assert step["v"] == self.v + 1
        self.v = step["v"]
        for stage in sorted({event["stage"] for event in step["events"]}):
            self._fly([event for event in step["events"] if event["stage"] == stage])
        for name, pile in step["piles"].items():
            flown, told = self.piles[name], pile["cards"]
            assert len(flown) == len(told), (
                f"{name} has {len(flown)} cards by the events, and {len(told)} as it is told"
            )
            assert all(one == other or "#" in (one, other) for one, other in zip(flown, told, strict=True)), name
            self.piles[name], self.takes[name] = told, pile["takes"]

    def _fly(self, events: list[Said]) -> None:
        """All events of a stage at once: `at` counts in the piles before it, `place` in those after it."""
        before = {name: list(cards) for name, cards in self.piles.items()}
        lifted: dict[str, set[int]] = {}
        for event in events:
            places = range(event["at"], event["at"] + len(event["cards"]))
            assert places.stop <= len(before[event["from"]]), event
            assert not lifted.setdefault(event["from"], set()) & set(places), "a card flies twice"
            lifted[event["from"]] |= set(places)
        after = {
            name: [card for at, card in enumerate(cards) if at not in lifted.get(name, ())]
            for name, cards in before.items()
        }
        for event in sorted(events, key=lambda event: int(event["place"])):
            cards = before[event["from"]][event["at"] : event["at"] + len(event["cards"])]
            cards = cards[::-1] if event["backwards"] else cards
            assert all(a == b or "#" in (a, b) for a, b in zip(cards, event["cards"], strict=True)), event
            after[event["to"]][event["place"] : event["place"]] = event["cards"]
        self.piles = after


WALKED = (
    "antares", "agnes_aces", "klondike", "spider", "pyramid", "golf", "montana", "canfield", "la_belle_lucie",
    "accordion", "cruel", "calculation", "scorpion", "yukon", "thumb_and_pouch",
)  # fmt: skip


@pytest.mark.parametrize("variant", WALKED)
def test_steps_lead_a_page_from_position_to_position(client: Client, variant: str) -> None:
    rules = CATALOG.rules(variant)
    game, chance = Game(rules, parse_deal("7")), random.Random(variant)
    with client.page(client.begin(variant, "7")) as page:
        board = Board(page.state)
        assert board.piles == seen(game.position)
        for _ in range(25):
            moves = list(game.legal_moves)
            what = chance.choice(["move"] * 6 + ["undo", "redo", "to"]) if moves else "undo"
            if what == "move":
                answer = page.ask("type", text=str(game.push(chance.choice(moves))))
            elif what == "undo":
                answer = page.ask("undo")
                if game.moves:
                    game.pop()
            elif what == "redo":
                answer = page.ask("redo")
                if game.undone:
                    game.redo()
            else:
                number = chance.randrange(len(game.moves) + len(game.undone) + 1)
                answer = page.ask("to", moves=number)
                while len(game.moves) > number:
                    game.pop()
                while len(game.moves) < number:
                    game.redo()
            if answer["t"] == "step":
                board.take(answer)
            assert board.piles == seen(game.position), what
            for pile, name in enumerate(game.position.names):
                if not game.position.piles[pile]:
                    taken = taken_by(rules, game.position, pile)
                    assert board.takes[name] == (card_text(taken) if isinstance(taken, int) else taken), name
        assert board.piles == {pile["name"]: pile["cards"] for pile in page.ask("state")["piles"]}


@pytest.mark.parametrize("variant", ["klondike", "agnes_aces", "spider", "yukon", "thumb_and_pouch", "canfield"])
def test_no_card_that_lies_face_down_is_ever_named(client: Client, variant: str) -> None:
    """Two deals that look alike to the player so far must be told alike: so nothing depends on what is hidden."""
    rules = CATALOG.rules(variant)
    game, chance = Game(rules, parse_deal("11")), random.Random(5)
    shown: set[str] = {card for pile in seen(game.position).values() for card in pile}
    with client.page(client.begin(variant, "11")) as page:
        for number in range(12):
            moves = list(game.legal_moves)
            if not moves:
                break
            hint = page.ask("hint")
            answers = [page.ask("moves"), page.ask("more"), page.ask("state"), hint]
            game.push(chance.choice(moves))
            shown |= {card for pile in seen(game.position).values() for card in pile}
            answers.append(page.ask("type", text=str(game.moves[-1])))
            for answer in answers:
                told = {**answer, "message": "", "text": "", "game": ""}
                named = set(re.findall(r"\b[A2-9TJQK][CDHS]\b", json.dumps(told)))
                assert named <= shown, f"after {number} moves: {named - shown} in {answer['t']}"


def test_whatever_is_refused_is_refused_in_the_rules_own_sentence(client: Client) -> None:
    rules = CATALOG.rules("antares")
    game = Game(rules, parse_deal("7"))
    chance = random.Random(3)
    with client.page(client.begin("antares")) as page:
        refused = 0
        for _ in range(200):
            source, target = chance.sample(rules.names, 2)
            reason = game.why_not(f"{source} {target} 1")
            if reason is None or not game.position.piles[rules.index[source]]:
                continue
            answer = page.ask("put", **{"from": source, "count": 1, "to": target})
            if answer["t"] == "step":
                # One card that cannot go may stand for those that hang on it and can.
                page.ask("undo")
                continue
            assert (answer["t"], answer["bad"]) == ("say", True)
            assert answer["text"].endswith(".")
            refused += 1
        assert refused > 50


def test_held_cards_are_told_with_every_pile_that_takes_them(client: Client) -> None:
    game = Game(CATALOG.rules("antares"), parse_deal("7"))
    with client.page(client.begin("antares")) as page:
        for name, cards in seen(game.position).items():
            for count in range(1, len(cards) + 1):
                answer = page.ask("pick", pile=name, index=len(cards) - count)
                ways = {
                    m.target for m in game.legal_moves if m.kind == "cards" and (m.source, m.count) == (name, count)
                }
                if ways:
                    assert answer["held"] == {name: count} and set(answer["to"]) == ways
                    assert page.ask("release") == {"t": "say", "text": "", "bad": False, "n": page.heard[-1]["n"]}


def test_what_is_picked_goes_where_it_is_put(client: Client) -> None:
    game = Game(CATALOG.rules("antares"), parse_deal("7"))
    move = next(move for move in game.legal_moves if move.count > 1)
    with client.page(client.begin("antares")) as page:
        size = len(game.position.piles[game.rules.index[move.source]])
        assert page.ask("pick", pile=move.source, index=size - move.count)["t"] == "targets"
        step = page.ask("put", to=move.target)
        assert step["why"] == "move" and step["counts"]["moves"] == 1
        game.push(move)
        assert {name: pile["cards"] for name, pile in step["piles"].items() if pile["cards"]}.items() <= (
            seen(game.position).items()
        )
        assert page.ask("put", to=move.target)["t"] == "say", "nothing is held any more"


def test_cards_that_go_together_are_picked_one_after_the_other(client: Client) -> None:
    game = Game(CATALOG.rules("pyramid"), parse_deal("7"))
    pairs = [move for move in game.legal_moves if move.kind == "remove" and len(move.piles) == 2]
    assert pairs, "the deal has a pair at once"
    one, other = pairs[0].piles
    with client.page(client.begin("pyramid")) as page:
        first = page.ask("pick", pile=one)
        assert other in first["with"] and first["held"] == {one: 1}
        assert page.ask("put", to=other)["t"] == "step"
        page.ask("undo")
        assert page.ask("put", **{"from": [one], "to": other})["t"] == "step"
        page.ask("undo")
        assert page.ask("pick", piles=[one, other])["t"] == "step"


def test_a_click_on_the_stock_deals_however_it_is_told(client: Client) -> None:
    with client.page(client.begin("klondike")) as page:
        assert page.ask("deal")["events"][0]["from"] == "s"
        assert page.ask("pick", pile="s", index=0)["t"] == "step"
        assert [move["text"] for move in page.ask("more")["moves"]] == ["deal"]
        for _ in range(40):
            answer = page.ask("deal")
            if answer["t"] == "step" and answer["piles"]["s"]["takes"] == "redeal":
                break
        turned = page.ask("deal")
        assert [event["backwards"] for event in turned["events"]] == [True], "the waste is turned over as a whole"


def test_going_home_and_playing_home(client: Client) -> None:
    with client.page(client.begin("freecell", "ms:1")) as page:
        home = page.ask("home", pile="t1")
        assert home["t"] in ("step", "say")
        assert page.ask("auto")["t"] in ("step", "say")
        assert page.ask("restart")["t"] in ("step", "say")


def test_a_hint_marks_cards_and_is_followed(client: Client) -> None:
    with client.page(client.begin("freecell", "ms:1")) as page:
        assert page.ask("follow")["bad"]
        hint = page.ask("hint")
        assert hint["t"] == "hint" and hint["marks"] and hint["move"]
        step = page.ask("follow")
        assert step["t"] == "step"
        assert page.ask("moves")["moves"][0]["text"] == hint["move"]


def test_the_verdict_comes_by_itself_once_it_is_wanted(client: Client) -> None:
    with client.page(client.begin("freecell", "ms:1")) as page:
        answer = page.ask("watch", on=True)
        verdict = answer["status"]["verdict"]
        while verdict in ("", "..."):
            verdict = page.until("status")["status"]["verdict"]
        assert verdict.startswith("winnable")
        assert page.ask("watch", on=False)["status"]["verdict"] == ""


def test_what_is_set_holds_for_everybody_at_the_table(client: Client) -> None:
    id = client.begin("antares")
    with client.page(id) as page, client.page(id) as other:
        page.ask("set", autoplay="all", hints="peek")
        settings = other.until("status")["settings"]
        assert settings == {"autoplay": "all", "hints": "peek", "watching": False}


def test_two_pages_at_one_game_stay_in_step(client: Client) -> None:
    id = client.begin("klondike")
    with client.page(id) as page, client.page(id) as other:
        board = Board(other.state)
        told = page.ask("deal")
        heard = other.until("step")
        assert "n" not in heard
        assert {**told, "n": 0} == {**heard, "n": 0}
        board.take(heard)
        other.ask("undo")
        assert page.until("step")["why"] == "undo"


def test_what_one_page_holds_is_put_back_when_the_other_moves(client: Client) -> None:
    id = client.begin("antares")
    game = Game(CATALOG.rules("antares"), parse_deal("7"))
    move = next(iter(game.legal_moves))
    with client.page(id) as page, client.page(id) as other:
        assert page.ask("pick", pile=move.source, count=move.count)["t"] == "targets"
        other.ask("type", text=str(move))
        page.until("step")
        assert page.ask("put", to=move.target)["t"] == "say"


@pytest.mark.parametrize(
    "said",
    [
        {"t": "zap"},
        {"t": "pick"},
        {"t": "pick", "pile": 7},
        {"t": "pick", "pile": "t99"},
        {"t": "pick", "pile": "t1", "index": "x"},
        {"t": "pick", "pile": "t1", "count": 1e99},
        {"t": "pick", "pile": "t1", "index": True},
        {"t": "pick", "piles": []},
        {"t": "pick", "piles": [["t1"]]},
        {"t": "put", "to": None},
        {"t": "put", "to": "t1", "from": {"a": 1}},
        {"t": "to", "moves": None},
        {"t": "type", "text": 7},
        {"t": "type", "text": "\x00" * 500},
        {"t": "watch", "on": "yes"},
        {"t": "visible"},
        {"t": "set", "autoplay": "most"},
        {"t": "set", "hints": 5},
        {"t": "home", "pile": "__class__"},
    ],
)
def test_a_field_that_makes_no_sense_is_refused_in_a_sentence(client: Client, said: Said) -> None:
    with client.page(client.begin("antares")) as page:
        fields = {name: value for name, value in said.items() if name != "t"}
        answer = page.ask(said["t"], **fields)
        assert answer["t"] == "say" and answer["bad"] and answer["text"]
        assert page.ask("state")["counts"]["moves"] == 0


@pytest.mark.parametrize(("index", "count"), [(99, None), (-5, None), (None, 99), (None, -1)])
def test_a_place_where_no_card_lies_picks_what_can_go(client: Client, index: int | None, count: int | None) -> None:
    fields = {"index": index} if index is not None else {"count": count}
    with client.page(client.begin("antares")) as page:
        assert page.ask("pick", pile="t1", **fields)["t"] in ("targets", "say")


def test_the_clock_stands_still_while_no_page_is_seen(client: Client) -> None:
    with client.page(client.begin("antares")) as page:
        assert page.state["status"]["running"]
        assert not page.ask("visible", on=False)["status"]["running"]
        assert page.ask("visible", on=True)["status"]["running"]


def test_the_rules_and_the_moves_are_told_at_the_table(client: Client) -> None:
    with client.page(client.begin("antares")) as page:
        sections = page.ask("rules")["sections"]
        assert any("Scorpion" in section["heading"] for section in sections)
        page.ask("type", text="t4 f1")
        page.ask("undo")
        moves = page.ask("moves")
        assert moves["at"] == 0 and all(move["told"] for move in moves["moves"])


def test_a_game_that_is_won_says_so_and_counts(client: Client, both: tuple[Client, Site], tmp_path: Path) -> None:
    from solitaire_engine.solver import solve

    game = Game(CATALOG.rules("freecell"), parse_deal("ms:1"))
    answer = solve(game.rules, game.position)
    with client.page(client.begin("freecell", "ms:1")) as page:
        last: Said = {}
        for move in answer.moves:
            last = page.ask("type", text=str(move))
            assert last["t"] == "step", last
        assert last["status"]["won"] and last["status"]["over"] == "won" and not last["status"]["running"]
        kinds = client.ask("/api/stats").json["kinds"]
        freecell = next(kind for kind in kinds if kind["variant"] == "freecell")
        assert freecell["won"] >= 1 and freecell["games"][-1]["outcome"] == "won" and freecell["games"][-1]["begun"]
        assert page.ask("undo")["status"]["over"] == ""


def test_a_game_that_is_stuck_says_so(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, site):
        rules = CATALOG.rules("freecell")
        board = "t1: 9S; t2: 9C; t3: JS; t4: JC; t5: KS; t6: KC; t7: 7S; t8: 7C; c1: 5S; c2: 5C; c3: 3S; c4: 3C"
        game = Game(rules, parse_position(rules, board, complete=False))
        room = site.rooms.seat(game, site.folder.begin(game))
        with client.page(room.id) as page:
            assert page.state["status"]["over"] == "stuck" and not page.state["status"]["running"]
            assert page.state["game"]["share"] == "" and page.state["game"]["path"] == f"/game/{room.id}"


def test_a_game_that_becomes_stuck_says_so_after_the_step(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, site):
        board = "t1: 9S; t2: 9C; t3: JS; t4: JC; t5: KS; t6: KC; t7: 7S; t8: 7C 4D; c1: 5S; c2: 5C; c3: 3S"
        game = Game(CATALOG.rules("freecell"), parse_position(CATALOG.rules("freecell"), board, complete=False))
        room = site.rooms.seat(game, site.folder.begin(game))
        with client.page(room.id) as page:
            assert page.state["status"]["over"] == "" and page.state["status"]["running"]
            assert page.ask("type", text="t8 c4")["t"] == "step"
            status = page.until("status")["status"]
            assert status["over"] == "stuck" and not status["running"]
            assert page.ask("undo")["status"]["over"] == ""
            page.ask("state")
            assert page.heard[-1]["status"]["over"] == "", "what was undone is not looked at"


def test_pages_that_only_look_see_the_same(client: Client) -> None:
    id = client.begin("antares")
    with client.page(id) as page:
        page.ask("type", text="t1 t2")
        start = client.ask(f"/game/{id}").start
        state = page.ask("state")
        assert start["id"] == id and start["page"] == "table"
        for part in ("piles", "game", "plan", "can", "settings"):
            assert start["state"][part] == state[part]
