"""The matches that were played over a network or imported, a file each: the latest ones are kept."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from piecement.language import _
from piecement.session import timestamps
from piecement.session.match_names import player_names
from piecement.storage.atomic_file import write_atomically
from piecement.storage.errors import DamagedError
from piecement.storage.replays import MATCH_ENDING, ROUND_ENDING, read_match
from piecement.terminal.outside_text import plain_name
from piecement_engine.match import RecordedMatch

_MOST: Final = 100
_UNSAFE: Final = re.compile(r'[/\\:*?"<>|\x00-\x1f]')
"""Characters that some system forbids in file names."""
_COUNT: Final = re.compile(r" \((\d{1,4})\)$")
_LONGEST_NAMES: Final = 120


class ImportedMatch(NamedTuple):
    """File of an imported match."""

    path: Path
    is_new: bool
    """Whether it was not stored before."""


class MatchFiles:
    """The files of a folder, named by when a match began, who played it, and how many rounds it has."""

    def __init__(self, folder: Path, old_folder: Path) -> None:
        """Prepare a folder; the old one has files of single rounds."""
        self._folder: Final = folder
        self._old_folder: Final = old_folder

    def put(self, started: datetime, match: RecordedMatch) -> Path:
        """Store a match in place of what was stored of it before, and delete the oldest of too many.

        Raises `StorageError`.
        """
        name = f"{started:%Y-%m-%d %H.%M.%S} {_names(match)}"
        path = self._folder / f"{name} ({len(match.rounds)}){MATCH_ENDING}"
        write_atomically(path, match.to_text().encode())
        former = (old for old in self.latest() if old != path and _COUNT.sub("", old.stem) == name)
        for old in (*former, *self.latest()[_MOST:]):
            with suppress(OSError):
                old.unlink()
        return path

    def import_file(self, path: Path) -> ImportedMatch:
        """Store the match of a file once it is proven. Raises `StorageError`."""
        known = set(self.latest())
        match = read_match(path)
        desync = match.verify()
        if desync is not None:
            raise DamagedError(
                _("The recording does not lead to its result: {sentence}.").format(sentence=desync.desync.sentence)
            )
        kept = self.put(timestamps.from_text(match.about.get("started", "")).astimezone(), match)
        return ImportedMatch(kept, is_new=kept not in known)

    def latest(self) -> list[Path]:
        """Return all files, the latest first."""
        return sorted(
            (*self._files(self._folder, MATCH_ENDING), *self._files(self._old_folder, ROUND_ENDING)),
            key=lambda path: path.name,
            reverse=True,
        )

    @staticmethod
    def rounds_of(path: Path) -> int:
        """Return the number of rounds in a file, by its name."""
        count = _COUNT.search(path.stem)
        return max(1, int(count[1])) if count else 1

    @staticmethod
    def _files(folder: Path, ending: str) -> Iterator[Path]:
        with suppress(OSError):
            yield from folder.glob(f"*{ending}")


def _names(match: RecordedMatch) -> str:
    listed = ", ".join(map(plain_name, player_names(match.about)))
    return _UNSAFE.sub("_", listed)[:_LONGEST_NAMES].strip()
