"""End of a Windows console: closed window, logoff or shutdown."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

ENDINGS: Final[dict[int, int]] = {1: 128 + 2, 2: 128 + 1, 5: 128 + 15, 6: 128 + 15}
"""Exit status by control event, as for the corresponding POSIX signal: SIGINT for Ctrl+Break, SIGHUP for a closed
window, SIGTERM for logoff and shutdown.
"""

DEADLINE_S: Final = 4.5
"""Maximum wait for the end (s); Windows kills a program 5 seconds after the event."""

ControlHandler = Callable[[int], bool]
"""Handler of control events in a thread of Windows; it returns whether the event was handled."""

SetHandler = Callable[[ControlHandler], None]
"""Function that adds a handler to the process."""


@dataclass
class ConsoleClose:
    """Ends the program in an orderly way before Windows kills it.

    Windows kills the process as soon as a handler returns, so the handler waits until everything is stored and the
    process has ended by itself.
    """

    _set_handler: SetHandler
    _end: Callable[[int], None]
    """Receives the exit status, in the thread of the handler."""
    wait_s: float = DEADLINE_S
    _is_set: bool = False

    def handle(self) -> None:
        if not self._is_set:
            self._is_set = True
            self._set_handler(self._on_event)

    def _on_event(self, event: int) -> bool:
        status = ENDINGS.get(event)
        if status is None:
            return False
        self._end(status)
        threading.Event().wait(self.wait_s)
        return True
