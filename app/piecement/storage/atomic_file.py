"""Files written by one process at a time: atomic writes, and locks.

A file always has either its old or its new content, whole.

Only a regular file, or nothing, is replaced. A device, a pipe or a terminal is opened and written.
"""

import os
import re
import stat
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from errno import ENOLCK, ENOSYS, ENOTSUP
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import BinaryIO, Final, Self

from piecement.language import _
from piecement.storage.errors import StorageError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_PUBLIC: Final = 0o666
_PRIVATE: Final = 0o600
"""Permissions of a new file, before the mask of the process."""

_OPEN_FILE: Final = re.compile(r"(?:/dev|/proc/self)/(?:fd/([0-9]{1,9})|stdout|(stderr))")
"""The names of what this process has open; others, opened by name, would write over each other."""


def write_atomically(path: Path, content: bytes, *, is_private: bool = False) -> None:
    """Replace the content of a file, creating it and its folder if needed. Raises `StorageError`.

    Only one process may write a file at a time. A private one can be read by nobody else, at no moment.
    """
    with written_atomically(path, is_private=is_private) as file:
        file.write(content)


@contextmanager
def written_atomically(path: Path, *, is_private: bool = False) -> Generator[BinaryIO, None, None]:
    """Open a file to be written as `write_atomically` does; left by an exception, all is as it was."""
    if is_stream(path):
        with _explaining(path), _opened(path) as file:
            yield file
        return
    target = Path(os.path.realpath(path))  # a link stays a link: people keep their settings elsewhere
    temporary = target.with_name(f".{target.name}.new")
    with _explaining(path):
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            temporary.unlink(missing_ok=True)
            temporary.touch(mode=_PRIVATE if is_private else _PUBLIC)
            with temporary.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if not is_private:
                with suppress(FileNotFoundError):
                    temporary.chmod(target.stat().st_mode)
            temporary.replace(target)
        finally:
            with suppress(OSError):
                temporary.unlink()
        _settle_folder(target.parent)


def is_stream(path: Path) -> bool:
    """Return whether a path leads to a device, a pipe, a terminal or what this process has open."""
    return _OPEN_FILE.fullmatch(str(path)) is not None or is_special(path)


def is_special(path: Path) -> bool:
    """Return whether there is something at a path that is neither a regular file nor a folder."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):  # nothing, or nothing that may be looked at
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


@contextmanager
def _explaining(path: Path) -> Generator[None, None, None]:
    try:
        yield
    except OSError as error:
        raise StorageError(_("{path} cannot be written ({strerror})."), path=path, strerror=error.strerror) from error


def _opened(path: Path) -> BinaryIO:
    """Return a stream to be written to."""
    found = _OPEN_FILE.fullmatch(str(path))
    if found is None:
        return path.open("wb")
    return os.fdopen(os.dup(int(found[1] or (2 if found[2] else 1))), "wb")


def _settle_folder(folder: Path) -> None:
    """See the renaming on the disk, where folders can be asked to."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_PATIENCE_S: Final = 5.0
_PAUSE_S: Final = 0.01
_NO_LOCKS: Final = frozenset({ENOLCK, ENOSYS, ENOTSUP})
"""Error codes of file systems without locks."""


class FileLock:
    """A lock on a file, which is made if it is missing. Use it with `with`, or `try_acquire` and `release`."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self._handle: int | None = None

    def __enter__(self) -> Self:
        """Wait for the lock a little. Raises `StorageError` when another process holds it."""
        if not self.try_acquire(_PATIENCE_S):
            raise StorageError(_("Another copy of Piecement is using {path}."), path=self.path)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def try_acquire(self, patience_s: float = 0) -> bool:
        """Acquire the lock if it is free, or gets free in time. Raises `StorageError` where no file can be made."""
        end = monotonic() + patience_s
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            while not (is_locked := self._try_once()) and monotonic() < end:
                sleep(_PAUSE_S)
        except OSError as error:
            raise StorageError(
                _("{path} cannot be written to ({strerror})."), path=self.path.parent, strerror=error.strerror
            ) from error
        return is_locked

    def release(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            with suppress(OSError):
                _unlock(handle)
            os.close(handle)

    def _try_once(self) -> bool:
        """Lock the file if it is free, and return whether that succeeded."""
        is_locked = False
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, _PUBLIC)
        try:
            is_locked = _try_lock(handle) and _is_at(handle, self.path)
        finally:
            if is_locked:
                self._handle = handle
            else:
                os.close(handle)
        return is_locked


def _try_lock(handle: int) -> bool:
    """Lock an open file, unless it is locked by another process or another handle of this one."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # the latter on Windows
        return False
    except OSError as error:
        if error.errno not in _NO_LOCKS:  # better unguarded than not at all
            raise
    return True


def _unlock(handle: int) -> None:
    """Unlock a file now: a child that was just forked has it open as well."""
    if sys.platform == "win32":
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_UN)


def _is_at(handle: int, path: Path) -> bool:
    """Return whether a path leads to an open file: another process may have deleted it before it was locked."""
    if sys.platform == "win32":
        return True  # no open file is deleted there
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(handle), path.stat())
    return False
