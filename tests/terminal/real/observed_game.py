"""The real program, which also says what state its game is in: the tests wait for that.

    python observed_game.py LOG …

The log has a line for each change: `running`, `paused`, `menu` once the menu of the pause takes keys, and the names of
the buttons that are held, each after the game time in ns; its first line is the process. Nothing else is changed.
"""

import os
import sys
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final

from piecement.cli.main import run
from piecement.session.session import Session
from piecement_engine import Button

RUNNING: Final = "running"
PAUSED: Final = "paused"
MENU: Final = "menu"
NO_BUTTON: Final = "nothing"


def observe(log: Path) -> None:
    """Write every change to a file."""
    last = ""
    last_ns = 0

    def write(time_ns: int, state: str) -> None:
        nonlocal last, last_ns
        if state != last:
            with log.open("a") as file:
                file.write(f"{time_ns} {state}\n")
        last, last_ns = state, time_ns

    def follow(name: str, state: Callable[..., str]) -> None:
        original: Callable[..., Any] = getattr(Session, name)  # Any: whatever it returns

        @wraps(original)
        def followed(played: Session, *given: Any, **named: Any) -> Any:
            was_running = played.is_running
            answer = original(played, *given, **named)
            if was_running != played.is_running or name == "hold":
                write(played.time_ns, state(*given))
            return answer

        setattr(Session, name, followed)

    @cache
    def follow_menu() -> None:
        from piecement.ui.screens.pause import PauseScreen  # with Textual, once the program has set it up

        original: Callable[..., None] = PauseScreen.set_focus

        @wraps(original)
        def followed(*given: Any, **named: Any) -> None:  # as the method takes them
            original(*given, **named)
            if given[0].focused is not None:
                write(last_ns, MENU)

        setattr(PauseScreen, "set_focus", followed)  # noqa: B010 - checkers forbid it any other way

    def paused(*_: object) -> str:
        follow_menu()
        return PAUSED

    def held(buttons: frozenset[Button], *_: object) -> str:
        return " ".join(sorted(buttons)) or NO_BUTTON

    follow("resume", lambda *_: RUNNING)
    follow("pause", paused)
    follow("hold", held)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(f"{os.getpid()} process\n")
    observe(path)
    sys.exit(run(sys.argv[2:]))
