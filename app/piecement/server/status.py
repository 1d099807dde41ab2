"""The status of a server: a unix socket in its data folder answers each connection with one JSON object."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from piecement.server.hub import Hub

NAME: Final = "status.sock"
"""The name of the socket in the data folder."""

Status = dict[str, Any]  # a JSON object has values of any JSON type


def status_of(hub: Hub, server: str, now_ns: int) -> Status:
    """Return what a server is doing."""
    return {
        "server": server,
        "pid": os.getpid(),
        "up_s": (now_ns - hub.begun_ns) // 1_000_000_000,
        "connections": hub.connections,
        "rounds": hub.rounds,
        "rooms": [
            {
                "id": room.id,
                "name": room.opened.name,
                "state": room.line().state,
                "players": [player.name for player in room.players],
                "watchers": room.line().watchers,
            }
            for room in hub.lobby.rooms
        ],
    }


@asynccontextmanager
async def serving_status(folder: Path, status: Callable[[], Status]) -> AsyncGenerator[None]:
    """Answer at the socket of a data folder, which nobody else can open. Windows has none, and so no status."""
    if sys.platform == "win32":
        yield
        return
    path = folder / NAME
    path.unlink(missing_ok=True)

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(json.dumps(status()).encode() + b"\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_unix_server(answer, path)
    path.chmod(0o600)
    try:
        yield
    finally:
        server.close()
        path.unlink(missing_ok=True)


async def ask_status(folder: Path) -> Status:
    """Return the status of the server of a data folder. Raises `OSError` where none runs."""
    if sys.platform == "win32":
        raise OSError("this system has no unix sockets")
    reader, writer = await asyncio.open_unix_connection(folder / NAME)
    try:
        status: Status = json.loads(await reader.read())
    finally:
        writer.close()
    return status
