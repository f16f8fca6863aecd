"""Finding and loading plugins, each on its own, so that a broken one harms nobody else."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeVar

import pluggy

from . import corewords, hooks
from .distributions import (
    Source,
    claim_of,
    engine_version,
    is_bundled,
    own_points,
    owner_of,
    unmet_range,
)
from .errors import PluginError
from .faults import reason_of, shown
from .hookcalls import HookCall
from .hookchecks import checked_folders, problem_of_hooks
from .wordchecks import Slot, checked_words, slots_of
from .words import Registry, Word

if TYPE_CHECKING:
    import typer

_T = TypeVar("_T")
Status = Literal["ok", "faulty", "disabled", "broken", "incompatible"]
CORE: Final = "core"
LIMIT_VARIABLE: Final = "SOLITAIRE_PLUGINS"
IN_PLAY: Final = ("solitaire_extra_moves", "solitaire_after_move")
"""The hooks that are asked during a game, and that change its rules."""


@dataclass(frozen=True, slots=True)
class PluginInfo:
    """What is known of one plugin.

    `reason` says why one that is not ok is not; one that is `faulty` is loaded, and something of it does not work.
    `words` are its words with their kinds, `hooks` the names of its hooks.
    """

    name: str
    distribution: str
    version: str
    target: str
    status: Status
    reason: str = ""
    words: tuple[str, ...] = ()
    hooks: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The distribution and its version, for messages."""
        return f"{self.distribution} {self.version}".strip() if self.distribution else self.target

    @property
    def blame(self) -> str:
        """The plugin with its distribution and version, to start a message with."""
        return f"the plugin {self.name!r} ({self.source})"


@dataclass(slots=True)
class _Loaded:
    """A plugin that was imported, with what it gave."""

    info: PluginInfo
    bundled: bool
    rules_version: int = 1
    calls: dict[str, HookCall] = field(default_factory=dict[str, HookCall])
    words: tuple[Word, ...] = ()
    folders: tuple[Path, ...] = ()


