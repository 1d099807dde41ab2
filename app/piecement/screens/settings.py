"""What the player can set, a line each."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from piecement.locations import STYLES
from piecement.menu_graph import Node
from piecement.menus.fields import FieldChanged, FieldRefused
from piecement.menus.key_line import BACK_KEY, KeyLine
from piecement.menus.menu_screen import MenuScreen
from piecement.menus.setting_row import RowReached, SettingRow
from piecement.messages import SettingChanged
from piecement.settings import Settings, described

if TYPE_CHECKING:
    from piecement.application import Piecement

_SECTIONS: Final = ("graphics", "interface")


def build(app: "Piecement") -> "SettingsScreen":
    """Return the screen with what is set now."""
    return SettingsScreen(app.settings)


class SettingsScreen(MenuScreen):
    """The settings."""

    NODE = Node.SETTINGS
    CSS_PATH = STYLES / "settings.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "app.focus_previous", "Up", show=False),
        Binding("down,j", "app.focus_next", "Down", show=False),
    ]

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings

    def compose(self) -> ComposeResult:
        """Lay out a row for each setting."""
        with Vertical(classes="page"):
            yield Static("Settings", classes="heading")
            with VerticalScroll(can_focus=False):
                yield from self._rows()
            yield Static(id="hint")
        yield KeyLine(("↑↓", "move"), ("←→", "change"), BACK_KEY, ("Enter", "list"))

    def _rows(self) -> Iterator[SettingRow]:
        for section in _SECTIONS:
            for setting in described(section):
                value = getattr(getattr(self._settings, section), setting.name)
                yield SettingRow(setting, value)

    def on_row_reached(self, event: RowReached) -> None:
        """Explain the setting that the cursor is on."""
        self._explain(event.setting.sentence)

    def on_field_changed(self, event: FieldChanged) -> None:
        """Have the application take it over."""
        self._explain(event.setting.sentence)
        self.post_message(SettingChanged(event.setting.section, event.setting.name, event.value))

    def on_field_refused(self, event: FieldRefused) -> None:
        """Tell what would do."""
        self._explain(f"{event.setting.title} can be {event.setting.range_text}.")

    def _explain(self, sentence: str) -> None:
        self.query_one("#hint", Static).update(sentence)
