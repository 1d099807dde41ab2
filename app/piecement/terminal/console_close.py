"""The end of a Windows console: its window closed, the player logged off, the computer shut down."""

import threading
from collections.abc import Callable
from typing import Final

ENDINGS: Final[dict[int, int]] = {
    1: 128 + 2,
    2: 128 + 1,
    5: 128 + 15,
    6: 128 + 15,
}
"""The control events that end a program, and the exit status of the signal that each is like elsewhere: Ctrl+Break
SIGINT, a closed window SIGHUP, the end of a session and a shutdown SIGTERM."""

DEADLINE_S: Final = 4.5
"""How long to wait for the end: Windows ends a program 5 seconds after the event."""

ControlHandler = Callable[[int], bool]
"""What Windows calls with a control event, in a thread of its own; true if the event was dealt with."""

SetHandler = Callable[[ControlHandler], None]
"""Adds a handler to those of the process."""


class ConsoleClose:
    """Ends the program in its own way when Windows is about to end it.

    Windows ends the process as soon as a handler returns, so the handler waits until all is stored and the process is
    gone by itself. So what is being stored is stored whole.
    """

    def __init__(self, set_handler: SetHandler, end: Callable[[int], None], wait_s: float = DEADLINE_S) -> None:
        """Prepare; `end` is given the exit status, in the thread of the handler."""
        self._set_handler = set_handler
        self._end = end
        self._wait_s = wait_s
        self._is_set = False

    def handle(self) -> None:
        if not self._is_set:
            self._is_set = True
            self._set_handler(self._on_event)

    def _on_event(self, event: int) -> bool:
        status = ENDINGS.get(event)
        if status is None:
            return False
        self._end(status)
        threading.Event().wait(self._wait_s)
        return True