class Host:
    """The loaded plugins, their words, and what became of those that did not load."""

    def __init__(self, points: Iterable[Source] = (), only: Iterable[str] | None = None, engine: str = "") -> None:
        """Load the core's words and the plugins of `points`.

        `only`: names to load, None for all. `engine`: the engine's version as plugins'
        requirements see it, by default the installed one. Never raises for a plugin's fault.
        """
        self.words = Registry()
        self._points = list(points)
        self._only = None if only is None else list(only)
        self._engine = engine or engine_version()
        self._infos: dict[str, PluginInfo] = {}
        self._loaded: dict[str, _Loaded] = {}
        self._manager = pluggy.PluginManager(hooks.PROJECT)
        self._manager.add_hookspecs(hooks)
        self._manager.register(corewords, CORE)
        for word in corewords.solitaire_words():
            self.words.add(word, CORE)
        # The same entry point seen twice on sys.path is one plugin; two different ones are a clash.
        distinct = {(p.name, p.value, owner_of(p)): p for p in self._points}
        self._load_all([distinct[key] for key in sorted(distinct)])

    # Loading

    def _load_all(self, points: list[Source]) -> None:
        claims: dict[str, list[str]] = {}
        for point in points:
            claims.setdefault(point.name, []).append(claim_of(point))
        loaded: list[_Loaded] = []
        for point in points:
            name, version = owner_of(point)
            info = PluginInfo(point.name, name, version, point.value, "ok")
            refused = self._refused(point, info, claims[point.name])
            if refused is not None:
                self._infos[f"{point.name} {claim_of(point)} {point.value}"] = refused
                continue
            found = _Loaded(info, is_bundled(point))
            try:
                # What a plugin prints as it is loaded must not come into what a command prints.
                with redirect_stdout(sys.stderr):
                    self._load(point, found)
                loaded.append(found)
            except PluginError as error:
                self._break(found, str(error))
        self._take_words(loaded)

    def _refused(self, point: Source, info: PluginInfo, claims: list[str]) -> PluginInfo | None:
        """What is told of a plugin that is not even imported; None for one that is."""
        if self._only is not None and point.name not in self._only:
            return replace(info, status="disabled", reason=f"left out by {LIMIT_VARIABLE}")
        if point.name == CORE:
            return replace(info, status="broken", reason=f"the name {CORE!r} is the engine's own")
        if len(claims) > 1:
            reason = f"its name is claimed by {' and by '.join(sorted(claims))}; none of them is loaded, uninstall one"
            return replace(info, status="broken", reason=reason)
        unmet = unmet_range(point, self._engine)
        return replace(info, status="incompatible", reason=unmet) if unmet else None

    def _load(self, point: Source, found: _Loaded) -> None:
        """Import a plugin and ask for its words and folders; PluginError, with a clause, if something is wrong."""
        try:
            plugin = point.load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a plugin may even call sys.exit while it is imported
            raise PluginError(f"it cannot be imported: {reason_of(error)}") from error
        try:
            other = self._manager.get_name(plugin)
            problem = f"it is the same as the plugin {other!r}" if other else problem_of_hooks(plugin)
            if problem:
                raise PluginError(problem)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                self._manager.register(plugin, point.name)
            _pass_on(caught, found)
            self._manager.check_pending()
        except (PluginError, KeyboardInterrupt):
            raise
        except BaseException as error:  # looking at a plugin's attributes may run its code
            raise PluginError(f"it cannot be registered: {reason_of(error)}") from error
        for caller in self._manager.get_hookcallers(plugin) or ():
            for impl in caller.get_hookimpls():
                if impl.plugin_name == point.name:
                    found.calls[caller.name] = HookCall(
                        point.name, found.info.blame, caller.name, impl.function, tuple(impl.argnames)
                    )
        found.rules_version = _rules_version(plugin)
        found.words = _given(found, "solitaire_words", checked_words)
        found.folders = _given(found, "solitaire_variants", checked_folders)

    def _take_words(self, loaded: list[_Loaded]) -> None:
        """Take the words in: bundled plugins first, so that no other can take a word from the catalogue.

        Of other plugins that bring the same word none is loaded: which was meant nobody can say.
        """
        taken = {slot: "is the engine's own" for word, _ in self.words.all() for slot in slots_of(word)}
        for found in [found for found in loaded if found.bundled]:
            if not self._clashes(found, taken):
                self._accept(found)
                claim = f"belongs to {found.info.blame}"
                taken.update({slot: claim for word in found.words for slot in slots_of(word)})
        others = [found for found in loaded if not found.bundled and not self._clashes(found, taken)]
        claims: dict[Slot, list[_Loaded]] = {}
        for found in others:
            for slot in {slot for word in found.words for slot in slots_of(word)}:
                claims.setdefault(slot, []).append(found)
        for found in others:
            rivals: dict[Slot, str] = {}
            for slot in [slot for word in found.words for slot in slots_of(word) if len(claims[slot]) > 1]:
                other = next(other for other in claims[slot] if other is not found)
                rivals[slot] = f"comes from {other.info.blame} too; neither is loaded, choose with {LIMIT_VARIABLE}"
            if not self._clashes(found, rivals):
                self._accept(found)

    def _clashes(self, found: _Loaded, taken: Mapping[Slot, str]) -> bool:
        """Whether a word of the plugin has an owner already; `taken` says which. The plugin is then broken."""
        for word in found.words:
            claim = next((taken[slot] for slot in slots_of(word) if slot in taken), "")
            if claim:
                self._break(found, f"its {word.kind} word {word.name!r} {claim}")
                return True
        return False

    def _accept(self, found: _Loaded) -> None:
        name = found.info.name
        for word in found.words:
            self.words.add(word, name)
        words = tuple(f"{word.kind} {word.name}" for word in found.words)
        self._infos[name] = replace(found.info, words=words, hooks=tuple(sorted(found.calls)))
        self._loaded[name] = found

    def _break(self, found: _Loaded, reason: str) -> None:
        name = found.info.name
        # Every list of plugins names the plugin already: its name is not repeated in the reason.
        self._infos[name] = replace(found.info, status="broken", reason=reason.removeprefix(f"{found.info.blame}: "))
        if self._manager.has_plugin(name):
            self._manager.unregister(name=name)

    # What became of them

    @property
    def plugins(self) -> tuple[PluginInfo, ...]:
        """All plugins that were found, by name."""
        return tuple(sorted(self._infos.values(), key=lambda info: (info.name, info.source)))

    @property
    def unknown_names(self) -> tuple[str, ...]:
        """The names that were asked for and that no plugin has."""
        known = {point.name for point in self._points}
        return tuple(dict.fromkeys(name for name in self._only or () if name not in known))

    @property
    def notices(self) -> tuple[str, ...]:
        """One sentence for each of the `unknown_names`, for whoever lists the plugins."""
        known = sorted({point.name for point in self._points})
        found: list[str] = []
        for name in self.unknown_names:
            close = get_close_matches(name, known, 1)
            hint = f"; did you mean {close[0]!r}?" if close else f"; installed: {', '.join(known) or 'none'}"
            found.append(f"{LIMIT_VARIABLE} names the plugin {name!r}, which is not installed{hint}")
        return tuple(found)

    def info(self, name: str) -> PluginInfo | None:
        """What is known of the plugin `name`, if any of that name was found."""
        return next((plugin for plugin in self.plugins if plugin.name == name), None)

    def is_loaded(self, name: str) -> bool:
        """Whether a plugin of that name is loaded and working."""
        return name in self._loaded

    def why_missing(self, name: str) -> str:
        """One clause that says why the plugin `name` is not there."""
        info = self.info(name)
        if info is None:
            return f"the plugin {name!r} is not installed"
        return f"{info.blame} is {info.status}: {info.reason}"

    def blame(self, name: str) -> str:
        """The plugin with its distribution and version, to start a message with."""
        info = self.info(name)
        return info.blame if info else f"the plugin {name!r}"

    def word_name(self, word: Word) -> str:
        """A word with the plugin it comes from, to start a message with."""
        mine = self.words.get(type(word), word.name) is word
        owner = self.words.owner(type(word), word.name) if mine else CORE
        if owner == CORE:
            return f"the engine's {word.kind} word {word.name!r}"
        return f"the {word.kind} word {word.name!r} of {self.blame(owner)}"

    def without(self, *names: str) -> Host:
        """A host like this one where some plugins are not installed."""
        only = None if self._only is None else [name for name in self._only if name not in names]
        return Host([point for point in self._points if point.name not in names], only, self._engine)

    # Asking them

    def variant_folders(self) -> list[Path]:
        """The folders with variants that plugins bring, by the plugins' names."""
        return [folder for name in sorted(self._loaded) for folder in self._loaded[name].folders]

    def owner_of(self, folder: Path) -> str:
        """The plugin that brings a folder with variants; empty for any other folder."""
        return next((name for name, found in self._loaded.items() if folder in found.folders), "")

    def rules_version(self, name: str) -> int:
        """The version of the plugin's hooks that act in play; 0 where it has none."""
        found = self._loaded.get(name)
        return found.rules_version if found and any(hook in found.calls for hook in IN_PLAY) else 0

    def callers(self, hook: str, names: Iterable[str]) -> list[HookCall]:
        """For each named plugin that implements `hook`, in that order, a way to call it alone."""
        plugins = (self._loaded.get(name) for name in dict.fromkeys(names))
        return [found.calls[hook] for found in plugins if found and hook in found.calls]

    def add_commands(self, app: typer.Typer, tell: Callable[[str], None] | None = None) -> None:
        """Let the plugins add subcommands to `app`; one that fails leaves the others and `app` as they were.

        `tell` gets one sentence for each that failed, by default for stderr; the plugin's
        `reason` says the same.
        """
        calls = self.callers("solitaire_commands", sorted(self._loaded))
        if not calls:
            return
        # typer is slow to import, and most players have no plugin that needs it.
        from .plugin_commands import add_plugin_commands, to_stderr

        for name, reason in add_plugin_commands(app, calls).items():
            self._infos[name] = replace(
                self._infos[name], status="faulty", reason=f"its commands are left out: {reason}"
            )
            (tell or to_stderr)(f"{self.blame(name)}: its commands are left out: {reason}")


