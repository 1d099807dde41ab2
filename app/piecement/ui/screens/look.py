"""The tab Look of the settings, with a preview."""

from collections.abc import Iterable
from typing import Final

from textual.widget import Widget

from piecement.settings.settings import Settings
from piecement.ui.bases.settings_tab import SETTINGS_TAB, SettingsTab
from piecement.ui.key_rows import LAST_KEYS, PRESETS
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.widgets.previews import LookPreview


class LookScreen(SettingsTab):
    """The look, beside a game that plays itself in it."""

    NODE = Node.LOOK
    KEYS = (*SETTINGS_TAB, *PRESETS, *LAST_KEYS)

    def __init__(self, services: Services, row: str | None = None) -> None:
        super().__init__(services, row)
        self._preview: Final = LookPreview.of(services.clock, services.appearance, self.settings)

    def aside(self) -> Iterable[Widget]:
        return (self._preview,)

    def on_screen_suspend(self) -> None:
        self._preview.stop()

    def show_settings(self) -> None:
        super().show_settings()
        self._preview.show_settings(self._services.appearance, self.settings)

    def preview(self, settings: Settings) -> None:
        super().preview(settings)
        self._preview.show_settings(self._services.appearance, settings)
