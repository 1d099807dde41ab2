"""Rules, limits and modifiers as settings: their specs, and their values in a draft of the rule editor.

The name of a spec is that of its rule, or `limit time`, `loses time`, `modifier cheese` or `modifier cheese.rows`.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from piecement.session.rule_draft import RuleDraft
from piecement.settings.choices import CHOICE_TEXTS, names_of
from piecement.settings.handling_and_rules import Gameplay, rule_of
from piecement.settings.specs import SettingSpec
from piecement.settings.values import Choices, LetterTexts, OnOff, Range, SettingValue, Values
from piecement.terminal.clock import MS
from piecement_base.language import N_, _
from piecement_base.ranking import HANDLING
from piecement_engine import MODES, MODIFIERS, TETROMINOES, Choice, Rules
from piecement_engine.modes.combo import LAYOUTS
from piecement_engine.modes.custom import MOST_PIECES
from piecement_engine.modes.puzzle import PuzzlePack
from piecement_engine.modes.puzzle_stages import STAGES
from piecement_engine.modes.standards import ANY_FAULTS
from piecement_engine.rules.attack import ATTACKS
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
"""Number that stands for the value None of a rule."""
_ENDLESS: Final = 0
"""Number that stands for the value None of a supply."""

LIMIT_TITLES: Final = {
    "lines": (N_("Lines"), N_("lines")),
    "time": (N_("Time"), N_("s")),
    "pieces": (N_("Pieces"), N_("pieces")),
    "level": (N_("Level"), ""),
    "score": (N_("Score"), N_("points")),
}
"""The title and the unit of each limit."""

WITHOUT_ROW: Final = {
    "garbage": N_("Your own rules are for one player; garbage is set per match."),
    PuzzlePack.kind: N_("Puzzles are files."),
    **dict.fromkeys(HANDLING, N_("Your own handling applies. Settings change it.")),
}
"""The rules and modifiers without a row, and why."""

_MOST: Final = 10_000_000.0

BOARD: Final = N_("Board")
PIECES: Final = N_("Pieces")
ROTATION: Final = N_("Rotation")
SPEED: Final = N_("Speed")
GOAL: Final = N_("Goal")
GARBAGE: Final = N_("Garbage")
HANDLING_GROUP: Final = N_("Handling")

_GROUPS: Final = {
    BOARD: ("width", "skyline", "height", "cascade", "cascade_delay_ns"),
    PIECES: (
        *("randomizer", "pieces", "preview_count", "hold", "safe_hold", "recency_exponent", "bag_copies", "rerolls"),
        *("spawn_facing", "appearance_delay_ns", "initial_hold", "initial_rotation", "initial_move", "press_order"),
    ),
    ROTATION: (
        *("rotation_system", "spin_rule", "locking", "lock_delay_ns", "lock_resets", "lock_cap_factor"),
        *("ground_time_max_ns", "forced_lock_delay_ns", "turn_lock_delay_ns"),
    ),
    SPEED: ("start_level", "level_up", "leveling", "timing", "fall_delay_ns", "scaled_fall", "line_clear_delay_ns"),
    GOAL: ("scoring",),
}
"""The rules of each group, the first ones what a game is known by. The limits are goals too."""


def rule_specs() -> Iterator[SettingSpec]:
    """Yield a spec for each rule and for each limit, in groups."""
    settings = {rule_of(spec.name): spec for spec in Gameplay.specs()}
    for group, names in _GROUPS.items():
        if group == GOAL:
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
    for name, (title, unit) in LIMIT_TITLES.items():
        values = Range(0, _MOST, 10, unit, {0.0: N_("none")})
        sentence = N_("Ends the game here; 0 is never.")
        yield SettingSpec(SECTION, f"limit {name}", title, sentence, 0.0, values, GOAL)
        loses = _("{title}: loses").format(title=_(title))
        yield SettingSpec(SECTION, f"loses {name}", loses, N_("Reaching it loses the game."), False, OnOff(), GOAL)


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
    if name.endswith("_ns"):
        low = UNSET if name in OPTIONAL_RULES else least
        return Range(low, most / MS, 5, N_("ms"), {UNSET: N_("by level")} if name in OPTIONAL_RULES else {})
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
        default = _shown_field(MODIFIERS[kind](), field) if field else False
        shown = f"  {_(title)}" if field else title
        values = _MODIFIER_VALUES.get(name, OnOff())
        yield SettingSpec(SECTION, f"modifier {name}", shown, sentence, default, values, GARBAGE)


def _shown_field(modifier: ModifierValue, name: str) -> SettingValue:
    """Return the value of a field as its spec has it."""
    value = getattr(modifier, name)
    if isinstance(value, bool | str):
        return value
    return float(_ENDLESS if value is None else value)


def _field_value(name: str, shown: SettingValue) -> object:
    """Return the value of a field that is shown so."""
    if isinstance(shown, bool | str):
        return shown
    return None if name == "supply" and shown == _ENDLESS else round(shown)


def value_of(spec: SettingSpec, draft: RuleDraft) -> SettingValue:
    """Return the value that a draft has; a field of a modifier that it lacks has its default."""
    match spec.name.split():
        case ["limit", name]:
            return float(draft.limit(name)[0])
        case ["loses", name]:
            return draft.limit(name)[1]
        case ["modifier", name]:
            kind, __, field = name.partition(".")
            modifier = draft.modifier(kind)
            return _shown_field(modifier or MODIFIERS[kind](), field) if field else modifier is not None
        case _:
            return shown_value(spec.name, getattr(draft.rules, spec.name))


def set_value(spec: SettingSpec, draft: RuleDraft, value: SettingValue) -> None:
    """Change a draft. The first change of a field of a modifier adds that. Raises `RuleError` for an invalid value."""
    match spec.name.split():
        case ["limit", name]:
            draft.set_limit(name, round(float(value)), loses=draft.limit(name)[1])
        case ["loses", name]:
            draft.set_limit(name, draft.limit(name)[0], loses=bool(value))
        case ["modifier", name]:
            kind, __, field = name.partition(".")
            if field:
                draft.set_modifier(kind, **{field: _field_value(field, value)})
            elif value:
                draft.set_modifier(kind)
            else:
                draft.drop_modifier(kind)
        case _:
            draft.set_rule(spec.name, rule_value(spec.name, value))


def is_changed(spec: SettingSpec, draft: RuleDraft) -> bool:
    """Return whether a draft has another value than the mode that it was made from."""
    return value_of(spec, draft) != value_of(spec, draft.first)


def is_without_effect(spec: SettingSpec, draft: RuleDraft) -> bool:
    """Return whether the spec is of a field of a modifier that a draft lacks."""
    kind, __, field = spec.name.removeprefix("modifier ").partition(".")
    return bool(field) and draft.modifier(kind) is None
