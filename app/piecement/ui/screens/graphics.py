"""What the game looks like, with the look in sight."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Offset
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.settings.described import described
from piecement.ui.bases.knob_screen import KnobScreen
from piecement.ui.key_rows import ANYWHERE, BACK, PRESET_SLOTS, SETTINGS_LIST, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.style_sheets import STYLES
from piecement.ui.widgets.knob_list import SlotOption
from piecement.ui.widgets.knob_texts import rows_of
from piecement.ui.widgets.look_preview import LookPreview
from piecement.ui.widgets.overlays import ChoiceMenu

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", _: None) -> "GraphicsScreen":
    """Return the screen."""
    return GraphicsScreen(services)


class GraphicsScreen(KnobScreen):
    """The looks, beside a game that plays itself in the one that is set."""

    NODE = Node.GRAPHICS
    KEYS = (*SETTINGS_LIST, *PRESET_SLOTS, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "graphics.tcss"

    def compose(self) -> ComposeResult:
        """Lay out the list beside the game, over what explains the line with the cursor."""
        with Vertical(classes="page"):
            yield Static("Graphics", classes="heading")
            with Horizontal(id="body"):
                yield from self.knobs()
                yield LookPreview(self._services.clock)
            yield Static(id="details")
        yield self.key_line()

    def rows(self) -> Iterator[Option]:
        """Return the slot and what is in it, and what moves and what is seen in every slot."""
        yield SlotOption("graphics")
        yield from rows_of(described("graphics"))
        yield from rows_of(setting for setting in described("interface") if setting.group == "Motion and sight")

    def on_mount(self) -> None:
        """Show the look that is set, whenever it is another."""
        self._services.settings.changed.subscribe(self, lambda _: self._dress())

    def on_screen_resume(self) -> None:
        """Let the game play."""
        self._dress()

    def on_screen_suspend(self) -> None:
        """Let the game stand still."""
        self._preview.rest()

    def menu_place(self, titles: Mapping[str, str]) -> Offset:
        """Return where a list of titles opens: over the settings, so that the game beside them stays in sight."""
        menu, names = self.query_one(ChoiceMenu), self.knob_list
        return menu.place_within(names.region, super().menu_place(titles), titles.values())

    def _dress(self) -> None:
        self._preview.dress(self._services.appearance.look, self.settings.controls.bindings)
        self._preview.run()

    @property
    def _preview(self) -> LookPreview:
        return self.query_one(LookPreview)
