"""Rules and modifiers as settings: titles, sentences and values."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from piecement.language import _
from piecement.settings.gameplay import Gameplay, rule_of
from piecement.settings.specs import Choices, LetterTexts, OnOff, Range, SettingSpec, SettingValue, Values, choice_title
from piecement.terminal.clock import MS
from piecement_engine import MODES, MODIFIERS, TETROMINOES, Choice, Rules
from piecement_engine.modes.combo import LAYOUTS
from piecement_engine.modes.custom import MOST_PIECES
from piecement_engine.modes.puzzle import STAGES
from piecement_engine.rules.goals import LIMIT_NAMES
from piecement_engine.rules.rules import (
    OPTIONAL_RULES,
    RULE_CHOICES,
    RULE_FRACTIONS,
    RULE_NAMES,
    RULE_RANGES,
    RULE_SWITCHES,
    ModifierValue,
)

SECTION: Final = "rules"
UNSET: Final = -1.0
"""Number that stands for None."""

LIMIT: Final = "limit "
"""The start of the names of limits; the limit follows."""

LOSES: Final = "loses "
"""The start of the names of what limits do; the limit follows."""

_RULE_TEXTS: Final = {
    "width": (_("Width"), _("The columns of the board.")),
    "height": (_("Height with hidden rows"), _("All rows of the board: more than the visible ones.")),
    "skyline": (_("Height"), _("The visible rows of the board.")),
    "pieces": (_("Cells"), _("How many cells a piece has.")),
    "spawn_facing": (_("First facing"), _("Which way a piece with one flat side points as it appears.")),
    "press_order": (_("Order of buttons"), _("Which of several buttons that go down at once comes first.")),
    "start_level": (_("Start level"), _("The level that the game starts at.")),
    "level_up": (_("Level rises"), _("Whether the level rises during the game.")),
    "leveling": (_("Levels by"), _("When the level rises.")),
    "fall_delay_ns": (_("Fall delay"), _("The time from row to row, whatever the level.")),
    "scaled_fall": (_("Scaled fall"), _("Whether pieces cross any field in the same time.")),
    "lock_delay_ns": (_("Lock delay"), _("How long a piece rests before it locks, whatever the level.")),
    "cascade": (_("Cascade"), _("Blocks left hanging after a clear sink, and may clear again.")),
    "soft_drop_interval_ns": (_("Soft drop time"), _("The time per row in a soft drop, instead of the factor.")),
    "no_soft_drop_lock": (_("No soft drop lock"), _("If on, soft drop never locks a piece on the ground.")),
}
"""Title and sentence of the rules that are no settings of the player."""

_CHOICES: Final = {
    "spawn_facing": {"up": _("up"), "down": _("down")},
    "press_order": {"drops_first": _("drops first"), "drops_last": _("drops last")},
    "leveling": {
        "ten_lines": _("10 lines"),
        "variable_goal": _("rising goals"),
        "nes": "NES",
        "game_boy": "Game Boy",
        "twenty_lines": _("20 lines"),
        "five_hundred_points": _("500 points"),
    },
}
"""Names of the values of rules that are not settings."""

_LIMITS: Final = {
    "time": (_("Time"), _("s")),
    "pieces": (_("Pieces"), _("pieces")),
    "lines": (_("Lines"), _("lines")),
    "level": (_("Level"), ""),
    "score": (_("Score"), _("points")),
}
_FIELD: Final = _("Board and speed")
_ENDS: Final = _("End of the game")
BY_PARTS: Final = frozenset({"limits", "modifiers"})
"""The rules whose parts have rows instead of themselves."""

WITHOUT_ROW: Final = {
    "garbage": _("Rules of your own are for one player: what players send each other is set for a match."),
}
"""The rules without a row, and why."""

_MOST: Final = 10_000_000.0


def rule_specs() -> Iterator[SettingSpec]:
    """Yield a spec for each rule and for each limit, in groups."""
    settings = {rule_of(spec.name): spec for spec in Gameplay.specs()}
    own = [name for name in RULE_NAMES if name not in {*BY_PARTS, *WITHOUT_ROW, *settings}]
    yield from (_spec(name, *_texts(name), _FIELD) for name in own)
    for name in LIMIT_NAMES:
        title, unit = _LIMITS[name]
        values = Range(0, _MOST, 10, unit, {0.0: _("none")})
        sentence = _("What ends the game: 0 is none.")
        yield SettingSpec(SECTION, f"{LIMIT}{name}", title, sentence, 0.0, values, _ENDS)
        loses = _("{title}: lost").format(title=title)
        yield SettingSpec(SECTION, f"{LOSES}{name}", loses, _("If on, that loses the game."), False, OnOff(), _ENDS)
    for name, spec in settings.items():
        if name in RULE_NAMES:
            title, sentence = _texts(name) if name in _RULE_TEXTS else (spec.title, spec.sentence)
            own_spec = _spec(name, title, sentence, spec.group)
            has_titles = isinstance(spec.values, Choices) and name in RULE_CHOICES
            yield own_spec._replace(values=spec.values) if has_titles else own_spec


def _texts(name: str) -> tuple[str, str]:
    return _RULE_TEXTS.get(name, (choice_title(name), ""))


def _spec(name: str, title: str, sentence: str, group: str) -> SettingSpec:
    return SettingSpec(SECTION, name, title, sentence, shown_value(name, getattr(Rules(), name)), _values(name), group)


def _values(name: str) -> Values:
    """Return what a rule can be, as the engine says."""
    if name in RULE_SWITCHES:
        return OnOff()
    if name in RULE_CHOICES:
        titles = _CHOICES.get(name, {})
        return Choices({choice: titles.get(choice) or choice_title(choice) for choice in RULE_CHOICES[name]})
    if name == "pieces":
        cells = next(option for option in MODES["custom"].options if option.name == "cells")
        return Choices({name: _(title) for name, title in cells.choices.items()} if isinstance(cells, Choice) else {})
    least, most = RULE_RANGES[name]
    words = {UNSET: _("by level") if name != "soft_drop_interval_ns" else _("by the factor")}
    if name.endswith("_ns"):
        low = UNSET if name in OPTIONAL_RULES else least
        return Range(low, most / MS, 5, _("ms"), words if name in OPTIONAL_RULES else {})
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
"""The start of the names of specs; the kind follows, and after a point the field of those of fields."""

_ENDLESS: Final = 0
"""Value that stands for None."""


class _Text(NamedTuple):
    title: str
    sentence: str
    values: Values = OnOff()


_ROWS: Final = _("rows")
_MESSINESS: Final = _Text(
    _("Messiness"), _("How likely a hole is drawn anew, instead of lying below the one above."), Range(0, 100, 5, "%")
)
_REPEATS: Final = _Text(_("Holes repeat"), _("Whether a hole that is drawn anew may be where the one above is."))

_MODIFIER_TEXTS: Final = {
    "rising_rows": _Text(_("Rising garbage"), _("A row for every eight pieces at first, every two in the end.")),
    "rising_rows.rows": _Text(_("Rows at the start"), _("How many rows lie there at first."), Range(0, 100, 1, _ROWS)),
    "rising_rows.messiness": _MESSINESS,
    "rising_rows.repeats": _REPEATS,
    "start_rows": _Text(_("Garbage at the start"), _("Rows that lie there at first, and count as lines.")),
    "start_rows.rows": _Text(_("Rows"), _("How many."), Range(0, 100, 1, _ROWS)),
    "start_rows.style": _Text(
        _("Style"),
        _("What the rows are like."),
        Choices(
            {"noise": _("noise"), "holes": _("holes")},
            {"noise": _("Each cell is filled or not, as likely."), "holes": _("Full rows with one hole each.")},
        ),
    ),
    "start_rows.messiness": _MESSINESS,
    "cheese": _Text(_("Cheese"), _("Rows of garbage at the bottom. Only they count as lines.")),
    "cheese.rows": _Text(
        _("Rows at once"), _("How many lie there, as long as so many are left."), Range(1, 100, 1, _ROWS)
    ),
    "cheese.supply": _Text(
        _("Rows in all"),
        _("How many come: 0 is without end."),
        Range(_ENDLESS, 1_000_000, 1, _ROWS, {0.0: _("endless")}),
    ),
    "cheese.messiness": _MESSINESS,
    "cheese.repeats": _REPEATS,
    "combo": _Text(_("Well between walls"), _("Walls that never end; the first piece that clears nothing loses.")),
    "combo.layout": _Text(
        _("In the well"),
        _("What lies there at first, by what it looks like."),
        Choices({name: name for name in LAYOUTS}),
    ),
    "queue": _Text(_("Given pieces"), _("The pieces that come first.")),
    "queue.pieces": _Text(
        _("Pieces"), _("Their letters, in order."), LetterTexts("".join(TETROMINOES), MOST_PIECES, _("none"))
    ),
    "queue.repeats": _Text(_("Again and again"), _("If on, they come again, and no others.")),
    "no_top_out": _Text(_("No top out"), _("Where a new piece has no room, rows below go, uncounted.")),
    "puzzle": _Text(_("Puzzle stages"), _("The stages of the puzzle, one after another.")),
    "puzzle.attempts": _Text(_("Attempts"), _("How often each stage may be tried."), Range(1, 1000, 1)),
    "puzzle.stage": _Text(_("Stage"), _("The stage that the game starts at."), Range(1, len(STAGES), 1)),
    "ascent": _Text(_("Well of gems"), _("A well of hinges: a gem that a piece touches after a turn is a point.")),
    "ascent.gems": _Text(_("Gems"), _("How likely a row has one."), Range(0, 100, 5, "%")),
}
"""Player texts of each modifier and its fields."""


def modifier_specs() -> Iterator[SettingSpec]:
    """Yield a spec for each modifier, and those of its fields below it."""
    group = _("Garbage, and more beyond the rules")
    for name, (title, sentence, values) in _MODIFIER_TEXTS.items():
        kind, __, field = name.partition(".")
        default = shown_field(MODIFIERS[kind](), field) if field else False
        shown = f"  {title}" if field else title
        yield SettingSpec(SECTION, f"{PREFIX}{name}", shown, sentence, default, values, group)


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
