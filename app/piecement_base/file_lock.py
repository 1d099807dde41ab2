"""Locks on files, by which processes take turns."""

from contextlib import suppress
from errno import ENOLCK, ENOTSUP
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from piecement_base.errors import StorageError
from piecement_base.language import _

if TYPE_CHECKING:
    from filelock import BaseFileLock

_PATIENCE_S: Final = 5.0
"""Maximum wait for a lock (s)."""
_PAUSE_S: Final = 0.01
"""Interval between attempts (s)."""
_NO_LOCKS: Final = frozenset({ENOLCK, ENOTSUP})
"""Error codes of file systems without locks."""


class FileLock:
    """Lock on a file, which is created if missing. Use it by `with`, or by `try_acquire` and `release`."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self._lock: BaseFileLock | None = None

    def __enter__(self) -> Self:
        """Wait for the lock for a few seconds. Raises `StorageError` if another process still holds it."""
        if not self.try_acquire(_PATIENCE_S):
            raise StorageError(_("Another copy of Piecement is using {path}."), path=self.path)
        return self

    def __exit__(self, *raised: object) -> None:
        self.release()

    def try_acquire(self, patience_s: float = 0) -> bool:
        """Acquire the lock if it is free, or becomes free in time. Raises `StorageError` if it cannot be created."""
        import filelock  # slow to import

        lock = filelock.FileLock(self.path, timeout=patience_s, poll_interval=_PAUSE_S, thread_local=False)
        try:
            lock.acquire()
        except filelock.Timeout:
            return False
        except OSError as error:
            if error.errno not in _NO_LOCKS:  # saving without a lock is better than not saving
                place = self.path if self.path.exists() else self.path.parent
                raise StorageError(
                    _("{path} cannot be written to ({strerror})."), path=place, strerror=error.strerror
                ) from error
        else:
            self._lock = lock
        return True

    def release(self) -> None:
        if self._lock is not None:
            with suppress(OSError):
                self._lock.release()
            self._lock = None
