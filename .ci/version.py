"""Say that both distributions, the changelog and a tag agree on the version; fail where they do not.

python .ci/version.py            the files alone
python .ci/version.py v0.1.0     and this tag, for which the version must have its date
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def project(folder: Path) -> dict[str, Any]:
    """What pyproject.toml says of a distribution."""
    with (folder / "pyproject.toml").open("rb") as stream:
        table: dict[str, Any] = tomllib.load(stream)["project"]
    return table


def wrong(tag: str) -> str:
    """What does not agree, as a sentence; empty where all does."""
    engine, native = project(ROOT), project(ROOT / "native")
    version: str = engine["version"]
    if native["version"] != version:
        return f"pyproject.toml has the version {version}, native/pyproject.toml {native['version']}"
    if native["dependencies"] != [f"solitaire-engine=={version}"]:
        return f"native/pyproject.toml must depend on solitaire-engine=={version} alone"
    newest = re.search(r"(?m)^## \[([^\]]+)\] - (\S+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    if newest is None or newest[1] != version:
        return f"the newest heading of CHANGELOG.md must be ## [{version}] - and its date, or unreleased"
    if tag and tag != f"v{version}":
        return f"the tag is {tag}, and the version {version}: its tag is v{version}"
    if tag and newest[2] == "unreleased":
        return f"{version} is to be released, and CHANGELOG.md still calls it unreleased"
    return ""


def main() -> int:
    """Check, and print the version or what is wrong with it."""
    if said := wrong(sys.argv[1] if len(sys.argv) > 1 else ""):
        print(said, file=sys.stderr)
        return 1
    print(f"version {project(ROOT)['version']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
