"""The real program with something changed from outside, for tests: it tells what was played, or fails somewhere.

KEEP_RECORDING names a file to write the recording of each ended game to; FAIL_IN names where to fail.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from piecement.__main__ import main
from piecement.keyboard.keyboard_input import KeyboardInput
from piecement.keyboard.parser import KeyParser
from piecement.menus.menu_screen import MenuScreen
from piecement.plan import Result
from piecement.playing.painter import Painter
from piecement.round import Round


def fail(*_: object) -> NoReturn:
    """Fail."""
    raise RuntimeError("failed on purpose")


FAILURES: dict[str, tuple[type, str]] = {
    "a frame": (Painter, "count_frame"),
    "a key of the game": (KeyboardInput, "feed"),
    "the input thread": (KeyParser, "tick"),
    "the result": (Round, "result"),
    "a menu": (MenuScreen, "on_option_list_option_selected"),
}
"""What fails, by the name of the place."""


def keep_recordings(file: Path) -> None:
    """Write what was played to a file, at the end of a game."""
    result: Callable[[Round], Result] = Round.result

    def kept(played: Round) -> Result:
        found = result(played)
        file.write_text(found.recording.to_text())
        return found

    alter(Round, "result", kept)


def alter(owner: type, name: str, replacement: Callable[..., Any]) -> None:  # Any: whatever the original returns
    """Put something else in the place of a method."""
    setattr(owner, name, replacement)


if __name__ == "__main__":
    if where := os.environ.get("FAIL_IN"):
        alter(*FAILURES[where], fail)
    if name := os.environ.get("KEEP_RECORDING"):
        keep_recordings(Path(name))
    sys.exit(main())
