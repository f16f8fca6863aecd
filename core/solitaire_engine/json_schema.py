"""A JSON Schema (2020-12) of variant files, for editors that complete, explain and check while one types.

It is made from the tables that validate the files (`schema`) and from the words of a host, those
of plugins too. What the engine accepts the schema accepts; what it cannot know - names of groups and
parameters, sums of cards, the files that a game extends - the engine alone judges.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, Literal, cast

from .distributions import engine_version
from .errors import SolitaireError
from .host import Host
from .json_types import CHOICE, PARAMETER, Schema, Values, closed, either
from .offers import MOST_CHOICES
from .reading import Key
from .records import why_unwritable, write_whole
from .schema import DECK, DEFAULTS, ID, KEYS, META, PARAM, PATCH, PRESET, TOP, TRANSFER
from .schema_docs import comes_along
from .words import Transfer
from .yamlnodes import resolve

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
TITLE: Final = "A variant of solitaire-engine"
_LONGEST: Final = 16_000_000  # bytes; a schema with the words of many plugins has some 100 kB
FILE_NAME: Final = "solitaire.schema.json"
"""What the file is called where nobody says otherwise."""

Mode = Literal["game", "child", "patch"]
"""A whole game, a file that extends another one, or a patch of a preset or choice: the last two may say ``~``."""

_NEVER_INHERITED: Final = ("schema", "id", "name", "aliases", "extends", "presets")
_NULL: Final[Schema] = {"type": "null", "description": "Removes what is inherited."}


def header(path: Path | str) -> str:
    """The first line of a variant file that makes editors use the schema in the file `path`, without a line end.

    A relative path is one from the variant's folder. Spaces would end it: such a path is written out
    as the address of the file, as is every absolute one. An address (https://...) is left as it is.
    """
    text = str(path)
    if "://" not in text:
        file = Path(text)
        plain = not file.is_absolute() and not any(character.isspace() or character == "%" for character in text)
        text = file.as_posix() if plain else file.absolute().as_uri()
    return f"# yaml-language-server: $schema={text}"


def json_schema(host: Host) -> Schema:
    """The schema, as what ``json`` writes. Words are those of the plugins that `host` has loaded."""
    return _Document(host).whole()


def schema_text(host: Host) -> str:
    """The schema as a file has it."""
    return json.dumps(json_schema(host), indent=1, ensure_ascii=False) + "\n"


def write_schema(path: Path, host: Host) -> None:
    """Write the schema to a file, in the place of an earlier one.

    SolitaireError, and all is as before, where there is a file of another kind or nothing can be written.
    """
    try:
        target = path.resolve()
        if target.exists() and not _is_ours(target):
            raise SolitaireError(f"{path}: is there already and is no schema of variants; give another name")
        write_whole(target, schema_text(host).encode("utf-8"))
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: links in a circle
        raise SolitaireError(f"{path}: the schema cannot be written: {why_unwritable(error, path.parent)}") from error


def _is_ours(path: Path) -> bool:
    try:
        # A pipe or a device would be read for ever, and no schema is as long as some other files.
        if not path.is_file() or path.stat().st_size > _LONGEST:
            return False
        found: object = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and cast(Schema, found).get("title") == TITLE


def only_bundled(host: Host) -> Host:
    """A host like this one with no plugins but those that come with the engine."""
    return host.without(*(info.name for info in host.plugins if not comes_along(host, info.name)))


class _Document:
    """The schema of a file as a whole; its values are left to `Values`."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.values = Values(host)

    def whole(self) -> Schema:
        child, game = self._file("child"), self._file("game")
        return {
            "$schema": DIALECT,
            "title": TITLE,
            "description": f"A patience game as one YAML file, as solitaire-engine {engine_version()} reads it.",
            "type": "object",
            "if": {"required": ["extends"]},
            "then": child,
            "else": game,
            "$defs": self.values.defs,
        }

    def _file(self, mode: Mode) -> Schema:
        def make() -> Schema:
            keys = self._keys(TOP, mode)
            if mode == "child":
                return closed(keys, ["schema", "name"])
            # A game all of whose choices bring the piles or the deal need not have them itself.
            fixed: Schema = {
                "properties": {"params": {"additionalProperties": {"properties": {"choices": {"type": "array"}}}}}
            }
            needed: Schema = {
                "required": [name for name, key in TOP.items() if key.required],
                "properties": {"piles": {"minProperties": 1, "additionalProperties": {"required": ["kind"]}}},
            }
            return closed(keys, ["schema", "name"], allOf=[{"if": fixed, "then": needed}])

        return self.values.shared(mode, make)

    def _patch(self) -> Schema:
        keys = {name: key for name, key in TOP.items() if name in PATCH}
        return self.values.shared("patch", lambda: closed(self._keys(keys, "patch")))

    def _keys(self, keys: Mapping[str, Key], mode: Mode) -> dict[str, Schema]:
        """The schemas of top-level keys."""
        found: dict[str, Schema] = {}
        for name, key in keys.items():
            schema = self.values.told(self._top(name, key, mode), key)
            found[name] = schema if name in _NEVER_INHERITED else _removable(schema, mode)
        return found

    def _top(self, name: str, key: Key, mode: Mode) -> Schema:
        """The schema of a top-level key: some merge key by key, some are judged by `offers` and `consistency`."""
        if name == "piles":
            return self._piles(mode)
        if name in ("meta", "deck"):
            return self._record({"meta": META, "deck": DECK}[name].keys, mode, f"{name}.{mode}")
        if name == "params":
            return _named_map(self._param(mode), mode)
        if name == "presets":
            return _named_map(self._preset(), "game")
        if name == "extends":
            return {"type": "string"}
        if name == "plugins":
            loaded = [info.name for info in self.host.plugins if self.host.is_loaded(info.name)]
            return either({"enum": loaded}, self.values.of(key.type)) if loaded else self.values.of(key.type)
        if name == "transfer":
            return self._transfers()
        return self.values.of(key.type)

    def _record(self, keys: Mapping[str, Key], mode: Mode, name: str, required: Iterable[str] = ()) -> Schema:
        """A map that is merged key by key."""
        made = {each: _removable(self.values.key(key), mode) for each, key in keys.items()}
        return self.values.shared(name, lambda: closed(made, required))

    def _transfers(self) -> Schema:
        """A word that only a missing plugin has is no fault in a transfer, so that any is taken."""
        keys = {name: self.values.key(key) for name, key in TRANSFER.keys.items()}
        by = TRANSFER.keys["by"]
        keys["by"] = self.values.told(either(*self.values.words(Transfer), self.values.of(by.type)), by)
        item = self.values.shared("transfer", lambda: closed(keys, TRANSFER.keys))
        return either(item, {"type": "array", "items": item})

    # Piles

    def _piles(self, mode: Mode) -> Schema:
        group = _removable(self._group(mode), mode)
        return {
            "type": "object",
            # Offered by name, so that editors have something to complete.
            "properties": dict.fromkeys(KEYS, group),
            "propertyNames": {"pattern": f"^{ID.pattern}$"},
            "additionalProperties": group,
        }

    def _group(self, mode: Mode) -> Schema:
        """A group, by its kind; where that is inherited or a parameter's, any key of any kind."""

        def make() -> Schema:
            is_kind: Schema = {"enum": [*KEYS]}
            rules = [{"if": {"properties": {"kind": {"const": kind}}}, "then": self._kind(kind, mode)} for kind in KEYS]
            kind = self.values.told(either(is_kind, PARAMETER), KEYS["tableau"]["kind"])
            return {
                "type": "object",
                "properties": {"kind": _removable(kind, mode)},
                "if": {"properties": {"kind": is_kind}, "required": ["kind"]},
                "then": {"allOf": rules},
                "else": self._kind("", mode),
            }

        return self.values.shared("group" if mode == "game" else "changed_group", make)

    def _kind(self, kind: str, mode: Mode) -> Schema:
        """A group of a kind, or of any kind for an empty text."""

        def make() -> Schema:
            keys = KEYS[kind] if kind else {name: key for every in KEYS.values() for name, key in every.items()}
            made: dict[str, object] = {}
            for name, key in keys.items():
                usual = DEFAULTS.get(kind, {}).get(name, "")
                default = {"default": resolve(usual)[0]} if usual and mode == "game" else {}
                made[name] = True if name == "kind" else _removable({**self.values.key(key), **default}, mode)
            return closed(made)

        return self.values.shared(f"{'' if mode == 'game' else 'changed_'}{kind or 'any'}", make)

    # What is offered

    def _param(self, mode: Mode) -> Schema:
        def make() -> Schema:
            patch = either({"type": "null", "description": "Changes nothing."}, self._patch())
            several: Schema = {"minProperties": 1, "maxProperties": MOST_CHOICES}
            choices = either(
                {"type": "array", "items": CHOICE, "minItems": 1, "maxItems": MOST_CHOICES, "uniqueItems": True},
                {
                    "type": "object",
                    "propertyNames": {"pattern": CHOICE["pattern"]},
                    "additionalProperties": patch,
                    **several,
                },
            )
            own = {"default": CHOICE, "choices": choices}
            made = {
                name: _removable(self.values.told(own.get(name) or self.values.of(key.type), key), mode)
                for name, key in PARAM.items()
            }
            return closed(made, [name for name, key in PARAM.items() if key.required and mode == "game"])

        return self.values.shared("param" if mode == "game" else "changed_param", make)

    def _preset(self) -> Schema:
        def make() -> Schema:
            chosen: Schema = {"type": "object", "additionalProperties": CHOICE}
            head = {
                name: self.values.told(chosen if name == "with" else self.values.of(key.type), key)
                for name, key in PRESET.items()
            }
            changes = self._keys({name: key for name, key in TOP.items() if name in PATCH}, "patch")
            return closed({**changes, **head}, [name for name, key in PRESET.items() if key.required])

        return self.values.shared("preset", make)


def _removable(schema: Schema, mode: Mode) -> Schema:
    """The schema; where something may be inherited, ``~`` too."""
    if mode == "game":
        return schema
    notes: Schema = {name: schema[name] for name in ("description", "examples", "default") if name in schema}
    rest = {name: value for name, value in schema.items() if name not in notes}
    return {**notes, **either(rest, _NULL)}


def _named_map(item: Schema, mode: Mode) -> Schema:
    """A map whose keys are ids of the author's choice."""
    return {
        "type": "object",
        "propertyNames": {"pattern": f"^{ID.pattern}$"},
        "additionalProperties": _removable(item, mode),
    }
