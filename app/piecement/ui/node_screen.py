"""What all screens of the menu graph have in common."""

from typing import ClassVar

from textual.screen import Screen

from piecement.ui.menu_graph import Edge, Node, Way, edge_between
from piecement.ui.messages import Navigate


class NodeScreen(Screen[None]):
    """A screen of the menu graph."""

    NODE: ClassVar[Node]

    def payload(self, edge: Edge) -> object:
        """Return what the screen at the end of a way is to show."""
        return None

    def navigate(self, target: Node, way: Way, payload: object = None) -> None:
        """Go to another screen, if the graph has such a way; it shows the payload, or else what `payload` says."""
        if edge := edge_between(self.NODE, target, way):
            self.post_message(Navigate(edge, self.payload(edge) if payload is None else payload))
