"""Compiles the engine: a copy of its package, with extension modules beside the modules that take the time of a game.

    python engine/compile.py FOLDER

With FOLDER before `engine` on Python's path, that copy is imported. Needs mypy, setuptools and a compiler of C.

What is left out stays Python, because classes there are made in ways that extension modules do not have, as frozen
values are, or because no game waits for it.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

PACKAGE: Final = "piecement_engine"
MODULES: Final = (
    *("attack", "board", "delays", "game", "garbage", "incoming", "inputs", "locking", "motion", "piece_queue"),
    *("progress", "spawn_place", "spawning", "spins", "state", "timers"),
    *("bots/beam", "bots/clearing", "bots/columns", "bots/drops", "bots/stack_value", "bots/survive"),
)
"""What is compiled, together: a class and those that it derives from have to be either both compiled or neither."""

NEEDS: Final = ("mypy>=1.18", "setuptools>=75")
"""What has to be installed to compile."""

_HERE: Final = Path(__file__).parent
_SETUP: Final = f"""
from mypyc.build import mypycify
from setuptools import setup
paths = {[f"{PACKAGE}/{name}.py" for name in MODULES]!r}
extensions = mypycify(paths, group_name={PACKAGE!r}, opt_level="2", debug_level="0")
setup(name={PACKAGE!r}, packages=[], ext_modules=extensions, script_args=["build_ext", "--inplace"])
"""


class CompileError(Exception):
    """The engine could not be compiled; the text says what mypy, setuptools or the compiler said last."""


def extensions(folder: Path) -> tuple[Path, ...]:
    """Compile a fresh copy of the engine in an empty folder, and return the paths of its extension modules there."""
    shutil.copytree(_HERE / PACKAGE, folder / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run(  # noqa: S603  # our own setup
        [sys.executable, "-c", _SETUP],
        cwd=folder,
        env={**os.environ, "MYPYPATH": "", "MYPY_CACHE_DIR": str(folder / ".mypy_cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    found = tuple(path for path in sorted(folder.rglob(f"*{_suffix()}")) if "build" not in path.parts)
    if done.returncode or len(found) != len(MODULES) + 1:  # and one that they share
        raise CompileError("\n".join(f"{done.stdout}\n{done.stderr}".strip().splitlines()[-20:]))
    return found


def _suffix() -> str:
    return ".pyd" if sys.platform == "win32" else ".so"


def _put_in_place(found: Sequence[Path], source: Path, target: Path) -> None:
    """Replace what lies in a folder by the package and its extension modules."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source / PACKAGE, target / PACKAGE)
    for path in found:
        if path.parent == source:
            shutil.copy2(path, target)


def main() -> int:
    """Compile the engine into a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    target: Path = parser.parse_args().folder
    with TemporaryDirectory() as name:
        try:
            _put_in_place(extensions(Path(name)), Path(name), target)
        except CompileError as error:
            sys.stderr.write(f"{error}\nThe engine was not compiled.\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
