"""Options of modes as settings, so that they are shown and changed as those are."""

from collections.abc import Iterable

from piecement.settings.specs import SettingSpec
from piecement.settings.values import Choices, LetterTexts, OnOff, Range, Values
from piecement_engine.modes import Choice, Letters, Number, Option


def specs_of_options(section: str, options: Iterable[Option]) -> tuple[SettingSpec, ...]:
    """Return options as settings of a section, which need not be one that is stored."""
    return tuple(
        SettingSpec(section, option.name, option.title, option.sentence, option.default, _values(option))
        for option in options
    )


def _values(option: Option) -> Values:
    match option:
        case Number():
            words = {float(value): title for value, title in option.titles.items()}
            return Range(option.low, option.high, option.step, option.unit, words)
        case Choice():
            return Choices.titled(option.choices)
        case Letters():
            return LetterTexts(option.letters, option.most, option.empty_title)
        case _:
            return OnOff()