def _given(found: _Loaded, hook: str, check: Callable[[Iterable[object]], tuple[_T, ...]]) -> tuple[_T, ...]:
    """What a hook gives at loading, checked, where None can only be a forgotten return; nothing without the hook."""
    call = found.calls.get(hook)
    if call is None:
        return ()
    answer = call.run()
    if answer is None:
        raise call.fault("gave None; end it with return and a list")
    values = call.values(answer)
    try:
        return check(values)
    except ValueError as error:
        raise call.fault(str(error)) from error


def _pass_on(caught: Iterable[warnings.WarningMessage], found: _Loaded) -> None:
    """Give the warnings that came up when a plugin was registered again, with its name.

    They are about hooks or arguments that will go (`warn_on_impl` of pluggy). Python shows them
    to whoever runs the plugin's tests; for all others the list of plugins tells them.
    """
    for warning in caught:
        found.info = replace(found.info, reason=str(warning.message))
        text = f"{found.info.blame}: {warning.message}"
        warnings.warn_explicit(text, warning.category, warning.filename, warning.lineno)


def _rules_version(plugin: object) -> int:
    try:
        version: object = getattr(plugin, hooks.RULES_VERSION, 1)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PluginError(f"it cannot be asked for its {hooks.RULES_VERSION}: {reason_of(error)}") from error
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise PluginError(f"its {hooks.RULES_VERSION} is {shown(version)}; write a whole number from 1")
    return version


def plugin_limit(environ: Mapping[str, str]) -> list[str] | None:
    """The names in ``SOLITAIRE_PLUGINS``; None where it is not set, which means all."""
    value = environ.get(LIMIT_VARIABLE)
    if value is None:
        return None
    return [name.strip() for name in value.split(",") if name.strip()]


@cache
def default_host() -> Host:
    """The host with every installed plugin, made once."""
    return Host(own_points(), plugin_limit(os.environ))
