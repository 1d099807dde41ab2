"""What the screens of settings have in common: a list of them, and what explains the row with the cursor."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.settings.setting_spec import SettingError, SettingSpec
from piecement.settings.settings import Settings
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.widgets.setting_rows import ChoiceConsidered, EdgeChosen, Explained, SettingRow, grouped
from piecement.ui.widgets.settings_list import SettingsList

if TYPE_CHECKING:
    from piecement.ui.services import Services


class SettingsScreen(MenuScreen):
    """A screen on which settings are changed."""

    HEADING: ClassVar[str]

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._services = services
        self.shown = services.settings.now
        """The settings in force, or as they would be with the choice that the cursor is on."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(self.HEADING, classes="heading")
            yield from self.body()
        yield self.key_line()

    def body(self) -> ComposeResult:
        yield self.new_list()
        yield Static(id="details")

    def rows(self) -> Iterable[Option]:
        raise NotImplementedError

    def new_list(self, *, menu_inside: bool = False) -> SettingsList:
        return SettingsList(tuple(self.rows()), menu_inside=menu_inside)

    def setting_rows(
        self,
        specs: Iterable[SettingSpec],
        kind: Callable[[SettingSpec, Callable[[], Settings]], SettingRow] = SettingRow,
    ) -> Iterator[Option]:
        """Return rows for settings, each group under its heading."""
        return grouped(specs, lambda spec: kind(spec, self.current_settings))

    def on_mount(self) -> None:
        self._services.settings.changed.subscribe(self, lambda _: self.show_settings())

    def on_screen_resume(self) -> None:
        self.show_settings()

    def on_explained(self, event: Explained) -> None:
        self.say(event.text)

    def on_choice_considered(self, event: ChoiceConsidered) -> None:
        try:
            self.preview(event.change(self.settings) if event.change else self.settings)
        except SettingError:  # the preset was removed meanwhile; choosing it shows the error
            self.preview(self.settings)

    def preview(self, settings: Settings) -> None:
        """Show what settings would be like, or are."""
        self.shown = settings
        self.settings_list.rows.draw()

    def on_edge_chosen(self, event: EdgeChosen) -> None:
        self.follow(event.edge)

    def show_settings(self) -> None:
        self.shown = self.settings
        self.settings_list.refresh_rows()

    def say(self, text: Content) -> None:
        self.query_one("#details", Static).update(text)

    def current_settings(self) -> Settings:
        """Return the settings that are shown."""
        return self.shown

    @property
    def settings(self) -> Settings:
        return self._services.settings.now

    @property
    def settings_list(self) -> SettingsList:
        return self.query_one(SettingsList)
