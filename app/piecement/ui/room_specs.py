"""Properties of a new room: their texts, and the rules that values of them make."""

from functools import partial
from typing import Final

from piecement.settings.choices import names_of
from piecement.settings.mode_options import specs_of_options
from piecement.settings.specs import SettingSpec
from piecement.settings.values import Choices, OnOff, Range, SettingValue
from piecement_base.language import N_, _
from piecement_engine.rules.attack import ATTACKS
from piecement_net.clean_texts import LONGEST_ROOM_NAME, mixed_alphabets
from piecement_net.errors import RoomError
from piecement_net.messages.fields import MOST_PLAYERS, MOST_SEATS
from piecement_net.messages.from_client import Open
from piecement_net.messages.rooms import Hand, RoomRules
from piecement_net.room_rules import OPTIONS, PRESETS, to_rules

RoomValues = dict[str, bool | int | str]
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
OPTION_SPECS: Final = specs_of_options("room", OPTIONS.values())


def usable_values(stored: RoomValues) -> RoomValues:
    """Return the options that a room was opened with, or none if they no longer make rules."""
    values = {name: value for name, value in stored.items() if name != "key"}
    try:
        to_rules(rules_of(values))
    except (RoomError, ValueError):
        return {}
    return values


def specs(values: RoomValues) -> list[SettingSpec]:
    """Return the specs of the properties: a tournament has others."""
    replaced = _IN_TOURNAMENTS if values.get("tournament") else {}
    return [spec for spec in (replaced.get(spec.name, spec) for spec in _SPECS) if spec is not None]


def rules_of(values: RoomValues) -> RoomRules:
    """Return the rules that were set; all others have their defaults."""
    found = {spec.name: values.get(spec.name, spec.default) for spec in specs(values)}
    if best_of := found.pop("best_of", None):
        found["first_to"] = (int(best_of) + 1) // 2
    options = {name: values[name] for name in OPTIONS if name in values}
    if found.get("targets") == _CHOOSE:
        found |= {"targets": RoomRules.model_fields["targets"].default, "choose": True}
    return RoomRules.model_validate({**found, "teams": int(found.get("teams", 0)), "options": options})


def default_of(spec: SettingSpec, values: RoomValues) -> SettingValue:
    """Return the value of a property that is not set; an option has that of the preset."""
    if spec.name not in OPTIONS:
        return spec.default
    rules = PRESETS[str(values.get("preset", _SPECS[0].default))].rules
    value: SettingValue = getattr(rules, spec.name, spec.default)
    return value


def usual_name(player: str) -> str:
    """Return the name of a player's room if no other is chosen."""
    name = _("{name}'s room").format(name=player)[:LONGEST_ROOM_NAME]
    return player if mixed_alphabets(name) else name


def opening_message(values: RoomValues, player: str, hand: Hand) -> Open:
    """Return the message by which a player opens a room."""
    name, key = str(values.get("name", usual_name(player))), str(values.get("key", ""))
    return Open(name=name, rules=rules_of(values), private=bool(key), key=key or None, hand=hand)
