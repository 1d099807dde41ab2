"""Where the player's files lie."""

from pathlib import Path
from typing import NamedTuple, Self

from platformdirs import user_config_path, user_data_path


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
    def settings(self) -> Path:
        return self.config / "settings.toml"

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
