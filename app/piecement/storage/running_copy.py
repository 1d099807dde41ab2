"""Running copies of the program, each with a lock on a file."""

from contextlib import suppress
from os import urandom
from pathlib import Path
from typing import Final

from piecement.storage.atomic_file import FileLock
from piecement.storage.errors import StorageError


class RunningCopy:
    """One running copy of the program."""

    def __init__(self, folder: Path | None) -> None:
        """Register this process; without a folder it is invisible to others."""
        self.name: Final = urandom(6).hex()
        self._folder: Final = folder
        self._lock: FileLock | None = None
        if folder is not None:
            self._lock = FileLock(self._file(folder, self.name))
            self._lock.try_acquire()

    def is_alive(self, name: str) -> bool:
        """Return whether the copy with a name is running."""
        return name == self.name or (self._folder is not None and _is_locked(self._file(self._folder, name)))

    def end(self) -> None:
        if self._lock is not None:
            _remove(self._lock)

    @staticmethod
    def _file(folder: Path, name: str) -> Path:
        return folder / f"{name}.lock"


def any_running_copy(folder: Path) -> bool:
    """Return whether any copy with a lock in a folder is running."""
    with suppress(OSError):
        return any(_is_locked(file) for file in folder.glob("*.lock"))
    return False


def _is_locked(file: Path) -> bool:
    """Return whether a file is locked; otherwise remove it, as its process has ended."""
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
