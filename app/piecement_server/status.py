"""Status of a server: its state as a JSON object, for `--status` and the metrics."""

import os
from collections.abc import Sequence

from piecement_engine.rules.timing import SECOND
from piecement_net.control_socket import Status
from piecement_server.hub import Hub


def snapshot(hub: Hub, server: str, addresses: Sequence[str], now_ns: int) -> Status:
    """Return the current status of a server."""
    return {
        "server": server,
        "addresses": list(addresses),
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
        "rooms": rooms_of(hub),
    }


def rooms_of(hub: Hub) -> list[Status]:
    """Return the status of each room, private ones included."""
    return [
        {
            "id": room.id,
            "name": room.opened.name,
            "state": room.line().state,
            "players": [player.name for player in room.players],
            "watchers": room.line().watchers,
        }
        for room in hub.lobby.rooms
    ]
