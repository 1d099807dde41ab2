"""The command palette: screens, modes, settings with their values, commands and terms, found by words."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple

from textual import on
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.markup import escape
from textual.widgets import Input, OptionList

from piecement.settings.values import Choices, OnOff
from piecement.ui.guide import Guide, GuidedApp
from piecement.ui.launch import HOST_HERE
from piecement.ui.menu_graph import Node, Trigger, edges_from
from piecement.ui.setting_pages import setting_spec, tab_title
from piecement.ui.setting_places import SettingPlace, places
from piecement.ui.texts.glossary import GLOSSARY
from piecement.ui.texts.sound import toggle_sound
from piecement.ui.texts.words import SCREEN_WORDS
from piecement.ui.widgets.term_card import TermCard
from piecement_base.errors import errors_to
from piecement_base.language import _
from piecement_base.plan import Plan
from piecement_engine import MODES

_WHILE_TOGETHER: Final = frozenset({Node.SETTINGS, Node.CONTROLS, Node.LOOK, Node.SOUND, Node.SYSTEM, Node.HELP})
"""Screens that are found in a match or a room, which is lost on the way to any other screen."""


class PaletteEntry(NamedTuple):
    """Something that the palette finds: a screen, a command, a mode, a setting or one of its values, or a term."""

    title: str
    sentence: str
    words: str
    """Words that find it besides its title."""
    run: Callable[[], object]
    """Called when it is chosen, once the palette is closed."""
    is_listed: bool = False
    """Whether it is listed before anything is typed."""


def rank(text: str, title: str, words: str) -> int | None:
    """Return the match quality, 0 is best: the start of the title, its words, all words; None if none fits."""
    title, wanted = title.casefold(), text.casefold().split()
    if title.startswith(" ".join(wanted)):
        return 0
    if all(word in title for word in wanted):
        return 1
    everything = f"{title} {words}".casefold()
    return 2 if all(word in everything for word in wanted) else None


def entries(guide: Guide) -> Iterator[PaletteEntry]:
    """Yield everything that can be found from the current screen."""
    app, is_together = guide.app, guide.is_together
    for node, words in SCREEN_WORDS.items():
        if not is_together or node in _WHILE_TOGETHER:
            go = partial(guide.go_to, node)
            yield PaletteEntry(_(node.heading), _sentence(node), f"{words} {_(words)}", go, is_listed=True)
    command = partial(PaletteEntry, is_listed=True)
    yield command(_("Mute"), _("Turns all sound off or on."), "sound volume audio", partial(_mute, app))
    if not is_together:
        watch = partial(_play, guide, "marathon", app.services.settings.now.computer.bot_of(MODES["marathon"]))
        yield command(_("Watch a bot"), _("A bot plays Marathon."), "demo computer ai", watch)
        if app.services.may_host():
            host = partial(guide.go_to, Node.ONLINE, {Node.ONLINE: HOST_HERE})
            yield command(_("Host a room"), _("Starts a server here; others join it."), "online server lan", host)
        yield command(_("Last replay"), _("Watch your last game."), "watch", partial(_watch_last, guide))
        for name, mode in MODES.items():
            title = _("Play {mode}").format(mode=_(mode.title))
            yield PaletteEntry(title, _(mode.sentence), f"{name} mode", partial(_play, guide, name))
    for place in sorted(places(), key=attrgetter("is_more")):
        yield PaletteEntry(place.title, tab_title(place.page), place.words, partial(guide.go_to_setting, place))
        yield from _values(app, place)
    for term, sentence in GLOSSARY.items():
        show = partial(_explain, app, term)
        yield PaletteEntry(_(term), _(sentence), f"{term} glossary", show)


def _mute(app: GuidedApp) -> None:
    app.notify(toggle_sound(app.services.sounds))


def _play(guide: Guide, mode: str, bot: str | None = None) -> None:
    """Begin a game of a mode, played by a bot if there is one."""
    guide.app.services.run_state.watch_next(bot)
    guide.go_to(Node.GAME, {Node.GAME: Plan(MODES[mode])})


def _watch_last(guide: Guide) -> None:
    """Watch the last game that was recorded."""
    app = guide.app
    with errors_to(app.services.warn):
        last = app.services.stored_games.last_recorded()
        if last is None:
            app.notify(_("No game was recorded yet."))
        else:
            guide.go_to(Node.REPLAY, {Node.REPLAY: last})


def _explain(app: GuidedApp, term: str) -> None:
    app.push_screen(TermCard(app.services, term))


def _sentence(node: Node) -> str:
    sentences = (edge.sentence for source in Node for edge in edges_from(source, Trigger.MENU) if edge.target is node)
    return _(next(filter(None, sentences), ""))


def _values(app: GuidedApp, place: SettingPlace) -> Iterator[PaletteEntry]:
    """Yield the values of a setting, to be chosen at once; not of `Keep`, whose row asks before games are deleted."""
    section, dot, name = place.row.partition(".")
    if not dot or not name or section == "storage":
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


class PaletteProvider(Provider):
    """All entries for Textual's command palette."""

    async def startup(self) -> None:
        app: GuidedApp = self.app  # type: ignore[assignment]  # the only app of this provider
        self._entries = [*entries(Guide(app))]

    async def discover(self) -> Hits:
        """Yield the screens and commands."""
        for entry in self._entries:
            if entry.is_listed:
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


class GamePalette(CommandPalette):
    """Textual's command palette with these entries, of which it runs one: a second choice in one moment is none."""

    def __init__(self) -> None:
        super().__init__([PaletteProvider], placeholder=_("Find screens, modes, settings and terms"))

    def dismiss(self, result: None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete()  # or the screen below would close

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "command_list" and not any(each.scrollable_content_region for each in self.query(CommandList)):
            return False  # a list without a place has no lines, which its pages are counted by
        return super().check_action(action, parameters)

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _skip_if_closed(self, event: Input.Submitted | OptionList.OptionSelected) -> None:
        if not self.is_active:
            event.prevent_default()
