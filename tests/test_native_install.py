"""Installing the compiled solver where that can be done, and saying so in a sentence where it cannot."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

import pytest
from tests import compiled

ROOT = Path(__file__).parents[1]


@pytest.fixture
def installer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """native/install.py as a module, in an environment of its own without wheels."""
    spec = importlib.util.spec_from_file_location("native_install", ROOT / "native" / "install.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "NOTE", tmp_path / compiled.NOTE)
    monkeypatch.setattr(module, "WHEELS", (tmp_path / "dist",))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return module


Run = Callable[..., tuple[int, list[tuple[str, ...]]]]


@pytest.fixture
def run(installer: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the installer; gives the exit code and what pip was asked, which answers as is said."""

    def run(
        *arguments: str, compiler: str = "/usr/bin/g++", answers: Sequence[bool] = (), loads: bool = True
    ) -> tuple[int, list[tuple[str, ...]]]:
        asked: list[tuple[str, ...]] = []
        left = list(answers)

        def pip(*words: str) -> tuple[bool, str]:
            asked.append(words)
            return left.pop(0), "what pip said"

        monkeypatch.setattr(installer, "pip", pip)
        monkeypatch.setattr(installer, "compiler", lambda: compiler)
        monkeypatch.setattr(installer, "loads", lambda: loads)
        monkeypatch.setattr(sys, "argv", ["install.py", *arguments])
        return installer.main(), asked

    return run


def test_it_is_built_where_there_is_a_compiler(
    run: Run, installer: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    installer.NOTE.write_text("there was none", "utf-8")
    code, asked = run(answers=[True])
    assert code == 0 and [words[-1] for words in asked] == [str(ROOT / "native")]
    assert "--no-deps" in asked[0], "the engine is here already, and is not to come from elsewhere"
    assert capsys.readouterr().out.splitlines()[-1] == "The compiled solver is installed."
    assert not installer.NOTE.exists()


def test_a_wheel_is_taken_before_anything_is_built(run: Run, tmp_path: Path) -> None:
    wheels = tmp_path / "dist"
    wheels.mkdir()
    (wheels / "solitaire_engine_native-0.1.0-cp311-cp311-any.whl").write_bytes(b"")
    code, asked = run(compiler="", answers=[True])
    assert code == 0 and len(asked) == 1
    assert {"--no-index", f"--find-links={wheels}", "solitaire-engine-native"} <= set(asked[0])
    # Where it is for another system it is built.
    code, asked = run(answers=[False, True])
    assert code == 0 and len(asked) == 2


@pytest.mark.parametrize("must", [False, True])
def test_where_there_is_neither_a_sentence_says_so_and_only_who_must_have_it_fails(
    must: bool, run: Run, installer: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    code, asked = run(*(["--must"] if must else []), compiler="")
    assert (code, asked) == (int(must), [])
    said = capsys.readouterr().out.splitlines()
    assert said[1] == (
        "The compiled solver was left out: there is neither a wheel of it nor a C++ compiler. "
        "Everything works without it; solving takes longer."
    )
    assert said[2].startswith("To have it, install a C++ compiler (") and said[2].endswith(" native/install.py")
    assert installer.NOTE.read_text("utf-8") == "there is neither a wheel of it nor a C++ compiler\n"


@pytest.mark.parametrize(("answers", "loads"), [([False], True), ([True], False)])
def test_a_build_that_fails_leaves_a_log_and_goes_on(
    answers: list[bool], loads: bool, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = run(answers=answers, loads=loads)
    assert code == 0
    log = tmp_path / "solitaire-native.log"
    assert log.read_text("utf-8") == "what pip said"
    assert f"left out: it could not be built (what was said is in {log})" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows CMake looks for the compiler")
def test_a_compiler_is_looked_for_where_a_build_would(
    installer: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    assert installer.compiler() == ""
    for name in ("clang++", "mine"):
        (tmp_path / name).write_text("#!/bin/sh\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    assert installer.compiler() == str(tmp_path / "clang++")
    monkeypatch.setenv("CXX", "mine -m64")
    assert installer.compiler() == str(tmp_path / "mine")


# What the tests make of it


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment without the compiled solver, and nobody who wants its tests left out."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.delenv(compiled.VARIABLE, raising=False)
    monkeypatch.setattr(compiled, "is_installed", lambda: False)
    return tmp_path


def test_the_tests_of_the_compiled_solver_fail_where_it_is_missing_and_nobody_said_so(prefix: Path) -> None:
    assert compiled.why_left_out() == ""
    assert "tests/native will FAIL" in compiled.told()


def test_they_are_left_out_aloud_where_that_was_asked_for(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compiled.VARIABLE, "1")
    assert compiled.told() == "the tests of the compiled solver are LEFT OUT: SOLITAIRE_NO_NATIVE is set"
    monkeypatch.setenv(compiled.VARIABLE, "0")
    assert compiled.why_left_out() == ""


def test_they_are_left_out_aloud_where_it_could_not_be_installed(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (prefix / compiled.NOTE).write_text("there is no compiler\n", "utf-8")
    assert compiled.told() == "the tests of the compiled solver are LEFT OUT: there is no compiler"
    # Once it is installed an old note does not count.
    monkeypatch.setattr(compiled, "is_installed", lambda: True)
    assert compiled.why_left_out() == ""
