"""A command that fails when it runs."""

from solitaire_engine.hooks import hookimpl


@hookimpl
def solitaire_commands(app):
    @app.command("count-stars")
    def count_stars() -> None:
        """Count the stars."""
        print({"moon": 1}["stars"])
