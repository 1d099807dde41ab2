"""The program that serves: opens the store, listens, and drains when it is told to end."""

import asyncio
import signal
import ssl
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Final

from piecement.online.address import Address
from piecement.online.carriers import serve
from piecement.online.limits import Limits
from piecement.online.lobby import MOST_ROOMS, Lobby
from piecement.online.round_clock import clock_ns
from piecement.online.sessions import Sessions
from piecement.server.hub import Hub
from piecement.server.log import Log
from piecement.server.match_store import MatchStore
from piecement.server.match_writer import MatchWriter
from piecement.server.reports import Reports
from piecement.server.status import serve_status, status_of
from piecement.storage.file_lock import FileLock
from piecement.storage.errors import StorageError

_NS_PER_MS: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """What a server is started with."""

    addresses: Sequence[Address]
    """Where it listens."""
    folder: Path
    """Where its matches lie."""
    name: str = "Piecement"
    greeting: str = ""
    limits: Limits = Limits()
    most_rooms: int = MOST_ROOMS
    tls: ssl.SSLContext | None = None
    """For `wss://` addresses."""
    behind_proxy: bool = False
    patience_s: float = 600.0
    """How long matches may go on after it is told to end."""
    log_level: str = "warning"
