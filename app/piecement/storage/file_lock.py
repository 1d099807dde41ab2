"""A lock between processes, held through a file; it is free again when its process ends, however it ends."""

from contextlib import suppress
from errno import ENOLCK, ENOTSUP
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
        from filelock import FileLock as Lock  # noqa: PLC0415 - it takes a while
        from filelock import Timeout  # noqa: PLC0415 - as above

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
