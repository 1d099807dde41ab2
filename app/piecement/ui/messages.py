"""The messages of the screens to the application."""

from typing import TYPE_CHECKING

from textual.message import Message

from piecement.ui.menu_graph import Edge, Node

if TYPE_CHECKING:
    from collections.abc import Callable

    from piecement.settings.settings import Settings


class Navigate(Message):
    def __init__(self, edge: Edge, payload: object = None) -> None:
        super().__init__()
        self.edge = edge
        self.payload = payload
        """What that screen shows or plays: its module's `build` says of which type."""


class GoBack(Message):
    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node


class CursorMoved(Message):
    """The player moved the cursor of a list."""


class SettingChanged(Message):
    """Change settings.

    It has the change instead of its outcome, so that keys pressed faster than they are handled all count.
    """

    def __init__(self, change: "Callable[[Settings], Settings]") -> None:
        super().__init__()
        self.change = change
        """Returns the settings to have instead of some. May raise `SettingError`."""


class OnlineChanged(Message):
    """Something is new about the server that the player is connected to."""

    def __init__(self, change: str) -> None:
        super().__init__()
        self.change = change
        """The type of the server's message that made the change, or `contact`."""
