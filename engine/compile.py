"""Compiles the engine: a copy of its package, with extension modules beside the modules that take the time of a game.

    python engine/compile.py FOLDER

With FOLDER before `engine` on Python's path, that copy is imported. Needs mypy, setuptools and a C compiler.

All other modules stay Python, because their classes use features that extension modules lack, such as frozen
dataclasses, or because no game waits for them. Values of the decorator `frozen`, which a game makes all the time, are
written out in the copy first; in Python the decorator generates the same code.

Modules and classes have their docstrings there, which are set on import; functions and properties have signatures only.

GCC compiles twice: the first build counts its branches in the games of `sample_games.py`, and by these counts the
second one orders the code, so that a game's code fits the cache of the processor; this makes it a tenth faster.
"""

import argparse
import ast
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

PACKAGE: Final = "piecement_engine"
MODULES: Final = (
    *("board/board", "board/geometry", "board/pieces", "events", "quick", "rng", "rotation/table_system"),
    *("game/batch", "game/changes", "game/game", "game/incoming", "game/input_log", "game/inputs", "game/locks"),
    *("game/motion", "game/piece_queue", "game/progress", "game/spawning", "game/state", "game/table"),
    *("game/timers", "game/view"),
    *("rules/attack", "rules/locking", "rules/randomizers", "rules/spins", "rules/timing"),
    *("bots/beam", "bots/bit_boards", "bots/clear_evaluators", "bots/columns", "bots/drops", "bots/movers"),
    *("bots/piece_paths", "bots/spin_sets", "bots/stack_evaluators", "bots/stack_value"),
)
"""Modules to compile together: a class and its base classes must be either all compiled or none."""

NEEDS: Final = ("mypy>=1.18", "setuptools>=75")
"""Packages needed to compile."""

_HERE: Final = Path(__file__).parent
_SETUP: Final = f"""
from mypyc.build import mypycify
from setuptools import setup
paths = {[f"{PACKAGE}/{name}.py" for name in MODULES]!r}
extensions = mypycify(paths, group_name={PACKAGE!r}, opt_level="2", debug_level="0")
setup(name={PACKAGE!r}, packages=[], ext_modules=extensions, script_args=["build_ext", "--inplace", "--force"])
"""


_DIRECT_CALLS: Final = "-fvisibility=hidden"
"""Flag for direct calls between modules, without a table that other libraries could change; a tenth faster."""

_COUNTING: Final = f"{_DIRECT_CALLS} -fprofile-generate -fprofile-update=single"
_COUNTED: Final = f"{_DIRECT_CALLS} -fprofile-use -fprofile-partial-training -Wno-missing-profile"


class CompileError(Exception):
    """The engine could not be compiled; the text is the last output of mypy, setuptools or the compiler."""


