"""Exports of accounts: each is written once, in pieces, to an anonymous file, and sent from there."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import IO, Final

from piecement_engine.rules.timing import SECOND
from piecement_net.messages.accounts import Export
from piecement_net.network_clock import clock_ns
from piecement_server.store.accounts import Account
from piecement_server.store.store_thread import StoreThread

EXPORT_PART: Final = 100_000
"""Maximum length of a part of an export (characters)."""
MOST_EXPORTS: Final = 16
"""Maximum number of exports, unless all of them are being read."""
FRESH_NS: Final = 60 * SECOND
"""Time for which an export is read again instead of being made anew (ns)."""


@dataclass(eq=False)
class _ExportFile:
    """Export of an account."""

    made_ns: int
    content: IO[bytes] = field(default_factory=TemporaryFile)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the export is written or read."""
    readers: int = 0
    """Number of requests that hold the lock or wait for it."""
    length: int | None = None
    """Length of the export, which is ASCII (bytes), or None until it is written."""


class AccountExports:
    """Exports of the last minute, by account."""

    def __init__(self, stores: StoreThread, clock: Callable[[], int] = clock_ns) -> None:
        self._stores: Final = stores
        self._clock: Final = clock
        self._files: Final[dict[str, _ExportFile]] = {}

    async def part(self, account: Account, after: int) -> Export:
        """Return a part of an export. Raises `StorageError`."""
        self._forget_old(account.id)
        file = self._files.get(account.id)
        if file is None:
            file = self._files[account.id] = _ExportFile(self._clock())
        file.readers += 1
        try:
            async with file.lock:
                if file.length is None:
                    file.content.seek(0)
                    file.content.truncate()  # an attempt that failed may have written more
                    async for piece in self._stores.pieces(lambda stores: stores.accounts.export(account)):
                        file.content.write(piece.encode())
                    file.length = file.content.tell()
                file.content.seek(min(after, file.length))
                return Export(after=after, length=file.length, text=file.content.read(EXPORT_PART).decode())
        finally:
            file.readers -= 1

    def close(self) -> None:
        for file in self._files.values():
            file.content.close()
        self._files.clear()

    def _forget_old(self, asking: str) -> None:
        """Drop exports that nobody reads, if they are old, or to make a place for that of an account without one."""
        now_ns, needs_place = self._clock(), asking not in self._files
        for account, file in list(self._files.items()):
            is_old = now_ns - file.made_ns > FRESH_NS
            if not file.readers and (is_old or (needs_place and len(self._files) >= MOST_EXPORTS)):
                self._files.pop(account).content.close()
