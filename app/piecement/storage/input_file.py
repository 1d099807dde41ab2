"""Files to read that a user names; `-` is standard input."""

import os
import sys
from errno import EBADF
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, Final, TextIO

from piecement_base.errors import StorageError
from piecement_base.language import _

STANDARD_INPUT: Final = Path("-")


_MOST_BYTES: Final = 100_000_000


def read_input(path: Path, most: int = _MOST_BYTES) -> bytes:
    """Return up to `most` bytes of a file, or of standard input. Raises `StorageError`."""
    try:
        if path != STANDARD_INPUT:
            with path.open("rb") as file:
                return file.read(most)
        stream: TextIO | None = sys.stdin  # None if it was closed, as by `<&-`
        if stream is None:
            raise OSError(EBADF, os.strerror(EBADF))
        return _whole(stream.buffer)[:most]
    except OSError as error:
        name = _("standard input") if path == STANDARD_INPUT else path
        raise StorageError(_("{path} cannot be read ({strerror})."), path=name, strerror=error.strerror) from error


@lru_cache(maxsize=1)
def _whole(stream: BinaryIO) -> bytes:
    """Return the stream's content; cached, as it is read several times."""
    return stream.read(_MOST_BYTES)
