"""Modifiers as settings: each is on or off, and has a spec for each of its fields."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from piecement.language import _
from piecement.settings.setting_spec import Choices, LetterTexts, OnOff, Range, SettingSpec, SettingValue, Values
from piecement.ui.texts.rule_specs import SECTION
from piecement_engine import MODIFIERS, TETROMINOES
from piecement_engine.modes.combo import LAYOUTS
from piecement_engine.modes.given_queue import MOST_PIECES
from piecement_engine.modes.puzzle_stages import STAGES
from piecement_engine.modifiers import ModifierValue

PREFIX: Final = "modifier "
"""The start of the names of specs; the kind follows, and after a point the field of those of fields."""

_ENDLESS: Final = 0
"""What stands for None."""


class _Text(NamedTuple):
    title: str
    sentence: str
    values: Values = OnOff()


_ROWS: Final = _("rows")
_MESSINESS: Final = _Text(
    _("Messiness"), _("How likely a hole is drawn anew, instead of lying below the one above."), Range(0, 100, 5, "%")
)
_REPEATS: Final = _Text(_("Holes repeat"), _("Whether a hole that is drawn anew may be where the one above is."))

_TEXTS: Final = {
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
"""What a player reads of each modifier and of each of its fields."""


def modifier_specs() -> Iterator[SettingSpec]:
    """Yield a spec for each modifier, and those of its fields below it."""
    group = _("Garbage, and more beyond the rules")
    for name, (title, sentence, values) in _TEXTS.items():
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
