"""Choosing a mode, and what can be set about it: the first page, and all other modes by groups."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.session.plan import DAILY_MODES, utc_day
from piecement.settings.styles import rules_name
from piecement.storage.errors import StorageError
from piecement.storage.own_modes import stored_modes
from piecement.ui import STYLES
from piecement.ui.bases.modes_screen import OPTIONS, PLAY, SAME, ModesScreen
from piecement.ui.key_rows import BACK, HELP, LAST_KEYS, MOUSE, MOVE, KeyRow, find_row
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.offers import NUMBER_OF_MORE, first_offers, more_offers
from piecement.ui.widgets.menu_list import Entry, group_heading

_NUMBERS: Final = KeyRow(_("1 to 9"), _("to a mode; again: play"), (("1-9", _("mode")),))
_MORE: Final = KeyRow("M", _("more modes"), (("M", _("more")),), {"m": "navigate_to('more_modes')"})
_OWN_KEYS: Final = (
    _MORE,
    KeyRow("D", _("play the daily"), (), {"d": "navigate_to('daily')"}),
    KeyRow("B", _("draw a board"), (), {"b": "navigate_to('board_editor')"}),
    KeyRow("R", _("your own rules"), (), {"r": "navigate_to('rule_editor')"}),
)


class PlayScreen(ModesScreen):
    """The eight modes of the first page, the daily, and the ways to all others."""

    NODE = Node.PLAY
    KEYS = (PLAY, OPTIONS, _NUMBERS, SAME, *_OWN_KEYS, MOVE, MOUSE, *LAST_KEYS)
    KEYS_OF_LIST = (PLAY, OPTIONS, _NUMBERS, _MORE, SAME, BACK, HELP)

    def entries(self) -> Iterator[Option]:
        offers = first_offers(rules_name(self._services.settings.now))
        for key, offer in enumerate(offers, start=1):
            yield self.mode_entry(offer, str(key))
        yield group_heading("")
        sentence, number = _("Same pieces for everyone"), str(len(offers) + 1)
        yield self._way(Node.DAILY, _("Daily"), self._daily_figure(), sentence, number)
        yield self._way(Node.MORE_MODES, _("More modes"), f"{NUMBER_OF_MORE} ›", _("Fast, retro, tetrs and odd"))
        sentence = _("Draw a board, make rules")
        yield Entry("tools", _("Boards and rules"), self._ask_for_tool, figure="2 ›", sentence=sentence)

    def _way(self, node: Node, label: str, figure: str, sentence: str, key: str = "") -> Entry:
        """Return the entry of another screen."""
        return Entry(node, label, partial(self.action_navigate_to, node), figure=figure, sentence=sentence, key=key)

    def first_entry(self) -> str:
        """Return the mode that was played last."""
        last = self._services.games.last_plan
        played = [last.mode.name] if last is not None else self._standings.recent(1)
        for offered in self._offered.values():
            if any(variant.mode.name in played for variant in offered.offer.variants):
                return offered.offer.name
        return ""

    def _ask_for_tool(self) -> None:
        self.menu_list.ask(
            _("Boards and rules"),
            self._way(Node.BOARD_EDITOR, _("Board editor"), "B", _("Draw a board and play it.")),
            self._way(Node.RULE_EDITOR, _("Rule editor"), "R", _("Make your own rules, and share them in a line.")),
        )

    def _daily_figure(self) -> str:
        """Return the number of today's dailies that were played."""
        today = utc_day(self._services.store.now())
        try:
            tries = self._services.store.daily_tries
            played = sum(1 for mode in DAILY_MODES if tries.between(mode, today, today))
        except StorageError:
            return ""
        if not played:
            return _("not played")
        return _("{number} of {count}").format(number=played, count=len(DAILY_MODES))


_FIND: Final = find_row(_("find a mode by name"))

_LOW: Final = 28
"""Lines of a terminal below which a list of all modes and groups would scroll."""
_WIDE: Final = 60
"""Columns from which on names of groups and results fit beside the modes."""

_FINDING: Final = "-finding"
"""The class of the line while it is open."""


class MoreModesScreen(ModesScreen):
    """The other modes."""

    NODE = Node.MORE_MODES
    CSS_PATH = [STYLES / "play.tcss", STYLES / "more_modes.tcss"]
    KEYS = (PLAY, OPTIONS, _FIND, SAME, MOVE, MOUSE, *LAST_KEYS)
    KEYS_OF_LIST = (PLAY, OPTIONS, MOVE, _FIND, BACK, HELP)

    def __init__(self, services: Services) -> None:
        self._groups: Final = more_offers(stored_modes(services.store))
        self._find: Final = Input(placeholder=_("Type a name."), compact=True, id="find")
        super().__init__(services)

    def beside_heading(self) -> Widget:
        return self._find

    def entries(self) -> Iterator[Option]:
        wanted = self._find.value.casefold()
        for group, offers in self._groups.items():
            found = [offer for offer in offers if wanted in f"{offer.title} {offer.few_words}".casefold()]
            title = group.upper() if group != "tetrs" else group
            if found and not self._is_low:
                yield group_heading(title)
            for place, offer in enumerate(found):
                yield self.mode_entry(offer, title if self._is_low and not place else "")

    @property
    def _is_low(self) -> bool:
        """Whether the names of groups are beside their first modes: lines of their own would make the list scroll."""
        size = self._services.terminal.size
        return size.height < _LOW and size.width >= _WIDE

    def first_entry(self) -> str:
        """Return the mode that was played last, if it is here."""
        last = self._services.games.last_plan
        for offered in self._offered.values():
            if last is not None and offered.variant.fits(last.mode.name, last.options):
                return offered.offer.name
        return ""

    def on_resize(self) -> None:
        self.menu_list.show(self.entries())

    def on_input_changed(self) -> None:
        self.menu_list.show(self.entries())

    def on_input_submitted(self) -> None:
        """Go to the first mode that was found."""
        self.menu_list.focus()

    def action_find(self) -> None:
        self._find.add_class(_FINDING)
        self.set_focus(self._find)

    def action_back(self) -> None:
        """Leave the search for all modes, or else as elsewhere."""
        if self._find.has_class(_FINDING):
            self._find.clear()
            self.menu_list.focus()
            self._find.remove_class(_FINDING)
        else:
            super().action_back()
