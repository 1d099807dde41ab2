"""Ticket of a network match, with which a killed program returns to its seat.

Only one copy of the program has a ticket at a time, held by a lock: one that finds the lock free finds the ticket of a
copy that is no more.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from piecement.storage.atomic_file import write_atomically
from piecement.storage.errors import StorageError
from piecement.storage.file_lock import FileLock
from piecement_engine.json_values import as_object, read_json

_LONGEST: Final = 4096
"""Maximum size of the file (bytes)."""


class MatchTicket(NamedTuple):
    """Address of a server, and the secret of a seat there."""

    address: str
    session: str
    key: str


class MatchTicketFile:
    """File of the ticket. Its errors are ignored, as the match merely cannot be resumed then."""

    def __init__(self, folder: Path) -> None:
        self._path: Final = folder / "match_ticket.json"
        self._lock: Final = FileLock(folder / "match_ticket.lock")
        self._is_held = False

    def take(self) -> MatchTicket | None:
        """Return the ticket of a copy that has ended, and hold it from now on."""
        if not self._path.exists() or not self._hold():
            return None
        try:
            with self._path.open("rb") as file:
                given = as_object(read_json(file.read(_LONGEST).decode(errors="replace")), "it is no ticket")
            return MatchTicket(*map(str, (given["address"], given["session"], given["key"])))
        except (OSError, ValueError, KeyError):
            return None

    def keep(self, ticket: MatchTicket) -> None:
        """Write the ticket down, unless another copy of the program has one."""
        if self._hold():
            with suppress(StorageError):
                write_atomically(self._path, json.dumps(ticket._asdict()).encode())

    def drop(self) -> None:
        """Delete the ticket: nobody is to come back."""
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
