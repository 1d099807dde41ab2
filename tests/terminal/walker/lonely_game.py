"""The real program on a machine without a network, which writes down how it failed, and where it is when asked.

A traceback in a terminal of five columns is none that can be read.
"""

import asyncio
import errno
import faulthandler
import os
import signal
import socket
import sys
import traceback
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

from rich.traceback import Traceback

from piecement.__main__ import main

STACKS: Final = "stacks"
"""The file in the program's folder that says how it failed, and what each thread does."""


def refuse(*_: object, **__: object) -> NoReturn:
    """Fail as a system does that has no network."""
    raise OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))


def know_nobody(*_: object, **__: object) -> NoReturn:
    """Fail as a system does that knows no names."""
    raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")


def write_tracebacks(file: TextIO) -> None:
    """Write each traceback that is shown to a file as well, as Python writes it."""
    shown = Traceback.__init__

    def written(self: Traceback, *given: Any, **named: Any) -> None:  # Any: handed on
        traceback.print_exc(file=file)
        file.flush()
        shown(self, *given, **named)

    setattr(Traceback, "__init__", written)  # noqa: B010 - no checker likes to assign a method


def write_tasks(file: TextIO) -> None:
    """Write what each task of the event loop waits for, as the stack of the thread does not say it."""
    for task in asyncio.all_tasks(asyncio.get_running_loop()):
        waits: Any = task.get_coro()  # Any: a coroutine, or whatever one awaits
        while (frame := getattr(waits, "cr_frame", None)) is not None:
            file.write(f"{task.get_name()}: {frame.f_code.co_name}, line {frame.f_lineno}\n")
            waits = waits.cr_await
    file.flush()


def main_alone() -> int:
    """Run the program."""
    for name in ("connect", "connect_ex", "sendto", "sendmsg"):
        setattr(socket.socket, name, refuse)
    socket.getaddrinfo = know_nobody
    stacks = Path(STACKS).open("w")  # noqa: SIM115 - it is written to up to the last moment

    def write(_number: int, _frame: object) -> None:
        write_tasks(stacks)

    signal.signal(signal.SIGUSR1, write)
    faulthandler.register(signal.SIGUSR1, stacks, all_threads=True, chain=True)
    write_tracebacks(stacks)
    return main()


if __name__ == "__main__":
    sys.exit(main_alone())
