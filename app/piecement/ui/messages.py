"""Messages of the screens to the application."""

from dataclasses import dataclass

from textual.message import Message

from piecement.ui.menu_graph import Edge, Node


@dataclass
class Navigate(Message):
    edge: Edge
    payload: object = None
    """Content of that screen, of the type that its `build` takes."""


@dataclass
class GoBack(Message):
    node: Node


class CursorMoved(Message):
    """The player moved the cursor of a list."""


@dataclass
class OnlineChanged(Message):
    """The state of the connected server changed."""

    change: str
    """The type of the server's message that made the change, or `contact`."""
