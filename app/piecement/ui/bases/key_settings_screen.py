"""What the screens have in common on which keys are set: asking for a key."""

from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.content import Content

from piecement.language import _
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.widgets.key_prompt import KEEP_HINT, KeyPrompt
from piecement.ui.widgets.setting_rows import KeyAsked, Row

if TYPE_CHECKING:
    from piecement.ui.services import Services


class KeySettingsScreen(SettingsScreen):
    """A screen of settings with rows that a key is pressed for, and a `KeyPrompt` that waits for it."""

    PROMPT: ClassVar[type[KeyPrompt]] = KeyPrompt
    asking: Row | None = None
    """The row that a key is waited for."""

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self.prompt: Final = self.PROMPT()

    def on_key_asked(self, event: KeyAsked) -> None:
        self.asking = event.row
        self.prompt.wait_for_key(
            Content.assemble(_("Press a key for "), (event.title, "bold $accent"), ".\n", (KEEP_HINT, "$muted"))
        )

    def on_key_prompt_cancelled(self, _: KeyPrompt.Cancelled) -> None:
        self.close_prompt()

    def takes_help_key(self) -> bool:
        """Leave the key to the prompt, which says why it cannot be bound: elsewhere, the help would replace it."""
        if self.prompt.is_open:
            self.prompt.post_message(events.Key("question_mark", "?"))
        return self.prompt.is_open

    def on_screen_suspend(self) -> None:
        self.close_prompt()

    def close_prompt(self) -> None:
        if self.prompt.is_open:
            self.asking = None
            self.prompt.close()
            self.settings_list.rows.focus()
            self.show_settings()
