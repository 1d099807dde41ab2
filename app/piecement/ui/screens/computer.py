"""The settings of bots: who plays when you watch, and how."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.message import Message
from textual.widgets.option_list import Option

from piecement.input.key_names import key_label
from piecement.language import _
from piecement.settings.computer import Computer
from piecement.settings.setting_spec import CommandKey, Name, SettingSpec, Values
from piecement.ui.bases.key_settings_screen import KeySettingsScreen
from piecement.ui.game.game_keys import RESERVED_KEYS
from piecement.ui.key_rows import ANYWHERE, BACK, SETTINGS_LIST, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.button_texts import BUTTON_TITLES
from piecement.ui.widgets.key_prompt import CommandKeyPrompt
from piecement.ui.widgets.setting_rows import ExplainedSettingRow, KeyAsked, NameRow, RowText, SpecRow, grouped

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", _: None) -> "ComputerScreen":
    return ComputerScreen(services)


class CommandKeyRow(ExplainedSettingRow):
    @property
    def text(self) -> RowText:
        return super().text._replace(may_step=False)

    def select(self) -> Message | None:
        return KeyAsked(self, self.spec.title)

    def step(self, steps: int) -> Message | None:
        return None


class ComputerScreen(KeySettingsScreen):
    NODE = Node.COMPUTER
    KEYS = (*SETTINGS_LIST, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "computer.tcss"
    HEADING = _("Computer")

    def body(self) -> ComposeResult:
        yield from super().body()
        yield CommandKeyPrompt()

    def rows(self) -> Iterator[Option]:
        return grouped(Computer.specs(), self._row)

    def _row(self, spec: SettingSpec) -> SpecRow:
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
        specs = (spec for spec in Computer.specs() if isinstance(spec.values, CommandKey) and spec.name != asked.name)
        others = {spec.value(self.settings.computer) for spec in specs}
        return _("{key} is already a command.").format(key=key_label(key)) if key in RESERVED_KEYS | others else ""
