"""What the screens ask of the application."""

from textual.message import Message

from piecement.ui.menu_graph import Edge, Node


class Navigate(Message):
    """Go to another screen."""

    def __init__(self, edge: Edge, payload: object = None) -> None:
        super().__init__()
        self.edge = edge
        self.payload = payload
        """What that screen shows or plays: its module's `build` says of which type."""


class GoBack(Message):
    """Leave a pop-up."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node
