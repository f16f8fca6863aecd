"""Install the compiled solver beside the engine, from a wheel or with a compiler; go on without where there is neither.

    python native/install.py            into the environment of this Python
    python native/install.py --must     fail where it cannot be installed

Wheels are looked for in the folders `dist` and `native/dist`. Nothing needs the compiled
solver: without it the solver in Python answers, only later.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
WHEELS = (HERE.parent / "dist", HERE / "dist")
NAME, MODULE = "solitaire-engine-native", "solitaire_engine_native"
COMPILERS = ("c++", "g++", "clang++")
NOTE = Path(sys.prefix) / "solitaire-no-native.txt"
"""Tells the tests why this environment has no compiled solver."""
WITHOUT = "The compiled solver was left out: {why}. Everything works without it; solving takes longer."
AGAIN = "To have it, {way}, then run: {python} native/install.py"


def compiler() -> str:
    """The C++ compiler that a build would use; empty where there is none. On Windows CMake looks for one by itself."""
    wanted = os.environ.get("CXX", "")
    if sys.platform == "win32":
        return "the compiler of Visual Studio"
    return next((found for name in (wanted, *COMPILERS) if name and (found := shutil.which(name.split()[0]))), "")


def pip(*arguments: str) -> tuple[bool, str]:
    """Run pip in this environment; gives whether it went well and what it said."""
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode == 0, done.stdout.decode("utf-8", "replace")


def wheels() -> Iterator[Path]:
    """The folders that hold a wheel."""
    return (folder for folder in WHEELS if any(folder.glob(f"{MODULE}-*.whl")))


def loads() -> bool:
    """Whether what was installed can be used: a wheel may be for a newer system than this one."""
    command = [sys.executable, "-c", f"import {MODULE}._native"]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def install() -> tuple[str, str]:
    """Install it; gives why that did not work, and what would help; both empty where it did."""
    for folder in wheels():
        done, _ = pip("--no-index", "--no-deps", "--force-reinstall", f"--find-links={folder}", NAME)
        if done and loads():
            return "", ""
    if not compiler():
        what = "xcode-select --install" if sys.platform == "darwin" else "for example the package g++"
        return "there is neither a wheel of it nor a C++ compiler", f"install a C++ compiler ({what})"
    done, said = pip("--no-deps", "--force-reinstall", str(HERE))
    if done and loads():
        return "", ""
    log = Path(tempfile.gettempdir()) / "solitaire-native.log"
    log.write_text(said, encoding="utf-8")
    return f"it could not be built (what was said is in {log})", "mend what the log says"


def main() -> int:
    """Install, and say in a sentence what came of it."""
    parser = argparse.ArgumentParser(description="Install the compiled solver where that can be done.")
    parser.add_argument("--must", action="store_true", help="fail where it cannot be installed")
    must: bool = parser.parse_args().must
    print("Installing the compiled solver; building it takes a minute or two.", flush=True)
    why, way = install()
    if not why:
        NOTE.unlink(missing_ok=True)
        print("The compiled solver is installed.")
        return 0
    NOTE.write_text(f"{why}\n", encoding="utf-8")
    print(WITHOUT.format(why=why), AGAIN.format(way=way, python=sys.executable), sep="\n")
    return 1 if must else 0


if __name__ == "__main__":
    sys.exit(main())
