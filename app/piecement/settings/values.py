"""Values that a setting can have, with their checks, texts and steps."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import floor
from typing import Any, ClassVar, Final, Self

from annotated_types import Ge, GroupedMetadata, Le
from pydantic import AfterValidator

from piecement.input.key_labels import key_label
from piecement.terminal.keyboard_layouts import names_of
from piecement_base.language import N_, _, pgettext

SettingValue = bool | int | float | str
"""Types of values that a screen can show."""


class Values(GroupedMetadata):
    """Values of a setting, with their texts and steps. As a note of a field, they are what pydantic checks."""

    __slots__ = ()

    def __iter__(self) -> Iterator[object]:
        yield AfterValidator(self.check)

    def check(self, value: Any, /) -> Any:
        """Return the value to use, or raise `ValueError` if it is invalid."""
        return value

    def text(self, value: SettingValue) -> str:
        """Return a value as text for the player, such as `167 ms`."""
        return str(value)

    def sentence(self, value: SettingValue) -> str:
        """Return the sentence about a value, or an empty text."""
        return ""

    def stepped(self, value: SettingValue, steps: int) -> SettingValue:
        """Return the value after this number of key presses; a typed value stays."""
        return value


class OnOff(Values):
    """Values of a switch: steps forward turn it on, steps back off."""

    def text(self, value: SettingValue) -> str:
        return _("on") if value else _("off")

    def stepped(self, value: SettingValue, steps: int) -> SettingValue:
        return steps > 0


_SINGULARS: Final = {
    N_("cells"): N_("cell"), N_("columns"): N_("column"), N_("counts"): N_("count"), N_("delays"): N_("delay"),
    N_("lines"): N_("line"), N_("pieces"): N_("piece"), N_("pieces/s"): N_("piece/s"), N_("points"): N_("point"),
    N_("rows"): N_("row"),
}  # fmt: skip
"""Units with another form for the value 1, besides `moves` and `times`."""


def _singular(unit: str) -> str:
    words = {N_("moves"): pgettext("a single one", "move"), N_("times"): pgettext("a single one", "time")}
    return words.get(unit) or _(_SINGULARS.get(unit, unit))


_ROUNDED: Final = 10**15
"""The first whole number that is too long to be shown with all its digits."""


@dataclass(frozen=True, slots=True)
class Range(Values):
    """Values of a number. Steps lead to multiples of `step`, and end at the limits."""

    low: float
    high: float
    step: float = 1
    """Change per key press."""
    unit: str = ""
    """Unit of the number."""
    words: Mapping[float, str] = field(default_factory=dict[float, str], hash=False)
    """Texts that replace some numbers, such as `never` for 0."""

    def text(self, value: SettingValue) -> str:
        unit = _singular(self.unit) if value == 1 else _(self.unit)
        number = float(value)
        text = f"{number:.0f}" if number.is_integer() and number < _ROUNDED else f"{number:g}"
        return _(self.words.get(number, "")) or f"{text} {unit}".rstrip()

    def stepped(self, value: SettingValue, steps: int) -> SettingValue:
        place = round(float(value) / self.step, 6)
        below = floor(place)
        multiple = below + steps + (steps < 0 and place > below)
        return min(self.high, max(self.low, round(multiple * self.step, 6)))

    @property
    def limits(self) -> str:
        """Description of the range, such as `1 to 240 fps`."""
        return _("{low:g} to {high:g} {unit}").format(low=self.low, high=self.high, unit=_(self.unit)).rstrip()

    def __iter__(self) -> Iterator[object]:
        yield Ge(self.low)
        yield Le(self.high)


@dataclass(frozen=True, slots=True)
class Choices(Values):
    """Names to choose from; steps wrap around."""

    texts: Callable[[], Mapping[str, tuple[str, str]]]
    """Returns the title and the sentence of each name, of which more may be registered at any time."""

    @classmethod
    def known(cls, texts: Mapping[str, tuple[str, str]]) -> Self:
        """Return choices of names that are all known from the start."""
        return cls(lambda: texts)

    @classmethod
    def titled(cls, titles: Mapping[str, str]) -> Self:
        """Return choices without sentences, from the title of each name."""
        return cls.known({name: (title, "") for name, title in titles.items()})

    @property
    def titles(self) -> Mapping[str, str]:
        """The title of each name, to be translated where it is shown."""
        return {name: title for name, (title, _sentence) in self.texts().items()}

    @property
    def shown(self) -> Mapping[str, str]:
        """The titles in the language of the player."""
        return {name: _(title) for name, title in self.titles.items()}

    def check(self, name: str) -> str:
        """Return the name, or raise `ValueError` if it is not one of them."""
        names = self.texts()
        if name not in names:
            raise ValueError(_("{name!r} is not one of {names}").format(name=name, names=", ".join(names)))
        return name

    def text(self, value: SettingValue) -> str:
        title, _sentence = self.texts().get(str(value), (str(value), ""))
        return _(title)

    def sentence(self, value: SettingValue) -> str:
        _title, sentence = self.texts().get(str(value), ("", ""))
        return _(sentence)

    def stepped(self, value: SettingValue, steps: int) -> SettingValue:
        names = list(self.texts())
        return names[(names.index(str(value)) + (1 if steps > 0 else -1)) % len(names)]


@dataclass(frozen=True, slots=True)
class Name(Values):
    """Names of players."""

    usual: str
    """Word that stands for the player who chose no name."""
    most: int = 12
    """Maximum number of characters."""

    def check(self, name: str) -> str:
        """Return the name without surrounding blanks, or raise `ValueError` if it is invalid."""
        name = name.strip()
        if not name.isprintable() or not 1 <= len(name) <= self.most:
            raise ValueError(_("a name has 1 to {most} visible characters").format(most=self.most))
        return name

    def text(self, value: SettingValue) -> str:
        return _(self.usual) if value == self.usual else str(value)


@dataclass(frozen=True, slots=True)
class LetterTexts(Values):
    """Texts of some letters, typed by the player."""

    letters: str
    most: int
    """Maximum number of letters."""
    empty: str
    """Text shown for an empty value."""

    _SHOWN: ClassVar = 12

    def check(self, text: str) -> str:
        """Return the letters of a text, or raise `ValueError` if it has others, or too many."""
        text = "".join(text.upper().split())
        if len(text) > self.most or not set(text) <= set(self.letters):
            raise ValueError(self.limits)
        return text

    def text(self, value: SettingValue) -> str:
        text = str(value)
        return (text if len(text) <= self._SHOWN else f"{text[: self._SHOWN - 1]}…") or _(self.empty)

    @property
    def limits(self) -> str:
        """Description of valid texts."""
        return _("up to {most} of the letters {letters}").format(most=self.most, letters=self.letters)


class CommandKey(Values):
    """Keys of commands, by the names that they have in menus."""

    def check(self, value: Any, /) -> Any:
        """Return the key by its name on any layout, without case."""
        *held, key = str(value).split("+")
        return "+".join([*held, names_of(key.lower() if len(key) == 1 else key)[-1]])

    def text(self, value: SettingValue) -> str:
        return key_label(str(value)) if value else _("none")
