"""The settings of a match: the opponent, its pace, and the garbage of clears."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual.content import Content

from piecement.language import _
from piecement.settings.computer import FRIEND, MATCH, Computer
from piecement.storage.errors import StorageError
from piecement.ui import STYLES
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import ANYWHERE, BACK, BY_TEN, CHANGE, MOVE, OPEN, RESTORE, TYPE, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.texts.results import record_text, rival_name
from piecement.ui.widgets.setting_rows import Line, explained_row

if TYPE_CHECKING:
    from piecement.ui.services import Services

_TAPS_ONLY: Final = _(
    "This terminal reports no key releases: taps work for both, but only the key pressed last repeats."
    " Use the keys to the walls."
)


def build(services: "Services", __: None) -> "VersusScreen":
    return VersusScreen(services)


class VersusScreen(SettingsScreen):
    """The settings of a match, under the entry that starts it."""

    NODE = Node.VERSUS
    KEYS = (
        MOVE,
        replace(OPEN, line=(("Enter", _("start")),)),
        CHANGE,
        BY_TEN,
        TYPE,
        RESTORE.without_line(),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "versus.tcss"
    HEADING = _("Versus")

    def rows(self) -> Iterator[Line]:
        yield from self.edge_rows()
        yield from (explained_row(spec, self) for spec in Computer.specs() if spec.group == MATCH)

    def say(self, text: Content) -> None:
        note = Content.styled(f"\n{_TAPS_ONLY}", "$warning") if self._lacks_releases else Content("")
        super().say(Content("\n").join([text, self._record]) + note)

    @property
    def _record(self) -> Content:
        """Results so far against the chosen opponent."""
        opponent = rival_name(self.settings.computer)
        try:
            record = self._services.store.match_records.against(opponent)
        except StorageError as error:
            return Content(str(error))
        return Content.styled(record_text(opponent, record), "$foreground")

    @property
    def _lacks_releases(self) -> bool:
        return self.settings.computer.opponent == FRIEND and not self._services.keyboard.reports_releases
