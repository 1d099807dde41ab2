"""The key events that the terminal reports, and the keys that reach the game."""

import os
from typing import TYPE_CHECKING, Final

from piecement.terminal.keyboard_app import KeyboardApp
from piecement.ui.command_keys import intercepted_keys, reachable
from piecement.ui.live_settings import LiveSettings

if TYPE_CHECKING:
    from piecement.input.holds import RepeatTiming


class Keyboard:
    """The keyboard as the terminal reports it, and as the player has set."""

    timing: "RepeatTiming | None" = None
    """Key repeat of the system, as measured in games."""

    def __init__(self, app: KeyboardApp[None], settings: LiveSettings) -> None:
        self._app: Final = app
        self._settings: Final = settings

    @property
    def reports_releases(self) -> bool:
        """Whether the terminal reports releases of keys, and the settings want them."""
        keyboard = self._app.keyboard
        return keyboard is not None and keyboard.release_events and self._settings.now.interface.wants_releases

    def reachable(self, key: str) -> str:
        """Return the key to show for a command: the second one where the first does not reach the game."""
        return reachable(key, intercepted_keys(os.environ, in_browser=self._app.is_web), self._settings.now)
