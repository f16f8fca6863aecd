"""A game as a text file: which game, which deal, which moves; it is read by playing it again.

A record looks like this::

    solitaire-engine record 1
    variant: klondike
    name: Klondike
    hash: 8f1d0c5a2b7e9d34
    params: draw=1, back=none
    deal: ms:7
    moves:
    deal
    undone:
    w t6
    end:

Empty lines and lines that begin with ``#`` do not count. ``file`` is there where the variant
is not one of the catalogue, ``position`` instead of ``deal`` where the game began from a
position; ``undone`` has the moves that redo would make, the next first. ``hash`` stands for the
rules: a game is not replayed under other rules than its own unless that is asked for. The last
line tells a whole record from one that was cut short.

Records of older versions than `VERSION` stay readable; those of newer ones are refused.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Final, NoReturn

from .catalog import Catalog, default_catalog, in_catalog
from .deals import parse_deal
from .errors import DealError, IllegalMove, PositionError, RecordError, SolitaireError
from .game import Game
from .notation import parse_position
from .position import Move
from .reading import way_out
from .rules import Rules
from .yamlnodes import show

VERSION: Final = 1
MAX_BYTES: Final = 16 * 1024 * 1024
"""The largest record that is read: some two million moves."""
TEMPORARY: Final = ".solitaire-*.tmp"
"""The names of files that are being written; one stays behind where a process was killed meanwhile."""

_TITLE: Final = "solitaire-engine record"
_KEYS: Final = ("variant", "name", "file", "hash", "params", "deal", "position")
_MOVES, _UNDONE, _END = "moves:", "undone:", "end:"
_LONGEST_MOVE: Final = 200


class DamagedRecord(RecordError):
    """A text that is wrong in itself: no record, cut short, or changed so that it does not replay.

    Other record errors may go away: what is missing today, a plugin or a permission, may be there tomorrow.
    """


@dataclass(frozen=True, slots=True)
class Entry:
    """A value or a move of a record, and its line, counted from 1."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """A record's text taken apart; nothing of it has been replayed."""

    name: str
    fields: Mapping[str, Entry]
    moves: tuple[Entry, ...]
    undone: tuple[Entry, ...]

    def field(self, key: str) -> str:
        """The value of a header line; empty where there is none."""
        entry = self.fields.get(key)
        return entry.text if entry else ""


def record_text(game: Game, note: str = "") -> str:
    """The record of a game, for `read_record`; `note` is a line of comment, with its ``#``, that it keeps.

    Raises RecordError for what could not be read again: a start position that lacks
    cards, or a name that does not fit on a line.
    """
    variant = game.rules.variant
    fields = {"variant": variant.id, "name": " ".join(variant.name.split())}
    known = in_catalog(variant)
    if not known:
        fields["file"] = str(Path(variant.file).absolute())
    fields["hash"] = variant.hash
    values = variant.changed_values
    if variant.id != Path(variant.file).stem:
        # What differs from the file's defaults may be what the preset sets by itself, and the other way round.
        own = default_catalog().rules(variant.id).variant.values if known else None
        values = {name: value for name, value in variant.values.items() if own is None or own[name] != value}
    if values:
        fields["params"] = ", ".join(f"{name}={value}" for name, value in values.items())
    if game.deal is not None:
        fields["deal"] = str(game.deal)
    else:
        fields["position"] = _position_text(game)
    lines = [f"{_TITLE} {VERSION}", *([note] if note else [])]
    lines += [f"{key}: {_one_line(key, value)}" for key, value in fields.items()]
    lines += [_MOVES, *_move_lines(game.moves)]
    if game.undone:
        lines += [_UNDONE, *_move_lines(game.undone)]
    return "\n".join([*lines, _END, ""])


def _position_text(game: Game) -> str:
    text = str(game.start)
    try:
        if parse_position(game.rules, text) == game.start:
            return text
        reason = "its text describes another"
    except PositionError as error:
        reason = str(error)
    raise RecordError(f"the game cannot be saved, for its start position could not be read again: {reason}")


def _one_line(key: str, value: str) -> str:
    if value != value.strip() or not value.isprintable():
        raise RecordError(f"the game cannot be saved, for its {key} '{show(value)}' is no plain text; rename it")
    return value


def _move_lines(moves: Iterable[Move]) -> list[str]:
    lines = [str(move) for move in moves]
    for line in lines:
        # The engine's own moves never look so, but a plugin may call its moves what it likes.
        if ":" in line or line.startswith("#") or len(line) > _LONGEST_MOVE or not line.isprintable():
            raise RecordError(f"the game cannot be saved, for a plugin's move is called '{show(line)}'")
    return lines


