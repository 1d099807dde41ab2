"""The time for which a screen that opens by itself takes no keys: they were meant for what was there before."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual import events

from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services

SETTLING_NS: Final = 600_000_000
"""Time for which keys are ignored (ns)."""

_QUIET_NS: Final = 150_000_000
"""Minimum time since the last key for the next to count (ns): a held key repeats faster."""


class Settling:
    """Decides when keys count, from the moment it is created."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock: Final = clock
        self._until_ns = clock() + SETTLING_NS

    def takes_key(self) -> bool:
        """Return whether a key that comes now is to be taken; where it is not, and repeats, the wait goes on."""
        now_ns = self._clock()
        if now_ns >= self._until_ns:
            self._until_ns = 0
            return True
        self._until_ns = max(self._until_ns, now_ns + _QUIET_NS)
        return False


class SettlingScreen(MenuScreen):
    """A result that opens by itself. It takes no key for a moment, and until all keys are up; one plays again."""

    RETRY: ClassVar[Node]
    """The screen that plays again."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._settling: Final = Settling(services.clock)

    def takes_key(self) -> bool:
        return self._settling.takes_key()

    def on_key(self, event: events.Key) -> None:
        if event.key == self._services.settings.now.computer.retry_key:
            event.stop()
            event.prevent_default()
            self.action_retry()

    def action_retry(self) -> None:
        self.action_navigate_to(self.RETRY)
