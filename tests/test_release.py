"""What a release rests on: both distributions, the changelog and the tag agree, and what the workflows publish."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = ROOT / ".github" / "workflows"


@pytest.fixture
def version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """.ci/version.py as a module, at work on a copy of the files that it reads."""
    spec = importlib.util.spec_from_file_location("ci_version", ROOT / ".ci" / "version.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "native").mkdir()
    for name in ("pyproject.toml", "native/pyproject.toml", "CHANGELOG.md"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    return module


def change(module: ModuleType, name: str, old: str, new: str) -> None:
    path = cast(Path, module.ROOT) / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_both_distributions_and_the_changelog_have_one_version(version: ModuleType) -> None:
    assert version.wrong("") == ""


def test_a_version_that_differs_somewhere_is_told(version: ModuleType) -> None:
    now = version.project(ROOT)["version"]
    change(version, "native/pyproject.toml", f'version = "{now}"', 'version = "9.9"')
    assert version.wrong("") == f"pyproject.toml has the version {now}, native/pyproject.toml 9.9"
    change(version, "pyproject.toml", f'version = "{now}"', 'version = "9.9"')
    assert version.wrong("") == "native/pyproject.toml must depend on solitaire-engine==9.9 alone"
    change(version, "native/pyproject.toml", f"solitaire-engine=={now}", "solitaire-engine==9.9")
    assert version.wrong("") == "the newest heading of CHANGELOG.md must be ## [9.9] - and its date, or unreleased"


def test_a_tag_is_the_version_and_the_version_has_its_date(version: ModuleType) -> None:
    now = version.project(ROOT)["version"]
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    head = re.search(r"(?m)^## \[.*$", text)
    assert head is not None
    change(version, "CHANGELOG.md", head[0], f"## [{now}] - unreleased")
    assert version.wrong(f"v{now}") == f"{now} is to be released, and CHANGELOG.md still calls it unreleased"
    change(version, "CHANGELOG.md", "unreleased", "2030-01-31")
    assert version.wrong(f"v{now}") == ""
    assert version.wrong("v9.9") == f"the tag is v9.9, and the version {now}: its tag is v{now}"


def test_it_fails_where_something_is_wrong_and_prints_the_version_where_nothing_is(
    version: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["version.py"])
    assert version.main() == 0
    monkeypatch.setattr(sys, "argv", ["version.py", "v9.9"])
    assert version.main() == 1
    out = capsys.readouterr()
    assert out.out.startswith("version ") and out.err.startswith("the tag is v9.9")


# The workflows: .ci/run lints them; here is what no linter knows.


def jobs(name: str) -> dict[str, Any]:
    """The jobs of a workflow."""
    found: dict[str, Any] = yaml.safe_load((WORKFLOWS / name).read_text("utf-8"))["jobs"]
    return found


def test_nothing_is_published_that_was_not_built_and_the_engine_comes_first() -> None:
    release = jobs("release.yml")
    assert release["publish-engine"]["needs"] == ["engine", "native-sdist", "native-wheels"]
    assert release["publish-native"]["needs"] == "publish-engine"
    for name, job in release.items():
        published = name.startswith("publish-")
        assert published == (job.get("permissions") == {"id-token": "write"}), "only who publishes may speak to PyPI"
        assert published == (job.get("environment", {}).get("name") == "pypi")
        assert published == (job.get("if") == "github.ref_type == 'tag'")


def test_wheels_are_built_for_the_three_systems() -> None:
    machines = jobs("release.yml")["native-wheels"]["strategy"]["matrix"]["os"]
    assert {machine.partition("-")[0] for machine in machines} == {"ubuntu", "macos", "windows"}
    checked = jobs("ci.yml")
    assert {*checked["systems"]["strategy"]["matrix"]["os"], checked["checks"]["runs-on"]} == {
        "ubuntu-latest", "macos-latest", "windows-latest",
    }  # fmt: skip
