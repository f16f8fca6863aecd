"""The tests of the compiled solver: they need it, and fail without it; `tests.compiled` says when they are left out."""

from __future__ import annotations

import pytest
from tests.compiled import why_left_out


def pytest_ignore_collect() -> bool | None:
    """Leave the folder out where that was asked for; the report of the run says so aloud."""
    return True if why_left_out() else None


@pytest.fixture(autouse=True)
def native_may_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suite as a whole asks the solver in Python; these tests are about the other one."""
    monkeypatch.delenv("SOLITAIRE_SOLVER", raising=False)
