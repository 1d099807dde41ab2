"""The stack of open screens, which follows the edges of the menu graph and refuses all other ways."""

from piecement.ui.menu_graph import EDGES, Edge, Node, Trigger, tab_group


class NavigationError(Exception):
    """The menu graph has no such edge."""


class NavigationStack:
    """The open screens, the lowest first."""

    def __init__(self, start: Node) -> None:
        self.nodes: tuple[Node, ...] = (start,)
        self._last_tabs: dict[str, Node] = {}
        """Tab used last, by the title of its group."""

    @property
    def current(self) -> Node:
        return self.nodes[-1]

    @property
    def may_go_back(self) -> bool:
        """Whether the screen is a pop-up with another under it."""
        return len(self.nodes) > 1 and self.current.is_popup

    def follow(self, edge: Edge) -> None:
        """Walk an edge: a pop-up comes to lie on top, any other screen, or one that it is to lie on, clears the rest.

        A tab replaces another one, and tabs may open on the one used last: then `current` is that.

        Raises `NavigationError` where the graph has no such edge, or not from here.
        """
        if edge not in EDGES:
            raise NavigationError(f"the menu graph has no edge {edge.label!r} from {edge.source} to {edge.target}")
        if edge.source is not self.current:
            raise NavigationError(f"the edge {edge.label!r} starts at {edge.source}: this is {self.current}")
        below = self.nodes if edge.over is None else (edge.over,)
        if not edge.target.is_popup:
            below = ()
        elif edge.trigger is Trigger.TAB:
            below = below[:-1]
        self.nodes = (*below, self._tab_for(edge))

    def _tab_for(self, edge: Edge) -> Node:
        """Return the screen that an edge opens: for tabs that reopen, the one used last."""
        group = tab_group(edge.target)
        if group is None or not group.reopens:
            return edge.target
        if edge.trigger is not Trigger.TAB and edge.target is next(iter(group.tabs)):
            return self._last_tabs.get(group.title, edge.target)
        self._last_tabs[group.title] = edge.target
        return edge.target

    def back(self) -> Node:
        """Leave a pop-up and return the screen that is then current.

        Raises `NavigationError` if there is nothing to go back to.
        """
        if not self.may_go_back:
            raise NavigationError(f"nothing lies under {self.current}")
        self.nodes = self.nodes[:-1]
        return self.current
