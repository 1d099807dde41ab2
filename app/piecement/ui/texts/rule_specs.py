"""Rules and modifiers as settings: titles, sentences and values."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from piecement.settings.choices import CHOICE_TEXTS, names_of
from piecement.settings.gameplay import Gameplay, rule_of
from piecement.settings.specs import Choices, LetterTexts, OnOff, Range, SettingSpec, SettingValue, Values
from piecement.terminal.clock import MS, SECOND_NS
from piecement_base.language import N_, _
from piecement_base.ranking import HANDLING
from piecement_engine import MODES, MODIFIERS, TETROMINOES, Choice, Rules
from piecement_engine.modes.combo import LAYOUTS
from piecement_engine.modes.custom import MOST_PIECES
from piecement_engine.modes.puzzle import PuzzlePack
from piecement_engine.modes.puzzle_stages import STAGES
from piecement_engine.modes.standards import ANY_FAULTS
from piecement_engine.rules.attack import ATTACKS
from piecement_engine.rules.limits import LIMIT_NAMES
from piecement_engine.rules.rules import (
    OPTIONAL_RULES,
    RULE_CHOICES,
    RULE_FRACTIONS,
    RULE_RANGES,
    RULE_SWITCHES,
    ModifierValue,
)

SECTION: Final = "rules"
UNSET: Final = -1.0
"""Number that stands for None."""

LIMIT: Final = "limit "
"""Prefix of the settings of limits, such as `limit time`."""

LOSES: Final = "loses "
"""Prefix of the settings that say whether reaching a limit loses, such as `loses time`."""

_LIMITS: Final = {
    "time": (N_("Time"), N_("s")),
    "pieces": (N_("Pieces"), N_("pieces")),
    "lines": (N_("Lines"), N_("lines")),
    "level": (N_("Level"), ""),
    "score": (N_("Score"), N_("points")),
}
WITHOUT_ROW: Final = {
    "garbage": N_("Your own rules are for one player; garbage is set per match."),
    PuzzlePack.kind: N_("Puzzles are files."),
    **dict.fromkeys(HANDLING, N_("Your own handling applies. Settings change it.")),
}
"""The rules and modifiers without a row, and why."""

_MOST: Final = 10_000_000.0

_BOARD: Final = N_("Board")
_PIECES: Final = N_("Pieces")
_ROTATION: Final = N_("Rotation")
_SPEED: Final = N_("Speed")
_GOAL: Final = N_("Goal")
_GARBAGE: Final = N_("Garbage")
HANDLING_GROUP: Final = N_("Handling")

_GROUPS: Final = {
    _BOARD: ("width", "skyline", "height", "cascade", "cascade_delay_ns"),
    _PIECES: (
        *("randomizer", "pieces", "preview_count", "hold", "safe_hold", "recency_exponent", "bag_copies", "rerolls"),
        *("spawn_facing", "appearance_delay_ns", "initial_hold", "initial_rotation", "initial_move", "press_order"),
    ),
    _ROTATION: (
        *("rotation_system", "spin_rule", "locking", "lock_delay_ns", "lock_resets", "lock_cap_factor"),
        *("ground_time_max_ns", "forced_lock_delay_ns", "turn_lock_delay_ns"),
    ),
    _SPEED: ("start_level", "level_up", "leveling", "timing", "fall_delay_ns", "scaled_fall", "line_clear_delay_ns"),
    _GOAL: ("scoring",),
}
"""The rules of each group, the first ones what a game is known by. The limits are goals too."""


def rule_specs() -> Iterator[SettingSpec]:
    """Yield a spec for each rule and for each limit, in groups."""
    settings = {rule_of(spec.name): spec for spec in Gameplay.specs()}
    for group, names in _GROUPS.items():
        if group == _GOAL:
            yield from _limit_specs()
        for name in names:
            setting = settings.get(name)
            usual_texts = (setting.title, setting.sentence) if setting else (name, "")
            title, sentence = CHOICE_TEXTS["rules"].get(name, usual_texts)
            default = shown_value(name, getattr(Rules(), name))
            has_titles = setting is not None and isinstance(setting.values, Choices) and name in RULE_CHOICES
            values = setting.values if setting is not None and has_titles else _values(name)
            yield SettingSpec(SECTION, name, title, sentence, default, values, group)


def _limit_specs() -> Iterator[SettingSpec]:
    for name in sorted(LIMIT_NAMES, key=lambda name: name != "lines"):
        title, unit = _LIMITS[name]
        values = Range(0, _MOST, 10, unit, {0.0: N_("none")})
        sentence = N_("Ends the game here; 0 is never.")
        yield SettingSpec(SECTION, f"{LIMIT}{name}", title, sentence, 0.0, values, _GOAL)
        loses = _("{title}: loses").format(title=_(title))
        yield SettingSpec(SECTION, f"{LOSES}{name}", loses, N_("Reaching it loses the game."), False, OnOff(), _GOAL)


def _values(name: str) -> Values:
    """Return the values of a rule, as the engine allows them."""
    if name in RULE_SWITCHES:
        return OnOff()
    if name in RULE_CHOICES:
        return names_of(name, RULE_CHOICES[name])
    if name == "pieces":
        cells = next(option for option in MODES["custom"].options if option.name == "cells")
        return Choices.titled(cells.choices if isinstance(cells, Choice) else {})
    least, most = RULE_RANGES[name]
    words = {UNSET: N_("by level") if name != "soft_drop_interval_ns" else N_("by factor")}
    if name.endswith("_ns"):
        low = UNSET if name in OPTIONAL_RULES else least
        return Range(low, most / MS, 5, N_("ms"), words if name in OPTIONAL_RULES else {})
    return Range(least, most, 0.5 if name in RULE_FRACTIONS else 1)


def shown_value(name: str, value: object) -> bool | float | str:
    """Return a value of a rule as its spec has it: times in ms, None as a number."""
    if value is None:
        return UNSET
    if isinstance(value, int) and not isinstance(value, bool):
        return value / MS if name.endswith("_ns") else value
    return value if isinstance(value, bool | float | str) else str(value)


def rule_value(name: str, shown: bool | float | str) -> object:
    """Return the value of a rule that is shown so."""
    if isinstance(shown, bool | str):
        return shown
    if name in OPTIONAL_RULES and shown == UNSET:
        return None
    if name.endswith("_ns"):
        return round(shown * MS)
    return shown if name in RULE_FRACTIONS else round(shown)


PREFIX: Final = "modifier "
"""Prefix of the settings of modifiers and of their fields, such as `modifier cheese.rows`."""

_ENDLESS: Final = 0
"""Value that stands for None."""


_ROWS: Final = N_("rows")
_PERCENT: Final = Range(0, 100, 5, "%")

_MODIFIER_VALUES: Final[Mapping[str, Values]] = {
    "rising_rows.rows": Range(0, 100, 1, _ROWS),
    "rising_rows.messiness": _PERCENT,
    "start_rows.rows": Range(0, 100, 1, _ROWS),
    "start_rows.style": names_of("style"),
    "start_rows.messiness": _PERCENT,
    "sparring.rows_a_minute": Range(1, 200, 1, _ROWS),
    "cheese.rows": Range(1, 100, 1, _ROWS),
    "cheese.supply": Range(_ENDLESS, 1_000_000, 1, _ROWS, {0.0: N_("endless")}),
    "cheese.messiness": _PERCENT,
    "combo.layout": Choices.titled({name: name for name in LAYOUTS}),
    "queue.pieces": LetterTexts("".join(TETROMINOES), MOST_PIECES, N_("none")),
    "puzzle.attempts": Range(1, 1000, 1),
    "puzzle.stage": Range(1, len(STAGES), 1),
    "ascent.gems": _PERCENT,
    "standards.attack": Range(0, 100_000, 5, _ROWS, {0.0: N_("none")}),
    "standards.attack_rule": Choices.titled({rule.name: rule.label for rule in ATTACKS.values()}),
    "standards.efficiency": Range(0, 1000, 5, "%", {0.0: N_("none")}),
    "standards.faults": Range(ANY_FAULTS, 100_000, 1, "", {float(ANY_FAULTS): N_("any number")}),
}
"""Values of fields of modifiers; the modifiers themselves and all other fields are switches."""


def modifier_specs() -> Iterator[SettingSpec]:
    """Yield a spec for each modifier, and those of its fields below it."""
    for name, (title, sentence) in CHOICE_TEXTS["modifiers"].items():
        kind, __, field = name.partition(".")
        default = shown_field(MODIFIERS[kind](), field) if field else False
        shown = f"  {_(title)}" if field else title
        values = _MODIFIER_VALUES.get(name, OnOff())
        yield SettingSpec(SECTION, f"{PREFIX}{name}", shown, sentence, default, values, _GARBAGE)


def shown_field(modifier: ModifierValue, name: str) -> SettingValue:
    """Return the value of a field as its spec has it."""
    value = getattr(modifier, name)
    if isinstance(value, bool | str):
        return value
    return float(_ENDLESS if value is None else value)


def field_value(name: str, shown: SettingValue) -> object:
    """Return the value of a field that is shown so."""
    if isinstance(shown, bool | str):
        return shown
    return None if name == "supply" and shown == _ENDLESS else round(shown)


@dataclass(frozen=True, slots=True)
class Summary:
    """A group of rules in a few words."""

    steps: str
    """Name of the rule that the arrows change."""
    text: Callable[[Rules], str]


def _titled(name: str, rules: Rules) -> str:
    spec = next(spec for spec in rule_specs() if spec.name == name)
    return spec.values.text(shown_value(name, getattr(rules, name)))


def _speed_text(rules: Rules) -> str:
    if rules.fall_delay_ns is not None:
        return _("{delay} ms a row").format(delay=f"{rules.fall_delay_ns / MS:g}")
    told = _("level {level}, rises") if rules.level_up else _("level {level}, stays")
    return told.format(level=rules.start_level)


def _goal_text(rules: Rules) -> str:
    limits = [
        f"{limit.value // (SECOND_NS if name == 'time' else 1)} {_(_LIMITS[name][1])}".strip()
        if name != "level"
        else _("level {level}").format(level=limit.value)
        for name, limit in rules.limits.given()
    ]
    return ", ".join(limits) or _("none")


SUMMARIES: Final = {
    _BOARD: Summary("width", lambda rules: f"{rules.width} × {rules.skyline}"),
    _PIECES: Summary("randomizer", lambda rules: f"{_titled('pieces', rules)}, {_titled('randomizer', rules)}"),
    _ROTATION: Summary("rotation_system", partial(_titled, "rotation_system")),
    _SPEED: Summary("start_level", _speed_text),
    _GOAL: Summary(f"{LIMIT}lines", _goal_text),
    _GARBAGE: Summary(
        f"{PREFIX}rising_rows",
        lambda rules: ", ".join(_(CHOICE_TEXTS["modifiers"][one.kind][0]) for one in rules.modifiers) or _("off"),
    ),
}
"""The groups, as a folded list shows them."""


def in_words(rules: Rules) -> Iterator[str]:
    """Yield sentences about a board and what is on it."""
    yield _("A board of {width} × {height}.").format(width=rules.width, height=rules.skyline)
    yield from (_(CHOICE_TEXTS["modifiers"][one.kind][1]) for one in rules.modifiers)
