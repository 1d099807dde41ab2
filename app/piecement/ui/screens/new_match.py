"""The settings of a match: against whom, how fast, and how clears become garbage."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.settings.computer import FRIEND, MATCH, Computer
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import ANYWHERE, BACK, BY_TEN, CHANGE, MOVE, OPEN, RESTORE, TYPE, bindings_of
from piecement.ui.menu_graph import Node, Trigger, edges_from
from piecement.ui.style_sheets import STYLES
from piecement.ui.widgets.setting_rows import EdgeRow, ExplainedSettingRow

if TYPE_CHECKING:
    from piecement.ui.services import Services

_TAPS_ONLY: Final = _(
    "This terminal reports no key releases: taps work for both, but only the key pressed last repeats."
    " Use the keys to the walls."
)


def build(services: "Services", __: None) -> "NewMatchScreen":
    return NewMatchScreen(services)


class NewMatchScreen(SettingsScreen):
    """The settings of a match, under the entry that starts it."""

    NODE = Node.NEW_MATCH
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
    CSS_PATH = STYLES / "new_match.tcss"
    HEADING = _("New match")

    def rows(self) -> Iterator[Option]:
        yield from (EdgeRow(edge, self.current_settings) for edge in edges_from(self.NODE, Trigger.MENU))
        specs = (spec for spec in Computer.specs() if spec.group == MATCH)
        yield from (ExplainedSettingRow(spec, self.current_settings) for spec in specs)

    def say(self, text: Content) -> None:
        note = Content.styled(f"\n{_TAPS_ONLY}", "$warning") if self._lacks_releases else Content("")
        super().say(text + note)

    @property
    def _lacks_releases(self) -> bool:
        return self.settings.computer.opponent == FRIEND and not self._services.keyboard.reports_releases
