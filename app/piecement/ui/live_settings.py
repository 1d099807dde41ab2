"""Current settings: read when they are first needed, written a while after a change."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from textual.app import App
from textual.signal import Signal
from textual.timer import Timer

from piecement.settings.retention import Retention
from piecement.storage.store import Store
from piecement.ui.launch import Launch
from piecement_base.errors import StorageError
from piecement_base.language import _, fallback_reason

if TYPE_CHECKING:
    from piecement.settings.settings import Settings

_WRITE_AFTER_S: Final = 0.3
"""Delay between a change and writing the settings (s): a held key does not write each step."""


class LiveSettings:
    """The settings of the player, overridden by options of the command line."""

    def __init__(
        self, app: App[None], store: Store, launch: Launch, *, on_new: Callable[[], object], warn: Callable[..., object]
    ) -> None:
        """Prepare the settings; `on_new` is called for new ones before `changed` is published."""
        self.changed: Final[Signal[Settings]] = Signal(app, "settings-changed")
        """Published after every change of a setting."""
        self.store = store
        self._app: Final = app
        self._launch: Final = launch
        self._on_new: Final = on_new
        self._warn: Final = warn
        self._now: Settings | None = None
        self._written: Settings | None = None
        self._writing: Timer | None = None

    @property
    def are_read(self) -> bool:
        """Whether they were read from the file yet."""
        return self._now is not None

    @property
    def now(self) -> "Settings":
        """The current settings. The first call reads the file, so it slows the start down before the first frame."""
        if self._now is None:
            self._now, complaints = self._read()
            self._written = self._now
            self._warn(*complaints)
            self._on_new()
        return self._now

    def change(self, section: str, name: str, value: object) -> None:
        """Change a setting, in a custom preset if its section has presets. Raises `SettingError`."""
        from piecement.settings.presets import with_change  # with the rest of the game

        self.apply(with_change(self.now, section, name, value))

    def update(self, change: "Callable[[Settings], Settings]") -> None:
        """Apply a change of the current settings, or warn of its `SettingError`."""
        try:
            self.apply(change(self.now))
        except ValueError as error:  # a `SettingError`, whose module a start does not wait for
            self._warn(str(error))

    def apply(self, settings: "Settings") -> None:
        """Use settings from now on, also on the screens that are open, and write them soon."""
        self._now = settings
        self.publish()
        if self._writing is None:
            self._writing = self._app.set_timer(_WRITE_AFTER_S, self.write)

    def publish(self) -> None:
        """Apply the settings everywhere, as they and the terminal are now."""
        self._on_new()
        self.changed.publish(self.now)

    def read_own_files(self) -> None:
        """Read custom looks and sounds again if a file has changed, use them, and warn of faults."""
        if self.store.own_files.read_again():
            self._warn(*self.store.own_files.faults)
            self.publish()

    def set_retention(self, retention: Retention) -> None:
        """Limit what is stored from now on, and delete the rest for good. Raises `StorageError`."""
        self.write()
        self._now = self._written = self.store.set_retention(retention, self.now)

    def write(self) -> None:
        """Write what was changed since the last write; warn if that fails."""
        self._writing = None
        changed, written = self._now, self._written
        if changed is None or written is None or changed == written:
            return
        self._written = changed  # before it can fail: a disk that is full is not asked again and again
        try:
            self.store.change_settings(written, changed)
        except StorageError as error:
            self._warn(str(error))

    def _read(self) -> "tuple[Settings, tuple[str, ...]]":
        """Return the settings, or the defaults where there are none that can be read, and what is wrong with them."""
        from piecement.settings.settings import Settings  # with the rest of the game

        try:
            loaded = self.store.load_settings()
            settings, complaints = loaded.settings, loaded.complaints
        except StorageError as error:
            settings, complaints = Settings(), (str(error),)
        complaints += (*self.store.own_files.faults, *filter(None, (fallback_reason(),)))
        if self.store.retention.includes(Retention.SETTINGS) and (place := self.store.paths.unwritable) is not None:
            complaints += (_("{path} cannot be written to: nothing is saved there.").format(path=place),)
        return self._launch.override(settings), complaints
