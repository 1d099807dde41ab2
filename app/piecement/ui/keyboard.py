"""What the keys of the player's terminal can."""

import os
from typing import TYPE_CHECKING, Final

from piecement.terminal.keyboard_app import KeyboardApp
from piecement.ui.command_keys import kept_keys, reachable
from piecement.ui.live_settings import LiveSettings

if TYPE_CHECKING:
    from piecement.input.holds import RepeatTiming


class Keyboard:
    """The keyboard as the terminal reports it, and as the player has set."""

    timing: "RepeatTiming | None" = None
    """What was learned in games of how the system repeats keys."""

    def __init__(self, app: KeyboardApp[None], settings: LiveSettings) -> None:
        self._app: Final = app
        self._settings: Final = settings

    @property
    def knows_releases(self) -> bool:
        """Whether the terminal reports when keys are let go, and may do so."""
        keyboard = self._app.keyboard
        return keyboard is not None and keyboard.release_events and self._settings.now.interface.wants_releases

    def reachable(self, key: str) -> str:
        """Return the key to show a player for a command: the second one where the first does not come through."""
        return reachable(key, kept_keys(os.environ, in_browser=self._app.is_web), self._settings.now)
