"""The settings: loaded when they are first needed, written when they were changed."""

from typing import TYPE_CHECKING

from piecement.settings.settings import Settings
from piecement.storage.errors import StorageError

if TYPE_CHECKING:
    from piecement.storage.store import Store
    from piecement.ui.launch import Launch


class LoadedSettings:
    """What the player has set, and what of it is written already."""

    def __init__(self, store: "Store", launch: "Launch") -> None:
        """Read the settings; where that cannot be, the defaults hold."""
        self._store = store
        self.complaints: tuple[str, ...] = ()
        """What could not be used of the file."""
        stored = Settings()
        try:
            loaded = store.load_settings()
            stored, self.complaints = loaded.settings, loaded.complaints
        except StorageError as error:
            self.complaints = (str(error),)
        self.now = launched(stored, launch)
        """The settings, with what the command line says instead."""
        self._written = self.now

    def replace(self, settings: Settings) -> None:
        """Use settings that are written already."""
        self.now = self._written = settings

    def write(self) -> None:
        """Write what was changed since this was done last. Raises `StorageError` where it cannot be."""
        changed, written = self.now, self._written
        if changed != written:
            self._written = changed  # before it can fail: a disk that is full is not asked again and again
            self._store.change_settings(written, changed)


def launched(settings: Settings, launch: "Launch") -> Settings:
    """Return the settings with what the command line says instead."""
    if launch.skin is not None:
        settings = settings.with_value("graphics", "skin", launch.skin)
    if launch.fps is not None:
        settings = settings.with_value("graphics", "fps", launch.fps)
    return settings
