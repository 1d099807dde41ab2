"""Paths of the player's files."""

import os
from pathlib import Path
from typing import Final, Self

from platformdirs import user_config_path, user_data_path

MOST_SETTINGS_BYTES: Final = 1_000_000
"""The size of the largest file of settings that is read."""


class Paths:
    """The folders of the player's files, and their files, which need not exist yet."""

    def __init__(self, config: Path, data: Path) -> None:
        self.config: Final = config
        self.data: Final = data
        self.settings: Final = config / "settings.toml"
        self.puzzles: Final = config / "puzzles"
        """The folder of packs of puzzles."""
        self.languages: Final = config / "languages"
        """Folder of languages that the player added."""
        self.games: Final = data / "games.sqlite"
        """The database of everything else."""
        self.server: Final = data / "server"
        """The folder of a server that runs here."""
        self.settings_copies: Final = data / "settings_before"
        """Folder of settings that those of an account replaced."""
        self.sessions: Final = data / "sessions"
        """The folder with a lock for every running copy of the program."""
        self.match_ticket: Final = data / "match_ticket.json"
        """The file of a match that was not left, to come back to."""
        self.replays: Final = data / "replays"
        """The folder that replays are exported to when no other is named."""

    @classmethod
    def of(cls, folder: Path | None = None) -> Self:
        """Return the folders of the user, or one folder for everything."""
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


def can_be_written(path: Path) -> bool:
    """Return whether a file or a folder can be written to, or be made where it is missing."""
    path = path.absolute()
    try:
        there = next(place for place in (path, *path.parents) if place.exists())
        is_file = there == path and not there.is_dir()
        return os.access(there, os.W_OK) if is_file else there.is_dir() and os.access(there, os.W_OK | os.X_OK)
    except OSError:  # a place that may not be looked at
        return False


def short_path(path: Path) -> str:
    """Return a path with `~` for the player's home."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(path)
