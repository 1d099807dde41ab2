"""The settings of looks, with a preview."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal

from piecement.input.bindings import Bindings
from piecement.language import _
from piecement.render.skins.look import Look
from piecement.settings.graphics import Graphics
from piecement.settings.interface import SIGHT, Interface
from piecement.settings.settings import Settings
from piecement.ui import STYLES
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import ANYWHERE, BACK, PRESETS, SETTINGS_LIST, TABS, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.widgets.previews import LookPreview
from piecement.ui.widgets.setting_rows import Line, preset_row

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", _: None) -> "GraphicsScreen":
    return GraphicsScreen(services)


class GraphicsScreen(SettingsScreen):
    """The settings of looks, beside a game that plays itself in the current look."""

    NODE = Node.GRAPHICS
    KEYS = (TABS, *SETTINGS_LIST, *PRESETS, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "graphics.tcss"
    HEADING = _("Graphics")
    MENU_INSIDE = True

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self._preview = LookPreview(services.clock, *self._look_of(self.settings))

    def body(self) -> ComposeResult:
        with Horizontal(id="body"):
            yield self.settings_list
            yield self._preview
        yield self.details

    def rows(self) -> Iterator[Line]:
        yield preset_row("graphics", self)
        yield from self.setting_rows(Graphics.specs())
        yield from self.setting_rows(spec for spec in Interface.specs() if spec.group == SIGHT)

    def on_screen_suspend(self) -> None:
        self._preview.stop()

    def show_settings(self) -> None:
        super().show_settings()
        self._show_preview(self.settings)

    def preview(self, settings: Settings) -> None:
        super().preview(settings)
        self._show_preview(settings)

    def _show_preview(self, settings: Settings) -> None:
        self._preview.show_look(*self._look_of(settings))
        self._preview.run()

    def _look_of(self, settings: Settings) -> tuple[Look, Bindings]:
        return self._services.appearance.look_with(settings), settings.controls.bindings
