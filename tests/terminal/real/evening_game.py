"""The real program, which also writes down each screen that it shows: whoever plays an evening waits for that.

python evening_game.py LOG …
"""

import importlib
import sys
from functools import cache, wraps
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from piecement.cli.main import run

SCREENS: Final = "piecement.ui.screens."


def observe(log: Path) -> None:
    """Write the node of each screen that comes to the front to a file, once it is drawn."""
    import_module = importlib.import_module
    last = ""

    @cache
    def follow_frames() -> None:
        from piecement.terminal.keyboard_app import KeyboardApp  # with Textual, once the program has set it up

        display = KeyboardApp[Any]._display

        @wraps(display)
        def noting_screen(app: KeyboardApp[Any], screen: Any, *given: Any) -> None:  # Any: Textual's has no node
            nonlocal last
            display(app, screen, *given)
            if (node := getattr(screen, "NODE", last)) != last:
                with log.open("a") as file:
                    file.write(f"{node}\n")
                last = node

        setattr(KeyboardApp, "_display", noting_screen)  # noqa: B010 - checkers forbid it any other way

    def following(name: str, package: str | None = None) -> ModuleType:
        module = import_module(name, package)
        if name.startswith(SCREENS):
            follow_frames()
        return module

    importlib.import_module = following


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.touch()
    observe(path)
    sys.exit(run(sys.argv[2:]))
