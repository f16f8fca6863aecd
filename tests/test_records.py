"""What a game record promises: the same game again, or one sentence that says what is wrong and where."""

from __future__ import annotations

import errno
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.playing import CATALOG, SETTINGS, board, deals_for, new_game

from solitaire_engine.catalog import Catalog, bundled_folder, default_catalog
from solitaire_engine.errors import RecordError
from solitaire_engine.game import Game, deal, from_position
from solitaire_engine.host import default_host
from solitaire_engine.records import (
    VERSION,
    DamagedRecord,
    load_record,
    read_record,
    record_text,
    save_record,
)

DATA = Path(__file__).parent / "data" / "records"
ENDGAME = "f1: AC..KC; f2: AD..KD; f3: AH..KH; f4: AS..JS; c1: QS; t1: KS"

GAME = deal("klondike", "ms:7", draw=1)
for text in ("t3 t5", "deal", "deal"):
    GAME.push(text)
GAME.pop()
GOOD = record_text(GAME)


def read(text: str, *, any_rules: bool = False) -> Game:
    return read_record(text, "game.txt", default_catalog(), any_rules=any_rules)


def refusal(action: Callable[[], object], kind: type[RecordError] = RecordError) -> str:
    with pytest.raises(RecordError) as caught:
        action()
    assert type(caught.value) is kind
    sentence = str(caught.value)
    assert sentence.isprintable()
    return sentence


def same(one: Game, other: Game) -> bool:
    mine = (one.start, one.position, one.moves, one.undone, str(one.deal), one.rules.variant.hash)
    return mine == (other.start, other.position, other.moves, other.undone, str(other.deal), other.rules.variant.hash)


# What is written


def test_a_record_tells_the_game_the_deal_and_the_moves_in_plain_lines() -> None:
    assert GOOD.replace(GAME.rules.variant.hash, "HASH") == (
        "solitaire-engine record 1\n"
        "variant: klondike\n"
        "name: Klondike\n"
        "hash: HASH\n"
        "params: draw=1\n"
        "deal: ms:7\n"
        "moves:\n"
        "t3 t5\n"
        "deal\n"
        "undone:\n"
        "deal\n"
        "end:\n"
    )


def test_a_game_with_its_own_parameters_and_no_undone_moves_has_no_line_for_them() -> None:
    text = record_text(deal("antares", 7))
    assert "params" not in text
    assert "undone" not in text
    assert text.endswith("deal: 7\nmoves:\nend:\n")


@pytest.mark.parametrize(
    ("variant", "params", "line"),
    [
        ("klondike_draw_one", {}, ""),
        ("klondike_draw_one", {"draw": "3"}, "params: draw=3\n"),
        ("klondike_draw_one", {"draw": "3", "back": "none"}, "params: draw=3, back=none\n"),
        ("klondike", {"draw": "1"}, "params: draw=1\n"),
        ("klondike", {"draw": "3"}, ""),
    ],
)
def test_only_parameters_that_differ_from_those_of_the_game_or_preset_are_written(
    variant: str, params: dict[str, str], line: str
) -> None:
    game = new_game(default_catalog().rules(variant, params), "7")
    text = record_text(game)
    assert re.findall("params: .*\n", text) == [line] * bool(line)
    assert same(read(text), game)


# What is read back


