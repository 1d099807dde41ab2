"""Atomic writes of files, by one process at a time (see `file_lock`).

A file always has either its whole old or its whole new content. A device, a pipe or a terminal is opened and written to
instead of being replaced.
"""

import os
import re
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from piecement_base.errors import StorageError
from piecement_base.language import _

_PUBLIC: Final = 0o666
"""Permissions of a new file, before the mask of the process."""
_PRIVATE: Final = 0o600
"""Permissions of a new file with secrets."""

_OPEN_FILE: Final = re.compile(r"-|(?:/dev|/proc/self)/(?:fd/([0-9]{1,9})|stdout|(stderr))")
"""Names of files that this process has open: opened a second time by name, each writer would overwrite the other."""


def write_atomically(path: Path, content: bytes, *, is_private: bool = False) -> None:
    """Replace the content of a file, creating it and its folder if needed. Raises `StorageError`.

    Only one process may write a file at a time. A private file is never readable by other users, even while written.
    """
    with written_atomically(path, is_private=is_private) as file:
        file.write(content)


@contextmanager
def written_atomically(path: Path, *, is_private: bool = False) -> Generator[BinaryIO, None, None]:
    """Open a file to be written as `write_atomically` does; if the block raises, the old content stays.

    An `OSError` of the block counts as one of writing, and is raised as a `StorageError`.
    """
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
        _sync_folder(target.parent)


def is_stream(path: Path) -> bool:
    """Return whether a path leads to a device, a pipe, a terminal or what this process has open; `-` is its output."""
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


def _sync_folder(folder: Path) -> None:
    """Sync a renaming in a folder to the disk, if the system can sync folders."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
