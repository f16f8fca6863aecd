"""A hook that fails while the command line is put together."""

from solitaire_engine.hooks import hookimpl


@hookimpl
def solitaire_commands(app):
    app.no_such_thing("twice")
