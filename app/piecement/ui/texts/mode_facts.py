"""A mode as New Game shows it: its speed and its end, its options, and the terminal it needs."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from piecement.language import _
from piecement.session.counted import count_text
from piecement.settings.setting_spec import Choices, LetterTexts, OnOff, Range, SettingSpec, Values
from piecement_engine import Mode, Rules
from piecement_engine.modes import Choice, Letters, Number, Option
from piecement_engine.rules import LONGEST_NS

if TYPE_CHECKING:
    from textual.geometry import Size

    from piecement.render.skins.look import Look


_AFTER: Final = frozenset({"time", "level"})
"""The limits that a game goes on for; it goes on until it reaches the others."""


def facts(rules: Rules) -> list[str]:
    """Return how fast a game by these rules is, and what ends it, unless modifiers change that."""
    return [] if rules.modifiers else [_speed(rules), *_ends(rules)]


def specs_of(mode: Mode) -> tuple[SettingSpec, ...]:
    """Return the options of a mode as settings."""
    return specs_of_options(mode.name, mode.options)


def specs_of_options(section: str, options: Iterable[Option]) -> tuple[SettingSpec, ...]:
    """Return options as settings of a section, which need not be one that is stored."""
    return tuple(
        SettingSpec(section, option.name, _(option.title), _(option.sentence), option.default, _values(option))
        for option in options
    )


def size_warning(rules: Rules, look: "Look", size: "Size") -> str:
    """Return a sentence if a terminal is too small for a game by these rules, else an empty text."""
    from piecement.render.layout import plan_layout  # noqa: PLC0415 - comes with all that is drawn
    from piecement.render.needs import Requirements  # noqa: PLC0415 - as above

    layout = plan_layout(size, Requirements.of_rules(rules), look)
    if layout.fits:
        return ""
    width, height = layout.minimum
    return _("Needs a terminal of {width}x{height}; this one is {columns}x{rows}.").format(
        width=width, height=height, columns=size.width, rows=size.height
    )


def _speed(rules: Rules) -> str:
    if rules.fall_delay_ns is not None:
        return _fall(rules.fall_delay_ns)
    if rules.level_up:
        return _("Starts at level {level} and gets faster.").format(level=rules.start_level)
    return _("Stays at the speed of level {level}.").format(level=rules.start_level)


def _fall(delay_ns: int) -> str:
    if delay_ns == 0:
        return _("Pieces drop to the ground at once.")
    if delay_ns >= LONGEST_NS:
        return _("Pieces do not fall.")
    return _("Pieces fall one row every {delay} ms.").format(delay=f"{delay_ns / 1e6:g}")


def _ends(rules: Rules) -> Iterator[str]:
    for name, limit in rules.limits.given():
        goal = f"{limit.value / 1e9:g} s" if name == "time" else count_text(name, limit.value)
        if name in _AFTER:
            sentence = _("You win after {goal}.") if limit.win else _("Ends after {goal}.")
        else:
            sentence = _("You win at {goal}.") if limit.win else _("Ends at {goal}.")
        yield sentence.format(goal=goal)


def _values(option: Option) -> Values:
    match option:
        case Number():
            words = {float(value): _(title) for value, title in option.titles.items()}
            return Range(option.low, option.high, option.step, _(option.unit), words)
        case Choice():
            return Choices({name: _(title) for name, title in option.choices.items()})
        case Letters():
            return LetterTexts(option.letters, option.most, _(option.empty_title))
        case _:
            return OnOff()
