"""The games that name the others of this distribution."""

from pathlib import Path

from solitaire_engine.hooks import hookimpl


@hookimpl
def solitaire_variants():
    return [Path(__file__).parent / "faulty_variants"]
