"""The rounds that were played over a network, a file each: the latest ones are kept."""

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from piecement.language import _
from piecement.storage.atomic_file import write_atomically
from piecement.storage.errors import StorageError

_ENDING: Final = ".round"
_MOST: Final = 100
_MOST_BYTES: Final = 8 * 1024 * 1024
_UNSAFE: Final = re.compile(r'[/\\:*?"<>|\x00-\x1f]')
"""What no file name may have on some system."""


class RoundFiles:
    """The files of a folder, named by when a round ended and who played it."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder

    def add(self, ended: datetime, names: Iterable[str], data: bytes) -> Path:
        """Store a round, and delete the oldest one of too many. Raises `StorageError`."""
        players = _UNSAFE.sub("_", ", ".join(names))
        path = self._folder / f"{ended:%Y-%m-%d %H.%M.%S} {players}{_ENDING}"
        write_atomically(path, data)
        for old in self.latest()[_MOST:]:
            with suppress(OSError):
                old.unlink()
        return path

    def latest(self) -> list[Path]:
        """Return all files, the latest first."""
        with suppress(OSError):
            return sorted(self._folder.glob(f"*{_ENDING}"), reverse=True)
        return []

    @staticmethod
    def read(path: Path) -> bytes:
        """Return the content of a file. Raises `StorageError` where it cannot be read, or is too large."""
        try:
            if path.stat().st_size > _MOST_BYTES:
                raise StorageError(_("{path} is too large for a round.").format(path=path))
            return path.read_bytes()
        except OSError as error:
            raise StorageError(_("{path} cannot be read ({why}).").format(path=path, why=error.strerror)) from None