def parse_record(text: str, name: str) -> Record:
    """Take a text apart; `name` is the file that messages name. DamagedRecord, or RecordError for a newer version."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    _check_title(lines[0].strip(), name)
    fields: dict[str, Entry] = {}
    sections: dict[str, list[Entry]] = {}
    last = ""
    for number, line in enumerate(lines[1:], 2):
        line = line.strip().replace("\t", " ")
        if not line or line.startswith("#"):
            continue
        if not line.isprintable():
            raise DamagedRecord(f"{name}:{number}: '{show(line)}' is no plain line of text; a record has no other")
        if last == _END:
            raise DamagedRecord(f"{name}:{number}: '{show(line)}' stands after the line '{_END}'; remove it")
        if line in (_MOVES, _UNDONE, _END):
            _check_order(last, line, f"{name}:{number}")
            sections[line], last = [], line
        elif last:
            if len(line) > _LONGEST_MOVE:
                raise DamagedRecord(f"{name}:{number}: '{show(line)}' is too long for a move; write one move a line")
            sections[last].append(Entry(number, line))
        else:
            _add_field(fields, line, number, name)
    if not last:
        raise DamagedRecord(f"{name}: the record is cut short: there is no line '{_MOVES}'")
    if last != _END:
        way = f"if all moves are there, add the line '{_END}'"
        raise DamagedRecord(
            f"{name}: the record is cut short: after {len(lines)} lines it ends without '{_END}'; {way}"
        )
    _check_fields(fields, name)
    return Record(name, fields, tuple(sections[_MOVES]), tuple(sections.get(_UNDONE, ())))


def _check_title(title: str, name: str) -> None:
    found = re.fullmatch(rf"{_TITLE} +([1-9][0-9]{{0,8}})", title)
    if found is None:
        begins = f"one begins with the line '{_TITLE} {VERSION}'"
        raise DamagedRecord(f"{name}:1: this is no game record; {begins}, not with '{show(title)}'")
    if int(found[1]) > VERSION:
        way = f"this solitaire-engine reads up to version {VERSION}; install a newer one"
        raise RecordError(f"{name}:1: the record is of version {found[1]}, and {way}")


def _check_order(last: str, line: str, place: str) -> None:
    allowed = {"": (_MOVES,), _MOVES: (_UNDONE, _END), _UNDONE: (_END,)}[last]
    if line not in allowed:
        before = f"after '{last}'" if last else f"before '{_MOVES}'"
        raise DamagedRecord(f"{place}: the line '{line}' stands {before}; the order is {_MOVES} {_UNDONE} {_END}")


def _add_field(fields: dict[str, Entry], line: str, number: int, name: str) -> None:
    key, colon, value = (part.strip() for part in line.partition(":"))
    if not colon or key not in _KEYS:
        wrong = f"'{show(key)}' is not a key of a record" if colon else f"'{show(line)}' has no colon"
        raise DamagedRecord(f"{name}:{number}: {wrong}; {way_out(key[:40], [*_KEYS, 'moves'], 'keys')}")
    if not value:
        raise DamagedRecord(f"{name}:{number}: '{key}' has no value; write it after the colon")
    if key in fields:
        raise DamagedRecord(f"{name}:{number}: '{key}' stands in line {fields[key].line} already; remove one")
    fields[key] = Entry(number, value)


def _check_fields(fields: Mapping[str, Entry], name: str) -> None:
    if "variant" not in fields:
        raise DamagedRecord(f"{name}: the record does not say which game it is; add a line such as 'variant: antares'")
    if "deal" not in fields and "position" not in fields:
        raise DamagedRecord(f"{name}: the record does not say how the game begins; add a line such as 'deal: 7'")
    if "deal" in fields and "position" in fields:
        line = fields["position"].line
        raise DamagedRecord(f"{name}:{line}: the record has a deal and a position; remove one of the two")


def read_record(text: str, name: str, catalog: Catalog, *, any_rules: bool = False) -> Game:
    """The game of a record, replayed through the engine, with its undone moves undone.

    `name` is the file that messages name. `any_rules`: replay also where the hash says
    that the rules are not those of the record. Raises RecordError, of which
    DamagedRecord says that the text itself is at fault.
    """
    record = parse_record(text, name)
    rules = _rules_of(record, catalog)
    same_rules = record.field("hash") == rules.variant.hash
    if not same_rules and not any_rules:
        _refuse_rules(record, rules)
    game = _start(record, rules)
    for entry in (*record.moves, *record.undone):
        try:
            game.push(entry.text)
        except SolitaireError as error:
            kind = DamagedRecord if same_rules and isinstance(error, IllegalMove) else RecordError
            raise kind(f"{name}:{entry.line}: the move '{show(entry.text)}' is not possible: {error}") from error
    for _ in record.undone:
        game.pop()
    return game


def _rules_of(record: Record, catalog: Catalog) -> Rules:
    variant, file, params = (record.fields.get(key) for key in ("variant", "file", "params"))
    assert variant is not None, "parse_record has seen to that"
    values = record_values(record)
    named = file if file is not None and not _finds(catalog, variant.text, file.text) else variant
    try:
        return catalog.rules_recorded(named.text, values, record.field("hash"))
    except SolitaireError as error:
        if params is not None and _loads(catalog, named.text):
            named = params
        first, *others = str(error).split("\n")
        more = f" (and {len(others)} more; solitaire check names all)" if others else ""
        raise RecordError(f"{record.name}:{named.line}: the game cannot be set up: {first}{more}") from error


def _loads(catalog: Catalog, variant: str) -> bool:
    """Whether a variant is good by itself, so that what is wrong lies in the parameters."""
    with contextlib.suppress(SolitaireError):
        catalog.load(variant)
        return True
    return False


def _finds(catalog: Catalog, id: str, file: str) -> bool:
    """Whether the catalogue finds that very file by the id, so that presets are found, too; or a file that is gone."""
    gone = not os.path.lexists(file)
    return any(entry.id == id and (gone or str(entry.file.absolute()) == file) for entry in catalog.entries)


def record_values(record: Record) -> dict[str, str]:
    """The values of the line ``params``; DamagedRecord if it does not set them."""
    params, values = record.fields.get("params"), dict[str, str]()
    for part in re.split(r",\s*(?=\w+=)", params.text) if params else ():
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier() or not value or key in values:
            place = f"{record.name}:{params.line if params else 1}"
            raise DamagedRecord(f"{place}: '{show(part)}' sets nothing; write params: draw=1, back=none")
        values[key] = value
    return values


def _refuse_rules(record: Record, rules: Rules) -> NoReturn:
    found, now = record.fields.get("hash"), rules.variant.hash
    way = "to replay the game under the rules of now all the same, add --any-rules"
    if found is None:
        raise DamagedRecord(f"{record.name}: the record has no hash, so its rules are not known; {way}")
    why = "".join(f" ({warning})" for warning in rules.variant.warnings)
    changed = f"the rules of {rules.variant.id} have changed since: their hash was {show(found.text)} and is {now}{why}"
    raise RecordError(f"{record.name}:{found.line}: {changed}; {way}")


def _start(record: Record, rules: Rules) -> Game:
    key = "deal" if "deal" in record.fields else "position"
    entry = record.fields[key]
    try:
        return Game(rules, parse_deal(entry.text) if key == "deal" else parse_position(rules, entry.text))
    except SolitaireError as error:
        kind = DamagedRecord if isinstance(error, DealError | PositionError) else RecordError
        raise kind(f"{record.name}:{entry.line}: {error}") from error


def load_record(path: Path, catalog: Catalog, *, any_rules: bool = False) -> Game:
    """The game of a record file: `read_text`, then `read_record`."""
    return read_record(read_text(path), str(path), catalog, any_rules=any_rules)


def read_text(path: Path) -> str:
    """The text of a record file of at most `MAX_BYTES` in UTF-8.

    Raises DamagedRecord for bytes that are no text, RecordError for a file that cannot be read.
    """
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise RecordError(f"{path}: this is a folder; name a game record in it")
        if not stat.S_ISREG(mode):
            raise RecordError(f"{path}: this is not an ordinary file; copy its text into one")
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise RecordError(f"{path}: there is no such file; check the name and the folder") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise RecordError(
            f"{path}: the record cannot be read ({reason}); check the name and the permissions"
        ) from error
    if len(data) > MAX_BYTES:
        raise DamagedRecord(f"{path}: larger than {MAX_BYTES // 2**20} MB, so no game record; name another file")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DamagedRecord(f"{path}:{line}: this is not UTF-8 text, so no game record; name another file") from error


def save_record(game: Game, path: Path, note: str = "", *, durable: bool = True) -> None:
    """Write a game's record to the file `path`, whole or, with a RecordError that leaves it as it was, not at all."""
    data = record_text(game, note).encode("utf-8")
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            what = "a folder" if target.is_dir() else "something that is no ordinary file"
            raise RecordError(f"{path}: {what} is in the way; choose another name")
        write_whole(target, data, durable=durable)
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: links in a circle
        raise RecordError(f"{path}: the game cannot be saved: {why_unwritable(error, path.parent)}") from error


