"""The command `solitaire`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .commands import app

__all__ = ["app", "main"]


def __getattr__(name: str) -> object:
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .commands import app

    return app


def main() -> None:
    """Run the command line; ends with SystemExit and the exit code."""
    try:
        # Imported here, for Ctrl-C may come while most of the program is still being loaded.
        from .commands import app

        app()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
