"""A lock between processes, held through a file; it is free again when its process ends, however it ends."""

import os
import sys
from pathlib import Path
from threading import Event
from time import monotonic
from types import TracebackType
from typing import Final, Self

from piecement.storage.errors import StorageError

_PATIENCE_S: Final = 5.0
_PAUSE_S: Final = 0.01

if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class FileLock:
    """A lock on a file, which is made if it is missing. Use it with `with`, or `try_acquire` and `release`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None

    def __enter__(self) -> Self:
        """Wait for the lock a little. Raises `StorageError` when another process keeps it."""
        deadline = monotonic() + _PATIENCE_S
        while not self.try_acquire():
            if monotonic() > deadline:
                raise StorageError(f"Another copy of Piecement keeps {self.path} locked.")
            Event().wait(_PAUSE_S)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def try_acquire(self) -> bool:
        """Take the lock if it is free. Raises `StorageError` where no file can be made."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise StorageError(f"{self.path.parent} cannot be written to ({error.strerror}).") from error
        try:
            taken = _try_lock(handle)
        except OSError:  # a file system without locks: better unguarded than not at all
            taken = True
        if taken:
            self._handle = handle
        else:
            os.close(handle)
        return taken

    def release(self) -> None:
        """Give the lock back."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
