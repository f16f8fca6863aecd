"""What all requests of one server share."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from starlette.requests import HTTPConnection

from ..catalog import Catalog
from ..saves import SaveFolder
from ..settings import Settings
from .assets import Assets
from .dropped import Dropped
from .measuring import Odds
from .rooms import Rooms

POSTS: Final = 20.0
"""Requests in a second, of those that do something, for long."""
POSTS_AT_ONCE: Final = 100.0


class Bucket:
    """How much somebody may still ask for; it fills up with time."""

    def __init__(self, pace: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.pace, self.burst, self.clock = pace, burst, clock
        self._left, self._last = burst, clock()

    def take(self) -> bool:
        """Whether there is one more."""
        now = self.clock()
        self._left = min(self._left + (now - self._last) * self.pace, self.burst)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


@dataclass(slots=True)
class Site:
    """The catalogue, the games, the files of the page, and the estimate that runs.

    `posts`: how often something may be asked to be done. `sockets` counts those that are open,
    `searches` the searches for winnable deals that run.
    """

    catalog: Catalog
    settings: Settings
    folder: SaveFolder
    rooms: Rooms
    assets: Assets
    odds: Odds
    dropped: Dropped
    posts: Bucket
    sockets: int = 0
    searches: int = 0


def make_site(catalog: Catalog, settings: Settings, folder: SaveFolder, assets: Assets | None = None) -> Site:
    """A site whose games are kept in `folder`."""
    return Site(
        catalog,
        settings,
        folder,
        Rooms(folder, catalog, settings),
        assets or Assets(),
        Odds(catalog),
        Dropped(folder.path.parent / "dropped", catalog),
        Bucket(POSTS, POSTS_AT_ONCE),
    )


def site_of(connection: HTTPConnection) -> Site:
    """The site that a request or a socket belongs to."""
    return cast(Site, connection.app.state.site)
