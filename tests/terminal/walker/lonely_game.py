"""The real program on a machine without a network, which writes where it is when it is asked by a signal."""

import errno
import faulthandler
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Final, NoReturn

from piecement.__main__ import main

STACKS: Final = "stacks"
"""The file in the program's folder that says what each thread did."""


def refuse(*_: object, **__: object) -> NoReturn:
    """Fail as a system does that has no network."""
    raise OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))


def know_nobody(*_: object, **__: object) -> NoReturn:
    """Fail as a system does that knows no names."""
    raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")


def main_alone() -> int:
    """Run the program."""
    for name in ("connect", "connect_ex", "sendto", "sendmsg"):
        setattr(socket.socket, name, refuse)
    socket.getaddrinfo = know_nobody
    stacks = Path(STACKS).open("w")  # noqa: SIM115 - it is written to up to the last moment
    faulthandler.register(signal.SIGUSR1, stacks, all_threads=True)
    return main()


if __name__ == "__main__":
    sys.exit(main_alone())
