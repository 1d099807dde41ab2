"""The ways to others at a server: a new room with chosen rules, or the queue for a match."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from rich.cells import cell_len
from textual import events, on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.render.cells import pad
from piecement.settings.choices import names_of
from piecement.settings.mode_options import specs_of_options
from piecement.settings.specs import Choices, OnOff, Range, SettingSpec, SettingValue
from piecement.terminal.clock import SECOND_NS
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import BACK, BY_TEN, CHANGE, LAST_KEYS, MOVE, ON_MENUS, OPEN, RESTORE, TYPE
from piecement.ui.menu_graph import Edge, Node, Trigger
from piecement.ui.screen import size_class
from piecement.ui.services import Services
from piecement.ui.texts.modes import facts
from piecement.ui.texts.online import heading_text, key_problem, past_text, rating_text, rules_text
from piecement.ui.texts.rule_specs import in_words
from piecement.ui.widgets.previews import ModePreview
from piecement.ui.widgets.rows import GroupHeading, Line, Row, TextRow, Type, ValueRow
from piecement_base.formatting import seconds_text
from piecement_base.language import N_, _, ngettext
from piecement_engine.bots import BOTS
from piecement_engine.rules.attack import ATTACKS
from piecement_net.clean_texts import LONGEST_ROOM_NAME, clean_name, mixed_alphabets
from piecement_net.errors import RoomError, alphabet_problem
from piecement_net.messages.accounts import AskHistory, AskRatings, Queued
from piecement_net.messages.base import TOURNAMENTS, RoomRules
from piecement_net.messages.fields import MOST_PLAYERS, MOST_SEATS
from piecement_net.messages.from_client import Open
from piecement_net.room_rules import OPTIONS, PRESETS, to_rules

_LISTED: Final = 10
"""Maximum number of lines of the last matches, and of the ranking."""
_ABOVE_PAST: Final = {"-roomy": 16, "-normal": 13, "-small": 14, "-tiny": 13}
"""Lines of the terminal that the last matches and the ranking have not, by the class of the screen."""
_FIRST: Final = 1100.0
"""Rating of the weakest opponent."""
_STEP: Final = 180.0
"""Difference of the ratings of an opponent and the next one."""


def bot_like(rating: float) -> str:
    """Return the opponent whose strength is nearest to a rating."""
    levels = [bot for bot in BOTS.values() if bot.level]
    return levels[max(0, min(len(levels) - 1, round((rating - _FIRST) / _STEP)))].name


class QueueScreen(SettingsScreen):
    """Waits for a match while it is open."""

    NODE = Node.QUEUE
    KEYS = (MOVE, OPEN, replace(BACK, does=N_("stop waiting")), *ON_MENUS)

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._head = Static(classes="heading")
        self._facts = Static(id="facts")
        self._past = Static(id="past")
        self._show_facts()

    def heading(self) -> Static:
        return self._head

    def card_title(self, of_row: str) -> str:
        return _("Queue")

    def aside(self) -> Iterable[Widget]:
        return self._facts, self._past

    @property
    def queued(self) -> Queued | None:
        return self._services.online.connection.state.queued

    @property
    def status_text(self) -> Content:
        queued, profile = self.queued, self._services.online.connection.state.profile
        if queued is not None and queued.bot:
            return Content.styled(_("Nobody yet. You can play a bot of your strength instead."), "$key")
        if profile is None or not profile.name:
            return Content(_("You are a guest: the match is unrated. Make an account under Account and ranking."))
        return Content(_("First to three rounds wins. Leaving a rated match loses it."))

    def rows(self) -> Iterator[Line]:
        return self.edge_rows()

    def on_mount(self) -> None:
        online = self._services.online.connection
        self._services.online.opponents.wait(on=True)
        if online.state.profile is not None and online.state.profile.name:
            online.send(AskHistory())
            online.send(AskRatings())

    def action_back(self) -> None:
        """Wait no more."""
        self._services.online.opponents.wait(on=False)
        super().action_back()

    def follow(self, edge: Edge, payload: Callable[[], object] | None = None) -> None:
        """Go along an edge; a bot to play is as strong as the player."""
        if edge.target is Node.MATCH:
            profile = self._services.online.connection.state.profile
            opponent = bot_like(profile.rating if profile is not None else 1500.0)
            self._services.settings.change("computer", "opponent", opponent)
        super().follow(edge, payload)

    def _show_facts(self) -> None:
        """Show the time waited and the own rating in the heading, and who may be found below the sentence."""
        queued, profile = self.queued, self._services.online.connection.state.profile
        waited = _("waiting {time}").format(time=seconds_text((0 if queued is None else queued.seconds) * SECOND_NS))
        you = _("rating {rating}").format(rating=rating_text(profile))
        self._head.update(heading_text(_(self.NODE.heading), waited, you))
        if queued is None:
            opponents = _("not in the queue")
        elif queued.window is None:
            opponents = _("anyone")
        else:
            rating = 1500 if profile is None else round(profile.rating)
            opponents = _("{least} to {most}").format(least=rating - queued.window, most=rating + queued.window)
        count = 0 if queued is None else queued.waiting - 1
        others = ngettext("{count} other", "{count} others", count).format(count=count)
        facts = ((_("Opponents"), opponents), (_("In the queue"), others if count > 0 else _("nobody else")))
        width = max(cell_len(title) for title, _value in facts) + 3
        lines = (Content.assemble((pad(title, width), "$muted"), (value, "$foreground")) for title, value in facts)
        self._facts.update(Content("\n").join(lines))

    @on(events.Resize)
    def show_past(self) -> None:
        """Show as many of the last matches and of the ranking as there is room for."""
        state = self._services.online.connection.state
        room = self.app.size.height - _ABOVE_PAST[size_class(self.app.size)]
        texts = (past_text(state, most) for most in range(_LISTED, 0, -1))
        self._past.update(next((text for text in texts if text.plain.count("\n") < room), Content()))

    def online_changed(self, change: str) -> None:
        state = self._services.online.connection.state
        if change == "room" and state.room is not None:
            self.navigate(Node.ROOM, Trigger.EVENT)
        elif change in {"queued", "profile"}:
            self._show_facts()
            self.say(self.status_text)
        elif change in {"history", "ratings"}:
            self.show_past()
        elif change in {"error", "contact"}:
            self.say_fault(state.sentence)


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
        self._values = _possible(services.settings.now.online.room)
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
            self._set_value(name, clean(text))
            self.settings_list.rows.renew_rows(self.rows())

        text = str(self._values.get(name, self._first_name if name == "name" else ""))
        return TextRow(name, title, text or _("none"), sentence, Type(text, problem, done))

    def _open_room(self) -> None:
        client = self._services.online.connection.client
        if client is None:
            return
        if self._values.get("tournament") and client.state.version < TOURNAMENTS:
            self.say_fault(_("This older server has no tournaments."))
            return
        stored = {name: value for name, value in self._values.items() if name not in {"key", "name"}}
        self._services.settings.change("online", "room", stored)
        client.send(opened(self._services, self._values))

    def online_changed(self, change: str) -> None:
        if change == "room" and self._services.online.connection.in_room:
            self.navigate(Node.ROOM, Trigger.EVENT)
        elif change == "error":
            self.say_fault(self._services.online.connection.state.sentence)


def opened(services: Services, values: Values | None = None) -> Open:
    """Return the message that opens a room by these values, or else by those of the last one."""
    values = _possible(services.settings.now.online.room) if values is None else values
    name = str(values.get("name", _room_name(services.online.connection.name)))
    key = str(values.get("key", ""))
    hand = services.online.connection.hand
    return Open(name=name, rules=rules_of(values), private=bool(key), key=key or None, hand=hand)


def _room_name(player: str) -> str:
    name = _("{name}'s room").format(name=player)[:LONGEST_ROOM_NAME]
    return player if mixed_alphabets(name) else name


def _clean_key(text: str) -> str:
    return clean_name(text).replace(" ", "")


def _possible(stored: Values) -> Values:
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
