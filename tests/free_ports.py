"""Ports for servers that a test starts by number."""

import socket
from contextlib import ExitStack
from random import Random
from typing import Final

_PORTS: Final = range(10_000, 32_000)
"""Below those that systems give to connections and to servers that leave the choice to them.

One of those could be taken by any other program, or another test, until the server listens there.
"""


def free_port(count: int = 1) -> int:
    """Return a port at which nothing listens on this machine; with a count, the first of as many in a row."""
    dice = Random()
    while True:
        port = dice.choice(_PORTS)
        with ExitStack() as listening:
            try:
                for number in range(port, port + count):
                    listening.enter_context(socket.create_server(("127.0.0.1", number)))
            except OSError:
                continue
            return port
