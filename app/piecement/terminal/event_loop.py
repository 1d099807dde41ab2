"""The event loop that a terminal is read in."""

import asyncio
import selectors
import sys


def new_terminal_loop() -> asyncio.AbstractEventLoop:
    """Return an event loop that can wait for a terminal: kqueue, the default of macOS, refuses `/dev/tty` there."""
    if sys.platform == "darwin":
        return asyncio.SelectorEventLoop(selectors.SelectSelector())
    return asyncio.new_event_loop()
