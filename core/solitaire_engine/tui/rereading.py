"""The table of somebody who writes a variant: when the file is saved, the same deal is dealt again by its new rules."""

from __future__ import annotations

import contextlib
from pathlib import Path

from ..catalog import Catalog, is_path
from ..errors import RecordError, SolitaireError
from ..filewatch import EVERY, FileWatch, lineage
from ..settings import Settings
from ..sittings import Sitting
from ..table.choices import dealt_again
from ..table.session import Session
from .app import TableApp
from .looks import Looks


class RereadingTable(TableApp):
    """A table that watches the file of its game. What is played at it counts nowhere."""

    def __init__(self, session: Session, catalog: Catalog, settings: Settings, looks: Looks, name: str) -> None:
        """`name`: the game's name, or the path of its file."""
        super().__init__(session, catalog, settings, looks)
        self._watched_name = name
        self._watched_file = Path(name) if is_path(name) else Path(session.game.rules.variant.file)
        self._file_watch = FileWatch(self._watched_files())
        self._is_due = False

    def _watched_files(self) -> tuple[Path, ...]:
        return lineage(self._watched_file, self.catalog.beside(self._watched_file))

    def on_mount(self) -> None:
        """Look at the file from now on; what the table itself does comes besides."""
        self.set_interval(EVERY, self._look_at_file)

    def _look_at_file(self) -> None:
        """Deal again if the file was saved; not behind a window, which may be about the game as it was."""
        if self._file_watch.changed():
            self._is_due = True
            self._file_watch.follow(self._watched_files())
        if self._is_due and len(self.screen_stack) == 1:
            self._is_due = False
            self._deal_again()

    def _deal_again(self) -> None:
        old = self.session.game
        if old.deal is None or Path(old.rules.variant.file) != self._watched_file:
            return  # another game was chosen at the table
        try:
            game = dealt_again(self._watched_name, self.catalog, old.rules.variant.changed_values, old.deal)
        except SolitaireError as error:
            first, *others = str(error).split("\n")
            more = f" (and {len(others)} more; solitaire check names all)" if others else ""
            self.session.refuse(f"not dealt: {first}{more}")
            self.paint()
            return
        # By the old rules nobody will go on with it.
        with contextlib.suppress(RecordError):
            self.session.save.finish(old)
        self._sit_down(game, self.session.folder.begin(game, Sitting(counts=False)))
        self.session.say(f"The file was saved: {game.rules.variant.name}, deal {game.deal}")
        self._after()
