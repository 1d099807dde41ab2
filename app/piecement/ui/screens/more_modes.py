"""All modes beside those of the first page, by groups."""

from collections.abc import Iterator
from typing import Final

from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.storage.own_modes import stored_modes
from piecement.ui import STYLES
from piecement.ui.bases.modes_screen import OPTIONS, PLAY, SAME, ModesScreen
from piecement.ui.key_rows import BACK, HELP, LAST_KEYS, MOUSE, MOVE, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.offers import more_offers
from piecement.ui.widgets.menu_list import group_heading

_FIND: Final = KeyRow("/", _("find a mode by name"), (("/", _("find")),), {"slash": "find"})

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
        self._find.focus()

    def action_back(self) -> None:
        """Leave the search for all modes, or else as elsewhere."""
        if self._find.has_class(_FINDING):
            self._find.clear()
            self.menu_list.focus()
            self._find.remove_class(_FINDING)
        else:
            super().action_back()
