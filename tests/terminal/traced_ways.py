"""Modules on the ways through the running program, seen by a profile hook.

A key is followed from its bytes to the frame that was written for it, a finished game from its end to the row in the
database, and a setting from its arrow key to the written file. A way may have several stretches, with a timer between.
Imports on the way are not counted, and neither is what a message about new settings causes.
"""

import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

KEY: Final = "key"
GAME: Final = "game"
SETTING: Final = "setting"

Place = tuple[str, str]
"""Module and name of a function."""


class Stretch(NamedTuple):
    """Part of a way: from the call of one function to the return of another."""

    first: Place
    last: Place
    is_call: bool = True
    """Whether it ends within the first function; otherwise another thread goes on."""


class Way(NamedTuple):
    """Modules on a way, in the order in which they were first entered."""

    name: str
    modules: tuple[str, ...]
    is_disturbed: bool
    """Whether a frame was drawn meanwhile."""


_WAYS: Final = {
    KEY: (
        Stretch(
            ("piecement.terminal.posix_driver", "_read_input"),
            ("piecement.terminal.frame_driver", "write"),
            is_call=False,
        ),
    ),
    GAME: (Stretch(("piecement.ui.game.running_screen", "_check_end"), ("piecement.storage.games", "add")),),
    SETTING: (
        Stretch(("piecement.ui.widgets.settings_list", "action_step"), ("piecement.ui.live_settings", "apply")),
        Stretch(("piecement.ui.live_settings", "write"), ("piecement_base.atomic_file", "write_atomically")),
    ),
}
_ASIDE: Final[frozenset[Place]] = frozenset({("piecement.ui.live_settings", "publish")})
_FRAME: Final[Place] = ("piecement.ui.game.running_screen", "_frame")
_ANSWER: Final[Place] = ("piecement.ui.game.running_screen", "apply_key")
_IMPORT: Final = "<module>"
_OURS: Final = ("piecement.", "piecement_base.", "piecement_engine.")


class _Walk:
    """A way that is being followed."""

    def __init__(self, name: str) -> None:
        self.name: Final = name
        self.modules: dict[str, None] = {}
        self.is_disturbed = False
        self.is_on = False
        self.left = list(_WAYS[name])

    def enter(self, place: Place, drawing: Place | None) -> None:
        """Follow a call, while a frame or the answer to a key is drawn or neither."""
        if place == self.left[0].first and not (self.is_on and self.left[0].is_call):
            if not self.left[0].is_call:  # keys that caused no frame are forgotten when the next ones are read
                self.modules.clear()
            self.is_on, self.is_disturbed = True, drawing is not None
        if self.is_on:
            self.modules[place[0]] = None
            self.is_disturbed |= drawing == _FRAME

    def leave(self, place: Place) -> bool:
        """Return whether this is the end of the way."""
        if not self.is_on:
            return False
        stretch = self.left[0]
        if place == stretch.last:
            self.is_on = False
            del self.left[0]
        elif place == stretch.first and stretch.is_call:
            self.is_on = False
            self.modules.clear()
        return not self.left


class _Tracer:
    def __init__(self, file: Path) -> None:
        self._file: Final = file
        self._walks = {name: _Walk(name) for name in _WAYS}
        self._thread = threading.local()
        self._drawing: Place | None = None

    def hook(self, frame: FrameType, event: str, _: Any) -> None:  # Any: what is returned
        if event not in {"call", "return"}:
            return
        place = frame.f_globals.get("__name__", ""), frame.f_code.co_name
        depth: int = getattr(self._thread, "depth", 0)
        if place[1] == _IMPORT or place in _ASIDE:
            self._thread.depth = depth + (1 if event == "call" else -1)
        if place in {_FRAME, _ANSWER}:
            self._drawing = place if event == "call" else None
        if depth or not place[0].startswith(_OURS):
            return
        for name, walk in self._walks.items():
            if event == "call":
                walk.enter(place, self._drawing)
            elif walk.leave(place):
                self._walks[name] = _Walk(name)
                with self._file.open("a") as file:
                    file.write(json.dumps(Way(name, tuple(walk.modules), walk.is_disturbed)) + "\n")


def trace(file: Path) -> None:
    """Append each way to a file from now on, in this thread and in all that start from now on."""
    hook: Callable[[FrameType, str, Any], None] = _Tracer(file).hook
    threading.setprofile(hook)
    sys.setprofile(hook)


def traced(file: Path, name: str) -> Iterator[Way]:
    """Yield the ways of a name that were followed so far."""
    for line in file.read_text().splitlines() if file.exists() else ():
        way, modules, is_disturbed = json.loads(line)
        if way == name:
            yield Way(way, tuple(modules), is_disturbed)
