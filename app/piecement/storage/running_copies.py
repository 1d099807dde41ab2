"""Running copies of the program: each has a lock on a file, as long as it runs."""

from contextlib import suppress
from os import urandom
from pathlib import Path
from typing import Final

from piecement_base.errors import StorageError
from piecement_base.file_lock import FileLock

_PATIENCE_S: Final = 1.0
"""Time limit for another copy that looks at the file of a new one (s)."""


class RunningCopy:
    """One running copy of the program."""

    def __init__(self, folder: Path | None) -> None:
        """Register this process; without a folder it is invisible to others."""
        self.name: Final = urandom(6).hex()
        self._folder: Final = folder
        self._lock: FileLock | None = None
        if folder is not None:
            self._lock = FileLock(folder / f"{self.name}.lock")
            self._lock.try_acquire(_PATIENCE_S)

    def is_alive(self, name: str) -> bool:
        """Return whether the copy with a name is running."""
        return name == self.name or (self._folder is not None and _runs(self._folder / f"{name}.lock"))

    def end(self) -> None:
        if self._lock is not None:
            _remove(self._lock)


def any_running_copy(folder: Path) -> bool:
    """Return whether any copy with a lock in a folder is running."""
    with suppress(OSError):
        return any(_runs(file) for file in folder.glob("*.lock"))
    return False


def _runs(file: Path) -> bool:
    """Return whether the process that locked a file runs; remove the file of one that has ended."""
    if not file.exists():
        return False
    lock = FileLock(file)
    try:
        if not lock.try_acquire():
            return True
    except StorageError:
        return False
    _remove(lock)
    return False


def _remove(lock: FileLock) -> None:
    """Delete the file of a held lock and release it, in the order that the system allows."""
    with suppress(OSError):
        lock.path.unlink()
    lock.release()
    with suppress(OSError):
        lock.path.unlink()
