"""The screens that are open, and the rules of going on and going back."""

from piecement.ui.menu_graph import EDGES, SCREEN_INFO, Edge, Node


class NavigationError(Exception):
    """The menu graph has no such edge."""


class NavigationStack:
    """The open screens, the lowest first."""

    def __init__(self, start: Node) -> None:
        self._nodes = [start]

    @property
    def nodes(self) -> tuple[Node, ...]:
        return tuple(self._nodes)

    @property
    def current(self) -> Node:
        return self._nodes[-1]

    @property
    def may_go_back(self) -> bool:
        """Whether the screen is a pop-up with another under it."""
        return len(self._nodes) > 1 and SCREEN_INFO[self.current].popup

    def follow(self, edge: Edge) -> None:
        """Walk an edge: a pop-up comes to lie on top, any other screen, or one that it is to lie on, clears the rest.

        Raises `NavigationError` where the graph has no such edge, or not from here.
        """
        if edge not in EDGES:
            raise NavigationError(f"the menu graph has no edge {edge.label!r} from {edge.source} to {edge.target}")
        if edge.source is not self.current:
            raise NavigationError(f"the edge {edge.label!r} starts at {edge.source}: this is {self.current}")
        if edge.over is not None:
            self._nodes[:] = [edge.over]
        elif not SCREEN_INFO[edge.target].popup:
            self._nodes.clear()
        self._nodes.append(edge.target)

    def back(self) -> Node:
        """Leave a pop-up and return the screen that is then current.

        Raises `NavigationError` if there is nothing to go back to.
        """
        if not self.may_go_back:
            raise NavigationError(f"nothing lies under {self.current}")
        self._nodes.pop()
        return self.current
