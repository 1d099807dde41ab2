"""The event loop that a terminal is read in."""

import asyncio
import selectors
import sys
from collections.abc import Coroutine


def run_in_terminal_loop(main: Coroutine[object, object, object]) -> None:
    """Run a coroutine in a loop that can wait for a terminal: kqueue, the default of macOS, refuses `/dev/tty`."""
    with asyncio.Runner(loop_factory=_new_loop) as runner:
        runner.run(main)


def _new_loop() -> asyncio.AbstractEventLoop:
    if sys.platform == "darwin":
        return asyncio.SelectorEventLoop(selectors.SelectSelector())
    return asyncio.new_event_loop()
