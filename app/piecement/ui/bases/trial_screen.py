"""The base of the screens of settings with a field to try them in."""

from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from piecement.input.bindings import Bindings
from piecement.language import _
from piecement.settings.settings import Settings
from piecement.terminal.key_events import KeyEvent
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import KeyRow
from piecement.ui.widgets.handling_field import HandlingField, HandlingTrial, bare

if TYPE_CHECKING:
    from piecement.ui.services import Services

TRY: Final = KeyRow("T", _("try the keys"), (("T", _("try")),), {"t": "try"})

_HINT_TRY: Final = _("T tries the keys here")
_TRYING: Final = _("Move, rotate and drop. Esc ends it.")


class TrialScreen(SettingsScreen):
    """A screen with a field that is played in while it has the focus, and a line that says how the piece moved."""

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self.field: Final = HandlingField(services.clock, self._trial_now())
        self._trial_line: Final = Static(Content.styled(_HINT_TRY, "$muted"), id="trial")

    def trial(self) -> ComposeResult:
        """Yield the field and its line."""
        yield self.field
        yield self._trial_line

    def trial_bindings(self, settings: Settings) -> Bindings:
        """Return the keys of the field."""
        return settings.controls.bindings

    def on_screen_suspend(self) -> None:
        self._services.terminal.release_keys(self.track_key)

    def track_key(self, event: KeyEvent) -> None:
        self.field.track_key(event)

    def show_settings(self) -> None:
        super().show_settings()
        if self.app.screen is self:
            self._services.terminal.capture_keys(self.track_key, releases=self.settings.interface.wants_releases)
        self.show_trial()

    def preview(self, settings: Settings) -> None:
        super().preview(settings)
        self.show_trial()

    def show_trial(self) -> None:
        """Update the field to the settings that are shown."""
        self.field.change(self._trial_now())

    def action_try(self) -> None:
        self.field.focus()
        self._say_of_trial(_TRYING)

    def on_handling_field_ended(self) -> None:
        self.settings_list.rows.focus()
        self._say_of_trial(_HINT_TRY)

    def on_handling_field_ran(self, event: HandlingField.Ran) -> None:
        self._say_of_trial(event.text)

    def _say_of_trial(self, text: str) -> None:
        self._trial_line.update(Content.styled(text, "$muted" if text == _HINT_TRY else "$key"))

    def _trial_now(self) -> HandlingTrial:
        services, shown = self._services, self.shown
        return HandlingTrial(
            shown.gameplay.overrides(key_releases=services.keyboard.reports_releases),
            self.trial_bindings(shown),
            bare(services.appearance.look_with(shown)),
            shown.interface.hold_to_wall,
        )
