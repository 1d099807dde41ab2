"""Status of a server: a unix socket in its folder, which replies with one JSON object."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from piecement.server.hub import Hub
from piecement_engine.rules.timing import SECOND

NAME: Final = "status.sock"
"""File name of the socket."""

Status = dict[str, Any]  # a JSON object has values of any JSON type


def snapshot(hub: Hub, server: str, now_ns: int) -> Status:
    """Return the current status of a server."""
    return {
        "server": server,
        "pid": os.getpid(),
        "up_s": (now_ns - hub.begun_ns) // SECOND,
        "connections": hub.connections,
        "rounds": hub.rounds,
        "stored_bytes": hub.dispatcher.stored_bytes,
        "database_bytes": hub.database_bytes,
        "store_queue": hub.stores.waiting,
        "loop_lag_s": hub.lag_ns / SECOND,
        "longest_wait_s": hub.dispatcher.match_maker.longest_wait_ns(now_ns) / SECOND,
        "refusals": dict(sorted(hub.ledger.refusals.items())),
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
    """Serve the status at the private socket of a folder. Windows has no unix sockets, and so no status."""
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


async def request_status(folder: Path) -> Status:
    """Return the status of the server of a folder. Raises `OSError` if no server runs there."""
    if sys.platform == "win32":
        raise OSError("this system has no unix sockets")
    reader, writer = await asyncio.open_unix_connection(folder / NAME)
    try:
        status: Status = json.loads(await reader.read())
    finally:
        writer.close()
    return status
