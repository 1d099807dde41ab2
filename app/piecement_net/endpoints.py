"""Endpoints: connections and listening sockets of every kind, opened by their addresses."""

import asyncio
import errno
import re
import socket
import ssl
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Final

from piecement_net.address import Address
from piecement_net.carriers import OPEN_S, Carrier, Listener, OnConnection
from piecement_net.errors import OnlineError
from piecement_net.limits import ServerLimits
from piecement_net.rate_limits import CostLedger
from piecement_net.streams import connect_stream, serve_stream

_DEFAULTS = ServerLimits()

_NOT_CONNECTED: Final = {
    errno.ECONNREFUSED: "nothing_listens",
    errno.ENOENT: "nothing_listens",
    errno.EHOSTUNREACH: "no_way",
    errno.ENETUNREACH: "no_way",
    socket.EAI_NONAME: "no_such_host",
}
_NOT_LISTENING: Final = {
    errno.EADDRINUSE: "listens_already",
    errno.EADDRNOTAVAIL: "foreign_address",
    socket.EAI_NONAME: "foreign_address",
    errno.EACCES: "may_not_listen",
}
"""Codes of the errors of connecting and of listening, by number of the system's error."""

_NUMBER: Final = re.compile(r"\[Errno (-?\d+)\]")
"""asyncio's format for the errors of several addresses, which a host name may have."""


async def connect(address: Address, limits: ServerLimits = _DEFAULTS, *, tls: ssl.SSLContext | None = None) -> Carrier:
    """Open a connection to a server. Raises `OnlineError` with the reason if it fails.

    `tls` is for `wss://` addresses, by default with the authorities that the system trusts.
    """
    try:
        async with asyncio.timeout(OPEN_S):
            if address.kind in ("tcp", "unix"):
                return await connect_stream(address, limits)
            carrier: Carrier = await _websocket(address).connect(address, limits, tls)
            return carrier
    except TimeoutError:
        raise OnlineError("no_answer", address=address, seconds=f"{OPEN_S:g}") from None
    except ssl.SSLCertVerificationError as error:
        raise OnlineError("untrusted", address=address, why=error.verify_message) from None
    except (ssl.SSLError, ConnectionResetError, EOFError):
        raise OnlineError("no_websocket" if address.kind in ("ws", "wss") else "no_tcp", address=address) from None
    except OSError as error:
        raise _online_error(error, _NOT_CONNECTED, "unreachable", address) from None


async def serve(
    address: Address,
    on_connection: OnConnection,
    ledger: CostLedger | None = None,
    *,
    tls: ssl.SSLContext | None = None,
    behind_proxy: bool = False,
) -> Listener:
    """Listen at an address, serving each connection in a task. Raises `OnlineError` if that fails.

    The ledger counts open sockets from their accept on, within its limits. With `behind_proxy`, the last address in
    `X-Forwarded-For` identifies a WebSocket client.
    """
    listener = Listener(on_connection, ledger or CostLedger(_DEFAULTS))
    if address.kind == "wss" and tls is None:
        raise OnlineError("no_certificate", address=address)
    try:
        if address.kind in ("tcp", "unix"):
            await serve_stream(address, listener)
        else:
            await _websocket(address).serve(address, listener, tls, behind_proxy=behind_proxy)
    except OSError as error:
        raise _online_error(error, _NOT_LISTENING, "cannot_listen", address) from None
    return listener


def _online_error(error: OSError, codes: Mapping[int, str], other: str, address: Address) -> OnlineError:
    """Return an error of the system as one with a code, of which `other` is the default."""
    found = _NUMBER.search(str(error))
    number = int(found[1]) if found else error.errno
    return OnlineError(codes.get(number or 0, other), address=address, why=error.strerror or error)


def server_tls(certificate: Path, key: Path) -> ssl.SSLContext:
    """Return the TLS context of a server, from two PEM files. Raises `OnlineError` if they cannot be used."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(certificate, key)
    except OSError as error:
        raise OnlineError("certificate", why=error.strerror or error) from None
    return context


def _websocket(address: Address) -> ModuleType:
    """Import the module that needs an optional package."""
    try:
        from piecement_net import websocket
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "websockets":
            raise
        raise OnlineError("no_websockets", address=address) from None
    return websocket