def extensions(folder: Path, *, counts: bool = True) -> tuple[Path, ...]:
    """Compile a fresh copy of the engine in an empty folder, and return the paths of its extension modules.

    GCC counts branches first unless `counts` is false, which takes less than half the time. Raises `CompileError`.
    """
    shutil.copytree(_HERE / PACKAGE, folder / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    for name in MODULES:
        _write_out_frozen_values(folder / PACKAGE / f"{name}.py")
        _append_docstrings(folder / PACKAGE / f"{name}.py")
    if not counts or not _is_gcc():
        return _build(folder, _DIRECT_CALLS)
    _build(folder, _COUNTING)
    shutil.copy2(_HERE / "sample_games.py", folder)
    _run(folder, "sample_games.py")
    return _build(folder, _COUNTED)


def _is_gcc() -> bool:
    """Return whether the compiler is GCC, as others use its name too."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "")
    if not command or not shutil.which(command[0]):
        return False
    output = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    return "Free Software Foundation" in output.stdout


def _build(folder: Path, flags: str) -> tuple[Path, ...]:
    given = os.environ.get("CFLAGS", "")
    output = _run(
        folder, "-c", _SETUP, MYPYPATH="", MYPY_CACHE_DIR=str(folder / ".mypy_cache"), CFLAGS=f"{given} {flags}"
    )
    suffix = ".pyd" if sys.platform == "win32" else ".so"
    found = tuple(path for path in sorted(folder.rglob(f"*{suffix}")) if "build" not in path.parts)
    if len(found) != len(MODULES) + 1:  # plus the one that they share
        raise CompileError(output)
    return found


def _run(folder: Path, *words: str, **environment: str) -> str:
    """Run Python in the folder, and return the end of its output. Raises `CompileError` if it fails."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    output = "\n".join(f"{done.stdout}\n{done.stderr}".strip().splitlines()[-20:])
    if done.returncode:
        raise CompileError(output)
    return output


def _write_out_frozen_values(path: Path) -> None:
    """Replace the classes of a module that have the decorator `frozen` by the code that it generates."""
    source = path.read_text("utf-8")
    if "@frozen" not in source:
        return
    module = ast.parse(source)
    fields: dict[str, list[tuple[str, str]]] = {}
    for node in module.body:
        if isinstance(node, ast.ClassDef) and any(ast.unparse(mark) == "frozen" for mark in node.decorator_list):
            _write_out(node, fields)
    needed = (
        "from piecement_engine.frozen import as_arguments, frozen_eq, frozen_hash, frozen_repr",
        "from piecement_engine.native import mypyc_attr",
        "from typing import ClassVar",
    )
    module.body[1:1] = ast.parse("\n".join(needed)).body
    path.write_text(ast.unparse(module), "utf-8")


def _write_out(node: ast.ClassDef, fields: dict[str, list[tuple[str, str]]]) -> None:
    """Write out one class; `fields` has the names and types of the fields of earlier classes."""
    own: list[tuple[str, str]] = []
    rest: list[ast.stmt] = []
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and part.value is None:
            own.append((ast.unparse(part.target), ast.unparse(part.annotation)))
        elif isinstance(part, ast.Assign):
            rest += ast.parse(f"{ast.unparse(part.targets[0])}: ClassVar = {ast.unparse(part.value)}").body
        else:
            rest.append(part)
    inherited = next((fields[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in fields), None)
    known = fields[node.name] = [*(inherited or ()), *own]
    text = _CONSTRUCTOR.format(
        names=", ".join(repr(name) for name, _ in known),
        parameters=", ".join(f"{name}: {kind}" for name, kind in known),
        writes="; ".join(f"self._{name} = {name}" for name, _ in known),
    )
    text += "".join(_FIELD.format(name=name, kind=kind) for name, kind in own)
    node.body = [*rest, *ast.parse(text if inherited else text + _VALUE).body]
    node.decorator_list = [ast.parse("mypyc_attr(allow_interpreted_subclasses=True)", mode="eval").body]


_CONSTRUCTOR: Final = """
__match_args__: ClassVar = ({names},)
def __init__(self, {parameters}) -> None: {writes}
"""
_FIELD: Final = """
@property
def {name}(self) -> {kind}: return self._{name}
"""
_VALUE: Final = """
def __eq__(self, other: object) -> bool: return frozen_eq(self, other)
def __hash__(self) -> int: return frozen_hash(self)
def __repr__(self) -> str: return frozen_repr(self)
def __reduce__(self) -> tuple[object, ...]: return as_arguments(self)
"""


def _append_docstrings(path: Path) -> None:
    """Append code to a module that sets its docstring and those of its classes, which mypyc leaves out."""
    module = ast.parse(path.read_text("utf-8"))
    kinds = ", ".join(
        f"({one.name}, {ast.get_docstring(one)!r})"
        for one in module.body
        if isinstance(one, ast.ClassDef) and ast.get_docstring(one)
    )
    with path.open("a", encoding="utf-8") as lines:
        lines.write(f"\n__doc__ = {ast.get_docstring(module)!r}\n")
        if kinds:
            lines.write(f"from typing import Any as _Any\n_kinds: list[tuple[_Any, str]] = [{kinds}]\n")
            lines.write("for _kind, _text in _kinds: _kind.__doc__ = _text\n")


def _put_in_place(found: Sequence[Path], source: Path, target: Path) -> None:
    """Replace the content of a folder by the package and its extension modules."""
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
