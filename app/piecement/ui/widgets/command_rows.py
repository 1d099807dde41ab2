"""Rows of settings with a line for the setting and one for its value, some of which are keys of commands in a game."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from piecement.input.key_names import key_label
from piecement.language import _
from piecement.settings.computer import Computer
from piecement.settings.presets import with_change
from piecement.settings.settings import Settings
from piecement.settings.sound import Sound
from piecement.settings.specs import CommandKey, SettingSpec
from piecement.ui.texts.keys import BUTTON_TITLES
from piecement.ui.widgets.asks import PressKey
from piecement.ui.widgets.setting_rows import Row, SettingsEditor, explained_row

_COMMANDS: Final = tuple(
    spec for section in (Computer, Sound) for spec in section.specs() if isinstance(spec.values, CommandKey)
)
"""All settings that are the key of a command."""


def command_key_row(spec: SettingSpec, editor: SettingsEditor, reserved: Collection[str]) -> Row:
    """Return the row for a setting; if it is the key of a command, Enter asks for one that is not reserved."""
    row = explained_row(spec, editor)
    if not isinstance(spec.values, CommandKey):
        return row

    def bind(key: str) -> str:
        problem = _use_of(key, spec, editor.shown, reserved)
        if not problem:
            editor.live_settings.update(lambda settings: with_change(settings, spec.section, spec.name, key))
        return problem

    return replace(row, select=lambda: PressKey(spec.title, bind))


def _use_of(key: str, asked: SettingSpec, settings: Settings, reserved: Collection[str]) -> str:
    """Return the use of a key in a game, except for the command that is asked about; empty for a free key."""
    button = settings.controls.bindings.button(key)
    if button is not None:
        return _("{key} is already bound to {button}.").format(key=key_label(key), button=BUTTON_TITLES[button])
    others = {spec.value(settings.section(spec.section)) for spec in _COMMANDS if spec is not asked}
    return _("{key} is already a command.").format(key=key_label(key)) if key in {*reserved, *others} else ""