@pytest.mark.parametrize("variant", dict.fromkeys(setting.variant for setting in SETTINGS))
def test_a_record_gives_the_same_game_in_every_variant_with_every_parameter(variant: str) -> None:
    for setting in SETTINGS:
        if setting.variant != variant:
            continue
        rules = setting.rules
        game = new_game(rules, deals_for(rules)[-1])
        chance = random.Random(str(setting))
        steps = 10 if setting.values else 60
        while len(game.moves) < steps and not game.is_won and (moves := list(game.legal_moves)):
            game.push(chance.choice(moves))
        for _ in range(len(game.moves) // 5):
            game.pop()
        text = record_text(game)
        again = read_record(text, "game.txt", CATALOG)
        assert same(again, game), str(setting)
        assert record_text(again) == text, str(setting)


def test_a_game_from_a_position_is_read_back_from_that_position() -> None:
    game = from_position("freecell", ENDGAME)
    game.push("c1 f")
    text = record_text(game)
    assert f"position: {game.start}\n" in text
    assert "deal:" not in text
    again = read(text)
    assert same(again, game)
    again.push("t1 f")
    assert again.is_won


def test_a_game_whose_moves_are_all_undone_keeps_them_all() -> None:
    game = read(GOOD)
    game.restart()
    again = read(record_text(game))
    assert again.moves == ()
    assert [str(move) for move in again.undone] == ["t3 t5", "deal", "deal"]


def test_comments_empty_lines_indentation_windows_line_ends_and_a_byte_order_mark_do_not_count() -> None:
    lines = GOOD.splitlines()
    text = "\r\n".join(
        ["\ufeff" + lines[0], "# my best game", "", *(f"  {line} " for line in lines[1:]), "# so far", ""]
    )
    assert same(read(text), GAME)


def test_moves_may_be_written_in_the_short_forms_that_players_type() -> None:
    text = record_text(from_position("freecell", ENDGAME)).replace("moves:\n", "moves:\nC1 f\nt1   f4 1\n")
    assert read(text).is_won


def test_a_variant_from_outside_the_catalogue_is_named_by_its_file_and_read_from_there(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("schema: 1\nname: Mine\nextends: freecell\n", "utf-8")
    game = deal(str(path), 7)
    text = record_text(game)
    assert f"variant: mine\nname: Mine\nfile: {path}\n" in text
    assert same(read(text), game)
    path.unlink()
    sentence = refusal(lambda: read(text))
    assert sentence.startswith(f"game.txt:4: the game cannot be set up: {path}: there is no such file")


def test_a_variant_given_by_a_relative_path_is_found_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.yaml").write_text("schema: 1\nname: Mine\nextends: freecell\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    text = record_text(deal("mine.yaml", 7))
    monkeypatch.chdir(Path(__file__).parent)
    assert read(text).rules.variant.name == "Mine"


def test_a_catalogue_file_given_by_its_path_is_named_by_its_id() -> None:
    text = record_text(deal(str(bundled_folder() / "antares.yaml"), 7))
    assert "variant: antares\n" in text
    assert "file:" not in text


def test_a_preset_in_a_folder_of_ones_own_is_found_through_the_catalogue_that_has_the_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "schema: 1\nname: Mine\nextends: klondike\npresets:\n  mine_one: {name: Mine One, with: {draw: 1}}\n", "utf-8"
    )
    catalog = Catalog([tmp_path, bundled_folder()], default_host())
    game = deal("mine_one", 7, catalog=catalog)
    assert same(read_record(record_text(game), "game.txt", catalog), game)


# Versions and hashes


@pytest.mark.parametrize("path", sorted(DATA.glob("*.solitaire")), ids=lambda path: path.stem)
def test_records_of_every_version_so_far_stay_readable(path: Path) -> None:
    game = load_record(path, default_catalog(), any_rules=True)
    assert (len(game.moves), len(game.undone)) == {"klondike_v1": (9, 2), "antares_position_v1": (2, 0)}[path.stem]


def test_there_is_a_kept_record_of_every_version() -> None:
    titles = {path.read_text("utf-8").splitlines()[0] for path in DATA.glob("*.solitaire")}
    assert titles == {f"solitaire-engine record {number}" for number in range(1, VERSION + 1)}


def test_a_record_of_a_newer_version_is_refused_but_not_called_damaged() -> None:
    text = GOOD.replace("record 1", "record 2").replace("moves:", "new: thing\nmoves:")
    assert refusal(lambda: read(text)) == (
        "game.txt:1: the record is of version 2, and this solitaire-engine reads up to version 1; install a newer one"
    )


def test_a_game_is_not_replayed_under_other_rules_unless_that_is_asked_for() -> None:
    hash = GAME.rules.variant.hash
    text = GOOD.replace(hash, "0123456789abcdef")
    assert refusal(lambda: read(text)) == (
        f"game.txt:4: the rules of klondike have changed since: their hash was 0123456789abcdef and is {hash}; "
        "to replay the game under the rules of now all the same, add --any-rules"
    )
    assert same(read(text, any_rules=True), GAME)


def test_a_record_without_a_hash_is_replayed_only_where_any_rules_will_do() -> None:
    text = re.sub("hash: .*\n", "", GOOD)
    assert "the record has no hash, so its rules are not known" in refusal(lambda: read(text), DamagedRecord)
    assert same(read(text, any_rules=True), GAME)


def test_rules_that_lack_a_plugin_are_other_rules_and_the_refusal_names_the_plugin() -> None:
    text = record_text(deal("antares", 7))
    without = Catalog([bundled_folder()], default_host().without("shifts"))
    sentence = refusal(lambda: read_record(text, "game.txt", without))
    assert "the rules of antares have changed since" in sentence
    assert "'shifts'" in sentence


def test_a_game_whose_plugin_is_missing_altogether_is_not_called_damaged() -> None:
    text = record_text(deal("agnes_aces", 7))
    without = Catalog([bundled_folder()], default_host().without("reserve_deal"))
    sentence = refusal(lambda: read_record(text, "game.txt", without))
    assert sentence.startswith("game.txt:2: the game cannot be set up: ")
    assert "reserve_deal" in sentence


# What is refused


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("solitaire-engine record 1", "solitaire record 1", "game.txt:1: this is no game record; one begins with the"),
        ("record 1", "record 0", "game.txt:1: this is no game record"),
        ("record 1", "record one", "game.txt:1: this is no game record"),
        ("variant: klondike\n", "", "game.txt: the record does not say which game it is; add a line such as"),
        ("deal: ms:7\n", "", "game.txt: the record does not say how the game begins; add a line such as 'deal: 7'"),
        ("deal: ms:7", "deal: ms:7\nposition: t1: KS", "game.txt:7: the record has a deal and a position; remove one"),
        ("deal: ms:7", "deal: ms:7\ndeal: 8", "game.txt:7: 'deal' stands in line 6 already; remove one"),
        ("deal: ms:7", "deal:", "game.txt:6: 'deal' has no value; write it after the colon"),
        ("deal: ms:7", "deal ms 7", "game.txt:6: 'deal ms 7' has no colon; keys: variant, name, file"),
        ("params:", "parms:", "game.txt:5: 'parms' is not a key of a record; keys: variant, name, file, hash, params"),
        ("deal: ms:7", "deal: ms:0", "game.txt:6: there is no deal 'ms:0'; Microsoft's deals are ms:1 to"),
        ("deal: ms:7", "deal: deck:AS-AS", "game.txt:6: the deck is not this game's pack: it has 2 cards"),
        ("deal: ms:7", "position: t1: KS", "game.txt:6: missing cards: AC AD AH AS"),
        ("deal: ms:7", "position: t9: KS", "game.txt:6: there is no pile 't9'; this game has"),
        ("draw=1", "draw=1 back=none", "game.txt:5: the game cannot be set up: draw=1 back=none is not offered;"),
        ("draw=1", "draw", "game.txt:5: 'draw' sets nothing; write params: draw=1, back=none"),
        ("draw=1", "draw=1, draw=3", "game.txt:5: 'draw=3' sets nothing"),
        (
            "draw=1",
            "drow=1",
            "game.txt:5: the game cannot be set up: klondike has no parameter 'drow'; its parameters:",
        ),
        ("variant: klondike", "variant: klondik", "did you mean 'klondike'?"),
        ("t3 t5", "t3 t2", "game.txt:8: the move 't3 t2' is not possible: "),
        ("t3 t5", "t3 t99", "game.txt:8: the move 't3 t99' is not possible: there is no pile t99; this game has t1 to"),
        ("t3 t5", "hello, world", "game.txt:8: the move 'hello, world' is not possible: "),
        ("t3 t5", "t3 t5\nt3 t5 4", "game.txt:9: the move 't3 t5 4' is not possible: "),
        ("undone:\ndeal", "undone:\nredeal", "game.txt:11: the move 'redeal' is not possible: "),
        ("t3 t5", "t3 t5" + " 1" * 100, "is too long for a move; write one move a line"),
        ("t3 t5", "t3 \x1b[31mt1", "game.txt:8: 't3 \\x1b[31mt1' is no plain line of text; a record has no other"),
        ("undone:\n", "moves:\n", "game.txt:10: the line 'moves:' stands after 'moves:'; the order is"),
        ("moves:\n", "undone:\n", "game.txt:7: the line 'undone:' stands before 'moves:'; the order is"),
        ("end:\n", "end:\nt1 t2\n", "game.txt:13: 't1 t2' stands after the line 'end:'; remove it"),
        (
            "end:\n",
            "",
            "game.txt: the record is cut short: after 12 lines it ends without 'end:'; if all moves are there",
        ),
    ],
)
def test_what_is_wrong_with_a_record_is_said_with_its_line(old: str, new: str, sentence: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    with pytest.raises(RecordError, match=re.escape(sentence)) as caught:
        read(text)
    assert str(caught.value).isprintable()


def test_a_record_cut_short_anywhere_is_never_taken_for_a_whole_one() -> None:
    # The last line feed is no part of the last line.
    for end in range(len(GOOD) - 1):
        refusal(lambda end=end: read(GOOD[:end]), DamagedRecord)  # type: ignore[misc]
    assert same(read(GOOD[:-1]), GAME)


@given(
    st.integers(0, len(GOOD)),
    st.integers(0, 12),
    st.text(st.sampled_from("\n\0 :#=;,.~\u2028\x85\ud800tfw1970²deal") | st.characters(), max_size=8),
)
@settings(max_examples=150, deadline=None)
def test_a_record_changed_anyhow_is_read_or_refused_in_one_sentence(start: int, length: int, put: str) -> None:
    text = GOOD[:start] + put + GOOD[start + length :]
    try:
        game = read(text)
    except RecordError as error:
        assert str(error).startswith("game.txt:")
        assert str(error).isprintable()
    else:
        assert game.rules.variant.id.startswith("klondike")


def test_a_variant_with_many_problems_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("schema: 1\nname: Mine\nextends: freecell\n", "utf-8")
    text = record_text(deal(str(path), 7))
    path.write_text("schema: 1\nname: Mine\nextends: freecell\nx: 1\ny: 2\nz: 3\n", "utf-8")
    assert "(and 2 more; solitaire check names all)" in refusal(lambda: read(text))


def test_a_game_on_a_board_that_lacks_cards_is_not_written_for_it_could_not_be_read() -> None:
    game = board(default_catalog().rules("freecell"), "t1: KS")
    assert "its start position could not be read again: missing cards: AC" in refusal(lambda: record_text(game))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such file names")
def test_a_variant_file_whose_name_has_a_line_break_is_refused_when_the_game_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "a\nb.yaml"
    path.write_text("schema: 1\nname: Mine\nextends: freecell\n", "utf-8")
    assert "is no plain text; rename it" in refusal(lambda: record_text(deal(str(path), 7)))


# Files


def test_a_file_that_is_no_record_is_refused_in_one_sentence(tmp_path: Path) -> None:
    def of(data: bytes) -> str:
        path = tmp_path / "game"
        path.write_bytes(data)
        return refusal(lambda: load_record(path, default_catalog()), DamagedRecord).removeprefix(str(path))

    assert of(b"").startswith(":1: this is no game record")
    assert of(b"\x7fELF\0\0\0\1").startswith(":1: this is no game record")
    assert of(b"\n\xff\xfe").startswith(":2: this is not UTF-8 text")
    assert of(GOOD.encode("utf-16")).startswith(":1: this is not UTF-8 text")
    assert of(b"x" * (16 * 2**20 + 1)).startswith(": larger than 16 MB")


def test_a_file_that_cannot_be_read_is_not_called_damaged(tmp_path: Path) -> None:
    def of(path: Path) -> str:
        return refusal(lambda: load_record(path, default_catalog())).removeprefix(str(path))

    assert of(tmp_path) == ": this is a folder; name a game record in it"
    assert of(tmp_path / "none") == ": there is no such file; check the name and the folder"
    (tmp_path / "file").touch()
    assert of(tmp_path / "file" / "none").startswith(": the record cannot be read (")


@pytest.mark.skipif(not Path("/dev/zero").is_char_device(), reason="there are no devices here")
def test_a_device_is_neither_read_nor_overwritten() -> None:
    assert "not an ordinary file" in refusal(lambda: load_record(Path("/dev/zero"), default_catalog()))
    assert "no ordinary file is in the way" in refusal(lambda: save_record(GAME, Path("/dev/null")))
    assert Path("/dev/null").is_char_device()


def test_a_saved_record_is_loaded_again_and_nothing_else_is_left_in_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("an older game", "utf-8")
    save_record(GAME, path)
    assert same(load_record(path, default_catalog()), GAME)
    assert path.read_bytes() == GOOD.encode()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_saving_through_a_link_writes_the_file_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    path = tmp_path / "link"
    path.symlink_to(tmp_path / "far" / "game")
    save_record(GAME, path)
    assert path.is_symlink()
    assert (tmp_path / "far" / "game").read_text("utf-8") == GOOD


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_a_disk_that_fails_leaves_the_old_record_as_it_was(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("an older game", "utf-8")

    def fail(_: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", fail)
    sentence = refusal(lambda: save_record(GAME, path))
    reason = {errno.ENOSPC: "the disk is full; make room", errno.EIO: f"{os.strerror(errno.EIO)}; choose another"}[code]
    assert sentence.startswith(f"{path}: the game cannot be saved: {reason}")
    assert path.read_text("utf-8") == "an older game"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit on file sizes")
def test_a_write_that_the_system_breaks_off_halfway_leaves_the_old_record_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("an older game", "utf-8")
    program = (
        "import resource, sys; from pathlib import Path; from solitaire_engine import deal, RecordError\n"
        "from solitaire_engine.records import save_record\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))\n"
        "try: save_record(deal('antares', 7), Path(sys.argv[1]))\n"
        "except RecordError as error: sys.stdout.write(str(error))\n"
    )
    command = [sys.executable, "-c", program, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith(f"{path}: the game cannot be saved: ")
    assert path.read_text("utf-8") == "an older game"
    assert list(tmp_path.iterdir()) == [path]


@contextmanager
def unwritable_folder() -> Iterator[Path]:
    """A folder in which this process may not write; root is somebody else meanwhile."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_folder_without_permission_is_named(tmp_path: Path) -> None:
    with unwritable_folder() as folder:
        sentence = refusal(lambda: save_record(GAME, folder / "game.txt"))
        assert sentence.endswith(f"there is no permission to write in {folder}; choose another folder")
        assert list(folder.iterdir()) == []


def test_what_is_in_the_way_of_a_record_is_named_and_left_alone(tmp_path: Path) -> None:
    def of(path: Path) -> str:
        return refusal(lambda: save_record(GAME, path)).removeprefix(str(path))

    assert of(tmp_path) == ": a folder is in the way; choose another name"
    missing = tmp_path / "none"
    assert of(missing / "game") == (
        f": the game cannot be saved: there is no folder {missing}; make it first, or choose another"
    )
    (tmp_path / "file").touch()
    assert of(tmp_path / "file" / "game").startswith(
        ": the game cannot be saved: a file stands where there should be a"
    )
    assert of(tmp_path / ("x" * 300)).startswith(": the game cannot be saved: ")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_example_in_the_module_is_a_record() -> None:
    from solitaire_engine import records

    block = (records.__doc__ or "").partition("::\n\n")[2].partition("\n\n")[0]
    game = read(block, any_rules=True)
    assert [str(move) for move in (*game.moves, *game.undone)] == ["deal", "w t6"]
