"""Variants of modes: their changed options as text."""

from collections.abc import Mapping

from piecement_engine import MODES
from piecement_engine.modes import Number, Option, OptionValue, Switch


def variant_key(mode: str, options: Mapping[str, OptionValue]) -> str:
    """Return the options that differ from the mode's defaults, such as `goal=9 rows=4`; empty if none do."""
    known = MODES[mode].options if mode in MODES else ()
    defaults = {option.name: option.default for option in known}
    changed = sorted(name for name, value in options.items() if value != defaults.get(name))
    return " ".join(f"{name}={options[name]}" for name in changed)


def options_of(mode: str, variant: str) -> dict[str, OptionValue]:
    """Return the options in a text of `variant_key`, except options that the mode lacks."""
    given = {name: value for name, _equals, value in (pair.partition("=") for pair in variant.split())}
    options: dict[str, OptionValue] = {}
    for option in MODES[mode].options if mode in MODES else ():
        if option.name in given:
            options[option.name] = _option_value(option, given[option.name])
    return options


def _option_value(option: Option, text: str) -> OptionValue:
    if isinstance(option, Switch):
        return text == "True"
    return int(text) if isinstance(option, Number) and text.removeprefix("-").isdecimal() else text
