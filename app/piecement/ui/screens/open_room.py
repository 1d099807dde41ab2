"""A new room at a server, with chosen rules."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.settings.choices import names_of
from piecement.settings.mode_options import specs_of_options
from piecement.settings.specs import Choices, OnOff, Range, SettingSpec, SettingValue
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import BY_TEN, CHANGE, LAST_KEYS, MOVE, OPEN, RESTORE, TYPE
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.services import Services
from piecement.ui.texts.rooms import key_problem, rules_text
from piecement.ui.texts.rule_summaries import facts, in_words
from piecement.ui.widgets.previews import ModePreview
from piecement.ui.widgets.questions import TypeText
from piecement.ui.widgets.rows import GroupHeading, Line, Row, TextRow
from piecement.ui.widgets.setting_rows import ValueRow
from piecement_base.language import N_, _
from piecement_engine.rules.attack import ATTACKS
from piecement_net.clean_texts import LONGEST_ROOM_NAME, clean_name, mixed_alphabets
from piecement_net.errors import RoomError, alphabet_problem
from piecement_net.messages.base import TOURNAMENTS
from piecement_net.messages.fields import MOST_PLAYERS, MOST_SEATS
from piecement_net.messages.from_client import Open
from piecement_net.messages.rooms import RoomRules
from piecement_net.room_rules import OPTIONS, PRESETS, to_rules

Values = dict[str, bool | int | str]
"""The values that were set, by name."""

_CHOOSE: Final = "choose"
_TARGETS: Final = names_of("targets")

_PRESETS: Final = Choices(lambda: {name: (preset.title, preset.sentence) for name, preset in PRESETS.items()})
_TEAMS: Final = Choices.titled({"0": N_("off"), "2": "2", "3": "3", "4": "4"})
_ATTACKS: Final = Choices(lambda: {rule.name: (rule.label, "") for rule in ATTACKS.values()})
_spec: Final = partial(SettingSpec, "room")

_SPECS: Final = (
    _spec("preset", N_("Rules"), N_("How pieces spawn, rotate and fall."), next(iter(PRESETS)), _PRESETS),
    _spec("players", N_("Players"), N_("How many can play."), 2, Range(2, MOST_PLAYERS)),
    _spec("first_to", N_("First to"), N_("Round wins needed for the match."), 3, Range(1, 20, 1, N_("rounds"))),
    _spec("attack", N_("Garbage"), N_("How many rows a clear sends."), "guideline", _ATTACKS),
    _spec("targets", N_("Target"), N_("Whom attacks hit, with three or more players."), _CHOOSE, _TARGETS),
    _spec("teams", N_("Teams"), N_("Teams attack one another, and win together."), "0", _TEAMS),
    _spec("same_pieces", N_("Same pieces"), N_("Give every player the same pieces."), True, OnOff()),
    _spec("bots", N_("Bots"), N_("Allow bots to play."), True, OnOff()),
    _spec(
        "tournament",
        N_("Tournament"),
        N_("Pairs play one after another in a bracket; the others watch."),
        False,
        OnOff(),
    ),
)
_IN_TOURNAMENTS: Final = {
    "players": _spec("players", N_("Players"), N_("How many can play."), MOST_SEATS, Range(2, MOST_SEATS)),
    "first_to": _spec("best_of", N_("Best of"), N_("Maximum rounds in a match."), 3, Range(1, 7, 2, N_("rounds"))),
    "targets": None,
    "teams": None,
}
"""Specs in place of others, or None for those that tournaments do not have."""
_OPTION_SPECS: Final = specs_of_options("room", OPTIONS.values())


class _PropertyRow(ValueRow):
    """A row for a property of the room; Del takes the default, which may depend on others."""

    def __init__(self, spec: SettingSpec, values: Values, set_value: Callable[[SettingValue | None], None]) -> None:
        super().__init__(spec)
        self._values: Final = values
        self._set_value: Final = set_value

    def value(self) -> SettingValue:
        return self._values.get(self.spec.name, _default(self.spec, self._values))

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
        self._values = _usable_options(services.settings.now.online.room)
        self._first_name = _room_name(services.online.connection.name)
        self._facts: Final = Static(self._facts_text(), id="facts", markup=False)
        self._preview: Final = ModePreview(services.clock, services.appearance.look)

    def aside(self) -> tuple[Widget, ...]:
        return (self._facts, self._preview)

    def show_settings(self) -> None:
        """Show the rows, the rules in words, and a bot that plays by them."""
        super().show_settings()
        self._facts.update(self._facts_text())
        if self.has_class("-roomy"):
            self._preview.show_rules(to_rules(rules_of(self._values)), self._services.appearance.look)

    def _facts_text(self) -> str:
        """Return the rules of the room in words."""
        rules = rules_of(self._values)
        whole = to_rules(rules)
        sentences = " ".join([*in_words(whole), *facts(whole)])
        return "\n".join([_("In words").upper(), rules_text(rules, _(PRESETS[rules.preset].title), ()), sentences])

    def rows(self) -> Iterator[Line]:
        sentence = _("Others see it in the list of rooms and can join.")
        yield TextRow("open", _("Open the room"), "›", sentence, self._open_room)
        yield self._name_row()
        yield from map(self._spec_row, _specs(self._values))
        yield self._key_row()
        yield GroupHeading(_("Options"))
        yield from map(self._spec_row, _OPTION_SPECS)

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
        client = self._services.online.connection.client
        if client is None:
            return
        if self._values.get("tournament") and client.state.version < TOURNAMENTS:
            self.say_fault(_("This older server has no tournaments."))
            return
        stored = {name: value for name, value in self._values.items() if name not in {"key", "name"}}
        self._services.settings.change("online", "room", stored)
        client.send(opening_message(self._services, self._values))

    def online_changed(self, change: str) -> None:
        if change == "room" and self._services.online.connection.in_room:
            self.navigate(Node.ROOM, Trigger.EVENT)
        elif change == "error":
            self.say_fault(self._services.online.connection.state.sentence)


def opening_message(services: Services, values: Values | None = None) -> Open:
    """Return the message that opens a room by these values, or else by those of the last one."""
    values = _usable_options(services.settings.now.online.room) if values is None else values
    name = str(values.get("name", _room_name(services.online.connection.name)))
    key = str(values.get("key", ""))
    hand = services.online.connection.hand
    return Open(name=name, rules=rules_of(values), private=bool(key), key=key or None, hand=hand)


def _room_name(player: str) -> str:
    name = _("{name}'s room").format(name=player)[:LONGEST_ROOM_NAME]
    return player if mixed_alphabets(name) else name


def _clean_key(text: str) -> str:
    return clean_name(text).replace(" ", "")


def _usable_options(stored: Values) -> Values:
    """Return the options that a room was opened with, or none if they no longer make rules."""
    values = {name: value for name, value in stored.items() if name != "key"}
    try:
        to_rules(rules_of(values))
    except (RoomError, ValueError):
        return {}
    return values


def _specs(values: Values) -> list[SettingSpec]:
    """Return the specs of the properties: a tournament has others."""
    replaced = _IN_TOURNAMENTS if values.get("tournament") else {}
    return [spec for spec in (replaced.get(spec.name, spec) for spec in _SPECS) if spec is not None]


def rules_of(values: Values) -> RoomRules:
    """Return the rules that were set; all others have their defaults."""
    specs = {spec.name: values.get(spec.name, spec.default) for spec in _specs(values)}
    if best_of := specs.pop("best_of", None):
        specs["first_to"] = (int(best_of) + 1) // 2
    options = {name: values[name] for name in OPTIONS if name in values}
    if specs.get("targets") == _CHOOSE:
        specs |= {"targets": RoomRules.model_fields["targets"].default, "choose": True}
    return RoomRules.model_validate({**specs, "teams": int(specs.get("teams", 0)), "options": options})


def _default(spec: SettingSpec, values: Values) -> SettingValue:
    """Return the value of a property that is not set; an option has that of the preset."""
    if spec.name not in OPTIONS:
        return spec.default
    rules = PRESETS[str(values.get("preset", _SPECS[0].default))].rules
    value: SettingValue = getattr(rules, spec.name, spec.default)
    return value
