"""The real program, which also says what state its game is in: the tests wait for that.

    python observed_game.py LOG …

The log has a line for each change: `running`, `paused` and the names of the buttons that are held, each after the game
time in ns; its first line is the process. Nothing else is changed.
"""

import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final

from piecement.cli.main import run
from piecement.session.round import Round
from piecement_engine import Button

RUNNING: Final = "running"
PAUSED: Final = "paused"
NO_BUTTON: Final = "nothing"


def observe(log: Path) -> None:
    """Have every change written to a file."""
    last = ""

    def write(played: Round, state: str) -> None:
        nonlocal last
        if state != last:
            with log.open("a") as file:
                file.write(f"{played.time_ns} {state}\n")
        last = state

    def follow(name: str, state: Callable[..., str]) -> None:
        original: Callable[..., Any] = getattr(Round, name)  # Any: whatever it returns

        @wraps(original)
        def followed(played: Round, *given: Any, **named: Any) -> Any:
            was_running = played.is_running
            answer = original(played, *given, **named)
            if was_running != played.is_running or name == "hold":
                write(played, state(*given))
            return answer

        setattr(Round, name, followed)

    def held(buttons: frozenset[Button], *_: object) -> str:
        return " ".join(sorted(buttons)) or NO_BUTTON

    follow("resume", lambda *_: RUNNING)
    follow("pause", lambda *_: PAUSED)
    follow("hold", held)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(f"{os.getpid()} process\n")
    observe(path)
    sys.exit(run(sys.argv[2:]))
