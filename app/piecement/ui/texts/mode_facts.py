"""A mode as New Game shows it: its speed and its end, its options, and the terminal it needs."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from piecement.settings.setting_spec import Choices, OnOff, Range, SettingSpec, Values
from piecement_engine import Mode, Rules
from piecement_engine.modes import Choice, Number, Option
from piecement_engine.rules import LONGEST_NS

if TYPE_CHECKING:
    from textual.geometry import Size

    from piecement.render.skins.look import Look


def facts(rules: Rules) -> list[str]:
    """Return how fast a game by these rules is, and what ends it, unless modifiers change that."""
    return [] if rules.modifiers else [_speed(rules), *_ends(rules)]


def specs_of(mode: Mode) -> tuple[SettingSpec, ...]:
    """Return the options of a mode as settings."""
    return specs_of_options(mode.name, mode.options)


def specs_of_options(section: str, options: Iterable[Option]) -> tuple[SettingSpec, ...]:
    """Return options as settings of a section, which need not be one that is stored."""
    return tuple(
        SettingSpec(section, option.name, option.title, option.sentence, option.default, _values(option))
        for option in options
    )


def size_warning(rules: Rules, look: "Look", size: "Size") -> str:
    """Return a sentence if a terminal is too small for a game by these rules, else an empty text."""
    from piecement.render.layout import Size as LayoutSize  # noqa: PLC0415 - comes with all that is drawn
    from piecement.render.layout import plan_layout  # noqa: PLC0415 - as above
    from piecement.render.needs import Needs  # noqa: PLC0415 - as above

    layout = plan_layout(LayoutSize(size.width, size.height), Needs.of_rules(rules), look)
    if layout.fits:
        return ""
    width, height = layout.minimum
    return f"Needs a terminal of {width}x{height}: this one is {size.width}x{size.height}."


def _speed(rules: Rules) -> str:
    if rules.fall_delay_ns is not None:
        return _fall(rules.fall_delay_ns)
    if rules.level_up:
        return f"Starts at level {rules.start_level} and gets faster."
    return f"Stays at the speed of level {rules.start_level}."


def _fall(delay_ns: int) -> str:
    if delay_ns == 0:
        return "Pieces are down at once."
    return f"Pieces fall by a row every {delay_ns / 1e6:g} ms." if delay_ns < LONGEST_NS else "Pieces do not fall."


def _ends(rules: Rules) -> Iterator[str]:
    for name, limit in rules.limits.given():
        verdict = "Won" if limit.win else "Over"
        yield f"{verdict} {_reached(name, limit.value)}."


def _reached(name: str, value: int) -> str:
    match name:
        case "time":
            return f"after {value / 1e9:g} seconds"
        case "level":
            return f"beyond level {value}"
        case "score":
            return f"at {value} points"
        case _:
            return f"at {value} {name}"


def _values(option: Option) -> Values:
    match option:
        case Number():
            words = {float(value): title for value, title in option.titles.items()}
            return Range(option.low, option.high, option.step, option.unit, words)
        case Choice():
            return Choices(option.choices)
        case _:
            return OnOff()
