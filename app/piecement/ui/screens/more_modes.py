"""All modes beside the first page, by groups, and found by their names."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from textual import events, on
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.option_list import Option

from piecement.session.puzzle_packs import BUILT_IN, changes_in, read_packs
from piecement.ui import STYLES
from piecement.ui.bases.modes_screen import OPTIONS, PLAY, SAME, ModesScreen
from piecement.ui.key_rows import BACK, HELP, LAST_KEYS_OF_LIST, MOVE, find_row
from piecement.ui.menu_graph import Node
from piecement.ui.offers import more_offers
from piecement.ui.services import Services
from piecement.ui.widgets.menu_list import static_line
from piecement_base.language import N_, _
from piecement_engine import Mode

_FIND: Final = find_row(N_("find a mode by name"))

_READ_EACH_S: Final = 0.5
_LINES_OF_GROUPS: Final = 28
"""Lines of a terminal from which on a list of all modes and groups does not scroll."""
_LINES_APART: Final = 38
"""Lines of a terminal from which on a blank line before each group does not make the list scroll."""
_COLUMNS_BESIDE: Final = 60
"""Columns from which on names of groups and results fit beside the modes."""

_FINDING: Final = "-finding"
"""The class of the line while it is open."""


class MoreModesScreen(ModesScreen):
    """All modes that are not on the first page, which appear as soon as their files are written."""

    NODE = Node.MORE_MODES
    CSS_PATH = [STYLES / "play.tcss", STYLES / "more_modes.tcss"]
    KEYS = (PLAY, OPTIONS, _FIND, SAME, *LAST_KEYS_OF_LIST)
    KEYS_OF_LIST = (PLAY, OPTIONS, MOVE, _FIND, BACK, HELP)

    def __init__(self, services: Services) -> None:
        self._packs: tuple[Mode, ...] = ()
        self._changes: list[tuple[Path, int]] | None = None
        """Changes of the player's packs as of the last reading."""
        self._read_packs(services)
        self._groups = more_offers(self._packs)
        self._find: Final = Input(placeholder=_("Type a name."), compact=True, id="find")
        super().__init__(services)

    def on_mount(self) -> None:
        self._read_files()
        self.set_interval(_READ_EACH_S, self._read_files)

    def _read_files(self) -> None:
        """Show modes and packs whose files are new or have changed."""
        files, before = self._services.store.own_files, self._services.store.own_files.revision
        self._services.settings.read_own_files()
        if self._read_packs(self._services) or files.revision != before:
            self._offered.clear()
            self._groups = more_offers(self._packs)
            self._show_entries()
            self.show_current()

    def _read_packs(self, services: Services) -> bool:
        """Read all packs again if one of the player's has changed, and warn of faults; return whether one had."""
        folder = services.store.paths.puzzles
        changes = changes_in(folder)
        if changes == self._changes:
            return False
        self._changes = changes
        found = [*read_packs(BUILT_IN), *read_packs(folder)]
        self._packs = tuple(one.mode for one in found if not isinstance(one, str))
        services.warn(*(one for one in found if isinstance(one, str)))
        return True

    def beside_heading(self) -> Widget:
        return self._find

    def entries(self) -> Iterator[Option]:
        wanted = self._find.value.casefold()
        is_apart = not wanted and self._services.terminal.size.height >= _LINES_APART
        for group, offers in self._groups.items():
            found = [offer for offer in offers if wanted in f"{offer.title} {offer.few_words}".casefold()]
            title = group.upper() if group != "tetrs" else group  # a name, which is written in small letters
            if found and not self._names_groups_beside:
                if is_apart and group != next(iter(self._groups)):
                    yield static_line("")
                yield static_line(title)
            for place, offer in enumerate(found):
                yield self.mode_entry(offer, title if self._names_groups_beside and not place else "")

    @property
    def _names_groups_beside(self) -> bool:
        """Whether the names of groups are beside their first modes: lines of their own would make the list scroll."""
        size = self._services.terminal.size
        return size.height < _LINES_OF_GROUPS and size.width >= _COLUMNS_BESIDE

    def first_entry(self) -> str:
        """Return the mode that was played last, if it is here."""
        last = self._services.run_state.last_plan
        for offered in self._offered.values():
            if last is not None and offered.variant.fits(last.mode.name, last.options):
                return offered.offer.name
        return ""

    @on(events.Resize)
    def _show_entries(self) -> None:
        self.menu_list.show(self.entries())

    @on(Input.Changed)
    def _show_found(self) -> None:
        """Show the modes that fit the text, with the cursor on the first whose title begins with it."""
        wanted = self._find.value.casefold()
        offers = chain.from_iterable(self._groups.values()) if wanted else ()
        titled = (offer.name for offer in offers if offer.title.casefold().startswith(wanted))
        self.menu_list.show(self.entries(), at=next(titled, ""))

    def on_input_submitted(self) -> None:
        """Play the mode with the cursor, as Enter in the list does."""
        self.menu_list.focus()
        self.menu_list.action_select()

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
