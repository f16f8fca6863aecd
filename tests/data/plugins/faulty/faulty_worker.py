"""Works in the process that was started by hand, and in no other."""

import multiprocessing
import sys

from solitaire_engine.hooks import hookimpl

if multiprocessing.parent_process() is not None or sys.argv[:1] == ["-c"]:
    raise RuntimeError("not in this process")


@hookimpl
def solitaire_after_move():
    return []
