"""Worker processes as the commands that have several need them: they leave Ctrl-C to the process that started them, and
end when that one does.

The starting process calls `no_interrupt` around whatever starts a process, and a worker calls `serve` before all else.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Generator
from multiprocessing import resource_tracker


@contextlib.contextmanager
def no_interrupt() -> Generator[None]:
    """What is started in here hears nothing of Ctrl-C, not even while it is still loading; we hear of it afterwards.

    `serve` comes too late for that: the code of a worker has to be there first. Does nothing on Windows.
    """
    if sys.platform == "win32":
        yield
        return
    # It is started with the first process, and would let Ctrl-C through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve() -> None:
    """Make this process, which must be one that multiprocessing has started, a worker of the one that started it.

    To be called in its main thread, before anything that takes long; ValueError in another one.
    """
    # Ctrl-C reaches every process of the terminal; the parent alone decides what then happens.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    """End this process, whether it searches or waits for its next deal, once the one that started it is dead."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
