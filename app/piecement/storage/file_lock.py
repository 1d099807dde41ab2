"""Locks of files, and running copies of the program."""

from contextlib import suppress
from errno import ENOLCK, ENOTSUP
from os import urandom
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from piecement.language import _
from piecement.storage.errors import StorageError

if TYPE_CHECKING:
    from filelock import BaseFileLock

_PATIENCE_S: Final = 5.0
_PAUSE_S: Final = 0.01
_NO_LOCKS: Final = frozenset({ENOLCK, ENOTSUP})
"""Error codes of file systems without locks."""


class FileLock:
    """A lock on a file, which is made if it is missing. Use it with `with`, or `try_acquire` and `release`."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self._lock: BaseFileLock | None = None

    def __enter__(self) -> Self:
        """Wait for the lock a little. Raises `StorageError` when another process holds it."""
        if not self.try_acquire(_PATIENCE_S):
            raise StorageError(_("Another copy of Piecement is using {path}.").format(path=self.path))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def try_acquire(self, patience_s: float = 0) -> bool:
        """Acquire the lock if it is free, or gets free in time. Raises `StorageError` where no file can be made."""
        from filelock import FileLock as Lock  # it takes a while
        from filelock import Timeout

        lock = Lock(self.path, timeout=patience_s, poll_interval=_PAUSE_S, thread_local=False)
        try:
            lock.acquire()
        except Timeout:
            return False
        except OSError as error:
            if error.errno not in _NO_LOCKS:  # better unguarded than not at all
                raise StorageError(
                    _("{path} cannot be written to ({strerror}).").format(
                        path=self.path.parent, strerror=error.strerror
                    )
                ) from error
        else:
            self._lock = lock
        return True

    def release(self) -> None:
        if self._lock is not None:
            with suppress(OSError):
                self._lock.release()
            self._lock = None


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
