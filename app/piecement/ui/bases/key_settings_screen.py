"""What the screens have in common on which keys are set: asking for a key."""

from textual.content import Content

from piecement.language import _
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.widgets.key_prompt import KEEP_HINT, KeyPrompt
from piecement.ui.widgets.setting_rows import KeyAsked, Row


class KeySettingsScreen(SettingsScreen):
    """A screen of settings with rows that a key is pressed for, and a `KeyPrompt` that waits for it."""

    asking: Row | None = None
    """The row that a key is waited for."""

    def on_key_asked(self, event: KeyAsked) -> None:
        self.asking = event.row
        self.prompt.wait_for_key(
            Content.assemble(_("Press a key for "), (event.title, "bold $accent"), ".\n", (KEEP_HINT, "$muted"))
        )

    def on_key_prompt_cancelled(self, _: KeyPrompt.Cancelled) -> None:
        self.close_prompt()

    def on_screen_suspend(self) -> None:
        self.close_prompt()

    def close_prompt(self) -> None:
        if self.prompt.is_open:
            self.asking = None
            self.prompt.close()
            self.settings_list.rows.focus()
            self.show_settings()

    @property
    def prompt(self) -> KeyPrompt:
        return self.query_one(KeyPrompt)
