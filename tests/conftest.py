"""Two promises of a run (nothing was skipped, the right package was tested), and what several modules ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.compiled import told

import solitaire_engine


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options that the checks of a release run with."""
    group = parser.getgroup("solitaire-engine")
    group.addoption("--no-skips", action="store_true", help="fail if a test is skipped")
    group.addoption(
        "--engine-in",
        metavar="FOLDER",
        type=Path,
        help="fail unless solitaire_engine is imported from inside this folder, so that an installed package is tested",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to start with an engine that was not meant; settings and games of whoever runs the tests do not count."""
    os.environ["SOLITAIRE_CONFIG"] = str(Path(__file__).parent / "data" / "no_settings")
    os.environ.pop("SOLITAIRE_VARIANTS", None)
    # What the suite says of answers, effort and lengths is said of this solver; tests/native asks the other one.
    os.environ["SOLITAIRE_SOLVER"] = "python"
    folder: Path | None = config.getoption("--engine-in")
    here = Path(solitaire_engine.__file__).resolve()
    if folder is not None and not here.is_relative_to(folder.resolve()):
        raise pytest.UsageError(f"--engine-in: solitaire_engine was imported from {here}, outside {folder}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was done about the compiled solver, however quiet the run is."""
    terminalreporter.write_line(told())


@pytest.fixture
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games and settings below the test's folder, which is the working directory, too."""
    monkeypatch.setenv("SOLITAIRE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SOLITAIRE_CONFIG", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Turn a run with skipped tests into a failed one, where that was asked for."""
    reporter: pytest.TerminalReporter | None = session.config.pluginmanager.get_plugin("terminalreporter")
    if not session.config.getoption("--no-skips") or reporter is None:
        return
    skipped = len(reporter.stats.get("skipped", []))
    if skipped and session.exitstatus == pytest.ExitCode.OK:
        reporter.write_line(f"\n--no-skips: skipped {skipped}, and none may be", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
