"""A new room at a server, with chosen rules."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.settings.specs import SettingSpec
from piecement.settings.values import SettingValue
from piecement.ui import room_specs
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import BY_TEN, CHANGE, LAST_KEYS, MOVE, OPEN, RESTORE, TYPE
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.room_specs import RoomValues
from piecement.ui.services import Services
from piecement.ui.texts.rooms import key_problem, rules_in_words
from piecement.ui.widgets.previews import ModePreview
from piecement.ui.widgets.questions import TypeText
from piecement.ui.widgets.rows import GroupHeading, Line, Row, TextRow
from piecement.ui.widgets.setting_rows import ValueRow
from piecement_base.language import _
from piecement_net.clean_texts import LONGEST_ROOM_NAME, clean_name
from piecement_net.errors import alphabet_problem
from piecement_net.messages.base import TOURNAMENTS
from piecement_net.room_rules import to_rules


class _PropertyRow(ValueRow):
    """A row for a property of the room; Del takes the default, which may depend on others."""

    def __init__(self, spec: SettingSpec, values: RoomValues, set_value: Callable[[SettingValue | None], None]) -> None:
        super().__init__(spec)
        self._values: Final = values
        self._set_value: Final = set_value

    def value(self) -> SettingValue:
        return self._values.get(self.spec.name, room_specs.default_of(self.spec, self._values))

    def change(self, value: SettingValue) -> None:
        self._set_value(value)

    def explain(self) -> Content:
        sentence = self.spec.values.sentence(self.value())
        return Content(f"{_(self.spec.sentence)}\n{sentence}" if sentence else _(self.spec.sentence))

    def clear(self) -> None:
        self._set_value(None)


class OpenRoomScreen(SettingsScreen):
    """The properties of a room, below the row that opens it."""

    NODE = Node.OPEN_ROOM
    KEYS = (MOVE, OPEN, CHANGE, BY_TEN, TYPE, RESTORE.without_line(), *LAST_KEYS)

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._values = room_specs.usable_values(services.settings.now.online.room)
        self._first_name = room_specs.usual_name(services.online.connection.name)
        self._facts: Final = Static(self._facts_text(), id="facts", markup=False)
        self._preview: Final = ModePreview(services.clock, services.appearance.look)

    def aside(self) -> tuple[Widget, ...]:
        return (self._facts, self._preview)

    def show_settings(self) -> None:
        """Show the rows, the rules in words, and a bot that plays by them."""
        super().show_settings()
        self._facts.update(self._facts_text())
        if self.has_class("-roomy"):
            self._preview.show_rules(to_rules(room_specs.rules_of(self._values)), self._services.appearance.look)

    def _facts_text(self) -> str:
        """Return the rules of the room in words."""
        return self.plain(f"{_('In words').upper()}\n{rules_in_words(room_specs.rules_of(self._values))}")

    def rows(self) -> Iterator[Line]:
        sentence = _("Others see it in the list of rooms and can join.")
        yield TextRow("open", _("Open the room"), "", sentence, self._open_room, leads_on=True)
        yield self._name_row()
        yield from map(self._spec_row, room_specs.specs(self._values))
        yield self._key_row()
        yield GroupHeading(_("Options"))
        yield from map(self._spec_row, room_specs.OPTION_SPECS)

    def _spec_row(self, spec: SettingSpec) -> Row:
        return _PropertyRow(spec, self._values, partial(self._set_value, spec.name))

    def _set_value(self, name: str, value: SettingValue | None) -> None:
        """Set a property, or with None its default. A tournament has other rows, and another default of players."""
        if value is None:
            self._values.pop(name, None)
        else:
            self._values[name] = int(value) if isinstance(value, float) else value
        if name == "tournament":
            self._values.pop("players", None)
            self.settings_list.rows.renew_rows(self.rows())
        self.show_settings()

    def _name_row(self) -> Row:
        sentence = _("The name of the room.")

        def problem(text: str) -> str:
            name = clean_name(text)
            return alphabet_problem(name) if len(name) <= LONGEST_ROOM_NAME and text.isprintable() else sentence

        return self._text_row("name", _("Name"), sentence, clean_name, problem)

    def _key_row(self) -> Row:
        def problem(text: str) -> str:
            return key_problem(_clean_key(text)) if _clean_key(text) else ""

        sentence = _("Only players with the key can join. Leave empty for anyone.")
        return self._text_row("key", _("Key"), sentence, _clean_key, problem)

    def _text_row(
        self, name: str, title: str, sentence: str, clean: Callable[[str], str], problem: Callable[[str], str]
    ) -> Row:
        def done(text: str) -> None:
            self._set_value(name, clean(text) or None)
            self.settings_list.rows.renew_rows(self.rows())

        text = str(self._values.get(name, self._first_name if name == "name" else ""))
        return TextRow(name, title, text or _("none"), sentence, TypeText(text, problem, done))

    def _open_room(self) -> None:
        connection = self._services.online.connection
        client = connection.client
        if client is None:
            return
        if self._values.get("tournament") and client.state.version < TOURNAMENTS:
            self.say_fault(_("This older server has no tournaments."))
            return
        stored = {name: value for name, value in self._values.items() if name not in {"key", "name"}}
        self._services.settings.change("online", "room", stored)
        client.send(room_specs.opening_message(self._values, connection.name, connection.hand))

    def online_changed(self, change: str) -> None:
        if change == "room" and self._services.online.connection.in_room:
            self.navigate(Node.ROOM, Trigger.EVENT)
        elif change == "error":
            self.say_fault(self._services.online.connection.state.sentence)


def _clean_key(text: str) -> str:
    return clean_name(text).replace(" ", "")
