"""Writing a file so that at every moment it is either the old one or the new one, whole."""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from piecement.language import _
from piecement.storage.errors import StorageError

_PUBLIC: Final = 0o666
_PRIVATE: Final = 0o600
"""Who may read and write a new file, as far as the mask of the process allows."""


def write_atomically(path: Path, content: bytes, *, is_private: bool = False) -> None:
    """Replace a file's content, or make the file and its folder. Raises `StorageError` where that cannot be.

    Only one process may write a file at a time. A private one can be read by nobody else, at no moment.
    """
    with written_atomically(path, is_private=is_private) as file:
        file.write(content)


@contextmanager
def written_atomically(path: Path, *, is_private: bool = False) -> Generator[BinaryIO, None, None]:
    """Open a file to be written as `write_atomically` does; left by an exception, all is as it was."""
    target = Path(os.path.realpath(path))  # a link stays a link: people keep their settings elsewhere
    beside = target.with_name(f".{target.name}.new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.unlink(missing_ok=True)
            beside.touch(mode=_PRIVATE if is_private else _PUBLIC)
            with beside.open("wb") as file:
                yield file
                _write_through(file)
            if not is_private:
                with suppress(FileNotFoundError):
                    beside.chmod(target.stat().st_mode)
            beside.replace(target)
        finally:
            with suppress(OSError):
                beside.unlink()
        _settle_folder(target.parent)
    except OSError as error:
        raise StorageError(
            _("{path} cannot be written ({strerror}).").format(path=path, strerror=error.strerror)
        ) from error


def _write_through(file: BinaryIO) -> None:
    """See what was written on the disk."""
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
