"""The options of a mode, as a screen shows settings."""

from piecement.settings.setting_spec import Choices, OnOff, Range, SettingSpec, Values
from piecement_engine import Mode
from piecement_engine.modes import Choice, Number, Option


def specs_of(mode: Mode) -> tuple[SettingSpec, ...]:
    """Return what a player may set about a mode."""
    return tuple(
        SettingSpec(mode.name, option.name, option.title, option.sentence, option.default, _values(option))
        for option in mode.options
    )


def _values(option: Option) -> Values:
    match option:
        case Number():
            words = {float(value): title for value, title in option.titles.items()}
            return Range(option.low, option.high, option.step, option.unit, words)
        case Choice():
            return Choices(option.choices)
        case _:
            return OnOff()
