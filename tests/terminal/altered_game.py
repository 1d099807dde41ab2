"""The real program with something changed from outside, for tests: it tells what was played, or fails somewhere.

KEEP_RECORDING names a file to write the recording of each ended game to, KEEP_KEYS one to write each key of a game to,
with the time at which it came, and KEEP_WAYS one to write the modules to that keys, games and settings pass through;
FAIL_IN names where to fail. `doctor` waits for the terminal's answer on the slowest machine.
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from piecement.__main__ import main
from piecement.input.keyboard_input import ButtonChange, KeyboardInput
from piecement.session.records import FinishedGame
from piecement.session.session import Session
from piecement.terminal import query_without_textual
from piecement.terminal.key_events import KeyEvent
from piecement.terminal.key_parser import KeyParser
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.game.side import Side
from tests.patience import PATIENCE_S
from tests.terminal.traced_ways import trace


def fail(*_: object) -> NoReturn:
    """Fail."""
    raise RuntimeError("failed on purpose")


FAILURES: dict[str, tuple[type, str]] = {
    "a frame": (Side, "advance"),
    "a key of the game": (KeyboardInput, "handle"),
    "the reader of keys": (KeyParser, "feed"),
    "the result": (Session, "finished"),
    "a menu": (MenuScreen, "on_option_list_option_selected"),
}
"""What fails, by the name of the place."""


def keep_recordings(file: Path) -> None:
    """Write what was played to a file, at the end of a game."""
    finished: Callable[[Session], FinishedGame] = Session.finished

    def kept(played: Session) -> FinishedGame:
        found = finished(played)
        file.write_text(found.recording.to_text())
        return found

    alter(Session, "finished", kept)


def keep_keys(file: Path) -> None:
    """Write each key that a game is given to a file: what it is, and when it came (monotonic ns)."""
    handle: Callable[[KeyboardInput, KeyEvent], list[ButtonChange]] = KeyboardInput.handle

    def kept(keyboard: KeyboardInput, event: KeyEvent) -> list[ButtonChange]:
        with file.open("a") as keys:
            keys.write(f"{event.key_id} {event.time_ns}\n")
        return handle(keyboard, event)

    alter(KeyboardInput, "handle", kept)


def alter(
    owner: type | ModuleType, name: str, replacement: Callable[..., Any]
) -> None:  # Any: whatever the original returns
    """Put something else in the place of a method."""
    assert hasattr(owner, name)
    setattr(owner, name, replacement)


if __name__ == "__main__":
    if where := os.environ.get("FAIL_IN"):
        alter(*FAILURES[where], fail)
    if name := os.environ.get("KEEP_RECORDING"):
        keep_recordings(Path(name))
    if name := os.environ.get("KEEP_KEYS"):
        keep_keys(Path(name))
    if name := os.environ.get("KEEP_WAYS"):
        trace(Path(name))
    alter(query_without_textual, "query_terminal", partial(query_without_textual.query_terminal, seconds=PATIENCE_S))
    sys.exit(main())
