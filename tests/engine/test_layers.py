"""The application imports the engine; the engine imports the standard library only, and itself in one direction.

Clocks are banned in `engine/ruff.toml`.
"""

import ast
import subprocess
import sys
from collections.abc import Collection, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

from piecement_engine import bots
from piecement_engine.bots import index

ENGINE = Path(__file__).parents[2] / "engine"

_IMPORT_ALL = """
import pkgutil, sys
import piecement_engine
for module in pkgutil.walk_packages(piecement_engine.__path__, "piecement_engine."):
    __import__(module.name)
loaded = {name.partition(".")[0] for name in sys.modules}
print(*sorted(loaded - set(sys.stdlib_module_names) - {"piecement_engine"}))
"""

_IMPORT_ENGINE = """
import sys
import piecement_engine
game = piecement_engine.Game(seed=1)
game.update(0)
print(*sorted(name for name in sys.modules if name.startswith("piecement_engine.bots")))
"""


def run_isolated(code: str) -> str:
    """Run code in a Python that finds the engine and no installed package; return what it printed."""
    program = f"import sys; sys.path.insert(0, {str(ENGINE)!r})\n{code}"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_whole_engine_loads_nothing_but_the_standard_library() -> None:
    foreign = run_isolated(_IMPORT_ALL).replace("__main__", "").replace("__mp_main__", "").split()

    assert foreign == []


def test_the_bots_are_not_loaded_until_they_are_asked_for() -> None:
    assert run_isolated(_IMPORT_ENGINE) == ""


def test_bot_names_equal_the_index_after_any_import() -> None:
    assert {name for name in index.__all__ if getattr(bots, name) is not getattr(index, name)} == set()


def test_dir_shows_every_name_of_the_bots() -> None:
    assert set(index.__all__) <= set(dir(bots))


def modules() -> dict[str, Path]:
    """Return the modules of the engine by name."""
    files = sorted((ENGINE / "piecement_engine").rglob("*.py"))
    return {".".join(file.relative_to(ENGINE).with_suffix("").parts).removesuffix(".__init__"): file for file in files}


def imported(file: Path, names: Collection[str]) -> Iterator[str]:
    """Yield the modules among `names` that a module imports anywhere in it, also for types only."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module in names:
            for alias in node.names:
                member = f"{node.module}.{alias.name}"
                yield member if member in names else node.module


def test_engine_modules_import_each_other_in_one_direction() -> None:
    files = modules()
    graph = {name: set(imported(file, files)) - {name} for name, file in files.items()}
    order = [*TopologicalSorter(graph).static_order()]

    assert order.index("piecement_engine.game.state") < order.index("piecement_engine.game.game")
