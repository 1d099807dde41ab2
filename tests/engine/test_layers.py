"""The one arrow: the application imports the engine, and the engine imports the standard library only."""

import subprocess
import sys
from pathlib import Path

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
