"""What may be meant by a name that no game has: a name like it, a file lying here, a game of a plugin that is gone."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from .distributions import ENGINE
from .reading import GAMES_ALIKE, nearest
from .scanning import SUFFIXES, Entry, as_id

if TYPE_CHECKING:
    from .host import Host


def like_it(name: str, entries: Iterable[Entry]) -> str:
    """A question that names the game most like a name, with the alias that is like it; empty where none is."""
    ids: dict[str, Entry] = {}
    for entry in entries:
        for text in (entry.id, entry.name, *entry.aliases):
            ids.setdefault(text, entry)
    close = nearest(name, ids, GAMES_ALIKE)
    if not close:
        return ""
    entry = ids[close]
    also = f", also called {close}" if close not in (entry.id, entry.name) else ""
    return f"did you mean {entry.id!r}{also}?"


def file_here(name: str) -> str:
    """The name of a variant file in the current folder that is called so but for its ending; empty where none is."""
    if not name.strip() or Path(name).name != name:
        return ""
    for stem in dict.fromkeys((name.strip(), as_id(name))):
        for suffix in SUFFIXES:
            try:
                if Path(f"{stem}{suffix}").is_file():
                    return f"{stem}{suffix}"
            except (OSError, ValueError):
                continue
    return ""


def not_working_text(host: Host, *, disabled: bool = True) -> str:
    """A clause on the plugins that are not loaded, the engine's own aside; empty where all are.

    `disabled`: those too that are left out by wish.
    """
    gone = [
        info
        for info in host.plugins
        if info.status in ("broken", "incompatible", *(["disabled"] if disabled else []))
        and info.distribution != ENGINE
    ]
    if not gone:
        return ""
    named = ", ".join(f"{info.name} ({info.source})" for info in gone[:3])
    more = f" and {len(gone) - 3} more" if len(gone) > 3 else ""
    verb = "plugin {} does not work" if len(gone) == 1 else "plugins {} do not work"
    return f"the {verb.format(named + more)}"


def no_variant(name: str, entries: Iterable[Entry], host: Host) -> str:
    """The sentence on a name that no game has, with the ways out that there are."""
    file, like, gone = file_here(name), like_it(name, entries), not_working_text(host)
    told = [f"there is no variant {name!r}"]
    if file:
        told.append(f"there is a file {file} here; write {file}")
    else:
        if gone:
            told.append(f"{gone}, which may be where it comes from; see: solitaire plugins")
        if like:
            told.append(like)
        elif not gone:
            told.append("see: solitaire list")
    return "; ".join(told)
