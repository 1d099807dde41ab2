"""Ticket of a match: the seat at a server to which a player can return.

Only one copy of the program has a ticket at a time, held by a lock: if the lock is free, the ticket is that of a copy
that has ended.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from piecement_base.atomic_file import write_atomically
from piecement_base.errors import StorageError
from piecement_base.file_lock import FileLock

_LONGEST: Final = 4096
"""Maximum size of the file (bytes)."""


class MatchTicket(NamedTuple):
    """Address of a server, and the secret of a seat there."""

    address: str
    session: str
    key: str


_TICKET: Final = TypeAdapter(MatchTicket)


class MatchTicketFile:
    """File of the ticket. Its errors are ignored, as the match merely cannot be resumed then."""

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        self._lock: Final = FileLock(path.with_suffix(".lock"))
        self._is_held = False

    def claim(self) -> MatchTicket | None:
        """Return the ticket of a copy that has ended, and hold it from now on."""
        if not self._path.exists() or not self._hold():
            return None
        try:
            with self._path.open("rb") as file:
                return _TICKET.validate_json(file.read(_LONGEST))
        except (OSError, ValidationError):
            return None

    def write(self, ticket: MatchTicket) -> None:
        """Write the ticket down, unless another copy of the program has one."""
        if self._hold():
            with suppress(StorageError):
                write_atomically(self._path, json.dumps(ticket._asdict()).encode())

    def drop(self) -> None:
        """Delete the ticket: the seat is given up."""
        if self._is_held:
            with suppress(OSError):
                self._path.unlink()
            self.release()

    def release(self) -> None:
        """Release the ticket for the next copy of the program."""
        if self._is_held:
            self._is_held = False
            self._lock.release()

    def _hold(self) -> bool:
        if not self._is_held:
            with suppress(StorageError):
                self._is_held = self._lock.try_acquire()
        return self._is_held
