"""Messages of the screens to the application."""

from textual.message import Message

from piecement.ui.menu_graph import Edge, Node


class Navigate(Message):
    def __init__(self, edge: Edge, payload: object = None) -> None:
        super().__init__()
        self.edge = edge
        self.payload = payload
        """Content of that screen, of the type that `build` of its module takes."""


class GoBack(Message):
    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node


class CursorMoved(Message):
    """The player moved the cursor of a list."""


class OnlineChanged(Message):
    """The state of the connected server changed."""

    def __init__(self, change: str) -> None:
        super().__init__()
        self.change = change
        """The type of the server's message that made the change, or `contact`."""
