"""The controls that settings are set with: Textual's own, with the arrows for values and for the way between them."""

from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input, Select, Switch

from piecement.settings.knobs import Kind, Setting, SettingValue
from piecement.ui.widgets.plain_select import PlainSelect

_STEP_KEYS: list[BindingType] = [
    Binding("left,h", "step(-1)", "Less", show=False),
    Binding("right,l", "step(1)", "More", show=False),
]


_NUMBER: Final = frozenset("-.0123456789")


class FieldChanged(Message):
    """A control was set to a value that its setting can have."""

    def __init__(self, setting: Setting, value: SettingValue) -> None:
        super().__init__()
        self.setting = setting
        self.value = value


class FieldRefused(Message):
    """A control was given what its setting cannot be."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.setting = setting


class SwitchField(Switch):
    """A setting that is on or off."""

    BINDINGS: ClassVar[list[BindingType]] = _STEP_KEYS

    def __init__(self, setting: Setting, value: SettingValue) -> None:
        super().__init__(bool(value), id=setting.name)
        self.setting = setting

    def action_step(self, steps: int) -> None:
        """Switch on to the right, off to the left."""
        self.value = steps > 0

    def on_switch_changed(self, event: Switch.Changed) -> None:
        """Tell what it is now."""
        event.stop()
        self.post_message(FieldChanged(self.setting, event.value))


class ChoiceField(PlainSelect, inherit_bindings=False):
    """A setting that is one of some names."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *_STEP_KEYS,
        Binding("enter,space", "show_overlay", "List", show=False),
    ]

    def __init__(self, setting: Setting, value: SettingValue) -> None:
        choices = [(title, name) for name, title in setting.choices.items()]
        super().__init__(choices, value=str(value), allow_blank=False, compact=True, id=setting.name)
        self.setting = setting
        self._last = str(value)

    def action_step(self, steps: int) -> None:
        """Go to the next name, around the end."""
        names = list(self.setting.choices)
        self.value = names[(names.index(str(self.value)) + steps) % len(names)]

    def on_select_changed(self, event: Select.Changed) -> None:
        """Tell what it is now."""
        event.stop()
        if event.value != self._last:
            self._last = str(event.value)
            self.post_message(FieldChanged(self.setting, self._last))


class NumberField(Input):
    """A setting that is a number: typed, or stepped to."""

    BINDINGS: ClassVar[list[BindingType]] = _STEP_KEYS

    def __init__(self, setting: Setting, value: SettingValue) -> None:
        super().__init__(_digits(value), restrict=r"-?[0-9.]*", compact=True, select_on_focus=False, id=setting.name)
        self.setting = setting
        self._last_good = float(value)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Leave letters to the keys that move."""
        return character is not None and character in _NUMBER

    def on_key(self, event: events.Key) -> None:
        """Take digits only, and leave letters to the bindings."""
        if event.is_printable and not self.check_consume_key(event.key, event.character):
            event.prevent_default()

    def action_step(self, steps: int) -> None:
        """Go some steps up or down."""
        self.value = _digits(self.setting.stepped(self._last_good, steps))
        self.cursor_position = len(self.value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell what it is now, or why it cannot be that."""
        event.stop()
        number = self.setting.parsed(self.value)
        self.set_class(number is None, "-invalid")
        if number is None:
            self.post_message(FieldRefused(self.setting))
        elif number != self._last_good:
            self._last_good = number
            self.post_message(FieldChanged(self.setting, number))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Keep it to itself: there is nothing to send off."""
        event.stop()

    def on_blur(self) -> None:
        """Forget what was typed if it cannot be."""
        self.value = _digits(self._last_good)


def _digits(number: SettingValue) -> str:
    return str(int(number)) if float(number).is_integer() else str(number)


def field_for(setting: Setting, value: SettingValue) -> SwitchField | ChoiceField | NumberField:
    """Return the control for a setting."""
    match setting.kind:
        case Kind.SWITCH:
            return SwitchField(setting, value)
        case Kind.CHOICE:
            return ChoiceField(setting, value)
        case Kind.NUMBER:
            return NumberField(setting, value)
