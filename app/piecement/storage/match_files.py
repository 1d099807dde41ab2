"""Files of matches: reading one, and the folder of the last ones."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from piecement.session.match_facts import player_names
from piecement.storage.input_file import STANDARD_INPUT, read_input
from piecement.storage.replay_files import read_file, require_proven
from piecement_base import timestamps
from piecement_base.atomic_file import write_atomically
from piecement_base.errors import StorageError
from piecement_base.printable import plain_name
from piecement_engine.match import RecordedMatch

MATCH_ENDING: Final = ".match"
"""Suffix of files of matches."""

ROUND_ENDING: Final = ".round"
"""Suffix of files with one round of a network match, written by earlier versions."""

_MATCH_TITLE: Final = b"piecement match"
"""First bytes of a file with a match."""
_MOST: Final = 100
"""Most files of matches in a folder."""
_UNSAFE: Final = re.compile(r'[/\\:*?"<>|\x00-\x1f]')
"""Characters that some system forbids in file names."""
_COUNT: Final = re.compile(r" \((\d{1,4})\)$")
_MOST_NAME_BYTES: Final = 200
"""Maximum length of the names of players in the name of a file (bytes in UTF-8); systems allow 255 for all of it."""


def is_match(path: Path) -> bool:
    """Return whether a file holds a match, by its suffix; standard input, by its first line."""
    if path == STANDARD_INPUT:
        with suppress(StorageError):  # the reader reports it
            return read_input(path, len(_MATCH_TITLE)) == _MATCH_TITLE
    return path.suffix in {MATCH_ENDING, ROUND_ENDING}


def read_match(path: Path) -> RecordedMatch:
    """Return the match in a file. Raises `StorageError` if the file cannot be read or is no match."""
    if path.suffix == ROUND_ENDING:
        from piecement_net.round_recordings import read_round_file  # nothing of it is needed offline

        return read_file(path, lambda text: read_round_file(text.encode()))
    return read_file(path, RecordedMatch.from_text)


class MatchFiles:
    """The files of a folder, named by when a match began, who played it, and how many rounds it has."""

    def __init__(self, folder: Path, old_folder: Path | None = None) -> None:
        """Prepare a folder; an old one has files of single rounds."""
        self._folder: Final = folder
        self._old_folder: Final = old_folder

    def put(self, started: datetime, match: RecordedMatch) -> Path:
        """Store a match in place of what was stored of it before, and delete the oldest of too many.

        Raises `StorageError`.
        """
        name = f"{started:%Y-%m-%d %H.%M.%S} {_file_text(player_names(match.about))}"
        path = self._folder / f"{name} ({len(match.rounds)}){MATCH_ENDING}"
        write_atomically(path, match.to_text().encode())
        former = (old for old in self.latest() if old != path and _COUNT.sub("", old.stem) == name)
        for old in (*former, *self.latest()[_MOST:]):
            with suppress(OSError):
                old.unlink()
        return path

    def import_file(self, path: Path) -> Path:
        """Store the match of a file once it is proven, and return the file stored. Raises `StorageError`."""
        match = read_match(path)
        desync = match.verify()
        require_proven(None if desync is None else desync.desync)
        return self.put(timestamps.from_text(match.about.get("started", "")).astimezone(), match)

    def latest(self) -> list[Path]:
        """Return all files, the latest first."""
        old = self._files(self._old_folder, ROUND_ENDING) if self._old_folder else ()
        files = (*self._files(self._folder, MATCH_ENDING), *old)
        return sorted(files, key=lambda path: path.name, reverse=True)

    def last_against(self, opponent: str) -> Path | None:
        """Return the latest match whose last player has this name."""
        ending = f", {_file_text((opponent,))}"
        return next((path for path in self.latest() if _COUNT.sub("", path.stem).endswith(ending)), None)

    def clear(self) -> None:
        """Delete all files, and the folders if they are empty then."""
        for path in self.latest():
            with suppress(OSError):
                path.unlink()
        for folder in filter(None, (self._folder, self._old_folder)):
            with suppress(OSError):
                folder.rmdir()

    @staticmethod
    def round_count(path: Path) -> int:
        """Return the number of rounds in a file, by its name."""
        count = _COUNT.search(path.stem)
        return max(1, int(count[1])) if count else 1

    @staticmethod
    def _files(folder: Path, ending: str) -> Iterator[Path]:
        with suppress(OSError):
            yield from folder.glob(f"*{ending}")


def _file_text(names: Iterable[str]) -> str:
    """Return names as they are in the name of a file."""
    listed = ", ".join(map(plain_name, names))
    return _UNSAFE.sub("_", listed).encode()[:_MOST_NAME_BYTES].decode(errors="ignore").strip()
