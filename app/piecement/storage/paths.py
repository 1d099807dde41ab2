"""Paths of the player's files."""

import os
from pathlib import Path
from typing import Final, NamedTuple, Self

from platformdirs import user_config_path, user_data_path

MOST_SETTINGS_BYTES: Final = 1_000_000
"""The size of the largest file of settings that is read."""


class Paths(NamedTuple):
    """The folders of the player's files, which need not exist yet."""

    config: Path
    data: Path

    @classmethod
    def of(cls, folder: Path | None = None) -> Self:
        """Return the user's own folders, or one folder for everything."""
        if folder is not None:
            return cls(folder, folder)
        return cls(user_config_path("piecement", appauthor=False), user_data_path("piecement", appauthor=False))

    @property
    def unwritable(self) -> Path | None:
        """The first of both folders that cannot be written to; None if they can be."""
        return next((place for place in (self.config, self.data) if not can_be_written(place)), None)

    @property
    def unwritable_games(self) -> Path | None:
        """The first of the places that the database needs and that cannot be written to; None if all can be."""
        beside = (self.games.with_name(f"{self.games.name}{ending}") for ending in ("", "-wal", "-shm", ".lock"))
        return next((place for place in (self.data, *beside) if not can_be_written(place)), None)

    @property
    def settings(self) -> Path:
        return self.config / "settings.toml"

    @property
    def puzzles(self) -> Path:
        """The folder of packs of puzzles."""
        return self.config / "puzzles"

    @property
    def languages(self) -> Path:
        """The folder of the player's own languages."""
        return self.config / "languages"

    @property
    def games(self) -> Path:
        """The database of everything else."""
        return self.data / "games.sqlite"

    @property
    def sessions(self) -> Path:
        """The folder with a lock for every running copy of the program."""
        return self.data / "sessions"

    @property
    def replays(self) -> Path:
        """The folder that replays are exported to when no other is named."""
        return self.data / "replays"


def can_be_written(path: Path) -> bool:
    """Return whether a file or a folder can be written to, or be made where it is missing."""
    path = path.absolute()
    try:
        there = next(place for place in (path, *path.parents) if place.exists())
        is_file = there == path and not there.is_dir()
        return os.access(there, os.W_OK) if is_file else there.is_dir() and os.access(there, os.W_OK | os.X_OK)
    except OSError:  # a place that may not be looked at
        return False
