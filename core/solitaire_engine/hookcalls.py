"""Calling a plugin's hook: whatever its code does, the engine gets values or a `PluginError`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import cast

from .errors import PluginError
from .faults import place_of, reason_of, shown

MOST_VALUES = 10_000
"""More values than a hook can mean to give; an endless generator is stopped there."""


@dataclass(frozen=True, slots=True)
class HookCall:
    """One plugin's implementation of one hook.

    `blame` is the plugin with its distribution and version, to start a message with;
    `arguments` are those of the hook's arguments that the implementation takes.
    """

    plugin: str
    blame: str
    hook: str
    function: Callable[..., object]
    arguments: tuple[str, ...]

    def __call__(self, **given: object) -> tuple[object, ...]:
        """The values the hook gives, none for None; PluginError if it fails or gives no iterable."""
        answer = self.run(**given)
        return () if answer is None else self.values(answer)

    def values(self, answer: object) -> tuple[object, ...]:
        """What the hook returned as a tuple; PluginError if it is no iterable of values."""
        if not isinstance(answer, Iterable) or isinstance(answer, str | bytes):
            raise self.fault(f"gave {shown(answer)}, which is no list; put it in one")
        try:
            values = tuple(islice(cast(Iterable[object], answer), MOST_VALUES + 1))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # also what derives from nothing better
            raise self._failed(error) from error
        if len(values) > MOST_VALUES:
            raise self.fault(f"gave more than {MOST_VALUES} values and was stopped")
        return values

    def run(self, **given: object) -> object:
        """What the implementation returns; PluginError if it fails."""
        try:
            return self.function(**{name: given[name] for name in self.arguments})
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # also what derives from nothing better
            raise self._failed(error) from error

    def fault(self, problem: str) -> PluginError:
        """The error that says what is wrong with the hook: "... its hook solitaire_words" and the problem."""
        return PluginError(f"{self.blame}: its hook {self.hook} {problem}{place_of(self.function)}")

    def _failed(self, error: BaseException) -> PluginError:
        return PluginError(f"{self.blame}: its hook {self.hook} failed: {reason_of(error)}")
