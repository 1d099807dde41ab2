"""Keyboard of the player: what the terminal reports of it, with the settings."""

import os
from typing import TYPE_CHECKING, Any, Final

from piecement.input.holds import HoldTracker, RepeatTiming
from piecement.terminal.environment import terminal_name
from piecement.terminal.keyboard_app import KeyboardApp
from piecement.ui.command_keys import intercepted_keys, reachable
from piecement.ui.live_settings import LiveSettings

if TYPE_CHECKING:
    from piecement.input.keyboard_input import KeyboardInput
    from piecement.settings.interface import Interface

_MOST_TERMINALS: Final = 8
"""Maximum number of terminals noted as silent about releases."""


class Keyboard:
    """The keyboard as the terminal reports it, and as the player has set."""

    def __init__(self, app: KeyboardApp[None], settings: LiveSettings) -> None:
        self._app: Final = app
        self._settings: Final = settings
        self.timing = RepeatTiming()
        """Key repeat of the system, as measured in games."""

    @property
    def reports_releases(self) -> bool:
        """Whether the terminal reports releases of keys, and the settings want them."""
        keyboard, interface = self._app.keyboard, self._settings.now.interface
        reported = keyboard is not None and keyboard.release_events and interface.wants_releases
        return reported or interface.assumes_releases

    def note_releases(self) -> None:
        """Note for `piecement doctor` whether releases came that the terminal promises."""
        keyboard, settings = self._app.keyboard, self._settings.now
        if keyboard is None or not (keyboard.release_events or keyboard.lacks_releases):
            return
        name, noted = terminal_name(os.environ), settings.interface.silent_terminals
        others = tuple(other for other in noted if other != name)
        silent = (*others, name)[-_MOST_TERMINALS:] if keyboard.lacks_releases else others
        if set(silent) != set(noted):
            interface = settings.interface.with_values(silent_terminals=silent)
            self._settings.apply(settings.with_values(interface=interface))

    def new_input(self) -> "KeyboardInput":
        """Return an input that knows the key repeat as it was measured so far."""
        from piecement.input.keyboard_input import KeyboardInput  # with the engine

        return KeyboardInput(tracker=HoldTracker(self.timing))

    def apply(self, interface: "Interface", keys: "KeyboardInput") -> None:
        """Apply settings of the keyboard to an input."""
        keys.hold_to_wall = interface.hold_to_wall
        keys.assumes_releases = interface.assumes_releases
        keys.toggles_soft_drop = interface.soft_drop_toggle

    @property
    def rules(self) -> dict[str, Any]:  # the values of rule fields are of many types
        """The rules that the player has set, with this keyboard."""
        return self._settings.now.gameplay.overrides(key_releases=self.reports_releases)

    def reachable(self, key: str) -> str:
        """Return the key to show for a command: the second one where the first does not reach the game."""
        return reachable(key, intercepted_keys(os.environ, in_browser=self._app.is_web), self._settings.now)
