"""The corpus of bad variant files: what is wrong with each, and writing that down anew.

`python -m tests.bad_files` writes tests/data/bad/expected.yaml from what the engine says now;
read the difference before it is kept.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml

from solitaire_engine import corewords
from solitaire_engine.catalog import default_catalog
from solitaire_engine.checking import check_source
from solitaire_engine.errors import Problem
from solitaire_engine.game_words import REDEAL, REMOVAL, SCORE, WIN
from solitaire_engine.grammar import RANKS
from solitaire_engine.host import Host
from solitaire_engine.offers import Finder
from solitaire_engine.schema import DEAL_STEP, DECK, KEYS, META, PARAM, PATCH, PRESET, TOP
from solitaire_engine.words import KINDS

FOLDER = Path(__file__).parent / "data" / "bad"
EXPECTED = FOLDER / "expected.yaml"
CASES = sorted(path.stem for path in FOLDER.glob("*.yaml") if path != EXPECTED)


def finder(folder: Path) -> Finder:
    """Parents stand beside the file or in the folder parents, where they are no cases of their own."""

    def find(id: str) -> Path | None:
        paths = [folder / f"{id}.yaml", folder / "parents" / f"{id}.yaml"]
        return next((path for path in paths if path.is_file()), None)

    return find


@cache
def host() -> Host:
    """Two of the bundled plugins, so that the words in messages do not change with every new one."""
    installed = default_catalog().host
    return installed.without(*(info.name for info in installed.plugins if info.name not in ("shifts", "reserve_deal")))


def shown(problem: Problem, folder: Path = FOLDER) -> str:
    """A problem without the case's own file name, which goes without saying; another file is named."""
    file = Path(problem.file).relative_to(folder).as_posix()
    text = str(problem).removeprefix(problem.file).removeprefix(":").strip()
    text = text.replace(f"{folder}{os.sep}", "")
    return text if "/" not in file else f"{file}:{text}"


def problems(case: str) -> list[str]:
    """What is wrong with a case, line by line."""
    return [abridged(shown(each)) for each in check_source(FOLDER / f"{case}.yaml", finder(FOLDER), host())]


def expected() -> dict[str, list[str]]:
    """What expected.yaml says of each case."""
    return {case: text.splitlines() for case, text in yaml.safe_load(EXPECTED.read_text("utf-8")).items()}


@cache
def lists() -> Mapping[str, tuple[str, ...]]:
    """The long lists of keys and words, which grow with the language, by the names they have in expected.yaml."""
    found: dict[str, tuple[str, ...]] = {f"keys of {kind}": tuple(keys) for kind, keys in KEYS.items()}
    found |= {
        "top keys": tuple(TOP),
        "keys of a parameter": tuple(PARAM),
        "keys of a preset": (*PRESET, *PATCH),
        "keys of a patch": PATCH,
    }
    found |= {
        f"keys of {record.what}": tuple(record.keys) for record in (META, DECK, DEAL_STEP, REMOVAL, REDEAL, SCORE, WIN)
    }
    words = corewords.solitaire_words()
    names = {kind.kind: tuple(word.name for word in words if type(word) is kind) for kind in KINDS}
    found |= {f"words of {kind}": each for kind, each in names.items() if len(each) > 2}
    found["directions and lift words"] = tuple(dict.fromkeys((*names["direction"], *names["lift"])))
    found["directions and build words"] = tuple(dict.fromkeys((*names["direction"], *names["build"])))
    found["ranks and gap words"] = (*RANKS, *names["gap"])
    return found


def abridged(text: str) -> str:
    """The text with the names of long lists instead of these."""
    for name, items in sorted(lists().items(), key=lambda item: -len(", ".join(item[1]))):
        text = re.sub(rf"(keys|allowed): {re.escape(', '.join(items))}(?=;|$)", rf"\1: <{name}>", text)
    return text


if __name__ == "__main__":
    head = "# Written by python -m tests.bad_files; <...> stands for a list of the schema.\n"
    told = {case: "".join(f"  {line}\n" for line in problems(case)) for case in CASES}
    EXPECTED.write_text(head + "".join(f"{case}: |\n{lines}" for case, lines in told.items()), "utf-8")
