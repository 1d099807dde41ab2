"""Copies of the settings that those of an account replace."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from piecement.settings.settings import Settings
from piecement.storage.account_line import account_line
from piecement.storage.input_file import read_input
from piecement_base.atomic_file import write_atomically

_MOST_COPIES: Final = 10
_ENDING: Final = ".txt"


class SettingsCopies:
    """Files of earlier settings, a line in each, written before others replace them."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder

    def write(self, settings: Settings, now: datetime) -> None:
        """Write settings to a file of this time, and delete the oldest files. Raises `StorageError`."""
        write_atomically(self._folder / f"{now:%Y-%m-%d %H.%M.%S}{_ENDING}", account_line(settings).encode())
        for path in sorted(self._paths())[:-_MOST_COPIES]:
            with suppress(OSError):
                path.unlink()

    @property
    def last(self) -> Path | None:
        """The newest file, or None if there are none."""
        return max(self._paths(), default=None)

    def _paths(self) -> Iterator[Path]:
        return self._folder.glob(f"*{_ENDING}")


def read_copy(path: Path) -> str:
    """Return the line in a file. Raises `StorageError`."""
    return read_input(path).decode(errors="replace").strip()
