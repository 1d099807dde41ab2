"""Writing a file so that at every moment it is either the old one or the new one, whole."""

import os
from contextlib import suppress
from pathlib import Path

from piecement.storage.errors import StorageError


def write_atomically(path: Path, content: bytes) -> None:
    """Replace a file's content, or make the file and its folder. Raises `StorageError` where that cannot be.

    Only one process may write a file at a time.
    """
    target = path.resolve()  # a link stays a link: people keep their settings elsewhere
    beside = target.with_name(f".{target.name}.new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            _write_through(beside, content)
            with suppress(FileNotFoundError):
                beside.chmod(target.stat().st_mode)
            beside.replace(target)
        finally:
            with suppress(OSError):
                beside.unlink()
        _settle_folder(target.parent)
    except OSError as error:
        raise StorageError(f"{path} cannot be written ({error.strerror}).") from error


def _write_through(path: Path, content: bytes) -> None:
    """Write a file and see it on the disk."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _settle_folder(folder: Path) -> None:
    """See the renaming on the disk, where folders can be asked to."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