def write_whole(target: Path, data: bytes, *, durable: bool = True) -> None:
    """Write beside the file and then rename, so that no moment knows half a file; OSError as from the system.

    What is written outlives this process; a power cut too if it is `durable`, which takes as long as the disk does.
    """
    temporary = target.with_name(TEMPORARY.replace("*", token_hex(8)))
    try:
        with temporary.open("xb") as stream:
            stream.write(data)
            stream.flush()
            if durable:
                # Without this a power cut can leave the new name with nothing under it.
                os.fsync(stream.fileno())
        replace_file(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def replace_file(source: Path, target: Path) -> None:
    """Give `source` the name `target`, in place of a file of that name; OSError as from the system."""
    # On Windows a file that a virus scanner or another reader has open cannot be replaced.
    for _ in range(20 if os.name == "nt" else 0):
        try:
            source.replace(target)
            return
        except PermissionError:
            time.sleep(0.02)
    source.replace(target)


def why_unwritable(error: Exception, folder: Path) -> str:
    """Why nothing can be written in a folder, and the way out."""
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return "the disk is full; make room, or choose another disk"
    if number in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"there is no permission to write in {folder}; choose another folder"
    if number == errno.ENOENT:
        return f"there is no folder {folder}; make it first, or choose another"
    if number in (errno.ENOTDIR, errno.EEXIST):
        return "a file stands where there should be a folder; choose another folder"
    reason = error.strerror if isinstance(error, OSError) and error.strerror else error
    return f"{reason}; choose another name or folder"
