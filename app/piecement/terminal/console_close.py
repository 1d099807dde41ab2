"""End of a Windows console: closed window, logoff or shutdown."""

import threading
from collections.abc import Callable
from typing import Final

ENDINGS: Final[dict[int, int]] = {1: 128 + 2, 2: 128 + 1, 5: 128 + 15, 6: 128 + 15}
"""Exit status by control event, as for the corresponding POSIX signal: SIGINT for Ctrl+Break, SIGHUP for a closed
window, SIGTERM for logoff and shutdown.
"""

DEADLINE_S: Final = 4.5
"""Maximum wait for the end (s); Windows kills a program 5 seconds after the event."""

ControlHandler = Callable[[int], bool]
"""Handler of control events in a thread of Windows; it returns whether the event was handled."""


def handle_close(set_handler: Callable[[ControlHandler], None], end: Callable[[int], None]) -> None:
    """Add a handler to the process that ends the program in an orderly way before Windows kills it.

    Windows kills the process as soon as a handler returns, so the handler waits until everything is stored and the
    process has ended by itself. `end` receives the exit status, in the thread of the handler.
    """

    def on_event(event: int) -> bool:
        if event not in ENDINGS:
            return False
        end(ENDINGS[event])
        threading.Event().wait(DEADLINE_S)
        return True

    set_handler(on_event)
