"""The command palette: screens, modes, settings with their values, commands and terms, found by words."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, auto
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple, Protocol

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.markup import escape

from piecement.settings.specs import Choices, OnOff
from piecement.ui.bases.settings_tab import SettingsTab
from piecement.ui.launch import HOST_HERE
from piecement.ui.menu_graph import Edge, Node, Trigger, edge_between, edges_from
from piecement.ui.navigation import NavigationStack
from piecement.ui.services import Services
from piecement.ui.setting_pages import MoreStart, SettingPlace, places, setting_spec, tab_title
from piecement.ui.texts.glossary import GLOSSARY
from piecement.ui.texts.sound import toggle_sound
from piecement.ui.texts.words import SCREEN_WORDS
from piecement.ui.widgets.term_card import TermCard
from piecement_base.errors import StorageError
from piecement_base.language import _
from piecement_base.plan import Plan
from piecement_engine import MODES

_TOGETHER: Final = frozenset({Node.ROOM, Node.BRACKET, Node.ONLINE_MATCH, Node.ONLINE_OVER})
"""Screens that others wait on: nothing leads away from them but settings and help."""

_KEPT_TOGETHER: Final = frozenset({Node.SETTINGS, Node.CONTROLS, Node.LOOK, Node.SOUND, Node.SYSTEM, Node.HELP})

_TRIGGERS: Final = (Trigger.MENU, Trigger.KEY, Trigger.TAB, Trigger.CHOICE)
_NO_PAYLOADS: Final[Mapping[Node, object]] = {}


class EntryKind(Enum):
    SCREEN = auto()
    COMMAND = auto()
    OTHER = auto()


class PaletteEntry(NamedTuple):
    """Something to find."""

    title: str
    sentence: str
    words: str
    """Words that find it besides its title."""
    run: Callable[[], object]
    kind: EntryKind = EntryKind.OTHER


def rank(text: str, title: str, words: str) -> int | None:
    """Return how well a text fits, 0 for best: the start of the title, its words, all words; None if not at all."""
    title, wanted = title.casefold(), text.casefold().split()
    if title.startswith(" ".join(wanted)):
        return 0
    if all(word in title for word in wanted):
        return 1
    everything = f"{title} {words}".casefold()
    return 2 if all(word in everything for word in wanted) else None


class Walked(Protocol):
    """The application, as far as the palette uses it."""

    services: Services

    @property
    def screen(self) -> object: ...
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

    def __init__(self, app: Walked) -> None:
        self._app: Final = app

    @property
    def is_together(self) -> bool:
        return not _TOGETHER.isdisjoint(self._app.stack.nodes)

    def go_to(self, node: Node, payloads: Mapping[Node, object] = _NO_PAYLOADS, via: tuple[Node, ...] = ()) -> None:
        """Go to a screen by an edge from here, else from the main menu, which is gone to first.

        Args:
            node: The screen.
            payloads: What screens on the way show, instead of what the screen before them says.
            via: Screens on the way, if it is not the shortest one.
        """
        app = self._app
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
            if not app.stack.may_go_back:
                return
            app.back()

    def _walk(self, route: tuple[Node, ...], payloads: Mapping[Node, object]) -> None:
        app = self._app
        first, *rest = route
        edge = None if app.stack.current is first else _edge(app.stack.current, first)
        if edge is not None:
            app.navigate(edge, payloads[first] if first in payloads else app.payload_of(edge))
        if rest and (edge is not None or app.stack.current is first):
            app.call_after_refresh(self._walk, tuple(rest), payloads)

    def go_to_setting(self, place: SettingPlace) -> None:
        """Go to the row of a setting."""
        app, screen = self._app, self._app.screen
        if isinstance(screen, SettingsTab) and screen.shows(place):
            screen.settings_list.rows.go_to(place.row)
        elif app.stack.current is Node.MORE_SETTINGS:
            app.back()
            app.call_after_refresh(self.go_to_setting, place)
        elif place.is_more:
            self.go_to(Node.MORE_SETTINGS, {Node.MORE_SETTINGS: MoreStart(place.page, place.row)}, via=(place.page,))
        else:
            self.go_to(place.page, {place.page: place.row})

    def play(self, mode: str, bot: str | None = None) -> None:
        """Begin a game of a mode, played by a bot if there is one."""
        self._app.services.games.bot = bot
        self.go_to(Node.GAME, {Node.GAME: Plan(MODES[mode])})

    def watch_last(self) -> None:
        """Watch the last game that was recorded."""
        app = self._app
        try:
            last = app.services.games.last_recorded()
        except StorageError as error:
            app.services.warn(str(error))
            return
        if last is None:
            app.notify(_("No game was recorded yet."))
        else:
            self.go_to(Node.REPLAY, {Node.REPLAY: last})

    def toggle_sound(self) -> None:
        self._app.notify(toggle_sound(self._app.services.sounds))


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


def entries(guide: Guide, app: Walked) -> Iterator[PaletteEntry]:
    """Yield everything that can be found from the current screen."""
    together = guide.is_together
    for node, words in SCREEN_WORDS.items():
        if not together or node in _KEPT_TOGETHER:
            go = partial(guide.go_to, node)
            yield PaletteEntry(_(node.heading), _sentence(node), f"{words} {_(words)}", go, EntryKind.SCREEN)
    command = partial(PaletteEntry, kind=EntryKind.COMMAND)
    yield command(_("Mute"), _("Turns all sound off or on."), "sound volume audio", guide.toggle_sound)
    if not together:
        watch = partial(guide.play, "marathon", app.services.settings.now.computer.bot_of(MODES["marathon"]))
        yield command(_("Watch a bot"), _("A bot plays Marathon."), "demo computer ai", watch)
        if app.services.may_host():
            host = partial(guide.go_to, Node.ONLINE, {Node.ONLINE: HOST_HERE})
            yield command(_("Host a room"), _("Starts a server here; others join it."), "online server lan", host)
        yield command(_("Last replay"), _("Watch your last game."), "watch", guide.watch_last)
        for name, mode in MODES.items():
            title = _("Play {mode}").format(mode=_(mode.title))
            yield PaletteEntry(title, _(mode.sentence), f"{name} mode", partial(guide.play, name))
    for place in sorted(places(), key=attrgetter("is_more")):
        yield PaletteEntry(place.title, tab_title(place.page), place.words, partial(guide.go_to_setting, place))
        yield from _values(app, place)
    for term, sentence in GLOSSARY.items():
        show = partial(_explain, app, term)
        yield PaletteEntry(_(term), _(sentence), f"{term} glossary", show)


def _explain(app: Walked, term: str) -> None:
    app.push_screen(TermCard(app.services, term))


def _sentence(node: Node) -> str:
    sentences = (edge.sentence for source in Node for edge in edges_from(source, Trigger.MENU) if edge.target is node)
    return _(next(filter(None, sentences), ""))


def _values(app: Walked, place: SettingPlace) -> Iterator[PaletteEntry]:
    """Yield the values of a setting, to be chosen at once."""
    section, dot, name = place.row.partition(".")
    if not dot or not name:
        return
    spec = setting_spec(place.row)
    match spec.values:
        case Choices() as choices:
            shown: Iterable[tuple[object, str]] = choices.shown.items()
        case OnOff():
            shown = ((True, _("on")), (False, _("off")))
        case _:
            return
    for value, title in shown:
        change = partial(app.services.settings.change, section, name, value)
        yield PaletteEntry(f"{place.title}: {title}", tab_title(place.page), place.words, change)


class Commands(Provider):
    """All entries for Textual's command palette."""

    async def startup(self) -> None:
        app: Walked = self.app  # type: ignore[assignment]  # the only app of this provider
        self._entries = [*entries(Guide(app), app)]

    async def discover(self) -> Hits:
        """Yield the screens and commands."""
        for entry in self._entries:
            if entry.kind is not EntryKind.OTHER:
                title, sentence = escape(entry.title), escape(entry.sentence)
                yield DiscoveryHit(title, self._later(entry), text=entry.title, help=sentence)

    async def search(self, query: str) -> Hits:
        """Yield the entries that have all words of a query, the best first."""
        ranks = ((rank(query, entry.title, entry.words), entry) for entry in self._entries)
        found = [(fit, entry) for fit, entry in ranks if fit is not None]
        for place, (fit, entry) in enumerate(found):
            score = 1 - fit / 4 - place / 100_000  # of equal ones the first comes first
            yield Hit(score, escape(entry.title), self._later(entry), text=entry.title, help=escape(entry.sentence))
        if not found:
            yield Hit(0.1, _("Nothing has these words."), lambda: None)

    def _later(self, entry: PaletteEntry) -> Callable[[], object]:
        """Return the command of an entry, which is run once the palette is closed."""
        return partial(self.app.call_after_refresh, entry.run)
