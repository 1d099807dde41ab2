"""How it is played in a room that is to be opened."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.message import Message
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.online.clean_texts import LONGEST_ROOM_NAME, clean_name, mixed_alphabets
from piecement.online.fields import MOST_PLAYERS
from piecement.online.messages import Open, RoomRules
from piecement.online.room_presets import OPTIONS, PRESETS
from piecement.settings.setting_spec import Choices, OnOff, Range, SettingSpec, SettingValue
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import ANYWHERE, BACK, BY_TEN, CHANGE, MOVE, OPEN, RESTORE, TYPE, bindings_of
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.messages import OnlineChanged
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.mode_facts import specs_of_options
from piecement.ui.texts.online_texts import alphabet_problem, key_problem
from piecement.ui.widgets.setting_rows import HeadingRow, Row, RowText, SpecRow, TextAsked
from piecement_engine.attack import ATTACKS

if TYPE_CHECKING:
    from piecement.ui.services import Services

Values = dict[str, bool | int | str]
"""What was set, by name."""

_TARGETS: Final = Choices(
    {
        "least": _("The least attacked"),
        "random": _("Anybody"),
        "turns": _("Everyone in turn"),
        "back": _("Who attacked last"),
    }
)

_SPECS: Final = (
    SettingSpec(
        "room",
        "preset",
        _("Rules"),
        _("How pieces come, turn and fall."),
        next(iter(PRESETS)),
        Choices(
            {name: _(preset.title) for name, preset in PRESETS.items()},
            {name: _(preset.sentence) for name, preset in PRESETS.items()},
        ),
    ),
    SettingSpec("room", "players", _("Players"), _("How many may play."), 2, Range(2, MOST_PLAYERS)),
    SettingSpec(
        "room", "first_to", _("First to"), _("How many rounds win the match."), 3, Range(1, 20, 1, _("rounds"))
    ),
    SettingSpec(
        "room",
        "attack",
        _("Garbage"),
        _("How many rows a clear sends."),
        "guideline",
        Choices({name: name.replace("_", " ").capitalize() for name in ATTACKS}),
    ),
    SettingSpec("room", "targets", _("Target"), _("Who is attacked where more than two play."), "least", _TARGETS),
    SettingSpec("room", "same_pieces", _("Same pieces"), _("Whether all get the same pieces."), True, OnOff()),
    SettingSpec("room", "bots", _("Bots"), _("Whether bots may play."), True, OnOff()),
)
_OPTION_SPECS: Final = specs_of_options("room", OPTIONS.values())


def build(services: "Services", _: None) -> "OpenRoomScreen":
    return OpenRoomScreen(services)


class RoomOpened(Message):
    """The room is to be opened."""


class RoomValueRow(SpecRow):
    """A row for something that is set about the room."""

    class Changed(Message):
        """It was set."""

    def __init__(self, spec: SettingSpec, values: Values) -> None:
        super().__init__(spec)
        self._values = values

    @property
    def value(self) -> SettingValue:
        return self._values.get(self.spec.name, self._default)

    @property
    def explanation(self) -> Content:
        sentence = self.spec.values.sentence(self.value)
        return Content(f"{self.spec.sentence}\n{sentence}" if sentence else self.spec.sentence)

    def change(self, change: Callable[[SettingValue], SettingValue]) -> Message:
        value = change(self.value)
        self._values[self.spec.name] = int(value) if isinstance(value, float) else value
        return self.Changed()

    def clear(self) -> Message | None:
        self._values.pop(self.spec.name, None)
        return self.Changed()

    @property
    def _default(self) -> SettingValue:
        """What it is if nothing is set: an option is as the preset has it."""
        if self.spec.name not in OPTIONS:
            return self.spec.default
        rules = PRESETS[str(self._values.get("preset", _SPECS[0].default))].rules
        value: SettingValue = getattr(rules, self.spec.name, self.spec.default)
        return value


class RoomTextRow(Row):
    """The name of the room, or its key."""

    def __init__(self, name: str, title: str, sentence: str, values: Values, default: str) -> None:
        super().__init__("", id=name)
        self._name = name
        self._title = title
        self._sentence = sentence
        self._values = values
        self._default = default

    @property
    def value(self) -> str:
        return str(self._values.get(self._name, self._default))

    @property
    def text(self) -> RowText:
        return RowText(self._title, self.value or _("none"))

    @property
    def explanation(self) -> Content:
        return Content(self._sentence)

    def select(self) -> Message | None:
        return TextAsked(self, self.value)

    def problem(self, text: str) -> str:
        name = clean_name(text)
        if self._name == "key":
            return key_problem(name.replace(" ", "")) if name else ""
        if len(name) > LONGEST_ROOM_NAME or not text.isprintable():
            return self._sentence
        return alphabet_problem(name)

    def enter(self, text: str) -> Message | None:
        self._values[self._name] = clean_name(text).replace(" ", "") if self._name == "key" else clean_name(text)
        return RoomValueRow.Changed()


class OpenRow(Row):
    """Opens the room."""

    @property
    def text(self) -> RowText:
        return RowText(_("Open the room"), "", "›")

    @property
    def explanation(self) -> Content:
        return Content(_("Others see it in the list of rooms and can join."))

    def select(self) -> Message | None:
        return RoomOpened()


class OpenRoomScreen(SettingsScreen):
    """What can be set about a room, under the entry that opens it."""

    NODE = Node.OPEN_ROOM
    KEYS = (
        MOVE,
        replace(OPEN, line=((_("Enter"), _("open")),)),
        CHANGE,
        BY_TEN,
        TYPE,
        RESTORE.without_line(),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "open_room.tcss"
    HEADING = _("Open a room")

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self._values: Values = dict(services.settings.now.online.room)
        self._values.pop("key", None)
        own = services.online.name
        name = _("{name}'s room").format(name=own)[:LONGEST_ROOM_NAME]
        name = own if mixed_alphabets(name) else name
        self._name_row = RoomTextRow("name", _("Name"), _("What the room is called."), self._values, name)
        self._key_row = RoomTextRow(
            "key", _("Key"), _("Only who has the key can join; none lets everybody in."), self._values, ""
        )

    def rows(self) -> Iterator[Option]:
        yield OpenRow("", id="open")
        yield self._name_row
        yield from (RoomValueRow(spec, self._values) for spec in _SPECS)
        yield self._key_row
        yield HeadingRow(_("Options"))
        yield from (RoomValueRow(spec, self._values) for spec in _OPTION_SPECS)

    def on_mount(self) -> None:
        self._services.online.changed.subscribe(self, self._online_changed)

    def on_room_value_row_changed(self) -> None:
        self.show_settings()

    def on_room_opened(self) -> None:
        client = self._services.online.client
        if client is None:
            return
        stored = {name: value for name, value in self._values.items() if name not in {"key", "name"}}
        self._services.settings.change("online", "room", stored)
        key = self._key_row.value
        rules = rules_of(self._values)
        hand = self._services.online.hand()
        client.send(Open(name=self._name_row.value, rules=rules, private=bool(key), key=key or None, hand=hand))

    def _online_changed(self, message: OnlineChanged) -> None:
        state = self._services.online.state
        if state is None:
            return
        if message.change == "room" and state.room is not None:
            self.navigate(Node.ROOM, Trigger.EVENT)
        elif message.change == "error":
            self.say(Content.styled(state.sentence, "$warning"))


def rules_of(values: Values) -> RoomRules:
    """Return the rules that were set; what was not is as by default."""
    specs = {spec.name: values.get(spec.name, spec.default) for spec in _SPECS}
    options = {name: values[name] for name in OPTIONS if name in values}
    return RoomRules.model_validate({**specs, "options": options})
