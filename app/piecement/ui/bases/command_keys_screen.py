"""What the screens have in common on which the keys of commands are set, besides other settings."""

from collections.abc import Collection
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.message import Message

from piecement.input.key_names import key_label
from piecement.language import _
from piecement.settings.computer import Computer
from piecement.settings.setting_spec import CommandKey, Name, SettingSpec, Values
from piecement.settings.sound import Sound
from piecement.ui.bases.key_settings_screen import KeySettingsScreen
from piecement.ui.texts.button_texts import BUTTON_TITLES
from piecement.ui.widgets.key_prompt import CommandKeyPrompt
from piecement.ui.widgets.setting_rows import ExplainedSettingRow, KeyAsked, NameRow, RowText, SpecRow

_COMMANDS: Final = tuple(
    spec for section in (Computer, Sound) for spec in section.specs() if isinstance(spec.values, CommandKey)
)
"""All settings that are the key of a command."""


class CommandKeyRow(ExplainedSettingRow):
    @property
    def text(self) -> RowText:
        return super().text._replace(may_step=False)

    def select(self) -> Message | None:
        return KeyAsked(self, self.spec.title)

    def step(self, steps: int) -> Message | None:
        return None


class CommandKeysScreen(KeySettingsScreen):
    """A screen of settings, some of which are keys of commands in a game."""

    PROMPT = CommandKeyPrompt
    RESERVED: ClassVar[Collection[str]]
    """The keys that no command can be given."""

    def body(self) -> ComposeResult:
        yield from super().body()
        yield self.prompt

    def row(self, spec: SettingSpec) -> SpecRow:
        """Return the row for a setting."""
        kinds: dict[type[Values], type[ExplainedSettingRow]] = {CommandKey: CommandKeyRow, Name: NameRow}
        return kinds.get(type(spec.values), ExplainedSettingRow)(spec, self.current_settings)

    def on_key_prompt_pressed(self, event: CommandKeyPrompt.Pressed) -> None:
        row = self.asking
        if not isinstance(row, CommandKeyRow):
            return
        if use := self._use_of(event.key_id, row.spec):
            self.prompt.refuse(use)
        else:
            self.post_message(row.change(lambda _: event.key_id))
            self.close_prompt()

    def _use_of(self, key: str, asked: SettingSpec) -> str:
        """Return what a key does in a game already, but for the command that is asked about; empty for a free one."""
        button = self.settings.controls.bindings.button(key)
        if button is not None:
            return _("{key} is already a key of {button}.").format(key=key_label(key), button=BUTTON_TITLES[button])
        others = {spec.value(self.settings.section(spec.section)) for spec in _COMMANDS if spec is not asked}
        return _("{key} is already a command.").format(key=key_label(key)) if key in {*self.RESERVED, *others} else ""
