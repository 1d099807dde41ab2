"""The real program, which also writes down each screen that it opens: whoever plays an evening waits for that.

python evening_game.py LOG …
"""

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Final

from piecement.cli.main import run

SCREENS: Final = "piecement.ui.screens."


def observe(log: Path) -> None:
    """Write the node of each screen that is opened to a file."""
    import_module = importlib.import_module

    def noting(name: str, package: str | None = None) -> ModuleType:
        module = import_module(name, package)
        if name.startswith(SCREENS):
            with log.open("a") as file:
                file.write(f"{name.removeprefix(SCREENS)}\n")
        return module

    importlib.import_module = noting


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.touch()
    observe(path)
    sys.exit(run(sys.argv[2:]))
