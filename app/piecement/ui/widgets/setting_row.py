"""A line of a screen on which something is set."""

from textual import events
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Label

from piecement.settings.knobs import Kind, Setting, SettingValue
from piecement.ui.widgets.fields import FieldChanged, field_for


class RowReached(Message):
    """The cursor came to a row."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.setting = setting


def note(setting: Setting, value: SettingValue) -> str:
    """Return what stands beside a value: its unit, or what it means."""
    match setting.kind:
        case Kind.SWITCH:
            return "on" if value else "off"
        case Kind.NUMBER:
            return setting.knob.words.get(float(value), setting.knob.unit)
        case Kind.CHOICE:
            return ""


class SettingRow(Horizontal):
    """A setting: its title, its control, and beside it the unit or what the value means."""

    def __init__(self, setting: Setting, value: SettingValue) -> None:
        self._note = Label(note(setting, value), classes="state" if setting.kind is Kind.SWITCH else "note")
        self.control = field_for(setting, value)
        """What it is set with."""
        super().__init__(Label(setting.title, classes="title"), self.control, self._note)
        self.setting = setting

    def on_descendant_focus(self, _: events.DescendantFocus) -> None:
        """Tell that the cursor is here."""
        self.post_message(RowReached(self.setting))

    def on_field_changed(self, event: FieldChanged) -> None:
        """Tell what the value means."""
        self._note.update(note(self.setting, event.value))
