"""Listening sockets that count connections from accept to close, before any handshake of a carrier."""

import asyncio
import socket
from collections.abc import Sequence
from typing import Any, Final

from piecement.net.cost_ledger import Cost, CostLedger

_BACKLOG: Final = 100


class CountedSocket(socket.socket):
    """Listening socket that counts its connections by address.

    asyncio calls its `accept`, except on Windows: there connections count from their hello on.
    """

    def __init__(self, listening: socket.socket, ledger: CostLedger, *, behind_proxy: bool) -> None:
        """Take over a listening socket. Behind a proxy all connections have one address, so none is counted."""
        super().__init__(listening.family, listening.type, listening.proto, listening.detach())
        self._ledger: Final = ledger
        self._is_counting: Final = not behind_proxy

    def accept(self) -> tuple[socket.socket, Any]:  # as in the standard library
        """Return the next connection within its address's share, closing all others."""
        while True:
            accepted, address = super().accept()
            payer = str(address[0]) if self._is_counting else ""
            if self._ledger.hold(Cost.SOCKET, [payer]):
                return _Accepted(accepted, self._ledger, payer), address
            accepted.close()


class _Accepted(socket.socket):
    def __init__(self, accepted: socket.socket, ledger: CostLedger, payer: str) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self._ledger: Final = ledger
        self._payer = payer

    def close(self) -> None:
        super().close()
        self._ledger.release(Cost.SOCKET, [self._payer])
        self._payer = ""


async def listening_sockets(
    host: str, port: int, ledger: CostLedger, *, behind_proxy: bool = False
) -> Sequence[socket.socket]:
    """Return a listening socket for each address of a host. Raises `OSError`."""
    loop = asyncio.get_running_loop()
    infos = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
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
