"""A folder of games, and a command."""

from pathlib import Path

from solitaire_engine.hooks import hookimpl

FOLDER = Path(__file__).parent / "acme_variants"


@hookimpl
def solitaire_variants():
    return [FOLDER]


@hookimpl
def solitaire_commands(app):
    @app.command("acme-count")
    def count(least: int = 0) -> None:
        """Count the games of the collection."""
        print(f"{len(list(FOLDER.glob('*.yaml')))} games, at least {least}")
