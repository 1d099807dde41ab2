"""The options of a mode, as a screen shows settings."""

from piecement.settings.knobs import Kind, Knob, Setting
from piecement_engine import Mode
from piecement_engine.modes import Choice, Number, Option, Switch


def settings_of(mode: Mode) -> tuple[Setting, ...]:
    """Return what a player may set about a mode."""
    return tuple(_setting(mode, option) for option in mode.options)


def _setting(mode: Mode, option: Option) -> Setting:
    kinds = {Number: Kind.NUMBER, Choice: Kind.CHOICE, Switch: Kind.SWITCH}
    number = option if isinstance(option, Number) else None
    return Setting(
        section=mode.name,
        name=option.name,
        title=option.title,
        sentence=option.sentence,
        kind=kinds[type(option)],
        default=option.default,
        choices=option.choices if isinstance(option, Choice) else {},
        low=number.low if number else None,
        high=number.high if number else None,
        knob=_knob(number) if number else Knob(),
    )


def _knob(number: Number) -> Knob:
    return Knob(number.step, number.unit, {float(value): title for value, title in number.titles.items()})
