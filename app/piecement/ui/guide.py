"""Guide from the current screen to others, by the menus, keys and tabs that a player would use."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final, Protocol

from piecement.ui.bases.settings_tab import SettingsTab
from piecement.ui.menu_graph import Edge, Node, Trigger, edge_between, edges_from
from piecement.ui.navigation import NavigationStack
from piecement.ui.services import Services
from piecement.ui.setting_pages import MoreStart
from piecement.ui.setting_places import SettingPlace
from piecement.ui.texts.words import SCREEN_WORDS
from piecement.ui.widgets.term_card import TermCard

_TOGETHER: Final = frozenset({Node.MATCH, Node.ROOM, Node.BRACKET, Node.ONLINE_ROUND, Node.ONLINE_OVER})
"""Screens whose match or room would be lost on the way to others; only settings and help can be opened from them."""

_TRIGGERS: Final = (Trigger.MENU, Trigger.KEY, Trigger.TAB, Trigger.CHOICE)
_NO_PAYLOADS: Final[Mapping[Node, object]] = {}


class GuidedApp(Protocol):
    """The application, as far as a guide uses it."""

    services: Services

    @property
    def screen(self) -> object: ...
    @property
    def is_ending(self) -> bool: ...
    @property
    def stack(self) -> NavigationStack: ...
    def navigate(self, edge: Edge, payload: object = None) -> None: ...
    def back(self) -> None: ...
    def payload_of(self, edge: Edge) -> object: ...
    def push_screen(self, screen: TermCard) -> object: ...
    def call_after_refresh(self, callback: Callable[..., object], *args: object) -> object: ...
    def notify(self, message: str, *, title: str = "", timeout: float | None = None, markup: bool = True) -> None: ...


class Guide:
    """Walks from the current screen to others, as a player would by menus and keys."""

    def __init__(self, app: GuidedApp) -> None:
        self.app: Final = app

    @property
    def is_together(self) -> bool:
        """Whether a match or a room would be lost on the way to most screens, which therefore cannot be opened."""
        return not _TOGETHER.isdisjoint(self.app.stack.nodes)

    def go_to(self, node: Node, payloads: Mapping[Node, object] = _NO_PAYLOADS, via: tuple[Node, ...] = ()) -> None:
        """Go to a screen by an edge from the current one, or else by way of the main menu.

        Args:
            node: The screen.
            payloads: What screens on the way show, instead of what the screen before them says.
            via: Screens on the way, if it is not the shortest one.
        """
        app = self.app
        while (current := app.stack.current) is not node:
            route = _route(current, (*via, node))
            if route and (len(route) == 1 or current is Node.TITLE or self.is_together):
                self._walk(route, payloads)
                return
            to_title = _edge(current, Node.TITLE)
            if to_title is not None and not self.is_together:
                app.navigate(to_title)
                app.call_after_refresh(self.go_to, node, payloads, via)
                return
            if app.is_ending or not app.stack.may_go_back:
                return
            app.back()

    def _walk(self, route: tuple[Node, ...], payloads: Mapping[Node, object]) -> None:
        app = self.app
        first, *rest = route
        edge = None if app.stack.current is first else _edge(app.stack.current, first)
        if edge is not None:
            app.navigate(edge, payloads[first] if first in payloads else app.payload_of(edge))
        if rest and (edge is not None or app.stack.current is first):
            app.call_after_refresh(self._walk, tuple(rest), payloads)

    def go_to_setting(self, place: SettingPlace) -> None:
        """Go to the row of a setting."""
        app, screen = self.app, self.app.screen
        if isinstance(screen, SettingsTab) and screen.shows(place):
            screen.settings_list.rows.go_to(place.row)
        elif app.stack.current is Node.MORE_SETTINGS:
            app.back()
            app.call_after_refresh(self.go_to_setting, place)
        elif place.is_more:
            self.go_to(Node.MORE_SETTINGS, {Node.MORE_SETTINGS: MoreStart(place.page, place.row)}, via=(place.page,))
        else:
            self.go_to(place.page, {place.page: place.row})


def _edge(source: Node, target: Node) -> Edge | None:
    return next((edge for trigger in _TRIGGERS if (edge := edge_between(source, target, trigger))), None)


def _route(source: Node, stops: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return the shortest way by menus, keys and tabs over all stops; empty if there is none."""
    whole: tuple[Node, ...] = ()
    for stop in stops:
        part = (stop,) if _edge(source, stop) else _shortest(source, stop)
        if not part:
            return ()
        whole += part
        source = stop
    return whole


def _shortest(source: Node, target: Node) -> tuple[Node, ...]:
    queue: deque[tuple[Node, ...]] = deque([(source,)])
    seen = {source}
    while queue:
        way = queue.popleft()
        for trigger in (Trigger.MENU, Trigger.TAB, Trigger.KEY):
            for edge in edges_from(way[-1], trigger):
                if edge.target is target:
                    return (*way[1:], target)
                if edge.target not in seen and edge.target in SCREEN_WORDS and not edge.target.is_end:
                    seen.add(edge.target)
                    queue.append((*way, edge.target))
    return ()
