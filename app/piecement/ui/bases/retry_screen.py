"""The base of the screens with a key that restarts a game."""

from typing import TYPE_CHECKING, ClassVar

from textual import events

from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.menu_graph import Node

if TYPE_CHECKING:
    from piecement.ui.services import Services


class RetryScreen(MenuScreen):
    """A menu from which the game is played again: by R, Ctrl+R, and the key that the player has set."""

    RETRIES: ClassVar[Node]
    """The screen of the game."""

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._services = services

    def on_key(self, event: events.Key) -> None:
        if event.key == self._services.settings.now.computer.retry_key:
            event.stop()
            event.prevent_default()
            self.action_retry()

    def action_retry(self) -> None:
        self.action_navigate_to(self.RETRIES)
