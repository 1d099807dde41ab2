"""What a screen has to know of a setting to let a player set it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import floor
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

SettingValue = bool | int | float | str
"""What a setting on a screen can be."""


def spoken(name: str) -> str:
    """Return a name in code as a title."""
    return name.replace("_", " ").capitalize()


class SettingError(ValueError):
    """A setting cannot have that value; the text says why, in one sentence."""


class Kind(StrEnum):
    """How a setting is set."""

    SWITCH = "switch"
    NUMBER = "number"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Knob:
    """How a number is set: the step of one key press, and what it counts."""

    step: float = 1
    unit: str = ""
    words: Mapping[float, str] = field(default_factory=dict[float, str], hash=False)
    """What a player reads instead of some numbers, such as `never` for 0."""


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the greatest value of a number."""

    low: float
    high: float

    def check(self, number: float) -> float:
        """Return the number, or raise `ValueError` if it lies outside."""
        if not self.low <= number <= self.high:
            raise ValueError(f"{number} is not from {self.low:g} to {self.high:g}")
        return number

    def __get_pydantic_core_schema__(self, kind: object, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        bounds: Any = {"ge": self.low, "le": self.high}  # Any: they go with some of pydantic's many forms only
        return cast("CoreSchema", {**handler(kind), **bounds})


@dataclass(frozen=True, slots=True)
class Check:
    """A function that returns the value to take instead of one, or raises `ValueError` where it cannot be."""

    check: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, kind: object, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        return {
            "type": "function-after",
            "function": {"type": "no-info", "function": self.check},
            "schema": handler(kind),
        }


@dataclass(frozen=True, slots=True)
class Names:
    """The names that a text is chosen from."""

    titles: Mapping[str, str]
    """What a player calls each name."""
    sentences: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    """What a player should know before choosing a name, for those that need it."""

    def check(self, name: str) -> str:
        """Return the name, or raise `ValueError` if it is not one of them."""
        if name not in self.titles:
            raise ValueError(f"{name!r} is not one of {', '.join(self.titles)}")
        return name

    def __get_pydantic_core_schema__(self, kind: object, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        return Check(self.check).__get_pydantic_core_schema__(kind, handler)


@dataclass(frozen=True, slots=True)
class Group:
    """The heading that a setting stands under."""

    title: str


@dataclass(frozen=True, slots=True)
class OnlyWith:
    """A setting says nothing unless another has one of some values."""

    name: str
    values: frozenset[object]


@dataclass(frozen=True, slots=True)
class Contest:
    """A setting that changes what is played, so that games with another value than the default do not compete."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as a player meets it."""

    section: str
    name: str
    title: str
    sentence: str
    kind: Kind
    default: SettingValue
    choices: Mapping[str, str]
    """The names that it can have, with their titles; empty unless it is a choice."""
    low: float | None
    high: float | None
    knob: Knob
    explained: Mapping[str, str] = field(default_factory=dict[str, str])
    """A sentence for those of the names that need one."""
    group: str = ""
    """The heading that it stands under."""
    only_with: OnlyWith | None = None
    """What makes it say nothing."""
    contests: bool = False
    """Whether games with another value than the default do not compete."""

    @property
    def range_text(self) -> str:
        """What a number may be, such as `1 to 240 fps`."""
        bounds = f"{self.low:g} to {self.high:g}" if self.high is not None else f"{self.low:g} or more"
        return f"{bounds} {self.knob.unit}".rstrip()

    def value_text(self, value: SettingValue) -> str:
        """Return a value as a player reads it, such as `167 ms`."""
        match self.kind:
            case Kind.SWITCH:
                return "on" if value else "off"
            case Kind.CHOICE:
                return self.choices.get(str(value), str(value))
            case Kind.NUMBER:
                number = float(value)
                return self.knob.words.get(number) or f"{number:g} {self.knob.unit}".rstrip()

    def next(self, value: SettingValue, steps: int) -> SettingValue:
        """Return the value some steps further: names go round, numbers end at their bounds, a switch goes on or off."""
        match self.kind:
            case Kind.SWITCH:
                return steps > 0
            case Kind.CHOICE:
                names = list(self.choices)
                return names[(names.index(str(value)) + steps) % len(names)]
            case Kind.NUMBER:
                return self.stepped(float(value), steps)

    def stepped(self, value: float, steps: int) -> float:
        """Return a number some steps further, at a multiple of the step or at an end of the range."""
        place = round(value / self.knob.step, 6)
        below = floor(place)
        multiple = below + steps + (steps < 0 and place > below)
        number = self._within(round(multiple * self.knob.step, 6))
        return int(number) if isinstance(self.default, int) else number

    def parsed(self, text: str) -> float | None:
        """Return the number that a text says, or None if it is none, or out of the range."""
        try:
            number = int(text) if isinstance(self.default, int) else float(text)
        except ValueError:
            return None
        return number if self._within(number) == number else None

    def _within(self, number: float) -> float:
        least = number if self.low is None else max(self.low, number)
        return least if self.high is None else min(self.high, least)
