"""Listening sockets, whose connections are counted by address from accept to close."""

import asyncio
import socket
from typing import Any, Final

from piecement_net.address import Address
from piecement_net.network_clock import clock_ns
from piecement_net.rate_limits import CostLedger

_BACKLOG: Final = 100
_ACCEPTED: Final = 4
"""Maximum number of connections that a socket accepts in a turn of the event loop."""


class CountedSocket(socket.socket):
    """Listening socket that counts its connections by address.

    asyncio calls its `accept`, except on Windows: there connections count from their hello on.
    """

    def __init__(self, listening: socket.socket, ledger: CostLedger, *, behind_proxy: bool) -> None:
        """Replace a listening socket. Behind a proxy all connections have one address, so none is counted."""
        super().__init__(listening.family, listening.type, listening.proto, listening.detach())
        self._ledger: Final = ledger
        self._is_counting: Final = not behind_proxy
        self._taken = 0
        """Number of connections taken in the present turn of the event loop."""

    def accept(self) -> tuple[socket.socket, Any]:  # as in the standard library
        """Return the next connection within its address's share, closing all others.

        Raises `BlockingIOError` after `_ACCEPTED` in one turn of the event loop, as their handshakes follow together.
        """
        if self._taken >= _ACCEPTED:
            raise BlockingIOError
        while True:
            accepted, address = super().accept()
            payer = str(address[0]) if self._is_counting else ""
            is_taken = self._ledger.spend("accept", [payer], clock_ns()) and self._ledger.hold("socket", [payer])
            if is_taken:
                if not self._taken:
                    asyncio.get_running_loop().call_soon(self._begin_turn)
                self._taken += 1
                return _Accepted(accepted, self._ledger, payer), address
            self._ledger.refusals["too_many_connections"] += 1
            accepted.close()

    def _begin_turn(self) -> None:
        self._taken = 0


class _Accepted(socket.socket):
    """Accepted connection, which is counted until it is closed."""

    def __init__(self, accepted: socket.socket, ledger: CostLedger, payer: str) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self._ledger: Final = ledger
        self._payer = payer

    def close(self) -> None:
        super().close()
        self._ledger.release("socket", [self._payer])
        self._payer = ""


async def listening_sockets(at: Address, ledger: CostLedger, *, behind_proxy: bool = False) -> list[socket.socket]:
    """Return a listening socket for each address of a host. Raises `OSError`."""
    loop = asyncio.get_running_loop()
    infos = await loop.getaddrinfo(at.host, at.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    try:
        for family, *_, address in dict.fromkeys(infos):
            listening = socket.create_server(address, family=family, backlog=_BACKLOG)
            sockets.append(CountedSocket(listening, ledger, behind_proxy=behind_proxy))
    except OSError:
        for listening in sockets:
            listening.close()
        raise
    return sockets
