"""Floods of one kind over many connections; run as a program, so that they take none of the time that is measured.

    python -m tests.app.server.floods KIND PORT PATH ADDRESSES

Each address, of those that mean this computer, holds as many connections as the server lets it, and renews each that is
cut. `PATH` is that of the WebSocket: `/` of a server, or that of a page with its token.
"""

import asyncio
import base64
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from websockets.frames import Frame, Opcode

from piecement_net.messages.base import Ping
from piecement_net.wire import encode
from tests.app.net.served import ROOT
from tests.app.server.virtual import HELLO
from tests.programs import environment

CONNECTIONS: Final = 10
"""Connections that each address tries to hold: more than it may."""
_MANY: Final = 4000
"""Frames, or lines, that are written at once."""
_AGAIN_S: Final = 0.05
_HELLO: Final = encode(HELLO)
_PING_LINES: Final = encode(Ping(c=1)) * _MANY


def _frames(opcode: Opcode, *, fin: bool = True) -> bytes:
    return Frame(opcode, b"", fin=fin).serialize(mask=True) * _MANY


_BEGUN: Final = Frame(Opcode.TEXT, b"{", fin=False).serialize(mask=True)
FRAMES: Final = {
    "ws_ping": (b"", _frames(Opcode.PING)),
    "ws_pong": (b"", _frames(Opcode.PONG)),
    "ws_fragment": (_BEGUN, _frames(Opcode.CONT, fin=False)),
    "ws_empty": (b"", _frames(Opcode.TEXT)),
}
"""Frames of each kind: what comes first, and what comes without end."""
KINDS: Final = (*FRAMES, "tcp_ping", "tcp_half_open", "tcp_silent", "ws_half_open", "ws_silent")

Flood = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, data: bytes) -> None:
    """Write without end, and read the replies."""

    async def write() -> None:
        while not writer.is_closing():
            writer.write(data)
            await writer.drain()

    writing = asyncio.create_task(write())
    try:
        while await reader.read(1 << 16):
            pass
    finally:
        writing.cancel()


def _flood(kind: str, path: str, origin: str) -> Flood:
    async def tcp(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if kind == "tcp_ping":
            writer.write(_HELLO)
            await _pour(reader, writer, _PING_LINES)
        elif kind == "tcp_half_open":
            writer.write(_HELLO[:-5])
        await reader.read()

    async def websocket(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET {path} HTTP/1.1\r\nHost: {origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            + ("Sec-WebSocket-Protocol: piecement.1\r\n" if path == "/" else f"Origin: http://{origin}\r\n")
        )
        writer.write(request.encode())
        if kind != "ws_half_open":
            writer.write(b"\r\n")
            await reader.readuntil(b"\r\n\r\n")
        if kind in FRAMES:
            first, frames = FRAMES[kind]
            writer.write((Frame(Opcode.TEXT, _HELLO.strip()).serialize(mask=True) if path == "/" else b"") + first)
            await _pour(reader, writer, frames)
        await reader.read()

    return tcp if kind.startswith("tcp") else websocket


async def _renew(flood: Flood, source: str, port: int) -> None:
    """Flood over one connection after another."""
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            try:
                await flood(reader, writer)
            finally:
                writer.transport.abort()
        await asyncio.sleep(_AGAIN_S)


async def run(kind: str, port: int, path: str, addresses: int) -> None:
    """Flood without end, after a word on standard output."""
    os.write(sys.stdout.fileno(), b"begun\n")
    flood = _flood(kind, path, f"127.0.0.1:{port}")
    sources = [f"127.0.0.{40 + number}" for number in range(addresses)]
    await asyncio.gather(*(_renew(flood, source, port) for source in sources for _ in range(CONNECTIONS)))


@asynccontextmanager
async def flooded(kind: str, port: int | None, path: str = "/", addresses: int = 8) -> AsyncGenerator[None]:
    """Flood a port of this computer for the duration of the block."""
    command = (sys.executable, "-m", "tests.app.server.floods", kind, str(port), path, str(addresses))
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, env=environment(), cwd=ROOT)
    assert process.stdout is not None
    await process.stdout.readline()
    try:
        yield
    finally:
        process.kill()
        await process.wait()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
